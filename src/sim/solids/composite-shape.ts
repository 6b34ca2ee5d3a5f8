import { createCompound } from '../../bounds/create-compound.ts';
import { composePose, createPose, type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import type { Shape } from '../../shapes/shape.ts';
import { SimulationError } from '../world.ts';

/** A shape at `pose` in a body, as a shape about the origin of that body: polytopes remain polytopes, others become compounds. */
export function carriedShape(shape: Shape, pose: ReadonlyPose): Shape {
  switch (shape.kind) {
    case 'hull':
      return hullAt(shape.vertices, pose);
    case 'box': {
      const { halfExtents: h, radius } = shape;
      return radius > 0 ? createCompound([{ shape, pose }]) : hullAt(cornersOf(h.x, h.y, h.z), pose);
    }
    case 'compound':
      return createCompound(
        shape.pieces.map((piece) => ({ shape: piece.shape, pose: composePose(createPose(), pose, piece.pose) })),
      );
    case 'point':
    case 'segment':
    case 'sphere':
    case 'capsule':
    case 'cylinder':
    case 'cone':
    case 'ellipsoid':
      return createCompound([{ shape, pose }]);
    default:
      throw new SimulationError(`a ${shape.kind} cannot dock: it cannot move off its origin`);
  }
}

function hullAt(vertices: ArrayLike<number>, pose: ReadonlyPose): Shape {
  const corners: number[][] = [];
  for (let i = 0; i < vertices.length; i += 3) {
    const { x, y, z } = toWorld(createVec3(), pose, createVec3(vertices[i], vertices[i + 1], vertices[i + 2]));
    corners.push([x, y, z]);
  }
  return createHull(corners);
}

function cornersOf(x: number, y: number, z: number): number[] {
  return [-x, x].flatMap((i) => [-y, y].flatMap((j) => [-z, z].flatMap((k) => [i, j, k])));
}

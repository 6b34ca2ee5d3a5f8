import { transformVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3, lengthVec3, type Vec3 } from '../../math/vec3.ts';
import type { Box } from '../../shapes/box.ts';
import type { Compound, CompoundPiece } from '../../shapes/compound.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import { createEdgeFans } from '../../shapes/hull/edge-fans.ts';
import { createStartVertices } from '../../shapes/hull/start-vertices.ts';
import type { Hull } from '../../shapes/hull.ts';
import type { Segment } from '../../shapes/segment.ts';

/** A piece of a compound as vertices in the frame of the compound, and the radius it is inflated by. */
export interface PolytopePiece {
  readonly shape: Segment | Hull;
  /** [m] */
  readonly radius: number;
}

const made = new WeakMap<Compound, readonly (PolytopePiece | undefined)[]>();

/** Pieces with vertices, at their indices; undefined for round pieces. Computed once per compound. */
export function polytopePieces(compound: Compound): readonly (PolytopePiece | undefined)[] {
  let pieces = made.get(compound);
  if (pieces === undefined) {
    pieces = compound.pieces.map(polytopePiece);
    made.set(compound, pieces);
  }
  return pieces;
}

function polytopePiece({ shape, pose }: CompoundPiece): PolytopePiece | undefined {
  const at = (x: number, y: number, z: number) => toWorld(createVec3(), pose, createVec3(x, y, z));
  switch (shape.kind) {
    case 'point':
      return { shape: segment(at(0, 0, 0), at(0, 0, 0)), radius: 0 };
    case 'sphere':
      return { shape: segment(at(0, 0, 0), at(0, 0, 0)), radius: shape.radius };
    case 'capsule':
      return { shape: segment(at(0, 0, -shape.halfHeight), at(0, 0, shape.halfHeight)), radius: shape.radius };
    case 'segment': {
      const { start, end } = shape;
      return { shape: segment(at(start.x, start.y, start.z), at(end.x, end.y, end.z)), radius: 0 };
    }
    case 'hull':
      return { shape: movedHull(shape, pose), radius: 0 };
    case 'box':
      return polytopeBox(shape, pose);
    default:
      return undefined;
  }
}

function segment(start: Vec3, end: Vec3): Segment {
  return { kind: 'segment', start, end };
}

/** A transformed hull: recomputes what depends on positions. */
function movedHull(hull: Hull, pose: ReadonlyPose): Hull {
  const { neighbourStarts, neighbours } = hull;
  const vertices = hull.vertices.slice();
  const normals = hull.normals.slice();
  let boundingRadius = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    const p = toWorld(createVec3(), pose, createVec3(vertices[i], vertices[i + 1], vertices[i + 2]));
    vertices.set([p.x, p.y, p.z], i);
    boundingRadius = Math.max(boundingRadius, lengthVec3(p));
  }
  for (let i = 0; i < normals.length; i += 3) {
    const n = transformVec3(createVec3(), pose.rotation, createVec3(normals[i], normals[i + 1], normals[i + 2]));
    normals.set([n.x, n.y, n.z], i);
  }
  const startVertices =
    hull.startVertices.length > 0 ? createStartVertices(vertices, neighbourStarts, neighbours) : hull.startVertices;
  const edgeFans = createEdgeFans(vertices, neighbourStarts, neighbours, startVertices);
  return { ...hull, vertices, normals, startVertices, edgeFans, boundingRadius };
}

/** A box rounded so far that its core is flat is treated as round. */
function polytopeBox({ halfExtents: h, radius }: Box, pose: ReadonlyPose): PolytopePiece | undefined {
  const [x, y, z] = [h.x - radius, h.y - radius, h.z - radius];
  if (!(x > 0 && y > 0 && z > 0)) return undefined;
  const signs = [-1, 1];
  const corners = signs.flatMap((i) =>
    signs.flatMap((j) => signs.map((k) => toWorld(createVec3(), pose, createVec3(i * x, j * y, k * z)))),
  );
  return { shape: createHull(corners.map((corner) => [corner.x, corner.y, corner.z])), radius };
}

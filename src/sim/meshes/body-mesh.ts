import type { BrickSide } from '../../dynamics/finite-elements/element-mesh.ts';
import {
  type BlockMesh,
  createBlockMesh,
  createSheetMesh,
  type SheetMesh,
} from '../../dynamics/finite-elements/structured-mesh.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import type { MeshBody, MeshNodeSet, MeshShape } from '../../scene/mesh-scene.ts';
import { createIcosphere } from '../../shapes/icosphere.ts';

/** The mesh of one body in its initial position. */
export interface BodyMesh {
  /** World, packed xyz [m]. */
  readonly positions: Float64Array;
  /** Source of the elements of an elastic body. */
  readonly elastic?: BlockMesh | SheetMesh;
  /** The surface: triangles of three nodes or quadrilaterals of four, counter-clockwise seen from outside; one list is empty. */
  readonly triangles: Int32Array;
  readonly quads: Int32Array;
}

const NO_FACES = new Int32Array();

export function buildBodyMesh({ shape, pose }: MeshBody): BodyMesh {
  switch (shape.kind) {
    case 'hexahedra': {
      const [x, y, z] = shape.halfExtents;
      const [nx, ny, nz] = shape.elements;
      const size = createVec3(2 * x, 2 * y, 2 * z);
      const mesh = transformed(createBlockMesh(nx, ny, nz, size, createVec3(-x, -y, -z)), pose);
      return { positions: mesh.positions, elastic: mesh, triangles: NO_FACES, quads: mesh.surface.quads };
    }
    case 'membrane': {
      const [x, y] = shape.halfExtents;
      const [nx, ny] = shape.elements;
      const mesh = transformed(createSheetMesh(nx, ny, 2 * x, 2 * y, shape.thickness, createVec3(-x, -y, 0)), pose);
      return { positions: mesh.positions, elastic: mesh, triangles: mesh.triangles, quads: NO_FACES };
    }
    case 'icosphere': {
      const mesh = transformed(createIcosphere(shape.radius, shape.subdivisions), pose);
      return { positions: mesh.positions, triangles: mesh.triangles, quads: NO_FACES };
    }
  }
}

function transformed<T extends { readonly positions: Float64Array }>(mesh: T, pose: ReadonlyPose): T {
  const positions = mesh.positions.slice();
  const point = createVec3();
  for (let i = 0; i < positions.length; i += 3) {
    toWorld(point, pose, setVec3(point, positions[i], positions[i + 1], positions[i + 2]));
    positions.set([point.x, point.y, point.z], i);
  }
  return { ...mesh, positions };
}

const SIDES: Readonly<Record<string, BrickSide>> = {
  'x-': 'xMin',
  'x+': 'xMax',
  'y-': 'yMin',
  'y+': 'yMax',
  'z-': 'zMin',
  'z+': 'zMax',
};

/** Node indices of a named set within its body. */
export function nodesOfSet(shape: MeshShape, { positions, elastic }: BodyMesh, name: MeshNodeSet): Int32Array {
  if (name === 'all' || elastic === undefined) return Int32Array.from({ length: positions.length / 3 }, (_, i) => i);
  if (elastic.kind === 'solid') return elastic.sides[SIDES[name]].nodes;
  if (name === 'rim' || shape.kind !== 'membrane') return elastic.rim;
  const [nx, ny] = shape.elements;
  const isOnSide = (node: number) => {
    const [i, j] = [node % (nx + 1), Math.floor(node / (nx + 1))];
    return { 'x-': i === 0, 'x+': i === nx, 'y-': j === 0, 'y+': j === ny }[name as 'x-' | 'x+' | 'y-' | 'y+'];
  };
  return elastic.rim.filter(isOnSide);
}

import type {
  BrickSide,
  MembraneMesh,
  MixedMesh,
  SolidMesh,
  TetrahedralMesh,
} from '../../dynamics/finite-elements/element-mesh.ts';
import { elementSurface, rimOfTriangles } from '../../dynamics/finite-elements/element-surface.ts';
import { createBlockMesh, createSheetMesh } from '../../dynamics/finite-elements/structured-mesh.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import type { MeshBody, MeshElements, MeshNodeSet } from '../../scene/mesh-scene.ts';
import { createIcosphere } from '../../shapes/icosphere.ts';

/** The mesh of one body in its initial position. */
export interface BodyMesh {
  /** World, packed xyz [m]. */
  readonly positions: Float64Array;
  /** Source of the elements of an elastic body. */
  readonly elastic?: SolidMesh | TetrahedralMesh | MixedMesh | MembraneMesh;
  /** Nodes by location, of an elastic body. */
  readonly nodeSets?: (name: MeshNodeSet) => Int32Array;
  /** The surface: triangles of three nodes or quadrilaterals of four, counter-clockwise seen from outside; one list is empty. */
  readonly triangles: Int32Array;
  readonly quads: Int32Array;
}

/** Whether a body is a half-space, which is represented by a square that is much larger than all other bodies. */
export function isHalfspace({ shape }: MeshBody): boolean {
  return shape.kind === 'solid' && shape.solid.kind === 'halfspace';
}

const NO_FACES = new Int32Array();

export function buildBodyMesh({ shape, pose }: MeshBody): BodyMesh {
  switch (shape.kind) {
    case 'hexahedra': {
      const [x, y, z] = shape.halfExtents;
      const [nx, ny, nz] = shape.elements;
      const size = createVec3(2 * x, 2 * y, 2 * z);
      const mesh = transformed(createBlockMesh(nx, ny, nz, size, createVec3(-x, -y, -z)), pose);
      const nodeSets = (name: MeshNodeSet) => mesh.sides[SIDES[name]].nodes;
      return { positions: mesh.positions, elastic: mesh, nodeSets, triangles: NO_FACES, quads: mesh.surface.quads };
    }
    case 'membrane': {
      const [x, y] = shape.halfExtents;
      const [nx, ny] = shape.elements;
      const mesh = transformed(createSheetMesh(nx, ny, 2 * x, 2 * y, shape.thickness, createVec3(-x, -y, 0)), pose);
      const nodeSets = (name: MeshNodeSet) => (name === 'rim' ? mesh.rim : sheetSide(mesh.rim, nx, ny, name));
      return { positions: mesh.positions, elastic: mesh, nodeSets, triangles: mesh.triangles, quads: NO_FACES };
    }
    case 'solid-mesh':
      return buildElements(shape, pose);
    case 'membrane-mesh': {
      const mesh: MembraneMesh = transformed({ ...shape, kind: 'membrane' }, pose);
      const nodeSets = (name: MeshNodeSet) =>
        shape.nodeSets.get(name) ??
        (name === 'rim' ? rimOfTriangles(shape.triangles) : extremeNodes(shape.positions, name));
      return { positions: mesh.positions, elastic: mesh, nodeSets, triangles: mesh.triangles, quads: NO_FACES };
    }
    case 'solid': {
      const { positions, triangles } = transformed(shape.surface, pose);
      return { positions, triangles, quads: NO_FACES };
    }
    case 'icosphere': {
      const mesh = transformed(createIcosphere(shape.radius, shape.subdivisions), pose);
      return { positions: mesh.positions, triangles: mesh.triangles, quads: NO_FACES };
    }
  }
}

function buildElements({ positions, elements, nodeSets: named }: MeshElements, pose: ReadonlyPose): BodyMesh {
  const faces = elementSurface(elements);
  const nodeSets = (name: MeshNodeSet) => named.get(name) ?? extremeNodes(positions, name);
  const [{ nodesPerElement, nodes }] = elements;
  if (elements.length === 1 && nodesPerElement === 8) {
    const mesh: SolidMesh = transformed({ kind: 'solid', positions, hexahedra: nodes }, pose);
    const quads = Int32Array.from(faces.flat());
    return { positions: mesh.positions, elastic: mesh, nodeSets, triangles: NO_FACES, quads };
  }
  const triangles = Int32Array.from(faces.flatMap((face) => faceTriangles(face, positions)));
  if (elements.length === 1 && nodesPerElement === 4) {
    const mesh: TetrahedralMesh = transformed({ kind: 'tetrahedral', positions, tetrahedra: nodes }, pose);
    return { positions: mesh.positions, elastic: mesh, nodeSets, triangles, quads: NO_FACES };
  }
  const mesh: MixedMesh = transformed({ kind: 'mixed', positions, elements }, pose);
  return { positions: mesh.positions, elastic: mesh, nodeSets, triangles, quads: NO_FACES };
}

/** A face of a body whose surface has triangles: a quadrilateral is divided along its shorter diagonal. */
function faceTriangles([a, b, c, d]: readonly number[], positions: Float64Array): number[] {
  if (d === undefined) return [a, b, c];
  const length = (from: number, to: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => positions[3 * to + axis] - positions[3 * from + axis]));
  return length(b, d) < length(a, c) ? [a, b, d, b, c, d] : [a, b, c, a, c, d];
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
export function nodesOfSet({ positions, nodeSets }: BodyMesh, name: MeshNodeSet): Int32Array {
  if (name === 'all' || nodeSets === undefined) return Int32Array.from({ length: positions.length / 3 }, (_, i) => i);
  return nodeSets(name);
}

/** Those nodes of the rim of a sheet of nx x ny rectangles that are on one side. */
function sheetSide(rim: Int32Array, nx: number, ny: number, name: MeshNodeSet): Int32Array {
  return rim.filter((node) => {
    const [i, j] = [node % (nx + 1), Math.floor(node / (nx + 1))];
    return { 'x-': i === 0, 'x+': i === nx, 'y-': j === 0, 'y+': j === ny }[name as 'x-' | 'x+' | 'y-' | 'y+'];
  });
}

/** Nodes within this fraction of the extent of a mesh are on its side. */
const ON_SIDE = 1e-6;

/** Nodes with the smallest or largest coordinate along an axis of the body. */
function extremeNodes(positions: Float64Array, name: MeshNodeSet): Int32Array {
  const axis = 'xyz'.indexOf(name[0]);
  const along = positions.filter((_, i) => i % 3 === axis);
  const [low, high] = along.reduce(([min, max], x) => [Math.min(min, x), Math.max(max, x)], [Infinity, -Infinity]);
  const near = ON_SIDE * (high - low);
  const isOnSide = (x: number) => (name[1] === '-' ? x <= low + near : x >= high - near);
  return Int32Array.from(along.keys()).filter((node) => isOnSide(along[node]));
}

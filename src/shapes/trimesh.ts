import { atan2 } from '../math/inverse-trig.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, setVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { type Bvh, buildBvh } from './bvh.ts';
import { checkSize, describeValue } from './checks.ts';
import { meshTriangles, type SurfaceMesh } from './mesh.ts';
import { fitBoxesToTriangles } from './oriented-box.ts';

/**
 * A rigid triangle mesh. If closed, it is the body that it encloses; if open, it is the surface alone, with two sides and no
 * interior. Created and validated by `createTrimesh`. The index in a contact is a node for a vertex, otherwise a triangle.
 */
export interface Trimesh {
  readonly kind: 'trimesh';
  /** xyz xyz ... [m] */
  readonly positions: Float64Array;
  /** Three nodes per triangle, counter-clockwise seen from outside for a closed surface. */
  readonly triangles: Int32Array;
  /** The neighbour at each side, three per triangle; side k runs from corner k to the next. -1: none, or more than one. */
  readonly neighbours: Int32Array;
  /** Unit normal of each triangle, xyz xyz ... */
  readonly normals: Float64Array;
  /** Angle-weighted pseudonormal of each node: its sign decides inside or outside. */
  readonly nodeNormals: Float64Array;
  /** Does it enclose a volume: every side has one neighbour, with the opposite direction? */
  readonly closed: boolean;
  /** One node of each connected part of the surface. */
  readonly shells: Int32Array;
  /** BVH over the triangles. */
  readonly bvh: Bvh;
  /** Largest distance of a node from the origin [m]. */
  readonly boundingRadius: number;
}

/** Options of `trimesh`. */
export interface TrimeshOptions {
  /** True: the surface must be closed. False: the surface alone, even of a closed mesh, as for a room. Default: as detected. */
  readonly closed?: boolean;
}

/** Minimum height of a triangle over its longest side; flatter ones have no normal. */
const SLIVER = 1e-10;

/**
 * The triangles of a mesh (quads are split in two) as one rigid body. A closed surface is a solid, flipped if it faces
 * inward; an open one is a two-sided surface without an interior, which `options.closed: true` rejects. Throws a
 * RangeError that names the invalid triangle, a TypeError for an argument that is no mesh.
 *
 * @example
 * ```ts
 * import { pointQuery, pose, trimesh, vec3 } from 'appulse';
 * import { surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3];
 * const mesh = surfaceMesh({ positions, triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] }); // a tetrahedron
 * const body = trimesh(mesh, { closed: true });
 * console.log(body.closed, pointQuery(body, pose(), vec3(0.5, 0.5, 0.5)).distance); // true -0.5
 * ```
 */
export function createTrimesh(mesh: SurfaceMesh, options: TrimeshOptions = {}): Trimesh {
  checkSurfaceMesh(mesh);
  const { positions } = mesh;
  const triangles = meshTriangles(mesh);
  if (triangles.length === 0) throw new RangeError('trimesh: must have at least one triangle or quad');
  const normals = triangleNormals(positions, triangles);
  const { neighbours, defect } = findNeighbours(triangles, positions.length / 3);
  const volume = defect === '' ? enclosedVolume(positions, triangles) : 0;
  const closed = options.closed !== false && defect === '' && Math.abs(volume) > 0;
  if (options.closed === true && !closed) {
    throw new RangeError(`trimesh: must be closed, but ${defect || 'it encloses no volume'}`);
  }
  if (closed && volume < 0) flipTriangles(triangles, neighbours, normals);
  const boundingRadius = largestDistance(positions, triangles);
  checkSize('trimesh', boundingRadius);
  return {
    kind: 'trimesh',
    positions,
    triangles,
    neighbours,
    normals,
    nodeNormals: nodeNormals(positions, triangles, normals),
    closed,
    shells: findShells(triangles, positions.length / 3),
    bvh: buildBvh(triangleBoxes(positions, triangles), fitBoxesToTriangles(positions, triangles)),
    boundingRadius,
  };
}

/** Plain lists of positions and triangles are not validated yet: `surfaceMesh` does it. */
function checkSurfaceMesh(mesh: SurfaceMesh): void {
  const { positions, triangles, quads }: Partial<SurfaceMesh> = mesh ?? {};
  if (positions instanceof Float64Array && triangles instanceof Int32Array && quads instanceof Int32Array) return;
  const expected = 'a mesh from surfaceMesh({ positions, triangles }) of appulse/meshes';
  throw new TypeError(`trimesh: mesh must be ${expected}, got ${describeValue(mesh)}`);
}

const corner = createVec3();
const sideA = createVec3();
const sideB = createVec3();
const cross = createVec3();

function nodePosition(out: Vec3, positions: Float64Array, node: number): Vec3 {
  return setVec3(out, positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]);
}

/** The two sides from corner `k`, to the next corner and to the previous one. */
function loadSides(positions: Float64Array, triangles: Int32Array, triangle: number, k: number): void {
  nodePosition(corner, positions, triangles[3 * triangle + k]);
  nodePosition(sideA, positions, triangles[3 * triangle + ((k + 1) % 3)]);
  nodePosition(sideB, positions, triangles[3 * triangle + ((k + 2) % 3)]);
  subVec3(sideA, sideA, corner);
  subVec3(sideB, sideB, corner);
}

function triangleNormals(positions: Float64Array, triangles: Int32Array): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let t = 0; 3 * t < triangles.length; t++) {
    let longest = 0;
    for (let k = 0; k < 3; k++) {
      loadSides(positions, triangles, t, k);
      longest = Math.max(longest, lengthVec3(sideA));
    }
    const area = lengthVec3(crossVec3(cross, sideA, sideB));
    if (!(area > SLIVER * longest * longest)) {
      const nodes = Array.from(triangles.subarray(3 * t, 3 * t + 3)).join(', ');
      throw new RangeError(
        `trimesh: triangle ${t} (nodes ${nodes}) has no area: its height is below ${SLIVER} of its longest side; leave it out or weld its nodes`,
      );
    }
    for (const [i, value] of [cross.x, cross.y, cross.z].entries()) normals[3 * t + i] = value / area;
  }
  return normals;
}

/** The neighbour at each side, and the reason why the surface is not closed; '' if it is. */
function findNeighbours(triangles: Int32Array, nodeCount: number): { neighbours: Int32Array; defect: string } {
  const neighbours = new Int32Array(triangles.length).fill(-1);
  const next = (side: number) => triangles[side % 3 === 2 ? side - 2 : side + 1];
  // sides by their two nodes, the smaller first: i n + j is exact up to 9e7 nodes
  const keys = Float64Array.from(triangles, (node, side) => {
    const other = next(side);
    return Math.min(node, other) * nodeCount + Math.max(node, other);
  });
  const order = Int32Array.from(triangles, (_, side) => side).sort((a, b) => keys[a] - keys[b] || a - b);
  let defect = '';
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && keys[order[to]] === keys[order[from]]) to++;
    const [a, b] = [order[from], order[from + 1]];
    const edge = `the edge between nodes ${triangles[a]} and ${next(a)}`;
    if (to - from === 2 && triangles[a] === next(b)) {
      neighbours[a] = Math.floor(b / 3);
      neighbours[b] = Math.floor(a / 3);
    } else if (to - from === 1) {
      defect ||= `${edge} has one triangle only, ${Math.floor(a / 3)}`;
    } else if (to - from === 2) {
      defect ||= `triangles ${Math.floor(a / 3)} and ${Math.floor(b / 3)} have the same direction along ${edge}`;
    } else {
      defect ||= `${edge} has ${to - from} triangles`;
    }
  }
  return { neighbours, defect };
}

/** The first node of each set of triangles connected by nodes. */
function findShells(triangles: Int32Array, nodeCount: number): Int32Array {
  const parents = Int32Array.from({ length: nodeCount }, (_, node) => node);
  const root = (node: number) => {
    let at = node;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  };
  for (let k = 0; k < triangles.length; k++) {
    const a = root(triangles[k]);
    const b = root(triangles[k - (k % 3)]);
    // the smaller index is the root, so that the root of a used node is used itself
    parents[Math.max(a, b)] = Math.min(a, b);
  }
  return Int32Array.from(new Set(Array.from(triangles, root))).sort();
}

/** Σ p·(q×r)/6 over the triangles, relative to the first node [m³]. */
function enclosedVolume(positions: Float64Array, triangles: Int32Array): number {
  const origin = nodePosition(createVec3(), positions, triangles[0]);
  let sixfold = 0;
  for (let t = 0; 3 * t < triangles.length; t++) {
    loadSides(positions, triangles, t, 0);
    sixfold += dotVec3(subVec3(corner, corner, origin), crossVec3(cross, sideA, sideB));
  }
  return sixfold / 6;
}

/** Swaps the last two corners of every triangle: sides 0 and 2 are swapped. */
function flipTriangles(triangles: Int32Array, neighbours: Int32Array, normals: Float64Array): void {
  for (let k = 0; k < triangles.length; k += 3) {
    [triangles[k + 1], triangles[k + 2]] = [triangles[k + 2], triangles[k + 1]];
    [neighbours[k], neighbours[k + 2]] = [neighbours[k + 2], neighbours[k]];
  }
  for (let k = 0; k < normals.length; k++) normals[k] = -normals[k];
}

/** Bærentzen and Aanæs, Signed Distance Computation Using the Angle Weighted Pseudonormal, 2005. */
function nodeNormals(positions: Float64Array, triangles: Int32Array, normals: Float64Array): Float64Array {
  const sums = new Float64Array(positions.length);
  for (let t = 0; 3 * t < triangles.length; t++) {
    for (let k = 0; k < 3; k++) {
      loadSides(positions, triangles, t, k);
      const angle = atan2(lengthVec3(crossVec3(cross, sideA, sideB)), dotVec3(sideA, sideB));
      const node = triangles[3 * t + k];
      for (let i = 0; i < 3; i++) sums[3 * node + i] += angle * normals[3 * t + i];
    }
  }
  return sums;
}

/** min xyz, max xyz of each triangle. */
function triangleBoxes(positions: Float64Array, triangles: Int32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; 3 * t < triangles.length; t++) {
    for (let i = 0; i < 3; i++) {
      const a = positions[3 * triangles[3 * t] + i];
      const b = positions[3 * triangles[3 * t + 1] + i];
      const c = positions[3 * triangles[3 * t + 2] + i];
      boxes[6 * t + i] = Math.min(a, b, c);
      boxes[6 * t + 3 + i] = Math.max(a, b, c);
    }
  }
  return boxes;
}

function largestDistance(positions: Float64Array, triangles: Int32Array): number {
  let boundingRadius = 0;
  for (const node of triangles)
    boundingRadius = Math.max(boundingRadius, lengthVec3(nodePosition(corner, positions, node)));
  return boundingRadius;
}

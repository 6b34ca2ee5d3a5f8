import { describeValue } from './checks.ts';

/** Vertices by index, such as an attribute of three.js. */
export interface VertexList {
  readonly count: number;
  getX(index: number): number;
  getY(index: number): number;
  getZ(index: number): number;
}

/** Packed positions, xyz xyz ..., as vertices. */
export function packedVertices(positions: Float64Array): VertexList {
  return {
    count: positions.length / 3,
    getX: (i) => positions[3 * i],
    getY: (i) => positions[3 * i + 1],
    getZ: (i) => positions[3 * i + 2],
  };
}

/** Triangles that share nodes. */
export interface WeldedTriangles {
  /** xyz xyz ... */
  readonly positions: Float64Array;
  /** Three different nodes per triangle. */
  readonly triangles: Int32Array;
  /** The node of each vertex; -1 for a vertex without a triangle. */
  readonly nodeOf: Int32Array;
}

/** Cells along an axis, from the origin to the farthest vertex: cell numbers stay far below 2^31. */
const CELLS = 2 ** 20;

/** Largest absolute coordinate of the vertices. Throws a RangeError that names a vertex that is not finite. */
export function largestCoordinate(position: VertexList): number {
  let largest = 0;
  for (let i = 0; i < position.count; i++) {
    const point = [position.getX(i), position.getY(i), position.getZ(i)];
    if (!point.every(Number.isFinite)) {
      throw new RangeError(`geometry: position of vertex ${i} must be finite, got ${describeValue(point)}`);
    }
    largest = Math.max(largest, Math.abs(point[0]), Math.abs(point[1]), Math.abs(point[2]));
  }
  return largest;
}

/**
 * Merges the vertices of the corners that are at most `tolerance` apart along each axis; a node is at its first vertex. Triangles with two
 * corners at one node are left out: their two other sides coincide, so a closed surface stays closed. A hash grid finds the nodes near a
 * vertex in constant time.
 */
export function weldVertices(position: VertexList, corners: Int32Array, tolerance: number): WeldedTriangles {
  const cell = Math.max(2 * tolerance, largestCoordinate(position) / CELLS) || 1;
  const grid = new Map<number, number[]>();
  const nodes: number[] = [];
  const nodeOf = new Int32Array(position.count).fill(-1);
  for (const vertex of corners) {
    if (nodeOf[vertex] >= 0) continue;
    const point = [position.getX(vertex), position.getY(vertex), position.getZ(vertex)];
    let node = findNode(grid, nodes, point, tolerance, cell);
    if (node < 0) {
      node = nodes.length / 3;
      nodes.push(...point);
      const key = hashCell(Math.floor(point[0] / cell), Math.floor(point[1] / cell), Math.floor(point[2] / cell));
      const bucket = grid.get(key);
      if (bucket) bucket.push(node);
      else grid.set(key, [node]);
    }
    nodeOf[vertex] = node;
  }
  const triangles: number[] = [];
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [nodeOf[corners[k]], nodeOf[corners[k + 1]], nodeOf[corners[k + 2]]];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return { positions: Float64Array.from(nodes), triangles: Int32Array.from(triangles), nodeOf };
}

/** Different cells may have the same number: the positions are compared as well. */
function hashCell(i: number, j: number, k: number): number {
  return Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791);
}

/** The first node within the tolerance, or -1. Cells are at least two tolerances wide, so at most eight can contain it. */
function findNode(
  grid: ReadonlyMap<number, readonly number[]>,
  nodes: readonly number[],
  point: readonly number[],
  tolerance: number,
  cell: number,
): number {
  const low = point.map((value) => Math.floor((value - tolerance) / cell));
  const high = point.map((value) => Math.floor((value + tolerance) / cell));
  let first = -1;
  for (let i = low[0]; i <= high[0]; i++) {
    for (let j = low[1]; j <= high[1]; j++) {
      for (let k = low[2]; k <= high[2]; k++) {
        for (const node of grid.get(hashCell(i, j, k)) ?? []) {
          const isNear = point.every((value, axis) => Math.abs(value - nodes[3 * node + axis]) <= tolerance);
          if (isNear && (first < 0 || node < first)) first = node;
        }
      }
    }
  }
  return first;
}

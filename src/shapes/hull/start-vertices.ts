import { cellCorner, NO_START_VERTICES, type StartVertices } from '../hull.ts';

/** Cells per side of the grid for n vertices: four cells per vertex leave two or three vertices per cell; more are of no use. */
const cellsPerSide = (n: number) => 2 * Math.min(16, Math.ceil(Math.sqrt(0.5 * n)));
/** Vertices and offsets from here on need 32-bit integers. */
const SHORT = 2 ** 15;
/** Up to this many vertices no table is needed. */
const FEW = 8;
/** A vertex is excluded from a cell where another is higher by this fraction of the largest coordinate: far above rounding. */
const CLEARLY = 1e-12;

/**
 * `startVertices` of a hull. A direction in a cell is a combination of the cell's corners with coefficients ≥ 0: a vertex
 * that is below another one along all four corners is never the support vertex. The support vertices of a cell are
 * connected by edges, so they are found from the one at the centre of the cell.
 */
export function createStartVertices(
  vertices: Float64Array,
  neighbourStarts: Int32Array,
  neighbours: Int32Array,
): StartVertices {
  if (vertices.length <= 3 * FEW) return NO_START_VERTICES;
  const size = cellsPerSide(vertices.length / 3);
  const cellCount = 2 * size * size;
  const table = [size];
  const lists: number[] = [];
  const hull = { vertices, neighbourStarts, neighbours };
  const search = createCellSearch(vertices);
  let best = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    const below = cell >= size * size;
    const i = Math.floor(cell / size) % size;
    const j = cell % size;
    best = climb(hull, cellCorner(size, below, i + 0.5, j + 0.5), best);
    for (let k = 0; k < 4; k++) search.corners.set(cellCorner(size, below, i + (k >> 1), j + (k & 1)), 3 * k);
    const count = keepHighest(search, collect(search, hull, best, cell + 1));
    table.push(count > 1 ? -(1 + cellCount + lists.length) : best);
    if (count > 1) lists.push(count, ...search.reached.subarray(0, count));
  }
  const all = [...table, ...lists];
  return Math.max(all.length, vertices.length / 3) < SHORT ? Int16Array.from(all) : Int32Array.from(all);
}

interface Corners {
  readonly vertices: Float64Array;
  readonly neighbourStarts: Int32Array;
  readonly neighbours: Int32Array;
}

/** Workspace of the search in one cell: its four corners, the vertices reached, and their heights along each corner. */
interface CellSearch {
  readonly corners: Float64Array;
  readonly reached: Int32Array;
  readonly heights: Float64Array;
  /** The last cell each vertex was visited for, counted from 1. */
  readonly visited: Int32Array;
  /** [m] */
  readonly margin: number;
}

function createCellSearch(vertices: Float64Array): CellSearch {
  const count = vertices.length / 3;
  return {
    corners: new Float64Array(12),
    reached: new Int32Array(count),
    heights: new Float64Array(4 * count),
    visited: new Int32Array(count),
    margin: CLEARLY * vertices.reduce((max, x) => Math.max(max, Math.abs(x)), 0),
  };
}

/** Hill climbing: on a convex body a vertex with no higher neighbour is the highest. */
function climb({ vertices: v, neighbourStarts, neighbours }: Corners, d: readonly number[], from: number): number {
  const [x, y, z] = d;
  let best = from;
  let top = x * v[3 * best] + y * v[3 * best + 1] + z * v[3 * best + 2];
  for (let last = -1; last !== best; ) {
    last = best;
    for (let k = neighbourStarts[last]; k < neighbourStarts[last + 1]; k++) {
      const j = neighbours[k];
      const height = x * v[3 * j] + y * v[3 * j + 1] + z * v[3 * j + 2];
      if (height <= top) continue;
      top = height;
      best = j;
    }
  }
  return best;
}

/** Breadth-first search along edges over vertices that are not clearly below `best`. Returns the number of vertices reached. */
function collect(search: CellSearch, hull: Corners, best: number, cell: number): number {
  const { reached, visited } = search;
  const { neighbourStarts, neighbours } = hull;
  let count = 1;
  reached[0] = best;
  visited[best] = cell;
  setHeights(search, hull, best, 0);
  for (let k = 0; k < count; k++) {
    for (let e = neighbourStarts[reached[k]]; e < neighbourStarts[reached[k] + 1]; e++) {
      const j = neighbours[e];
      if (visited[j] === cell) continue;
      visited[j] = cell;
      setHeights(search, hull, j, count);
      if (!isAbove(search, 0, count)) reached[count++] = j;
    }
  }
  return count;
}

function setHeights({ corners: c, heights }: CellSearch, { vertices: v }: Corners, vertex: number, slot: number): void {
  const i = 3 * vertex;
  for (let k = 0; k < 4; k++) {
    heights[4 * slot + k] = c[3 * k] * v[i] + c[3 * k + 1] * v[i + 1] + c[3 * k + 2] * v[i + 2];
  }
}

/** Is reached vertex `a` clearly higher along all directions of the cell than `b`? */
function isAbove({ heights: h, margin }: CellSearch, a: number, b: number): boolean {
  for (let k = 0; k < 4; k++) if (!(h[4 * a + k] > h[4 * b + k] + margin)) return false;
  return true;
}

/** Reduces `reached` to vertices that are not below another one. Returns their number. */
function keepHighest(search: CellSearch, count: number): number {
  const { reached } = search;
  let remaining = 0;
  for (let b = 0; b < count; b++) {
    let beaten = false;
    for (let a = 0; a < count && !beaten; a++) beaten = isAbove(search, a, b);
    if (!beaten) reached[remaining++] = reached[b];
  }
  return remaining;
}

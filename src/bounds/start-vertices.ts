import { cellCorner } from '../shapes/hull.ts';

/** Cells across the grid for n vertices: about four cells a vertex, so that few vertices are left in each; more cost memory and gain nothing. */
const across = (n: number) => 2 * Math.min(32, Math.ceil(Math.sqrt(0.5 * n)));
/** A vertex is left out of a cell where another is higher by this share of the largest coordinate: far above rounding. */
const CLEARLY = 1e-12;

/**
 * `startVertices` of a hull. A direction of a cell is a sum of the cell's corners with shares ≥ 0: a vertex that another is above
 * along all four of them is nowhere the farthest. The vertices that are farthest somewhere in a cell hang together by edges, so
 * they are found from the one that is so in the middle.
 */
export function createStartVertices(
  vertices: Float64Array,
  neighbourStarts: Int32Array,
  neighbours: Int32Array,
): Int32Array {
  const size = across(vertices.length / 3);
  const table = [size];
  const lists: number[] = [];
  const first = 1 + 2 * size * size;
  const margin = CLEARLY * vertices.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const around = (i: number) => neighbours.subarray(neighbourStarts[i], neighbourStarts[i + 1]);
  let best = 0;
  for (const below of [false, true]) {
    for (let cell = 0; cell < size * size; cell++) {
      const i = Math.floor(cell / size);
      const j = cell % size;
      const corners = [0, 1, 2, 3].map((k) => cellCorner(size, below, i + (k >> 1), j + (k & 1)));
      best = climb(vertices, around, cellCorner(size, below, i + 0.5, j + 0.5), best);
      const found = farthestInCell(vertices, around, corners, best, margin);
      if (found.length > 1) {
        table.push(-(first + lists.length));
        lists.push(found.length, ...found);
      } else {
        table.push(best);
      }
    }
  }
  return Int32Array.from([...table, ...lists]);
}

type Direction = readonly [number, number, number];

function heightOf(vertices: Float64Array, i: number, [x, y, z]: Direction): number {
  return x * vertices[3 * i] + y * vertices[3 * i + 1] + z * vertices[3 * i + 2];
}

/** On a convex body a vertex with no higher neighbour is the highest. */
function climb(vertices: Float64Array, around: (i: number) => Int32Array, along: Direction, from: number): number {
  let best = from;
  let top = heightOf(vertices, best, along);
  for (let last = -1; last !== best; ) {
    last = best;
    for (const j of around(last)) {
      const height = heightOf(vertices, j, along);
      if (height > top) {
        top = height;
        best = j;
      }
    }
  }
  return best;
}

function farthestInCell(
  vertices: Float64Array,
  around: (i: number) => Int32Array,
  corners: readonly Direction[],
  best: number,
  margin: number,
): number[] {
  const heights = new Map<number, number[]>();
  const above = (a: readonly number[], b: readonly number[]) => a.every((height, k) => height > b[k] + margin);
  const tops = corners.map((corner) => heightOf(vertices, best, corner));
  heights.set(best, tops);
  // keys that are added meanwhile are visited, too
  for (const i of heights.keys()) {
    for (const j of around(i)) {
      if (heights.has(j)) continue;
      const heightsOfJ = corners.map((corner) => heightOf(vertices, j, corner));
      if (!above(tops, heightsOfJ)) heights.set(j, heightsOfJ);
    }
  }
  const all = [...heights];
  return all.filter(([, mine]) => !all.some(([, others]) => above(others, mine))).map(([vertex]) => vertex);
}

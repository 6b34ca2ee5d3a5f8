/** Deforming surfaces of any size with a known number of candidate pairs: copies of one patch, too far apart to touch. */
import { createRandom, type Random } from './random.ts';

export interface Sheets {
  readonly vertexCount: number;
  readonly triangles: Int32Array;
  readonly edges: Int32Array;
  /** Packed xyz at the start and end of each step [m]. */
  readonly steps: readonly (readonly [Float64Array, Float64Array])[];
  /** Number of candidate pairs of each step, node-triangle and edge-edge together. */
  readonly pairCounts: readonly number[];
}

/** Squares along each side of a sheet; a patch is two sheets, one over the other. */
const SQUARES = 50;
export const TRIANGLES_PER_PATCH = 4 * SQUARES * SQUARES;
/** Coordinates are multiples of 1/2^20 m, so that all copies have the same bits. */
const GRID = 2 ** 20;
/** Distance between copies [m]. */
const SPACING = 2 * SQUARES;

export function createSheets(patchCount: number, stepCount: number): Sheets {
  const random = createRandom(801);
  const patch = createPatch();
  const vertexCount = patch.rest.length / 3;
  const frames = Array.from({ length: stepCount + 1 }, () => shake(patch.rest, random));
  const columns = Math.ceil(Math.sqrt(patchCount));
  const spread = (positions: Float64Array) => {
    const all = new Float64Array(patchCount * positions.length);
    for (let copy = 0; copy < patchCount; copy++) {
      const [x, y] = [SPACING * (copy % columns), SPACING * Math.floor(copy / columns)];
      positions.forEach((value, k) => {
        all[copy * positions.length + k] = value + [x, y, 0][k % 3];
      });
    }
    return all;
  };
  const repeat = (nodes: Int32Array) =>
    Int32Array.from({ length: patchCount * nodes.length }, (_, k) => {
      const copy = Math.floor(k / nodes.length);
      return copy * vertexCount + nodes[k % nodes.length];
    });
  const spreadFrames = frames.map(spread);
  return {
    vertexCount: patchCount * vertexCount,
    triangles: repeat(patch.triangles),
    edges: repeat(patch.edges),
    steps: spreadFrames.slice(1).map((end, k) => [spreadFrames[k], end] as const),
    pairCounts: frames.slice(1).map((end, k) => patchCount * countPairs(patch, frames[k], end)),
  };
}

interface Patch {
  readonly rest: Float64Array;
  readonly triangles: Int32Array;
  readonly edges: Int32Array;
}

function createPatch(): Patch {
  const side = SQUARES + 1;
  const rest: number[] = [];
  const triangles: number[] = [];
  const edges: number[] = [];
  for (const height of [0, 0.5]) {
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const a = rest.length / 3;
        rest.push(i, j, height);
        if (j < SQUARES) edges.push(a, a + 1);
        if (i < SQUARES) edges.push(a, a + side);
        if (i < SQUARES && j < SQUARES) {
          edges.push(a, a + side + 1);
          triangles.push(a, a + side, a + side + 1, a, a + side + 1, a + 1);
        }
      }
    }
  }
  return {
    rest: Float64Array.from(rest),
    triangles: Int32Array.from(triangles),
    edges: Int32Array.from(edges),
  };
}

/** Every vertex is displaced by at most 0.4 m along each axis, so that the sheets touch at some points. */
function shake(rest: Float64Array, random: Random): Float64Array {
  return rest.map((value) => Math.round((value + random.between(-0.4, 0.4)) * GRID) / GRID);
}

/** Brute force: every node with every triangle and every edge with every edge. */
function countPairs({ triangles, edges }: Patch, start: Float64Array, end: Float64Array): number {
  const nodes = Int32Array.from({ length: start.length / 3 }, (_, i) => i);
  return countOverlaps(nodes, 1, triangles, 3, start, end) + countOverlaps(edges, 2, edges, 2, start, end);
}

function countOverlaps(
  a: Int32Array,
  sizeA: number,
  b: Int32Array,
  sizeB: number,
  start: Float64Array,
  end: Float64Array,
): number {
  const [boxesA, boxesB] = [boxesOf(a, sizeA, start, end), boxesOf(b, sizeB, start, end)];
  let count = 0;
  for (let i = 0; i < boxesA.length; i += 6) {
    for (let j = a === b ? i + 6 : 0; j < boxesB.length; j += 6) {
      if (boxesA[i] > boxesB[j + 3] || boxesB[j] > boxesA[i + 3]) continue;
      if (boxesA[i + 1] > boxesB[j + 4] || boxesB[j + 1] > boxesA[i + 4]) continue;
      if (boxesA[i + 2] > boxesB[j + 5] || boxesB[j + 2] > boxesA[i + 5]) continue;
      const first = a.subarray((i / 6) * sizeA, (i / 6 + 1) * sizeA);
      const second = b.subarray((j / 6) * sizeB, (j / 6 + 1) * sizeB);
      if (!first.some((node) => second.includes(node))) count++;
    }
  }
  return count;
}

function boxesOf(elements: Int32Array, size: number, start: Float64Array, end: Float64Array): Float64Array {
  return Float64Array.from({ length: (6 * elements.length) / size }, (_, k) => {
    const [element, side] = [Math.floor(k / 6), k % 6];
    const nodes = Array.from(elements.subarray(size * element, size * (element + 1)));
    const values = nodes.flatMap((node) => [start[3 * node + (side % 3)], end[3 * node + (side % 3)]]);
    return side < 3 ? Math.min(...values) : Math.max(...values);
  });
}

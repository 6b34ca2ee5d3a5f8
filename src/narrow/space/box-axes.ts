/**
 * The direction in which two boxes are farthest apart, or overlap least, among 15: the axes of A, those of B, and the products
 * of one of each. The least overlap of all directions is along one of these, so of overlapping boxes it is the depth. Boxes
 * without width, which are segments and points, are no special case.
 */
import { type Core, SIZES } from './core.ts';

/** Products of edges shorter than this come from parallel edges: nothing the axes themselves do not say. */
const PARALLEL = 1e-9;
/** An edge product must be better than an axis by this share of the size: more than the rounding of either. */
const CLEARLY = 1e-15;

/** The best direction so far, from A to B in A's frame, and how far apart the boxes are along it: below zero in overlap. */
export const bestAxis = new Float64Array(4);
export const APART_BY = 3;

/** Fills `bestAxis`. Of equal axes the first counts: A's, then B's, then products. */
// biome-ignore format: one body per line
export function separateBoxes(coreA: Core, coreB: Core, relative: Float64Array): void {
  const a = coreA.numbers, b = coreB.numbers;
  bestAxis[APART_BY] = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3; i++) tryAxis(a, b, relative, i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0, 0);
  for (let j = 0; j < 3; j++) tryAxis(a, b, relative, relative[j], relative[3 + j], relative[6 + j], 0);
  const size = a[SIZES] + a[SIZES + 1] + a[SIZES + 2] + b[SIZES] + b[SIZES + 1] + b[SIZES + 2];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      // e_i × b_j: the two other components of b_j, exchanged
      const p = relative[3 * ((i + 1) % 3) + j], q = relative[3 * ((i + 2) % 3) + j];
      const length = Math.sqrt(p * p + q * q);
      if (length < PARALLEL) continue;
      const x = i === 0 ? 0 : i === 1 ? p : -q;
      const y = i === 1 ? 0 : i === 2 ? p : -q;
      const z = i === 2 ? 0 : i === 0 ? p : -q;
      tryAxis(a, b, relative, x / length, y / length, z / length, CLEARLY * size);
    }
  }
}

/** For a unit vector; turned towards B if need be. */
// biome-ignore format: one vector per line
function tryAxis(
  a: Float64Array, b: Float64Array, relative: Float64Array, x: number, y: number, z: number, margin: number,
): void {
  const along = x * relative[9] + y * relative[10] + z * relative[11];
  const ux = x * relative[0] + y * relative[3] + z * relative[6];
  const uy = x * relative[1] + y * relative[4] + z * relative[7];
  const uz = x * relative[2] + y * relative[5] + z * relative[8];
  const halfA = a[SIZES] * Math.abs(x) + a[SIZES + 1] * Math.abs(y) + a[SIZES + 2] * Math.abs(z);
  const halfB = b[SIZES] * Math.abs(ux) + b[SIZES + 1] * Math.abs(uy) + b[SIZES + 2] * Math.abs(uz);
  const apart = Math.abs(along) - halfA - halfB;
  if (!(apart > bestAxis[APART_BY] + margin)) return;
  const sign = along < 0 ? -1 : 1;
  bestAxis[0] = sign * x; bestAxis[1] = sign * y; bestAxis[2] = sign * z;
  bestAxis[APART_BY] = apart;
}

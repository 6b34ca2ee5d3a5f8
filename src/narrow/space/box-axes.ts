/**
 * The direction in which two boxes are farthest apart, or overlap least, among 15: the axes of A (0 to 2), those of B (3 to 5),
 * and the products of one of each (6 + 3 i + j). The least overlap of all directions is along one of these, so of overlapping
 * boxes it is the depth. Boxes without width, which are segments and points, are no special case.
 */
import { type Core, RADIUS, SIZES } from './core.ts';

/** Products of edges shorter than this come from parallel edges: nothing the axes themselves do not say. */
const PARALLEL = 1e-9;
/** An edge product must be better than an axis by this share of the size: more than the rounding of either. */
const CLEARLY = 1e-15;

/** The best direction so far, from A to B in A's frame, and how far apart the boxes are along it: below zero in overlap. */
export const bestAxis = new Float64Array(4);
export const APART_BY = 3;

/** How far apart along the axis tried last, and how far the next has to bring them: numbers of calls get boxed. */
const gap = new Float64Array(2);
const TO_BEAT = 1;

/**
 * Fills `bestAxis`. Of equal axes the first counts: A's, then B's, then products. The search ends at the first axis along which the
 * boxes, grown by their radii, are farther apart than `margin` [m].
 */
export function separateBoxes(
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  margin = Number.POSITIVE_INFINITY,
): void {
  const a = coreA.numbers;
  const b = coreB.numbers;
  const enough = margin + a[RADIUS] + b[RADIUS];
  let best = 0;
  let apart = Number.NEGATIVE_INFINITY;
  for (let axis = 0; axis < 6 && !(apart > enough); axis++) {
    if (axis < 3) tryAxisOfA(a, b, relative, axis);
    else tryAxisOfB(a, b, relative, axis - 3);
    if (!(gap[0] > apart)) continue;
    apart = gap[0];
    best = axis;
  }
  const clearly = CLEARLY * (a[SIZES] + a[SIZES + 1] + a[SIZES + 2] + b[SIZES] + b[SIZES + 1] + b[SIZES + 2]);
  for (let axis = 6; axis < 15 && !(apart > enough); axis++) {
    gap[TO_BEAT] = apart + clearly;
    tryProduct(a, b, relative, axis - 6);
    if (!(gap[0] > gap[TO_BEAT])) continue;
    apart = gap[0];
    best = axis;
  }
  bestAxis[APART_BY] = apart;
  writeAxis(relative, best);
}

// biome-ignore format: one body per line
function tryAxisOfA(a: Float64Array, b: Float64Array, relative: Float64Array, i: number): void {
  const x = Math.abs(relative[3 * i]), y = Math.abs(relative[3 * i + 1]), z = Math.abs(relative[3 * i + 2]);
  const halfB = b[SIZES] * x + b[SIZES + 1] * y + b[SIZES + 2] * z;
  gap[0] = Math.abs(relative[9 + i]) - a[SIZES + i] - halfB;
}

// biome-ignore format: one body per line
function tryAxisOfB(a: Float64Array, b: Float64Array, relative: Float64Array, j: number): void {
  const x = relative[j], y = relative[3 + j], z = relative[6 + j];
  const halfA = a[SIZES] * Math.abs(x) + a[SIZES + 1] * Math.abs(y) + a[SIZES + 2] * Math.abs(z);
  gap[0] = Math.abs(x * relative[9] + y * relative[10] + z * relative[11]) - halfA - b[SIZES + j];
}

/**
 * e_i × b_j has the two other components of b_j, exchanged: (0, -q, p) for i = 0. All lengths are first taken with the product as it is:
 * its length is at most 1, so an overlap only gets larger, and most products are given up before the root.
 */
// biome-ignore format: one body per line
function tryProduct(a: Float64Array, b: Float64Array, relative: Float64Array, product: number): void {
  const i = (product / 3) | 0, j = product - 3 * i;
  const i1 = i === 2 ? 0 : i + 1, i2 = i === 0 ? 2 : i - 1;
  const j1 = j === 2 ? 0 : j + 1, j2 = j === 0 ? 2 : j - 1;
  const p = relative[3 * i1 + j], q = relative[3 * i2 + j];
  const halfA = a[SIZES + i1] * Math.abs(q) + a[SIZES + i2] * Math.abs(p);
  const halfB = b[SIZES + j1] * Math.abs(relative[3 * i + j2]) + b[SIZES + j2] * Math.abs(relative[3 * i + j1]);
  const apart = Math.abs(p * relative[9 + i2] - q * relative[9 + i1]) - halfA - halfB;
  gap[0] = Number.NEGATIVE_INFINITY;
  if (apart <= 0 && apart <= gap[TO_BEAT]) return;
  const lengthSq = p * p + q * q;
  if (lengthSq > PARALLEL * PARALLEL) gap[0] = apart / Math.sqrt(lengthSq);
}

/** The axis as a unit vector towards B. */
// biome-ignore format: one vector per line
function writeAxis(relative: Float64Array, axis: number): void {
  let x = axis === 0 ? 1 : 0, y = axis === 1 ? 1 : 0, z = axis === 2 ? 1 : 0;
  if (axis >= 6) {
    const i = ((axis - 6) / 3) | 0, j = axis - 6 - 3 * i;
    const p = relative[3 * (i === 2 ? 0 : i + 1) + j], q = relative[3 * (i === 0 ? 2 : i - 1) + j];
    const length = Math.sqrt(p * p + q * q);
    x = i === 0 ? 0 : (i === 1 ? p : -q) / length;
    y = i === 1 ? 0 : (i === 2 ? p : -q) / length;
    z = i === 2 ? 0 : (i === 0 ? p : -q) / length;
  } else if (axis >= 3) {
    x = relative[axis - 3]; y = relative[axis]; z = relative[axis + 3];
  }
  const sign = x * relative[9] + y * relative[10] + z * relative[11] < 0 ? -1 : 1;
  bestAxis[0] = sign * x; bestAxis[1] = sign * y; bestAxis[2] = sign * z;
}

/**
 * The direction in which two boxes are farthest apart, or overlap least, among 15: the axes of A (0 to 2), those of B (3 to 5),
 * and the products of one of each (6 + 3 i + j). The least overlap of all directions is along one of these, so of overlapping
 * boxes it is the depth. Boxes without width, which are segments and points, are no special case.
 */
import { type Core, RADIUS, SIZES } from './core.ts';

/** Products of edges shorter than this (squared) come from parallel edges: nothing the axes themselves do not say. */
const PARALLEL_SQ = 1e-18;
/** Products shorter than this (squared) are measured again at full length: their rounding would be blown up. */
const SHARP_SQ = 0.01;
/** An edge product must be better than an axis by this share of the size: more than the rounding of either. */
const CLEARLY = 1e-15;

/** The best direction so far, from A to B in A's frame, and how far apart the boxes are along it: below zero in overlap. */
export const bestAxis = new Float64Array(4);
export const APART_BY = 3;

/**
 * Fills `bestAxis`. Of equal axes the first counts: A's, then B's, then products. The search ends once there is an axis along which the
 * boxes, grown by their radii, are farther apart than `margin` [m].
 */
// biome-ignore format: one vector per line
export function boxSat(
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  margin = Number.POSITIVE_INFINITY,
): void {
  const a = coreA.numbers, b = coreB.numbers;
  const enough = margin + a[RADIUS] + b[RADIUS];
  const ax = a[SIZES], ay = a[SIZES + 1], az = a[SIZES + 2];
  const bx = b[SIZES], by = b[SIZES + 1], bz = b[SIZES + 2];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  let best = 0, apart = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const x = Math.abs(relative[3 * i]), y = Math.abs(relative[3 * i + 1]), z = Math.abs(relative[3 * i + 2]);
    const gap = Math.abs(relative[9 + i]) - a[SIZES + i] - (bx * x + by * y + bz * z);
    if (gap > apart) { apart = gap; best = i; }
  }
  if (apart > enough) {
    bestAxis[APART_BY] = apart;
    writeAxis(relative, best);
    return;
  }
  for (let j = 0; j < 3; j++) {
    const x = relative[j], y = relative[3 + j], z = relative[6 + j];
    const gap = Math.abs(x * tx + y * ty + z * tz) - (ax * Math.abs(x) + ay * Math.abs(y) + az * Math.abs(z)) - b[SIZES + j];
    if (gap > apart) { apart = gap; best = 3 + j; }
  }
  const clearly = CLEARLY * (ax + ay + az + bx + by + bz);
  for (let j = 0; j < 3 && !(apart > enough); j++) {
    const j1 = j === 2 ? 0 : j + 1, j2 = j === 0 ? 2 : j - 1;
    const p = b[SIZES + j1], q = b[SIZES + j2];
    // b_j, whose product with e_i has its two other components, exchanged: (0, -z, y) for i = 0
    const x = relative[j], y = relative[3 + j], z = relative[6 + j];
    const u = Math.abs(x), v = Math.abs(y), w = Math.abs(z);
    // with the products as they are: at most 1 long, so an overlap only gets larger, and most are given up before the root
    const first = Math.abs(y * tz - z * ty) - (ay * w + az * v) - (p * Math.abs(relative[j2]) + q * Math.abs(relative[j1]));
    if (first > Math.min(apart + clearly, 0)) {
      const lengthSq = y * y + z * z;
      let gap = lengthSq > PARALLEL_SQ ? first / Math.sqrt(lengthSq) : apart;
      if (gap > apart + clearly && lengthSq < SHARP_SQ) { writeAxis(relative, 6 + j); gap = gapAlongAxis(a, b, relative); }
      if (gap > apart + clearly) { apart = gap; best = 6 + j; }
    }
    const second = Math.abs(z * tx - x * tz) - (az * u + ax * w) - (p * Math.abs(relative[3 + j2]) + q * Math.abs(relative[3 + j1]));
    if (second > Math.min(apart + clearly, 0)) {
      const lengthSq = z * z + x * x;
      let gap = lengthSq > PARALLEL_SQ ? second / Math.sqrt(lengthSq) : apart;
      if (gap > apart + clearly && lengthSq < SHARP_SQ) { writeAxis(relative, 9 + j); gap = gapAlongAxis(a, b, relative); }
      if (gap > apart + clearly) { apart = gap; best = 9 + j; }
    }
    const third = Math.abs(x * ty - y * tx) - (ax * v + ay * u) - (p * Math.abs(relative[6 + j2]) + q * Math.abs(relative[6 + j1]));
    if (third > Math.min(apart + clearly, 0)) {
      const lengthSq = x * x + y * y;
      let gap = lengthSq > PARALLEL_SQ ? third / Math.sqrt(lengthSq) : apart;
      if (gap > apart + clearly && lengthSq < SHARP_SQ) { writeAxis(relative, 12 + j); gap = gapAlongAxis(a, b, relative); }
      if (gap > apart + clearly) { apart = gap; best = 12 + j; }
    }
  }
  bestAxis[APART_BY] = apart;
  writeAxis(relative, best);
}

/** How far apart the boxes are along the unit vector `bestAxis`. */
// biome-ignore format: one vector per line
function gapAlongAxis(a: Float64Array, b: Float64Array, relative: Float64Array): number {
  const x = bestAxis[0], y = bestAxis[1], z = bestAxis[2];
  let gap = Math.abs(x * relative[9] + y * relative[10] + z * relative[11]);
  gap -= a[SIZES] * Math.abs(x) + a[SIZES + 1] * Math.abs(y) + a[SIZES + 2] * Math.abs(z);
  for (let j = 0; j < 3; j++) gap -= b[SIZES + j] * Math.abs(relative[j] * x + relative[3 + j] * y + relative[6 + j] * z);
  return gap;
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

/**
 * Separating axis test (SAT) of two boxes over 15 axes: the axes of A (0 to 2), those of B (3 to 5), and the cross products of one of
 * each (6 + 3 i + j). The minimum overlap over all directions is along one of these, so for overlapping boxes it is the penetration
 * depth. Boxes of zero width, which are segments and points, need no special case.
 */
import { RADIUS, SIZES } from './core.ts';

/** Cross products of edges shorter than this (squared) come from parallel edges: the face axes cover these. */
const PARALLEL_SQ = 1e-18;
/** Cross products shorter than this (squared) are measured again after normalising: division would amplify their rounding error. */
const SHARP_SQ = 0.01;
/** An edge cross product must be better than a face axis by this fraction of the size: above the rounding error of either. */
export const CLEARLY = 1e-15;

/**
 * Offsets in `bestAxis`: the best axis so far, a unit vector from A to B in A's frame, then the separation of the boxes along it, below
 * zero in overlap, and its number, 0 to 14.
 */
export const AXIS_SEPARATION = 3;
export const AXIS_NUMBER = 4;
export const AXIS_LENGTH = 5;

/**
 * Fills `bestAxis` for boxes with the numbers `a` and `b` of their cores. Ties go to the first axis: A's, then B's, then cross products. The search ends at an axis along which the
 * boxes, inflated by their radii, are separated by more than `margin` [m].
 */
// biome-ignore format: one vector per line
export function boxSat(
  bestAxis: Float64Array,
  a: Float64Array,
  b: Float64Array,
  relative: Float64Array,
  margin = Number.POSITIVE_INFINITY,
): void {
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
    bestAxis[AXIS_SEPARATION] = apart;
    writeAxis(bestAxis, relative, best);
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
    // b_j; its cross product with e_i has the two other components, swapped: (0, -z, y) for i = 0
    const x = relative[j], y = relative[3 + j], z = relative[6 + j];
    const u = Math.abs(x), v = Math.abs(y), w = Math.abs(z);
    // with unnormalised products: at most 1 long, so normalising only increases an overlap, and most are rejected before the root
    const first = Math.abs(y * tz - z * ty) - (ay * w + az * v) - (p * Math.abs(relative[j2]) + q * Math.abs(relative[j1]));
    if (first > Math.min(apart + clearly, 0)) {
      const lengthSq = y * y + z * z;
      let gap = lengthSq > PARALLEL_SQ ? first / Math.sqrt(lengthSq) : apart;
      if (gap > apart + clearly && lengthSq < SHARP_SQ) { writeAxis(bestAxis, relative, 6 + j); gap = gapAlongAxis(bestAxis, a, b, relative); }
      if (gap > apart + clearly) { apart = gap; best = 6 + j; }
    }
    const second = Math.abs(z * tx - x * tz) - (az * u + ax * w) - (p * Math.abs(relative[3 + j2]) + q * Math.abs(relative[3 + j1]));
    if (second > Math.min(apart + clearly, 0)) {
      const lengthSq = z * z + x * x;
      let gap = lengthSq > PARALLEL_SQ ? second / Math.sqrt(lengthSq) : apart;
      if (gap > apart + clearly && lengthSq < SHARP_SQ) { writeAxis(bestAxis, relative, 9 + j); gap = gapAlongAxis(bestAxis, a, b, relative); }
      if (gap > apart + clearly) { apart = gap; best = 9 + j; }
    }
    const third = Math.abs(x * ty - y * tx) - (ax * v + ay * u) - (p * Math.abs(relative[6 + j2]) + q * Math.abs(relative[6 + j1]));
    if (third > Math.min(apart + clearly, 0)) {
      const lengthSq = x * x + y * y;
      let gap = lengthSq > PARALLEL_SQ ? third / Math.sqrt(lengthSq) : apart;
      if (gap > apart + clearly && lengthSq < SHARP_SQ) { writeAxis(bestAxis, relative, 12 + j); gap = gapAlongAxis(bestAxis, a, b, relative); }
      if (gap > apart + clearly) { apart = gap; best = 12 + j; }
    }
  }
  bestAxis[AXIS_SEPARATION] = apart;
  writeAxis(bestAxis, relative, best);
}

/**
 * The same search for touching boxes, starting from the axis number `first`, usually the best one of the previous step: then hardly any other
 * axis is better, and hardly any branch is mispredicted, which takes most of the time otherwise. Ties go to that axis.
 */
// biome-ignore format: one vector per line
export function boxSatFrom(first: number, bestAxis: Float64Array, a: Float64Array, b: Float64Array, relative: Float64Array): void {
  writeAxis(bestAxis, relative, first);
  let best = first, apart = gapAlongAxis(bestAxis, a, b, relative);
  // the edges have become parallel
  if (!(apart > Number.NEGATIVE_INFINITY)) { boxSat(bestAxis, a, b, relative); return; }
  const ax = a[SIZES], ay = a[SIZES + 1], az = a[SIZES + 2];
  const bx = b[SIZES], by = b[SIZES + 1], bz = b[SIZES + 2];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  const clearly = CLEARLY * (ax + ay + az + bx + by + bz);
  for (let i = 0; i < 3; i++) {
    const x = Math.abs(relative[3 * i]), y = Math.abs(relative[3 * i + 1]), z = Math.abs(relative[3 * i + 2]);
    const gap = Math.abs(relative[9 + i]) - a[SIZES + i] - (bx * x + by * y + bz * z);
    if (gap > apart + clearly) { apart = gap; best = i; }
  }
  for (let j = 0; j < 3; j++) {
    const x = relative[j], y = relative[3 + j], z = relative[6 + j];
    const gap = Math.abs(x * tx + y * ty + z * tz) - (ax * Math.abs(x) + ay * Math.abs(y) + az * Math.abs(z)) - b[SIZES + j];
    if (gap > apart + clearly) { apart = gap; best = 3 + j; }
  }
  // squares with the sign of the number: g/√l > s if g|g| > s|s| l
  let limit = (apart + clearly) * Math.abs(apart + clearly);
  for (let j = 0; j < 3; j++) {
    const j1 = j === 2 ? 0 : j + 1, j2 = j === 0 ? 2 : j - 1;
    const p = b[SIZES + j1], q = b[SIZES + j2];
    const x = relative[j], y = relative[3 + j], z = relative[6 + j];
    const u = Math.abs(x), v = Math.abs(y), w = Math.abs(z);
    const gaps0 = Math.abs(y * tz - z * ty) - (ay * w + az * v) - (p * Math.abs(relative[j2]) + q * Math.abs(relative[j1]));
    const gaps1 = Math.abs(z * tx - x * tz) - (az * u + ax * w) - (p * Math.abs(relative[3 + j2]) + q * Math.abs(relative[3 + j1]));
    const gaps2 = Math.abs(x * ty - y * tx) - (ax * v + ay * u) - (p * Math.abs(relative[6 + j2]) + q * Math.abs(relative[6 + j1]));
    const isNoneBetter =
      !(gaps0 * Math.abs(gaps0) > limit * (y * y + z * z)) &&
      !(gaps1 * Math.abs(gaps1) > limit * (z * z + x * x)) &&
      !(gaps2 * Math.abs(gaps2) > limit * (x * x + y * y));
    if (isNoneBetter) continue;
    for (let i = 0; i < 3; i++) {
      const gap = i === 0 ? gaps0 : i === 1 ? gaps1 : gaps2;
      const lengthSq = i === 0 ? y * y + z * z : i === 1 ? z * z + x * x : x * x + y * y;
      if (!(gap * Math.abs(gap) > limit * lengthSq) || !(lengthSq > PARALLEL_SQ)) continue;
      writeAxis(bestAxis, relative, 6 + 3 * i + j);
      const along = gapAlongAxis(bestAxis, a, b, relative);
      if (!(along > apart + clearly)) continue;
      apart = along; best = 6 + 3 * i + j;
      limit = (apart + clearly) * Math.abs(apart + clearly);
    }
  }
  writeAxis(bestAxis, relative, best);
  bestAxis[AXIS_SEPARATION] = apart;
}

/** Separation of the boxes along the unit vector `bestAxis`. */
// biome-ignore format: one vector per line
function gapAlongAxis(bestAxis: Float64Array, a: Float64Array, b: Float64Array, relative: Float64Array): number {
  const x = bestAxis[0], y = bestAxis[1], z = bestAxis[2];
  let gap = Math.abs(x * relative[9] + y * relative[10] + z * relative[11]);
  gap -= a[SIZES] * Math.abs(x) + a[SIZES + 1] * Math.abs(y) + a[SIZES + 2] * Math.abs(z);
  gap -= b[SIZES] * Math.abs(relative[0] * x + relative[3] * y + relative[6] * z);
  gap -= b[SIZES + 1] * Math.abs(relative[1] * x + relative[4] * y + relative[7] * z);
  gap -= b[SIZES + 2] * Math.abs(relative[2] * x + relative[5] * y + relative[8] * z);
  return gap;
}

/** The axis as a unit vector towards B. */
// biome-ignore format: one vector per line
function writeAxis(bestAxis: Float64Array, relative: Float64Array, axis: number): void {
  bestAxis[AXIS_NUMBER] = axis;
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

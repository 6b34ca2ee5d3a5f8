/**
 * Difference vectors of a pair, and culling by boxes. [VBC24-6.2], step 1
 *
 * Node-triangle and edge-edge queries have the same form with four vectors, linear in τ:
 *
 *               P           Q           R           T
 *   triangle    x1 - xs     x2 - xs     x3 - xs     = R
 *   edges       p2 - p0     p3 - p0     p2 - p1     p3 - p1
 *
 *   F = P·(Q×R) vanishes when the four points lie in one plane.
 *   E1 = P×Q,  E2 = T×R,  E3 = R×P,  E4 = Q×T locate the contact in that plane. With N = (P-R)×(Q-P), E1 + E2 = E3 + E4 = N
 *   for edges, and E1 + E3 + E4 = N, E2 = 0 for a triangle.
 */
import type { PointMotion } from './point-motion.ts';

const abs = Math.abs;
const EPSILON = 2 ** -53;

/**
 * Length of `vectors`: P Q R T of a pair, each as start xyz, end xyz and size xyz. The size is |start| + |end|, or
 * |start| + |Δt v| where velocities are given. T is set for edges only.
 */
export const VECTORS_LENGTH = 36;

/**
 * Relative and absolute [m] margin by which a rounded end value must differ from zero for its sign to be certain.
 */
const END_ROUNDING = 4 * EPSILON;
const END_UNDERFLOW = 1e-300;

/**
 * Loads the vectors P = i - o, Q = j - o, R = k - m, T = l - m (offsets into the packed points) unless, along some axis, all
 * are on the same side of zero at both ends: then the pair cannot touch, and the result is true.
 */
// biome-ignore format: one axis per block
export function isCulled(
  motion: PointMotion, edges: boolean, o: number, m: number, i: number, j: number, k: number, l: number, vectors: Float64Array,
): boolean {
  const v = vectors;
  const x = motion.start, y = motion.endOrVelocity;
  const ends = motion.given === 'ends';
  const dt = motion.duration;
  // differences of doubles have exact signs, end values x + Δt v do not
  const fraction = ends ? 0 : END_ROUNDING, floor = ends ? 0 : END_UNDERFLOW;
  let xo = 0, xm = 0, yo = 0, ym = 0, span = 0;

  // axis by axis: differences at the start (0) and end (1) and their magnitudes (m). If all signs agree, the sum equals the
  // sum of magnitudes: one branch that contacts do not take, before the deciding ones. T is rarely needed here and only
  // tested then
  xo = x[o]; xm = x[m]; yo = y[o]; ym = y[m];
  const p0x = x[i] - xo, q0x = x[j] - xo, r0x = x[k] - xm;
  let p1x = y[i] - yo, q1x = y[j] - yo, r1x = y[k] - ym;
  let mpx = abs(p0x) + abs(p1x), mqx = abs(q0x) + abs(q1x), mrx = abs(r0x) + abs(r1x);
  span = mpx + mqx + mrx;
  if (!ends) {
    p1x *= dt; q1x *= dt; r1x *= dt;
    mpx = abs(p0x) + abs(p1x); mqx = abs(q0x) + abs(q1x); mrx = abs(r0x) + abs(r1x);
    p1x += p0x; q1x += q0x; r1x += r0x;
    span = abs(p0x) + abs(p1x) + (abs(q0x) + abs(q1x)) + (abs(r0x) + abs(r1x));
  }
  if (abs(p0x + p1x + (q0x + q1x) + (r0x + r1x)) >= span) {
    let t0 = r0x, t1 = r1x, mt = mrx;
    if (edges) {
      t0 = x[l] - xm; t1 = y[l] - ym; mt = abs(t0);
      if (!ends) { t1 *= dt; mt += abs(t1); t1 += t0; }
    }
    if (p0x > 0) {
      if (q0x > 0 && r0x > 0 && t0 > 0 && p1x > fraction * mpx + floor && q1x > fraction * mqx + floor
        && r1x > fraction * mrx + floor && t1 > fraction * mt + floor) return true;
    } else if (p0x < 0 && q0x < 0 && r0x < 0 && t0 < 0 && -p1x > fraction * mpx + floor && -q1x > fraction * mqx + floor
      && -r1x > fraction * mrx + floor && -t1 > fraction * mt + floor) return true;
  }

  xo = x[o + 1]; xm = x[m + 1]; yo = y[o + 1]; ym = y[m + 1];
  const p0y = x[i + 1] - xo, q0y = x[j + 1] - xo, r0y = x[k + 1] - xm;
  let p1y = y[i + 1] - yo, q1y = y[j + 1] - yo, r1y = y[k + 1] - ym;
  let mpy = abs(p0y) + abs(p1y), mqy = abs(q0y) + abs(q1y), mry = abs(r0y) + abs(r1y);
  span = mpy + mqy + mry;
  if (!ends) {
    p1y *= dt; q1y *= dt; r1y *= dt;
    mpy = abs(p0y) + abs(p1y); mqy = abs(q0y) + abs(q1y); mry = abs(r0y) + abs(r1y);
    p1y += p0y; q1y += q0y; r1y += r0y;
    span = abs(p0y) + abs(p1y) + (abs(q0y) + abs(q1y)) + (abs(r0y) + abs(r1y));
  }
  if (abs(p0y + p1y + (q0y + q1y) + (r0y + r1y)) >= span) {
    let t0 = r0y, t1 = r1y, mt = mry;
    if (edges) {
      t0 = x[l + 1] - xm; t1 = y[l + 1] - ym; mt = abs(t0);
      if (!ends) { t1 *= dt; mt += abs(t1); t1 += t0; }
    }
    if (p0y > 0) {
      if (q0y > 0 && r0y > 0 && t0 > 0 && p1y > fraction * mpy + floor && q1y > fraction * mqy + floor
        && r1y > fraction * mry + floor && t1 > fraction * mt + floor) return true;
    } else if (p0y < 0 && q0y < 0 && r0y < 0 && t0 < 0 && -p1y > fraction * mpy + floor && -q1y > fraction * mqy + floor
      && -r1y > fraction * mry + floor && -t1 > fraction * mt + floor) return true;
  }

  xo = x[o + 2]; xm = x[m + 2]; yo = y[o + 2]; ym = y[m + 2];
  const p0z = x[i + 2] - xo, q0z = x[j + 2] - xo, r0z = x[k + 2] - xm;
  let p1z = y[i + 2] - yo, q1z = y[j + 2] - yo, r1z = y[k + 2] - ym;
  let mpz = abs(p0z) + abs(p1z), mqz = abs(q0z) + abs(q1z), mrz = abs(r0z) + abs(r1z);
  span = mpz + mqz + mrz;
  if (!ends) {
    p1z *= dt; q1z *= dt; r1z *= dt;
    mpz = abs(p0z) + abs(p1z); mqz = abs(q0z) + abs(q1z); mrz = abs(r0z) + abs(r1z);
    p1z += p0z; q1z += q0z; r1z += r0z;
    span = abs(p0z) + abs(p1z) + (abs(q0z) + abs(q1z)) + (abs(r0z) + abs(r1z));
  }
  if (abs(p0z + p1z + (q0z + q1z) + (r0z + r1z)) >= span) {
    let t0 = r0z, t1 = r1z, mt = mrz;
    if (edges) {
      t0 = x[l + 2] - xm; t1 = y[l + 2] - ym; mt = abs(t0);
      if (!ends) { t1 *= dt; mt += abs(t1); t1 += t0; }
    }
    if (p0z > 0) {
      if (q0z > 0 && r0z > 0 && t0 > 0 && p1z > fraction * mpz + floor && q1z > fraction * mqz + floor
        && r1z > fraction * mrz + floor && t1 > fraction * mt + floor) return true;
    } else if (p0z < 0 && q0z < 0 && r0z < 0 && t0 < 0 && -p1z > fraction * mpz + floor && -q1z > fraction * mqz + floor
      && -r1z > fraction * mrz + floor && -t1 > fraction * mt + floor) return true;
  }

  v[0] = p0x; v[1] = p0y; v[2] = p0z; v[3] = p1x; v[4] = p1y; v[5] = p1z; v[6] = mpx; v[7] = mpy; v[8] = mpz;
  v[9] = q0x; v[10] = q0y; v[11] = q0z; v[12] = q1x; v[13] = q1y; v[14] = q1z; v[15] = mqx; v[16] = mqy; v[17] = mqz;
  v[18] = r0x; v[19] = r0y; v[20] = r0z; v[21] = r1x; v[22] = r1y; v[23] = r1z; v[24] = mrx; v[25] = mry; v[26] = mrz;
  if (edges) loadCorner(v, 27, motion, m, l);
  return false;
}

/** The difference of points `to` and `from` (offsets), packed like one of the vectors. */
// biome-ignore format: as above
export function loadCorner(out: Float64Array, at: number, motion: PointMotion, from: number, to: number): void {
  const x = motion.start, y = motion.endOrVelocity;
  const ends = motion.given === 'ends';
  const dt = ends ? 1 : motion.duration;
  for (let axis = 0; axis < 3; axis++) {
    const start = x[to + axis] - x[from + axis], endOrChange = (y[to + axis] - y[from + axis]) * dt;
    out[at + axis] = start;
    out[at + 3 + axis] = ends ? endOrChange : start + endOrChange;
    out[at + 6 + axis] = abs(start) + abs(endOrChange);
  }
}

/** Are all packed vectors on the same side of zero along some axis at both ends? Then their hull never contains the origin. */
export function isSeparatedByAxis(packed: Float64Array, motion: PointMotion): boolean {
  const fraction = motion.given === 'ends' ? 0 : END_ROUNDING;
  const floor = motion.given === 'ends' ? 0 : END_UNDERFLOW;
  for (let axis = 0; axis < 3; axis++) {
    let above = true;
    let below = true;
    for (let i = axis; i < packed.length; i += 9) {
      const margin = fraction * packed[i + 6] + floor;
      above &&= packed[i] > 0 && packed[i + 3] > margin;
      below &&= packed[i] < 0 && packed[i + 3] < -margin;
    }
    if (above || below) return true;
  }
  return false;
}

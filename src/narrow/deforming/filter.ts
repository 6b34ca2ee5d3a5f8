/**
 * First contact of node and triangle or of two edges, decided in doubles with proven error bounds. [VBC24] spec 6.2, steps 1 to 3
 *
 * Both kinds are one question about four difference vectors, linear in τ:
 *
 *               P           Q           R           T
 *   triangle    x1 - xs     x2 - xs     x3 - xs     = R
 *   edges       p2 - p0     p3 - p0     p2 - p1     p3 - p1
 *
 *   F = P·(Q×R) vanishes when the four points lie in one plane;
 *   E1 = P×Q,  E2 = T×R,  E3 = R×P,  E4 = Q×T tell where in that plane: with N = (P-R)×(Q-P), E1 + E2 = E3 + E4 = N for edges,
 *   E1 + E3 + E4 = N (and E2 = 0) for a triangle. Where F = 0, for any one component: all E strictly of one sign is contact,
 *   two strictly opposite is none.
 *
 * One long function on purpose: its scalars stay in registers, and doubles are boxed when they are arguments of a call. What it
 * leaves open goes on to `settle`.
 */
import type { PointMotion } from './point-motion.ts';
import { ENDS, type Rounding, settle, VELOCITIES, vectors } from './settle.ts';
import { CULLED, found, HIT, MISS } from './verdict.ts';

const { abs } = Math;
const EPSILON = 2 ** -53;
/** Above this [m] the bounds no longer cover underflow: left to whole numbers. */
const LARGEST = 1e50;
/** Covers every underflow of F for lengths below `LARGEST`, and of the in-plane functions. */
const TINY_F = 1e-200;
const TINY_E = 1e-250;

/**
 * Decides whether and when the pair first touches: `CULLED`, `MISS`, `HIT` (time and its bound in `found`) or `OPEN`. The
 * arguments are offsets into the packed points: P = i - o, Q = j - o, R = k - m, T = l - m. Writes nothing but `found` and scratch.
 */
// biome-ignore format: one vector per line
export function filterContact(
  motion: PointMotion, edges: boolean, o: number, m: number, i: number, j: number, k: number, l: number,
): number {
  const x = motion.start, y = motion.onward;
  const ends = motion.given === 'ends';
  const dt = motion.duration;
  // by this much a rounded end value must be off zero before its sign counts; differences of doubles have exact signs
  const share = ends ? 0 : 4 * EPSILON, floor = ends ? 0 : 1e-300;

  // per axis: differences at start (0) and end (1), their sizes; all on one side of zero at both ends is no contact
  let a = x[o], b = x[m], c = y[o], d = y[m];
  const p0x = x[i] - a, q0x = x[j] - a, r0x = x[k] - b, t0x = x[l] - b;
  let p1x = y[i] - c, q1x = y[j] - c, r1x = y[k] - d, t1x = y[l] - d;
  let mpx = abs(p0x), mqx = abs(q0x), mrx = abs(r0x), mtx = abs(t0x);
  if (ends) {
    mpx += abs(p1x); mqx += abs(q1x); mrx += abs(r1x); mtx += abs(t1x);
  } else {
    p1x *= dt; q1x *= dt; r1x *= dt; t1x *= dt;
    mpx += abs(p1x); mqx += abs(q1x); mrx += abs(r1x); mtx += abs(t1x);
    p1x += p0x; q1x += q0x; r1x += r0x; t1x += t0x;
  }
  if (p0x > 0) {
    if (q0x > 0 && r0x > 0 && t0x > 0 && p1x > share * mpx + floor && q1x > share * mqx + floor
      && r1x > share * mrx + floor && t1x > share * mtx + floor) return CULLED;
  } else if (p0x < 0 && q0x < 0 && r0x < 0 && t0x < 0 && -p1x > share * mpx + floor && -q1x > share * mqx + floor
    && -r1x > share * mrx + floor && -t1x > share * mtx + floor) return CULLED;

  a = x[o + 1]; b = x[m + 1]; c = y[o + 1]; d = y[m + 1];
  const p0y = x[i + 1] - a, q0y = x[j + 1] - a, r0y = x[k + 1] - b, t0y = x[l + 1] - b;
  let p1y = y[i + 1] - c, q1y = y[j + 1] - c, r1y = y[k + 1] - d, t1y = y[l + 1] - d;
  let mpy = abs(p0y), mqy = abs(q0y), mry = abs(r0y), mty = abs(t0y);
  if (ends) {
    mpy += abs(p1y); mqy += abs(q1y); mry += abs(r1y); mty += abs(t1y);
  } else {
    p1y *= dt; q1y *= dt; r1y *= dt; t1y *= dt;
    mpy += abs(p1y); mqy += abs(q1y); mry += abs(r1y); mty += abs(t1y);
    p1y += p0y; q1y += q0y; r1y += r0y; t1y += t0y;
  }
  if (p0y > 0) {
    if (q0y > 0 && r0y > 0 && t0y > 0 && p1y > share * mpy + floor && q1y > share * mqy + floor
      && r1y > share * mry + floor && t1y > share * mty + floor) return CULLED;
  } else if (p0y < 0 && q0y < 0 && r0y < 0 && t0y < 0 && -p1y > share * mpy + floor && -q1y > share * mqy + floor
    && -r1y > share * mry + floor && -t1y > share * mty + floor) return CULLED;

  a = x[o + 2]; b = x[m + 2]; c = y[o + 2]; d = y[m + 2];
  const p0z = x[i + 2] - a, q0z = x[j + 2] - a, r0z = x[k + 2] - b, t0z = x[l + 2] - b;
  let p1z = y[i + 2] - c, q1z = y[j + 2] - c, r1z = y[k + 2] - d, t1z = y[l + 2] - d;
  let mpz = abs(p0z), mqz = abs(q0z), mrz = abs(r0z), mtz = abs(t0z);
  if (ends) {
    mpz += abs(p1z); mqz += abs(q1z); mrz += abs(r1z); mtz += abs(t1z);
  } else {
    p1z *= dt; q1z *= dt; r1z *= dt; t1z *= dt;
    mpz += abs(p1z); mqz += abs(q1z); mrz += abs(r1z); mtz += abs(t1z);
    p1z += p0z; q1z += q0z; r1z += r0z; t1z += t0z;
  }
  if (p0z > 0) {
    if (q0z > 0 && r0z > 0 && t0z > 0 && p1z > share * mpz + floor && q1z > share * mqz + floor
      && r1z > share * mrz + floor && t1z > share * mtz + floor) return CULLED;
  } else if (p0z < 0 && q0z < 0 && r0z < 0 && t0z < 0 && -p1z > share * mpz + floor && -q1z > share * mqz + floor
    && -r1z > share * mrz + floor && -t1z > share * mtz + floor) return CULLED;

  // F in Bernstein form B0, b1 = 3 B1, b2 = 3 B2, B3 with H = Q×R
  const h0x = q0y * r0z - q0z * r0y, h0y = q0z * r0x - q0x * r0z, h0z = q0x * r0y - q0y * r0x;
  const h1x = q0y * r1z - q0z * r1y + (q1y * r0z - q1z * r0y);
  const h1y = q0z * r1x - q0x * r1z + (q1z * r0x - q1x * r0z);
  const h1z = q0x * r1y - q0y * r1x + (q1x * r0y - q1y * r0x);
  const h2x = q1y * r1z - q1z * r1y, h2y = q1z * r1x - q1x * r1z, h2z = q1x * r1y - q1y * r1x;
  const B0 = p0x * h0x + p0y * h0y + p0z * h0z;
  const b1 = p1x * h0x + p1y * h0y + p1z * h0z + (p0x * h1x + p0y * h1y + p0z * h1z);
  const b2 = p1x * h1x + p1y * h1y + p1z * h1z + (p0x * h2x + p0y * h2y + p0z * h2z);
  const B3 = p1x * h2x + p1y * h2y + p1z * h2z;
  const A = mpx * (mqy * mrz + mqz * mry) + mpy * (mqz * mrx + mqx * mrz) + mpz * (mqx * mry + mqy * mrx);
  const rounding: Rounding = ends ? ENDS : VELOCITIES;
  const err = rounding.volume * A + TINY_F;
  const safe = mpx + mpy + mpz + mqx + mqy + mqz + mrx + mry + mrz + mtx + mty + mtz < LARGEST;

  if (safe) {
    const err3 = 3 * err;
    if (B0 > err) {
      if (b1 > err3 && b2 > err3 && B3 > err) return MISS;
    } else if (B0 < -err && b1 < -err3 && b2 < -err3 && B3 < -err) return MISS;

    // one certain change of sign is one simple root
    const up = B0 < 0;
    const f0 = up ? -B0 : B0, f1 = up ? -b1 : b1, f2 = up ? -b2 : b2, f3 = up ? -B3 : B3;
    if (f0 > err && f3 < -err && (f1 > err3 || f2 < -err3)) {
      const d0 = f1 - 3 * f0, d1 = 2 * (f2 - f1), d2 = 3 * f3 - f2;
      let low = 0, high = 1, tau = f0 / (f0 - f3), slope = 0;
      for (let step = 0; step < 64; step++) {
        const s = 1 - tau;
        const f = ((f0 * s + f1 * tau) * s + f2 * tau * tau) * s + f3 * tau * tau * tau;
        slope = (d0 * s + d1 * tau) * s + d2 * tau * tau;
        if (abs(f) <= err) break;
        if (f > 0) low = tau; else high = tau;
        tau -= f / slope;
        if (!(tau > low && tau < high)) tau = 0.5 * (low + high);
      }
      let delta = 2.5 * err / abs(slope) + 4e-16;
      const before = tau - delta, after = tau + delta;
      let s = 1 - before;
      const fBefore = ((f0 * s + f1 * before) * s + f2 * before * before) * s + f3 * before * before * before;
      s = 1 - after;
      const fAfter = ((f0 * s + f1 * after) * s + f2 * after * after) * s + f3 * after * after * after;
      if ((before <= 0 || fBefore > err) && (after >= 1 || fAfter < -err)) {
        delta += 3e-16;
        s = 1 - tau;
        const px = s * p0x + tau * p1x, py = s * p0y + tau * p1y, pz = s * p0z + tau * p1z;
        const qx = s * q0x + tau * q1x, qy = s * q0y + tau * q1y, qz = s * q0z + tau * q1z;
        const rx = s * r0x + tau * r1x, ry = s * r0y + tau * r1y, rz = s * r0z + tau * r1z;
        const tx = s * t0x + tau * t1x, ty = s * t0y + tau * t1y, tz = s * t0z + tau * t1z;
        // the component with the largest |N| is the sharpest; it needs two coordinates u, v of each vector
        const nx = abs((py - ry) * (qz - pz) - (pz - rz) * (qy - py));
        const ny = abs((pz - rz) * (qx - px) - (px - rx) * (qz - pz));
        const nz = abs((px - rx) * (qy - py) - (py - ry) * (qx - px));
        let pu = py, pv = pz, qu = qy, qv = qz, ru = ry, rv = rz, tu = ty, tv = tz;
        let mpu = mpy, mpv = mpz, mqu = mqy, mqv = mqz, mru = mry, mrv = mrz, mtu = mty, mtv = mtz;
        if (nz > nx && nz > ny) {
          pu = px; pv = py; qu = qx; qv = qy; ru = rx; rv = ry; tu = tx; tv = ty;
          mpu = mpx; mpv = mpy; mqu = mqx; mqv = mqy; mru = mrx; mrv = mry; mtu = mtx; mtv = mty;
        } else if (ny > nx) {
          pu = pz; pv = px; qu = qz; qv = qx; ru = rz; rv = rx; tu = tz; tv = tx;
          mpu = mpz; mpv = mpx; mqu = mqz; mqv = mqx; mru = mrz; mrv = mrx; mtu = mtz; mtv = mtx;
        }
        const bound = rounding.plane + 4 * delta;
        const e1 = pu * qv - pv * qu, e3 = ru * pv - rv * pu, e4 = qu * tv - qv * tu;
        const m1 = bound * (mpu * mqv + mpv * mqu) + TINY_E;
        const m3 = bound * (mru * mpv + mrv * mpu) + TINY_E;
        const m4 = bound * (mqu * mtv + mqv * mtu) + TINY_E;
        let above = e1 > m1 && e3 > m3 && e4 > m4, below = e1 < -m1 && e3 < -m3 && e4 < -m4;
        let anyAbove = e1 > m1 || e3 > m3 || e4 > m4, anyBelow = e1 < -m1 || e3 < -m3 || e4 < -m4;
        if (edges) {
          const e2 = tu * rv - tv * ru, m2 = bound * (mtu * mrv + mtv * mru) + TINY_E;
          above = above && e2 > m2;
          below = below && e2 < -m2;
          anyAbove = anyAbove || e2 > m2;
          anyBelow = anyBelow || e2 < -m2;
        }
        if (above || below) {
          found[0] = tau;
          found[1] = delta;
          found[2] = up ? -slope : slope;
          found[3] = A;
          return HIT;
        }
        if (anyAbove && anyBelow) return MISS;
      }
    }
  }

  // the rare rest, on packed vectors
  const v = vectors;
  v[0] = p0x; v[1] = p0y; v[2] = p0z; v[3] = p1x; v[4] = p1y; v[5] = p1z; v[6] = mpx; v[7] = mpy; v[8] = mpz;
  v[9] = q0x; v[10] = q0y; v[11] = q0z; v[12] = q1x; v[13] = q1y; v[14] = q1z; v[15] = mqx; v[16] = mqy; v[17] = mqz;
  v[18] = r0x; v[19] = r0y; v[20] = r0z; v[21] = r1x; v[22] = r1y; v[23] = r1z; v[24] = mrx; v[25] = mry; v[26] = mrz;
  v[27] = t0x; v[28] = t0y; v[29] = t0z; v[30] = t1x; v[31] = t1y; v[32] = t1z; v[33] = mtx; v[34] = mty; v[35] = mtz;
  return settle(rounding, edges);
}

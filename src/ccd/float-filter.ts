/**
 * First contact of the pair in `vectors`, decided in doubles with certified error bounds. [VBC24-6.2], steps 2 to 5
 *
 * At a root of F, for any one component of the in-plane functions E (see `cull-pair.ts`): all E strictly of the same sign
 * means contact, two strictly opposite means none. No division, no choice of a good normal.
 */
import { HIT, MISS, OPEN } from './decision-stage.ts';

const abs = Math.abs;
const sqrt = Math.sqrt;
const EPSILON = 2 ** -53;
/** Magnitudes [m] above this are left to integer arithmetic: below, the tiny terms cover every underflow of F and E. */
const LARGEST = 1e50;
export const TINY_F = 1e-200;
export const TINY_E = 1e-250;
/** Bracketed steps before the search for a root gives up; bisection alone takes 53. */
export const STEP_LIMIT = 64;

/** Error bounds relative to the products of magnitudes: of F, of E at a root, and of the coefficients of E. */
export interface Rounding {
  readonly volume: number;
  readonly plane: number;
  readonly step: number;
}

/** Differences of given positions: one rounding error each. */
export const ENDS: Rounding = { volume: 20 * EPSILON, plane: 12 * EPSILON, step: 8 * EPSILON };
/** End values x + Δt v: three rounding errors. */
export const VELOCITIES: Rounding = { volume: 28 * EPSILON, plane: 16 * EPSILON, step: 12 * EPSILON };
/** As above, with R the sum over four corners: two more rounding errors. */
export const ENDS_OF_QUAD: Rounding = { volume: 24 * EPSILON, plane: 16 * EPSILON, step: 12 * EPSILON };
export const VELOCITIES_OF_QUAD: Rounding = { volume: 32 * EPSILON, plane: 20 * EPSILON, step: 16 * EPSILON };

const P = 0;
const Q = 9;
const R = 18;
const T = 27;

/**
 * `MISS`, `HIT` (τ, its error bound, F' and A in `found`) or `OPEN`. One long function on purpose: its scalars stay in
 * registers, while doubles passed as arguments are boxed.
 */
// biome-ignore format: one vector per line
export function filterContact(found: Float64Array, rounding: Rounding, edges: boolean, vectors: Float64Array): number {
  const w = vectors;
  const p0x = w[0], p0y = w[1], p0z = w[2], p1x = w[3], p1y = w[4], p1z = w[5], mpx = w[6], mpy = w[7], mpz = w[8];
  const q0x = w[9], q0y = w[10], q0z = w[11], q1x = w[12], q1y = w[13], q1z = w[14];
  const mqx = w[15], mqy = w[16], mqz = w[17], mrx = w[24], mry = w[25], mrz = w[26];
  const r0x = w[18], r0y = w[19], r0z = w[20], r1x = w[21], r1y = w[22], r1z = w[23];
  if (!(mpx + mpy + mpz + mqx + mqy + mqz + mrx + mry + mrz < LARGEST)) return OPEN;

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
  const err = rounding.volume * A + TINY_F, err3 = 3 * err;

  // from here on F starts above zero
  const sign = B0 < 0 ? -1 : 1;
  const f0 = sign * B0, f1 = sign * b1, f2 = sign * b2, f3 = sign * B3;
  if (f0 > err && f1 > err3 && f2 > err3 && f3 > err) return MISS;
  if (!(f0 > err && abs(f3) > err)) return isExcludedInPlane(rounding, edges, vectors) ? MISS : OPEN;

  // F' = (d0 s + d1 τ) s + d2 τ², s = 1 - τ; half of F'' = c0 s + c1 τ
  const d0 = f1 - 3 * f0, d1 = 2 * (f2 - f1), d2 = 3 * f3 - f2;
  const c0 = 0.5 * d1 - d0, c1 = d2 - 0.5 * d1;

  // one certain sign change is one simple root; otherwise split at the approximate critical points
  const single = f3 < -err && (f1 > err3 || f2 < -err3);
  let cut1 = 1, cut2 = 1;
  if (!single) {
    const a = d0 - d1 + d2, b = d1 - 2 * d0;
    const root = sqrt(Math.max(b * b - 4 * a * d0, 0));
    const q = b < 0 ? 0.5 * (root - b) : -0.5 * (root + b);
    const first = q / a, second = d0 / q;
    cut1 = first > 0 && first < 1 ? first : 1;
    cut2 = second > 0 && second < 1 ? second : 1;
    if (cut2 < cut1) { const c = cut1; cut1 = cut2; cut2 = c; }
    if (cut1 === 1) cut1 = 0.5;
  }

  let low = 0, high = cut1, fLow = f0;
  for (;;) {
    let s = 1 - high;
    const fHigh = high === 1 ? f3 : ((f0 * s + f1 * high) * s + f2 * high * high) * s + f3 * high * high * high;
    const side = fLow > 0 ? 1 : -1;
    let hasRoot = true;
    if (!single) {
      // the inner coefficients of the segment by blossoming, 3 F(l,l,h) and 3 F(l,h,h)
      const k = 1 - low;
      const e0 = 3 * f0 * k + f1 * low, e1 = f1 * k + f2 * low, e2 = f2 * k + 3 * f3 * low;
      const g0 = e0 * s + e1 * high, g1 = e1 * s + e2 * high;
      const second = side * (g0 * k + g1 * low), third = side * (g0 * s + g1 * high);
      const certain = abs(fHigh) > err;
      const changes = side * fHigh < 0;
      const one = second > 1.5 * err3 || third < -1.5 * err3, none = second > 1.5 * err3 && third > 1.5 * err3;
      if (!(certain && (changes ? one : none))) break;
      hasRoot = changes;
    }
    if (hasRoot) {
      // initial guess: the zero of the control polygon, or of the parabola that is flat at the cut
      const fraction = fLow / (fLow - fHigh);
      let tau = low + (high - low) * fraction;
      if (single) {
        if (f1 < 0) tau = f0 / (3 * f0 - f1);
        else if (f2 < 0) tau = (2 * f1 - f2) / (3 * (f1 - f2));
        else tau = (f2 - 2 * f3) / (f2 - 3 * f3);
      } else if (low === 0) tau = high - high * sqrt(1 - fraction);
      else if (high === 1) tau = low + (1 - low) * sqrt(fraction);
      // Halley's method safeguarded by bisection
      let left = low, right = high, slope = 0;
      for (let step = 0; step < STEP_LIMIT; step++) {
        s = 1 - tau;
        const f = ((f0 * s + f1 * tau) * s + f2 * tau * tau) * s + f3 * tau * tau * tau;
        slope = (d0 * s + d1 * tau) * s + d2 * tau * tau;
        if (abs(f) <= err) break;
        if (side * f > 0) left = tau; else right = tau;
        tau -= f * slope / (slope * slope - f * (c0 * s + c1 * tau));
        if (!(tau > left && tau < right)) tau = 0.5 * (left + right);
      }
      let delta = 2.5 * err / abs(slope) + 4e-16;
      const before = tau - delta, after = tau + delta;
      s = 1 - before;
      const fBefore = ((f0 * s + f1 * before) * s + f2 * before * before) * s + f3 * before * before * before;
      s = 1 - after;
      const fAfter = ((f0 * s + f1 * after) * s + f2 * after * after) * s + f3 * after * after * after;
      if (!((before <= low || side * fBefore > err) && (after >= high || side * fAfter < -err))) break;
      delta += 3e-16;

      // in-plane functions on the component with the largest |N|, the best conditioned; it needs two coordinates u, v of
      // each vector
      s = 1 - tau;
      const px = s * p0x + tau * p1x, py = s * p0y + tau * p1y, pz = s * p0z + tau * p1z;
      const ax = px - (s * r0x + tau * r1x), ay = py - (s * r0y + tau * r1y), az = pz - (s * r0z + tau * r1z);
      const bx = s * q0x + tau * q1x - px, by = s * q0y + tau * q1y - py, bz = s * q0z + tau * q1z - pz;
      const nx = abs(ay * bz - az * by), ny = abs(az * bx - ax * bz), nz = abs(ax * by - ay * bx);
      const u = nz > nx && nz > ny ? 0 : ny > nx ? 2 : 1, v = u === 2 ? 0 : u + 1;
      const t = edges ? T : R;
      const pu = s * w[u] + tau * w[3 + u], pv = s * w[v] + tau * w[3 + v];
      const qu = s * w[Q + u] + tau * w[Q + 3 + u], qv = s * w[Q + v] + tau * w[Q + 3 + v];
      const ru = s * w[R + u] + tau * w[R + 3 + u], rv = s * w[R + v] + tau * w[R + 3 + v];
      const tu = s * w[t + u] + tau * w[t + 3 + u], tv = s * w[t + v] + tau * w[t + 3 + v];
      const mpu = w[6 + u], mpv = w[6 + v], mqu = w[Q + 6 + u], mqv = w[Q + 6 + v];
      const mru = w[R + 6 + u], mrv = w[R + 6 + v], mtu = w[t + 6 + u], mtv = w[t + 6 + v];
      const bound = rounding.plane + 4 * delta;
      const e1 = pu * qv - pv * qu, m1 = bound * (mpu * mqv + mpv * mqu) + TINY_E;
      const e3 = ru * pv - rv * pu, m3 = bound * (mru * mpv + mrv * mpu) + TINY_E;
      const e4 = qu * tv - qv * tu, m4 = bound * (mqu * mtv + mqv * mtu) + TINY_E;
      // E2 of a triangle is zero by construction: E1 is used instead
      const e2 = edges ? tu * rv - tv * ru : e1, m2 = edges ? bound * (mtu * mrv + mtv * mru) + TINY_E : m1;
      if ((e1 > m1 && e2 > m2 && e3 > m3 && e4 > m4) || (e1 < -m1 && e2 < -m2 && e3 < -m3 && e4 < -m4)) {
        found[0] = tau;
        found[1] = delta;
        found[2] = sign * slope;
        found[3] = A;
        return HIT;
      }
      const above = e1 > m1 || e2 > m2 || e3 > m3 || e4 > m4, below = e1 < -m1 || e2 < -m2 || e3 < -m3 || e4 < -m4;
      if (!(above && below)) break;
    }
    if (high === 1) return MISS;
    low = high;
    fLow = fHigh;
    high = low < cut2 ? cut2 : 1;
  }
  return isExcludedInPlane(rounding, edges, vectors) ? MISS : OPEN;
}

/** The factors of E1, E3, E4 and, for edges only, E2. */
const FACTORS = Int32Array.of(P, Q, R, P, Q, T, T, R);
const FACTORS_OF_TRIANGLE = Int32Array.of(P, Q, R, P, Q, R);

/**
 * Is one in-plane function positive and another negative, in one component and over the whole step? Step 4: this also
 * decides nearly all pairs that move in one plane and do not touch.
 */
function isExcludedInPlane(rounding: Rounding, edges: boolean, vectors: Float64Array): boolean {
  const w = vectors;
  const factors = edges ? FACTORS : FACTORS_OF_TRIANGLE;
  for (let axis = 0; axis < 3; axis++) {
    const u = axis === 2 ? 0 : axis + 1;
    const v = 3 - axis - u;
    let above = false;
    let below = false;
    for (let e = 0; e < factors.length; e += 2) {
      const a = factors[e];
      const b = factors[e + 1];
      const bound = rounding.step * (w[a + 6 + u] * w[b + 6 + v] + w[a + 6 + v] * w[b + 6 + u]) + TINY_E;
      const h0 = w[a + u] * w[b + v] - w[a + v] * w[b + u];
      const h2 = w[a + 3 + u] * w[b + 3 + v] - w[a + 3 + v] * w[b + 3 + u];
      const h1 =
        w[a + u] * w[b + 3 + v] - w[a + v] * w[b + 3 + u] + (w[a + 3 + u] * w[b + v] - w[a + 3 + v] * w[b + u]);
      if (h0 > bound && h1 > 2 * bound && h2 > bound) above = true;
      if (h0 < -bound && h1 < -2 * bound && h2 < -bound) below = true;
    }
    if (above && below) return true;
  }
  return false;
}

/**
 * What the fast filter leaves open: contact excluded in the plane over the whole step, or several roots one after the other.
 * [VBC24] spec 6.2, steps 2 to 5. The vectors P Q R T are those of `filterContact`.
 */
import { found, HIT, MISS, OPEN } from './verdict.ts';

const { abs } = Math;
const EPSILON = 2 ** -53;
const LARGEST = 1e50;
const TINY_F = 1e-200;
const TINY_E = 1e-250;
/** Bracketed Newton steps before a root is given up; halving alone takes 53. */
const NEWTON_LIMIT = 64;

/** Error bounds in units of the products of sizes: of F, of in-plane functions at a root, and of their coefficients. */
export interface Rounding {
  readonly volume: number;
  readonly plane: number;
  readonly step: number;
}

/** Differences of given positions: one rounding each. */
export const ENDS: Rounding = { volume: 20 * EPSILON, plane: 12 * EPSILON, step: 8 * EPSILON };
/** End values x + Δt v: three roundings. */
export const VELOCITIES: Rounding = { volume: 28 * EPSILON, plane: 16 * EPSILON, step: 12 * EPSILON };
/** As above, with R = T the sum over four corners: two roundings more. */
export const ENDS_OF_QUAD: Rounding = { volume: 24 * EPSILON, plane: 16 * EPSILON, step: 12 * EPSILON };
export const VELOCITIES_OF_QUAD: Rounding = { volume: 32 * EPSILON, plane: 20 * EPSILON, step: 16 * EPSILON };

/** P Q R T, each as start xyz, end xyz and size xyz; the size bounds |start| + |end| or |start| + |Δt v|. */
export const vectors = new Float64Array(36);

const P = 0;
const Q = 9;
const R = 18;
const T = 27;
/** The factors of E1, E3, E4 and, for edges only, E2. */
const FACTORS = Int32Array.of(P, Q, R, P, Q, T, T, R);

/** B0, 3 B1, 3 B2, B3 of F and its error bound. */
const cubic = new Float64Array(5);
const ERR = 4;
/** Ends of the pieces between critical points of F. */
const cuts = new Float64Array(4);

/** Decides the query in `vectors` as far as doubles can: `MISS`, `HIT` (see `found`) or `OPEN`. */
export function settle(rounding: Rounding, edges: boolean): number {
  const v = vectors;
  let size = 0;
  for (let i = 6; i < 36; i += 9) size += v[i] + v[i + 1] + v[i + 2];
  if (!(size < LARGEST)) return OPEN;
  if (isExcludedInPlane(rounding, edges)) return MISS;
  loadCubic(rounding);
  const err = cubic[ERR];
  if (!(abs(cubic[0]) > err && abs(cubic[3]) > err)) return OPEN;
  const count = cutAtCriticalPoints();
  for (let piece = 0; piece < count; piece++) {
    const verdict = settlePiece(piece, rounding, edges);
    if (verdict !== MISS) return verdict;
  }
  return MISS;
}

/** Is one in-plane function above zero and another below, in one component and over the whole step? Step 4. */
function isExcludedInPlane(rounding: Rounding, edges: boolean): boolean {
  const v = vectors;
  const functions = edges ? 8 : 6;
  for (let axis = 0; axis < 3; axis++) {
    const i = axis === 2 ? 0 : axis + 1;
    const j = 3 - axis - i;
    let above = false;
    let below = false;
    for (let e = 0; e < functions; e += 2) {
      const a = FACTORS[e];
      const b = FACTORS[e + 1];
      const bound = rounding.step * (v[a + 6 + i] * v[b + 6 + j] + v[a + 6 + j] * v[b + 6 + i]) + TINY_E;
      const h0 = v[a + i] * v[b + j] - v[a + j] * v[b + i];
      const h2 = v[a + 3 + i] * v[b + 3 + j] - v[a + 3 + j] * v[b + 3 + i];
      const h1 = v[a + i] * v[b + 3 + j] - v[a + j] * v[b + 3 + i] + (v[a + 3 + i] * v[b + j] - v[a + 3 + j] * v[b + i]);
      if (h0 > bound && h1 > 2 * bound && h2 > bound) above = true;
      if (h0 < -bound && h1 < -2 * bound && h2 < -bound) below = true;
    }
    if (above && below) return true;
  }
  return false;
}

/** Step 2. */
// biome-ignore format: one vector per line
function loadCubic(rounding: Rounding): void {
  const v = vectors;
  const p0x = v[0], p0y = v[1], p0z = v[2], p1x = v[3], p1y = v[4], p1z = v[5], mpx = v[6], mpy = v[7], mpz = v[8];
  const q0x = v[9], q0y = v[10], q0z = v[11], q1x = v[12], q1y = v[13], q1z = v[14], mqx = v[15], mqy = v[16], mqz = v[17];
  const r0x = v[18], r0y = v[19], r0z = v[20], r1x = v[21], r1y = v[22], r1z = v[23], mrx = v[24], mry = v[25], mrz = v[26];
  const h0x = q0y * r0z - q0z * r0y, h0y = q0z * r0x - q0x * r0z, h0z = q0x * r0y - q0y * r0x;
  const h1x = q0y * r1z - q0z * r1y + (q1y * r0z - q1z * r0y);
  const h1y = q0z * r1x - q0x * r1z + (q1z * r0x - q1x * r0z);
  const h1z = q0x * r1y - q0y * r1x + (q1x * r0y - q1y * r0x);
  const h2x = q1y * r1z - q1z * r1y, h2y = q1z * r1x - q1x * r1z, h2z = q1x * r1y - q1y * r1x;
  cubic[0] = p0x * h0x + p0y * h0y + p0z * h0z;
  cubic[1] = p1x * h0x + p1y * h0y + p1z * h0z + (p0x * h1x + p0y * h1y + p0z * h1z);
  cubic[2] = p1x * h1x + p1y * h1y + p1z * h1z + (p0x * h2x + p0y * h2y + p0z * h2z);
  cubic[3] = p1x * h2x + p1y * h2y + p1z * h2z;
  found[3] = mpx * (mqy * mrz + mqz * mry) + mpy * (mqz * mrx + mqx * mrz) + mpz * (mqx * mry + mqy * mrx);
  cubic[ERR] = rounding.volume * found[3] + TINY_F;
}

/** Cuts [0, 1] where F' = 0, or in the middle; the cuts need not be accurate. Returns the number of pieces. */
function cutAtCriticalPoints(): number {
  // F' = a τ² + b τ + c
  const c = cubic[1] - 3 * cubic[0];
  const d = cubic[2] - cubic[1];
  const e = 3 * cubic[3] - cubic[2];
  const b = 2 * (d - c);
  const a = c - 2 * d + e;
  const root = Math.sqrt(Math.max(b * b - 4 * a * c, 0));
  const q = b < 0 ? 0.5 * (root - b) : -0.5 * (root + b);
  const first = Math.min(q / a, c / q);
  const second = Math.max(q / a, c / q);
  let count = 1;
  if (first > 0 && first < 1) cuts[count++] = first;
  if (second > first && second > 0 && second < 1) cuts[count++] = second;
  if (count === 1) cuts[count++] = 0.5;
  cuts[count] = 1;
  return count;
}

/** F(a, b, c), the symmetric function linear in each argument with F(τ, τ, τ) = F(τ). */
function blossom(a: number, b: number, c: number): number {
  const B1 = cubic[1] / 3;
  const B2 = cubic[2] / 3;
  const c0 = (1 - a) * cubic[0] + a * B1;
  const c1 = (1 - a) * B1 + a * B2;
  const c2 = (1 - a) * B2 + a * cubic[3];
  return (1 - c) * ((1 - b) * c0 + b * c1) + c * ((1 - b) * c1 + b * c2);
}

function valueAt(tau: number): number {
  const s = 1 - tau;
  return ((cubic[0] * s + cubic[1] * tau) * s + cubic[2] * tau * tau) * s + cubic[3] * tau * tau * tau;
}

function slopeAt(tau: number): number {
  const s = 1 - tau;
  const d1 = 2 * (cubic[2] - cubic[1]);
  return ((cubic[1] - 3 * cubic[0]) * s + d1 * tau) * s + (3 * cubic[3] - cubic[2]) * tau * tau;
}

/** Step 5 on the piece between two cuts: `MISS` here, `HIT` or `OPEN`. */
function settlePiece(piece: number, rounding: Rounding, edges: boolean): number {
  const low = cuts[piece];
  const high = cuts[piece + 1];
  const err = cubic[ERR];
  const left = valueAt(low);
  const right = valueAt(high);
  if (!(abs(left) > err && abs(right) > err)) return OPEN;
  const sign = left > 0 ? 1 : -1;
  const second = sign * blossom(low, low, high);
  const third = sign * blossom(low, high, high);
  const bound = 1.5 * err;
  if (sign * right > 0) return second > bound && third > bound ? MISS : OPEN;
  if (!(second > bound || third < -bound)) return OPEN;
  if (!certifyRoot(low, high, sign)) return OPEN;
  return placeInPlane(rounding, edges);
}

/** The one root of F between `low` and `high`, where F has the given sign on the left: τ, δ and F' in `found`. Step 3. */
function certifyRoot(low: number, high: number, sign: number): boolean {
  const err = cubic[ERR];
  let left = low;
  let right = high;
  let tau = 0.5 * (low + high);
  for (let step = 0; step < NEWTON_LIMIT; step++) {
    const f = sign * valueAt(tau);
    if (abs(f) <= err) break;
    if (f > 0) left = tau;
    else right = tau;
    tau -= f / (sign * slopeAt(tau));
    if (!(tau > left && tau < right)) tau = 0.5 * (left + right);
  }
  const slope = slopeAt(tau);
  const delta = (2.5 * err) / abs(slope) + 4e-16;
  found[0] = tau;
  found[1] = delta + 3e-16;
  found[2] = slope;
  const before = tau - delta <= low || sign * valueAt(tau - delta) > err;
  return before && (tau + delta >= high || sign * valueAt(tau + delta) < -err);
}

/** The sign rule at the root in `found`: the first component that shows something decides. */
function placeInPlane(rounding: Rounding, edges: boolean): number {
  const v = vectors;
  const tau = found[0];
  const s = 1 - tau;
  const bound = rounding.plane + 4 * found[1];
  const functions = edges ? 8 : 6;
  for (let axis = 0; axis < 3; axis++) {
    const i = axis === 2 ? 0 : axis + 1;
    const j = 3 - axis - i;
    let above = 0;
    let below = 0;
    for (let e = 0; e < functions; e += 2) {
      const a = FACTORS[e];
      const b = FACTORS[e + 1];
      const limit = bound * (v[a + 6 + i] * v[b + 6 + j] + v[a + 6 + j] * v[b + 6 + i]) + TINY_E;
      const ai = s * v[a + i] + tau * v[a + 3 + i];
      const aj = s * v[a + j] + tau * v[a + 3 + j];
      const value = ai * (s * v[b + j] + tau * v[b + 3 + j]) - aj * (s * v[b + i] + tau * v[b + 3 + i]);
      if (value > limit) above += 2;
      if (value < -limit) below += 2;
    }
    if (above === functions || below === functions) return HIT;
    if (above > 0 && below > 0) return MISS;
  }
  return OPEN;
}

/**
 * Contact of two ellipsoids as one problem for gaps and overlaps. [PATH98-3.1], [PATH98-3.2]
 *
 * Along a unit vector n the separation of the bodies r + B u, |u| ≤ 1, is
 *
 *   g(n) = n·d - h1 - h2      d = r2 - r1,  hi = |Biᵀn|,
 *
 * and the contact normal is the n that maximises it. The support points are r1 + p1 and r2 - p2, with pi = Bi Biᵀn / hi; their
 * difference is e = d - p1 - p2, which at the maximum is parallel to n: its tangential component q is the gradient of g on the
 * sphere. Newton's method on the sphere finds the maximum, with the negative Hessian
 *
 *   H = Σ (tᵀMi t - (pi·t)²)/hi + g      Mi = Bi Biᵀ,  t = two orthonormal vectors perpendicular to n.
 *
 * One step is its own function, and its data is in one packed array: with the loop in the same function, the first
 * rare case (a step too long, a nearly singular H) would permanently deoptimise the compiled code.
 */
import { ELLIPSOID_STRIDE } from './packed-ellipsoid.ts';

/**
 * Result of a pair, twelve numbers of a Float64Array: signed distance [m], normal xyz, point of A xyz, point of B
 * xyz, error bound of the distance [m], and the number of steps.
 */
export const PAIR_STRIDE = 12;

const MAX_STEPS = 200;
/** |q| relative to the size of the pair: converged; and acceptable where rounding error prevents a lower value. */
const TOLERANCE = 1e-13;
const ACCEPTABLE = 1e-11;
/** Steps without a smaller |q| before the search stalls in rounding error. */
const PATIENCE = 25;
/** Maximum step on the unit sphere. */
const LONGEST_STEP = 0.7;
/** A step must gain this fraction of what the slope predicts, minus the rounding error of g, relative to the size. */
const ARMIJO = 1e-4;
const ROUNDING = 4e-16;
/** H below this fraction of its larger eigenvalue is unreliable. */
const FLAT = 1e-12;

/** Status of a step. */
const SEARCHING = 0;
const CONVERGED = 1;
const STALLED = 2;

// State of the search: offsets in `w`.
/** d, B1 and B2 by rows. */
const OFFSET = 0;
const FIRST = 3;
const SECOND = 12;
/** M1 and M2: xx yy zz xy yz zx. Accurate enough for the Hessian; residuals use B. */
const FIRST_SQUARE = 21;
const SECOND_SQUARE = 27;
/** The normal n. */
const NORMAL = 33;
/** The last step: from m, where g was `BEFORE`, by s1 t + s2 u, with the predicted gain `SLOPE`. */
const FROM = 36;
const TANGENTS = 39;
const STEP = 45;
const SLOPE = 47;
const BEFORE = 48;
/** The smallest |q|² so far, and the number of steps since. */
const SMALLEST = 49;
const IDLE = 50;
/** From the size: rounding error of g, |q|² of convergence, acceptable |q|². */
const NOISE = 51;
const ENOUGH = 52;
const ACCEPTED = 53;
/** Values at n: g, |q|², p1. */
const HEIGHT = 54;
const RESIDUAL = 55;
const POINT = 56;
const w = new Float64Array(59);

/**
 * Finds a local maximum of g from the normal in `out`, or from a cheap initial guess if that is zero, and writes the
 * entry at `o`. True if it converged. Bodies A are in `a` with number `i`, bodies B in `b` with number `j`.
 */
export function maximizeGap(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): boolean {
  load(a, ELLIPSOID_STRIDE * i, b, ELLIPSOID_STRIDE * j);
  takeStart(out, o);
  let steps = 1;
  let status = advance();
  while (status === SEARCHING && steps < MAX_STEPS) {
    steps++;
    status = advance();
  }
  if (status === SEARCHING) status = evaluateStart();
  writeEntry(out, o, a, ELLIPSOID_STRIDE * i);
  out[o + 11] = steps;
  return status === CONVERGED || w[RESIDUAL] <= w[ACCEPTED];
}

// biome-ignore format: one row per line
function load(a: Float64Array, ia: number, b: Float64Array, ib: number): void {
  const dx = b[ib] - a[ia], dy = b[ib + 1] - a[ia + 1], dz = b[ib + 2] - a[ia + 2];
  w[OFFSET] = dx; w[OFFSET + 1] = dy; w[OFFSET + 2] = dz;
  loadBody(FIRST, FIRST_SQUARE, a, ia + 3);
  loadBody(SECOND, SECOND_SQUARE, b, ib + 3);
  const traceA = w[FIRST_SQUARE] + w[FIRST_SQUARE + 1] + w[FIRST_SQUARE + 2];
  const traceB = w[SECOND_SQUARE] + w[SECOND_SQUARE + 1] + w[SECOND_SQUARE + 2];
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz) + Math.sqrt(Math.max(traceA, traceB));
  w[NOISE] = ROUNDING * size;
  w[ENOUGH] = TOLERANCE * size * TOLERANCE * size;
  w[ACCEPTED] = ACCEPTABLE * size * ACCEPTABLE * size;
  w[BEFORE] = Number.NEGATIVE_INFINITY;
  w[SLOPE] = 0;
  w[SMALLEST] = Number.POSITIVE_INFINITY;
  w[IDLE] = 0;
}

/** B and M = B Bᵀ of one body. */
// biome-ignore format: one row per line
function loadBody(k: number, l: number, packed: Float64Array, i: number): void {
  const xx = packed[i], xy = packed[i + 1], xz = packed[i + 2];
  const yx = packed[i + 3], yy = packed[i + 4], yz = packed[i + 5];
  const zx = packed[i + 6], zy = packed[i + 7], zz = packed[i + 8];
  w[k] = xx; w[k + 1] = xy; w[k + 2] = xz;
  w[k + 3] = yx; w[k + 4] = yy; w[k + 5] = yz;
  w[k + 6] = zx; w[k + 7] = zy; w[k + 8] = zz;
  w[l] = xx * xx + xy * xy + xz * xz;
  w[l + 1] = yx * yx + yy * yy + yz * yz;
  w[l + 2] = zx * zx + zy * zy + zz * zz;
  w[l + 3] = xx * yx + xy * yy + xz * yz;
  w[l + 4] = yx * zx + yy * zy + yz * zz;
  w[l + 5] = zx * xx + zy * xy + zz * xz;
}

/** The normal of the last query, or (M1 + M2)⁻¹ d by cofactors: [PATH98-3.3] at λ = 1/2. */
// biome-ignore format: one vector per line
function takeStart(out: Float64Array, o: number): void {
  let nx = out[o + 1], ny = out[o + 2], nz = out[o + 3];
  let nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > 0)) {
    const dx = w[OFFSET], dy = w[OFFSET + 1], dz = w[OFFSET + 2];
    const sx = w[FIRST_SQUARE] + w[SECOND_SQUARE], sxy = w[FIRST_SQUARE + 3] + w[SECOND_SQUARE + 3];
    const sy = w[FIRST_SQUARE + 1] + w[SECOND_SQUARE + 1], syz = w[FIRST_SQUARE + 4] + w[SECOND_SQUARE + 4];
    const sz = w[FIRST_SQUARE + 2] + w[SECOND_SQUARE + 2], szx = w[FIRST_SQUARE + 5] + w[SECOND_SQUARE + 5];
    const cxy = syz * szx - sxy * sz, cyz = szx * sxy - syz * sx, czx = sxy * syz - szx * sy;
    nx = (sy * sz - syz * syz) * dx + cxy * dy + czx * dz;
    ny = cxy * dx + (sz * sx - szx * szx) * dy + cyz * dz;
    nz = czx * dx + cyz * dy + (sx * sy - sxy * sxy) * dz;
    nn = nx * nx + ny * ny + nz * nz;
    if (!(nx * dx + ny * dy + nz * dz > 0 && nn > 0 && nn < Number.POSITIVE_INFINITY)) {
      // flat bodies, products out of range, or concentric bodies: along d, or any direction
      const dd = dx * dx + dy * dy + dz * dz;
      nx = dd > 0 ? dx : 1; ny = dy; nz = dz;
      nn = dd > 0 ? dd : 1;
    }
  }
  const k = 1 / Math.sqrt(nn);
  w[NORMAL] = nx * k; w[NORMAL + 1] = ny * k; w[NORMAL + 2] = nz * k;
}

/** Evaluates g and its gradient at n, and takes the next Newton step; or halves the last one, if it was too long (Armijo). */
// biome-ignore format: one vector per line
function advance(): number {
  const nx = w[NORMAL], ny = w[NORMAL + 1], nz = w[NORMAL + 2];
  const a11 = w[FIRST], a12 = w[FIRST + 1], a13 = w[FIRST + 2];
  const a21 = w[FIRST + 3], a22 = w[FIRST + 4], a23 = w[FIRST + 5];
  const a31 = w[FIRST + 6], a32 = w[FIRST + 7], a33 = w[FIRST + 8];
  const b11 = w[SECOND], b12 = w[SECOND + 1], b13 = w[SECOND + 2];
  const b21 = w[SECOND + 3], b22 = w[SECOND + 4], b23 = w[SECOND + 5];
  const b31 = w[SECOND + 6], b32 = w[SECOND + 7], b33 = w[SECOND + 8];
  // v = Bᵀn, h = |v|, p = B v / h of both bodies
  const v1x = a11 * nx + a21 * ny + a31 * nz, v2x = b11 * nx + b21 * ny + b31 * nz;
  const v1y = a12 * nx + a22 * ny + a32 * nz, v2y = b12 * nx + b22 * ny + b32 * nz;
  const v1z = a13 * nx + a23 * ny + a33 * nz, v2z = b13 * nx + b23 * ny + b33 * nz;
  const h1 = Math.sqrt(v1x * v1x + v1y * v1y + v1z * v1z), h2 = Math.sqrt(v2x * v2x + v2y * v2y + v2z * v2z);
  const k1 = h1 > 0 ? 1 / h1 : 0, k2 = h2 > 0 ? 1 / h2 : 0;
  const p1x = (a11 * v1x + a12 * v1y + a13 * v1z) * k1, p2x = (b11 * v2x + b12 * v2y + b13 * v2z) * k2;
  const p1y = (a21 * v1x + a22 * v1y + a23 * v1z) * k1, p2y = (b21 * v2x + b22 * v2y + b23 * v2z) * k2;
  const p1z = (a31 * v1x + a32 * v1y + a33 * v1z) * k1, p2z = (b31 * v2x + b32 * v2y + b33 * v2z) * k2;
  const ex = w[OFFSET] - p1x - p2x, ey = w[OFFSET + 1] - p1y - p2y, ez = w[OFFSET + 2] - p1z - p2z;
  const g = nx * ex + ny * ey + nz * ez;
  // unit vectors perpendicular to n (Duff et al. 2017)
  const sign = nz >= 0 ? 1 : -1;
  const c = -1 / (sign + nz), xy = nx * ny * c;
  const tx = 1 + sign * nx * nx * c, ty = sign * xy, tz = -sign * nx;
  const ux = xy, uy = sign + ny * ny * c, uz = -ny;
  const q1 = tx * ex + ty * ey + tz * ez, q2 = ux * ex + uy * ey + uz * ez;
  const qq = q1 * q1 + q2 * q2;
  w[HEIGHT] = g; w[RESIDUAL] = qq;
  w[POINT] = p1x; w[POINT + 1] = p1y; w[POINT + 2] = p1z;
  if (g < w[BEFORE] + ARMIJO * w[SLOPE] - w[NOISE]) return stepBack();
  if (qq <= w[ENOUGH]) return CONVERGED;
  if (qq < w[SMALLEST]) { w[SMALLEST] = qq; w[IDLE] = 0; }
  else if (++w[IDLE] >= PATIENCE) return STALLED;

  // W = M1/h1 + M2/h2, then H
  const wxx = w[FIRST_SQUARE] * k1 + w[SECOND_SQUARE] * k2, wxy = w[FIRST_SQUARE + 3] * k1 + w[SECOND_SQUARE + 3] * k2;
  const wyy = w[FIRST_SQUARE + 1] * k1 + w[SECOND_SQUARE + 1] * k2, wyz = w[FIRST_SQUARE + 4] * k1 + w[SECOND_SQUARE + 4] * k2;
  const wzz = w[FIRST_SQUARE + 2] * k1 + w[SECOND_SQUARE + 2] * k2, wzx = w[FIRST_SQUARE + 5] * k1 + w[SECOND_SQUARE + 5] * k2;
  const wtx = wxx * tx + wxy * ty + wzx * tz, wux = wxx * ux + wxy * uy + wzx * uz;
  const wty = wxy * tx + wyy * ty + wyz * tz, wuy = wxy * ux + wyy * uy + wyz * uz;
  const wtz = wzx * tx + wyz * ty + wzz * tz, wuz = wzx * ux + wyz * uy + wzz * uz;
  const p1t = p1x * tx + p1y * ty + p1z * tz, p1u = p1x * ux + p1y * uy + p1z * uz;
  const p2t = p2x * tx + p2y * ty + p2z * tz, p2u = p2x * ux + p2y * uy + p2z * uz;
  let htt = tx * wtx + ty * wty + tz * wtz - p1t * p1t * k1 - p2t * p2t * k2 + g;
  const htu = tx * wux + ty * wuy + tz * wuz - p1t * p1u * k1 - p2t * p2u * k2;
  let huu = ux * wux + uy * wuy + uz * wuz - p1u * p1u * k1 - p2u * p2u * k2 + g;
  let determinant = htt * huu - htu * htu;
  const trace = htt + huu;
  if (!(trace > 0 && determinant > FLAT * trace * trace)) {
    // not concave: shift the eigenvalues, so that the smaller one becomes its absolute value
    const half = Math.sqrt(0.25 * (htt - huu) * (htt - huu) + htu * htu);
    const low = 0.5 * trace - half, high = 0.5 * trace + half;
    const shift = Math.max(Math.abs(low), FLAT * Math.abs(high), w[NOISE]) - low;
    htt += shift; huu += shift;
    determinant = htt * huu - htu * htu;
  }
  let s1 = (huu * q1 - htu * q2) / determinant;
  let s2 = (htt * q2 - htu * q1) / determinant;
  const ss = s1 * s1 + s2 * s2;
  if (ss > LONGEST_STEP * LONGEST_STEP) {
    const clip = LONGEST_STEP / Math.sqrt(ss);
    s1 *= clip; s2 *= clip;
  }
  w[SLOPE] = q1 * s1 + q2 * s2; w[BEFORE] = g;
  w[STEP] = s1; w[STEP + 1] = s2;
  w[FROM] = nx; w[FROM + 1] = ny; w[FROM + 2] = nz;
  w[TANGENTS] = tx; w[TANGENTS + 1] = ty; w[TANGENTS + 2] = tz;
  w[TANGENTS + 3] = ux; w[TANGENTS + 4] = uy; w[TANGENTS + 5] = uz;
  return moveNormal();
}

/** Halves the last step. */
function stepBack(): number {
  w[STEP] *= 0.5;
  w[STEP + 1] *= 0.5;
  w[SLOPE] *= 0.5;
  return moveNormal();
}

/** n = m + s1 t + s2 u, normalised. */
// biome-ignore format: one vector per line
function moveNormal(): number {
  const s1 = w[STEP], s2 = w[STEP + 1];
  const nx = w[FROM] + s1 * w[TANGENTS] + s2 * w[TANGENTS + 3];
  const ny = w[FROM + 1] + s1 * w[TANGENTS + 1] + s2 * w[TANGENTS + 4];
  const nz = w[FROM + 2] + s1 * w[TANGENTS + 2] + s2 * w[TANGENTS + 5];
  const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  w[NORMAL] = nx * k; w[NORMAL + 1] = ny * k; w[NORMAL + 2] = nz * k;
  return SEARCHING;
}

/** Out of steps: evaluates n at the start of the last step. */
function evaluateStart(): number {
  for (let k = 0; k < 3; k++) w[NORMAL + k] = w[FROM + k];
  w[BEFORE] = Number.NEGATIVE_INFINITY;
  w[SMALLEST] = 0;
  w[IDLE] = PATIENCE;
  return advance();
}

// biome-ignore format: one vector per line
function writeEntry(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  const g = w[HEIGHT], qq = w[RESIDUAL];
  const nx = w[NORMAL], ny = w[NORMAL + 1], nz = w[NORMAL + 2];
  const x = a[ia] + w[POINT], y = a[ia + 1] + w[POINT + 1], z = a[ia + 2] + w[POINT + 2];
  out[o] = g;
  out[o + 1] = nx; out[o + 2] = ny; out[o + 3] = nz;
  out[o + 4] = x; out[o + 5] = y; out[o + 6] = z;
  out[o + 7] = x + g * nx; out[o + 8] = y + g * ny; out[o + 9] = z + g * nz;
  // g is a lower bound of the distance and |e| = √(g² + q²) an upper one
  out[o + 10] = (qq > 0 ? qq / (Math.sqrt(g * g + qq) + Math.abs(g)) : 0) + w[NOISE];
}

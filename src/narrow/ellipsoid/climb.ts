/**
 * Contact of two ellipsoids as one problem for gaps and overlaps. [PATH98] spec 3.1, 3.2
 *
 * Along a unit vector n the bodies r + B u, |u| ≤ 1, stand apart by
 *
 *   g(n) = n·d - h1 - h2      d = r2 - r1,  hi = |Biᵀn|,
 *
 * and the contact normal is the n for which that is largest. Its points are r1 + p1 and r2 - p2, with pi = Bi Biᵀn / hi; what
 * is left between them is e = d - p1 - p2, which at the maximum runs along n: its part q across n is the gradient of g on the
 * sphere. Newton on the sphere climbs to it, with minus the Hessian
 *
 *   H = Σ (tᵀMi t - (pi·t)²)/hi + g      Mi = Bi Biᵀ,  t = two unit vectors square to n and to each other.
 */
import { ELLIPSOID_STRIDE } from './packed-ellipsoid.ts';

/**
 * What is found out about a pair, twelve numbers of a Float64Array: signed distance [m], normal xyz, point of A xyz, point of B
 * xyz, bound of the error of the distance [m], and the number of steps.
 */
export const PAIR_STRIDE = 12;

const MAX_STEPS = 200;
/** |q| against the size of the pair: converged; and still good enough where rounding lets it come no lower. */
const TOLERANCE = 1e-13;
const ACCEPTABLE = 1e-11;
/** Steps without a smaller |q| before rounding has the blame. */
const PATIENCE = 25;
/** Longest step on the unit sphere. */
const LONGEST_STEP = 0.7;
/** A step must bring this share of what the slope promises; less the rounding of g, as a share of the size. */
const ARMIJO = 1e-4;
const ROUNDING = 4e-16;
/** H below this share of its larger eigenvalue is not trusted. */
const FLAT = 1e-12;

/**
 * Climbs from the normal that stands in `out`, or from a cheap first guess if that is zero, to a maximum of g, and writes the
 * whole entry from `o` on. True if it arrived. Bodies A are in `a` with number `i`, bodies B in `b` with number `j`.
 */
// biome-ignore format: one vector per line
export function climb(
  out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number,
): boolean {
  const ia = ELLIPSOID_STRIDE * i, ib = ELLIPSOID_STRIDE * j;
  const rx = a[ia], ry = a[ia + 1], rz = a[ia + 2];
  const a11 = a[ia + 3], a12 = a[ia + 4], a13 = a[ia + 5];
  const a21 = a[ia + 6], a22 = a[ia + 7], a23 = a[ia + 8];
  const a31 = a[ia + 9], a32 = a[ia + 10], a33 = a[ia + 11];
  const b11 = b[ib + 3], b12 = b[ib + 4], b13 = b[ib + 5];
  const b21 = b[ib + 6], b22 = b[ib + 7], b23 = b[ib + 8];
  const b31 = b[ib + 9], b32 = b[ib + 10], b33 = b[ib + 11];
  const dx = b[ib] - rx, dy = b[ib + 1] - ry, dz = b[ib + 2] - rz;
  // M1 and M2: good enough for the Hessian, while residuals come from B
  const a1 = a11 * a11 + a12 * a12 + a13 * a13, a4 = a11 * a21 + a12 * a22 + a13 * a23;
  const a2 = a21 * a21 + a22 * a22 + a23 * a23, a5 = a21 * a31 + a22 * a32 + a23 * a33;
  const a3 = a31 * a31 + a32 * a32 + a33 * a33, a6 = a31 * a11 + a32 * a12 + a33 * a13;
  const b1 = b11 * b11 + b12 * b12 + b13 * b13, b4 = b11 * b21 + b12 * b22 + b13 * b23;
  const b2 = b21 * b21 + b22 * b22 + b23 * b23, b5 = b21 * b31 + b22 * b32 + b23 * b33;
  const b3 = b31 * b31 + b32 * b32 + b33 * b33, b6 = b31 * b11 + b32 * b12 + b33 * b13;
  const dd = dx * dx + dy * dy + dz * dz;
  const size = Math.sqrt(dd) + Math.sqrt(Math.max(a1 + a2 + a3, b1 + b2 + b3));
  const arrived = TOLERANCE * size * TOLERANCE * size, acceptable = ACCEPTABLE * size * ACCEPTABLE * size;
  const noise = ROUNDING * size;

  let nx = out[o + 1], ny = out[o + 2], nz = out[o + 3];
  let nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > 0)) {
    // (M1 + M2)⁻¹ d by cofactors: spec 3.3 half way
    const s1 = a1 + b1, s2 = a2 + b2, s3 = a3 + b3, s4 = a4 + b4, s5 = a5 + b5, s6 = a6 + b6;
    const c4 = s5 * s6 - s4 * s3, c5 = s6 * s4 - s5 * s1, c6 = s4 * s5 - s6 * s2;
    nx = (s2 * s3 - s5 * s5) * dx + c4 * dy + c6 * dz;
    ny = c4 * dx + (s3 * s1 - s6 * s6) * dy + c5 * dz;
    nz = c6 * dx + c5 * dy + (s1 * s2 - s4 * s4) * dz;
    nn = nx * nx + ny * ny + nz * nz;
    if (!(nx * dx + ny * dy + nz * dz > 0 && nn > 0 && nn < Number.POSITIVE_INFINITY)) {
      // flat bodies, lengths beyond the range of their products, or one centre for both: along d, or anywhere
      nx = dd > 0 ? dx : 1; ny = dy; nz = dz;
      nn = dd > 0 ? dd : 1;
    }
  }
  let k = 1 / Math.sqrt(nn);
  nx *= k; ny *= k; nz *= k;

  // the last step: from m, where g was `before`, by s1 t + s2 u, which promises `slope`
  let mx = 0, my = 0, mz = 0, tx = 0, ty = 0, tz = 0, ux = 0, uy = 0, uz = 0;
  let s1 = 0, s2 = 0, slope = 0, before = Number.NEGATIVE_INFINITY;
  let smallest = Number.POSITIVE_INFINITY, idle = 0;
  let steps = 0, done = false;
  let g = 0, qq = 0, px = 0, py = 0, pz = 0;
  for (;;) {
    steps++;
    // v = Bᵀn, h = |v|, p = B v / h of both bodies
    const v1x = a11 * nx + a21 * ny + a31 * nz, v2x = b11 * nx + b21 * ny + b31 * nz;
    const v1y = a12 * nx + a22 * ny + a32 * nz, v2y = b12 * nx + b22 * ny + b32 * nz;
    const v1z = a13 * nx + a23 * ny + a33 * nz, v2z = b13 * nx + b23 * ny + b33 * nz;
    const h1 = Math.sqrt(v1x * v1x + v1y * v1y + v1z * v1z), h2 = Math.sqrt(v2x * v2x + v2y * v2y + v2z * v2z);
    const k1 = h1 > 0 ? 1 / h1 : 0, k2 = h2 > 0 ? 1 / h2 : 0;
    px = (a11 * v1x + a12 * v1y + a13 * v1z) * k1;
    py = (a21 * v1x + a22 * v1y + a23 * v1z) * k1;
    pz = (a31 * v1x + a32 * v1y + a33 * v1z) * k1;
    const p2x = (b11 * v2x + b12 * v2y + b13 * v2z) * k2;
    const p2y = (b21 * v2x + b22 * v2y + b23 * v2z) * k2;
    const p2z = (b31 * v2x + b32 * v2y + b33 * v2z) * k2;
    const ex = dx - px - p2x, ey = dy - py - p2y, ez = dz - pz - p2z;
    g = nx * ex + ny * ey + nz * ez;

    if (g < before + ARMIJO * slope - noise && steps < MAX_STEPS) {
      // too far: half of the step
      s1 *= 0.5; s2 *= 0.5; slope *= 0.5;
    } else {
      // unit vectors square to n (Duff et al. 2017)
      const sign = nz >= 0 ? 1 : -1;
      const w = -1 / (sign + nz), xy = nx * ny * w;
      tx = 1 + sign * nx * nx * w; ty = sign * xy; tz = -sign * nx;
      ux = xy; uy = sign + ny * ny * w; uz = -ny;
      const q1 = tx * ex + ty * ey + tz * ez, q2 = ux * ex + uy * ey + uz * ez;
      qq = q1 * q1 + q2 * q2;
      if (qq <= arrived) { done = true; break; }
      if (qq < smallest) { smallest = qq; idle = 0; }
      else idle++;
      if (idle >= PATIENCE || steps >= MAX_STEPS) { done = qq <= acceptable; break; }

      // W = M1/h1 + M2/h2, then H
      const w1 = a1 * k1 + b1 * k2, w2 = a2 * k1 + b2 * k2, w3 = a3 * k1 + b3 * k2;
      const w4 = a4 * k1 + b4 * k2, w5 = a5 * k1 + b5 * k2, w6 = a6 * k1 + b6 * k2;
      const wtx = w1 * tx + w4 * ty + w6 * tz, wux = w1 * ux + w4 * uy + w6 * uz;
      const wty = w4 * tx + w2 * ty + w5 * tz, wuy = w4 * ux + w2 * uy + w5 * uz;
      const wtz = w6 * tx + w5 * ty + w3 * tz, wuz = w6 * ux + w5 * uy + w3 * uz;
      const p1t = px * tx + py * ty + pz * tz, p1u = px * ux + py * uy + pz * uz;
      const p2t = p2x * tx + p2y * ty + p2z * tz, p2u = p2x * ux + p2y * uy + p2z * uz;
      let htt = tx * wtx + ty * wty + tz * wtz - p1t * p1t * k1 - p2t * p2t * k2 + g;
      const htu = tx * wux + ty * wuy + tz * wuz - p1t * p1u * k1 - p2t * p2u * k2;
      let huu = ux * wux + uy * wuy + uz * wuz - p1u * p1u * k1 - p2u * p2u * k2 + g;
      let det = htt * huu - htu * htu;
      const trace = htt + huu;
      if (!(trace > 0 && det > FLAT * trace * trace)) {
        // not a hill: shift the eigenvalues, so that the smaller one is its own size above zero
        const half = Math.sqrt(0.25 * (htt - huu) * (htt - huu) + htu * htu);
        const low = 0.5 * trace - half, high = 0.5 * trace + half;
        const shift = Math.max(Math.abs(low), FLAT * Math.abs(high), noise) - low;
        htt += shift; huu += shift;
        det = htt * huu - htu * htu;
        if (!(det > 0)) { htt = huu = Math.max(Math.abs(low), Math.abs(high), noise); det = htt * huu; }
      }
      s1 = (huu * q1 - htu * q2) / det;
      s2 = (htt * q2 - htu * q1) / det;
      const ss = s1 * s1 + s2 * s2;
      if (ss > LONGEST_STEP * LONGEST_STEP) {
        const clip = LONGEST_STEP / Math.sqrt(ss);
        s1 *= clip; s2 *= clip;
      }
      slope = q1 * s1 + q2 * s2;
      before = g;
      mx = nx; my = ny; mz = nz;
    }
    nx = mx + s1 * tx + s2 * ux; ny = my + s1 * ty + s2 * uy; nz = mz + s1 * tz + s2 * uz;
    k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= k; ny *= k; nz *= k;
  }

  const x = rx + px, y = ry + py, z = rz + pz;
  out[o] = g;
  out[o + 1] = nx; out[o + 2] = ny; out[o + 3] = nz;
  out[o + 4] = x; out[o + 5] = y; out[o + 6] = z;
  out[o + 7] = x + g * nx; out[o + 8] = y + g * ny; out[o + 9] = z + g * nz;
  // g is a lower bound of the distance and |e| = √(g² + q²) an upper one
  out[o + 10] = qq > 0 ? qq / (Math.sqrt(g * g + qq) + Math.abs(g)) + noise : noise;
  out[o + 11] = steps;
  return done;
}

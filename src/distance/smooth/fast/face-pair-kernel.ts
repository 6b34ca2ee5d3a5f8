import type { FastPair } from './fast-pair.ts';

/** Arithmetic of two faces, without branches: Δ, E, g, 𝓗 and the 4 x 4 system. [PG05-2], [PG05-5.1] */

/** Writes Δ, E, g, D and 𝓗 from the two jets. */
// biome-ignore format: one vector per line
export function assembleFacePair(pair: FastPair): void {
  const { pose: p, jetA: a, jetB: b, delta, gradient, lengthsSq, hessian } = pair;
  const rxx = p[0], rxy = p[1], rxz = p[2];
  const ryx = p[3], ryy = p[4], ryz = p[5];
  const rzx = p[6], rzy = p[7], rzz = p[8];
  const fx = a[0], fy = a[1], fz = a[2];
  const hx = b[0], hy = b[1], hz = b[2];

  // Δ in A's frame and, as (ex, ey, ez), in B's
  const dx = fx - (p[9] + rxx * hx + rxy * hy + rxz * hz);
  const dy = fy - (p[10] + ryx * hx + ryy * hy + ryz * hz);
  const dz = fz - (p[11] + rzx * hx + rzy * hy + rzz * hz);
  const ex = rxx * dx + ryx * dy + rzx * dz;
  const ey = rxy * dx + ryy * dy + rzy * dz;
  const ez = rxz * dx + ryz * dy + rzz * dz;
  delta[0] = dx; delta[1] = dy; delta[2] = dz;
  delta[3] = ex; delta[4] = ey; delta[5] = ez;
  pair.energy = 0.5 * (dx * dx + dy * dy + dz * dz);

  // tangents: A's, B's in B's frame, B's in A's frame
  const fux = a[3], fuy = a[4], fuz = a[5], fvx = a[6], fvy = a[7], fvz = a[8];
  const brx = b[3], bry = b[4], brz = b[5], bsx = b[6], bsy = b[7], bsz = b[8];
  const hrx = rxx * brx + rxy * bry + rxz * brz, hry = ryx * brx + ryy * bry + ryz * brz, hrz = rzx * brx + rzy * bry + rzz * brz;
  const hsx = rxx * bsx + rxy * bsy + rxz * bsz, hsy = ryx * bsx + ryy * bsy + ryz * bsz, hsz = rzx * bsx + rzy * bsy + rzz * bsz;
  const du = dx * fux + dy * fuy + dz * fuz, dv = dx * fvx + dy * fvy + dz * fvz;
  const dr = ex * brx + ey * bry + ez * brz, ds = ex * bsx + ey * bsy + ez * bsz;
  const uu = fux * fux + fuy * fuy + fuz * fuz, vv = fvx * fvx + fvy * fvy + fvz * fvz;
  const rr = brx * brx + bry * bry + brz * brz, ss = bsx * bsx + bsy * bsy + bsz * bsz;
  gradient[0] = du; gradient[1] = dv; gradient[2] = -dr; gradient[3] = -ds;
  lengthsSq[0] = uu; lengthsSq[1] = vv; lengthsSq[2] = rr; lengthsSq[3] = ss;

  // F_i·F_k + Δ·F_ik
  const ka = a[18], wu = a[19], wv = a[20];
  const df = dx * fx + dy * fy + dz * fz;
  hessian[0] = uu + ka * (dx * a[9] + dy * a[10] + dz * a[11] - a[21] * df - 2 * wu * du);
  hessian[1] = fux * fvx + fuy * fvy + fuz * fvz
    + ka * (dx * a[12] + dy * a[13] + dz * a[14] - a[22] * df - wu * dv - wv * du);
  hessian[2] = vv + ka * (dx * a[15] + dy * a[16] + dz * a[17] - a[23] * df - 2 * wv * dv);
  // -F_i·H_l
  hessian[3] = -(fux * hrx + fuy * hry + fuz * hrz); hessian[4] = -(fvx * hrx + fvy * hry + fvz * hrz);
  hessian[6] = -(fux * hsx + fuy * hsy + fuz * hsz); hessian[7] = -(fvx * hsx + fvy * hsy + fvz * hsz);
  // H_j·H_l - Δ·H_jl
  const kb = b[18], wr = b[19], ws = b[20];
  const dh = ex * hx + ey * hy + ez * hz;
  hessian[5] = rr - kb * (ex * b[9] + ey * b[10] + ez * b[11] - b[21] * dh - 2 * wr * dr);
  hessian[8] = brx * bsx + bry * bsy + brz * bsz
    - kb * (ex * b[12] + ey * b[13] + ez * b[14] - b[22] * dh - wr * ds - ws * dr);
  hessian[9] = ss - kb * (ex * b[15] + ey * b[16] + ez * b[17] - b[23] * dh - 2 * ws * ds);
}

/**
 * LDLᵀ of 𝓗 - σ D; returns whether all pivots are positive. In scaled form X = D^(-1/2) 𝓗 D^(-1/2) the product of the pivots is
 * det X, and det X ≤ λ_min ((tr X - λ_min)/3)³: that bound of λ_min goes into `smallest`.
 */
// biome-ignore format: one row per line
export function factorFacePair(pair: FastPair, sigma: number): boolean {
  const { hessian: h, lengthsSq, factors } = pair;
  const d0 = lengthsSq[0], d1 = lengthsSq[1], d2 = lengthsSq[2], d3 = lengthsSq[3];
  const h00 = h[0] - sigma * d0, h01 = h[1], h11 = h[2] - sigma * d1;
  const h02 = h[3], h12 = h[4], h22 = h[5] - sigma * d2;
  const h03 = h[6], h13 = h[7], h23 = h[8], h33 = h[9] - sigma * d3;
  const i0 = 1 / h00, l10 = h01 * i0, l20 = h02 * i0, l30 = h03 * i0;
  const p1 = h11 - l10 * h01, q21 = h12 - l20 * h01, q31 = h13 - l30 * h01;
  const i1 = 1 / p1, l21 = q21 * i1, l31 = q31 * i1;
  const p2 = h22 - l20 * h02 - l21 * q21, q32 = h23 - l30 * h02 - l31 * q21;
  const i2 = 1 / p2, l32 = q32 * i2;
  const p3 = h33 - l30 * h03 - l31 * q31 - l32 * q32;
  factors[0] = l10; factors[1] = l20; factors[2] = l30; factors[3] = l21; factors[4] = l31; factors[5] = l32;
  factors[6] = i0; factors[7] = i1; factors[8] = i2; factors[9] = 1 / p3;
  // tr X / 3 over the common denominator of its four terms: one division
  const d01 = d0 * d1, d23 = d2 * d3, all = d01 * d23;
  const third = ((h00 * d1 + h11 * d0) * d23 + (h22 * d3 + h33 * d2) * d01) / 3;
  pair.smallest = (h00 * p1 * p2 * p3 * all * all) / (third * third * third);
  return h00 > 0 && p1 > 0 && p2 > 0 && p3 > 0;
}

/** step := -(L D Lᵀ)⁻¹ g with the last factors. */
// biome-ignore format: forward, then backward
export function solveFacePair({ gradient: g, factors: l, step }: FastPair): void {
  const y0 = -g[0];
  const y1 = -g[1] - l[0] * y0;
  const y2 = -g[2] - l[1] * y0 - l[3] * y1;
  const y3 = -g[3] - l[2] * y0 - l[4] * y1 - l[5] * y2;
  const z3 = y3 * l[9];
  const z2 = y2 * l[8] - l[5] * z3;
  const z1 = y1 * l[7] - l[3] * z2 - l[4] * z3;
  step[0] = y0 * l[6] - l[0] * z1 - l[1] * z2 - l[2] * z3;
  step[1] = z1; step[2] = z2; step[3] = z3;
}

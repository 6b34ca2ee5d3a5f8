import { A_UU, A_UV, A_VV, F_U, F_V, INVERSE_W, W_U, W_UU, W_UV, W_V, W_VV } from './evaluate-powers.ts';
import {
  DELTA,
  DELTA_B,
  ENERGY,
  FACTORS,
  GRADIENT,
  HESSIAN,
  JET_A,
  JET_B,
  LENGTHS_SQ,
  ROTATION,
  SHIFT,
  SMALLEST,
  STEP,
} from './layout.ts';

/** The straight-line arithmetic of two faces: E, g, 𝓗 and the 4 x 4 system. [PG05] spec 2, 5.1 */

/** Writes Δ, E, g, the squared lengths and 𝓗 from the two jets. */
// biome-ignore format: one vector per line
export function assembleFacePair(w: Float64Array): void {
  const rxx = w[ROTATION], rxy = w[ROTATION + 1], rxz = w[ROTATION + 2];
  const ryx = w[ROTATION + 3], ryy = w[ROTATION + 4], ryz = w[ROTATION + 5];
  const rzx = w[ROTATION + 6], rzy = w[ROTATION + 7], rzz = w[ROTATION + 8];
  const fx = w[JET_A], fy = w[JET_A + 1], fz = w[JET_A + 2];
  const hx = w[JET_B], hy = w[JET_B + 1], hz = w[JET_B + 2];

  // Δ in A's frame and, as (ex, ey, ez), in B's
  const dx = fx - (w[SHIFT] + rxx * hx + rxy * hy + rxz * hz);
  const dy = fy - (w[SHIFT + 1] + ryx * hx + ryy * hy + ryz * hz);
  const dz = fz - (w[SHIFT + 2] + rzx * hx + rzy * hy + rzz * hz);
  const ex = rxx * dx + ryx * dy + rzx * dz;
  const ey = rxy * dx + ryy * dy + rzy * dz;
  const ez = rxz * dx + ryz * dy + rzz * dz;

  // tangents: A's, B's in B's frame, B's in A's frame
  const fux = w[JET_A + F_U], fuy = w[JET_A + F_U + 1], fuz = w[JET_A + F_U + 2];
  const fvx = w[JET_A + F_V], fvy = w[JET_A + F_V + 1], fvz = w[JET_A + F_V + 2];
  const brx = w[JET_B + F_U], bry = w[JET_B + F_U + 1], brz = w[JET_B + F_U + 2];
  const bsx = w[JET_B + F_V], bsy = w[JET_B + F_V + 1], bsz = w[JET_B + F_V + 2];
  const hrx = rxx * brx + rxy * bry + rxz * brz, hry = ryx * brx + ryy * bry + ryz * brz, hrz = rzx * brx + rzy * bry + rzz * brz;
  const hsx = rxx * bsx + rxy * bsy + rxz * bsz, hsy = ryx * bsx + ryy * bsy + ryz * bsz, hsz = rzx * bsx + rzy * bsy + rzz * bsz;

  const du = dx * fux + dy * fuy + dz * fuz, dv = dx * fvx + dy * fvy + dz * fvz;
  const dr = ex * brx + ey * bry + ez * brz, ds = ex * bsx + ey * bsy + ez * bsz;
  const uu = fux * fux + fuy * fuy + fuz * fuz, vv = fvx * fvx + fvy * fvy + fvz * fvz;
  const rr = brx * brx + bry * bry + brz * brz, ss = bsx * bsx + bsy * bsy + bsz * bsz;

  w[DELTA] = dx; w[DELTA + 1] = dy; w[DELTA + 2] = dz;
  w[DELTA_B] = ex; w[DELTA_B + 1] = ey; w[DELTA_B + 2] = ez;
  w[ENERGY] = 0.5 * (dx * dx + dy * dy + dz * dz);
  w[GRADIENT] = du; w[GRADIENT + 1] = dv; w[GRADIENT + 2] = -dr; w[GRADIENT + 3] = -ds;
  w[LENGTHS_SQ] = uu; w[LENGTHS_SQ + 1] = vv; w[LENGTHS_SQ + 2] = rr; w[LENGTHS_SQ + 3] = ss;

  // F_i·F_k + Δ·F_ik
  const ka = w[JET_A + INVERSE_W], wu = w[JET_A + W_U], wv = w[JET_A + W_V];
  const df = dx * fx + dy * fy + dz * fz;
  w[HESSIAN] = uu
    + ka * (dx * w[JET_A + A_UU] + dy * w[JET_A + A_UU + 1] + dz * w[JET_A + A_UU + 2] - w[JET_A + W_UU] * df - 2 * wu * du);
  w[HESSIAN + 1] = fux * fvx + fuy * fvy + fuz * fvz
    + ka * (dx * w[JET_A + A_UV] + dy * w[JET_A + A_UV + 1] + dz * w[JET_A + A_UV + 2] - w[JET_A + W_UV] * df - wu * dv - wv * du);
  w[HESSIAN + 2] = vv
    + ka * (dx * w[JET_A + A_VV] + dy * w[JET_A + A_VV + 1] + dz * w[JET_A + A_VV + 2] - w[JET_A + W_VV] * df - 2 * wv * dv);
  // -F_i·H_l
  w[HESSIAN + 3] = -(fux * hrx + fuy * hry + fuz * hrz); w[HESSIAN + 4] = -(fvx * hrx + fvy * hry + fvz * hrz);
  w[HESSIAN + 6] = -(fux * hsx + fuy * hsy + fuz * hsz); w[HESSIAN + 7] = -(fvx * hsx + fvy * hsy + fvz * hsz);
  // H_j·H_l - Δ·H_jl
  const kb = w[JET_B + INVERSE_W], wr = w[JET_B + W_U], ws = w[JET_B + W_V];
  const dh = ex * hx + ey * hy + ez * hz;
  w[HESSIAN + 5] = rr
    - kb * (ex * w[JET_B + A_UU] + ey * w[JET_B + A_UU + 1] + ez * w[JET_B + A_UU + 2] - w[JET_B + W_UU] * dh - 2 * wr * dr);
  w[HESSIAN + 8] = brx * bsx + bry * bsy + brz * bsz
    - kb * (ex * w[JET_B + A_UV] + ey * w[JET_B + A_UV + 1] + ez * w[JET_B + A_UV + 2] - w[JET_B + W_UV] * dh - wr * ds - ws * dr);
  w[HESSIAN + 9] = ss
    - kb * (ex * w[JET_B + A_VV] + ey * w[JET_B + A_VV + 1] + ez * w[JET_B + A_VV + 2] - w[JET_B + W_VV] * dh - 2 * ws * ds);
}

/**
 * LDLᵀ of 𝓗 - σ D, D the squared lengths; answers whether all pivots are above zero. In scaled form X = D^(-1/2) 𝓗 D^(-1/2) the
 * product of the pivots is det X, and det X ≤ λ_min ((tr X - λ_min)/3)³: that bound of λ_min is left in SMALLEST.
 */
// biome-ignore format: one row per line
export function factorFacePair(w: Float64Array, sigma: number): boolean {
  const d0 = w[LENGTHS_SQ], d1 = w[LENGTHS_SQ + 1], d2 = w[LENGTHS_SQ + 2], d3 = w[LENGTHS_SQ + 3];
  const h00 = w[HESSIAN] - sigma * d0, h01 = w[HESSIAN + 1], h11 = w[HESSIAN + 2] - sigma * d1;
  const h02 = w[HESSIAN + 3], h12 = w[HESSIAN + 4], h22 = w[HESSIAN + 5] - sigma * d2;
  const h03 = w[HESSIAN + 6], h13 = w[HESSIAN + 7], h23 = w[HESSIAN + 8], h33 = w[HESSIAN + 9] - sigma * d3;
  const i0 = 1 / h00, l10 = h01 * i0, l20 = h02 * i0, l30 = h03 * i0;
  const p1 = h11 - l10 * h01, q21 = h12 - l20 * h01, q31 = h13 - l30 * h01;
  const i1 = 1 / p1, l21 = q21 * i1, l31 = q31 * i1;
  const p2 = h22 - l20 * h02 - l21 * q21, q32 = h23 - l30 * h02 - l31 * q21;
  const i2 = 1 / p2, l32 = q32 * i2;
  const p3 = h33 - l30 * h03 - l31 * q31 - l32 * q32;
  w[FACTORS] = l10; w[FACTORS + 1] = l20; w[FACTORS + 2] = l30;
  w[FACTORS + 3] = l21; w[FACTORS + 4] = l31; w[FACTORS + 5] = l32;
  w[FACTORS + 6] = i0; w[FACTORS + 7] = i1; w[FACTORS + 8] = i2; w[FACTORS + 9] = 1 / p3;
  const third = (h00 / d0 + h11 / d1 + h22 / d2 + h33 / d3) / 3;
  w[SMALLEST] = (h00 * p1 * p2 * p3) / (third * third * third * (d0 * d1 * d2 * d3));
  return h00 > 0 && p1 > 0 && p2 > 0 && p3 > 0;
}

/** STEP := -(L D Lᵀ)⁻¹ g with the last factors. */
// biome-ignore format: forward, then backward
export function solveFacePair(w: Float64Array): void {
  const l10 = w[FACTORS], l20 = w[FACTORS + 1], l30 = w[FACTORS + 2];
  const l21 = w[FACTORS + 3], l31 = w[FACTORS + 4], l32 = w[FACTORS + 5];
  const y0 = -w[GRADIENT];
  const y1 = -w[GRADIENT + 1] - l10 * y0;
  const y2 = -w[GRADIENT + 2] - l20 * y0 - l21 * y1;
  const y3 = -w[GRADIENT + 3] - l30 * y0 - l31 * y1 - l32 * y2;
  const z3 = y3 * w[FACTORS + 9];
  const z2 = y2 * w[FACTORS + 8] - l32 * z3;
  const z1 = y1 * w[FACTORS + 7] - l21 * z2 - l31 * z3;
  w[STEP] = y0 * w[FACTORS + 6] - l10 * z1 - l20 * z2 - l30 * z3;
  w[STEP + 1] = z1; w[STEP + 2] = z2; w[STEP + 3] = z3;
}

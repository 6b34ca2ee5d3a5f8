import { A_UU, A_UV, A_VV, F_U, F_V, INVERSE_W, W_U, W_UU, W_UV, W_V, W_VV } from './evaluate-powers.ts';
import { DELTA, ENERGY, FACTORS, GRADIENT, HESSIAN, JET_A, LENGTHS_SQ, SHIFT, SMALLEST, STEP } from './layout.ts';

/** The straight-line arithmetic of a face and a point: as `face-pair-kernel.ts` with A's two parameters alone. [PG05] spec 2 */

/** Writes Δ, E, g, the squared lengths and 𝓗 from A's jet. */
// biome-ignore format: one vector per line
export function assembleFacePoint(w: Float64Array): void {
  const fx = w[JET_A], fy = w[JET_A + 1], fz = w[JET_A + 2];
  const fux = w[JET_A + F_U], fuy = w[JET_A + F_U + 1], fuz = w[JET_A + F_U + 2];
  const fvx = w[JET_A + F_V], fvy = w[JET_A + F_V + 1], fvz = w[JET_A + F_V + 2];
  const dx = fx - w[SHIFT], dy = fy - w[SHIFT + 1], dz = fz - w[SHIFT + 2];
  const du = dx * fux + dy * fuy + dz * fuz, dv = dx * fvx + dy * fvy + dz * fvz;
  const uu = fux * fux + fuy * fuy + fuz * fuz, vv = fvx * fvx + fvy * fvy + fvz * fvz;
  w[DELTA] = dx; w[DELTA + 1] = dy; w[DELTA + 2] = dz;
  w[ENERGY] = 0.5 * (dx * dx + dy * dy + dz * dz);
  w[GRADIENT] = du; w[GRADIENT + 1] = dv;
  w[LENGTHS_SQ] = uu; w[LENGTHS_SQ + 1] = vv;
  const k = w[JET_A + INVERSE_W], wu = w[JET_A + W_U], wv = w[JET_A + W_V];
  const df = dx * fx + dy * fy + dz * fz;
  w[HESSIAN] = uu
    + k * (dx * w[JET_A + A_UU] + dy * w[JET_A + A_UU + 1] + dz * w[JET_A + A_UU + 2] - w[JET_A + W_UU] * df - 2 * wu * du);
  w[HESSIAN + 1] = fux * fvx + fuy * fvy + fuz * fvz
    + k * (dx * w[JET_A + A_UV] + dy * w[JET_A + A_UV + 1] + dz * w[JET_A + A_UV + 2] - w[JET_A + W_UV] * df - wu * dv - wv * du);
  w[HESSIAN + 2] = vv
    + k * (dx * w[JET_A + A_VV] + dy * w[JET_A + A_VV + 1] + dz * w[JET_A + A_VV + 2] - w[JET_A + W_VV] * df - 2 * wv * dv);
}

/** LDLᵀ of 𝓗 - σ D; answers whether both pivots are above zero. det X ≤ λ_min tr X gives the bound in SMALLEST. */
export function factorFacePoint(w: Float64Array, sigma: number): boolean {
  const d0 = w[LENGTHS_SQ];
  const d1 = w[LENGTHS_SQ + 1];
  const h00 = w[HESSIAN] - sigma * d0;
  const h01 = w[HESSIAN + 1];
  const h11 = w[HESSIAN + 2] - sigma * d1;
  const i0 = 1 / h00;
  const l10 = h01 * i0;
  const p1 = h11 - l10 * h01;
  w[FACTORS] = l10;
  w[FACTORS + 6] = i0;
  w[FACTORS + 7] = 1 / p1;
  w[SMALLEST] = (h00 * p1) / ((h00 / d0 + h11 / d1) * (d0 * d1));
  return h00 > 0 && p1 > 0;
}

/** STEP := -(L D Lᵀ)⁻¹ g with the last factors. */
export function solveFacePoint(w: Float64Array): void {
  const l10 = w[FACTORS];
  const y0 = -w[GRADIENT];
  const z1 = (-w[GRADIENT + 1] - l10 * y0) * w[FACTORS + 7];
  w[STEP] = y0 * w[FACTORS + 6] - l10 * z1;
  w[STEP + 1] = z1;
}

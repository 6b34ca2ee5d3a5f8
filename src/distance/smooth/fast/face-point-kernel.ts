import type { FastPair } from './fast-pair.ts';

/** Arithmetic of a face and a point, without branches: as `face-pair-kernel.ts` with the two parameters of A only. [PG05-2] */

/** Writes Δ, E, g, D and 𝓗 from A's jet. */
// biome-ignore format: one vector per line
export function assembleFacePoint(pair: FastPair): void {
  const { pose: p, jetA: a, delta, gradient, lengthsSq, hessian } = pair;
  const fx = a[0], fy = a[1], fz = a[2];
  const fux = a[3], fuy = a[4], fuz = a[5], fvx = a[6], fvy = a[7], fvz = a[8];
  const dx = fx - p[9], dy = fy - p[10], dz = fz - p[11];
  const du = dx * fux + dy * fuy + dz * fuz, dv = dx * fvx + dy * fvy + dz * fvz;
  const uu = fux * fux + fuy * fuy + fuz * fuz, vv = fvx * fvx + fvy * fvy + fvz * fvz;
  delta[0] = dx; delta[1] = dy; delta[2] = dz;
  pair.energy = 0.5 * (dx * dx + dy * dy + dz * dz);
  gradient[0] = du; gradient[1] = dv;
  lengthsSq[0] = uu; lengthsSq[1] = vv;
  const k = a[18], wu = a[19], wv = a[20];
  const df = dx * fx + dy * fy + dz * fz;
  hessian[0] = uu + k * (dx * a[9] + dy * a[10] + dz * a[11] - a[21] * df - 2 * wu * du);
  hessian[1] = fux * fvx + fuy * fvy + fuz * fvz
    + k * (dx * a[12] + dy * a[13] + dz * a[14] - a[22] * df - wu * dv - wv * du);
  hessian[2] = vv + k * (dx * a[15] + dy * a[16] + dz * a[17] - a[23] * df - 2 * wv * dv);
}

/** LDLᵀ of 𝓗 - σ D; returns whether both pivots are positive. det X ≤ λ_min tr X gives the bound in `smallest`. */
// biome-ignore format: one row per line
export function factorFacePoint(pair: FastPair, sigma: number): boolean {
  const { hessian: h, lengthsSq, factors } = pair;
  const d0 = lengthsSq[0], d1 = lengthsSq[1];
  const h00 = h[0] - sigma * d0, h01 = h[1], h11 = h[2] - sigma * d1;
  const i0 = 1 / h00, l10 = h01 * i0;
  const p1 = h11 - l10 * h01;
  factors[0] = l10; factors[6] = i0; factors[7] = 1 / p1;
  pair.smallest = (h00 * p1) / (h00 * d1 + h11 * d0);
  return h00 > 0 && p1 > 0;
}

/** step := -(L D Lᵀ)⁻¹ g with the last factors. */
export function solveFacePoint({ gradient: g, factors: l, step }: FastPair): void {
  const y0 = -g[0];
  const z1 = (-g[1] - l[0] * y0) * l[7];
  step[0] = y0 * l[6] - l[0] * z1;
  step[1] = z1;
}

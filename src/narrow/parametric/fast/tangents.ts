import { F_U, F_V } from './evaluate-powers.ts';
import { HESSIAN, JET_A, JET_B, LENGTHS_SQ } from './layout.ts';

/** A tangent whose square is below this share of the largest counts as that share: a collapsed side. [PG05] spec 5.1 */
const TINY = 1e-12;

/**
 * Puts another matrix in the place of 𝓗: its diagonal blocks become `scale` times those of J_AᵀJ_A and J_BᵀJ_B with `shift` of
 * their diagonal added, the blocks between A and B are multiplied by `coupling`. (1, 1, σ): G + σ D; (2, 0, σ): the metric that
 * majorises G. [PG05] spec 5.1
 */
export function replaceHessian(w: Float64Array, count: 2 | 4, scale: number, coupling: number, shift: number): void {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, w[LENGTHS_SQ + i]);
  for (let i = 0; i < count; i++) {
    const length = w[LENGTHS_SQ + i];
    w[HESSIAN + (i * (i + 3)) / 2] = scale * (length + shift * Math.max(length, TINY * largest));
  }
  w[HESSIAN + 1] = scale * tangentProduct(w, JET_A);
  if (count === 2) return;
  w[HESSIAN + 8] = scale * tangentProduct(w, JET_B);
  w[HESSIAN + 3] *= coupling;
  w[HESSIAN + 4] *= coupling;
  w[HESSIAN + 6] *= coupling;
  w[HESSIAN + 7] *= coupling;
}

/** f_u·f_v */
function tangentProduct(w: Float64Array, jet: number): number {
  const u = jet + F_U;
  const v = jet + F_V;
  return w[u] * w[v] + w[u + 1] * w[v + 1] + w[u + 2] * w[v + 2];
}

/**
 * Sign of Δ·(f_u × f_v), with Δ in the frame of the jet. On A's face -1 means that the other witness is in front of the tangent
 * plane, on B's face +1 does.
 */
// biome-ignore format: one vector per line
export function sideOfTangents(w: Float64Array, delta: number, jet: number): number {
  const u = jet + F_U, v = jet + F_V;
  const ux = w[u], uy = w[u + 1], uz = w[u + 2];
  const vx = w[v], vy = w[v + 1], vz = w[v + 2];
  const height = w[delta] * (uy * vz - uz * vy) + w[delta + 1] * (uz * vx - ux * vz) + w[delta + 2] * (ux * vy - uy * vx);
  return height > 0 ? 1 : height < 0 ? -1 : 0;
}

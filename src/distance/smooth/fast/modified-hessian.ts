import { factorFacePair, solveFacePair } from './face-pair-kernel.ts';
import { factorFacePoint, solveFacePoint } from './face-point-kernel.ts';
import type { FastPair } from './fast-pair.ts';

/** Replacements for an indefinite 𝓗, and the side of a tangent plane on which a witness lies. [PG05-5.1] */

/** Fraction of D that regularises the model `gauss`. */
const GAUSS_SHIFT = 1e-6;
/** Fraction of the metric that regularises it at a degenerate edge. */
const METRIC_SHIFT = 1e-9;
/** A squared tangent length below this fraction of the largest counts as that fraction: a degenerate edge. */
const TINY = 1e-12;
/** Witnesses nearer than this fraction of the size with an indefinite matrix probably belong to overlapping bodies. */
const NEAR = 0.3;

/**
 * Solves with `gauss`, G + 1e-6 D, where the bodies probably overlap (each witness is behind the other's tangent plane, or they are
 * near): it finds a common point. Else with `metric`: a gradient step in physical length.
 */
export function solveModifiedHessian(pair: FastPair): boolean {
  if (pair.count === 2) {
    replaceHessian(pair, 1, 0, METRIC_SHIFT);
    if (!factorFacePoint(pair, 0)) return false;
    solveFacePoint(pair);
    return true;
  }
  const { delta, jetA, jetB, energy, size } = pair;
  const behind = sideOfTangents(delta, 0, jetA) > 0 && sideOfTangents(delta, 3, jetB) < 0;
  if (behind || 2 * energy < (NEAR * size) ** 2) replaceHessian(pair, 1, 1, GAUSS_SHIFT);
  else replaceHessian(pair, 2, 0, METRIC_SHIFT);
  if (!factorFacePair(pair, 0)) return false;
  solveFacePair(pair);
  return true;
}

/**
 * Replaces 𝓗: its diagonal blocks become `scale` times those of J_AᵀJ_A and J_BᵀJ_B plus `shift` times their diagonal, the blocks between A
 * and B are multiplied by `coupling`.
 */
function replaceHessian(pair: FastPair, scale: number, coupling: number, shift: number): void {
  const { hessian, lengthsSq, count, jetA, jetB } = pair;
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, lengthsSq[i]);
  for (let i = 0; i < count; i++) {
    hessian[(i * (i + 3)) / 2] = scale * (lengthsSq[i] + shift * Math.max(lengthsSq[i], TINY * largest));
  }
  hessian[1] = scale * (jetA[3] * jetA[6] + jetA[4] * jetA[7] + jetA[5] * jetA[8]);
  if (count === 2) return;
  hessian[8] = scale * (jetB[3] * jetB[6] + jetB[4] * jetB[7] + jetB[5] * jetB[8]);
  hessian[3] *= coupling;
  hessian[4] *= coupling;
  hessian[6] *= coupling;
  hessian[7] *= coupling;
}

/**
 * Sign of Δ·(f_u × f_v), with Δ in the frame of the jet, at delta[at]. On a face of A, -1 means that the other witness is in front of
 * the tangent plane, on a face of B +1 does.
 */
// biome-ignore format: one vector per line
export function sideOfTangents(delta: Float64Array, at: number, jet: Float64Array): number {
  const ux = jet[3], uy = jet[4], uz = jet[5];
  const vx = jet[6], vy = jet[7], vz = jet[8];
  const height = delta[at] * (uy * vz - uz * vy) + delta[at + 1] * (uz * vx - ux * vz) + delta[at + 2] * (ux * vy - uy * vx);
  return height > 0 ? 1 : height < 0 ? -1 : 0;
}

import { allFree, factorShifted } from './cholesky.ts';
import { dotAt, faceNormal, geometricHessian, type PairSystem } from './projection-error.ts';
import { TANGENTS, type Witness } from './witness.ts';
import type { WitnessPair } from './witness-pair.ts';

/**
 * Hessian models of a step, in order of preference. [PG05-5.1]
 * `exact`: 𝓗. `levenberg`: 𝓗 semidefinite to machine precision (parallel flat parts), regularised. `geo`: the geometric Hessian.
 * `metric`: a gradient step in physical length. `gauss`: both witnesses behind each other, towards a common point.
 */
export type HessianModel = 'exact' | 'regularised' | 'geometric' | 'metric' | 'gauss-newton';

/** Scaled eigenvalues above this count as positive, and below its negative as negative: far above rounding. */
const POSITIVE = 1e-8;
const NEGATIVE = -1e-10;
/** Fractions of the metric added to semidefinite matrices, and to the metric itself. */
const LEVENBERG = 1e-6;
const METRIC = 1e-9;

const factor = new Float64Array(16);
const geometric = new Float64Array(16);

/** Writes the first of the models that is safely positive definite into `out`, and returns its name. */
export function modifiedHessian(out: Float64Array, system: PairSystem, pair: WitnessPair): HessianModel {
  const { hessian, scale, count } = system;
  const all = allFree(count);
  if (factorShifted(factor, hessian, scale, POSITIVE, count, all)) {
    out.set(hessian);
    return 'exact';
  }
  if (factorShifted(factor, hessian, scale, NEGATIVE, count, all)) {
    out.set(hessian);
    for (let i = 0; i < count; i++) out[5 * i] += LEVENBERG * scale[i];
    return 'regularised';
  }
  if (geometricHessian(geometric, system, pair) && factorShifted(factor, geometric, scale, POSITIVE, count, all)) {
    out.set(geometric);
    return 'geometric';
  }
  metricMatrix(out, system, pair);
  return facesBehindEachOther(pair) ? gaussMatrix(out, system) : 'metric';
}

/** blockdiag(J_AᵀJ_A, J_BᵀJ_B), doubled if both bodies have parameters: it majorises G, so its steps are bounded. */
function metricMatrix(out: Float64Array, { count, countA, scale }: PairSystem, { a, b }: WitnessPair): void {
  const factor = countA > 0 && count > countA ? 2 : 1;
  out.fill(0);
  metricBlock(out, a, 0, factor);
  metricBlock(out, b, countA, factor);
  for (let i = 0; i < count; i++) out[5 * i] += METRIC * factor * scale[i];
}

function metricBlock(out: Float64Array, { jet, dimension }: Witness, at: number, factor: number): void {
  for (let i = 0; i < dimension; i++) {
    for (let k = 0; k < dimension; k++) {
      out[4 * (at + i) + at + k] = factor * dotAt(jet, TANGENTS + 3 * i, jet, TANGENTS + 3 * k);
    }
  }
}

/** G + 1e-6 D: solves F = H. Requires `metricMatrix` with both blocks doubled in `out`. */
function gaussMatrix(out: Float64Array, { count, countA, hessian, scale }: PairSystem): 'gauss-newton' {
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) {
      const sameSide = i < countA === k < countA;
      out[4 * i + k] = sameSide ? 0.5 * out[4 * i + k] : hessian[4 * i + k];
    }
    out[5 * i] += LEVENBERG * scale[i];
  }
  return 'gauss-newton';
}

const normalA = new Float64Array(3);
const normalB = new Float64Array(3);

/** Is each witness behind the tangent plane of the other's face? Then the bodies probably overlap. */
function facesBehindEachOther({ a, b, delta }: WitnessPair): boolean {
  if (a.dimension !== 2 || b.dimension !== 2) return false;
  faceNormal(normalA, a.jet);
  faceNormal(normalB, b.jet);
  return dotAt(delta, 0, normalA, 0) > 0 && dotAt(delta, 0, normalB, 0) < 0;
}

const scaled = new Float64Array(16);

/**
 * Number of directions in which the closest points can slide at constant distance: eigenvalues of the scaled 𝓗 that are not above 1e-8,
 * without degenerate parameters. [PG05-5.5]
 */
export function countFlatDirections({ count, hessian, scale, tangentSq }: PairSystem): number {
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (tangentSq[i] < scale[i]) continue;
    let column = 0;
    for (let k = 0; k < count; k++) {
      if (tangentSq[k] < scale[k]) continue;
      scaled[4 * n + column] = hessian[4 * i + k] / Math.sqrt(scale[i] * scale[k]);
      column++;
    }
    n++;
  }
  diagonalize(scaled, n);
  let flat = 0;
  for (let i = 0; i < n; i++) if (!(scaled[5 * i] > POSITIVE)) flat++;
  return flat;
}

/** Sweeps of Jacobi's method; four unknowns converge in five or six. */
const SWEEPS = 12;

/** Diagonalises a symmetric matrix by plane rotations; leaves the eigenvalues on the diagonal. */
function diagonalize(m: Float64Array, n: number): void {
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const off = m[4 * p + q];
        if (off === 0) continue;
        const theta = (m[5 * q] - m[5 * p]) / (2 * off);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < n; k++) {
          const kp = m[4 * k + p];
          const kq = m[4 * k + q];
          m[4 * k + p] = c * kp - s * kq;
          m[4 * k + q] = s * kp + c * kq;
        }
        for (let k = 0; k < n; k++) {
          const pk = m[4 * p + k];
          const qk = m[4 * q + k];
          m[4 * p + k] = c * pk - s * qk;
          m[4 * q + k] = s * pk + c * qk;
        }
      }
    }
  }
}

import { SECONDS, TANGENTS, type Witness } from './witness.ts';
import { ANGULAR_VELOCITY_A, ANGULAR_VELOCITY_B, OFFSET_B, VELOCITY_B, type WitnessPair } from './witness-pair.ts';

/**
 * The projection errors of a pair and their derivatives. [PG05-2]
 *
 *   Ψ_i = Δ·F_i (parameters of A),  Ψ_j = Δ·H_j (of B),   dΨ/dt = M w + b,  w = dx/dt
 *
 * The code uses the symmetric form g = SΨ = ∂E/∂x, 𝓗 = S M = ∂²E/∂x², c = S b with S = diag(+1 for A, -1 for B): the
 * printed M is not a Hessian and cannot be definite (P5); `printedForm` converts back.
 */
export interface PairSystem {
  /** Number of parameters of A, and of both; those of A come first. */
  countA: number;
  count: number;
  /** g = ∂E/∂x */
  readonly gradient: Float64Array;
  /** 𝓗 = ∂²E/∂x², entry (i, j) at 4 i + j. */
  readonly hessian: Float64Array;
  /** c = ∂g/∂t at fixed parameters; from the twists. */
  readonly drift: Float64Array;
  /** |T_i|², and the same bounded away from zero: the metric of the parameters. */
  readonly tangentSq: Float64Array;
  readonly scale: Float64Array;
}

/** A squared tangent length below this fraction of the largest counts as degenerate. [PG05-5.1] */
const TINY = 1e-12;
/** There is no normal if |T_0 × T_1|² is below this fraction of |T|⁴: the direction is then rounding. */
const NO_NORMAL = 1e-20;

export function createPairSystem(): PairSystem {
  return {
    countA: 0,
    count: 0,
    gradient: new Float64Array(4),
    hessian: new Float64Array(16),
    drift: new Float64Array(4),
    tangentSq: new Float64Array(4),
    scale: new Float64Array(4),
  };
}

/** Writes g, 𝓗 and the metric of an evaluated pair. */
export function assembleSystem(out: PairSystem, pair: WitnessPair): void {
  const { a, b, delta } = pair;
  const nA = a.dimension;
  out.countA = nA;
  out.count = nA + b.dimension;
  assembleSide(out, a, delta, 0, 1);
  assembleSide(out, b, delta, nA, -1);
  for (let i = 0; i < nA; i++) {
    for (let j = nA; j < out.count; j++) {
      const entry = -dotAt(a.jet, TANGENTS + 3 * i, b.jet, TANGENTS + 3 * (j - nA));
      out.hessian[4 * i + j] = entry;
      out.hessian[4 * j + i] = entry;
    }
  }
  let largest = 0;
  for (let i = 0; i < out.count; i++) largest = Math.max(largest, out.tangentSq[i]);
  for (let i = 0; i < out.count; i++) out.scale[i] = Math.max(out.tangentSq[i], TINY * largest, Number.MIN_VALUE);
}

/**
 * Diagonal block of one body: g = ±Δ·T_i, 𝓗 = T_i·T_k ± Δ·S_ik, + for A and - for B. The products are written out: this is the
 * inner loop of every search, and a call that is not inlined boxes its result.
 */
function assembleSide(
  out: PairSystem,
  { jet, dimension }: Witness,
  delta: Float64Array,
  at: number,
  sign: number,
): void {
  const dx = sign * delta[0];
  const dy = sign * delta[1];
  const dz = sign * delta[2];
  for (let i = 0; i < dimension; i++) {
    const row = at + i;
    const t = TANGENTS + 3 * i;
    const x = jet[t];
    const y = jet[t + 1];
    const z = jet[t + 2];
    out.gradient[row] = dx * x + dy * y + dz * z;
    for (let k = 0; k <= i; k++) {
      const q = TANGENTS + 3 * k;
      const s = SECONDS + 3 * (i + k);
      const metric = x * jet[q] + y * jet[q + 1] + z * jet[q + 2];
      if (i === k) out.tangentSq[row] = metric;
      const entry = metric + (dx * jet[s] + dy * jet[s + 1] + dz * jet[s + 2]);
      out.hessian[4 * row + at + k] = entry;
      out.hessian[4 * (at + k) + row] = entry;
    }
  }
}

const velocity = new Float64Array(3);

/** Writes c: -Vrel(H)·F_i for the parameters of A, +Vrel(F)·H_j for those of B. */
export function assembleDrift(out: PairSystem, pair: WitnessPair): void {
  const { a, b } = pair;
  if (a.dimension > 0) relativeVelocity(velocity, pair, b.jet);
  for (let i = 0; i < a.dimension; i++) out.drift[i] = -dotAt(velocity, 0, a.jet, TANGENTS + 3 * i);
  if (b.dimension > 0) relativeVelocity(velocity, pair, a.jet);
  for (let j = 0; j < b.dimension; j++) {
    out.drift[a.dimension + j] = dotAt(velocity, 0, b.jet, TANGENTS + 3 * j);
  }
}

/** Vrel(X): velocity of the point of B at X (relative to the origin of A) minus that of the point of A there. */
function relativeVelocity(out: Float64Array, { twists: t, frame }: WitnessPair, at: Float64Array): void {
  const x = at[0];
  const y = at[1];
  const z = at[2];
  const bx = x - frame[OFFSET_B];
  const by = y - frame[OFFSET_B + 1];
  const bz = z - frame[OFFSET_B + 2];
  const ax = t[0] + t[ANGULAR_VELOCITY_A + 1] * z - t[ANGULAR_VELOCITY_A + 2] * y;
  const ay = t[1] + t[ANGULAR_VELOCITY_A + 2] * x - t[ANGULAR_VELOCITY_A] * z;
  const az = t[2] + t[ANGULAR_VELOCITY_A] * y - t[ANGULAR_VELOCITY_A + 1] * x;
  out[0] = t[VELOCITY_B] + t[ANGULAR_VELOCITY_B + 1] * bz - t[ANGULAR_VELOCITY_B + 2] * by - ax;
  out[1] = t[VELOCITY_B + 1] + t[ANGULAR_VELOCITY_B + 2] * bx - t[ANGULAR_VELOCITY_B] * bz - ay;
  out[2] = t[VELOCITY_B + 2] + t[ANGULAR_VELOCITY_B] * by - t[ANGULAR_VELOCITY_B + 1] * bx - az;
}

/** Writes d [m] and dd/dt = n̂·(V_B(H) - V_A(F)) [m/s]; n̂ = -Δ/d. No rate when the witnesses coincide. [PG05-8] */
export function measureMovingPair(out: Float64Array, pair: WitnessPair): void {
  const { b, delta } = pair;
  // V_B(H) - V_A(F) = Vrel(H) + ω_A × (H - F); the last term is orthogonal to n̂
  relativeVelocity(velocity, pair, b.jet);
  const d = Math.sqrt(delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2]);
  out[0] = d;
  out[1] = d > 0 ? -(velocity[0] * delta[0] + velocity[1] * delta[1] + velocity[2] * delta[2]) / d : 0;
}

const measured = new Float64Array(2);

/** dd/dt only [m/s]. */
export function distanceRate(pair: WitnessPair): number {
  measureMovingPair(measured, pair);
  return measured[1];
}

/**
 * Writes the normalised errors ε_i = |Ψ_i| / (d |T_i|), cosines between 0 and 1, those of A first; zero for a degenerate tangent and where
 * the witnesses coincide. Returns the maximum over the parameters that are not at an active bound: where the gradient points out over the
 * bound, the parameter has no error. [PG05-2]
 */
export function projectionErrors(out: Float64Array, pair: WitnessPair): number {
  const largestA = sideErrors(out, pair, pair.a, 0, 1);
  return Math.max(largestA, sideErrors(out, pair, pair.b, pair.a.dimension, -1));
}

function sideErrors(
  out: Float64Array,
  { delta }: WitnessPair,
  { jet, x, dimension }: Witness,
  at: number,
  sign: number,
) {
  const d = Math.sqrt(dotAt(delta, 0, delta, 0));
  let largest = 0;
  for (let i = 0; i < dimension; i++) {
    const t = TANGENTS + 3 * i;
    const gradient = sign * dotAt(delta, 0, jet, t);
    const length = d * Math.sqrt(dotAt(jet, t, jet, t));
    out[at + i] = length > 0 ? Math.abs(gradient) / length : 0;
    const held = (x[i] === 0 && gradient > 0) || (x[i] === 1 && gradient < 0);
    if (!held) largest = Math.max(largest, out[at + i]);
  }
  return largest;
}

/**
 * Writes the geometric Hessian into `out` (16 numbers): only the components of the second derivatives along the feature's normal count, so
 * it does not depend on the speed of the parametrisation and is semidefinite where each witness is in front of the other's tangent plane.
 * False where there is no normal (degenerate edges). [PG05-3]
 */
export function geometricHessian(out: Float64Array, system: PairSystem, pair: WitnessPair): boolean {
  out.set(system.hessian);
  return (
    geometricBlock(out, system, pair.a, pair.delta, 0, 1) &&
    geometricBlock(out, system, pair.b, pair.delta, system.countA, -1)
  );
}

const normal = new Float64Array(3);

function geometricBlock(
  out: Float64Array,
  { tangentSq }: PairSystem,
  { jet, dimension }: Witness,
  delta: Float64Array,
  at: number,
  sign: number,
): boolean {
  if (dimension === 0) return true;
  if (dimension === 1) {
    // for a curve, the component of Δ orthogonal to its tangent
    if (!(tangentSq[at] > 0)) return false;
    const along = dotAt(delta, 0, jet, TANGENTS) / tangentSq[at];
    out[5 * at] -= sign * along * dotAt(jet, TANGENTS, jet, SECONDS);
    return true;
  }
  const normalSq = faceNormal(normal, jet);
  const largest = Math.max(tangentSq[at], tangentSq[at + 1]);
  if (!(normalSq > NO_NORMAL * largest * largest)) return false;
  const height = (sign * dotAt(delta, 0, normal, 0)) / normalSq;
  for (let i = 0; i < 2; i++) {
    for (let k = 0; k < 2; k++) {
      const metric = dotAt(jet, TANGENTS + 3 * i, jet, TANGENTS + 3 * k);
      out[4 * (at + i) + at + k] = metric + height * dotAt(normal, 0, jet, SECONDS + 3 * (i + k));
    }
  }
  return true;
}

/** N = T_0 × T_1, outward on a face; returns |N|². */
export function faceNormal(out: Float64Array, jet: Float64Array): number {
  const ux = jet[3];
  const uy = jet[4];
  const uz = jet[5];
  const vx = jet[6];
  const vy = jet[7];
  const vz = jet[8];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
  return dotAt(out, 0, out, 0);
}

/** Ψ, M (rows of 4) and b of the paper from the symmetric form: the rows of B change sign. */
export function printedForm(psi: Float64Array, m: Float64Array, b: Float64Array, system: PairSystem): void {
  const { count, countA, gradient, hessian, drift } = system;
  for (let i = 0; i < count; i++) {
    const sign = i < countA ? 1 : -1;
    psi[i] = sign * gradient[i];
    b[i] = sign * drift[i];
    for (let j = 0; j < count; j++) m[4 * i + j] = sign * hessian[4 * i + j];
  }
}

/** Dot product of the vectors at `i` of `p` and `j` of `q`. */
export function dotAt(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}

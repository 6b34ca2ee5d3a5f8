import type { HeldBounds } from './bounded-step.ts';
import type { HessianModel } from './hessian-modification.ts';
import { createPairSystem, type PairSystem } from './projection-error.ts';
import type { TrackedShape } from './witness.ts';
import { createWitnessPair, type WitnessPair } from './witness-pair.ts';

/** Workspace of one pair: the witnesses, their equations, and the outcome of the last solve. */
export interface PairWorkspace {
  readonly pair: WitnessPair;
  readonly system: PairSystem;
  /** The modified Hessian A, the linear term q, and the step or velocity w. */
  readonly matrix: Float64Array;
  readonly linear: Float64Array;
  readonly step: Float64Array;
  /** Saved parameters, those of A first. */
  readonly origin: Float64Array;
  readonly bounds: HeldBounds;
  /** Hessian model of the last step. */
  hessian: HessianModel;
  /** Corrector: steps taken; whether the last one converged; its displacement of a witness [m]. */
  iterations: number;
  converged: boolean;
  lastMove: number;
}

export function createPairWorkspace(shapeA: TrackedShape, shapeB: TrackedShape): PairWorkspace {
  return {
    pair: createWitnessPair(shapeA, shapeB),
    system: createPairSystem(),
    matrix: new Float64Array(16),
    linear: new Float64Array(4),
    step: new Float64Array(4),
    origin: new Float64Array(4),
    bounds: { lower: 0, upper: 0 },
    hessian: 'exact',
    iterations: 0,
    converged: false,
    lastMove: 0,
  };
}

/** Writes the parameters of both witnesses, those of A first and contiguous. */
export function readParameters(out: Float64Array, { a, b }: WitnessPair): void {
  for (let i = 0; i < a.dimension; i++) out[i] = a.x[i];
  for (let j = 0; j < b.dimension; j++) out[a.dimension + j] = b.x[j];
}

/**
 * A parameter this near to a bound is set to it. Slightly inside it would block steps without being active, and stall the search.
 */
const SNAP = 1e-12;

/** x = clamp(from + factor · w): parameters never leave [0, 1] and are never NaN. */
export function moveParameters({ a, b }: WitnessPair, from: Float64Array, w: Float64Array, factor: number): void {
  const nA = a.dimension;
  for (let i = 0; i < nA; i++) a.x[i] = clamp(from[i] + factor * w[i]);
  for (let j = 0; j < b.dimension; j++) b.x[j] = clamp(from[nA + j] + factor * w[nA + j]);
}

function clamp(x: number): number {
  return x > 1 - SNAP ? 1 : x >= SNAP ? x : 0;
}

/** Finds the parameters at a bound. */
export function findBounds(out: HeldBounds, { a, b }: WitnessPair): HeldBounds {
  out.lower = 0;
  out.upper = 0;
  for (let i = 0; i < a.dimension; i++) markBound(out, a.x[i], 1 << i);
  for (let j = 0; j < b.dimension; j++) markBound(out, b.x[j], 1 << (a.dimension + j));
  return out;
}

function markBound(out: HeldBounds, x: number, bit: number): void {
  if (x === 0) out.lower |= bit;
  else if (x === 1) out.upper |= bit;
}

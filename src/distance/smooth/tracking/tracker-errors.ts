import { projectionErrors } from '../witness/projection-error.ts';
import { JET } from '../witness/witness.ts';
import { evaluatePair, type WitnessPair } from '../witness/witness-pair.ts';

/** Projection errors of a tracked pair. The fast solver only marks them as outdated: they are computed on reading. */
export interface ErrorReadings {
  /** Normalised, parameters of A first; see `projectionErrors`. */
  readonly values: Float64Array;
  /** Maximum over the parameters that are not at a bound. */
  largest: number;
  outdated: boolean;
}

export function createErrorReadings(): ErrorReadings {
  return { values: new Float64Array(4), largest: 0, outdated: false };
}

/** Computes the errors of an evaluated pair. */
export function measureErrors(readings: ErrorReadings, pair: WitnessPair): void {
  readings.values.fill(0);
  readings.largest = projectionErrors(readings.values, pair);
  readings.outdated = false;
}

const JETS = 4 * JET;
const saved = new Float64Array(JETS + 3);

/**
 * Updates outdated errors. The fast solver evaluates points only, so the pair is evaluated for its tangents; points and derivatives are
 * restored afterwards, since the other evaluation may differ in the last digit and reading must not change later results.
 */
export function updateErrors(readings: ErrorReadings, pair: WitnessPair): void {
  if (!readings.outdated) return;
  const { a, b, delta } = pair;
  saved.set(a.bodyJet, 0);
  saved.set(a.jet, JET);
  saved.set(b.bodyJet, 2 * JET);
  saved.set(b.jet, 3 * JET);
  saved.set(delta, JETS);
  evaluatePair(pair);
  measureErrors(readings, pair);
  a.bodyJet.set(saved.subarray(0, JET));
  a.jet.set(saved.subarray(JET, 2 * JET));
  b.bodyJet.set(saved.subarray(2 * JET, 3 * JET));
  b.jet.set(saved.subarray(3 * JET, JETS));
  delta.set(saved.subarray(JETS));
}

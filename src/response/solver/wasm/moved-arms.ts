import { ARM_A, ARM_B } from '../contact-rows.ts';
import { TRANSLATION } from '../solver-bodies.ts';
import type { LaneVector } from './body-lanes.ts';
import { type F64, type FunctionWriter, f64, f64x2, type I32, type Variable } from './wasm-writer.ts';

export interface Shifts {
  /** Translation of B relative to A since detection. */
  readonly d: readonly F64[];
  /** The part of d by which the arms of A and B change, by coordinate. */
  readonly shifts: LaneVector;
}

/** Of the bodies whose records begin at a and b. */
export function loadShifts(w: FunctionWriter, a: I32, b: I32, fractionA: F64): Shifts {
  const difference = (k: number) => f64.subtract(f64.load(b, TRANSLATION + k), f64.load(a, TRANSLATION + k));
  const d = [0, 1, 2].map((k) => w.variable(difference(k)));
  // of B with a negative sign: its arms shrink by what those of A grow
  const fractionB = f64.negate(f64.subtract(f64.constant(1), fractionA));
  const fractions = w.variable(f64x2.join(f64x2.splat(fractionA), f64x2.splat(fractionB), 0));
  const shift = (k: number) => w.variable(f64x2.multiply(fractions, f64x2.splat(d[k])));
  return { d, shifts: [shift(0), shift(1), shift(2)] };
}

/** Arms of the row at `at` at the present positions. */
export function armsOf(w: FunctionWriter, at: I32, shifts: LaneVector): LaneVector<Variable<'v128'>> {
  const arm = (k: number) => w.variable(f64x2.add(f64x2.loadLanes(at, at, ARM_A + k, ARM_B + k), shifts[k]));
  return [arm(0), arm(1), arm(2)];
}

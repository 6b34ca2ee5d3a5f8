import { APPROACH, CLOSING, IMPACTED } from '../contact-rows.ts';
import { WITH_IMPACT } from '../solver-settings.ts';
import { type LaneVector, loadPair, type PairBodies, storePair } from './manifold-pairs.ts';
import type { Settings, SolvedPair } from './solve-pair.ts';
import { type FunctionWriter, f64x2, i32, type V128, type Variable } from './wasm-writer.ts';

/** n·v + (r × n)·ω; short sums, because each row waits for the last one. */
export function normalVelocity(n: LaneVector, { velocity, angularVelocity }: PairBodies, jacobian: LaneVector): V128 {
  const products = [
    ...velocity.map((v, k) => f64x2.multiply(n[k], v)),
    ...angularVelocity.map((v, k) => f64x2.multiply(jacobian[k], v)),
  ];
  const [first, second, third] = [0, 2, 4].map((k) => f64x2.add(products[k], products[k + 1]));
  return f64x2.add(f64x2.add(first, second), third);
}

/** Mask of the lanes in which an impulse begins. */
export function beginning({ zero }: Settings, before: V128, impulse: V128): V128 {
  return f64x2.and(f64x2.equal(before, zero), f64x2.greater(impulse, zero));
}

/** A contact whose impulse begins, and that closes faster than ever in the step: an impact, above the threshold. */
export function markImpacts(
  w: FunctionWriter,
  { one, restitutionThreshold }: Settings,
  { rows: { at }, marks }: SolvedPair,
  begins: Variable<'v128'>,
  impacted: Variable<'i32'>,
): void {
  w.when(f64x2.any(begins), () => {
    const closing = w.variable(loadPair(at, CLOSING));
    const approach = w.variable(loadPair(at, APPROACH));
    const isFaster = w.variable(f64x2.and(begins, f64x2.less(closing, approach)));
    storePair(w, at, APPROACH, w.variable(f64x2.select(isFaster, closing, approach)));
    const isImpact = w.variable(f64x2.and(isFaster, f64x2.less(closing, f64x2.negate(restitutionThreshold))));
    w.when(f64x2.any(isImpact), () => {
      storePair(w, at, IMPACTED, w.variable(f64x2.select(isImpact, one, loadPair(at, IMPACTED))));
      for (const [lane, mark] of marks.entries()) {
        w.when(i32.and(f64x2.bits(isImpact), i32.constant(1 << lane)), () =>
          w.storeI32(mark, i32.or(i32.load(mark), i32.constant(WITH_IMPACT))),
        );
      }
      w.assign(impacted, i32.constant(1));
    });
  });
}

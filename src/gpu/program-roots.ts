/** Roots of the cubic in programs of the exact stage: segments with one root, the root, and its certificate. */
import { STEP_LIMIT } from '../ccd/float-filter.ts';
import type { Assembler, Label, Value } from './assembler.ts';
import type { Cubic } from './program-cubic.ts';
import type { Context } from './program-vectors.ts';

export interface Segment {
  readonly low: Value;
  readonly high: Value;
  readonly fLow: Value;
  readonly fHigh: Value;
  readonly side: Value;
  readonly tau: Value;
}

/** F at τ: ((f0 s + f1 τ) s + f2 τ²) s + f3 τ³, s = 1 - τ. */
function cubicAt(asm: Assembler, { f: [f0, f1, f2, f3] }: Cubic, tau: Value, s: Value): Value {
  const linear = asm.add(asm.multiply(f0, s), asm.multiply(f1, tau));
  const square = asm.multiply(asm.multiply(f2, tau), tau);
  const quadratic = asm.add(asm.multiply(linear, s), square);
  const cube = asm.multiply(asm.multiply(asm.multiply(f3, tau), tau), tau);
  return asm.add(asm.multiply(quadratic, s), cube);
}

/**
 * The next segment: fHigh and side, the initial guess. Open unless it certainly has no root or exactly one; it has one if
 * side · fHigh < 0.
 */
export function addSegment(
  { asm }: Context,
  cubic: Cubic,
  { low, high, fLow, fHigh, side, tau }: Segment,
  open: Label,
): void {
  const { f, err, err3 } = cubic;
  const [zero, one, three] = [0, 1, 3].map((value) => asm.constant(value));
  const s = asm.subtract(one, high);
  const [inner, above] = [asm.label(), asm.label()];
  asm.move(fHigh, f[3]);
  asm.jumpIfNotBelow(high, one, inner);
  asm.move(fHigh, cubicAt(asm, cubic, high, s));
  asm.place(inner);
  asm.move(side, one);
  asm.jumpIfAbove(fLow, zero, above);
  asm.move(side, asm.constant(-1));
  asm.place(above);
  // the inner coefficients of the segment by blossoming, 3 F(l,l,h) and 3 F(l,h,h)
  const k = asm.subtract(one, low);
  const e0 = asm.add(asm.multiply(asm.multiply(three, f[0]), k), asm.multiply(f[1], low));
  const e1 = asm.add(asm.multiply(f[1], k), asm.multiply(f[2], low));
  const e2 = asm.add(asm.multiply(f[2], k), asm.multiply(asm.multiply(three, f[3]), low));
  const g0 = asm.add(asm.multiply(e0, s), asm.multiply(e1, high));
  const g1 = asm.add(asm.multiply(e1, s), asm.multiply(e2, high));
  const second = asm.multiply(side, asm.add(asm.multiply(g0, k), asm.multiply(g1, low)));
  const third = asm.multiply(side, asm.add(asm.multiply(g0, s), asm.multiply(g1, high)));
  const limit = asm.multiply(asm.constant(1.5), err3);
  asm.jumpIfNotBelow(err, asm.absolute(fHigh), open);
  const [changes, none, one_] = [asm.label(), asm.label(), asm.label()];
  asm.jumpIfAbove(zero, asm.multiply(side, fHigh), changes);
  asm.jumpIfNotBelow(limit, second, open);
  asm.jumpIfNotBelow(limit, third, open);
  asm.jump(none);
  asm.place(changes);
  asm.jumpIfAbove(second, limit, one_);
  asm.jumpIfNotBelow(third, asm.negate(limit), open);
  asm.place(one_);
  // the zero of the control polygon, or of the parabola that is flat at the cut
  const fraction = asm.divide(fLow, asm.subtract(fLow, fHigh));
  asm.add(low, asm.multiply(asm.subtract(high, low), fraction), tau);
  const notFirst = asm.label();
  asm.jumpIfAbove(low, zero, notFirst);
  asm.subtract(high, asm.multiply(high, asm.squareRoot(asm.subtract(one, fraction))), tau);
  asm.jump(none);
  asm.place(notFirst);
  asm.jumpIfAbove(one, high, none);
  asm.add(low, asm.multiply(asm.subtract(one, low), asm.squareRoot(fraction)), tau);
  asm.place(none);
}

/** Halley's method safeguarded by bisection; returns F' at τ. */
// biome-ignore format: the segment on one line
export function addRoot(
  asm: Assembler, cubic: Cubic, { low, high, side, tau }: Pick<Segment, 'low' | 'high' | 'side' | 'tau'>, open: Label,
): Value {
  const { d: [d0, d1, d2], c: [c0, c1], err } = cubic;
  const [left, right, slope] = [asm.variable(), asm.variable(), asm.variable()];
  const [again, below, bracketed, bisect, stepped, done] = Array.from({ length: 6 }, () => asm.label());
  asm.move(left, low);
  asm.move(right, high);
  asm.setCounter(STEP_LIMIT);
  asm.window();
  asm.place(again);
  const s = asm.subtract(asm.constant(1), tau);
  const f = cubicAt(asm, cubic, tau, s);
  const linear = asm.add(asm.multiply(d0, s), asm.multiply(d1, tau));
  asm.add(asm.multiply(linear, s), asm.multiply(asm.multiply(d2, tau), tau), slope);
  asm.jumpIfNotBelow(err, asm.absolute(f), done);
  asm.jumpIfNotBelow(asm.constant(0), asm.multiply(side, f), below);
  asm.move(left, tau);
  asm.jump(bracketed);
  asm.place(below);
  asm.move(right, tau);
  asm.place(bracketed);
  const bend = asm.add(asm.multiply(c0, s), asm.multiply(c1, tau));
  const divisor = asm.subtract(asm.multiply(slope, slope), asm.multiply(f, bend));
  asm.subtract(tau, asm.divide(asm.multiply(f, slope), divisor), tau);
  asm.jumpIfNotBelow(left, tau, bisect);
  asm.jumpIfAbove(right, tau, stepped);
  asm.place(bisect);
  asm.multiply(asm.constant(0.5), asm.add(left, right), tau);
  asm.place(stepped);
  asm.countDown(again);
  // the limit is rarely reached: the CPU decides
  asm.jump(open);
  asm.place(done);
  return slope;
}

/** The error bound of τ: F changes sign within it; open otherwise. */
// biome-ignore format: the segment on one line
export function addCertificate(
  asm: Assembler, cubic: Cubic, { low, high, side, tau, slope }: Omit<Segment, 'fLow' | 'fHigh'> & { slope: Value }, open: Label,
): Value {
  const { err } = cubic;
  const one = asm.constant(1);
  const quotient = asm.divide(asm.multiply(asm.constant(2.5), err), asm.absolute(slope));
  const delta = asm.add(quotient, asm.constant(4e-16));
  const [before, after] = [asm.subtract(tau, delta), asm.add(tau, delta)];
  const [beforeKnown, afterKnown] = [asm.label(), asm.label()];
  asm.jumpIfNotBelow(low, before, beforeKnown);
  const fBefore = cubicAt(asm, cubic, before, asm.subtract(one, before));
  asm.jumpIfNotBelow(err, asm.multiply(side, fBefore), open);
  asm.place(beforeKnown);
  asm.jumpIfNotBelow(after, high, afterKnown);
  const fAfter = cubicAt(asm, cubic, after, asm.subtract(one, after));
  asm.jumpIfNotBelow(asm.multiply(side, fAfter), asm.negate(err), open);
  asm.place(afterKnown);
  return asm.add(delta, asm.constant(3e-16), delta);
}

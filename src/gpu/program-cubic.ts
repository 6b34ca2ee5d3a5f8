/** The cubic of a pair in programs of the exact stage: coefficients with their error bound, first guesses, critical points. */
import { TINY_F } from '../ccd/float-filter.ts';
import type { Assembler, Label, Value } from './assembler.ts';
import { type Context, cross, dot, type Triple, triple, type Vector } from './program-vectors.ts';

/** Numbers of the cubic F, which starts above zero, and of its derivatives. */
export interface Cubic {
  readonly f: readonly [Value, Value, Value, Value];
  readonly d: Triple;
  readonly c: readonly [Value, Value];
  readonly err: Value;
  readonly err3: Value;
}

/** F in Bernstein form B0, b1 = 3 B1, b2 = 3 B2, B3 with H = Q×R, and its error bound. */
// biome-ignore format: the vectors on one line
export function addCubic(
  { asm, rounding }: Context, p: Vector, q: Vector, r: Vector, miss: Label, open: Label,
): Cubic {
  const h0 = cross(asm, q.start, r.start);
  const first = cross(asm, q.start, r.end);
  const second = cross(asm, q.end, r.start);
  const h1 = triple((axis) => asm.add(first[axis], second[axis]));
  const h2 = cross(asm, q.end, r.end);
  const f = [
    dot(asm, p.start, h0),
    asm.add(dot(asm, p.end, h0), dot(asm, p.start, h1)),
    asm.add(dot(asm, p.end, h1), dot(asm, p.start, h2)),
    dot(asm, p.end, h2),
  ] as const;
  const [mp, mq, mr] = [p.size, q.size, r.size];
  const term = (a: 0 | 1 | 2, b: 0 | 1 | 2, c: 0 | 1 | 2) =>
    asm.multiply(mp[a], asm.add(asm.multiply(mq[b], mr[c]), asm.multiply(mq[c], mr[b])));
  const a = asm.add(asm.add(term(0, 1, 2), term(1, 2, 0)), term(2, 0, 1));
  const err = asm.add(asm.multiply(asm.constant(rounding.volume), a), asm.constant(TINY_F));
  const err3 = asm.multiply(asm.constant(3), err);
  const [positive, mixed] = [asm.label(), asm.label()];
  asm.jumpIfNotBelow(f[0], asm.constant(0), positive);
  for (const value of f) asm.negate(value, value);
  asm.place(positive);
  asm.jumpIfNotBelow(err, f[0], open);
  asm.jumpIfNotBelow(err3, f[1], mixed);
  asm.jumpIfNotBelow(err3, f[2], mixed);
  asm.jumpIfAbove(f[3], err, miss);
  asm.place(mixed);
  asm.jumpIfNotBelow(err, asm.absolute(f[3]), open);
  const [two, three, half] = [asm.constant(2), asm.constant(3), asm.constant(0.5)];
  const d0 = asm.subtract(f[1], asm.multiply(three, f[0]));
  const d1 = asm.multiply(two, asm.subtract(f[2], f[1]));
  const d2 = asm.subtract(asm.multiply(three, f[3]), f[2]);
  const halfD1 = asm.multiply(half, d1);
  return { f, d: [d0, d1, d2], c: [asm.subtract(halfD1, d0), asm.subtract(d2, halfD1)], err, err3 };
}

/** Initial guess of a single root: the zero of the control polygon. */
export function addGuess(asm: Assembler, { f: [f0, f1, f2, f3] }: Cubic, tau: Value): void {
  const [two, three, zero] = [asm.constant(2), asm.constant(3), asm.constant(0)];
  const [second, third, done] = [asm.label(), asm.label(), asm.label()];
  asm.jumpIfNotBelow(f1, zero, second);
  asm.divide(f0, asm.subtract(asm.multiply(three, f0), f1), tau);
  asm.jump(done);
  asm.place(second);
  asm.jumpIfNotBelow(f2, zero, third);
  const numerator = asm.subtract(asm.multiply(two, f1), f2);
  asm.divide(numerator, asm.multiply(three, asm.subtract(f1, f2)), tau);
  asm.jump(done);
  asm.place(third);
  const last = asm.subtract(f2, asm.multiply(two, f3));
  asm.divide(last, asm.subtract(f2, asm.multiply(three, f3)), tau);
  asm.place(done);
}

/** Critical points of F within the step, or its midpoint. */
export function addCuts(asm: Assembler, { d: [d0, d1, d2] }: Cubic, cut1: Value, cut2: Value): void {
  const [zero, half, one, two, four] = [0, 0.5, 1, 2, 4].map((value) => asm.constant(value));
  const a = asm.add(asm.subtract(d0, d1), d2);
  const b = asm.subtract(d1, asm.multiply(two, d0));
  const discriminant = asm.subtract(asm.multiply(b, b), asm.multiply(asm.multiply(four, a), d0));
  const real = asm.label();
  asm.jumpIfNotBelow(discriminant, zero, real);
  asm.move(discriminant, zero);
  asm.place(real);
  const root = asm.squareRoot(discriminant);
  const q = asm.variable();
  const [negative, haveQ] = [asm.label(), asm.label()];
  asm.jumpIfAbove(zero, b, negative);
  asm.multiply(asm.constant(-0.5), asm.add(root, b), q);
  asm.jump(haveQ);
  asm.place(negative);
  asm.multiply(half, asm.subtract(root, b), q);
  asm.place(haveQ);
  const keepInside = (cut: Value, value: Value) => {
    const outside = asm.label();
    asm.jumpIfNotBelow(zero, value, outside);
    asm.jumpIfNotBelow(value, one, outside);
    asm.move(cut, value);
    asm.place(outside);
  };
  keepInside(cut1, asm.divide(q, a));
  keepInside(cut2, asm.divide(d0, q));
  const [ordered, found] = [asm.label(), asm.label()];
  asm.jumpIfNotBelow(cut2, cut1, ordered);
  const swap = asm.add(cut1, zero);
  asm.move(cut1, cut2);
  asm.move(cut2, swap);
  asm.place(ordered);
  asm.jumpIfAbove(one, cut1, found);
  asm.move(cut1, half);
  asm.place(found);
}

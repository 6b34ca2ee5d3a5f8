/**
 * The filter in doubles (`filterContact`) as a program of the exact stage, operation by operation in the same order: a verdict of hit or
 * miss, and the time, have the same bits as on the CPU. What the filter passes on (positions in the plane, polishing, integer arithmetic)
 * stays open for the CPU. Axis culling is left out: a culled pair is a miss or stays open here, never a hit.
 */
import { TIME_ACCURACY } from '../ccd/decide-contact.ts';
import {
  ENDS,
  ENDS_OF_QUAD,
  type Rounding,
  STEP_LIMIT,
  TINY_E,
  TINY_F,
  VELOCITIES,
  VELOCITIES_OF_QUAD,
} from '../ccd/float-filter.ts';
import type { PointMotion } from '../ccd/point-motion.ts';
import {
  type Assembler,
  createAssembler,
  type Label,
  PROGRAM_HIT,
  PROGRAM_MISS,
  PROGRAM_OPEN,
  type Program,
  type Value,
} from './assembler.ts';

/** Kinds of pairs, in the order of `checkMesh` for equal times. */
export const PAIR_KINDS = ['edge-edge', 'node-quad', 'node-triangle'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/** The constant that stands for Δt; the interpreter's buffer holds the step's own. */
export const DURATION_INDEX = 0;

type Triple = readonly [Value, Value, Value];

/** One of the vectors P Q R T: start, end and magnitude. */
interface Vector {
  readonly start: Triple;
  readonly end: Triple;
  readonly size: Triple;
}

interface Context {
  readonly asm: Assembler;
  readonly kind: PairKind;
  readonly given: PointMotion['given'];
  readonly rounding: Rounding;
  readonly duration: Value;
}

/**
 * Points of a pair, by slot: the node and the corners of the face, or the ends of the first and of the second edge.
 */
export function contactProgram(kind: PairKind, given: PointMotion['given']): Program {
  const asm = createAssembler();
  const ends = given === 'ends';
  const duration = asm.constant(Number.NaN);
  const quad = kind === 'node-quad';
  const rounding = quad ? (ends ? ENDS_OF_QUAD : VELOCITIES_OF_QUAD) : ends ? ENDS : VELOCITIES;
  const context: Context = { asm, kind, given, rounding, duration };
  if (quad) addQuad(context);
  else {
    const [p, q, r] =
      kind === 'edge-edge'
        ? [difference(context, 2, 0), difference(context, 3, 0), difference(context, 2, 1)]
        : [difference(context, 1, 0), difference(context, 2, 0), difference(context, 3, 0)];
    const [miss, open] = [asm.label(), asm.label()];
    addFilter(context, p, q, r, miss, open, (tau, delta) => {
      asm.jumpIfAbove(delta, asm.constant(TIME_ACCURACY), open);
      asm.end(PROGRAM_HIT, tau);
    });
    addEnds(asm, miss, open);
  }
  return asm.assemble();
}

function addEnds(asm: Assembler, miss: Label, open: Label): void {
  asm.window();
  asm.place(miss);
  asm.end(PROGRAM_MISS);
  asm.place(open);
  asm.end(PROGRAM_OPEN);
}

/** The four triangles of a quadrilateral in turn; the earliest hit, unless two are too close together to be ordered. [VBC24-6.5] */
function addQuad(context: Context): void {
  const { asm } = context;
  const [bestTau, bestDelta, triangle] = [asm.variable(), asm.variable(), asm.variable()];
  const [one, two, four] = [asm.constant(1), asm.constant(2), asm.constant(4)];
  const [again, next, keep, miss, open] = [asm.label(), asm.label(), asm.label(), asm.label(), asm.label()];
  asm.move(bestTau, two);
  asm.move(bestDelta, asm.constant(0));
  asm.move(triangle, asm.constant(0));
  const sum = sumOfCorners(context);
  asm.place(again);
  const p = difference(context, 1, 0);
  const q = difference(context, 2, 0);
  addFilter(context, p, q, sum, next, open, (tau, delta) => {
    asm.jumpIfAbove(delta, asm.constant(TIME_ACCURACY), open);
    asm.jumpIfAbove(bestTau, one, keep);
    const apart = asm.absolute(asm.subtract(tau, bestTau));
    asm.jumpIfNotBelow(asm.add(delta, bestDelta), apart, open);
    asm.jumpIfNotBelow(tau, bestTau, next);
    asm.place(keep);
    asm.move(bestTau, tau);
    asm.move(bestDelta, delta);
    asm.jump(next);
  });
  asm.place(next);
  asm.rotateCorners();
  asm.add(triangle, one, triangle);
  asm.jumpIfAbove(four, triangle, again);
  asm.jumpIfAbove(bestTau, one, miss);
  asm.end(PROGRAM_HIT, bestTau);
  addEnds(asm, miss, open);
}

/** R = T of the triangles of a quadrilateral: the sum over its corners, in the order of `loadTriangle` of `node-quad.ts`. */
function sumOfCorners(context: Context): Vector {
  const { asm } = context;
  const [a, b, c, d] = [1, 2, 3, 4].map((slot) => difference(context, slot, 0));
  const sum = (part: keyof Vector) =>
    triple((axis) => asm.add(asm.add(a[part][axis], b[part][axis]), asm.add(c[part][axis], d[part][axis])));
  return { start: sum('start'), end: sum('end'), size: sum('size') };
}

function triple(of: (axis: 0 | 1 | 2) => Value): Triple {
  return [of(0), of(1), of(2)];
}

/** Point `to` minus point `from`; see `loadCorner` of `cull-pair.ts`. */
function difference({ asm, given, duration }: Context, to: number, from: number): Vector {
  const ends = given === 'ends';
  const start = triple((axis) => asm.subtract(asm.load(to, axis, false), asm.load(from, axis, false)));
  const change = triple((axis) => {
    const value = asm.subtract(asm.load(to, axis, true), asm.load(from, axis, true));
    return ends ? value : asm.multiply(value, duration, value);
  });
  const size = triple((axis) => asm.add(asm.absolute(start[axis]), asm.absolute(change[axis])));
  return { start, end: ends ? change : triple((axis) => asm.add(change[axis], start[axis])), size };
}

/** a × b, component by component. */
function cross(asm: Assembler, a: Triple, b: Triple): Triple {
  return triple((axis) => minor(asm, a, b, axis));
}

function minor(asm: Assembler, a: Triple, b: Triple, axis: 0 | 1 | 2): Value {
  const u = ((axis + 1) % 3) as 0 | 1 | 2;
  const v = ((axis + 2) % 3) as 0 | 1 | 2;
  return asm.subtract(asm.multiply(a[u], b[v]), asm.multiply(a[v], b[u]));
}

function dot(asm: Assembler, a: Triple, b: Triple): Value {
  return asm.add(asm.add(asm.multiply(a[0], b[0]), asm.multiply(a[1], b[1])), asm.multiply(a[2], b[2]));
}

/** Numbers of the cubic F, which starts above zero, and of its derivatives. */
interface Cubic {
  readonly f: readonly [Value, Value, Value, Value];
  readonly d: Triple;
  readonly c: readonly [Value, Value];
  readonly err: Value;
  readonly err3: Value;
}

/** `filterContact`: jumps to `miss` or `open`, or continues after `hit` was assembled. */
// biome-ignore format: the vectors on one line
function addFilter(
  context: Context, p: Vector, q: Vector, r: Vector, miss: Label, open: Label, hit: (tau: Value, delta: Value) => void,
): void {
  const { asm } = context;
  const cubic = addCubic(context, p, q, r, miss, open);
  const { f, err, err3 } = cubic;
  const [zero, one] = [asm.constant(0), asm.constant(1)];
  const [low, high, fLow, fHigh, side] = Array.from({ length: 5 }, () => asm.variable());
  const [cut1, cut2, tau] = [asm.variable(), asm.variable(), asm.variable()];
  const [several, segment, guessed] = [asm.label(), asm.label(), asm.label()];

  // one certain sign change is one simple root; otherwise split at the approximate critical points
  asm.move(low, zero);
  asm.move(fLow, f[0]);
  asm.move(cut1, one);
  asm.move(cut2, one);
  const minusErr3 = asm.negate(err3);
  const certain = asm.label();
  asm.jumpIfNotBelow(f[3], asm.negate(err), several);
  asm.jumpIfAbove(f[1], err3, certain);
  asm.jumpIfAbove(minusErr3, f[2], certain);
  asm.jump(several);
  asm.place(certain);
  asm.move(high, one);
  asm.move(fHigh, f[3]);
  asm.move(side, one);
  addGuess(asm, cubic, tau);
  asm.jump(guessed);

  asm.window();
  asm.place(several);
  addCuts(asm, cubic, cut1, cut2);
  asm.move(high, cut1);
  asm.place(segment);
  addSegment(context, cubic, { low, high, fLow, fHigh, side, tau }, open);
  const next = asm.label();
  asm.jumpIfNotBelow(asm.multiply(side, fHigh), zero, next);

  asm.place(guessed);
  const slope = addRoot(asm, cubic, { low, high, side, tau }, open);
  asm.window();
  const delta = addCertificate(asm, cubic, { low, high, side, tau, slope }, open);
  addInside(context, p, q, r, tau, delta, hit, next, open);

  // no contact at this root
  asm.window();
  asm.place(next);
  const last = asm.label();
  asm.jumpIfNotBelow(high, one, miss);
  asm.move(low, high);
  asm.move(fLow, fHigh);
  asm.move(high, one);
  asm.jumpIfNotBelow(low, cut2, last);
  asm.move(high, cut2);
  asm.place(last);
  asm.jump(segment);
}

/** F in Bernstein form B0, b1 = 3 B1, b2 = 3 B2, B3 with H = Q×R, and its error bound. */
// biome-ignore format: the vectors on one line
function addCubic(
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
function addGuess(asm: Assembler, { f: [f0, f1, f2, f3] }: Cubic, tau: Value): void {
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
function addCuts(asm: Assembler, { d: [d0, d1, d2] }: Cubic, cut1: Value, cut2: Value): void {
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

interface Segment {
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
function addSegment({ asm }: Context, cubic: Cubic, { low, high, fLow, fHigh, side, tau }: Segment, open: Label): void {
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
function addRoot(
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
function addCertificate(
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

/** In-plane functions on the component with the largest |N|: hit, `outside` (no contact at τ) or open. */
// biome-ignore format: the vectors on one line
function addInside(
  context: Context, p: Vector, q: Vector, r: Vector, tau: Value, delta: Value,
  hit: (tau: Value, delta: Value) => void, outside: Label, open: Label,
): void {
  const { asm, kind, rounding } = context;
  const edges = kind === 'edge-edge';
  const s = asm.subtract(asm.constant(1), tau);
  const at = (w: Vector) =>
    triple((axis) => asm.add(asm.multiply(s, w.start[axis]), asm.multiply(tau, w.end[axis])));
  const t = edges ? difference(context, 3, 1) : r;
  const [pt, qt, rt] = [at(p), at(q), at(r)];
  const tt = edges ? at(t) : rt;
  const a = triple((axis) => asm.subtract(pt[axis], rt[axis]));
  const b = triple((axis) => asm.subtract(qt[axis], pt[axis]));
  const n = triple((axis) => asm.absolute(minor(asm, a, b, axis)));
  const vectors = edges ? [pt, qt, rt, tt] : [pt, qt, rt];
  const sizes = edges ? [p.size, q.size, r.size, t.size] : [p.size, q.size, r.size];
  // coordinates u, v of each vector and magnitude
  const chosen = [...vectors, ...sizes].map(() => [asm.variable(), asm.variable()] as const);
  const [useX, useY, ready] = [asm.label(), asm.label(), asm.label()];
  const choose = (u: 0 | 1 | 2, v: 0 | 1 | 2) => {
    [...vectors, ...sizes].forEach((from, i) => {
      asm.move(chosen[i][0], from[u]);
      asm.move(chosen[i][1], from[v]);
    });
  };
  const notZ = asm.label();
  asm.jumpIfNotBelow(n[0], n[2], notZ);
  asm.jumpIfNotBelow(n[1], n[2], notZ);
  choose(0, 1);
  asm.jump(ready);
  asm.place(notZ);
  asm.jumpIfAbove(n[1], n[0], useY);
  asm.place(useX);
  choose(1, 2);
  asm.jump(ready);
  asm.place(useY);
  choose(2, 0);
  asm.place(ready);
  const [P, Q, R] = [0, 1, 2];
  const T = edges ? 3 : R;
  const bound = asm.add(asm.constant(rounding.plane), asm.multiply(asm.constant(4), delta));
  const inPlane = (i: number, j: number) => {
    const [[iu, iv], [ju, jv]] = [chosen[i], chosen[j]];
    const [[miu, miv], [mju, mjv]] = [chosen[vectors.length + i], chosen[vectors.length + j]];
    const e = asm.subtract(asm.multiply(iu, jv), asm.multiply(iv, ju));
    const size = asm.add(asm.multiply(miu, mjv), asm.multiply(miv, mju));
    return [e, asm.add(asm.multiply(bound, size), asm.constant(TINY_E))] as const;
  };
  const functions = [inPlane(P, Q), inPlane(R, P), inPlane(Q, T), ...(edges ? [inPlane(T, R)] : [])];
  addSigns(asm, functions, () => hit(tau, delta), outside, open);
}

/** All above their bounds or all below: hit. One above and another below: outside. Otherwise open. */
// biome-ignore format: the labels on one line
function addSigns(
  asm: Assembler, functions: (readonly [Value, Value])[], hit: () => void, outside: Label, open: Label,
): void {
  const [above, below, zero, one] = [asm.variable(), asm.variable(), asm.constant(0), asm.constant(1)];
  const [isHit, isBelow] = [asm.label(), asm.label()];
  asm.move(above, zero);
  asm.move(below, zero);
  for (const [e, bound] of functions) {
    const [notAbove, known] = [asm.label(), asm.label()];
    asm.jumpIfNotBelow(bound, e, notAbove);
    asm.add(above, one, above);
    asm.jump(known);
    asm.place(notAbove);
    asm.jumpIfNotBelow(e, asm.negate(bound), known);
    asm.add(below, one, below);
    asm.place(known);
  }
  const count = asm.constant(functions.length);
  asm.jumpIfNotBelow(above, count, isHit);
  asm.jumpIfNotBelow(below, count, isHit);
  asm.jumpIfAbove(above, zero, isBelow);
  asm.jump(open);
  asm.place(isBelow);
  asm.jumpIfAbove(below, zero, outside);
  asm.jump(open);
  asm.place(isHit);
  hit();
}

/**
 * The filter in doubles (`filterContact`) as a program of the exact stage, operation by operation in the same order: a verdict of hit or
 * miss, and the time, have the same bits as on the CPU. What the filter passes on (positions in the plane, polishing, integer arithmetic)
 * stays open for the CPU. Axis culling is left out: a culled pair is a miss or stays open here, never a hit.
 */
import { TIME_ACCURACY } from '../ccd/decide-contact.ts';
import { ENDS, ENDS_OF_QUAD, VELOCITIES, VELOCITIES_OF_QUAD } from '../ccd/float-filter.ts';
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
import type { PairKind } from './pair-kinds.ts';
import { addCubic, addCuts, addGuess } from './program-cubic.ts';
import { addInside } from './program-inside.ts';
import { addCertificate, addRoot, addSegment } from './program-roots.ts';
import { type Context, difference, sumOfCorners, type Vector } from './program-vectors.ts';

/** The constant that stands for Δt; the interpreter's buffer holds the step's own. */
export const DURATION_INDEX = 0;

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

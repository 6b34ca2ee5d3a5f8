import { NORMAL_IMPULSE, NORMAL_MASS, PRESENT_GAP, ROW } from '../contact-rows.ts';
import { TERMS } from '../solver-memory.ts';
import { MAX_CORRECTION_SPEED, MAX_MATRIX_ROWS, SOLVE } from '../solver-settings.ts';
import {
  cross,
  eachRow,
  type LaneVector,
  loadArms,
  loadPair,
  loadPairs,
  type PairBodies,
  shiftArms,
  transform,
  vector,
} from './manifold-pairs.ts';
import {
  JACOBIAN_A,
  JACOBIAN_B,
  LINEAR_A,
  LINEAR_B,
  loadTerm,
  NORMAL,
  RESPONSE_A,
  RESPONSE_B,
  type Settings,
  type SolvedPair,
  type SolveParameters,
  TERM_ARM_A,
  TERM_ARM_B,
  TERM_IMPULSE,
  TERM_MASS,
  TERM_START,
} from './solve-pair.ts';
import { applyImpulses, sweepMatrix } from './sweep-matrix.ts';
import { beginning, markImpacts, normalVelocity } from './sweep-parts.ts';
import { type FunctionWriter, f64x2, i32, type V128, type Variable } from './wasm-writer.ts';

/**
 * Sweeps over the normal impulses of a pair of manifolds, until one changes nothing. In the mode SOLVE, manifolds of two to four points are swept by
 * their matrix.
 */
export function sweepNormals(
  w: FunctionWriter,
  p: SolveParameters,
  mode: number,
  settings: Settings,
  pair: SolvedPair,
  impacted: Variable<'i32'>,
): void {
  const address = w.variable<'i32'>(p.terms);
  if (mode !== SOLVE) {
    sweepRows(w, p, mode, settings, pair, impacted, address);
    return;
  }
  const hasRows = (count: number) =>
    i32.equal(i32.add(pair.rows.first[0], i32.constant(8 * ROW * count)), pair.rows.end);
  const write = (count: number) => {
    if (count === MAX_MATRIX_ROWS) sweepMatrix(w, p, settings, pair, count);
    else
      w.when(
        hasRows(count),
        () => sweepMatrix(w, p, settings, pair, count),
        () => write(count + 1),
      );
  };
  const sweepSeveral = () => {
    eachRowOfTerms(w, pair, address, () => {
      storeTerms(w, computeTerms(w, mode, settings, pair, address), address);
      storeImpulses(w, pair, address);
    });
    const maxEnd = i32.add(pair.rows.first[0], i32.constant(8 * ROW * MAX_MATRIX_ROWS));
    const sweepMany = () => sweepRows(w, p, mode, settings, pair, impacted, address);
    w.when(i32.less(maxEnd, pair.rows.end), sweepMany, () => {
      write(2);
      w.assign(address, p.terms);
      eachRowOfTerms(w, pair, address, () => applyImpulses(w, settings, pair, address, impacted));
    });
  };
  // a single row is solved by one sweep: its terms do not go through memory
  const sweepSingle = () => {
    storeImpulses(w, pair, address);
    solveNormal(w, mode, settings, pair, address, computeTerms(w, mode, settings, pair, address), impacted);
  };
  w.when(hasRows(1), sweepSingle, sweepSeveral);
}

/** Writes a loop over the rows and their terms. */
function eachRowOfTerms(w: FunctionWriter, { rows }: SolvedPair, address: Variable<'i32'>, write: () => void): void {
  eachRow(w, rows, () => {
    write();
    w.assign(address, i32.add(address, i32.constant(8 * TERMS)));
  });
}

/** Sweeps by the velocities of the bodies. */
function sweepRows(
  w: FunctionWriter,
  p: SolveParameters,
  mode: number,
  settings: Settings,
  pair: SolvedPair,
  impacted: Variable<'i32'>,
  address: Variable<'i32'>,
): void {
  const changed = w.variable(i32.constant(1));
  const sweep = w.variable(i32.constant(0));
  // mostly one sweep in the other mode: what friction does not need is not worth the way through memory
  const termsOfSweep = () => {
    if (mode === SOLVE) return loadTerms(w, address);
    w.when(i32.not(sweep), () => storeImpulses(w, pair, address));
    return computeTerms(w, mode, settings, pair, address);
  };
  w.loopWhile(i32.and(changed, i32.less(sweep, pair.sweeps)), () => {
    w.assign(changed, i32.constant(0));
    w.assign(address, p.terms);
    eachRowOfTerms(w, pair, address, () => {
      const change = solveNormal(w, mode, settings, pair, address, termsOfSweep(), impacted);
      w.assign(changed, i32.or(changed, f64x2.any(f64x2.notEqual(change, settings.zero))));
    });
    w.assign(sweep, i32.add(sweep, i32.constant(1)));
  });
}

/** What a sweep needs of a pair of rows. */
interface RowTerms {
  readonly n: LaneVector;
  readonly a: BodyTerms;
  readonly b: BodyTerms;
  readonly mass: V128;
  readonly gap: V128;
  /** The mass times the velocity that closes the gap in the substep. */
  readonly close: V128;
  /** Of the mode SOLVE: the mass reduced by the pull, and the mass times the correction speed. */
  readonly softMass: V128;
  readonly correction: V128;
}

/** Of one body: r × n, and the changes of its velocities by a unit normal impulse. */
interface BodyTerms {
  readonly jacobian: LaneVector;
  readonly response: LaneVector;
  readonly linear: LaneVector;
}

/** Computes the terms of a pair of rows; stores what friction needs. */
function computeTerms(
  w: FunctionWriter,
  mode: number,
  { zero, time, slop, correctionRate }: Settings,
  { a, b, shifts, rows, rigid, highest }: SolvedPair,
  address: Variable<'i32'>,
): RowTerms {
  const [nx, ny, nz, gap] = loadPairs(w, rows.at, 0, PRESENT_GAP + 1);
  const n = [nx, ny, nz] as const;
  const arms = shiftArms(w, loadArms(w, rows), shifts);
  storeVector(w, address, NORMAL, n);
  storeVector(w, address, TERM_ARM_A, arms.a);
  storeVector(w, address, TERM_ARM_B, arms.b);
  const ofBody = ({ inverseInertia, inverseMass }: PairBodies, arm: LaneVector): BodyTerms => {
    const jacobian = cross(w, arm, n);
    const response = transform(inverseInertia, jacobian);
    return {
      jacobian,
      response: vector((k) => w.variable(response[k])),
      linear: vector((k) => w.variable(f64x2.multiply(inverseMass, n[k]))),
    };
  };
  const mass = w.variable(loadPair(rows.at, NORMAL_MASS));
  const lowest = w.variable(f64x2.negate(slop));
  const above = f64x2.select(f64x2.greater(gap, highest), f64x2.subtract(gap, highest), zero);
  const excess = f64x2.select(f64x2.less(gap, lowest), f64x2.subtract(gap, lowest), above);
  const wanted = f64x2.multiply(f64x2.negate(correctionRate), excess);
  const speed = f64x2.min(wanted, f64x2.constant(MAX_CORRECTION_SPEED, MAX_CORRECTION_SPEED));
  return {
    n,
    a: ofBody(a, arms.a),
    b: ofBody(b, arms.b),
    mass,
    gap,
    close: w.variable(f64x2.multiply(mass, f64x2.divide(gap, time))),
    softMass: mode === SOLVE ? w.variable(f64x2.multiply(mass, rigid)) : zero,
    correction: mode === SOLVE ? w.variable(f64x2.multiply(mass, speed)) : zero,
  };
}

/** The normal impulses before the pass. */
function storeImpulses(w: FunctionWriter, { rows }: SolvedPair, address: Variable<'i32'>): void {
  const impulse = w.variable(loadPair(rows.at, NORMAL_IMPULSE));
  w.storeF64x2(address, 2 * TERM_IMPULSE, impulse);
  w.storeF64x2(address, 2 * TERM_START, impulse);
}

function storeVector(w: FunctionWriter, address: Variable<'i32'>, slot: number, values: LaneVector): void {
  for (const [k, value] of values.entries()) w.storeF64x2(address, 2 * (slot + k), value);
}

function storeTerms(
  w: FunctionWriter,
  { a, b, mass, gap, close, softMass, correction }: RowTerms,
  address: Variable<'i32'>,
): void {
  storeVector(w, address, JACOBIAN_A, a.jacobian);
  storeVector(w, address, RESPONSE_A, a.response);
  storeVector(w, address, LINEAR_A, a.linear);
  storeVector(w, address, JACOBIAN_B, b.jacobian);
  storeVector(w, address, RESPONSE_B, b.response);
  storeVector(w, address, LINEAR_B, b.linear);
  const numbers = [mass, close, gap, softMass, correction];
  for (const [k, value] of numbers.entries()) w.storeF64x2(address, 2 * (TERM_MASS + k), value);
}

function loadTerms(w: FunctionWriter, address: Variable<'i32'>): RowTerms {
  const load = (slot: number) => vector((k) => loadTerm(address, slot + k));
  return {
    n: vector((k) => w.variable(loadTerm(address, NORMAL + k))),
    a: { jacobian: load(JACOBIAN_A), response: load(RESPONSE_A), linear: load(LINEAR_A) },
    b: { jacobian: load(JACOBIAN_B), response: load(RESPONSE_B), linear: load(LINEAR_B) },
    mass: loadTerm(address, TERM_MASS),
    close: loadTerm(address, TERM_MASS + 1),
    gap: w.variable(loadTerm(address, TERM_MASS + 2)),
    softMass: loadTerm(address, TERM_MASS + 3),
    correction: loadTerm(address, TERM_MASS + 4),
  };
}

/** Solves the normal impulses of a pair of rows; returns their changes. */
function solveNormal(
  w: FunctionWriter,
  mode: number,
  settings: Settings,
  pair: SolvedPair,
  address: Variable<'i32'>,
  terms: RowTerms,
  impacted: Variable<'i32'>,
): V128 {
  const { a, b, maxGap, rigid, pulled } = pair;
  const { zero } = settings;
  const { n, gap, mass, close } = terms;
  const un = f64x2.subtract(normalVelocity(n, b, terms.b.jacobian), normalVelocity(n, a, terms.a.jacobian));
  const before = w.variable(loadTerm(address, TERM_IMPULSE));
  const mayClose = f64x2.or(f64x2.equal(before, zero), f64x2.greater(gap, maxGap));
  const isOpen = w.variable(f64x2.and(f64x2.greater(gap, zero), mayClose));
  // the impulse is base - mass un
  const soft = f64x2.add(f64x2.multiply(rigid, f64x2.add(before, terms.correction)), pulled);
  const base =
    mode === SOLVE
      ? f64x2.select(isOpen, f64x2.subtract(before, close), soft)
      : f64x2.subtract(before, f64x2.and(isOpen, close));
  const presentMass = mode === SOLVE ? f64x2.select(isOpen, mass, terms.softMass) : mass;
  const impulse = w.variable(f64x2.max(zero, f64x2.subtract(base, f64x2.multiply(presentMass, un))));
  if (mode === SOLVE) markImpacts(w, settings, pair, w.variable(beginning(settings, before, impulse)), impacted);
  const change = w.variable(f64x2.subtract(impulse, before));
  w.storeF64x2(address, 2 * TERM_IMPULSE, impulse);
  const add = (v: readonly Variable<'v128'>[], perImpulse: LaneVector, operator: typeof f64x2.add) => {
    for (let k = 0; k < 3; k++) w.assign(v[k], operator(v[k], f64x2.multiply(perImpulse[k], change)));
  };
  add(a.velocity, terms.a.linear, f64x2.subtract);
  add(a.angularVelocity, terms.a.response, f64x2.subtract);
  add(b.velocity, terms.b.linear, f64x2.add);
  add(b.angularVelocity, terms.b.response, f64x2.add);
  return change;
}

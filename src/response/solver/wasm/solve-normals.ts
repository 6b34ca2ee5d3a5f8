import { APPROACH, CLOSING, IMPACTED, NORMAL_IMPULSE, NORMAL_MASS, PRESENT_GAP } from '../contact-rows.ts';
import { TERMS } from '../solver-memory.ts';
import { MAX_CORRECTION_SPEED, SOLVE, WITH_IMPACT } from '../solver-settings.ts';
import {
  cross,
  eachRow,
  type LaneVector,
  loadArms,
  loadPair,
  loadPairs,
  type PairBodies,
  shiftArms,
  storePair,
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
  TERM_CLOSE,
  TERM_CORRECTION,
  TERM_GAP,
  TERM_IMPULSE,
  TERM_MASS,
  TERM_SOFT_MASS,
  TERM_START,
} from './solve-pair.ts';
import { type FunctionWriter, f64x2, i32, type V128, type Variable } from './wasm-writer.ts';

/** Sweeps over the normal impulses of a pair of manifolds, until one changes nothing. */
export function sweepNormals(
  w: FunctionWriter,
  p: SolveParameters,
  mode: number,
  settings: Settings,
  pair: SolvedPair,
  impacted: Variable<'i32'>,
): void {
  const terms = w.variable<'i32'>(p.terms);
  const nextTerms = () => w.assign(terms, i32.add(terms, i32.constant(8 * TERMS)));
  eachRow(w, pair.rows, () => {
    storeTerms(w, mode, settings, pair, terms);
    nextTerms();
  });
  const changed = w.variable(i32.constant(1));
  const sweep = w.variable(i32.constant(0));
  w.loopWhile(i32.and(changed, i32.less(sweep, pair.sweeps)), () => {
    w.assign(changed, i32.constant(0));
    w.assign(terms, p.terms);
    eachRow(w, pair.rows, () => {
      solveNormal(w, mode, settings, pair, terms, changed, impacted);
      nextTerms();
    });
    w.assign(sweep, i32.add(sweep, i32.constant(1)));
  });
}

/** Computes what the sweeps and friction need of a pair of rows. */
function storeTerms(
  w: FunctionWriter,
  mode: number,
  { zero, time, slop, correctionRate }: Settings,
  { a, b, shifts, rows, rigid, highest }: SolvedPair,
  terms: Variable<'i32'>,
): void {
  const store = (slot: number, value: V128) => w.storeF64x2(terms, 2 * slot, value);
  const storeVector = (slot: number, values: LaneVector) => {
    for (const [k, value] of values.entries()) store(slot + k, value);
  };
  const [nx, ny, nz, gap] = loadPairs(w, rows.at, 0, PRESENT_GAP + 1);
  const n = [nx, ny, nz] as const;
  const arms = shiftArms(w, loadArms(w, rows), shifts);
  storeVector(NORMAL, n);
  storeVector(TERM_ARM_A, arms.a);
  storeVector(TERM_ARM_B, arms.b);
  const storeBody = (body: PairBodies, arm: LaneVector, jacobian: number, response: number, linear: number) => {
    const l = cross(w, arm, n);
    storeVector(jacobian, l);
    storeVector(response, transform(body.inverseInertia, l));
    storeVector(
      linear,
      vector((k) => f64x2.multiply(body.inverseMass, n[k])),
    );
  };
  storeBody(a, arms.a, JACOBIAN_A, RESPONSE_A, LINEAR_A);
  storeBody(b, arms.b, JACOBIAN_B, RESPONSE_B, LINEAR_B);
  const impulse = w.variable(loadPair(rows.at, NORMAL_IMPULSE));
  store(TERM_IMPULSE, impulse);
  store(TERM_START, impulse);
  const mass = w.variable(loadPair(rows.at, NORMAL_MASS));
  store(TERM_MASS, mass);
  store(TERM_GAP, gap);
  store(TERM_CLOSE, f64x2.multiply(mass, f64x2.divide(gap, time)));
  if (mode !== SOLVE) return;
  store(TERM_SOFT_MASS, f64x2.multiply(mass, rigid));
  const lowest = w.variable(f64x2.negate(slop));
  const above = f64x2.select(f64x2.greater(gap, highest), f64x2.subtract(gap, highest), zero);
  const excess = f64x2.select(f64x2.less(gap, lowest), f64x2.subtract(gap, lowest), above);
  const wanted = f64x2.multiply(f64x2.negate(correctionRate), excess);
  const correction = f64x2.min(wanted, f64x2.constant(MAX_CORRECTION_SPEED, MAX_CORRECTION_SPEED));
  store(TERM_CORRECTION, f64x2.multiply(mass, correction));
}

function solveNormal(
  w: FunctionWriter,
  mode: number,
  settings: Settings,
  pair: SolvedPair,
  terms: Variable<'i32'>,
  changed: Variable<'i32'>,
  impacted: Variable<'i32'>,
): void {
  const { a, b, maxGap, rigid, pulled } = pair;
  const { zero } = settings;
  const n = vector((k) => w.variable(loadTerm(terms, NORMAL + k)));
  const un = f64x2.subtract(normalVelocity(terms, n, b, JACOBIAN_B), normalVelocity(terms, n, a, JACOBIAN_A));
  const before = w.variable(loadTerm(terms, TERM_IMPULSE));
  const gap = w.variable(loadTerm(terms, TERM_GAP));
  const mayClose = f64x2.or(f64x2.equal(before, zero), f64x2.greater(gap, maxGap));
  const isOpen = w.variable(f64x2.and(f64x2.greater(gap, zero), mayClose));
  // the impulse is base - mass un
  const close = loadTerm(terms, TERM_CLOSE);
  const soft = f64x2.add(f64x2.multiply(rigid, f64x2.add(before, loadTerm(terms, TERM_CORRECTION))), pulled);
  const base =
    mode === SOLVE
      ? f64x2.select(isOpen, f64x2.subtract(before, close), soft)
      : f64x2.subtract(before, f64x2.and(isOpen, close));
  const rigidMass = loadTerm(terms, TERM_MASS);
  const mass = mode === SOLVE ? f64x2.select(isOpen, rigidMass, loadTerm(terms, TERM_SOFT_MASS)) : rigidMass;
  const impulse = w.variable(f64x2.max(zero, f64x2.subtract(base, f64x2.multiply(mass, un))));
  if (mode === SOLVE) markImpacts(w, settings, pair, before, impulse, impacted);
  const change = w.variable(f64x2.subtract(impulse, before));
  w.assign(changed, i32.or(changed, f64x2.any(f64x2.notEqual(change, zero))));
  w.storeF64x2(terms, 2 * TERM_IMPULSE, impulse);
  const add = (v: readonly Variable<'v128'>[], slot: number, operator: typeof f64x2.add) => {
    for (let k = 0; k < 3; k++) w.assign(v[k], operator(v[k], f64x2.multiply(loadTerm(terms, slot + k), change)));
  };
  add(a.velocity, LINEAR_A, f64x2.subtract);
  add(a.angularVelocity, RESPONSE_A, f64x2.subtract);
  add(b.velocity, LINEAR_B, f64x2.add);
  add(b.angularVelocity, RESPONSE_B, f64x2.add);
}

/** n·v + (r × n)·ω; short sums, because each row waits for the last one. */
function normalVelocity(
  terms: Variable<'i32'>,
  n: LaneVector,
  { velocity, angularVelocity }: PairBodies,
  jacobian: number,
): V128 {
  const products = [
    ...velocity.map((v, k) => f64x2.multiply(n[k], v)),
    ...angularVelocity.map((v, k) => f64x2.multiply(loadTerm(terms, jacobian + k), v)),
  ];
  const [first, second, third] = [0, 2, 4].map((k) => f64x2.add(products[k], products[k + 1]));
  return f64x2.add(f64x2.add(first, second), third);
}

/** A contact without an impulse that closes faster than ever in the step: an impact, above the threshold. */
function markImpacts(
  w: FunctionWriter,
  { zero, one, restitutionThreshold }: Settings,
  { rows: { at }, marks }: SolvedPair,
  before: V128,
  impulse: V128,
  impacted: Variable<'i32'>,
): void {
  const begins = w.variable(f64x2.and(f64x2.equal(before, zero), f64x2.greater(impulse, zero)));
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

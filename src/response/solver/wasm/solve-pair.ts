import { ROW } from '../contact-rows.ts';
import { MEAN_FRACTION, PULL } from '../solver-settings.ts';
import {
  elements,
  loadBodies,
  loadPair,
  loadRows,
  loadShifts,
  MANIFOLD_ARRAYS,
  type Pair,
  type PairBodies,
  type PairRows,
  recordsOf,
  type Shifts,
} from './manifold-pairs.ts';
import { type FunctionWriter, f64x2, i32, type Parameters, type V128, type Variable } from './wasm-writer.ts';

/** Byte addresses of packed arrays, counts, and the settings of the pass; as in `solveRows`. */
export const SOLVE_SIGNATURE = {
  ...MANIFOLD_ARRAYS,
  materials: 'i32',
  meanImpulses: 'i32',
  /** 0 if none is driven. */
  surfaceVelocities: 'i32',
  /** Receives `WITH_IMPACT` for manifolds with an impacted contact. */
  marks: 'i32',
  /** Receives the terms of the rows of the present pair. */
  terms: 'i32',
  sweeps: 'i32',
  /** Fraction that the impulse of a manifold of one point loses. */
  singlePull: 'f64',
  time: 'f64',
  correctionRate: 'f64',
  slop: 'f64',
  restitutionThreshold: 'f64',
  softLoad: 'f64',
} as const;

export type SolveParameters = Parameters<typeof SOLVE_SIGNATURE>;

/** What the passes over the rows of one pair of manifolds share. */
export interface SolvedPair {
  readonly a: PairBodies;
  readonly b: PairBodies;
  readonly shifts: Shifts;
  readonly rows: PairRows;
  readonly sweeps: Variable<'i32'>;
  /** 1 - pull, and pull times the mean. */
  readonly rigid: Variable<'v128'>;
  readonly pulled: Variable<'v128'>;
  /** Gaps between -slop and this are not corrected. */
  readonly highest: Variable<'v128'>;
  /** Beyond this gap a contact has no impulse. */
  readonly maxGap: Variable<'v128'>;
  readonly materials: Pair;
  /** Addresses of the marks. */
  readonly marks: Pair;
  readonly surface: Pair;
}

/** Settings in both lanes. */
export interface Settings {
  readonly zero: Variable<'v128'>;
  readonly one: Variable<'v128'>;
  readonly time: Variable<'v128'>;
  readonly slop: Variable<'v128'>;
  readonly correctionRate: Variable<'v128'>;
  readonly restitutionThreshold: Variable<'v128'>;
}

export function loadSolvedPair(
  w: FunctionWriter,
  p: SolveParameters,
  { zero, one, slop }: Settings,
  manifolds: Pair,
): SolvedPair {
  const a = loadBodies(w, recordsOf(w, p, p.bodiesA, manifolds));
  const b = loadBodies(w, recordsOf(w, p, p.bodiesB, manifolds));
  // without negative zeros, to which adding a zero would make a difference
  for (const v of [...a.velocity, ...a.angularVelocity, ...b.velocity, ...b.angularVelocity]) {
    w.assign(v, f64x2.add(v, zero));
  }
  const rows = loadRows(w, p, manifolds);
  const isSingle = w.variable(i32.equal(i32.add(rows.first[0], i32.constant(8 * ROW)), rows.end));
  const mean = w.variable(loadPair(elements(w, p.meanImpulses, manifolds, 8)));
  const inverseMass = f64x2.max(a.inverseMass, b.inverseMass);
  const softPull = f64x2.divide(f64x2.splat(p.softLoad), f64x2.multiply(mean, inverseMass));
  const pull = w.variable(f64x2.min(f64x2.constant(PULL, PULL), softPull));
  const highest = w.variable(f64x2.negate(slop));
  const maxGap = w.variable(f64x2.constant(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY));
  const sweeps = w.variable<'i32'>(p.sweeps);
  w.assign(mean, f64x2.multiply(f64x2.constant(MEAN_FRACTION, MEAN_FRACTION), mean));
  w.when(isSingle, () => {
    w.assign(sweeps, i32.constant(1));
    w.assign(pull, f64x2.splat(p.singlePull));
    w.assign(mean, zero);
    w.assign(highest, zero);
    w.assign(maxGap, slop);
  });
  return {
    a,
    b,
    shifts: loadShifts(w, p, manifolds, a, b),
    rows,
    sweeps,
    rigid: w.variable(f64x2.subtract(one, pull)),
    pulled: w.variable(f64x2.multiply(pull, mean)),
    highest,
    maxGap,
    materials: elements(w, p.materials, manifolds, 24),
    marks: elements(w, p.marks, manifolds, 4),
    surface: elements(w, p.surfaceVelocities, manifolds, 24),
  };
}

/** Slots of the terms of a pair of rows, two numbers each, in the memory between the loops over them. */
export const NORMAL = 0;
export const JACOBIAN_A = 3;
export const JACOBIAN_B = 6;
export const RESPONSE_A = 9;
export const RESPONSE_B = 12;
export const LINEAR_A = 15;
export const LINEAR_B = 18;
export const TERM_ARM_A = 21;
export const TERM_ARM_B = 24;
/** Normal impulse now, and before the pass. */
export const TERM_IMPULSE = 27;
export const TERM_START = 28;
/** Mass, closing term and gap, then of the mode SOLVE the reduced mass and the correction; see `RowTerms`. */
export const TERM_MASS = 29;
/** Row of the matrix up to its diagonal; see `sweepMatrix`. */
export const TERM_MATRIX = 34;
/** Mask of the lanes in which the impulse was zero and became positive in a sweep. */
export const TERM_BEGUN = 38;

/** The slot of the terms at an address. */
export function loadTerm(address: Variable<'i32'>, slot: number): V128 {
  return f64x2.load(address, 2 * slot);
}

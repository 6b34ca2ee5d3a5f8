import { IMPULSE, MIN_TANGENT_MASS, NORMAL_IMPULSE, TANGENT_MASS } from '../contact-rows.ts';
import { TERMS } from '../solver-memory.ts';
import {
  addImpulse,
  cross,
  dot,
  eachRow,
  type Lanes,
  type LaneVector,
  loadPair,
  loadPairs,
  storePairs,
  transform,
  vector,
} from './manifold-pairs.ts';
import {
  loadTerm,
  NORMAL,
  type Settings,
  type SolvedPair,
  type SolveParameters,
  TERM_ARM_A,
  TERM_ARM_B,
  TERM_IMPULSE,
  TERM_START,
} from './solve-pair.ts';
import { type FunctionWriter, f64x2, i32, type V128, type Variable } from './wasm-writer.ts';

/** Stores the normal impulses of the sweeps, then solves the friction impulse of every row of a pair of manifolds. */
export function solveFriction(w: FunctionWriter, p: SolveParameters, settings: Settings, pair: SolvedPair): void {
  const { zero } = settings;
  const { at } = pair.rows;
  const terms = w.variable<'i32'>(p.terms);
  eachRow(w, pair.rows, () => {
    const normalImpulse = w.variable(loadTerm(terms, TERM_IMPULSE));
    const start = w.variable(loadTerm(terms, TERM_START));
    const [, ...numbers] = loadPairs(w, at, NORMAL_IMPULSE, 4);
    const before = vector((k) => numbers[k]);
    const isActive = w.variable(
      [normalImpulse, ...before].map((value) => f64x2.notEqual(value, zero)).reduce(f64x2.or),
    );
    w.when(f64x2.any(f64x2.or(isActive, f64x2.notEqual(start, zero))), () => {
      solveRow(w, p, settings, pair, terms, { normalImpulse, start, before, isActive });
    });
    w.assign(terms, i32.add(terms, i32.constant(8 * TERMS)));
  });
}

interface RowImpulses {
  readonly normalImpulse: V128;
  /** The normal impulse before the pass. */
  readonly start: V128;
  /** The friction impulse before the pass. */
  readonly before: Lanes;
  /** Lanes with a normal or a friction impulse. */
  readonly isActive: V128;
}

function solveRow(
  w: FunctionWriter,
  p: SolveParameters,
  settings: Settings,
  pair: SolvedPair,
  terms: Variable<'i32'>,
  impulses: RowImpulses,
): void {
  const { normalImpulse, start, before, isActive } = impulses;
  const { a, b, rows, surface } = pair;
  const term = (slot: number) => vector((k) => w.variable(loadTerm(terms, slot + k)));
  const [n, armA, armB] = [term(NORMAL), term(TERM_ARM_A), term(TERM_ARM_B)];
  // velocity of B relative to A; the tangential mass removes its normal part
  const rotationB = cross(w, b.angularVelocity, armB);
  const rotationA = cross(w, a.angularVelocity, armA);
  const u = vector((k) =>
    w.variable(f64x2.add(f64x2.subtract(b.velocity[k], a.velocity[k]), f64x2.subtract(rotationB[k], rotationA[k]))),
  );
  w.when(p.surfaceVelocities, () => {
    for (let k = 0; k < 3; k++) w.assign(u[k], f64x2.add(u[k], loadPair(surface, k)));
  });
  // the impulse that ends the sliding, limited to the Coulomb disc
  const mass = loadPairs(w, rows.at, TANGENT_MASS, 6);
  const sticking = transform(mass, u);
  const h = vector((k) => w.variable(f64x2.subtract(before[k], sticking[k])));
  limitFriction(w, settings, pair, n, u, h, impulses);
  for (let k = 0; k < 3; k++) w.assign(h[k], f64x2.select(isActive, h[k], before[k]));
  storePairs(w, rows.at, NORMAL_IMPULSE, [normalImpulse, ...h]);
  const j = vector((k) => w.variable(f64x2.subtract(h[k], before[k])));
  const change = w.variable(f64x2.subtract(normalImpulse, start));
  const [sx, sy, sz, next] = loadPairs(w, rows.at, IMPULSE, 4);
  const sums = [sx, sy, sz].map((sum, k) => f64x2.add(sum, f64x2.add(f64x2.multiply(change, n[k]), j[k])));
  storePairs(w, rows.at, IMPULSE, [...sums.map((sum) => w.variable(sum)), next]);
  addImpulse(w, a, -1, j, cross(w, armA, j));
  addImpulse(w, b, 1, j, cross(w, armB, j));
}

/** Limits the friction impulse h to the Coulomb disc; u is the sliding velocity. */
function limitFriction(
  w: FunctionWriter,
  { one, restitutionThreshold }: Settings,
  { rows, materials }: SolvedPair,
  n: LaneVector,
  u: Lanes,
  h: Lanes,
  { normalImpulse, before, isActive }: RowImpulses,
): void {
  const staticFriction = w.variable(loadPair(materials));
  const max = w.variable(f64x2.multiply(staticFriction, normalImpulse));
  const slips = w.variable(f64x2.greater(dot(h, h), f64x2.multiply(max, max)));
  w.when(f64x2.any(f64x2.and(slips, isActive)), () => {
    const un = w.variable(dot(n, u));
    for (let k = 0; k < 3; k++) w.assign(u[k], f64x2.subtract(u[k], f64x2.multiply(un, n[k])));
    const mass = w.variable(loadPair(rows.at, MIN_TANGENT_MASS));
    const limited = vector((k) => w.variable(f64x2.subtract(before[k], f64x2.multiply(mass, u[k]))));
    const length = w.variable(f64x2.sqrt(dot(limited, limited)));
    const isFast = f64x2.greater(dot(u, u), f64x2.multiply(restitutionThreshold, restitutionThreshold));
    const friction = f64x2.select(isFast, loadPair(materials, 1), staticFriction);
    const limit = w.variable(f64x2.multiply(friction, normalImpulse));
    const fraction = w.variable(f64x2.select(f64x2.greater(length, limit), f64x2.divide(limit, length), one));
    for (let k = 0; k < 3; k++) {
      w.assign(h[k], f64x2.select(slips, f64x2.multiply(limited[k], fraction), h[k]));
    }
  });
}

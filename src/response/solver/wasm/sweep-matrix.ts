import { TERMS } from '../solver-memory.ts';
import { dot, type LaneVector, vector } from './manifold-pairs.ts';
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
  TERM_BEGUN,
  TERM_IMPULSE,
  TERM_MASS,
  TERM_MATRIX,
  TERM_START,
} from './solve-pair.ts';
import { beginning, markImpacts, normalVelocity } from './sweep-parts.ts';
import { type FunctionWriter, f64x2, i32, type Variable } from './wasm-writer.ts';

/**
 * Sweeps over the normal impulses of a pair of manifolds of `count` rows in the mode SOLVE, as `sweepMatrix` of `solve-rows.ts`: by their normal
 * velocities and the matrix of the changes of these by unit impulses. The velocities of the bodies follow in `applyImpulses`. A row takes a sixth of the
 * instructions of a row of `sweepRows`.
 */
export function sweepMatrix(
  w: FunctionWriter,
  p: SolveParameters,
  settings: Settings,
  pair: SolvedPair,
  count: number,
): void {
  const { a, b, sweeps, rigid, pulled } = pair;
  const { zero } = settings;
  const { add, multiply, select, subtract } = f64x2;
  const indices = Array.from({ length: count }, (_, k) => k);
  const term = (row: number, slot: number) => f64x2.load(p.terms, TERMS * row + 2 * slot);
  const terms = (row: number, slot: number) => vector((k) => term(row, slot + k));
  const velocities = indices.map((row) => {
    const n = vector((k) => w.variable(term(row, NORMAL + k)));
    const ofB = normalVelocity(n, b, terms(row, JACOBIAN_B));
    return w.variable(subtract(ofB, normalVelocity(n, a, terms(row, JACOBIAN_A))));
  });
  writeMatrix(w, p, pair, indices, terms);
  const impulses = indices.map((row) => w.variable(term(row, TERM_IMPULSE)));
  const begun = indices.map(() => w.variable<'v128'>(zero));
  const changed = w.variable(i32.constant(1));
  const sweep = w.variable(i32.constant(0));
  w.loopWhile(i32.and(changed, i32.less(sweep, sweeps)), () => {
    w.assign(changed, i32.constant(0));
    for (const row of indices) {
      const before = w.variable<'v128'>(impulses[row]);
      const isOpen = w.variable(f64x2.and(f64x2.greater(term(row, TERM_MASS + 2), zero), f64x2.equal(before, zero)));
      const soft = add(multiply(rigid, add(before, term(row, TERM_MASS + 4))), pulled);
      const base = select(isOpen, subtract(before, term(row, TERM_MASS + 1)), soft);
      const mass = select(isOpen, term(row, TERM_MASS), term(row, TERM_MASS + 3));
      w.assign(impulses[row], f64x2.max(zero, subtract(base, multiply(mass, velocities[row]))));
      w.assign(begun[row], f64x2.or(begun[row], beginning(settings, before, impulses[row])));
      const change = w.variable(subtract(impulses[row], before));
      for (const other of indices) {
        const entry = term(Math.max(row, other), TERM_MATRIX + Math.min(row, other));
        w.assign(velocities[other], add(velocities[other], multiply(entry, change)));
      }
      w.assign(changed, i32.or(changed, f64x2.any(f64x2.notEqual(change, zero))));
    }
    w.assign(sweep, i32.add(sweep, i32.constant(1)));
  });
  for (const row of indices) {
    w.storeF64x2(p.terms, TERMS * row + 2 * TERM_IMPULSE, impulses[row]);
    w.storeF64x2(p.terms, TERMS * row + 2 * TERM_BEGUN, begun[row]);
  }
}

/** Adds the changes of the normal impulses of a pair of rows to the velocities of the bodies, and marks impacts, after `sweepMatrix`. */
export function applyImpulses(
  w: FunctionWriter,
  settings: Settings,
  pair: SolvedPair,
  terms: Variable<'i32'>,
  impacted: Variable<'i32'>,
): void {
  const { a, b } = pair;
  const change = w.variable(f64x2.subtract(loadTerm(terms, TERM_IMPULSE), loadTerm(terms, TERM_START)));
  const apply = (v: readonly Variable<'v128'>[], slot: number, operator: typeof f64x2.add) => {
    for (let k = 0; k < 3; k++) w.assign(v[k], operator(v[k], f64x2.multiply(loadTerm(terms, slot + k), change)));
  };
  apply(a.velocity, LINEAR_A, f64x2.subtract);
  apply(a.angularVelocity, RESPONSE_A, f64x2.subtract);
  apply(b.velocity, LINEAR_B, f64x2.add);
  apply(b.angularVelocity, RESPONSE_B, f64x2.add);
  markImpacts(w, settings, pair, w.variable(loadTerm(terms, TERM_BEGUN)), impacted);
}

/**
 * Stores the change of the normal velocity of row i by a unit impulse of row j, for i up to j; the matrix is symmetric. In memory, because V8 would compute
 * a variable again in each round of the loop that uses it.
 */
function writeMatrix(
  w: FunctionWriter,
  p: SolveParameters,
  { a, b }: SolvedPair,
  indices: readonly number[],
  terms: (row: number, slot: number) => LaneVector,
): void {
  const mass = w.variable(f64x2.add(a.inverseMass, b.inverseMass));
  const loaded = (values: LaneVector) => vector((k) => w.variable(values[k]));
  for (const j of indices) {
    const n = terms(j, NORMAL);
    const linear = vector((k) => w.variable(f64x2.multiply(mass, n[k])));
    const [ofA, ofB] = [loaded(terms(j, RESPONSE_A)), loaded(terms(j, RESPONSE_B))];
    for (let i = 0; i <= j; i++) {
      const angular = dot(terms(i, JACOBIAN_A), ofA);
      const entry = f64x2.add(f64x2.add(dot(terms(i, NORMAL), linear), angular), dot(terms(i, JACOBIAN_B), ofB));
      w.storeF64x2(p.terms, TERMS * j + 2 * (TERM_MATRIX + i), entry);
    }
  }
}

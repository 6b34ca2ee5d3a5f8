import { ARM_A, ARM_B, type ContactRows, FRICTION_IMPULSE, IMPULSE, NORMAL_IMPULSE, ROW } from './contact-rows.ts';
import { solveRows } from './solve-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, TRANSLATION } from './solver-bodies.ts';
import type { SolverSettings } from './solver-settings.ts';

/**
 * Extra passes where one pass per substep is not enough: a light body under a heavy one sinks, because one pass raises its impulses by no
 * more than its own mass allows. Between passes the impulses are extrapolated to the combination of the last passes that changes as
 * little as possible (Anderson acceleration), so that the number of passes hardly depends on the ratio of the masses.
 */

const MAX_PASSES = 60;
/**
 * Impacts count as loads, and a large world always has some. Limit of the manifolds solved in all extra passes: this fraction of all
 * manifolds, or MAX_MANIFOLDS if larger.
 */
const MAX_FRACTION = 0.25;
const MAX_MANIFOLDS = 400;
/** Limits of the first step: passes, and manifolds solved in all of them. */
const MAX_INITIAL_PASSES = 1000;
const MAX_INITIAL_MANIFOLDS = 1e6;
/** Impulses are found when a pass changes none by more than this fraction of the largest. */
const CONVERGED = 1e-6;
/** Number of earlier passes that the extrapolation uses: a body held between two others has six slow motions. */
const DEPTH = 6;
/** Longest step, relative to the impulses: from a longer one the velocities could not be restored without rounding errors. */
const MAX_STEP = 1e4;
/** Relative to the diagonal of the equations for the extrapolation. */
const REGULARISATION = 1e-12;

/** Extra passes over the overloaded manifolds; all others are unchanged. */
export function solveOverloaded(
  contacts: ContactRows,
  records: Float64Array,
  settings: SolverSettings,
  mode: number,
): void {
  const { selectedCount, manifoldCount } = contacts;
  if (selectedCount === 0) return;
  const affordable = Math.max(MAX_FRACTION * manifoldCount, MAX_MANIFOLDS) / selectedCount;
  solveRepeatedly(contacts, records, settings, mode, Math.min(MAX_PASSES, affordable));
}

/**
 * Extra passes over all manifolds, for the first step of a world, which has no impulses for a warm start. Without them a stack would
 * sink until later steps have found its impulses.
 */
export function solveInitial(
  contacts: ContactRows,
  records: Float64Array,
  settings: SolverSettings,
  mode: number,
): void {
  const { manifoldCount, selected } = contacts;
  contacts.selectedCount = manifoldCount;
  for (let manifold = 0; manifold < manifoldCount; manifold++) selected[manifold] = manifold;
  const passes = Math.min(MAX_INITIAL_PASSES, MAX_INITIAL_MANIFOLDS / manifoldCount);
  solveRepeatedly(contacts, records, { ...settings, singlePull: 0, softLoad: Number.POSITIVE_INFINITY }, mode, passes);
}

/** Impulses of the selected rows, four numbers each, normal and friction: before a pass, after it, and the difference. */
let before = new Float64Array(0);
let after = new Float64Array(0);
let residual = new Float64Array(0);
let lastAfter = new Float64Array(0);
let lastResidual = new Float64Array(0);
/** Changes of `after` and `residual` from pass to pass: the last DEPTH of each, one behind the other. */
let afterChanges = new Float64Array(0);
let residualChanges = new Float64Array(0);
/** Coefficients of the extrapolation, and the equations for them. */
const coefficients = new Float64Array(DEPTH);
const matrix = new Float64Array(DEPTH * DEPTH);
/** Inner products of the stored residual changes: a pass replaces only those of one of them. */
const products = new Float64Array(DEPTH * DEPTH);

function reserve(length: number): void {
  if (before.length >= length) return;
  before = new Float64Array(2 * length);
  after = new Float64Array(2 * length);
  residual = new Float64Array(2 * length);
  lastAfter = new Float64Array(2 * length);
  lastResidual = new Float64Array(2 * length);
  afterChanges = new Float64Array(2 * DEPTH * length);
  residualChanges = new Float64Array(2 * DEPTH * length);
}

function solveRepeatedly(
  contacts: ContactRows,
  records: Float64Array,
  settings: SolverSettings,
  mode: number,
  passes: number,
): void {
  reserve(4 * contacts.rowCount);
  let stored = 0;
  let smallest = Infinity;
  let isExtrapolated = false;
  for (let pass = 0; pass < passes; pass++) {
    const count = readImpulses(contacts, before);
    solveRows(contacts, records, settings, mode, true);
    readImpulses(contacts, after);
    let largest = 0;
    let largestChange = 0;
    let square = 0;
    for (let i = 0; i < count; i++) {
      const now = after[i];
      const change = now - before[i];
      residual[i] = change;
      // comparisons take less time than `Math.max`; a NaN shows in the square
      if (now > largest) largest = now;
      if (change > largestChange) largestChange = change;
      if (-change > largestChange) largestChange = -change;
      square += change * change;
    }
    // An extrapolation must reduce the residual, else it is taken back. It does not where a point opens or begins to slide, and where no impulses would
    // be enough: those of a body that two driven ones squeeze grow by the same amount in every pass, and would be raised without end.
    if (isExtrapolated && !(square < smallest)) {
      for (let i = 0; i < count; i++) residual[i] = lastAfter[i] - after[i];
      changeImpulses(contacts, records, residual);
      isExtrapolated = false;
      continue;
    }
    if (!Number.isNaN(square) && largestChange <= CONVERGED * largest) return;
    if (pass + 1 >= passes) return;
    if (pass > 0) stored = storeChanges(count, stored);
    smallest = Math.min(smallest, square);
    for (let i = 0; i < count; i++) {
      lastAfter[i] = after[i];
      lastResidual[i] = residual[i];
    }
    const depth = Math.min(stored, DEPTH);
    isExtrapolated = depth > 0 && findCoefficients(count, depth, (stored - 1) % DEPTH);
    if (isExtrapolated) {
      setStep(count, depth);
      changeImpulses(contacts, records, residual);
    }
  }
}

/** Stores the changes since the last pass in place of the oldest ones; returns how many have been stored. */
function storeChanges(count: number, stored: number): number {
  const at = (stored % DEPTH) * count;
  for (let i = 0; i < count; i++) {
    afterChanges[at + i] = after[i] - lastAfter[i];
    residualChanges[at + i] = residual[i] - lastResidual[i];
  }
  return stored + 1;
}

/**
 * The combination of the stored residual changes nearest to the residual (least squares); false if they are dependent. `newest` is the number
 * of the changes stored last.
 */
function findCoefficients(count: number, depth: number, newest: number): boolean {
  for (let p = 0; p < depth; p += 2) addProducts(count, p, Math.min(p + 1, depth - 1), newest);
  matrix.set(products);
  return solveSymmetric(depth);
}

/** Inner products of the changes `p` and `q` with the newest ones and with the residual: four sums at a time, because each waits for its last addition. */
function addProducts(count: number, p: number, q: number, newest: number): void {
  const changes = residualChanges;
  const now = residual;
  const [atP, atQ, from] = [p * count, q * count, newest * count];
  let [productP, productQ, sumP, sumQ] = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const last = changes[from + i];
    const wanted = now[i];
    const ofP = changes[atP + i];
    const ofQ = changes[atQ + i];
    productP += ofP * last;
    productQ += ofQ * last;
    sumP += ofP * wanted;
    sumQ += ofQ * wanted;
  }
  products[p * DEPTH + newest] = products[newest * DEPTH + p] = productP;
  products[q * DEPTH + newest] = products[newest * DEPTH + q] = productQ;
  coefficients[p] = sumP;
  coefficients[q] = sumQ;
}

/** Gaussian elimination without pivoting: the matrix is positive semidefinite. False if a pivot is too small. */
function solveSymmetric(size: number): boolean {
  for (let p = 0; p < size; p++) {
    const diagonal = matrix[p * DEPTH + p];
    matrix[p * DEPTH + p] += REGULARISATION * diagonal;
  }
  for (let p = 0; p < size; p++) {
    const pivot = matrix[p * DEPTH + p];
    if (!(pivot > 0)) return false;
    for (let q = p + 1; q < size; q++) {
      const factor = matrix[q * DEPTH + p] / pivot;
      for (let r = p; r < size; r++) matrix[q * DEPTH + r] -= factor * matrix[p * DEPTH + r];
      coefficients[q] -= factor * coefficients[p];
    }
  }
  for (let p = size - 1; p >= 0; p--) {
    for (let q = p + 1; q < size; q++) coefficients[p] -= matrix[p * DEPTH + q] * coefficients[q];
    coefficients[p] /= matrix[p * DEPTH + p];
  }
  return true;
}

/** Copies the impulses of the selected manifolds, in order; returns the count of numbers. */
function readImpulses({ selected, selectedCount, starts, rows }: ContactRows, out: Float64Array): number {
  let count = 0;
  for (let k = 0; k < selectedCount; k++) {
    const manifold = selected[k];
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      out[count] = rows[at + NORMAL_IMPULSE];
      out[count + 1] = rows[at + FRICTION_IMPULSE];
      out[count + 2] = rows[at + FRICTION_IMPULSE + 1];
      out[count + 3] = rows[at + FRICTION_IMPULSE + 2];
      count += 4;
    }
  }
  return count;
}

/** Replaces the residual by the step of the extrapolation: less the combination of the stored changes. */
function setStep(count: number, depth: number): void {
  let stepSq = 0;
  let lengthSq = 0;
  for (let i = 0; i < count; i++) {
    let step = 0;
    for (let p = 0; p < depth; p++) step -= coefficients[p] * afterChanges[p * count + i];
    residual[i] = step;
    stepSq += step * step;
    lengthSq += after[i] * after[i];
  }
  const factor = (MAX_STEP * Math.sqrt(lengthSq)) / Math.sqrt(stepSq);
  if (factor < 1) for (let i = 0; i < count; i++) residual[i] *= factor;
}

/** Adds `step` to the impulses of the selected manifolds; normal impulses stay non-negative. */
// biome-ignore format: one vector per line
function changeImpulses(contacts: ContactRows, records: Float64Array, step: Float64Array): void {
  const { selected, selectedCount, starts, rows, bodiesA, bodiesB, fractions } = contacts;
  let i = 0;
  for (let k = 0; k < selectedCount; k++) {
    const manifold = selected[k];
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const f = fractions[manifold], g = 1 - f;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW, i += 4) {
      const normalChange = Math.max(step[i], -rows[at + NORMAL_IMPULSE]);
      const fx = step[i + 1], fy = step[i + 2], fz = step[i + 3];
      const jx = normalChange * rows[at] + fx, jy = normalChange * rows[at + 1] + fy, jz = normalChange * rows[at + 2] + fz;
      rows[at + NORMAL_IMPULSE] += normalChange;
      rows[at + FRICTION_IMPULSE] += fx;
      rows[at + FRICTION_IMPULSE + 1] += fy;
      rows[at + FRICTION_IMPULSE + 2] += fz;
      rows[at + IMPULSE] += jx;
      rows[at + IMPULSE + 1] += jy;
      rows[at + IMPULSE + 2] += jz;
      applyImpulse(records, a, rows[at + ARM_A] + f * dx, rows[at + ARM_A + 1] + f * dy, rows[at + ARM_A + 2] + f * dz, -jx, -jy, -jz);
      applyImpulse(records, b, rows[at + ARM_B] - g * dx, rows[at + ARM_B + 1] - g * dy, rows[at + ARM_B + 2] - g * dz, jx, jy, jz);
    }
  }
}

/** Applies an impulse j at x y z from the centre of mass of the body whose record begins at `r`. */
// biome-ignore format: one vector per line
function applyImpulse(
  records: Float64Array, r: number,
  x: number, y: number, z: number,
  jx: number, jy: number, jz: number,
): void {
  const inverseMass = records[r + INVERSE_MASS];
  const i = r + INVERSE_INERTIA;
  const lx = y * jz - z * jy, ly = z * jx - x * jz, lz = x * jy - y * jx;
  records[r] += inverseMass * jx;
  records[r + 1] += inverseMass * jy;
  records[r + 2] += inverseMass * jz;
  records[r + 3] += records[i] * lx + records[i + 1] * ly + records[i + 2] * lz;
  records[r + 4] += records[i + 1] * lx + records[i + 3] * ly + records[i + 4] * lz;
  records[r + 5] += records[i + 2] * lx + records[i + 4] * ly + records[i + 5] * lz;
}

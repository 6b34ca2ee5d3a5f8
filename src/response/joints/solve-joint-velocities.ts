import { RECORD } from '../solver/solver-bodies.ts';
import { applyRow, factoriseRows, type JointRows, rowVelocity } from './joint-rows.ts';
import { substituteSkyline } from './ldl.ts';

/**
 * Impulses of all rows of joints at once: a linear complementarity problem with bounds, solved by an active set. Rows inside their bounds are
 * solved for directly; a row that exceeds a bound is held there, and released when its velocity says so. Without bounds this is one
 * factorisation, whatever the number of joints and the ratio of masses.
 */

/** Changes of the set, all violated rows at once; afterwards one row at a time, which cannot cycle. */
const BLOCK_CHANGES = 12;
const MAX_CHANGES = 60;
/** Substitutions per set of rows: the first solves, the others remove the effect of the regularised diagonal. */
const MAX_REFINEMENTS = 6;
/** Velocities relative to the largest one that count as zero. */
const VELOCITY_TOLERANCE = 1e-14;
/** Impulses relative to their bound, or the largest one, that do not count as a violation. */
const IMPULSE_TOLERANCE = 1e-12;

/** Adds the impulses that the rows still need to the velocities in `records`. */
export function solveJointVelocities(rows: JointRows, records: Float64Array): void {
  saveVelocities(rows, records);
  for (let change = 0; ; change++) {
    // from the start: the impulses of a wrong set may be so large that taking them back would leave rounding errors
    if (change > 0) restoreVelocities(rows, records);
    holdAtBounds(rows, records);
    factoriseRows(rows, records);
    refine(rows, records);
    if (change >= MAX_CHANGES) break;
    if (!changeSet(rows, records, change >= BLOCK_CHANGES)) return;
  }
  // no set was found: impulses stay within their bounds
  for (let i = 0; i < rows.count; i++) {
    const clamped = Math.min(Math.max(rows.impulses[i], rows.lows[i]), rows.highs[i]);
    if (clamped !== rows.impulses[i]) applyRow(rows, i, clamped - rows.impulses[i], records);
  }
}

/** Velocities of the two bodies of each row and its impulse, before the solution. */
const SAVED = 13;
let saved = new Float64Array(0);

function saveVelocities({ count, bodiesA, bodiesB, impulses }: JointRows, records: Float64Array): void {
  if (saved.length < SAVED * count) saved = new Float64Array(2 * SAVED * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 6; k++) {
      if (bodiesA[i] >= 0) saved[SAVED * i + k] = records[RECORD * bodiesA[i] + k];
      if (bodiesB[i] >= 0) saved[SAVED * i + 6 + k] = records[RECORD * bodiesB[i] + k];
    }
    saved[SAVED * i + 12] = impulses[i];
  }
}

function restoreVelocities({ count, bodiesA, bodiesB, impulses }: JointRows, records: Float64Array): void {
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 6; k++) {
      if (bodiesA[i] >= 0) records[RECORD * bodiesA[i] + k] = saved[SAVED * i + k];
      if (bodiesB[i] >= 0) records[RECORD * bodiesB[i] + k] = saved[SAVED * i + 6 + k];
    }
    impulses[i] = saved[SAVED * i + 12];
  }
}

function holdAtBounds(rows: JointRows, records: Float64Array): void {
  const { bounds, lows, highs, impulses } = rows;
  for (let i = 0; i < rows.count; i++) {
    if (bounds[i] === 0) continue;
    const held = bounds[i] < 0 ? lows[i] : highs[i];
    if (impulses[i] !== held) applyRow(rows, i, held - impulses[i], records);
  }
}

/** Solves for the rows inside their bounds until their velocities are reached or do not improve. */
function refine(rows: JointRows, records: Float64Array): void {
  const { unknowns, bounds, matrix, count } = rows;
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < MAX_REFINEMENTS; k++) {
    let largest = 0;
    let scale = 0;
    for (let i = 0; i < count; i++) {
      unknowns[i] = bounds[i] === 0 ? residual(rows, i, records) : 0;
      largest = Math.max(largest, Math.abs(unknowns[i]));
      scale = Math.max(scale, Math.abs(rows.targets[i]), rows.masses[i] * Math.abs(rows.impulses[i]));
    }
    if (largest <= VELOCITY_TOLERANCE * scale || !(largest < 0.5 * last)) return;
    last = largest;
    substituteSkyline(matrix, unknowns);
    for (let i = 0; i < count; i++) if (unknowns[i] !== 0) applyRow(rows, i, unknowns[i], records);
  }
}

/** Velocity that row i still lacks. */
function residual(rows: JointRows, i: number, records: Float64Array): number {
  return rows.targets[i] - rows.softness[i] * rows.impulses[i] - rowVelocity(rows, i, records, RECORD);
}

/** Moves violated rows to or from their bounds: all of them, or only the first one; false if there is none. */
function changeSet(rows: JointRows, records: Float64Array, onlyFirst: boolean): boolean {
  const { bounds, impulses, count } = rows;
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, rows.masses[i] * Math.abs(impulses[i]));
  let isChanged = false;
  for (let i = 0; i < count; i++) {
    const next = boundAfter(rows, i, largest, records);
    if (next === bounds[i]) continue;
    bounds[i] = next;
    isChanged = true;
    if (onlyFirst) return true;
  }
  return isChanged;
}

/** The bound at which row i belongs now; `scale`: largest velocity change by any impulse. */
function boundAfter(rows: JointRows, i: number, scale: number, records: Float64Array): number {
  const { lows, highs, impulses, bounds, masses } = rows;
  const [low, high] = [lows[i], highs[i]];
  if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return 0;
  // a force that is given
  if (low === high) return -1;
  if (bounds[i] === 0) {
    const tolerance = (IMPULSE_TOLERANCE * scale) / masses[i];
    if (impulses[i] < low - tolerance) return -1;
    return impulses[i] > high + tolerance ? 1 : 0;
  }
  const missing = residual(rows, i, records);
  const tolerance = IMPULSE_TOLERANCE * scale;
  if (bounds[i] < 0) return missing > tolerance ? 0 : -1;
  return missing < -tolerance ? 0 : 1;
}

/**
 * Simultaneous impact of all contacts. [CP13-3.4]: A j + (1 + e) w ≥ 0, j ≥ 0, complementary, with A_ik the normal
 * speed at contact i per unit impulse at contact k. For e = 1 every active contact reverses its speed, and the energy
 * is conserved.
 */
import { createVec3, scaleVec3 } from '../math/vec3.ts';
import { solveComplementarity } from './complementarity.ts';
import { type BodyContact, delassusMatrix } from './delassus.ts';
import { applyImpulse, inverseEffectiveMass, normalSpeed } from './impulse.ts';
import { contactAt, loadFractionsOf, type PairContact, type PairImpulses, recordImpulse } from './pair-contact.ts';
import { applyFriction, slidingPairOf } from './simultaneous-friction.ts';

/** One row of the problem: a contact point with an independent load. */
interface Row extends BodyContact {
  readonly index: number;
  readonly fraction: number;
  /** e, and w·normal before [m/s]. */
  readonly restitution: number;
  readonly speed: number;
}

/**
 * One simultaneous impact of all items: all normal impulses in one problem, then all friction impulses in another. `bounce` scales
 * the restitutions (0: plastic). Friction follows the algebraic law at each pair's p̄ for every law with friction,
 * since it has a solution for every contact.
 */
export function resolveSimultaneously(
  items: readonly PairContact[],
  pairs: readonly PairImpulses[],
  bounce: number,
): void {
  const rows = rowsOf(items, bounce);
  const matrix = delassusMatrix(rows);
  const own = rows.map((row) => row.restitution);
  let j = solveWith(matrix, rows, own);
  // Contacts with different restitutions can transfer energy to each other; a common one (the smallest) never gains energy.
  if (gainsEnergy(rows, j)) j = solveWith(matrix, rows, own.fill(Math.min(...own)));
  applyNormalImpulses(rows, j, pairs);
  const sliding = items.flatMap((item, index) => slidingPairOf(item, pairs[index], loadOf(rows, j, index)));
  applyFriction(sliding);
}

function rowsOf(items: readonly PairContact[], bounce: number): Row[] {
  return items.flatMap((item, index) => {
    const { a, b, material } = item;
    const restitution = bounce * material.restitution;
    return loadFractionsOf(item)
      .map((fraction) => ({ fraction, contact: contactAt(item, fraction) }))
      .filter(({ contact }) => inverseEffectiveMass(contact, a, b) > 0)
      .map(({ fraction, contact }) => {
        return { ...contact, a, b, index, fraction, restitution, speed: normalSpeed(contact, a, b) };
      });
  });
}

function solveWith(matrix: Float64Array, rows: readonly Row[], restitution: readonly number[]): Float64Array {
  const b = Float64Array.from(rows, (row, i) => (1 + restitution[i]) * row.speed);
  return solveComplementarity(matrix, b).j;
}

/** A gain below this fraction of the terms of its sum is rounding. */
const GAIN_ROUNDING = 1e-12;

/** Whether ΔE = ½ Σ (1 - e_i) j_i w_i, by complementarity, is above zero: speeds that are rounding errors of zero gain nothing. */
function gainsEnergy(rows: readonly Row[], j: Float64Array): boolean {
  let gain = 0;
  let size = 0;
  for (const [i, row] of rows.entries()) {
    gain += (1 - row.restitution) * j[i] * row.speed;
    size += j[i] * Math.abs(row.speed);
  }
  return gain > GAIN_ROUNDING * size;
}

/** Total normal impulse of an item [N s], and its centre as a fraction of the segment between its points. */
function loadOf(rows: readonly Row[], j: Float64Array, index: number): { total: number; fraction: number } {
  let total = 0;
  let moment = 0;
  rows.forEach((row, i) => {
    if (row.index !== index) return;
    total += j[i];
    moment += j[i] * row.fraction;
  });
  return { total, fraction: total > 0 ? moment / total : 0 };
}

function applyNormalImpulses(rows: readonly Row[], j: Float64Array, pairs: readonly PairImpulses[]): void {
  const impulse = createVec3();
  rows.forEach(({ a, b, pointA, pointB, normal, fraction, index }, i) => {
    if (j[i] === 0) return;
    applyImpulse(a, b, pointA, pointB, scaleVec3(impulse, normal, j[i]));
    recordImpulse(pairs[index], impulse, j[i], fraction);
    pairs[index].mode = 'frictionless';
  });
  rows.forEach((row, i) => {
    if (j[i] > 0) pairs[row.index].work += 0.5 * j[i] * (row.speed + normalSpeed(row, row.a, row.b));
  });
}

import {
  ARM_A,
  ARM_B,
  type ContactRows,
  FRICTION_IMPULSE,
  MEAN_IMPULSE,
  MIN_TANGENT_MASS,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  prepareRow,
  ROW,
  TANGENT_MASS,
} from './contact-rows.ts';
import { INVERSE_MASS, RECORD, ROTATION, TRANSLATION } from './solver-bodies.ts';

/** Fraction of the manifold's validity range, and angle [rad]: after smaller relative motions the effective masses at detection are used. */
const SMALL_MOTION = 0.1;
/** Fraction of the arm: if the rotation has moved a point farther than this along its normal, its gap is no longer valid. */
const MAX_NORMAL_MOTION = 0.5;

/**
 * Updates the rows of bodies that have moved or rotated far since detection. An impulse computed with the effective masses of another
 * orientation can add energy to a body. A row at a point that the body has left is invalid: it applies no impulse for the rest of
 * the step.
 */
// biome-ignore format: one vector per line
export function refreshRows(contacts: ContactRows, records: Float64Array): void {
  const { manifoldCount, bodiesA, bodiesB, starts, reaches, rows } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const relativeMotion = Math.sqrt(dx * dx + dy * dy + dz * dz) / reaches[manifold];
    if (relativeMotion <= SMALL_MOTION && !hasRotated(records, a) && !hasRotated(records, b)) continue;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      if (rows[at + NORMAL_MASS] === 0) continue;
      const isInvalid = relativeMotion > 1 || hasRotatedAway(rows, at, ARM_A, records, a) || hasRotatedAway(rows, at, ARM_B, records, b);
      if (isInvalid) disableRow(rows, at);
      else prepareRow(contacts, manifold, at, records);
    }
  }
}

/** An immovable body has the same inverse inertia (zero) in every orientation. */
function hasRotated(records: Float64Array, r: number): boolean {
  if (records[r + INVERSE_MASS] === 0) return false;
  const angleSq = records[r + ROTATION] ** 2 + records[r + ROTATION + 1] ** 2 + records[r + ROTATION + 2] ** 2;
  return angleSq > SMALL_MOTION ** 2;
}

// biome-ignore format: one vector per line
function hasRotatedAway(rows: Float64Array, at: number, arm: number, records: Float64Array, r: number): boolean {
  const x = rows[at + arm], y = rows[at + arm + 1], z = rows[at + arm + 2];
  const tx = records[r + ROTATION], ty = records[r + ROTATION + 1], tz = records[r + ROTATION + 2];
  const normalMotion = rows[at] * (ty * z - tz * y) + rows[at + 1] * (tz * x - tx * z) + rows[at + 2] * (tx * y - ty * x);
  return normalMotion * normalMotion > MAX_NORMAL_MOTION ** 2 * (x * x + y * y + z * z);
}

/** A row with zero effective masses applies neither a normal nor a friction impulse. */
function disableRow(rows: Float64Array, at: number): void {
  rows[at + NORMAL_IMPULSE] = 0;
  rows[at + MEAN_IMPULSE] = 0;
  rows[at + NORMAL_MASS] = 0;
  rows[at + MIN_TANGENT_MASS] = 0;
  rows.fill(0, at + FRICTION_IMPULSE, at + FRICTION_IMPULSE + 3);
  rows.fill(0, at + TANGENT_MASS, at + TANGENT_MASS + 6);
}

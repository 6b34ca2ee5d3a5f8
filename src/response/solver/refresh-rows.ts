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

/** In units of a patch's reach, and in radians: bodies that have moved less against each other have the masses they were found with. */
const NEARLY_SAME = 0.1;
/** In units of the arm: if turning has moved a point farther along its normal, its gap is not known any more. */
const UNKNOWN = 0.5;

/**
 * Brings the rows up to date with bodies that have gone or turned far since the contacts were found. An impulse found with the masses of
 * another attitude can bring energy into a body; one at a place that the body has left means nothing, so such a row pushes no more in
 * this step.
 */
// biome-ignore format: one vector per line
export function renewRows(contacts: ContactRows, records: Float64Array): void {
  const { patchCount, bodiesA, bodiesB, starts, reaches, rows } = contacts;
  for (let patch = 0; patch < patchCount; patch++) {
    const a = RECORD * bodiesA[patch], b = RECORD * bodiesB[patch];
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const wayShare = Math.sqrt(dx * dx + dy * dy + dz * dz) / reaches[patch];
    if (wayShare <= NEARLY_SAME && !hasTurned(records, a) && !hasTurned(records, b)) continue;
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
      if (rows[at + NORMAL_MASS] === 0) continue;
      const isLost = wayShare > 1 || isTurnedAway(rows, at, ARM_A, records, a) || isTurnedAway(rows, at, ARM_B, records, b);
      if (isLost) letGo(rows, at);
      else prepareRow(contacts, patch, at, records);
    }
  }
}

/** An immovable body has the same mass however it turns. */
function hasTurned(records: Float64Array, r: number): boolean {
  if (records[r + INVERSE_MASS] === 0) return false;
  const turnSq = records[r + ROTATION] ** 2 + records[r + ROTATION + 1] ** 2 + records[r + ROTATION + 2] ** 2;
  return turnSq > NEARLY_SAME ** 2;
}

// biome-ignore format: one vector per line
function isTurnedAway(rows: Float64Array, at: number, arm: number, records: Float64Array, r: number): boolean {
  const x = rows[at + arm], y = rows[at + arm + 1], z = rows[at + arm + 2];
  const tx = records[r + ROTATION], ty = records[r + ROTATION + 1], tz = records[r + ROTATION + 2];
  const way = rows[at] * (ty * z - tz * y) + rows[at + 1] * (tz * x - tx * z) + rows[at + 2] * (tx * y - ty * x);
  return way * way > UNKNOWN ** 2 * (x * x + y * y + z * z);
}

/** A row without masses neither pushes nor drags. */
function letGo(rows: Float64Array, at: number): void {
  rows[at + NORMAL_IMPULSE] = 0;
  rows[at + MEAN_IMPULSE] = 0;
  rows[at + NORMAL_MASS] = 0;
  rows[at + MIN_TANGENT_MASS] = 0;
  rows.fill(0, at + FRICTION_IMPULSE, at + FRICTION_IMPULSE + 3);
  rows.fill(0, at + TANGENT_MASS, at + TANGENT_MASS + 6);
}

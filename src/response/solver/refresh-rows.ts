import {
  ARM_A,
  ARM_B,
  type ContactRows,
  FRICTION_IMPULSE,
  GAP,
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
  const { manifoldCount, bodiesA, bodiesB, starts, reaches, spheres, rows } = contacts;
  if (!markMoved(records, contacts.minReach) && !contacts.anySpheres) return;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    if (spheres[manifold] === 1) {
      refreshSpheres(contacts, manifold, records);
      continue;
    }
    if (moved[bodiesA[manifold]] === 0 && moved[bodiesB[manifold]] === 0) continue;
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

/** 1 for bodies that have rotated far, or moved so far that their displacement relative to another one may be more than a small motion. */
let moved = new Uint8Array(64);

/** Marks these bodies; false if there is none. */
// biome-ignore format: one vector per line
function markMoved(records: Float64Array, minReach: number): boolean {
  if (moved.length < records.length / RECORD) moved = new Uint8Array((2 * records.length) / RECORD);
  const far = 0.5 * SMALL_MOTION * minReach;
  let isAny = false;
  for (let r = 0, i = 0; r < records.length; r += RECORD, i++) {
    const x = records[r + TRANSLATION], y = records[r + TRANSLATION + 1], z = records[r + TRANSLATION + 2];
    const isMoved = x * x + y * y + z * z > far * far || hasRotated(records, r);
    moved[i] = isMoved ? 1 : 0;
    if (isMoved) isAny = true;
  }
  return isAny;
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
  rows[at + NORMAL_MASS] = 0;
  rows[at + MIN_TANGENT_MASS] = 0;
  rows.fill(0, at + FRICTION_IMPULSE, at + FRICTION_IMPULSE + 3);
  rows.fill(0, at + TANGENT_MASS, at + TANGENT_MASS + 6);
}

/**
 * The row of two spheres at their current positions. A frozen normal would not pass through both centres after they have moved, and a
 * frictionless impact would make the spheres rotate.
 */
// biome-ignore format: one vector per line
export function refreshSpheres(contacts: ContactRows, manifold: number, records: Float64Array): void {
  const { rows } = contacts;
  const at = ROW * contacts.starts[manifold];
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const fractionA = contacts.fractions[manifold], fractionB = 1 - fractionA;
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  // from centre to centre: the arms lead to the same point
  const cx = rows[at + ARM_A] - rows[at + ARM_B] + dx;
  const cy = rows[at + ARM_A + 1] - rows[at + ARM_B + 1] + dy;
  const cz = rows[at + ARM_A + 2] - rows[at + ARM_B + 2] + dz;
  const distance = Math.sqrt(cx * cx + cy * cy + cz * cz);
  if (distance === 0) return;
  const nx = cx / distance, ny = cy / distance, nz = cz / distance;
  const radii = contacts.reaches[manifold];
  const armA = fractionA * radii + 0.5 * (distance - radii), armB = armA - distance;
  // arms and gap at detection from which the solver, adding the displacement, gets those of now
  const px = armA * nx - fractionA * dx, py = armA * ny - fractionA * dy, pz = armA * nz - fractionA * dz;
  const qx = armB * nx + fractionB * dx, qy = armB * ny + fractionB * dy, qz = armB * nz + fractionB * dz;
  const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
  const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
  rows[at] = nx;
  rows[at + 1] = ny;
  rows[at + 2] = nz;
  rows[at + ARM_A] = px;
  rows[at + ARM_A + 1] = py;
  rows[at + ARM_A + 2] = pz;
  rows[at + ARM_B] = qx;
  rows[at + ARM_B + 1] = qy;
  rows[at + ARM_B + 2] = qz;
  rows[at + GAP] =
    distance - radii -
    nx * (dx + fy * qz - fz * qy - ey * pz + ez * py) -
    ny * (dy + fz * qx - fx * qz - ez * px + ex * pz) -
    nz * (dz + fx * qy - fy * qx - ex * py + ey * px);
  prepareRow(contacts, manifold, at, records);
}

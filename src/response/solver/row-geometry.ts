import { ARM_A, ARM_B, CLOSING, type ContactRows, GAP } from './contact-rows.ts';
import { RECORD, ROTATION, TRANSLATION } from './solver-bodies.ts';

/**
 * Stores the closing velocity of a contact without a normal impulse, which is its impact velocity if it closes. It must be stored before the
 * pass: when a face lands flat, the impulse at its first point changes the velocities at the others.
 */
// biome-ignore format: one vector per line
export function storeClosingSpeed(contacts: ContactRows, manifold: number, at: number, records: Float64Array): void {
  const { rows } = contacts;
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const fractionA = contacts.fractions[manifold], fractionB = 1 - fractionA;
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const px = rows[at + ARM_A] + fractionA * dx, py = rows[at + ARM_A + 1] + fractionA * dy, pz = rows[at + ARM_A + 2] + fractionA * dz;
  const qx = rows[at + ARM_B] - fractionB * dx, qy = rows[at + ARM_B + 1] - fractionB * dy, qz = rows[at + ARM_B + 2] - fractionB * dz;
  rows[at + CLOSING] =
    rows[at] * (records[b] + records[b + 4] * qz - records[b + 5] * qy - records[a] - records[a + 4] * pz + records[a + 5] * py) +
    rows[at + 1] * (records[b + 1] + records[b + 5] * qx - records[b + 3] * qz - records[a + 1] - records[a + 5] * px + records[a + 3] * pz) +
    rows[at + 2] * (records[b + 2] + records[b + 3] * qy - records[b + 4] * qx - records[a + 2] - records[a + 3] * py + records[a + 4] * px);
}

/** The gap of the row of `manifold` at offset `at`, at the present positions [m]. */
// biome-ignore format: one vector per line
export function gapOfRow(contacts: ContactRows, manifold: number, at: number, records: Float64Array): number {
  const { rows } = contacts;
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
  const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
  const px = rows[at + ARM_A], py = rows[at + ARM_A + 1], pz = rows[at + ARM_A + 2];
  const qx = rows[at + ARM_B], qy = rows[at + ARM_B + 1], qz = rows[at + ARM_B + 2];
  return (
    rows[at + GAP] +
    rows[at] * (dx + fy * qz - fz * qy - ey * pz + ez * py) +
    rows[at + 1] * (dy + fz * qx - fx * qz - ez * px + ex * pz) +
    rows[at + 2] * (dz + fx * qy - fy * qx - ex * py + ey * px)
  );
}

import { ARM_A, ARM_B, type ContactRows, FRICTION_IMPULSE, NORMAL_IMPULSE, ROW, WORK } from './contact-rows.ts';
import { INVERSE_MASS, RECORD, TRANSLATION } from './solver-bodies.ts';

/** Lists the manifolds with an immovable body, for `addImmovableImpulse`. */
export function listImmovable(contacts: ContactRows, records: Float64Array): void {
  const { manifoldCount, bodiesA, bodiesB } = contacts;
  if (contacts.immovable.length < manifoldCount) contacts.immovable = new Int32Array(2 * manifoldCount);
  const { immovable } = contacts;
  let count = 0;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const isMovableA = records[RECORD * bodiesA[manifold] + INVERSE_MASS] !== 0;
    if (isMovableA && records[RECORD * bodiesB[manifold] + INVERSE_MASS] !== 0) continue;
    immovable[count++] = manifold;
  }
  contacts.immovableCount = count;
}

/**
 * Adds to `totals` the impulses of the rows on immovable bodies in the present substep: impulse xyz, moment about the origin xyz, and the
 * work that the drives of moving ones do through them.
 * `positions` are the centres of mass, packed.
 */
// biome-ignore format: one vector per line
export function addImmovableImpulse(totals: Float64Array, contacts: ContactRows, records: Float64Array, positions: Float64Array): void {
  const { immovable, immovableCount, bodiesA, bodiesB, starts, fractions, rows } = contacts;
  for (let k = 0; k < immovableCount; k++) {
    const manifold = immovable[k];
    const a = bodiesA[manifold], b = bodiesB[manifold];
    const isImmovableA = records[RECORD * a + INVERSE_MASS] === 0;
    // the impulse on A is the opposite; the other body's arm leads to the same point
    const sign = isImmovableA ? -1 : 1;
    const own = isImmovableA ? a : b;
    const v = RECORD * own;
    const isDriven = records[v] !== 0 || records[v + 1] !== 0 || records[v + 2] !== 0 || records[v + 3] !== 0 || records[v + 4] !== 0 || records[v + 5] !== 0;
    const other = isImmovableA ? b : a;
    const fraction = isImmovableA ? fractions[manifold] - 1 : fractions[manifold];
    const arm = isImmovableA ? ARM_B : ARM_A;
    const s = RECORD * a + TRANSLATION, t = RECORD * b + TRANSLATION;
    const x = positions[3 * other] + fraction * (records[t] - records[s]);
    const y = positions[3 * other + 1] + fraction * (records[t + 1] - records[s + 1]);
    const z = positions[3 * other + 2] + fraction * (records[t + 2] - records[s + 2]);
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      const normalImpulse = rows[at + NORMAL_IMPULSE];
      const jx = sign * (normalImpulse * rows[at] + rows[at + FRICTION_IMPULSE]);
      const jy = sign * (normalImpulse * rows[at + 1] + rows[at + FRICTION_IMPULSE + 1]);
      const jz = sign * (normalImpulse * rows[at + 2] + rows[at + FRICTION_IMPULSE + 2]);
      const px = x + rows[at + arm], py = y + rows[at + arm + 1], pz = z + rows[at + arm + 2];
      totals[0] += jx;
      totals[1] += jy;
      totals[2] += jz;
      totals[3] += py * jz - pz * jy;
      totals[4] += pz * jx - px * jz;
      totals[5] += px * jy - py * jx;
      if (isDriven) totals[6] -= velocityDotImpulse(records, v, px - positions[3 * own], py - positions[3 * own + 1], pz - positions[3 * own + 2], jx, jy, jz);
    }
  }
}

/**
 * Adds half of impulse times velocity to every row. Called with the velocities before the forces of a substep and again with those
 * after it, it gives the work of the contact on the movable bodies. The impulses must be those of the substep.
 */
// biome-ignore format: one vector per line
export function addHalfWork(contacts: ContactRows, records: Float64Array, velocities: Float64Array, stride: number): void {
  const { manifoldCount, bodiesA, bodiesB, starts, fractions, rows } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    const v = stride * bodiesA[manifold], w = stride * bodiesB[manifold];
    const ma = records[a + INVERSE_MASS] === 0 ? 0 : 0.5, mb = records[b + INVERSE_MASS] === 0 ? 0 : 0.5;
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const f = fractions[manifold], g = 1 - f;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      const normalImpulse = rows[at + NORMAL_IMPULSE];
      const jx = normalImpulse * rows[at] + rows[at + FRICTION_IMPULSE];
      const jy = normalImpulse * rows[at + 1] + rows[at + FRICTION_IMPULSE + 1];
      const jz = normalImpulse * rows[at + 2] + rows[at + FRICTION_IMPULSE + 2];
      rows[at + WORK] +=
        mb * velocityDotImpulse(velocities, w, rows[at + ARM_B] - g * dx, rows[at + ARM_B + 1] - g * dy, rows[at + ARM_B + 2] - g * dz, jx, jy, jz) -
        ma * velocityDotImpulse(velocities, v, rows[at + ARM_A] + f * dx, rows[at + ARM_A + 1] + f * dy, rows[at + ARM_A + 2] + f * dz, jx, jy, jz);
    }
  }
}

/** (v + ω × r)·j */
// biome-ignore format: one vector per line
function velocityDotImpulse(
  velocities: Float64Array, at: number,
  x: number, y: number, z: number,
  jx: number, jy: number, jz: number,
): number {
  const wx = velocities[at + 3], wy = velocities[at + 4], wz = velocities[at + 5];
  return (
    jx * (velocities[at] + wy * z - wz * y) +
    jy * (velocities[at + 1] + wz * x - wx * z) +
    jz * (velocities[at + 2] + wx * y - wy * x)
  );
}

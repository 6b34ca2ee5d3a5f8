import {
  ARM_A,
  ARM_B,
  CLOSING,
  type ContactRows,
  FRICTION_IMPULSE,
  IMPULSE,
  NORMAL_IMPULSE,
  ROW,
  updateGaps,
} from './contact-rows.ts';
import { ensurePairs } from './pair-manifolds.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, TRANSLATION } from './solver-bodies.ts';
import { runPass, WARM_START_KERNEL } from './solver-memory.ts';
import { HEAVY, MANY_OVERLOADED, type SolverSettings, VERY_HEAVY, WITH_IMPACT } from './solver-settings.ts';

/** Applies the impulses of the last substep as the first estimate of this one; selects the overloaded manifolds. */
// biome-ignore format: one vector per line
export function warmStart(contacts: ContactRows, records: Float64Array, { gravityDisplacement }: SolverSettings): void {
  ensurePairs(contacts, records);
  if (contacts.memory) {
    setWarmStartParameters(contacts.memory.parameters, contacts, records, gravityDisplacement);
    selectOverloaded(contacts, runPass(contacts, contacts.memory, WARM_START_KERNEL));
    return;
  }
  const { bodiesA, bodiesB, starts, fractions, rows, schedule } = contacts;
  const { pairs, pairCount } = schedule;
  let overloadedCount = 0;
  for (let k = 0; k < 2 * pairCount; k++) {
    const manifold = pairs[k];
    if (k % 2 === 1 && manifold === pairs[k - 1]) continue;
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    updateGaps(contacts, manifold, records);
    const vx = records[a], vy = records[a + 1], vz = records[a + 2];
    const wx = records[a + 3], wy = records[a + 4], wz = records[a + 5];
    const tx = records[b], ty = records[b + 1], tz = records[b + 2];
    const ox = records[b + 3], oy = records[b + 4], oz = records[b + 5];
    const fractionA = fractions[manifold], fractionB = 1 - fractionA;
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    let carried = 0;
    let px = 0, py = 0, pz = 0, ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      const normalImpulse = rows[at + NORMAL_IMPULSE];
      const rx = rows[at + ARM_A] + fractionA * dx, ry = rows[at + ARM_A + 1] + fractionA * dy, rz = rows[at + ARM_A + 2] + fractionA * dz;
      const sx = rows[at + ARM_B] - fractionB * dx, sy = rows[at + ARM_B + 1] - fractionB * dy, sz = rows[at + ARM_B + 2] - fractionB * dz;
      if (normalImpulse === 0) {
        // as `storeClosingSpeed`, from the local values
        rows[at + CLOSING] =
          rows[at] * (tx + oy * sz - oz * sy - vx - wy * rz + wz * ry) +
          rows[at + 1] * (ty + oz * sx - ox * sz - vy - wz * rx + wx * rz) +
          rows[at + 2] * (tz + ox * sy - oy * sx - vz - wx * ry + wy * rx);
        continue;
      }
      carried += normalImpulse;
      const jx = normalImpulse * rows[at] + rows[at + FRICTION_IMPULSE];
      const jy = normalImpulse * rows[at + 1] + rows[at + FRICTION_IMPULSE + 1];
      const jz = normalImpulse * rows[at + 2] + rows[at + FRICTION_IMPULSE + 2];
      rows[at + IMPULSE] += jx;
      rows[at + IMPULSE + 1] += jy;
      rows[at + IMPULSE + 2] += jz;
      px += jx;
      py += jy;
      pz += jz;
      ax += ry * jz - rz * jy;
      ay += rz * jx - rx * jz;
      az += rx * jy - ry * jx;
      bx += sy * jz - sz * jy;
      by += sz * jx - sx * jz;
      bz += sx * jy - sy * jx;
    }
    const ma = records[a + INVERSE_MASS], mb = records[b + INVERSE_MASS];
    const weights = gravityDisplacement > 0 ? (carried * Math.max(ma, mb)) / gravityDisplacement : 0;
    const isOverloaded = weights > HEAVY;
    contacts.marks[manifold] = weights > VERY_HEAVY ? 2 : isOverloaded ? 1 : 0;
    if (isOverloaded) overloadedCount++;
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    if (ma > 0) {
      records[a] -= ma * px;
      records[a + 1] -= ma * py;
      records[a + 2] -= ma * pz;
      records[a + 3] -= records[i] * ax + records[i + 1] * ay + records[i + 2] * az;
      records[a + 4] -= records[i + 1] * ax + records[i + 3] * ay + records[i + 4] * az;
      records[a + 5] -= records[i + 2] * ax + records[i + 4] * ay + records[i + 5] * az;
    }
    if (mb > 0) {
      records[b] += mb * px;
      records[b + 1] += mb * py;
      records[b + 2] += mb * pz;
      records[b + 3] += records[j] * bx + records[j + 1] * by + records[j + 2] * bz;
      records[b + 4] += records[j + 1] * bx + records[j + 3] * by + records[j + 4] * bz;
      records[b + 5] += records[j + 2] * bx + records[j + 4] * by + records[j + 5] * bz;
    }
  }
  selectOverloaded(contacts, overloadedCount);
}

// biome-ignore format: one kind of parameters per line
export function setWarmStartParameters(p: Float64Array, contacts: ContactRows, records: Float64Array, gravityDisplacement: number): void {
  const { bodiesA, bodiesB, starts, fractions, rows, marks } = contacts;
  p[0] = bodiesA.byteOffset; p[1] = bodiesB.byteOffset; p[2] = starts.byteOffset; p[3] = fractions.byteOffset;
  p[4] = rows.byteOffset; p[5] = records.byteOffset; p[6] = marks.byteOffset; p[7] = gravityDisplacement;
}

/** Selects the overloaded manifolds, of which there are `count`, or the very heavily loaded ones if they are many; in order. */
export function selectOverloaded(contacts: ContactRows, count: number): void {
  const { marks, selected, manifoldCount } = contacts;
  contacts.selectedCount = 0;
  if (count === 0) return;
  const least = count > MANY_OVERLOADED ? 2 : 1;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if ((marks[manifold] & ~WITH_IMPACT) >= least) selected[contacts.selectedCount++] = manifold;
  }
}

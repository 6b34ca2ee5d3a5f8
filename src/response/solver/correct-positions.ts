import { ARM_A, ARM_B, type ContactRows, GAP, MEAN_IMPULSE, NORMAL_IMPULSE, NORMAL_MASS, ROW } from './contact-rows.ts';
import type { SolverSettings } from './solve-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, ROTATION, type SolverBodies, TRANSLATION } from './solver-bodies.ts';

/** Fraction of an overlap corrected per substep, for steady and for oscillating normal impulses: more would feed the oscillation. */
const STEADY_FRACTION = 0.3;
const OSCILLATING_FRACTION = 0.1;
/** Relative deviation from its mean up to which a normal impulse counts as steady. */
const STEADY_DEVIATION = 0.05;
/** Maximum correction speed [m/s]. */
const MAX_CORRECTION_SPEED = 4;

/**
 * Position correction by split impulses, one pass; the pseudo-velocities are no part of the momentum, so the correction adds no energy to
 * a stack. Rows without overlap keep the correction from moving a body into a neighbour; rows with a normal impulse keep it from lifting
 * a body off one, by a pull of at most that impulse. Without that a pile never comes to rest: each corrected overlap lifts other
 * boxes slightly, and they fall back.
 */
// biome-ignore format: one vector per line
export function correctPositions(contacts: ContactRows, bodies: SolverBodies, { time, slop }: SolverSettings): void {
  const { manifoldCount, bodiesA, bodiesB, starts, rows } = contacts;
  const { records, pseudoVelocities } = bodies;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    const p = 6 * bodiesA[manifold], q = 6 * bodiesB[manifold];
    const ma = records[a + INVERSE_MASS], mb = records[b + INVERSE_MASS];
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
    const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      const nx = rows[at], ny = rows[at + 1], nz = rows[at + 2];
      const px = rows[at + ARM_A], py = rows[at + ARM_A + 1], pz = rows[at + ARM_A + 2];
      const qx = rows[at + ARM_B], qy = rows[at + ARM_B + 1], qz = rows[at + ARM_B + 2];
      // torque of a unit impulse: r × n
      const kx = py * nz - pz * ny, ky = pz * nx - px * nz, kz = px * ny - py * nx;
      const lx = qy * nz - qz * ny, ly = qz * nx - qx * nz, lz = qx * ny - qy * nx;
      const gap =
        rows[at + GAP] + nx * dx + ny * dy + nz * dz + lx * fx + ly * fy + lz * fz - kx * ex - ky * ey - kz * ez;
      const speed =
        nx * (pseudoVelocities[q] - pseudoVelocities[p]) + ny * (pseudoVelocities[q + 1] - pseudoVelocities[p + 1]) + nz * (pseudoVelocities[q + 2] - pseudoVelocities[p + 2]) +
        lx * pseudoVelocities[q + 3] + ly * pseudoVelocities[q + 4] + lz * pseudoVelocities[q + 5] -
        kx * pseudoVelocities[p + 3] - ky * pseudoVelocities[p + 4] - kz * pseudoVelocities[p + 5];
      const normalImpulse = rows[at + NORMAL_IMPULSE], mean = rows[at + MEAN_IMPULSE];
      const rate = (Math.abs(normalImpulse - mean) < STEADY_DEVIATION * mean ? STEADY_FRACTION : OSCILLATING_FRACTION) / time;
      const min = gap > 0 ? -gap / time : gap < -slop ? Math.min(rate * (-gap - slop), MAX_CORRECTION_SPEED) : 0;
      const max = gap < slop ? -rate * gap : Infinity;
      let splitImpulse = 0;
      if (speed < min) splitImpulse = rows[at + NORMAL_MASS] * (min - speed);
      else if (speed > max) splitImpulse = Math.max(rows[at + NORMAL_MASS] * (max - speed), -normalImpulse);
      if (splitImpulse === 0) continue;
      pseudoVelocities[p] -= ma * splitImpulse * nx;
      pseudoVelocities[p + 1] -= ma * splitImpulse * ny;
      pseudoVelocities[p + 2] -= ma * splitImpulse * nz;
      pseudoVelocities[p + 3] -= splitImpulse * (records[i] * kx + records[i + 1] * ky + records[i + 2] * kz);
      pseudoVelocities[p + 4] -= splitImpulse * (records[i + 1] * kx + records[i + 3] * ky + records[i + 4] * kz);
      pseudoVelocities[p + 5] -= splitImpulse * (records[i + 2] * kx + records[i + 4] * ky + records[i + 5] * kz);
      pseudoVelocities[q] += mb * splitImpulse * nx;
      pseudoVelocities[q + 1] += mb * splitImpulse * ny;
      pseudoVelocities[q + 2] += mb * splitImpulse * nz;
      pseudoVelocities[q + 3] += splitImpulse * (records[j] * lx + records[j + 1] * ly + records[j + 2] * lz);
      pseudoVelocities[q + 4] += splitImpulse * (records[j + 1] * lx + records[j + 3] * ly + records[j + 4] * lz);
      pseudoVelocities[q + 5] += splitImpulse * (records[j + 2] * lx + records[j + 4] * ly + records[j + 5] * lz);
    }
  }
}

import { ARM_A, ARM_B, type ContactRows, GAP, MEAN_IMPULSE, NORMAL_IMPULSE, NORMAL_MASS, ROW } from './contact-rows.ts';
import type { SolverSettings } from './solve-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, ROTATION, type SolverBodies, TRANSLATION } from './solver-bodies.ts';

/** Share of an overlap that goes in one substep, where a push is steady and where it swings: more would feed the swing. */
const SHARE = 0.3;
const SWINGING_SHARE = 0.1;
/** In units of its mean: a push that is no farther from it is steady. */
const STEADY = 0.05;
/** [m/s] */
const FASTEST = 4;

/**
 * Velocities that move bodies out of overlaps and nothing else, one pass: they are no part of the momentum, so that
 * pushing out cannot bring energy into a stack. Contacts without overlap see to it that nobody is pushed into a neighbour, and those that
 * press that nobody is lifted off one: what presses two bodies together holds them together here. Without that a pile never rests: each
 * overlap that goes lifts other boxes a little, and they fall back.
 */
// biome-ignore format: one vector per line
export function correctPositions(contacts: ContactRows, bodies: SolverBodies, { time, slop }: SolverSettings): void {
  const { patchCount, bodiesA, bodiesB, starts, rows } = contacts;
  const { records, pseudoVelocities } = bodies;
  for (let patch = 0; patch < patchCount; patch++) {
    const a = RECORD * bodiesA[patch], b = RECORD * bodiesB[patch];
    const p = 6 * bodiesA[patch], q = 6 * bodiesB[patch];
    const ma = records[a + INVERSE_MASS], mb = records[b + INVERSE_MASS];
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
    const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
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
      const pressed = rows[at + NORMAL_IMPULSE], mean = rows[at + MEAN_IMPULSE];
      const rate = (Math.abs(pressed - mean) < STEADY * mean ? SHARE : SWINGING_SHARE) / time;
      const min = gap > 0 ? -gap / time : gap < -slop ? Math.min(rate * (-gap - slop), FASTEST) : 0;
      const max = gap < slop ? -rate * gap : Infinity;
      let push = 0;
      if (speed < min) push = rows[at + NORMAL_MASS] * (min - speed);
      else if (speed > max) push = Math.max(rows[at + NORMAL_MASS] * (max - speed), -pressed);
      if (push === 0) continue;
      pseudoVelocities[p] -= ma * push * nx;
      pseudoVelocities[p + 1] -= ma * push * ny;
      pseudoVelocities[p + 2] -= ma * push * nz;
      pseudoVelocities[p + 3] -= push * (records[i] * kx + records[i + 1] * ky + records[i + 2] * kz);
      pseudoVelocities[p + 4] -= push * (records[i + 1] * kx + records[i + 3] * ky + records[i + 4] * kz);
      pseudoVelocities[p + 5] -= push * (records[i + 2] * kx + records[i + 4] * ky + records[i + 5] * kz);
      pseudoVelocities[q] += mb * push * nx;
      pseudoVelocities[q + 1] += mb * push * ny;
      pseudoVelocities[q + 2] += mb * push * nz;
      pseudoVelocities[q + 3] += push * (records[j] * lx + records[j + 1] * ly + records[j + 2] * lz);
      pseudoVelocities[q + 4] += push * (records[j + 1] * lx + records[j + 3] * ly + records[j + 4] * lz);
      pseudoVelocities[q + 5] += push * (records[j + 2] * lx + records[j + 4] * ly + records[j + 5] * lz);
    }
  }
}

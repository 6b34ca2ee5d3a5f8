import { NORMAL_IMPULSE, ROW } from '../../../response/solver/contact-rows.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';
import type { StepWorld } from './step-world.ts';

/** Whether a body moves by more than the speculative margin in the step: the path of such a body is needed after it. */
export function hasFastBody({ bodies, active, rotationDisplacements, innerRadii, scene }: StepWorld): boolean {
  const { velocities: v } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    if (active[i] === 0) continue;
    const speed = Math.sqrt(v[3 * i] ** 2 + v[3 * i + 1] ** 2 + v[3 * i + 2] ** 2);
    if (speed * scene.time.step + rotationDisplacements[i] > MAX_SPECULATIVE_MARGIN * innerRadii[i]) return true;
  }
  return false;
}

/** Bodies with an impulse now, `time` [s] after the start of the step. */
export function markDeflected({ contacts, deflectionTimes }: StepWorld, time: number): void {
  const { manifoldCount, bodiesA, bodiesB, starts, rows } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = bodiesA[manifold];
    const b = bodiesB[manifold];
    // known from other manifolds: no row is read from memory
    if (deflectionTimes[a] >= time && deflectionTimes[b] >= time) continue;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      if (rows[at + NORMAL_IMPULSE] === 0) continue;
      if (deflectionTimes[a] < time) deflectionTimes[a] = time;
      if (deflectionTimes[b] < time) deflectionTimes[b] = time;
      break;
    }
  }
}

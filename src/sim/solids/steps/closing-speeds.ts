import { ARM_A, ARM_B, CLOSING, GAP, ROW } from '../../../response/solver/contact-rows.ts';
import { RECORD } from '../../../response/solver/solver-bodies.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';
import type { StepWorld } from './step-world.ts';

/** Stores the closing speeds of all contacts; true if one would penetrate beyond the speculative margin. */
export function wouldPenetrate(world: StepWorld): boolean {
  const { contacts } = world;
  contacts.penetrating = false;
  for (let manifold = 0; manifold < contacts.manifoldCount; manifold++) storeClosingSpeeds(world, manifold);
  return contacts.penetrating;
}

/** The same for one manifold, at the start of a step, before any body has moved; sets `penetrating` if it is true. */
// biome-ignore format: one vector per line
function storeClosingSpeeds(world: StepWorld, manifold: number): void {
  const { contacts, settings } = world;
  const { records } = world.solver;
  const { rows, starts, bodiesA, bodiesB } = contacts;
  const halfTime = 0.5 * settings.time;
  const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
  const deepest = maxOverlap(world, bodiesA[manifold], bodiesB[manifold]);
  // as `storeClosingSpeed`, from local values
  const vx = records[a], vy = records[a + 1], vz = records[a + 2];
  const wx = records[a + 3], wy = records[a + 4], wz = records[a + 5];
  const tx = records[b], ty = records[b + 1], tz = records[b + 2];
  const ox = records[b + 3], oy = records[b + 4], oz = records[b + 5];
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    const px = rows[at + ARM_A], py = rows[at + ARM_A + 1], pz = rows[at + ARM_A + 2];
    const qx = rows[at + ARM_B], qy = rows[at + ARM_B + 1], qz = rows[at + ARM_B + 2];
    const closing =
      rows[at] * (tx + oy * qz - oz * qy - vx - wy * pz + wz * py) +
      rows[at + 1] * (ty + oz * qx - ox * qz - vy - wz * px + wx * pz) +
      rows[at + 2] * (tz + ox * qy - oy * qx - vz - wx * py + wy * px);
    rows[at + CLOSING] = closing;
    if (rows[at + GAP] + halfTime * closing < deepest) contacts.penetrating = true;
  }
}

/** Gap below which bodies a and b are deeper than the speculative margin [m]. */
export function maxOverlap({ settings, innerRadii }: StepWorld, a: number, b: number): number {
  return -settings.slop - MAX_SPECULATIVE_MARGIN * Math.min(innerRadii[a], innerRadii[b]);
}

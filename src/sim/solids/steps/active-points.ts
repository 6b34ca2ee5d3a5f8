import { createVec3, type ReadonlyVec3, type Vec3 } from '../../../math/vec3.ts';
import { APPROACH, ARM_A, GAP, IMPULSE, ROW, WORK } from '../../../response/solver/contact-rows.ts';
import type { StepWorld } from './step-world.ts';

/** A contact point with an impulse in the last step, world axes. */
export interface ActivePoint {
  /** Midpoint of the gap at the start of the step, when the contact was found, or at an impact during the step [m]. */
  readonly point: ReadonlyVec3;
  /** From A to B. */
  readonly normal: ReadonlyVec3;
  /** Signed gap then [m]. */
  readonly distance: number;
  /** Approach speed [m/s]. */
  readonly closingSpeed: number;
  /** Impulse on B over the step, world axes [N s]. */
  readonly impulse: ReadonlyVec3;
  /** Its normal component [N s]. */
  readonly normalImpulse: number;
  /** Work on both bodies [J]; 0 unless the world measures it. */
  readonly work: number;
}

/** The points of a manifold with a nonzero impulse. */
export function activePoints({ contacts, startPoses }: StepWorld, patch: number): ActivePoint[] {
  const { rows, starts, bodiesA, fractions } = contacts;
  const a = 7 * bodiesA[patch];
  const points: ActivePoint[] = [];
  for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
    const normalImpulse =
      rows[at] * rows[at + IMPULSE] + rows[at + 1] * rows[at + IMPULSE + 1] + rows[at + 2] * rows[at + IMPULSE + 2];
    if (!(normalImpulse > 0)) continue;
    // impulses act at a fraction of the gap
    const toMidpoint = (0.5 - fractions[patch]) * rows[at + GAP];
    points.push({
      point: createVec3(
        startPoses[a] + rows[at + ARM_A] + toMidpoint * rows[at],
        startPoses[a + 1] + rows[at + ARM_A + 1] + toMidpoint * rows[at + 1],
        startPoses[a + 2] + rows[at + ARM_A + 2] + toMidpoint * rows[at + 2],
      ),
      normal: vectorAt(rows, at),
      distance: rows[at + GAP],
      closingSpeed: -rows[at + APPROACH],
      impulse: vectorAt(rows, at + IMPULSE),
      normalImpulse,
      work: rows[at + WORK],
    });
  }
  return points;
}

function vectorAt(packed: Float64Array, k: number): Vec3 {
  return createVec3(packed[k], packed[k + 1], packed[k + 2]);
}

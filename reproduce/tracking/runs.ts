import { advanceTracker, setTrackerWitnesses, startTracker } from '../../src/distance/smooth/tracking/tracker.ts';
import { createTracker, type Tracker } from '../../src/distance/smooth/tracking/tracker-state.ts';
import { createPairWorkspace, type PairWorkspace } from '../../src/distance/smooth/witness/pair-workspace.ts';
import type { TrackerSettings } from '../../src/distance/smooth/witness/tracker-settings.ts';
import type { TrackedShape } from '../../src/distance/smooth/witness/witness.ts';
import { movePair } from '../../src/distance/smooth/witness/witness-pair.ts';
import { createMovingPose, type MovingPose } from '../../src/math/moving-pose.ts';
import { setVec3 } from '../../src/math/vec3.ts';
import type { TrackedScene } from './scenes.ts';

/** A tracker of a scene at its start: solved, or at the scene's poor start. */
export function beginScene(
  scene: TrackedScene,
  settings: Partial<TrackerSettings>,
  begin: 'solved' | 'poor start',
): Tracker {
  const tracker = createTracker(scene.shapeA, scene.shapeB, settings);
  const [a, b] = [createMovingPose(), createMovingPose()];
  scene.motionAt(a, b, 0);
  (begin === 'solved' ? startTracker : setTrackerWitnesses)(tracker, a, b, scene.startA, scene.startB);
  return tracker;
}

/** Runs from 0 to `end` [s] in steps of `step`; `look` is called after every step. */
export function runTracker(
  tracker: Tracker,
  { motionAt }: TrackedScene,
  step: number,
  end: number,
  look: (time: number) => void = () => {},
): Tracker {
  const steps = Math.round(end / step);
  for (let k = 0; k < steps; k++) {
    advanceTracker(tracker, motionAt, k * step, step);
    look((k + 1) * step);
  }
  return tracker;
}

/** A pair at rest: A at the origin, B's origin at the given position [m], without rotation. */
export function pairAtRest(shapeA: TrackedShape, shapeB: TrackedShape, x: number, y: number, z = 0): PairWorkspace {
  const work = createPairWorkspace(shapeA, shapeB);
  movePair(work.pair, createMovingPose(), restAt(x, y, z));
  return work;
}

export function restAt(x: number, y: number, z = 0): MovingPose {
  const rest = createMovingPose();
  setVec3(rest.pose.position, x, y, z);
  return rest;
}

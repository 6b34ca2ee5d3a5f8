import { expect, it } from 'vitest';
import { createMovingPose } from '../../../math/moving-pose.ts';
import { movingPoseAt, type PrescribedPath } from '../../../math/prescribed-path.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { tiledBox } from '../../../shapes/tiled/box-bodies.ts';
import { tiledCapsule } from '../../../shapes/tiled/revolved-bodies.ts';
import { advanceTracker, startTracker } from '../tracking/tracker.ts';
import { createTracker } from '../tracking/tracker-state.ts';
import type { Transition } from './transition.ts';

it('a witness that runs along a smooth edge is not reported to cross it by rounding', () => {
  const tracker = createTracker(tiledBox([1, 1, 0.2]), tiledCapsule(0.2, 0.5));
  // rotated about x, the lowest point of the capsule stays in a plane in which its quarters join
  const path: PrescribedPath = {
    position: { kind: 'static', point: createVec3(0, 0, 1.2) },
    orientation: { axis: createVec3(1, 0, 0), angle: 0.3, rate: 1 },
  };
  const [a, b] = [createMovingPose(), createMovingPose()];
  movingPoseAt(b, path, 0);
  startTracker(tracker, a, b);
  const log: Transition[] = [];
  tracker.onTransition = (transition) => log.push(transition);
  for (let k = 0; k < 2000; k++) {
    advanceTracker(tracker, (_a, out, time) => movingPoseAt(out, path, time), k / 1000, 1 / 1000);
  }
  const ofCapsule = log.filter(({ body }) => body === 'B');
  // only from one end over the cylinder to the other end: without the rule there are hundreds
  expect(ofCapsule.length).toBeLessThanOrEqual(3);
  const backAndForth = ofCapsule.filter(
    ({ from, to }, i) => i > 0 && ofCapsule[i - 1].from === to && ofCapsule[i - 1].to === from,
  );
  expect(backAndForth).toEqual([]);
});

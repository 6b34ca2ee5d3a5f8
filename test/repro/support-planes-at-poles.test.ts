import { expect, it } from 'vitest';
import { gapAlong } from '../../src/distance/smooth/search/overlap-search.ts';
import { createContactSolver } from '../../src/distance/smooth/witness/contact-solve.ts';
import { createPairWorkspace } from '../../src/distance/smooth/witness/pair-workspace.ts';
import { setWitness } from '../../src/distance/smooth/witness/witness.ts';
import { setPairPoses } from '../../src/distance/smooth/witness/witness-pair.ts';
import { tiledEllipsoid, tiledRoundedBox } from '../../src/entries/nurbs.ts';
import { createTracker, startTracker, updateTracker } from '../../src/entries/tracking.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';

/**
 * At the pole of a rounded corner, where a flat face begins, and at the pole of an ellipsoid a step along the vanishing tangent moves a
 * witness by less than the tolerance of Newton's method, but rotates the normal. The planes perpendicular to that normal cut off the far end
 * of the flat face: the depth was up to 2e-7 too small, without a bound that said so.
 */
it.each([
  // the Newton step is shortened, so the next is not its square
  [18, 5],
  // the equations are singular, without a step
  [19, 5],
])('witnesses at poles of faces %i and %i: the tracked depth is that of its support planes', (faceA, faceB) => {
  const box = tiledRoundedBox([0.9, 0.7, 0.5], 0.1);
  const ball = tiledEllipsoid([0.6, 0.5, 0.4]);
  const tracker = createTracker(box, ball, { signed: true });
  const [a, b] = [createMovingPose(), createMovingPose()];
  Object.assign(b.pose.position, { x: -0.8, y: 0.6, z: -0.6 });
  startTracker(tracker, a, b);
  setWitness(tracker.work.pair.a, faceA, 0.25, 2e-9);
  setWitness(tracker.work.pair.b, faceB, 0.03, 1 - 7e-10);
  updateTracker(tracker, a, b, 0, 1e-3);
  const normal = Float64Array.from(tracker.signed?.contact?.form.normal ?? []);
  const other = createContactSolver(createPairWorkspace(box, ball).pair);
  setPairPoses(other.pair, a.pose, b.pose);
  expect(tracker.status).not.toBe('lost');
  expect(Math.abs(gapAlong(other, normal) - tracker.distance)).toBeLessThan(1e-12);
});

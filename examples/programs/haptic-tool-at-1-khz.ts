/**
 * A haptic loop: a tool of NURBS patches follows a handle over an ellipsoid. A tracker returns the distance 1000 times per second, and
 * a spring between tool and handle gives the force that the user feels.
 *
 * Run it with `npx tsx haptic-tool-at-1-khz.ts` after `npm install appulse`.
 */
import { closest, createMovingPose } from 'appulse';
import { tiledEllipsoid, tiledSphere } from 'appulse/nurbs';
import { createTracker, startTracker, trackerLabel, updateTracker } from 'appulse/tracking';

const part = tiledEllipsoid([0.05, 0.03, 0.02]); // semi-axes [m]
const tip = tiledSphere(0.004); // radius [m]
const step = 1e-3; // [s]

// the handle moves at 20 mm/s along x, 25 mm above the centre of the part
const height = 0.025;
const speed = 0.02;
const [fixed, moving] = [createMovingPose(), createMovingPose()];
Object.assign(moving.pose.position, { x: -0.06, y: 0, z: height });
moving.velocity.x = speed;

const tracker = createTracker(part, tip);
startTracker(tracker, fixed, moving); // a full search, once

const stiffness = 800; // [N/m], starts at a gap of 2 mm: a soft layer around the part
let smallest = { gap: Infinity, time: 0, force: 0 };
let changes = 0;
let iterations = 0;
tracker.onTransition = () => changes++;
for (let k = 1; k <= 6000; k++) {
  moving.pose.position.x = -0.06 + speed * k * step;
  updateTracker(tracker, fixed, moving, (k - 1) * step, step);
  iterations += tracker.iterations;
  const force = stiffness * Math.max(0, 2e-3 - tracker.distance);
  if (tracker.distance < smallest.gap) smallest = { gap: tracker.distance, time: k * step, force };
}

console.log(`smallest gap   ${(1e3 * smallest.gap).toFixed(6)} mm at ${smallest.time.toFixed(3)} s, force ${smallest.force.toFixed(4)} N`);
console.log(`final gap      ${(1e3 * tracker.distance).toFixed(6)} mm, rate ${(1e3 * tracker.distanceRate).toFixed(4)} mm/s`);
console.log(`status         ${tracker.status}, ${changes} changes of feature, now ${trackerLabel(tracker, 'A')}`);
console.log(`work           ${(iterations / 6000).toFixed(2)} Newton iterations per step`);

// the same distance from a full search without an initial guess, with a certificate
const check = closest(part, fixed.pose, tip, moving.pose);
console.log(`full search    ${(1e3 * check.distance).toFixed(6)} mm, ${check.status}, error at most ${check.errorBound < 1e-10 ? '1e-10' : check.errorBound} m`);

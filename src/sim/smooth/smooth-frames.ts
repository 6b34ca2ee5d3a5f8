import { trackerLabel, trackerParameters } from '../../distance/smooth/tracking/tracker-state.ts';
import { createVec3, scaleVec3 } from '../../math/vec3.ts';
import { frameAfter } from '../frame-count.ts';
import type { TrackingRow } from '../observer.ts';
import { distanceRate, type PairTracker } from './pair-tracker.ts';
import { smoothLedger } from './smooth-ledger.ts';
import { penaltyForce } from './smooth-motion.ts';
import type { SmoothWorld } from './smooth-world.ts';

/** Records the current state if this step is the nearest one to a due frame, or if it is the `last` step. */
export function recordSmoothFrame(world: SmoothWorld, last: boolean): void {
  const { scene, observer, composites, trackers, time } = world;
  const { interval } = scene.record;
  const half = 0.5 * scene.time.step;
  if (!last && time < world.nextFrame * interval - half) return;
  const states = composites.map(({ pose, velocity, angularVelocity }, i) => {
    return { name: scene.bodies[i].name, ...pose, angle: 0, velocity, angularVelocity };
  });
  observer.frame(time, states, smoothLedger(world));
  if (observer.tracking) for (const pairTracker of trackers) observer.tracking(trackingRow(pairTracker, time));
  world.nextFrame = frameAfter(world.nextFrame, interval, time + half);
}

function trackingRow(pairTracker: PairTracker, time: number): TrackingRow {
  const { tracker, contact, bodies } = pairTracker;
  const { distance, pointA, pointB, normal } = contact;
  return {
    time,
    bodyA: bodies[0],
    bodyB: bodies[1],
    distance,
    rate: distanceRate(pairTracker),
    featureA: trackerLabel(tracker, 'A'),
    featureB: trackerLabel(tracker, 'B'),
    parametersA: trackerParameters(tracker, 'A'),
    parametersB: trackerParameters(tracker, 'B'),
    error: tracker.error,
    pointA,
    pointB,
    normal,
    iterations: tracker.iterations,
    hessian: tracker.hessian,
  };
}

/** Records the changes of feature in the interval just completed, in the order of their instants. */
export function recordTransitions({ scene, observer, trackers }: SmoothWorld): void {
  if (trackers.every(({ transitions }) => transitions.length === 0)) return;
  trackers
    .flatMap(({ transitions, bodies }) => {
      const names = [scene.bodies[bodies[0]].name, scene.bodies[bodies[1]].name] as const;
      return transitions.map(({ body, ...transition }) => {
        return { type: 'transition' as const, ...transition, bodies: names, body: names[body === 'A' ? 0 : 1] };
      });
    })
    .sort((first, second) => first.time - second.time)
    .forEach((event) => {
      observer.event(event);
    });
}

/** Records which pairs begin and end contact at the end of a step. */
export function recordTouching(world: SmoothWorld): void {
  const { scene, observer, colliders, time } = world;
  const report = (type: 'contact-begin' | 'contact-end', index: number) => {
    const [a, b] = colliders[index].bodies;
    observer.event({ type, time, bodies: [scene.bodies[a].name, scene.bodies[b].name] });
  };
  for (const index of world.touching) if (!world.touchingNow.has(index)) report('contact-end', index);
  for (const index of world.touchingNow) if (!world.touching.has(index)) report('contact-begin', index);
  world.touching = world.touchingNow;
  world.touchingNow = new Set();
}

/** Records a contact row for each pair with a penalty force, with its impulse over the step `h` [s] that begins. */
export function recordForces(world: SmoothWorld, h: number): void {
  for (const [index, pairTracker] of world.colliders.entries()) {
    const { point, depth, depthRate, force, power } = penaltyForce(world, pairTracker);
    if (force === 0) continue;
    const { bodies, contact } = pairTracker;
    world.touchingNow.add(index);
    world.maxPenetration = Math.max(world.maxPenetration, depth);
    world.observer.contact({
      time: world.time,
      bodyA: bodies[0],
      bodyB: bodies[1],
      point,
      normal: contact.normal,
      distance: -depth,
      closingSpeed: depthRate,
      impulse: scaleVec3(createVec3(), contact.normal, force * h),
      work: h * power,
      mode: 'penalty',
    });
  }
}

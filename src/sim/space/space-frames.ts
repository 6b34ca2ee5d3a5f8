import { createVec3, scaleVec3 } from '../../math/vec3.ts';
import { trackerLabel, trackerParameters } from '../../narrow/parametric/tracker-state.ts';
import { frameAfter } from '../frame-count.ts';
import type { TrackingRow } from '../observer.ts';
import { distanceRate, type PairFollower } from './pair-follower.ts';
import { spaceLedger } from './space-books.ts';
import { contactPush } from './space-motion.ts';
import type { SpaceWorld } from './space-world.ts';

/** Records the present state if a frame is due nearest to this step, or if it is the `last` step. */
export function recordSpaceFrame(world: SpaceWorld, last: boolean): void {
  const { scene, observer, movers, followers, time } = world;
  const { every } = scene.record;
  const half = 0.5 * scene.time.step;
  if (!last && time < world.nextFrame * every - half) return;
  const states = movers.map(({ pose, velocity, angularVelocity }, i) => {
    return { name: scene.bodies[i].name, ...pose, angle: 0, velocity, angularVelocity };
  });
  observer.frame(time, states, spaceLedger(world));
  if (observer.tracking) for (const follower of followers) observer.tracking(trackingRow(follower, time));
  world.nextFrame = frameAfter(world.nextFrame, every, time + half);
}

function trackingRow(follower: PairFollower, time: number): TrackingRow {
  const { tracker, contact, bodies } = follower;
  const { distance, pointA, pointB, normal } = contact;
  return {
    time,
    bodyA: bodies[0],
    bodyB: bodies[1],
    distance,
    rate: distanceRate(follower),
    featureA: trackerLabel(tracker, 'A'),
    featureB: trackerLabel(tracker, 'B'),
    parametersA: trackerParameters(tracker, 'A'),
    parametersB: trackerParameters(tracker, 'B'),
    error: tracker.error,
    pointA,
    pointB,
    normal,
    iterations: tracker.iterations,
    rung: tracker.rung,
  };
}

/** Tells the changes of feature of the stretch of time that has just been completed. */
export function recordTransitions({ scene, observer, followers }: SpaceWorld): void {
  for (const { transitions, bodies } of followers) {
    const names = [scene.bodies[bodies[0]].name, scene.bodies[bodies[1]].name] as const;
    for (const { time, body, from, to, kind } of transitions) {
      observer.event({ type: 'transition', time, bodies: names, body: names[body === 'A' ? 0 : 1], from, to, kind });
    }
  }
}

/** Tells which pairs begin and cease to touch at the end of a step. */
export function recordTouching(world: SpaceWorld): void {
  const { scene, observer, colliders, time } = world;
  const tell = (type: 'contact-begin' | 'contact-end', index: number) => {
    const [a, b] = colliders[index].bodies;
    observer.event({ type, time, bodies: [scene.bodies[a].name, scene.bodies[b].name] });
  };
  for (const index of world.touching) if (!world.touchingNow.has(index)) tell('contact-end', index);
  for (const index of world.touchingNow) if (!world.touching.has(index)) tell('contact-begin', index);
  world.touching = world.touchingNow;
  world.touchingNow = new Set();
}

/** The contact row of every pair whose penalty force acts now, with its impulse over the step `h` [s] that begins. */
export function recordPushes(world: SpaceWorld, h: number): void {
  for (const [index, follower] of world.colliders.entries()) {
    const { point, depth, depthRate, force, power } = contactPush(world, follower);
    if (force === 0) continue;
    const { bodies, contact } = follower;
    world.touchingNow.add(index);
    world.deepestPenetration = Math.max(world.deepestPenetration, depth);
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
      mode: 'force',
    });
  }
}

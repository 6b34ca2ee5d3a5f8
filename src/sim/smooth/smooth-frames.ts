import { trackerLabel, trackerParameters } from '../../distance/smooth/tracking/tracker-state.ts';
import { addScaledVec3, copyVec3, createVec3, scaleVec3 } from '../../math/vec3.ts';
import { frameAfter } from '../frame-count.ts';
import type { CouplerRow, RunObserver, TrackingRow } from '../observer.ts';
import { couplerForce, createCouplerForce } from './coupler.ts';
import { addCouplerSample } from './coupler-energy.ts';
import { distanceRate, type PairTracker } from './pair-tracker.ts';
import { penaltyForce } from './penalty-force.ts';
import { smoothLedger } from './smooth-ledger.ts';
import type { SmoothWorld } from './smooth-world.ts';
import { ELAPSED, END, NOW } from './step-clock.ts';

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
  if (observer.couplers) for (let i = 0; i < scene.couplers.length; i++) observer.couplers(couplerRow(world, i));
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

/** Force of a coupler on its body now: the opposite acts on the hand. */
function couplerRow(world: SmoothWorld, index: number): CouplerRow {
  const { scene, handles, composites, couplerEnergies, clock, time } = world;
  const coupler = scene.couplers[index];
  const out = createCouplerForce();
  clock[NOW] = time;
  const { point, force, torque, stored, handle } = couplerForce(
    out,
    coupler,
    handles[index],
    composites[coupler.body],
    clock,
  );
  const { put, returned } = couplerEnergies[index];
  const row = { time, coupler: index, body: coupler.body, handle: handle.pose.position, point, force, torque, stored };
  return { ...row, energyPut: put, energyReturned: returned };
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
  const { touching, touchingNow } = world;
  for (let i = 0; i < touching.length; i++) if (touching[i] > touchingNow[i]) reportTouching(world, 'contact-end', i);
  for (let i = 0; i < touching.length; i++) if (touching[i] < touchingNow[i]) reportTouching(world, 'contact-begin', i);
  touching.set(touchingNow);
  touchingNow.fill(0);
}

function reportTouching(
  { scene, observer, colliders, time }: SmoothWorld,
  type: 'contact-begin' | 'contact-end',
  index: number,
): void {
  const [a, b] = colliders[index].bodies;
  observer.event({ type, time, bodies: [scene.bodies[a].name, scene.bodies[b].name] });
}

/** Records a contact row for each pair with a penalty force, with its impulse over the step that begins. */
export function recordForces(world: SmoothWorld): void {
  const { colliders, scene, clock } = world;
  clock[ELAPSED] = 0;
  for (let i = 0; i < colliders.length; i++) {
    const { depth, force } = penaltyForce(scene.contacts, colliders[i], clock);
    if (force === 0) continue;
    world.touchingNow[i] = 1;
    world.maxPenetration = Math.max(world.maxPenetration, depth);
    if (world.observer !== SILENT) recordForce(world, colliders[i], clock[END] - world.time);
  }
}

/** Ignores all reports; rows of contacts are not created for it. */
export const SILENT: RunObserver = { frame() {}, contact() {}, event() {} };

function recordForce(world: SmoothWorld, { bodies, contact, force }: PairTracker, h: number): void {
  const impulse = scaleVec3(createVec3(), contact.normal, force.force * h);
  if (world.hasFriction) addScaledVec3(impulse, impulse, force.friction, h);
  world.observer.contact({
    time: world.time,
    bodyA: bodies[0],
    bodyB: bodies[1],
    point: copyVec3(createVec3(), force.point),
    normal: contact.normal,
    distance: -force.depth,
    closingSpeed: force.depthRate,
    impulse,
    work: h * force.power,
    mode: 'penalty',
  });
}

/** Samples force and handle of every coupler at the start of a step, for the energy that a human exchanges with it. */
export function sampleCouplers({
  scene,
  couplerForces,
  couplerEnergies,
  handles,
  composites,
  clock,
  time,
}: SmoothWorld): void {
  clock[NOW] = time;
  for (let i = 0; i < couplerForces.length; i++) {
    const coupler = scene.couplers[i];
    couplerForce(couplerForces[i], coupler, handles[i], composites[coupler.body], clock);
    addCouplerSample(couplerEnergies[i], couplerForces[i]);
  }
}

import { advanceForcedBodies, type Forces, type Wrench } from '../../dynamics/forced-bodies.ts';
import { advanceSpatialBody } from '../../dynamics/tumbling.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { movingPoseAt } from '../../math/prescribed-path.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
} from '../../math/vec3.ts';
import { contactSlopes, evaluateContact, type LawForce, NO_FORCE } from '../../response/contact-laws.ts';
import { exceededStepLimit } from '../../response/contact-step-limit.ts';
import { checkRotation } from '../check-rotation.ts';
import { addExternalImpulse, addImpulseOnImmovable, copyLedgerTotals } from '../ledger-totals.ts';
import { couplerForce, createCouplerForce } from './coupler.ts';
import { distanceRate, markPairTracker, type PairTracker, returnPairTracker, trackPair } from './pair-tracker.ts';
import { isFree, markStart, returnToStart, type SmoothComposite } from './smooth-composite.ts';
import type { SmoothWorld } from './smooth-world.ts';

/** Makes the current state the start of an interval, from which `advanceWithin` can be called repeatedly. */
export function beginInterval(world: SmoothWorld): void {
  for (const composite of world.composites) markStart(composite);
  const willReturn = world.scene.contacts.response !== 'none';
  for (const pairTracker of world.trackers) markPairTracker(pairTracker, willReturn);
  copyLedgerTotals(world.totalsAtStart, world.totals);
}

/**
 * Advances bodies and closest points to `span` [s] after the start of the interval, from any state; `world.time` stays at its
 * start. Bodies under gravity alone fly exactly; with couplers or penalty forces all bodies are integrated by Runge-Kutta.
 */
export function advanceWithin(world: SmoothWorld, span: number): void {
  copyLedgerTotals(world.totals, world.totalsAtStart);
  for (const composite of world.composites) returnToStart(composite);
  for (const [i, { angularVelocity }] of world.composites.entries()) {
    checkRotation(world.scene.bodies[i].name, angularVelocity, span, world.time);
  }
  const { couplers, contacts } = world.scene;
  const isLoaded = (world.scene.forces.loads?.length ?? 0) > 0;
  if (couplers.length > 0 || contacts.response === 'penalty' || isLoaded) integrateBodies(world, span);
  else flyBodies(world, span);
  movePrescribed(world, world.time + span);
  for (const pairTracker of world.trackers) trackPair(pairTracker, world.time, span);
}

/** Undoes `advanceWithin`. */
export function returnToIntervalStart(world: SmoothWorld): void {
  copyLedgerTotals(world.totals, world.totalsAtStart);
  for (const composite of world.composites) returnToStart(composite);
  for (const pairTracker of world.trackers) returnPairTracker(pairTracker);
}

function movePrescribed({ composites }: SmoothWorld, time: number): void {
  for (const composite of composites) if (composite.path !== undefined) movingPoseAt(composite, composite.path, time);
}

const mean = createVec3();
const impulse = createVec3();

/** Gravity acts at the mean position of a flight, x + v s/2 + g s²/6, which makes its moment exact. */
function flyBodies({ free, totals, scene }: SmoothWorld, s: number): void {
  const { gravity } = scene.forces;
  for (const body of free) {
    addScaledVec3(mean, body.pose.position, body.velocity, s / 2);
    addScaledVec3(mean, mean, gravity, (s * s) / 6);
    addExternalImpulse(totals, mean, scaleVec3(impulse, gravity, s / body.inverseMass));
    advanceSpatialBody(body, s, gravity);
  }
}

function integrateBodies(world: SmoothWorld, span: number): void {
  const { free, composites, colliders, scene, time } = world;
  const forces: Forces = (out, after, duration) => {
    if (after > 0) movePrescribed(world, time + after);
    addGravity(world, out, duration);
    addLoads(world, out, time + after, duration);
    for (const coupler of scene.couplers) {
      couplerForce(couplerLoad, coupler, composites[coupler.body], time + after);
      addCouplerForce(world, out, composites[coupler.body], duration);
    }
    if (scene.contacts.response !== 'penalty') return;
    const contactForces = colliders.map((pairTracker) => {
      if (after > 0) trackPair(pairTracker, time, after);
      return penaltyForce(world, pairTracker);
    });
    world.failure ??= tooLongStep(world, contactForces, span);
    for (const [i, pairTracker] of colliders.entries()) addContact(world, out, pairTracker, contactForces[i], duration);
  };
  advanceForcedBodies(free, span, forces, world.workspace);
}

function addGravity({ free, scene, totals }: SmoothWorld, out: readonly Wrench[], duration: number): void {
  const { gravity } = scene.forces;
  for (const [i, body] of free.entries()) {
    addScaledVec3(out[i].force, out[i].force, gravity, 1 / body.inverseMass);
    addExternalImpulse(totals, body.pose.position, scaleVec3(impulse, gravity, duration / body.inverseMass));
  }
}

/** Forces and torques of the loads that act at `time` [s], with their impulse and work over `duration` [s]. */
function addLoads(
  { free, composites, scene, totals }: SmoothWorld,
  out: readonly Wrench[],
  time: number,
  duration: number,
): void {
  for (const { body, force, torque, from, until } of scene.forces.loads ?? []) {
    const composite = composites[body];
    if (!(time >= from && time < until) || !isFree(composite)) continue;
    const acting = out[free.indexOf(composite)];
    addVec3(acting.force, acting.force, force);
    addVec3(acting.torque, acting.torque, torque);
    addExternalImpulse(totals, composite.pose.position, scaleVec3(impulse, force, duration));
    addScaledVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, torque, duration);
    const power = dotVec3(force, composite.velocity) + dotVec3(torque, composite.angularVelocity);
    totals.externalWork += duration * power;
  }
}

const couplerLoad = createCouplerForce();
const arm = createVec3();
const moment = createVec3();

function applyForce(out: Wrench, body: SmoothComposite, point: ReadonlyVec3, force: ReadonlyVec3): void {
  addVec3(out.force, out.force, force);
  crossVec3(moment, subVec3(arm, point, body.pose.position), force);
  addVec3(out.torque, out.torque, moment);
}

/** Applies the coupler force in `couplerLoad` to a free body. */
function addCouplerForce(
  { totals, free }: SmoothWorld,
  out: readonly Wrench[],
  body: SmoothComposite,
  duration: number,
): void {
  const { point, force, torque, power } = couplerLoad;
  const acting = out[free.indexOf(body)];
  applyForce(acting, body, point, force);
  addVec3(acting.torque, acting.torque, torque);
  addExternalImpulse(totals, point, scaleVec3(impulse, force, duration));
  addScaledVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, torque, duration);
  totals.externalWork += duration * power;
}

/** Force of a penalty contact at one time, along the normal on B. */
export interface PenaltyForce extends Readonly<LawForce> {
  /** Midpoint of the witness points, where the force acts on both bodies [m]. */
  readonly point: ReadonlyVec3;
  /** [m], negative when apart; [m/s] */
  readonly depth: number;
  readonly depthRate: number;
  /** Power that dampers and immovable bodies deliver to free bodies and springs [W]. */
  readonly power: number;
}

const velocity = createVec3();

/** The penalty force of a pair at its current positions. */
export function penaltyForce({ scene }: SmoothWorld, pairTracker: PairTracker): PenaltyForce {
  const { penalty } = scene.contacts;
  const { contact, a, b } = pairTracker;
  const point = addVec3(createVec3(), contact.pointA, contact.pointB);
  scaleVec3(point, point, 0.5);
  const depth = -contact.distance;
  const depthRate = -distanceRate(pairTracker);
  const law = evaluateContact({ ...NO_FORCE }, penalty, depth, depthRate);
  const { force, elastic } = law;
  // dampers along the gap, and the drive of immovable bodies against the force
  const carried = (body: SmoothComposite) =>
    isFree(body) ? 0 : force * dotVec3(contact.normal, velocityOfPoint(velocity, body, point));
  const power = -(force - elastic) * depthRate + carried(a) - carried(b);
  return { point, depth, depthRate, ...law, power };
}

const signedForce = createVec3();

/** Reason to reject the current step: the penalty forces it is too long for, and the maximum step. */
function tooLongStep(
  { scene, colliders }: SmoothWorld,
  contactForces: readonly PenaltyForce[],
  span: number,
): string | undefined {
  const { contacts, time, bodies } = scene;
  const springs = colliders.map(({ a, b, contact }, i) => {
    const { point, depth } = contactForces[i];
    return { a, b, pointA: point, pointB: point, normal: contact.normal, ...contactSlopes(contacts.penalty, depth) };
  });
  const limit = exceededStepLimit(springs, 'rk4', span);
  if (limit === undefined) return undefined;
  const [a, b] = colliders[limit.index].bodies.map((i) => bodies[i].name);
  return `time.step: must be at most ${limit.step} s for the contact of ${a} and ${b}, got ${time.step}`;
}

function addContact(
  world: SmoothWorld,
  out: readonly Wrench[],
  pairTracker: PairTracker,
  { point, force, power }: PenaltyForce,
  duration: number,
): void {
  const { a, b, contact } = pairTracker;
  if (force === 0) return;
  const act = (body: SmoothComposite, sign: 1 | -1) => {
    scaleVec3(signedForce, contact.normal, sign * force);
    if (isFree(body)) applyForce(out[world.free.indexOf(body)], body, point, signedForce);
    else
      addImpulseOnImmovable(
        world.totals,
        point,
        scaleVec3(impulse, signedForce, duration),
        velocityOfPoint(velocity, body, point),
      );
  };
  act(a, -1);
  act(b, 1);
  world.totals.contactWork += duration * power;
}

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
import { contactSlopes, type ContactLaw as PenaltyLaw } from '../../response/contact-laws.ts';
import { exceededStepLimit } from '../../response/contact-step-limit.ts';
import { delassusEntry } from '../../response/delassus.ts';
import { checkRotation } from '../check-rotation.ts';
import { addExternalImpulse, addImpulseOnImmovable, copyLedgerTotals } from '../ledger-totals.ts';
import { type CouplerForce, couplerForce } from './coupler.ts';
import { markPairTracker, type PairTracker, returnPairTracker, trackPair } from './pair-tracker.ts';
import { penaltyForce } from './penalty-force.ts';
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
  for (let i = 0; i < world.composites.length; i++) {
    checkRotation(world.scene.bodies[i].name, world.composites[i].angularVelocity, span, world.time);
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
  world.span = span;
  world.forces ??= createForces(world);
  advanceForcedBodies(world.free, span, world.forces, world.workspace);
}

/** The forces on the free bodies of a world within its current interval; created once, so that steps do not allocate. */
function createForces(world: SmoothWorld): Forces {
  const { scene, composites, colliders, couplerForces, handles } = world;
  return (out, after, duration) => {
    const { time } = world;
    if (after > 0) movePrescribed(world, time + after);
    addGravity(world, out, duration);
    addLoads(world, out, time + after, duration);
    for (let i = 0; i < scene.couplers.length; i++) {
      const coupler = scene.couplers[i];
      couplerForce(couplerForces[i], coupler, handles[i], composites[coupler.body], time + after);
      addCouplerForce(world, out, couplerForces[i], composites[coupler.body], duration);
    }
    if (scene.contacts.response !== 'penalty') return;
    for (let i = 0; i < colliders.length; i++) {
      if (after > 0) trackPair(colliders[i], time, after, true);
      penaltyForce(scene.contacts, colliders[i], scene.time.step, after);
    }
    world.failure ??= tooLongStep(world);
    for (let i = 0; i < colliders.length; i++) addContact(world, out, colliders[i], duration);
  };
}

function addGravity({ free, scene, totals }: SmoothWorld, out: readonly Wrench[], duration: number): void {
  const { gravity } = scene.forces;
  for (let i = 0; i < free.length; i++) {
    const body = free[i];
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
  const { loads } = scene.forces;
  if (loads === undefined) return;
  for (const { body, force, torque, from, until } of loads) {
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

const arm = createVec3();
const moment = createVec3();
const velocity = createVec3();

function applyForce(out: Wrench, body: SmoothComposite, point: ReadonlyVec3, force: ReadonlyVec3): void {
  addVec3(out.force, out.force, force);
  crossVec3(moment, subVec3(arm, point, body.pose.position), force);
  addVec3(out.torque, out.torque, moment);
}

/** Applies the force of a coupler to a free body. */
function addCouplerForce(
  { totals, free }: SmoothWorld,
  out: readonly Wrench[],
  { point, force, torque, power }: CouplerForce,
  body: SmoothComposite,
  duration: number,
): void {
  const acting = out[free.indexOf(body)];
  applyForce(acting, body, point, force);
  addVec3(acting.torque, acting.torque, torque);
  addExternalImpulse(totals, point, scaleVec3(impulse, force, duration));
  addScaledVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, torque, duration);
  totals.externalWork += duration * power;
}

/** Reason to reject the current step: the penalty forces it is too long for, and the maximum step. */
function tooLongStep({ scene, colliders, span }: SmoothWorld): string | undefined {
  const { contacts, time, bodies } = scene;
  if (isClearlyShort(contacts.penalty, colliders, span)) return undefined;
  const springs = colliders.map(({ a, b, contact, force: { point, depth } }) => {
    return { a, b, pointA: point, pointB: point, normal: contact.normal, ...contactSlopes(contacts.penalty, depth) };
  });
  const limit = exceededStepLimit(springs, 'rk4', span);
  if (limit === undefined) return undefined;
  const [a, b] = colliders[limit.index].bodies.map((i) => bodies[i].name);
  return `time.step: must be at most ${limit.step} s for the contact of ${a} and ${b}, got ${time.step}`;
}

const single = {
  a: {} as SmoothComposite,
  b: {} as SmoothComposite,
  pointA: arm,
  pointB: arm,
  normal: arm as ReadonlyVec3,
};

/** The stability region of RK4 contains the left half of the disc of this radius. */
const HALF_DISC = 2.5;

/**
 * Is the step short enough for all contacts together, by the sum of their own oscillations? That bounds the largest eigenvalue (the trace of a
 * positive semidefinite matrix): roots of λ² + γ λ + ω² are at most max(ω, γ). Allocates nothing, for linear springs.
 */
function isClearlyShort(law: PenaltyLaw, colliders: readonly PairTracker[], span: number): boolean {
  if (law.kind !== 'spring-damper') return false;
  let inverseMass = 0;
  for (let i = 0; i < colliders.length; i++) {
    const { a, b, contact, force } = colliders[i];
    if (!(force.depth + law.restDistance > 0)) continue;
    single.a = a;
    single.b = b;
    single.pointA = force.point;
    single.pointB = force.point;
    single.normal = contact.normal;
    inverseMass += delassusEntry(single, single);
  }
  const fastest = Math.max(Math.sqrt(inverseMass * law.stiffness), inverseMass * law.damping);
  return fastest * span <= HALF_DISC;
}

const signedForce = createVec3();

function addContact(world: SmoothWorld, out: readonly Wrench[], pairTracker: PairTracker, duration: number): void {
  const { a, b, force } = pairTracker;
  if (force.force === 0) return;
  addContactSide(world, out, pairTracker, a, -1, duration);
  addContactSide(world, out, pairTracker, b, 1, duration);
  world.totals.contactWork += duration * force.power;
}

/** The force on one of the two bodies: on A with the opposite sign. */
function addContactSide(
  world: SmoothWorld,
  out: readonly Wrench[],
  { contact, force }: PairTracker,
  body: SmoothComposite,
  sign: 1 | -1,
  duration: number,
): void {
  scaleVec3(signedForce, contact.normal, sign * force.force);
  if (world.hasFriction) addScaledVec3(signedForce, signedForce, force.friction, sign);
  if (isFree(body)) {
    applyForce(out[world.free.indexOf(body)], body, force.point, signedForce);
    return;
  }
  scaleVec3(impulse, signedForce, duration);
  addImpulseOnImmovable(world.totals, force.point, impulse, velocityOfPoint(velocity, body, force.point));
}

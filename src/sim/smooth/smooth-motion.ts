import { AFTER, advanceForcedBodies, DURATION, type Forces, type Wrench } from '../../dynamics/forced-bodies.ts';
import { advanceSpatialBody } from '../../dynamics/tumbling.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { movingPoseNow } from '../../math/prescribed-path.ts';
import {
  addScaledVec3,
  addScaledVec3By,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  type ReadonlyVec3,
  scaleVec3,
  scaleVec3By,
  subVec3,
} from '../../math/vec3.ts';
import { contactSlopes, type ContactLaw as PenaltyLaw } from '../../response/contact-laws.ts';
import { exceededStepLimit } from '../../response/contact-step-limit.ts';
import { writeDelassusEntry } from '../../response/delassus.ts';
import { checkRotation } from '../check-rotation.ts';
import { addExternalImpulse, addImpulseOnImmovable, copyLedgerTotals } from '../ledger-totals.ts';
import { type CouplerForce, couplerForce } from './coupler.ts';
import { markPairTracker, type PairTracker, returnPairTracker, trackPair } from './pair-tracker.ts';
import { penaltyForce } from './penalty-force.ts';
import { isFree, markStart, returnToStart, type SmoothComposite } from './smooth-composite.ts';
import type { SmoothWorld } from './smooth-world.ts';
import { ELAPSED, NOW, SINCE, WEIGHT } from './step-clock.ts';

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
  // short, so that it is inlined and the time is not boxed
  world.span = span;
  advanceSpan(world);
}

function advanceSpan(world: SmoothWorld): void {
  const { span } = world;
  copyLedgerTotals(world.totals, world.totalsAtStart);
  for (const composite of world.composites) returnToStart(composite);
  for (let i = 0; i < world.composites.length; i++) {
    checkRotation(world.scene.bodies[i].name, world.composites[i].angularVelocity, span, world.time);
  }
  const { couplers, contacts } = world.scene;
  const isLoaded = (world.scene.forces.loads?.length ?? 0) > 0;
  if (couplers.length > 0 || contacts.response === 'penalty' || isLoaded) integrateBodies(world);
  else flyBodies(world, span);
  const { clock, trackers } = world;
  clock[SINCE] = world.time;
  clock[ELAPSED] = span;
  clock[NOW] = world.time + span;
  movePrescribed(world);
  for (let i = 0; i < trackers.length; i++) trackPair(trackers[i], clock);
}

/** Undoes `advanceWithin`. */
export function returnToIntervalStart(world: SmoothWorld): void {
  copyLedgerTotals(world.totals, world.totalsAtStart);
  for (const composite of world.composites) returnToStart(composite);
  for (const pairTracker of world.trackers) returnPairTracker(pairTracker);
}

/** Moves prescribed bodies to the time `NOW` of the clock. */
function movePrescribed({ composites, clock }: SmoothWorld): void {
  for (let i = 0; i < composites.length; i++) {
    const composite = composites[i];
    if (composite.path !== undefined) movingPoseNow(composite, composite.path, clock);
  }
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

function integrateBodies(world: SmoothWorld): void {
  world.forces ??= createForces(world);
  advanceForcedBodies(world.free, world.span, world.forces, world.workspace);
}

/** The forces on the free bodies of a world within its current interval; created once, so that steps do not allocate. */
function createForces(world: SmoothWorld): Forces {
  const { scene, composites, colliders, couplerForces, handles, clock } = world;
  return (out, times) => {
    clock[SINCE] = world.time;
    clock[ELAPSED] = times[AFTER];
    clock[NOW] = world.time + times[AFTER];
    clock[WEIGHT] = times[DURATION];
    const isLater = times[AFTER] > 0;
    if (isLater) movePrescribed(world);
    addGravity(world, out);
    addLoads(world, out);
    for (let i = 0; i < scene.couplers.length; i++) {
      const coupler = scene.couplers[i];
      couplerForce(couplerForces[i], coupler, handles[i], composites[coupler.body], clock);
      addCouplerForce(world, out, couplerForces[i], composites[coupler.body]);
    }
    if (scene.contacts.response !== 'penalty') return;
    for (let i = 0; i < colliders.length; i++) {
      if (isLater) trackPair(colliders[i], clock, true);
      penaltyForce(scene.contacts, colliders[i], clock);
    }
    world.failure ??= tooLongStep(world);
    for (let i = 0; i < colliders.length; i++) addContact(world, out, colliders[i]);
  };
}

const factor = new Float64Array(1);

function addGravity({ free, scene, totals, clock }: SmoothWorld, out: readonly Wrench[]): void {
  const { gravity } = scene.forces;
  for (let i = 0; i < free.length; i++) {
    const body = free[i];
    factor[0] = 1 / body.inverseMass;
    addScaledVec3By(out[i].force, out[i].force, gravity, factor);
    factor[0] = clock[WEIGHT] / body.inverseMass;
    addExternalImpulse(totals, body.pose.position, scaleVec3By(impulse, gravity, factor));
  }
}

/** Forces and torques of the loads that act at the time `NOW`, with their impulse and work. */
function addLoads({ free, composites, scene, totals, clock }: SmoothWorld, out: readonly Wrench[]): void {
  const { loads } = scene.forces;
  if (loads === undefined) return;
  const time = clock[NOW];
  const duration = clock[WEIGHT];
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
  { totals, free, clock }: SmoothWorld,
  out: readonly Wrench[],
  coupling: CouplerForce,
  body: SmoothComposite,
): void {
  const { point, force, torque } = coupling;
  factor[0] = clock[WEIGHT];
  const acting = out[free.indexOf(body)];
  applyForce(acting, body, point, force);
  addVec3(acting.torque, acting.torque, torque);
  addExternalImpulse(totals, point, scaleVec3By(impulse, force, factor));
  addScaledVec3By(totals.externalAngularImpulse, totals.externalAngularImpulse, torque, factor);
  totals.externalWork += clock[WEIGHT] * coupling.power;
}

/** Reason to reject the current step: the penalty forces it is too long for, and the maximum step. */
function tooLongStep(world: SmoothWorld): string | undefined {
  const { scene, colliders, span } = world;
  const { contacts, time, bodies } = scene;
  if (isClearlyShort(contacts.penalty, world)) return undefined;
  const springs = colliders.map(({ a, b, contact, force: { point, depth } }) => {
    return { a, b, pointA: point, pointB: point, normal: contact.normal, ...contactSlopes(contacts.penalty, depth) };
  });
  const limit = exceededStepLimit(springs, 'rk4', span);
  if (limit === undefined) return undefined;
  const [a, b] = colliders[limit.index].bodies.map((i) => bodies[i].name);
  return `time.step: must be at most ${limit.step} s for the contact of ${a} and ${b}, got ${time.step}`;
}

const entry = new Float64Array(1);
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
function isClearlyShort(law: PenaltyLaw, { colliders, span }: SmoothWorld): boolean {
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
    writeDelassusEntry(entry, single, single);
    inverseMass += entry[0];
  }
  const fastest = Math.max(Math.sqrt(inverseMass * law.stiffness), inverseMass * law.damping);
  return fastest * span <= HALF_DISC;
}

const signedForce = createVec3();

function addContact(world: SmoothWorld, out: readonly Wrench[], pairTracker: PairTracker): void {
  const { a, b, force } = pairTracker;
  if (force.force === 0) return;
  addContactSide(world, out, pairTracker, a, -1);
  addContactSide(world, out, pairTracker, b, 1);
  world.totals.contactWork += world.clock[WEIGHT] * force.power;
}

/** The force on one of the two bodies: on A with the opposite sign. */
function addContactSide(
  world: SmoothWorld,
  out: readonly Wrench[],
  { contact, force }: PairTracker,
  body: SmoothComposite,
  sign: 1 | -1,
): void {
  factor[0] = sign * force.force;
  scaleVec3By(signedForce, contact.normal, factor);
  if (world.hasFriction) addScaledVec3(signedForce, signedForce, force.friction, sign);
  if (isFree(body)) {
    applyForce(out[world.free.indexOf(body)], body, force.point, signedForce);
    return;
  }
  factor[0] = world.clock[WEIGHT];
  scaleVec3By(impulse, signedForce, factor);
  addImpulseOnImmovable(world.totals, force.point, impulse, velocityOfPoint(velocity, body, force.point));
}

import { advanceForcedBodies, type Forces, type Wrench } from '../../../dynamics/forced-bodies.ts';
import { velocityOfPoint } from '../../../math/motion.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
} from '../../../math/vec3.ts';
import { checkRotation } from '../../check-rotation.ts';
import { addExternalImpulse, addImpulseOnImmovable, copyLedgerTotals } from '../../ledger-totals.ts';
import {
  type CompliantBody,
  type CompliantWorld,
  markStart,
  movePrescribed,
  returnToStart,
} from './compliant-world.ts';
import { isAttachedNow, type PointForce, pointForces, tooLongStep, updateAttachment } from './point-forces.ts';

/** Maximum intervals per step; beyond it the rest of the step is not divided. */
const MAX_INTERVALS = 64;

/** Halvings of an interval down to the begin or end of a contact: 1e-10 of the step. */
const HALVINGS = 34;

/**
 * Advances to the time `end` [s]. Steps are divided where contacts begin or end and where loads change, so that forces are smooth within
 * each interval and the order of the integrator holds. Returns false if the step of `h` [s] is too long: the world is then as before,
 * with the reason in `failure`.
 */
export function advanceTo(world: CompliantWorld, end: number, h: number): boolean {
  for (let intervals = 1; world.time < end; intervals++) {
    const target = Math.min(end, nextLoadChange(world));
    let span = target - world.time;
    beginInterval(world);
    if (!advanceWithin(world, span, h)) return false;
    if (intervals < MAX_INTERVALS && hasAttachmentChanged(world)) {
      const first = firstChange(world, span, h);
      if (first === undefined) return false;
      span = first;
    }
    world.time = span < target - world.time ? world.time + span : target;
    world.totals.contactWork += updateAttachment(world);
  }
  return true;
}

function nextLoadChange({ scene, time }: CompliantWorld): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { from, until } of scene.forces.loads) {
    if (from > time) next = Math.min(next, from);
    if (until > time) next = Math.min(next, until);
  }
  return next;
}

function hasAttachmentChanged({ pairs }: CompliantWorld): boolean {
  return pairs.some((pair) => isAttachedNow(pair) !== pair.attached);
}

/**
 * Time from the start of the interval to just after the first begin or end of a contact, by bisection; the world is left in that state.
 * Undefined if the step is too long.
 */
function firstChange(world: CompliantWorld, span: number, h: number): number | undefined {
  let [low, high] = [0, span];
  for (let k = 0; k < HALVINGS; k++) {
    const midpoint = 0.5 * (low + high);
    if (!advanceWithin(world, midpoint, h)) return undefined;
    if (hasAttachmentChanged(world)) high = midpoint;
    else low = midpoint;
  }
  return advanceWithin(world, high, h) ? high : undefined;
}

function beginInterval(world: CompliantWorld): void {
  for (const body of world.bodies) markStart(body);
  copyLedgerTotals(world.totalsAtStart, world.totals);
}

function returnToIntervalStart(world: CompliantWorld): void {
  copyLedgerTotals(world.totals, world.totalsAtStart);
  for (const body of world.bodies) returnToStart(body);
}

/** Advances the bodies to `span` [s] after the start of the interval, from any state. */
function advanceWithin(world: CompliantWorld, span: number, h: number): boolean {
  returnToIntervalStart(world);
  const { free, scene, time, workspace } = world;
  for (const { index, angularVelocity } of free) {
    checkRotation(scene.bodies[index].name, angularVelocity, span, time);
  }
  const forces: Forces = (out, after, duration) => {
    if (after > 0) movePrescribed(world, time + after);
    addGravity(world, out, duration);
    addLoads(world, out, time + 0.5 * span, duration);
    const contacts = pointForces(world);
    world.failure ??= tooLongStep(world, contacts, h);
    for (const contact of contacts) addContact(world, out, contact, duration);
  };
  advanceForcedBodies(free, span, forces, workspace);
  movePrescribed(world, time + span);
  if (world.failure === undefined) return true;
  returnToIntervalStart(world);
  return false;
}

const impulse = createVec3();
const arm = createVec3();
const moment = createVec3();
const signedForce = createVec3();

function addGravity({ free, scene, totals }: CompliantWorld, out: readonly Wrench[], duration: number): void {
  const { gravity } = scene.forces;
  for (const [i, body] of free.entries()) {
    addScaledVec3(out[i].force, out[i].force, gravity, 1 / body.inverseMass);
    addExternalImpulse(totals, body.pose.position, scaleVec3(impulse, gravity, duration / body.inverseMass));
  }
}

/** Loads that act at `time` [s]. */
function addLoads(
  { free, bodies, scene, totals }: CompliantWorld,
  out: readonly Wrench[],
  time: number,
  duration: number,
): void {
  for (const { body, force, torque, from, until } of scene.forces.loads) {
    if (!(time >= from && time < until)) continue;
    const { pose, velocity, angularVelocity } = bodies[body];
    const wrench = out[free.indexOf(bodies[body])];
    addVec3(wrench.force, wrench.force, force);
    addVec3(wrench.torque, wrench.torque, torque);
    addExternalImpulse(totals, pose.position, scaleVec3(impulse, force, duration));
    addScaledVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, torque, duration);
    totals.externalWork += duration * (dotVec3(force, velocity) + dotVec3(torque, angularVelocity));
  }
}

const driven = createVec3();

function addContact(
  { free, totals }: CompliantWorld,
  out: readonly Wrench[],
  { pair, point, normal, force, power }: PointForce,
  duration: number,
): void {
  const act = (body: CompliantBody, sign: 1 | -1) => {
    scaleVec3(signedForce, normal, sign * force);
    if (body.inverseMass > 0) applyForce(out[free.indexOf(body)], body, point, signedForce);
    else
      addImpulseOnImmovable(
        totals,
        point,
        scaleVec3(impulse, signedForce, duration),
        velocityOfPoint(driven, body, point),
      );
  };
  act(pair.a, -1);
  act(pair.b, 1);
  totals.contactWork += duration * power;
}

function applyForce(out: Wrench, body: CompliantBody, point: ReadonlyVec3, force: ReadonlyVec3): void {
  addVec3(out.force, out.force, force);
  crossVec3(moment, subVec3(arm, point, body.pose.position), force);
  addVec3(out.torque, out.torque, moment);
}

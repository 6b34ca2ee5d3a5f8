import type { Wrench } from '../../../dynamics/forced-bodies.ts';
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
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { addExternalImpulse, addImpulseOnImmovable } from '../../ledger-totals.ts';
import type { CompliantBody, PointForce } from './compliant-pair.ts';
import type { CompliantWorld } from './compliant-world.ts';

const impulse = createVec3();
const driven = createVec3();
const arm = createVec3();
const moment = createVec3();
const force = createVec3();

/** Next time after `time` at which a load begins or ends [s]; Infinity for none. */
export function nextLoadChange({ forces }: SolidScene, time: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { from, until } of forces.loads) {
    if (from > time) next = Math.min(next, from);
    if (until > time) next = Math.min(next, until);
  }
  return next;
}

export function addGravity(
  { scene, totals }: CompliantWorld,
  bodies: readonly CompliantBody[],
  out: readonly Wrench[],
  duration: number,
): void {
  const { gravity } = scene.forces;
  for (const { slot, inverseMass, pose } of bodies) {
    addScaledVec3(out[slot].force, out[slot].force, gravity, 1 / inverseMass);
    addExternalImpulse(totals, pose.position, scaleVec3(impulse, gravity, duration / inverseMass));
  }
}

/** Loads on `bodies` that act at `time` [s]. */
export function addLoads(
  { bodies: all, scene, totals }: CompliantWorld,
  bodies: readonly CompliantBody[],
  out: readonly Wrench[],
  time: number,
  duration: number,
): void {
  for (const { body, force: load, torque, from, until } of scene.forces.loads) {
    if (!(time >= from && time < until) || bodies[all[body].slot] !== all[body]) continue;
    const { pose, velocity, angularVelocity, slot } = all[body];
    addVec3(out[slot].force, out[slot].force, load);
    addVec3(out[slot].torque, out[slot].torque, torque);
    addExternalImpulse(totals, pose.position, scaleVec3(impulse, load, duration));
    addScaledVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, torque, duration);
    totals.externalWork += duration * (dotVec3(load, velocity) + dotVec3(torque, angularVelocity));
  }
}

/** Force of a contact point on B, normal and friction [N]. */
export function setTotalForce(out: typeof force, contact: PointForce): ReadonlyVec3 {
  return addScaledVec3(out, contact.friction, contact.normal, contact.force);
}

export function addContact(
  { totals }: CompliantWorld,
  out: readonly Wrench[],
  contact: PointForce,
  duration: number,
): void {
  const { pair, point, power } = contact;
  setTotalForce(force, contact);
  applyTo(pair.b, 1);
  applyTo(pair.a, -1);
  totals.contactWork += duration * power;

  function applyTo(body: CompliantBody, sign: 1 | -1): void {
    scaleVec3(impulse, force, sign);
    if (body.inverseMass > 0) applyForce(out[body.slot], body, point, impulse);
    else
      addImpulseOnImmovable(totals, point, scaleVec3(impulse, impulse, duration), velocityOfPoint(driven, body, point));
  }
}

function applyForce(out: Wrench, body: CompliantBody, point: ReadonlyVec3, acting: ReadonlyVec3): void {
  addVec3(out.force, out.force, acting);
  crossVec3(moment, subVec3(arm, point, body.pose.position), acting);
  addVec3(out.torque, out.torque, moment);
}

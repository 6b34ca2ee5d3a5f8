import { startCoordinates } from '../../../response/joints/define-joint.ts';
import {
  type JointAxis,
  type JointDefinition,
  type JointMotor,
  springEnergyOf,
} from '../../../response/joints/joint.ts';
import { wakeBody } from './islands.ts';
import { dropContacts, markChanged } from './step-bodies.ts';
import { endJoint, insertJoint, poseNow } from './step-joints.ts';
import type { StepWorld } from './step-world.ts';

/** Joints of a step world between its steps: added, removed, changed. */

/** Adds a joint at the present poses and returns its index; its bodies wake up. The energy of its springs is external work. */
export function addStepJoint(world: StepWorld, definition: JointDefinition): number {
  const index = insertJoint(world, definition);
  world.revision++;
  updateJoinedBodies(world, definition);
  const joint = world.joints.list[index];
  if (joint) world.totals.externalWork += springEnergyOf(joint);
  return index;
}

/** Removes a joint; its bodies wake up. */
export function removeStepJoint(world: StepWorld, index: number): void {
  const { joints } = world;
  const joint = joints.list[index];
  if (!joint) return;
  if (!joint.broken) {
    const energy = springEnergyOf(joint);
    world.totals.springEnergy -= energy;
    world.totals.externalWork -= energy;
    endJoint(world.joints, joint);
    updateJoinedBodies(world, joint.definition);
  }
  joints.list[index] = undefined;
}

/** A body was moved by a command: its joints have other coordinates, and the change of the energy in their springs is external work. */
export function moveStepJoints({ joints, bodies, totals }: StepWorld, body: number): void {
  for (const joint of [...joints.list, ...joints.docked]) {
    if (!joint || joint.broken) continue;
    const { definition, coordinates } = joint;
    const { bodyA, bodyB } = definition;
    if (bodyA !== body && bodyB !== body) continue;
    const before = springEnergyOf(joint);
    coordinates.set(startCoordinates(definition, poseNow(bodies, bodyA), poseNow(bodies, bodyB), coordinates));
    const change = springEnergyOf(joint) - before;
    totals.springEnergy += change;
    totals.externalWork += change;
  }
}

/** Sets or ends the motor of an axis; the bodies wake up. */
export function setStepMotor(world: StepWorld, index: number, axis: number, motor: JointMotor | undefined): void {
  const joint = world.joints.list[index];
  if (!joint) return;
  const { motor: _, ...rest } = joint.definition.axes[axis];
  const changed: JointAxis = motor ? { ...rest, motor } : rest;
  joint.definition = { ...joint.definition, axes: joint.definition.axes.map((old, k) => (k === axis ? changed : old)) };
  wakeBodies(world, joint.definition);
}

/** The pair filter has another result for the bodies of these joints: their pairs are searched again. */
export function releaseBroken(world: StepWorld): void {
  for (const index of world.joints.broken) {
    const joint = world.joints.list[index];
    if (joint && !joint.definition.collide) markBodies(world, joint.definition);
  }
}

/** A joint was added or ended: its bodies wake up, and their pairs are searched again. */
export function updateJoinedBodies(world: StepWorld, definition: JointDefinition): void {
  const { bodyA, bodyB, collide } = definition;
  wakeBodies(world, definition);
  if (collide || bodyA < 0 || bodyB < 0) return;
  dropContacts(world, bodyB);
  markBodies(world, definition);
}

function markBodies(world: StepWorld, { bodyA, bodyB }: JointDefinition): void {
  if (bodyA >= 0) markChanged(world, bodyA);
  if (bodyB >= 0) markChanged(world, bodyB);
}

function wakeBodies(world: StepWorld, { bodyA, bodyB }: JointDefinition): void {
  for (const body of [bodyA, bodyB]) {
    if (body < 0) continue;
    wakeBody(world, body);
    world.restTimes[body] = 0;
  }
}

import { defineJoint, startCoordinates } from '../../response/joints/define-joint.ts';
import {
  createJoint,
  ENERGY_ERROR,
  type Joint,
  type JointDefinition,
  springEnergyOf,
} from '../../response/joints/joint.ts';
import { loadSolverBody, storeSolverBody } from '../../response/solver/solver-bodies.ts';
import type { Dock } from '../dock-stages.ts';
import { SimulationError } from '../world.ts';
import { latchJoints, latchStage } from './latch-joints.ts';
import { updateJoinedBodies } from './steps/change-joints.ts';
import { beginJoints, projectJointVelocities } from './steps/joints.ts';
import { poseNow, recountExclusions } from './steps/step-joints.ts';
import type { StepWorld } from './steps/step-world.ts';

/**
 * Dockings in a world with joints. A fixed joint holds docked bodies at their relative pose, and a latch is a joint of springs and dampers, so that
 * captured and docked bodies can be parts of arms and of closed loops.
 */

/** Whether dockings are joints: other joints exist, or have existed. */
export function docksByJoints({ joints }: Pick<StepWorld, 'joints'>): boolean {
  return joints.list.length > 0;
}

/**
 * Joins the bodies of a dock rigidly between two steps: a plastic impact of the whole articulations, by which momentum and angular momentum are
 * conserved. All bodies get the velocities after it. Returns the kinetic energy lost [J].
 */
export function joinByJoint(world: StepWorld, dock: Dock): number {
  const [a, b] = dock.sensors;
  const name = `${a.name} to ${b.name}`;
  const [bodyA, bodyB] = [a, b].map(({ body }) => ({ index: body, pose: poseNow(world.bodies, body) }));
  const settings = { kind: 'fixed' as const, position: { ...bodyB.pose.position } };
  const joint = defineJoint(name, settings, bodyA, bodyB, (_, expected) => {
    throw new SimulationError(`docking of ${name}: ${expected}`);
  });
  setJointsOf(world, dock, [joint], false);
  dock.jointStage = 'docked';
  const { contactWork } = world.totals;
  projectVelocities(world);
  return contactWork - world.totals.contactWork;
}

/** Gives a dock the joints of its state at `time` [s]: those of a latch, none if it is open. */
export function updateDockJoints(world: StepWorld, dock: Dock, time: number): void {
  const { state, joints = [] } = dock;
  if (state === 'docked') return;
  if (state === 'captured') {
    const stage = latchStage(dock, time);
    if (stage === dock.jointStage) return;
    setJointsOf(world, dock, latchJoints(dock, time), true);
    dock.jointStage = stage;
  } else if (joints.length > 0) {
    setJointsOf(world, dock, [], false);
    delete dock.jointStage;
  }
}

/** Ends the joints of docks other than these. */
export function dropOtherDockJoints(world: StepWorld, docks: readonly Dock[]): void {
  const { docked } = world.joints;
  const isHeld = ({ definition }: Joint) => docks.some(({ joints }) => joints?.includes(definition));
  const gone = docked.filter((joint) => !isHeld(joint));
  if (gone.length > 0) replaceJoints(world, docked.filter(isHeld), gone, false);
}

function setJointsOf(world: StepWorld, dock: Dock, wanted: readonly JointDefinition[], driven: boolean): void {
  const { docked } = world.joints;
  const isOld = ({ definition }: Joint) => dock.joints?.includes(definition) ?? false;
  const added = wanted.map((definition) => jointNow(world, definition));
  replaceJoints(world, [...docked.filter((joint) => !isOld(joint)), ...added], docked.filter(isOld), driven);
  for (const { definition } of added) updateJoinedBodies(world, definition);
  dock.joints = wanted;
}

/** The change of the energy in springs: `driven` by the mechanism, or lost with springs that open. */
function replaceJoints(world: StepWorld, list: readonly Joint[], gone: readonly Joint[], driven: boolean): void {
  const { joints, totals, alive } = world;
  const energyOf = (all: readonly Joint[]) => all.reduce((sum, joint) => sum + springEnergyOf(joint), 0);
  const change = energyOf(list) - energyOf(joints.docked);
  joints.docked.splice(0, joints.docked.length, ...list);
  recountExclusions(joints);
  for (const { definition } of gone) {
    const isAlive = [definition.bodyA, definition.bodyB].every((body) => alive[body] === 1);
    if (isAlive) updateJoinedBodies(world, definition);
  }
  totals.springEnergy += change;
  totals.contactWork += change;
  if (driven) totals.driveWork += change;
}

/** A joint at the present poses. */
function jointNow({ bodies }: StepWorld, definition: JointDefinition): Joint {
  const joint = createJoint(definition);
  const { bodyA, bodyB } = definition;
  joint.coordinates.set(startCoordinates(definition, poseNow(bodies, bodyA), poseNow(bodies, bodyB)));
  return joint;
}

/** Velocities that all joints allow, by impulses of the joints. The loss is that of a plastic impact, no error of the joints. */
function projectVelocities(world: StepWorld): void {
  const { solver, bodies, asleep, free, totals, joints } = world;
  for (let i = 0; i < bodies.count; i++) loadSolverBody(solver, bodies, i, asleep[i] === 1);
  if (!beginJoints(world)) return;
  const { jointError } = totals;
  const errors = joints.system.joints.map(({ energies }) => energies[ENERGY_ERROR]);
  projectJointVelocities(world);
  totals.jointError = jointError;
  joints.system.joints.forEach(({ energies }, k) => {
    energies[ENERGY_ERROR] = errors[k];
  });
  for (let i = 0; i < bodies.count; i++) if (free[i] === 1) storeSolverBody(solver, bodies, i);
}

import { defineJoint } from '../../../response/joints/define-joint.ts';
import type { JointDefinition } from '../../../response/joints/joint.ts';
import { loadSolverBody, storeSolverBody } from '../../../response/solver/solver-bodies.ts';
import { SimulationError } from '../../world.ts';
import { updateJoinedBodies } from './change-joints.ts';
import { beginJoints, projectJointVelocities } from './joints.ts';
import { poseNow, setDockedJoints } from './step-joints.ts';
import type { StepWorld } from './step-world.ts';

/**
 * Rigid docking in a world with joints: a fixed joint holds the two bodies at their present relative pose, so that docked bodies can be parts of
 * arms and of closed loops.
 */

/** Whether rigid dockings are joints: other joints exist, or have existed. */
export function docksByJoints({ joints }: Pick<StepWorld, 'joints'>): boolean {
  return joints.list.length > 0;
}

/** A docked pair of bodies: the joint, and the kinetic energy lost [J]. */
export interface JointDocking {
  readonly joint: JointDefinition;
  readonly energyLoss: number;
}

/**
 * Joins two bodies between two steps: a plastic impact of the whole articulations, by which momentum and angular momentum are conserved. All
 * bodies get the velocities after it.
 */
export function dockByJoint(world: StepWorld, name: string, a: number, b: number): JointDocking {
  const { bodies, totals, joints } = world;
  const poses = [poseNow(bodies, a), poseNow(bodies, b)];
  const settings = { kind: 'fixed' as const, position: { ...poses[1].position } };
  const fail = (_: unknown, expected: string): never => {
    throw new SimulationError(`docking of ${name}: ${expected}`);
  };
  const joint = defineJoint(name, settings, { index: a, pose: poses[0] }, { index: b, pose: poses[1] }, fail);
  setDockedJoints(joints, [...joints.docked.map(({ definition }) => definition), joint]);
  updateJoinedBodies(world, joint);
  const { contactWork, jointError } = totals;
  projectVelocities(world);
  // a plastic impact loses energy, it is no error of the joints
  totals.jointError = jointError;
  return { joint, energyLoss: contactWork - totals.contactWork };
}

/** The given joints are those of all docked bodies from now on. */
export function keepDockedJoints(world: StepWorld, kept: readonly JointDefinition[]): void {
  const gone = world.joints.docked.map(({ definition }) => definition).filter((joint) => !kept.includes(joint));
  const added = kept.filter((joint) => !world.joints.docked.some(({ definition }) => definition === joint));
  if (gone.length === 0 && added.length === 0) return;
  setDockedJoints(world.joints, kept);
  for (const joint of [...gone, ...added]) updateJoinedBodies(world, joint);
}

/** Velocities that all joints allow, by impulses of the joints. */
function projectVelocities(world: StepWorld): void {
  const { solver, bodies, asleep, free } = world;
  for (let i = 0; i < bodies.count; i++) loadSolverBody(solver, bodies, i, asleep[i] === 1);
  if (!beginJoints(world)) return;
  projectJointVelocities(world);
  for (let i = 0; i < bodies.count; i++) if (free[i] === 1) storeSolverBody(solver, bodies, i);
}

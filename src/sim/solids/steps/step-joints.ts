import type { SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { createPose, type Pose, type ReadonlyPose } from '../../../math/pose.ts';
import { startCoordinates } from '../../../response/joints/define-joint.ts';
import { createJoint, type Joint, type JointDefinition, springEnergyOf } from '../../../response/joints/joint.ts';
import { createJointSystem, type JointSystem } from '../../../response/joints/joint-system.ts';
import type { LedgerTotals } from '../../ledger-totals.ts';
import { writePose } from './poses.ts';

/** Joints of a world in fixed steps; `joints.ts` solves them. */
export interface StepJoints {
  /** By index; undefined: removed. */
  readonly list: (Joint | undefined)[];
  /** Joints without an index, of captured and docked bodies. */
  readonly docked: Joint[];
  readonly system: JointSystem;
  /** The joints or the motion of a body have changed since the elimination order was found. */
  isChanged: boolean;
  /** Number of pieces of the current flight. */
  pieces: number;
  /** Energy in the springs of the joints that act, at the start of the step [J]. */
  springEnergy: number;
  /** Joints that broke in the last step. */
  readonly broken: number[];
  /** Pairs of bodies whose contacts a joint excludes, as keys of `pairOf`, with the number of such joints. */
  readonly excluded: Map<number, number>;
}

export function createStepJoints(): StepJoints {
  return {
    list: [],
    docked: [],
    system: createJointSystem(),
    isChanged: false,
    pieces: 1,
    springEnergy: 0,
    broken: [],
    excluded: new Map(),
  };
}

const PAIR_RANGE = 2 ** 24;

/** Key of two bodies. */
function pairOf(a: number, b: number): number {
  return Math.min(a, b) * PAIR_RANGE + Math.max(a, b);
}

/** Whether a joint that acts holds the body. */
export function isJoined({ list, docked }: StepJoints, body: number): boolean {
  if (list.length === 0) return false;
  const holds = (joint: Joint | undefined) =>
    joint !== undefined && !joint.broken && (joint.definition.bodyA === body || joint.definition.bodyB === body);
  return list.some(holds) || docked.some(holds);
}

/** Whether a joint excludes contacts of the two bodies. */
export function isExcluded({ excluded }: StepJoints, a: number, b: number): boolean {
  return excluded.size > 0 && excluded.has(pairOf(a, b));
}

/** Counts the joints that exclude contacts of a pair. */
function countExclusion({ excluded }: StepJoints, { bodyA, bodyB, collide }: JointDefinition, change: number): void {
  if (collide || bodyA < 0 || bodyB < 0) return;
  const key = pairOf(bodyA, bodyB);
  const count = (excluded.get(key) ?? 0) + change;
  if (count > 0) excluded.set(key, count);
  else excluded.delete(key);
}

/** The parts of a world that a joint changes. */
interface JoinedWorld {
  readonly joints: StepJoints;
  readonly bodies: SolidBodies;
  readonly totals: LedgerTotals;
}

/** Adds a joint at the present poses to a world whose contacts are not yet searched; returns its index. */
export function insertJoint(world: JoinedWorld, definition: JointDefinition): number {
  const { bodyA, bodyB } = definition;
  return insertJointAt(world, definition, poseNow(world.bodies, bodyA), poseNow(world.bodies, bodyB));
}

/** The same for bodies with given poses. */
export function insertJointAt(
  { joints, totals }: Pick<JoinedWorld, 'joints' | 'totals'>,
  definition: JointDefinition,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
): number {
  const joint = createJoint(definition);
  joint.coordinates.set(startCoordinates(definition, poseA, poseB));
  joints.list.push(joint);
  joints.isChanged = true;
  countExclusion(joints, definition, 1);
  const energy = springEnergyOf(joint);
  totals.springEnergy += energy;
  return joints.list.length - 1;
}

/** Pose of the centre of mass of a body between two steps; -1: the world. */
export function poseNow(bodies: SolidBodies, body: number): Pose {
  const pose = createPose();
  if (body >= 0) writePose(pose, bodies, body);
  return pose;
}

/** Ends a joint: it acts no longer, and contacts of its bodies are possible again. */
export function endJoint(joints: StepJoints, { definition }: Joint): void {
  joints.isChanged = true;
  countExclusion(joints, definition, -1);
}

/** Replaces all joints, and those of docked bodies, by those of a snapshot, whose state follows. */
export function setStepJoints(
  joints: StepJoints,
  definitions: readonly (JointDefinition | undefined)[],
  docked: readonly JointDefinition[],
): void {
  joints.list.length = 0;
  for (const definition of definitions) joints.list.push(definition && createJoint(definition));
  joints.docked.length = 0;
  for (const definition of docked) joints.docked.push(createJoint(definition));
  recountExclusions(joints);
}

/** Counts all exclusions again, of joints that are not broken. */
export function recountExclusions(joints: StepJoints): void {
  joints.excluded.clear();
  for (const joint of joints.list) if (joint && !joint.broken) countExclusion(joints, joint.definition, 1);
  for (const joint of joints.docked) countExclusion(joints, joint.definition, 1);
  joints.isChanged = true;
}

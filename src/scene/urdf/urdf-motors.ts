import { linkPoses } from '../../formats/urdf/forward-kinematics.ts';
import { hasPosition } from '../../formats/urdf/read-joint.ts';
import type { GroupMass, RigidGroup } from '../../formats/urdf/rigid-groups.ts';
import type { UrdfNotice } from '../../formats/urdf/urdf-error.ts';
import type { UrdfJoint, UrdfModel } from '../../formats/urdf/urdf-model.ts';
import { createMat3, multiplyMat3, transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  subVec3,
} from '../../math/vec3.ts';
import type { UrdfMotor } from './urdf-joint.ts';

type Poses = ReadonlyMap<string, ReadonlyPose>;

/** Motors of the joints of a model. */
export interface UrdfMotorSettings {
  /** Positions to which motors move, of all joints by name [rad or m]. */
  readonly targets: ReadonlyMap<string, number>;
  /** Natural frequency of the critically damped motion of a joint with all that it carries [Hz]. */
  readonly frequency: number;
  /** World pose of the root link. */
  readonly base: ReadonlyPose;
  /** World poses of the links at the start. */
  readonly start: Poses;
  /** Acceleration of gravity that the motors carry at their targets [m/s²]. */
  readonly gravity: ReadonlyVec3;
}

/**
 * Motors of all joints that have a position: stiffness I ω² and damping 2 I ω, with the mass or moment of inertia I that the joint
 * carries at the start or at the targets, whichever is larger. The position of a motor is beyond the target by the weight that
 * it carries there over its stiffness, so that the arm rests at the targets.
 */
export function urdfMotors(
  model: UrdfModel,
  groups: readonly RigidGroup[],
  { targets, frequency, base, start, gravity }: UrdfMotorSettings,
  notices: UrdfNotice[],
): Map<string, UrdfMotor> {
  const omega = 2 * Math.PI * frequency;
  const end = linkPoses(model, targets, base);
  const motors = new Map<string, UrdfMotor>();
  for (const joint of model.joints) {
    if (!hasPosition(joint.type)) continue;
    const carried = carriedGroups(joint, groups);
    const inertia = Math.max(carriedInertia(joint, carried, start), carriedInertia(joint, carried, end));
    const stiffness = inertia * omega * omega;
    const weight = carriedWeight(joint, carried, end, gravity);
    if (Math.abs(weight) > joint.limit.effort) {
      const load = `its effort ${joint.limit.effort} is below the load ${weight.toPrecision(3)} by gravity at the target`;
      notices.push({ line: joint.line, text: `joint ${JSON.stringify(joint.name)}: ${load}` });
    }
    const target = (targets.get(joint.name) ?? 0) - weight / stiffness;
    motors.set(joint.name, { target, stiffness, damping: 2 * inertia * omega });
  }
  return motors;
}

interface CarriedGroup {
  readonly name: string;
  readonly mass: GroupMass;
}

/** The groups that move with a joint. */
function carriedGroups(joint: UrdfJoint, groups: readonly RigidGroup[]): CarriedGroup[] {
  const links = new Set<string>();
  // a group follows the one that carries it
  return groups.flatMap(({ links: members, joint: own, mass, name }) => {
    const isCarried = own === joint || (own && own.type !== 'floating' && links.has(own.parent));
    if (!isCarried) return [];
    for (const { link } of members) links.add(link.name);
    return mass ? [{ name, mass }] : [];
  });
}

/** Pivot and axis of a joint in the world. */
function jointAxis({ child, axis }: UrdfJoint, poses: Poses): { pivot: ReadonlyVec3; direction: ReadonlyVec3 } {
  const { position, rotation } = poses.get(child) as ReadonlyPose;
  return { pivot: position, direction: transformVec3(createVec3(), rotation, axis) };
}

/** Centre of mass of a group in the world. */
function centreOf({ name, mass }: CarriedGroup, poses: Poses): ReadonlyVec3 {
  return toWorld(createVec3(), poses.get(name) as ReadonlyPose, mass.frame.position);
}

/** Mass [kg] along the axis, or moment of inertia about it [kg m²]. */
function carriedInertia(joint: UrdfJoint, groups: readonly CarriedGroup[], poses: Poses): number {
  const { pivot, direction } = jointAxis(joint, poses);
  return groups.reduce((sum, group) => {
    const { mass, moments, frame } = group.mass;
    if (joint.type === 'prismatic') return sum + mass;
    const { rotation } = poses.get(group.name) as ReadonlyPose;
    const axes = multiplyMat3(createMat3(), rotation, frame.rotation);
    const own = transformTransposedVec3(createVec3(), axes, direction);
    const arm = subVec3(createVec3(), centreOf(group, poses), pivot);
    const distance = lengthVec3(crossVec3(createVec3(), direction, arm));
    const about = dotVec3(createVec3(moments.x * own.x, moments.y * own.y, moments.z * own.z), own);
    return sum + about + mass * distance * distance;
  }, 0);
}

/** Force [N] of gravity along the axis, or torque [N m] about it. */
function carriedWeight(joint: UrdfJoint, groups: readonly CarriedGroup[], poses: Poses, gravity: ReadonlyVec3): number {
  const { pivot, direction } = jointAxis(joint, poses);
  const load = createVec3();
  for (const group of groups) {
    const arm = subVec3(createVec3(), centreOf(group, poses), pivot);
    const per = joint.type === 'prismatic' ? gravity : crossVec3(createVec3(), arm, gravity);
    addScaledVec3(load, load, per, group.mass.mass);
  }
  return dotVec3(load, direction);
}

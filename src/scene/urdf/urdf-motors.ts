import { hasPosition } from '../../formats/urdf/read-joint.ts';
import type { RigidGroup } from '../../formats/urdf/rigid-groups.ts';
import type { UrdfJoint, UrdfModel } from '../../formats/urdf/urdf-model.ts';
import { createMat3, multiplyMat3, transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import type { UrdfMotor } from './urdf-joint.ts';

/** Motors of the joints of a model. */
export interface UrdfMotorSettings {
  /** Positions to which motors move, of all joints by name [rad or m]. */
  readonly targets: ReadonlyMap<string, number>;
  /** Natural frequency of the critically damped motion of a joint with all that it carries [Hz]. */
  readonly frequency: number;
  /** World poses of the links. */
  readonly poses: ReadonlyMap<string, ReadonlyPose>;
}

/**
 * Motors of all joints that have a position: stiffness I ω² and damping 2 I ω, with the mass or moment of inertia I that the joint
 * carries at the start.
 */
export function urdfMotors(
  { joints }: UrdfModel,
  groups: readonly RigidGroup[],
  { targets, frequency, poses }: UrdfMotorSettings,
): Map<string, UrdfMotor> {
  const omega = 2 * Math.PI * frequency;
  const motors = new Map<string, UrdfMotor>();
  for (const joint of joints) {
    if (!hasPosition(joint.type)) continue;
    const inertia = carriedInertia(joint, groups, poses);
    const target = targets.get(joint.name) ?? 0;
    motors.set(joint.name, { target, stiffness: inertia * omega * omega, damping: 2 * inertia * omega });
  }
  return motors;
}

/** Mass [kg] or moment of inertia about the axis [kg m²] of the groups that a joint carries. */
function carriedInertia(
  joint: UrdfJoint,
  groups: readonly RigidGroup[],
  poses: ReadonlyMap<string, ReadonlyPose>,
): number {
  const carried = new Set([joint.child]);
  const pivot = poses.get(joint.child) as ReadonlyPose;
  const axis = transformVec3(createVec3(), pivot.rotation, joint.axis);
  let sum = 0;
  // a group follows the one that carries it
  for (const { links, joint: mover, mass, name } of groups) {
    const isCarried = mover === joint || (mover && mover.type !== 'floating' && carried.has(mover.parent));
    if (!isCarried || !mass) continue;
    for (const { link } of links) carried.add(link.name);
    if (joint.type === 'prismatic') {
      sum += mass.mass;
      continue;
    }
    const world = poses.get(name) as ReadonlyPose;
    const arm = subVec3(createVec3(), toWorld(createVec3(), world, mass.frame.position), pivot.position);
    const axes = multiplyMat3(createMat3(), world.rotation, mass.frame.rotation);
    const own = transformTransposedVec3(createVec3(), axes, axis);
    const { x, y, z } = mass.moments;
    const distance = lengthVec3(crossVec3(createVec3(), axis, arm));
    sum += dotVec3(createVec3(x * own.x, y * own.y, z * own.z), own) + mass.mass * distance * distance;
  }
  return sum;
}

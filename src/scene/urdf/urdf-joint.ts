import { hasPosition } from '../../formats/urdf/read-joint.ts';
import type { UrdfNotice } from '../../formats/urdf/urdf-error.ts';
import type { UrdfJoint } from '../../formats/urdf/urdf-model.ts';
import type { Mat3 } from '../../math/mat3.ts';
import { composePose, createPose, type Pose, type ReadonlyPose } from '../../math/pose.ts';
import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { poseDocument } from './urdf-shape.ts';

/** A motor that moves a joint to a target. */
export interface UrdfMotor {
  /** [rad or m] */
  readonly target: number;
  /** [N m/rad or N/m] */
  readonly stiffness: number;
  /** [N m s/rad or N s/m] */
  readonly damping: number;
}

/** A link as part of a body. */
export interface BodyLink {
  /** Name of the body. */
  readonly body: string;
  /** Pose of the link in the axes of the body. */
  readonly pose: ReadonlyPose;
}

/**
 * A joint of a scene. Its coordinate is the position in the model: the frames of both bodies have x along the axis, and coincide
 * at position 0. Undefined for a floating joint, which restricts nothing.
 */
export function jointDocument(
  joint: UrdfJoint,
  [parent, child]: readonly [BodyLink, BodyLink],
  position: number,
  motor: UrdfMotor | undefined,
  notices: UrdfNotice[],
): object | undefined {
  const { name, type, line, origin, axis, damping, friction, mimic } = joint;
  if (!hasPosition(type)) {
    if (damping > 0 || friction > 0) {
      notices.push({ line, text: `joint ${JSON.stringify(name)}: <dynamics> of a ${type} joint is ignored` });
    }
    if (type === 'floating') return undefined;
  }
  const aligned: Pose = { position: createVec3(), rotation: rotationToAxis(axis) };
  const frames = [composed(parent.pose, origin, aligned), composed(child.pose, createPose(), aligned)].map(
    poseDocument,
  );
  const placed = { name, kind: KINDS[type], bodies: [parent.body, child.body], frames };
  if (!hasPosition(type)) return { ...placed, axes: { y: {}, z: {}, rotationX: {} } };
  return {
    ...placed,
    ...limitsDocument(joint, position),
    ...(friction > 0 && { friction }),
    ...(damping > 0 && { damping }),
    ...(motor && motorDocument(joint, motor, position)),
    // the offset follows from the positions at the start, also where these have full rotations
    ...(mimic && mimic.multiplier !== 0 && { mimic: { joint: mimic.joint, multiplier: mimic.multiplier } }),
  };
}

const KINDS: Readonly<Record<UrdfJoint['type'], string>> = {
  fixed: 'fixed',
  revolute: 'hinge',
  continuous: 'hinge',
  prismatic: 'slider',
  floating: 'six-axis',
  planar: 'six-axis',
};

function composed(a: ReadonlyPose, b: ReadonlyPose, c: ReadonlyPose): Pose {
  return composePose(createPose(), composePose(createPose(), a, b), c);
}

/** The angle of a hinge is from -π to π at the start: full turns of the position that are not in it. */
function fullRotations({ type }: UrdfJoint, position: number): number {
  return type === 'prismatic' ? 0 : 2 * Math.PI * Math.round(position / (2 * Math.PI));
}

function limitsDocument(joint: UrdfJoint, position: number): object {
  const { lower, upper } = joint.limit;
  const offset = fullRotations(joint, position);
  const [min, max] = [lower - offset, upper - offset];
  if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return {};
  return { limits: { min, max } };
}

function motorDocument(joint: UrdfJoint, { target, stiffness, damping }: UrdfMotor, position: number): object {
  const { effort } = joint.limit;
  const maxForce = effort < Number.POSITIVE_INFINITY ? { maxForce: effort } : {};
  return { motor: { position: target - fullRotations(joint, position), stiffness, damping, ...maxForce } };
}

/** A rotation that maps x to the unit vector x y z: the shortest one, or for x < 0 that to the opposite vector after half a turn about z. */
function rotationToAxis({ x, y, z }: ReadonlyVec3): Mat3 {
  if (x < 0) {
    const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = rotationToAxis(createVec3(-x, -y, -z));
    return { xx: -xx, xy: -xy, xz, yx: -yx, yy: -yy, yz, zx: -zx, zy: -zy, zz };
  }
  const k = 1 / (1 + x);
  return { xx: x, xy: -y, xz: -z, yx: y, yy: 1 - k * y * y, yz: -k * y * z, zx: z, zy: -k * y * z, zz: 1 - k * z * z };
}

import { type Mat3, transformVec3 } from '../../math/mat3.ts';
import type { KeyTable } from '../../math/planar-path.ts';
import { createPose, type Pose, type ReadonlyPose, relativePose } from '../../math/pose.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
} from '../../math/vec3.ts';
import { createJoint, type JointAxis, type JointDefinition, type JointKind, type JointMotor, SWING } from './joint.ts';
import { createJointGeometry, findJointGeometry, setPrincipalFrames } from './joint-coordinates.ts';

/** Settings of one axis of a joint that may move. */
export interface JointAxisSettings {
  readonly limits?: { readonly min?: number; readonly max?: number };
  /** Maximum friction force [N] or torque [N m]. */
  readonly friction?: number;
  readonly motor?: JointMotorSettings;
  /** [N/m] or [N m/rad] */
  readonly stiffness?: number;
  /** [N s/m] or [N m s/rad] */
  readonly damping?: number;
  /** Coordinate at which the spring has no force; default 0. */
  readonly rest?: number;
}

/**
 * A motor: it reaches a velocity, holds a position or follows a path of positions like a spring with damper, or has a given force.
 * `maxForce`: default unlimited.
 */
export interface JointMotorSettings {
  readonly velocity?: number;
  readonly position?: number;
  /** Positions over the time of the world, instead of one. */
  readonly path?: KeyTable;
  readonly stiffness?: number;
  readonly damping?: number;
  readonly force?: number;
  readonly maxForce?: number;
}

/** Names of the six axes of a joint, in the order of its coordinates. */
export const AXIS_NAMES = ['x', 'y', 'z', 'rotationX', 'rotationY', 'rotationZ'] as const;
export type AxisName = (typeof AXIS_NAMES)[number];

/** A joint as a user describes it, SI units, world frame at the present poses. */
export interface JointSettings extends JointAxisSettings {
  readonly kind: JointKind;
  /** Where the joint is [m]. */
  readonly position?: ReadonlyVec3;
  /** Points on the two bodies, of a distance or spring [m]; default: their centres of mass. */
  readonly points?: readonly [ReadonlyVec3, ReadonlyVec3];
  /** Axis of a hinge or slider, first axis of a universal joint, x axis of a six-axis joint. Default: z, of a six-axis joint x. */
  readonly axis?: ReadonlyVec3;
  /** Second axis of a universal joint, y axis of a six-axis joint. */
  readonly axis2?: ReadonlyVec3;
  /** Frames on the two bodies instead of position and axes, body axes. Their x axis is the axis of the joint. */
  readonly frames?: readonly [ReadonlyPose, ReadonlyPose];
  /** Axes of a six-axis joint that may move; the others are locked. */
  readonly axes?: { readonly [name in AxisName]?: JointAxisSettings };
  /** Of a distance, or of a spring without force [m]; default: the distance of the points at the start. */
  readonly length?: number;
  /** True: a distance may become shorter. */
  readonly rope?: boolean;
  /** Largest angle between the axes of a ball, the half angle of a cone [rad]. */
  readonly swing?: number;
  /** Limits of the rotation of a ball about its axis [rad]. */
  readonly twist?: { readonly min?: number; readonly max?: number };
  /** True: the bodies move in the plane z = 0. */
  readonly planar?: boolean;
  readonly collide?: boolean;
  readonly breakForce?: number;
  readonly breakTorque?: number;
}

/** Throws or otherwise reports what is wrong with a setting: its path and what is expected. */
export type JointFail = (path: readonly (string | number)[], expected: string) => never;

/** Sine of the smallest angle between two axes that are not parallel. */
const PARALLEL = 1e-6;

const LOCKED_AXIS: JointAxis = {
  locked: true,
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
  friction: 0,
};

/** Axes that may move, by kind. */
const FREE_AXES: { readonly [kind in JointKind]?: readonly number[] } = {
  hinge: [3],
  slider: [0],
  ball: [3, 4, 5],
  universal: [3, 5],
};

/** Bodies of a joint: index (-1: the world) and pose of the centre of mass with body axes. */
export interface JointBody {
  readonly index: number;
  readonly pose: ReadonlyPose;
}

/** The joint of two bodies in their present poses. */
export function defineJoint(
  name: string,
  settings: JointSettings,
  bodyA: JointBody,
  bodyB: JointBody,
  fail: JointFail,
): JointDefinition {
  const { kind, collide = false } = settings;
  const frames = settings.frames ?? framesOf(settings, bodyA, bodyB, fail);
  const radial = kind === 'distance' || kind === 'spring';
  const distance = radial ? originDistance(frames, bodyA, bodyB) : 0;
  const length = kind === 'distance' && settings.rope !== true ? (settings.length ?? distance) : 0;
  const definition: JointDefinition = {
    name,
    kind,
    bodyA: bodyA.index,
    bodyB: bodyB.index,
    frameA: frames[0],
    frameB: frames[1],
    axes: radial ? [radialAxis(settings, distance, fail)] : axesOf(settings, fail),
    length,
    ...(settings.planar && { planar: true }),
    collide,
    breakForce: settings.breakForce ?? Number.POSITIVE_INFINITY,
    breakTorque: settings.breakTorque ?? Number.POSITIVE_INFINITY,
  };
  checkStart(definition, startCoordinates(definition, bodyA.pose, bodyB.pose), fail);
  return definition;
}

/** Coordinates of a joint whose bodies have the given poses. Full rotations are counted from the `last` ones. */
export function startCoordinates(
  definition: JointDefinition,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
  last?: Float64Array,
): Float64Array {
  const joint = createJoint({ ...definition, bodyA: 0, bodyB: 1 });
  if (last) joint.coordinates.set(last);
  const bodies = { principalAxes: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0) };
  setPrincipalFrames(joint, bodies);
  const positions = new Float64Array(6);
  const principalOrientations = new Float64Array(8);
  for (const [k, { position, rotation }] of [poseA, poseB].entries()) {
    const { w, x, y, z } = quaternionFromRotation(rotation);
    positions.set([position.x, position.y, position.z], 3 * k);
    principalOrientations.set([w, x, y, z], 4 * k);
  }
  const geometry = createJointGeometry();
  findJointGeometry(geometry, joint, { positions, principalOrientations }, true);
  return geometry.coordinates.slice(0, definition.axes.length);
}

/** [m], [rad] Larger errors at the start are contradictions of the input. */
export const MAX_START_ERROR = 1e-6;

/** Checks that locked axes are at their place and the others within their limits. */
function checkStart(definition: JointDefinition, coordinates: Float64Array, fail: JointFail): void {
  const { kind, axes, length } = definition;
  axes.forEach(({ locked, min, max }, k) => {
    const x = coordinates[k];
    const unit = k < 3 ? 'm' : 'rad';
    if (locked && !(Math.abs(x - length) <= MAX_START_ERROR)) {
      if (axes.length === 1) fail(['length'], `must be the distance of the points at the start, ${x} m`);
      fail(['frames'], `do not fit: they differ by ${x} ${unit} along the locked axis ${AXIS_NAMES[k]}`);
    }
    if (k >= SWING && !(x >= min - MAX_START_ERROR && x <= max + MAX_START_ERROR)) {
      fail([k === SWING ? 'swing' : 'twist'], `must include the angle at the start, ${x} rad`);
    }
    if (!locked && !(x >= min - MAX_START_ERROR && x <= max + MAX_START_ERROR)) {
      const name = axes.length === 1 && kind === 'distance' ? 'length' : 'limits';
      fail([name], `must include the coordinate at the start, ${x} ${unit}`);
    }
  });
}

function originDistance(frames: readonly [ReadonlyPose, ReadonlyPose], bodyA: JointBody, bodyB: JointBody): number {
  const [a, b] = [bodyA, bodyB].map(({ pose }, k) => {
    const point = transformVec3(createVec3(), pose.rotation, frames[k].position);
    return addScaledVec3(point, point, pose.position, 1);
  });
  return lengthVec3(subVec3(createVec3(), b, a));
}

function framesOf(settings: JointSettings, bodyA: JointBody, bodyB: JointBody, fail: JointFail): [Pose, Pose] {
  const { kind, points } = settings;
  const frame = createPose();
  frame.rotation = frameRotation(settings, fail);
  const ends = kind === 'distance' || kind === 'spring' ? (points ?? [bodyA.pose.position, bodyB.pose.position]) : [];
  if (ends.length > 0) {
    return [bodyA, bodyB].map(({ pose }, k) => {
      frame.position = { ...ends[k] };
      return relativePose(createPose(), pose, frame);
    }) as [Pose, Pose];
  }
  frame.position = { ...(settings.position ?? fail(['position'], 'is missing')) };
  const [frameA, frameB] = [bodyA, bodyB].map(({ pose }) => relativePose(createPose(), pose, frame));
  // z of frame B is the second axis of a universal joint; where it is perpendicular to the first one, both frames are the same
  return [frameA, frameB];
}

/** Rotation of the frame: x along the axis, z along the second one of a universal joint, y along that of a six-axis joint. */
function frameRotation(settings: JointSettings, fail: JointFail): Mat3 {
  const { kind, axis = kind === 'six-axis' ? createVec3(1, 0, 0) : createVec3(0, 0, 1), axis2 } = settings;
  const length = lengthVec3(axis);
  if (!(length > 0)) fail(['axis'], 'must not be zero');
  const x = scaleVec3(createVec3(), axis, 1 / length);
  const second = axis2 ?? perpendicularTo(x);
  const along = addScaledVec3(createVec3(), second, x, -dotVec3(second, x));
  const size = lengthVec3(along);
  if (!(size > PARALLEL * lengthVec3(second))) fail(['axis2'], 'must not be zero or parallel to axis');
  const perpendicular = scaleVec3(createVec3(), along, 1 / size);
  const isUniversal = kind === 'universal';
  const y = isUniversal ? crossVec3(createVec3(), perpendicular, x) : perpendicular;
  const z = isUniversal ? perpendicular : crossVec3(createVec3(), x, perpendicular);
  return { xx: x.x, xy: y.x, xz: z.x, yx: x.y, yy: y.y, yz: z.y, zx: x.z, zy: y.z, zz: z.z };
}

/** The world axis of the smallest component of x. */
function perpendicularTo(x: ReadonlyVec3): ReadonlyVec3 {
  const [a, b, c] = [Math.abs(x.x), Math.abs(x.y), Math.abs(x.z)];
  if (a <= b && a <= c) return createVec3(1, 0, 0);
  return b <= c ? createVec3(0, 1, 0) : createVec3(0, 0, 1);
}

function axesOf(settings: JointSettings, fail: JointFail): JointAxis[] {
  if (settings.kind === 'six-axis') {
    return AXIS_NAMES.map((name) => {
      const axis = settings.axes?.[name];
      return axis ? axisOf(axis, (path, expected) => fail(['axes', name, ...path], expected)) : LOCKED_AXIS;
    });
  }
  const free = FREE_AXES[settings.kind] ?? [];
  const axes = AXIS_NAMES.map((_, k) => (free.includes(k) ? axisOf(settings, fail) : LOCKED_AXIS));
  const { swing, twist } = settings;
  if (swing === undefined && twist === undefined) return axes;
  const cone = { ...LOCKED_AXIS, locked: false, max: swing ?? Number.POSITIVE_INFINITY };
  return [
    ...axes,
    cone,
    axisOf({ ...(twist && { limits: twist }) }, (_, expected) => fail(['twist', 'min'], expected)),
  ];
}

function radialAxis(settings: JointSettings, distance: number, fail: JointFail): JointAxis {
  const { kind, length = distance, rope = false } = settings;
  if (kind === 'spring') return axisOf({ ...settings, rest: length }, fail);
  return rope ? { ...LOCKED_AXIS, locked: false, max: length } : LOCKED_AXIS;
}

/** An axis with limits, friction, spring and motor. */
function axisOf(settings: JointAxisSettings, fail: JointFail): JointAxis {
  const { limits, friction = 0, stiffness = 0, damping = 0, rest = 0 } = settings;
  const min = limits?.min ?? Number.NEGATIVE_INFINITY;
  const max = limits?.max ?? Number.POSITIVE_INFINITY;
  if (!(min <= max)) fail(['limits', 'min'], `must not be above limits.max (${max})`);
  const motor = settings.motor && motorOf(settings.motor, fail);
  const axis: JointAxis = { locked: false, min, max, friction, ...(motor && { motor }) };
  return stiffness > 0 || damping > 0 ? { ...axis, spring: { rest, stiffness, damping } } : axis;
}

/** Checks that a motor has one target. */
export function motorOf(settings: JointMotorSettings, fail: JointFail): JointMotor {
  const { velocity, position, path, force, stiffness, damping = 0, maxForce = Number.POSITIVE_INFINITY } = settings;
  const given = [velocity, position, path, force].filter((value) => value !== undefined);
  if (given.length !== 1) fail(['motor'], 'must have one of velocity, position, path and force');
  if (path !== undefined) {
    if (!(stiffness !== undefined && stiffness > 0)) fail(['motor'], 'must have a stiffness above zero with path');
    return { position: path.values[0], stiffness: stiffness ?? 0, damping, maxForce, path };
  }
  if (position !== undefined) {
    if (stiffness === undefined) fail(['motor'], 'must have a stiffness with position');
    return { position, stiffness, damping, maxForce };
  }
  if (stiffness !== undefined || settings.damping !== undefined) {
    fail(['motor'], 'has stiffness and damping only with position and path');
  }
  if (force !== undefined) return { force };
  return { velocity: velocity ?? 0, maxForce };
}

import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { AxisName, JointAxisSettings, JointMotorSettings } from '../response/joints/define-joint.ts';
import type { JointKind } from '../response/joints/joint.ts';
import type { BodyId, OrientationInput, VectorInput } from './body-options.ts';

/** Handle of a joint. It stays valid until the joint is removed, and never means another joint. */
export type JointId = number;

/** A frame on a body: its x axis is the axis of the joint. */
export interface JointFrame {
  /** From the origin of the shape, in its axes [m]; of the world: world axes. */
  readonly position: VectorInput;
  /** From the axes of the frame to those of the shape; default: the same axes. */
  readonly orientation?: OrientationInput;
}

/**
 * Settings of a joint, as in scenes, in SI units. Positions and axes are those of the present state, world axes. Limits, friction, motor, stiffness
 * and damping belong to the axis of a hinge or slider, or to the distance of the points of a spring.
 */
export interface JointOptions extends JointAxisSettings {
  /** Kind of the joint: which relative motion it allows. */
  readonly kind: JointKind;
  /** Two bodies; undefined is the world, which does not move. Coordinates are those of the second relative to the first. */
  readonly bodies: readonly [BodyId | undefined, BodyId | undefined];
  /** For messages and recordings; default `joint 1`, `joint 2`, ... */
  readonly name?: string;
  /** Where the joint is [m]; default for `fixed`: the centre of mass of the second body. */
  readonly position?: VectorInput;
  /** Axis of a hinge or slider, of swing and twist of a ball, first axis of a universal joint (default z), x axis of a six-axis joint (default x). */
  readonly axis?: VectorInput;
  /** Second axis of a universal joint, y axis of a six-axis joint. */
  readonly axis2?: VectorInput;
  /** Frames on the two bodies, instead of position and axes. */
  readonly frames?: readonly [JointFrame, JointFrame];
  /** Points on the two bodies, of a distance or spring [m]; default: their centres of mass. */
  readonly points?: readonly [VectorInput, VectorInput];
  /** Length of a distance, or of a spring without force [m]; default: that of the points now. */
  readonly length?: number;
  /** True: a distance may become shorter. */
  readonly rope?: boolean;
  /** Axes of a six-axis joint that may move; the others are locked. */
  readonly axes?: { readonly [name in AxisName]?: JointAxisSettings };
  /** Largest angle between the axes of a ball on its two bodies, the half angle of a cone [rad]; default: no limit. */
  readonly swing?: number;
  /** Limits of the rotation of a ball about its axis [rad]. */
  readonly twist?: { readonly min?: number; readonly max?: number };
  /** A hinge or slider follows another joint: its coordinate is multiplier (default 1) times that one plus offset (default: that of now). */
  readonly mimic?: { readonly joint: JointId; readonly multiplier?: number; readonly offset?: number };
  /** True: the two bodies also collide; default false. */
  readonly collide?: boolean;
  /** The joint breaks above this force, mean of a step [N]; default: never. */
  readonly breakForce?: number;
  /** The joint breaks above this torque, mean of a step [N m]; default: never. */
  readonly breakTorque?: number;
}

/** Motor of a joint for `setMotor`; undefined: none. */
export type MotorInput = JointMotorSettings | undefined;

/** State of a joint between two steps. New objects; changing them changes nothing. */
export interface JointState {
  readonly name: string;
  readonly kind: JointKind;
  /** Coordinate of the axis that moves: angle [rad], displacement or distance [m]; 0 if none or several do. */
  readonly position: number;
  /** Its rate [rad/s] or [m/s]. */
  readonly velocity: number;
  /** All coordinates: displacements x, y, z [m] and Cardan angles [rad], then swing and twist of a ball with limits [rad]; or the distance [m]. */
  readonly positions: readonly number[];
  /** Their rates. */
  readonly velocities: readonly number[];
  /** Mean force on the second body in the last step, world axes [N]. */
  readonly force: ReadonlyVec3;
  /** Mean torque on the second body about the origin of its frame in the last step, world axes [N m]. */
  readonly torque: ReadonlyVec3;
  /** Mean force [N] or torque [N m] of the motor in the last step. */
  readonly motorForce: number;
  /** Work of its motors so far [J]. */
  readonly motorWork: number;
  /** Energy lost by its friction, dampers and limits so far [J]. */
  readonly loss: number;
  /** True: it broke and acts no longer. */
  readonly broken: boolean;
}

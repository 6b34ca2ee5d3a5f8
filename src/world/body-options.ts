import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { Quaternion } from '../math/quaternion.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import type { FieldForce, FieldState } from '../sim/solids/steps/body-forces.ts';

/** A vector as a list or as an object. */
export type VectorInput = readonly [number, number, number] | ReadonlyVec3;

/** A rotation from body to world axes: a quaternion [w, x, y, z] of any length above zero, or a rotation matrix. */
export type OrientationInput = readonly [number, number, number, number] | Quaternion | ReadonlyMat3;

/** Handle of a body. It stays valid until the body is removed, and never means another body. */
export type BodyId = number;

/**
 * `dynamic`: moved by forces and contacts. `kinematic`: moves with its velocity or along its path, whatever it touches. `static`: does not
 * move.
 */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/** Pose of a kinematic body at a time. */
export interface PathPose {
  readonly position: VectorInput;
  /** Default: the orientation that the body has. */
  readonly orientation?: OrientationInput;
}

/** Settings of a body. */
export interface BodyOptions {
  /** Any shape of three dimensions, also a mesh read from a file. */
  readonly shape: Shape;
  /** Default: `dynamic`, for a half-space `static`. */
  readonly type?: BodyType;
  /** For messages, recordings and `find`; default `body 1`, `body 2`, ... */
  readonly name?: string;
  /** Of the origin of the shape [m]; default the origin of the world. */
  readonly position?: VectorInput;
  /** Default: the axes of the world. */
  readonly orientation?: OrientationInput;
  /** Of the centre of mass (of the origin, if kinematic), world axes [m/s]. */
  readonly velocity?: VectorInput;
  /** World axes [rad/s]. */
  readonly angularVelocity?: VectorInput;
  /** Of a dynamic body [kg/m³]; default 1000, the density of water. */
  readonly density?: number;
  /** Of a dynamic body, instead of `density` [kg]. */
  readonly mass?: number;
  /** Principal moments about the origin along the axes of the shape [kg m²], only with `mass`; default: those of the shape. */
  readonly inertia?: VectorInput;
  /** Coulomb's coefficient, or that of sticking and that of sliding; a pair uses the geometric mean. */
  readonly friction?: number | { readonly static: number; readonly dynamic: number };
  /** Lever arm of the normal force that opposes rolling [m]; a pair uses the larger value. Default: that of `createWorld`. */
  readonly rollingFriction?: number;
  /** Lever arm of the normal force that opposes spinning about the normal [m]; a pair uses the larger value. Default: that of `createWorld`. */
  readonly spinningFriction?: number;
  /** Ratio of separation to approach speed, 0 to 1; a pair uses the smaller value. */
  readonly restitution?: number;
  /** Factor of gravity; default 1. */
  readonly gravityScale?: number;
  /** Rate at which the velocity decays, dv/dt = -c v [1/s]; default 0. */
  readonly linearDamping?: number;
  /** Rate at which the angular momentum decays [1/s]; default 0. */
  readonly angularDamping?: number;
  /** Velocity of the surface relative to the body, in body axes [m/s]: the belt of a conveyor. Only its tangential part acts. */
  readonly surfaceVelocity?: VectorInput;
  /** Name of its group, for `collidesWith` of other bodies. */
  readonly group?: string;
  /** Groups with which it collides; bodies without a group are in the group ''. Default: all. */
  readonly collidesWith?: readonly string[];
  /** True: reports overlaps and has no contact response. */
  readonly trigger?: boolean;
  /** Prescribed pose of a kinematic body at a time [s]; evaluated at the end of each step. */
  readonly path?: (time: number) => PathPose;
  /** In pictures, any CSS colour. */
  readonly color?: string;
  /**
   * If it overlaps another body by more than the slop when it is added: `allow` (the default) lets the position correction of the next steps
   * move them apart, `error` throws an error that names the other body and the depth.
   */
  readonly overlap?: 'allow' | 'error';
}

/** Settings of a body that `set` can change. */
export type BodyChanges = Partial<Omit<BodyOptions, 'overlap'>>;

/** State of a body between two steps, world axes. New objects; changing them changes nothing. */
export interface BodyState {
  readonly name: string;
  readonly type: BodyType;
  /** Origin of the shape [m]. */
  readonly position: ReadonlyVec3;
  /** Body to world axes, a unit quaternion. */
  readonly orientation: Quaternion;
  /** The same as a matrix. */
  readonly rotation: ReadonlyMat3;
  /** [m]; of static and kinematic bodies the origin of the shape. */
  readonly centerOfMass: ReadonlyVec3;
  /** Of the centre of mass [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** [rad/s] */
  readonly angularVelocity: ReadonlyVec3;
  /** [kg]; Infinity unless dynamic. */
  readonly mass: number;
  readonly asleep: boolean;
}

/** Where and in which axes a force or an impulse is given. */
export interface ApplyOptions {
  /** Point of application [m]; default: the centre of mass. */
  readonly at?: VectorInput;
  /** Axes of the vector, and of `at` (from the origin of the shape); default `world`. */
  readonly frame?: 'world' | 'body';
}

/**
 * Force and torque on a dynamic body that is awake, at the midpoint of every substep; world axes. It writes to `out`, which is zero before.
 * The state is one object, used again for every call. Must depend on nothing but its arguments, and the state of the world at the
 * start of the step.
 */
export type ForceField = (body: BodyId, state: FieldState, time: number, out: FieldForce) => void;

import type { Mat3 } from '../../../math/mat3.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../../../math/vec3.ts';

/** State of a body while a force field is evaluated, world axes. The same object is used for every call. */
export interface FieldState {
  /** Centre of mass [m]. */
  readonly position: Vec3;
  /** Of the centre of mass [m/s]. */
  readonly velocity: Vec3;
  /** [rad/s] */
  readonly angularVelocity: Vec3;
  /** Body to world axes. */
  readonly rotation: Mat3;
  /** [kg] */
  mass: number;
}

/** Force at the centre of mass [N] and torque [N m] that a field writes, world axes; zero before the call. */
export interface FieldForce {
  /** At the centre of mass, world axes [N]. */
  readonly force: Vec3;
  /** World axes [N m]. */
  readonly torque: Vec3;
}

/** Force of a field on body `i` in `state` at `time` [s], written to `out`. Must depend on nothing else that changes within a step. */
export type StepForceField = (i: number, state: FieldState, time: number, out: FieldForce) => void;

/** A force on several bodies at once, evaluated in every substep. It must not keep a state of its own that a substep changes. */
export interface LinkForce {
  /** Adds forces and torques to those of the world, from the states at the midpoint of a substep of `h` [s] at `time` [s]. */
  add?(time: number, h: number): void;
  /** Called after the contacts of the substep are solved, and with 0 at the start of a step: changes the velocities to allowed ones. */
  constrain?(h: number): void;
  /** Called after every flight of `time` [s]: changes the poses to allowed ones. */
  follow?(time: number): void;
  /** Called after `constrain`, with the velocities before and after the substep in the world. */
  addWork?(h: number): void;
  /** Called at the end of a step, with the poses of its end, at `time` [s]. */
  endStep?(time: number): void;
}

/** Forces on bodies besides gravity and the loads of the scene. */
export interface BodyForces {
  /** Force [N] and torque [N m] on each body in the next step, six numbers, world axes. */
  applied: Float64Array;
  hasApplied: boolean;
  /** Factor of gravity on each body. */
  gravityScales: Float64Array;
  /** Rates at which the velocity and the angular velocity of each body decay [1/s]. */
  linearDampings: Float64Array;
  angularDampings: Float64Array;
  /** Number of bodies with a gravity scale other than 1, or damping. */
  specialCount: number;
  /** Velocity of the surface of each body relative to the body, xyz in body axes [m/s]. */
  surfaceVelocities: Float64Array;
  /** Number of bodies with a surface velocity. */
  conveyorCount: number;
  readonly fields: StepForceField[];
  readonly links: LinkForce[];
  /** Force and torque of all fields on each sleeping body when it was last tested, six numbers; NaN: not yet. */
  fieldForces: Float64Array;
  /** Whether `forces` and `torques` of the world may be nonzero. */
  isWritten: boolean;
}

export function createBodyForces(count: number): BodyForces {
  return {
    applied: new Float64Array(6 * count),
    hasApplied: false,
    gravityScales: new Float64Array(count).fill(1),
    linearDampings: new Float64Array(count),
    angularDampings: new Float64Array(count),
    specialCount: 0,
    surfaceVelocities: new Float64Array(3 * count),
    conveyorCount: 0,
    fields: [],
    links: [],
    fieldForces: new Float64Array(6 * count).fill(Number.NaN),
    isWritten: false,
  };
}

/** Settings of a body that change the forces on it. */
export interface ForceSettings {
  readonly gravityScale: number;
  /** [1/s] */
  readonly linearDamping: number;
  readonly angularDamping: number;
  /** Body axes [m/s]. */
  readonly surfaceVelocity: ReadonlyVec3;
}

export const DEFAULT_FORCE_SETTINGS: ForceSettings = {
  gravityScale: 1,
  linearDamping: 0,
  angularDamping: 0,
  surfaceVelocity: createVec3(),
};

/** Whether gravity scale or damping of body i differ from the default. */
export function isSpecial({ gravityScales, linearDampings, angularDampings }: BodyForces, i: number): boolean {
  return gravityScales[i] !== 1 || linearDampings[i] !== 0 || angularDampings[i] !== 0;
}

function isConveyor({ surfaceVelocities: s }: BodyForces, i: number): boolean {
  return s[3 * i] !== 0 || s[3 * i + 1] !== 0 || s[3 * i + 2] !== 0;
}

/** Sets the force settings of body i. */
export function setForceSettings(forces: BodyForces, i: number, settings: ForceSettings): void {
  const { x, y, z } = settings.surfaceVelocity;
  forces.specialCount -= isSpecial(forces, i) ? 1 : 0;
  forces.conveyorCount -= isConveyor(forces, i) ? 1 : 0;
  forces.gravityScales[i] = settings.gravityScale;
  forces.linearDampings[i] = settings.linearDamping;
  forces.angularDampings[i] = settings.angularDamping;
  forces.surfaceVelocities[3 * i] = x;
  forces.surfaceVelocities[3 * i + 1] = y;
  forces.surfaceVelocities[3 * i + 2] = z;
  forces.specialCount += isSpecial(forces, i) ? 1 : 0;
  forces.conveyorCount += isConveyor(forces, i) ? 1 : 0;
}

/** Adds a force [N] and a torque [N m] to those of the next step. */
export function addAppliedForce(forces: BodyForces, i: number, force: ReadonlyVec3, torque: ReadonlyVec3): void {
  const { applied } = forces;
  forces.hasApplied = true;
  applied[6 * i] += force.x;
  applied[6 * i + 1] += force.y;
  applied[6 * i + 2] += force.z;
  applied[6 * i + 3] += torque.x;
  applied[6 * i + 4] += torque.y;
  applied[6 * i + 5] += torque.z;
}

/** Applied forces act for one step. */
export function clearAppliedForces(forces: BodyForces): void {
  if (!forces.hasApplied) return;
  forces.applied.fill(0);
  forces.hasApplied = false;
}

import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';

/**
 * The rigid bodies of a spatial world, packed: the numbers of body i start at 3 i (or 4 i, or i). The variable state is in four arrays,
 * so a copy of them is a copy of the world's state of motion.
 */
export interface SolidBodies {
  /** Number of bodies; the arrays may be longer. */
  count: number;
  /** Centres of mass [m]; of immovable bodies, the origin of their shape. */
  positions: Float64Array;
  /** Unit quaternions w x y z: body axes to world axes. */
  orientations: Float64Array;
  /** Of the centres of mass, world axes [m/s]. */
  velocities: Float64Array;
  /** World axes [rad/s]. */
  angularVelocities: Float64Array;
  /** [1/kg]; 0 is immovable. */
  inverseMasses: Float64Array;
  /** Principal moments [kg m²]; Infinity prevents rotation. */
  moments: Float64Array;
  /** Unit quaternions w x y z: principal axes to body axes. */
  principalAxes: Float64Array;
}

/** Input data of a body. */
export interface SolidBodyState {
  /** Pose of the centre of mass. */
  readonly pose: ReadonlyPose;
  /** Of the centre of mass [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
  /** [kg]; Infinity is immovable. */
  readonly mass: number;
  /** Principal moments of inertia [kg m²]. */
  readonly moments: ReadonlyVec3;
  /** Columns are the principal axes, in body axes. */
  readonly principalAxes: ReadonlyMat3;
}

/**
 * Packed bodies from their states: pose of the centre of mass, velocity [m/s], angular velocity [rad/s] in world axes,
 * mass [kg], principal moments [kg m²] and principal axes in body axes (columns). The numbers are copied.
 */
export function createSolidBodies(states: readonly SolidBodyState[]): SolidBodies {
  const count = states.length;
  const bodies: SolidBodies = {
    count,
    positions: new Float64Array(3 * count),
    orientations: new Float64Array(4 * count),
    velocities: new Float64Array(3 * count),
    angularVelocities: new Float64Array(3 * count),
    inverseMasses: new Float64Array(count),
    moments: new Float64Array(3 * count),
    principalAxes: new Float64Array(4 * count),
  };
  for (const [i, state] of states.entries()) setSolidBody(bodies, i, state);
  return bodies;
}

/** Writes the numbers of body i. */
export function setSolidBody(bodies: SolidBodies, i: number, state: SolidBodyState): void {
  setVector(bodies.positions, i, state.pose.position);
  setRotation(bodies.orientations, i, state.pose.rotation);
  setVector(bodies.velocities, i, state.velocity);
  setVector(bodies.angularVelocities, i, state.angularVelocity);
  bodies.inverseMasses[i] = 1 / state.mass;
  setVector(bodies.moments, i, state.moments);
  setRotation(bodies.principalAxes, i, state.principalAxes);
}

function setVector(packed: Float64Array, i: number, { x, y, z }: ReadonlyVec3): void {
  packed[3 * i] = x;
  packed[3 * i + 1] = y;
  packed[3 * i + 2] = z;
}

function setRotation(packed: Float64Array, i: number, rotation: ReadonlyMat3): void {
  const { w, x, y, z } = quaternionFromRotation(rotation);
  packed[4 * i] = w;
  packed[4 * i + 1] = x;
  packed[4 * i + 2] = y;
  packed[4 * i + 3] = z;
}

/**
 * Free flight of a spatial body. Its angular momentum is constant, its angular velocity is not: see
 * `math/torque-free-rotation.ts`. [CP13-3.2]
 */
import { symmetricEigen3 } from '../math/eigen3.ts';
import { createMat3, multiplyMat3, rotateTensor } from '../math/mat3.ts';
import {
  createTorqueFreeRotation,
  rotateTorqueFree,
  rotationRate,
  torqueFreeOrientation,
} from '../math/torque-free-rotation.ts';
import { addScaledVec3, createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { orthonormalize } from './advance.ts';
import type { SpatialBody } from './rigid-body.ts';

const NONE: ReadonlyVec3 = createVec3();
const START = createMat3();

/** Fraction of the largest inverse moment: smaller ones are the rounding of a rotated zero, that of an axis without rotation. */
const ROUNDING = 1e-12;

const inverseMoments = createVec3();
const axes = createMat3();
const rotation = createMat3();

/**
 * Moves a body by `t` [s] without torque and under a constant acceleration of its centre [m/s²]; updates pose, velocities and inverse
 * inertia. The body does not store its principal axes: they are computed for each call, in world axes.
 */
export function advanceSpatialBody(body: SpatialBody, t: number, acceleration: ReadonlyVec3 = NONE): void {
  const { pose, velocity, angularVelocity, inverseInertia } = body;
  const { x, y, z } = symmetricEigen3(inverseMoments, axes, inverseInertia);
  const min = ROUNDING * Math.max(x, y, z);
  const moments = createVec3(momentOf(x, min), momentOf(y, min), momentOf(z, min));
  const freeRotation = createTorqueFreeRotation(START, angularVelocity, moments, axes);
  rotateTorqueFree(freeRotation, t);
  torqueFreeOrientation(rotation, freeRotation);
  rotationRate(angularVelocity, freeRotation);
  multiplyMat3(pose.rotation, rotation, pose.rotation);
  orthonormalize(pose.rotation);
  rotateTensor(inverseInertia, rotation, inverseInertia);
  addScaledVec3(pose.position, pose.position, velocity, t);
  addScaledVec3(pose.position, pose.position, acceleration, 0.5 * t * t);
  addScaledVec3(velocity, velocity, acceleration, t);
}

function momentOf(inverse: number, min: number): number {
  return inverse > min ? 1 / inverse : Number.POSITIVE_INFINITY;
}

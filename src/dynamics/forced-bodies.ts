/**
 * Spatial rigid bodies under forces that depend on their positions and velocities. A step is the classical Runge-Kutta method of fourth
 * order for position, momentum and angular momentum; rotations use the same stages in the commutator-free method of Celledoni, Marthinsen
 * and Owren, so they stay rotations.
 */
import {
  copyMat3,
  createMat3,
  type Mat3,
  type ReadonlyMat3,
  rotateTensor,
  solveSymmetric,
  transformVec3,
} from '../math/mat3.ts';
import { poseAt } from '../math/motion.ts';
import { addScaledVec3, copyVec3, createVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { orthonormalize } from './advance.ts';
import type { SpatialBody } from './rigid-body.ts';

/** A spatial body with its inverse inertia in body axes [1/(kg m²)]. */
export interface RotatingBody extends SpatialBody {
  readonly ownInverseInertia: ReadonlyMat3;
}

/** Force at the centre of a body [N] and torque about it [N m], world axes. */
export interface Wrench {
  readonly force: Vec3;
  readonly torque: Vec3;
}

function createWrench(): Wrench {
  return { force: createVec3(), torque: createVec3() };
}

/**
 * Adds the forces on the bodies in their current state to `out`, one wrench per body. `after` is the time since the start
 * of the step [s] and `duration` the part of the step for which these forces count [s].
 */
export type Forces = (out: readonly Wrench[], after: number, duration: number) => void;

interface Stages {
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly rotation: Mat3;
  /** Angular momentum about the centre [kg m²/s]. */
  readonly angularMomentum: Vec3;
  /** Rotation after the first half step. */
  readonly half: Mat3;
  readonly rotated: Mat3;
  /** Velocities, angular velocities, forces and torques of the four stages. */
  readonly v: readonly Vec3[];
  readonly w: readonly Vec3[];
  readonly f: readonly Vec3[];
  readonly l: readonly Vec3[];
}

/** Workspace for a number of bodies. */
export interface ForcedWorkspace {
  readonly bodies: readonly Stages[];
  readonly wrenches: readonly Wrench[];
}

export function createForcedWorkspace(count: number): ForcedWorkspace {
  const four = () => Array.from({ length: 4 }, () => createVec3());
  return {
    bodies: Array.from({ length: count }, () => ({
      position: createVec3(),
      velocity: createVec3(),
      rotation: createMat3(),
      angularMomentum: createVec3(),
      half: createMat3(),
      rotated: createMat3(),
      v: four(),
      w: four(),
      f: four(),
      l: four(),
    })),
    wrenches: Array.from({ length: count }, createWrench),
  };
}

/** Weights of the stages in the step. */
const WEIGHTS = [1 / 6, 1 / 3, 1 / 3, 1 / 6];

/** Moves all bodies by `h` [s]; each must be free to move. `forces` is evaluated at the times of the four stages. */
export function advanceForcedBodies(
  bodies: readonly RotatingBody[],
  h: number,
  forces: Forces,
  workspace: ForcedWorkspace,
): void {
  for (let i = 0; i < bodies.length; i++) storeStart(workspace.bodies[i], bodies[i]);
  for (let stage = 0; stage < 4; stage++) {
    for (let i = 0; i < bodies.length; i++) clear(workspace.wrenches[i].force, workspace.wrenches[i].torque);
    forces(workspace.wrenches, stage === 0 ? 0 : stage === 3 ? h : 0.5 * h, h * WEIGHTS[stage]);
    for (let i = 0; i < bodies.length; i++) {
      const body = bodies[i];
      const stages = workspace.bodies[i];
      copyVec3(stages.v[stage], body.velocity);
      copyVec3(stages.w[stage], body.angularVelocity);
      copyVec3(stages.f[stage], workspace.wrenches[i].force);
      copyVec3(stages.l[stage], workspace.wrenches[i].torque);
      if (stage < 3) moveToStage(body, stages, stage, stage < 2 ? 0.5 * h : h, h);
      else endStep(body, stages, h);
    }
  }
}

function clear(force: Vec3, torque: Vec3): void {
  force.x = force.y = force.z = 0;
  torque.x = torque.y = torque.z = 0;
}

function storeStart(stages: Stages, body: RotatingBody): void {
  copyVec3(stages.position, body.pose.position);
  copyVec3(stages.velocity, body.velocity);
  copyMat3(stages.rotation, body.pose.rotation);
  solveSymmetric(stages.angularMomentum, body.inverseInertia, body.angularVelocity);
}

const slope = createVec3();

/** The body at the stage after `stage`, `ahead` [s] after the start. */
function moveToStage(body: RotatingBody, stages: Stages, stage: number, ahead: number, h: number): void {
  const { pose, velocity } = body;
  addScaledVec3(pose.position, stages.position, stages.v[stage], ahead);
  addScaledVec3(velocity, stages.velocity, stages.f[stage], ahead * body.inverseMass);
  if (stage < 2) {
    rotateBy(pose.rotation, stages.rotation, stages.w[stage], ahead);
    if (stage === 0) copyMat3(stages.half, pose.rotation);
  } else {
    rotateBy(pose.rotation, stages.half, addScaledVec3(slope, stages.w[2], stages.w[0], -0.5), h);
  }
  addScaledVec3(slope, stages.angularMomentum, stages.l[stage], ahead);
  angularVelocityFrom(body, slope);
}

function endStep(body: RotatingBody, stages: Stages, h: number): void {
  const { pose, velocity } = body;
  const { v, w, f, l } = stages;
  copyVec3(pose.position, stages.position);
  copyVec3(velocity, stages.velocity);
  for (let stage = 0; stage < 4; stage++) {
    addScaledVec3(pose.position, pose.position, v[stage], h * WEIGHTS[stage]);
    addScaledVec3(velocity, velocity, f[stage], h * WEIGHTS[stage] * body.inverseMass);
    addScaledVec3(stages.angularMomentum, stages.angularMomentum, l[stage], h * WEIGHTS[stage]);
  }
  rotateBy(stages.rotated, stages.rotation, weighted(slope, w[0], w[1], w[2], w[3], 3, -1), h);
  rotateBy(pose.rotation, stages.rotated, weighted(slope, w[0], w[1], w[2], w[3], -1, 3), h);
  orthonormalize(pose.rotation);
  angularVelocityFrom(body, stages.angularMomentum);
}

/** Updates world inertia and angular velocity of a body from its rotation and angular momentum. */
function angularVelocityFrom(body: RotatingBody, angularMomentum: Vec3): void {
  rotateTensor(body.inverseInertia, body.pose.rotation, body.ownInverseInertia);
  transformVec3(body.angularVelocity, body.inverseInertia, angularMomentum);
}

/** (first k1 + 2 k2 + 2 k3 + last k4)/12: the two half steps at the end of the method. */
function weighted(
  out: Vec3,
  k1: ReadonlyVec3,
  k2: ReadonlyVec3,
  k3: ReadonlyVec3,
  k4: ReadonlyVec3,
  first: number,
  last: number,
): Vec3 {
  scaleVec3(out, k1, first / 12);
  addScaledVec3(out, out, k2, 1 / 6);
  addScaledVec3(out, out, k3, 1 / 6);
  return addScaledVec3(out, out, k4, last / 12);
}

const NONE: ReadonlyVec3 = createVec3();
const rotated = { position: createVec3(), rotation: createMat3() };
const turning = {
  pose: { position: NONE, rotation: createMat3() },
  velocity: NONE,
  angularVelocity: createVec3(),
  acceleration: NONE,
};

/** out = exp([ω t]×) q */
function rotateBy(out: Mat3, q: Mat3, angularVelocity: ReadonlyVec3, t: number): void {
  copyMat3(turning.pose.rotation, q);
  copyVec3(turning.angularVelocity, angularVelocity);
  poseAt(rotated, turning, t);
  copyMat3(out, rotated.rotation);
}

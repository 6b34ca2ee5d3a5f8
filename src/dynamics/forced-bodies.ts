/**
 * Spatial rigid bodies under forces that depend on their positions and velocities. A step is the classical Runge-Kutta method of fourth
 * order for position, momentum and angular momentum; rotations use the same stages in the commutator-free method of Celledoni, Marthinsen
 * and Owren, so they stay rotations.
 */
import {
  copyMat3,
  createMat3,
  type Mat3,
  multiplyMat3,
  type ReadonlyMat3,
  rotateTensor,
  solveSymmetric,
  transformVec3,
} from '../math/mat3.ts';
import { rotationOver } from '../math/motion.ts';
import { addScaledVec3By, copyVec3, createVec3, type ReadonlyVec3, scaleVec3By, type Vec3 } from '../math/vec3.ts';
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

/** Offsets in the times of a stage: since the start of the step, and the part of the step for which its forces count [s]. */
export const AFTER = 0;
export const DURATION = 1;
/** Length of the step, and time from its start to the next stage [s]. */
const STEP = 2;
const AHEAD = 3;

/**
 * Adds the forces on the bodies in their current state to `out`, one wrench per body. `times` has the entries `AFTER` and `DURATION`: in an array, because numbers
 * passed one by one are boxed.
 */
export type Forces = (out: readonly Wrench[], times: Float64Array) => void;

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
  /** Of the current stage [s]. */
  readonly times: Float64Array;
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
    times: new Float64Array(4),
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
  workspace.times[STEP] = h;
  advanceStages(bodies, forces, workspace);
}

function advanceStages(bodies: readonly RotatingBody[], forces: Forces, workspace: ForcedWorkspace): void {
  const { times, wrenches } = workspace;
  for (let i = 0; i < bodies.length; i++) storeStart(workspace.bodies[i], bodies[i]);
  for (let stage = 0; stage < 4; stage++) {
    const h = times[STEP];
    for (let i = 0; i < bodies.length; i++) clear(wrenches[i].force, wrenches[i].torque);
    times[AFTER] = stage === 0 ? 0 : stage === 3 ? h : 0.5 * h;
    times[DURATION] = h * WEIGHTS[stage];
    times[AHEAD] = stage < 2 ? 0.5 * h : h;
    forces(wrenches, times);
    for (let i = 0; i < bodies.length; i++) {
      const stages = workspace.bodies[i];
      storeStage(stages, stage, bodies[i], wrenches[i]);
      if (stage < 3) moveToStage(bodies[i], stages, stage, times);
      else endStep(bodies[i], stages, times);
    }
  }
}

function storeStage(stages: Stages, stage: number, body: RotatingBody, wrench: Wrench): void {
  copyVec3(stages.v[stage], body.velocity);
  copyVec3(stages.w[stage], body.angularVelocity);
  copyVec3(stages.f[stage], wrench.force);
  copyVec3(stages.l[stage], wrench.torque);
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
const factor = new Float64Array(1);

/** The body at the stage after `stage`. */
function moveToStage(body: RotatingBody, stages: Stages, stage: number, times: Float64Array): void {
  const { pose, velocity } = body;
  factor[0] = times[AHEAD];
  addScaledVec3By(pose.position, stages.position, stages.v[stage], factor);
  factor[0] = times[AHEAD] * body.inverseMass;
  addScaledVec3By(velocity, stages.velocity, stages.f[stage], factor);
  if (stage < 2) {
    rotateBy(pose.rotation, stages.rotation, stages.w[stage], times);
    if (stage === 0) copyMat3(stages.half, pose.rotation);
  } else {
    factor[0] = -0.5;
    rotateBy(pose.rotation, stages.half, addScaledVec3By(slope, stages.w[2], stages.w[0], factor), times);
  }
  factor[0] = times[AHEAD];
  addScaledVec3By(slope, stages.angularMomentum, stages.l[stage], factor);
  angularVelocityFrom(body, slope);
}

function endStep(body: RotatingBody, stages: Stages, times: Float64Array): void {
  const { pose, velocity } = body;
  const h = times[STEP];
  const { v, w, f, l } = stages;
  copyVec3(pose.position, stages.position);
  copyVec3(velocity, stages.velocity);
  for (let stage = 0; stage < 4; stage++) {
    factor[0] = h * WEIGHTS[stage];
    addScaledVec3By(pose.position, pose.position, v[stage], factor);
    addScaledVec3By(stages.angularMomentum, stages.angularMomentum, l[stage], factor);
    factor[0] = h * WEIGHTS[stage] * body.inverseMass;
    addScaledVec3By(velocity, velocity, f[stage], factor);
  }
  rotateBy(stages.rotated, stages.rotation, weighted(slope, w, FIRST_HALF), times);
  rotateBy(pose.rotation, stages.rotated, weighted(slope, w, SECOND_HALF), times);
  orthonormalize(pose.rotation);
  angularVelocityFrom(body, stages.angularMomentum);
}

/** Updates world inertia and angular velocity of a body from its rotation and angular momentum. */
function angularVelocityFrom(body: RotatingBody, angularMomentum: Vec3): void {
  rotateTensor(body.inverseInertia, body.pose.rotation, body.ownInverseInertia);
  transformVec3(body.angularVelocity, body.inverseInertia, angularMomentum);
}

/** Weights of the stages in the two half steps at the end of the method. */
const FIRST_HALF = Float64Array.of(3 / 12, 1 / 6, 1 / 6, -1 / 12);
const SECOND_HALF = Float64Array.of(-1 / 12, 1 / 6, 1 / 6, 3 / 12);

/** Weighted sum of the four stages. */
function weighted(out: Vec3, k: readonly Vec3[], weights: Float64Array): Vec3 {
  factor[0] = weights[0];
  scaleVec3By(out, k[0], factor);
  for (let stage = 1; stage < 4; stage++) {
    factor[0] = weights[stage];
    addScaledVec3By(out, out, k[stage], factor);
  }
  return out;
}

const turn = createMat3();

/** out = exp([ω t]×) q, with t the time ahead. */
function rotateBy(out: Mat3, q: Mat3, angularVelocity: ReadonlyVec3, times: Float64Array): void {
  factor[0] = times[AHEAD];
  multiplyMat3(out, rotationOver(turn, angularVelocity, factor), q);
}

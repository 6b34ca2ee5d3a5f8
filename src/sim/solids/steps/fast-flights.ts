import { createAabb } from '../../../bounds/aabb.ts';
import { shapeAabb } from '../../../bounds/shape-aabb.ts';
import { maxSpeedUnderTorque, rotateUnderTorque } from '../../../math/constant-torque.ts';
import type { FreeFlight } from '../../../math/free-flight.ts';
import { createMat3, transformTransposedVec3, transformVec3 } from '../../../math/mat3.ts';
import { createSampledMotion, motionBetween } from '../../../math/motion-between.ts';
import { clonePose, createPose, type ReadonlyPose } from '../../../math/pose.ts';
import { quaternionFromRotation } from '../../../math/quaternion.ts';
import {
  copyTorqueFreeRotation,
  createTorqueFreeRotation,
  rotationRate,
  torqueFreeOrientation,
} from '../../../math/torque-free-rotation.ts';
import {
  addScaledVec3,
  copyVec3,
  createVec3,
  lengthVec3,
  type ReadonlyVec3,
  setVec3,
  type Vec3,
} from '../../../math/vec3.ts';
import { RECORD, ROTATION } from '../../../response/solver/solver-bodies.ts';
import { angularMomentumOf } from '../solid-ledger.ts';
import { writePose } from './poses.ts';
import type { StepWorld } from './step-world.ts';

/** A piece of the path of a body, from `start` [s] after the start of the step. */
export interface Flight extends FreeFlight {
  readonly start: number;
  /** Duration [s]. */
  readonly duration: number;
  /** False: contacts deflect the body, and the piece is straight, at constant velocity. */
  readonly isFree: boolean;
  /** True: contacts carry the body, so no acceleration acts. */
  readonly isSupported: boolean;
  /** Impacts of the body in this step before the piece. */
  readonly impactCount: number;
  /** True: the body waits in its pose for the end of the step, and keeps its velocity. */
  readonly isHeld: boolean;
}

/** [rad] Beyond this a rotation is taken from the angular velocities: end poses do not determine it. */
const NEARLY_PI = 3;

const ORIGIN = createVec3();
const endPose = createPose();
const between = createSampledMotion();
const rotation = createVec3();

/**
 * The path of body i through the step. Without contacts it is a free flight, with the mean acceleration of the step and the torque of the loads.
 * Else it is a free flight from the last time at which a contact has deflected the body; until then, the straight path from the start.
 */
export function pathOfStep(world: StepWorld, i: number): Flight[] {
  const { bodies, poses, startVelocities, free, asleep, deflectionTimes, scene } = world;
  const { step } = scene.time;
  // `poses` are those of the start of the step until the next one begins
  const start = clonePose(poses[i]);
  const [v, w] = [vectorAt(startVelocities, 6 * i), vectorAt(startVelocities, 6 * i + 3)];
  // an impact of the last substep may be due after the end of the step
  const deflection = Math.min(deflectionTimes[i], step);
  if (free[i] === 0 || asleep[i] === 1) {
    return [freeFlight(world, i, 0, step, start, v, w, ORIGIN, ORIGIN)];
  }
  const torque = vectorAt(world.torques, 3 * i);
  if (deflection < 0) {
    const acceleration = createVec3(
      (bodies.velocities[3 * i] - v.x) / step,
      (bodies.velocities[3 * i + 1] - v.y) / step,
      (bodies.velocities[3 * i + 2] - v.z) / step,
    );
    return [freeFlight(world, i, 0, step, start, v, w, acceleration, torque)];
  }
  const end = createPose();
  writePose(end, bodies, i);
  const backwards = freeFlight(
    world,
    i,
    step,
    0,
    end,
    vectorAt(bodies.velocities, 3 * i),
    vectorAt(bodies.angularVelocities, 3 * i),
    accelerationOf(world, i),
    torque,
  );
  const last: Flight = {
    ...backwards,
    ...laterFlight(backwards, deflection),
    start: deflection,
    duration: step - deflection,
  };
  if (deflection === 0) return [last];
  const first = straightPiece(world, i, start, last);
  return deflection < step ? [first, last] : [first];
}

/** Acceleration by gravity and by the forces of the last substep [m/s²]. */
function accelerationOf({ scene, forces, bodies }: StepWorld, i: number): Vec3 {
  const inverseMass = bodies.inverseMasses[i];
  return addScaledVec3(createVec3(), scene.forces.gravity, vectorAt(forces, 3 * i), inverseMass);
}

// biome-ignore format: one vector per line
function freeFlight(
  world: StepWorld, i: number, start: number, duration: number,
  pose: ReadonlyPose,
  velocity: ReadonlyVec3,
  angularVelocity: ReadonlyVec3,
  acceleration: ReadonlyVec3,
  torque: ReadonlyVec3,
): Flight {
  const { moments, positions, principalAxes } = world.bodies;
  const axes = createPose();
  writePose(axes, { positions, orientations: principalAxes }, i);
  const torqueFree = createTorqueFreeRotation(pose.rotation, angularVelocity, vectorAt(moments, 3 * i), axes.rotation);
  return { start, duration, isFree: true, isSupported: false, impactCount: 0, isHeld: false, pose, velocity, acceleration, torque, torqueFree };
}

/** From the pose at the start of the step to that at the start of `next`, at constant velocity. */
function straightPiece({ solver, scene }: StepWorld, i: number, start: ReadonlyPose, next: Flight): Flight {
  const { start: duration } = next;
  motionBetween(between, start, next.pose, duration);
  // the rotation of the whole step less that of the last piece
  const t = RECORD * i + ROTATION;
  const { records } = solver;
  rotationRate(rotation, next.torqueFree);
  const left = scene.time.step - duration;
  setVec3(
    rotation,
    records[t] - left * rotation.x,
    records[t + 1] - left * rotation.y,
    records[t + 2] - left * rotation.z,
  );
  if (lengthVec3(rotation) > NEARLY_PI) {
    setVec3(between.angularVelocity, rotation.x / duration, rotation.y / duration, rotation.z / duration);
  }
  const torqueFree = createTorqueFreeRotation(
    start.rotation,
    between.angularVelocity,
    createVec3(1, 1, 1),
    createMat3(),
  );
  const velocity = copyVec3(createVec3(), between.velocity);
  const motion = { pose: start, velocity, acceleration: ORIGIN, torque: ORIGIN, torqueFree };
  return { ...motion, start: 0, duration, isFree: false, isSupported: true, impactCount: 0, isHeld: false };
}

/** The flight of body i from its current state on, at `start` [s] of the step, after an impact on the piece `before`. */
export function flightFromNow(world: StepWorld, i: number, start: number, before: Flight, isHeld: boolean): Flight {
  const { bodies, scene } = world;
  const pose = createPose();
  writePose(pose, bodies, i);
  const flight = freeFlight(
    world,
    i,
    start,
    scene.time.step - start,
    pose,
    isHeld ? ORIGIN : vectorAt(bodies.velocities, 3 * i),
    isHeld ? ORIGIN : vectorAt(bodies.angularVelocities, 3 * i),
    isHeld ? ORIGIN : before.acceleration,
    isHeld ? ORIGIN : (before.torque ?? ORIGIN),
  );
  return { ...flight, isSupported: before.isSupported, impactCount: before.impactCount + 1, isHeld };
}

function vectorAt(packed: Float64Array, k: number): Vec3 {
  return createVec3(packed[k], packed[k + 1], packed[k + 2]);
}

/** The same path from `time` [s] of the step on. */
export function laterFlight(flight: Flight, time: number): FreeFlight {
  const s = time - flight.start;
  if (s === 0) return flight;
  const torqueFree = copyTorqueFreeRotation(flight.torqueFree);
  rotateUnderTorque(torqueFree, flight.torque ?? ORIGIN, s);
  const pose = createPose();
  addScaledVec3(pose.position, flight.pose.position, flight.velocity, s);
  addScaledVec3(pose.position, pose.position, flight.acceleration, 0.5 * s * s);
  torqueFreeOrientation(pose.rotation, torqueFree);
  const velocity = addScaledVec3(createVec3(), flight.velocity, flight.acceleration, s);
  return { pose, velocity, acceleration: flight.acceleration, torque: flight.torque ?? ORIGIN, torqueFree };
}

const box = createAabb();

/**
 * Extends the box of body i to contain its flight: the ends of the path of its centre, the bulge between them, and its rotation. True if it did
 * not contain it.
 */
export function coverFlight({ boxes, radii, shapes }: StepWorld, i: number, flight: Flight): boolean {
  if (!Number.isFinite(radii[i])) return false;
  const { duration: s, acceleration: a } = flight;
  const end = laterFlight(flight, flight.start + s).pose.position;
  const start = flight.pose.position;
  const angle = s * maxSpeedUnderTorque(flight.torqueFree, flight.torque ?? ORIGIN, s);
  const swing = radii[i] * Math.min(angle, 2);
  const { min, max } = shapeAabb(box, shapes[i], flight.pose);
  let extended = false;
  for (const [axis, k] of [
    ['x', 0],
    ['y', 1],
    ['z', 2],
  ] as const) {
    const low = Math.max(min[axis] - start[axis] - swing, -radii[i]);
    const high = Math.min(max[axis] - start[axis] + swing, radii[i]);
    const bulge = (Math.abs(a[axis]) * s * s) / 8;
    const at = 6 * i + k;
    const lowest = Math.min(start[axis], end[axis]) + low - bulge;
    const highest = Math.max(start[axis], end[axis]) + high + bulge;
    if (!(lowest < boxes[at] || highest > boxes[at + 3])) continue;
    boxes[at] = Math.min(boxes[at], lowest);
    boxes[at + 3] = Math.max(boxes[at + 3], highest);
    extended = true;
  }
  return extended;
}

const momentum = createVec3();
const change = new Float64Array(7);

/**
 * Moves body i to its state at `time` [s] of the step on its flight. What this changes in its momentum and energy is the effect of gravity and
 * loads on a free flight, and of contacts on another one, or if the body keeps its velocity.
 */
export function moveAlong(world: StepWorld, i: number, flight: Flight, time: number, keepsVelocity = false): void {
  const { bodies, totals } = world;
  const isFree = flight.isFree && !keepsVelocity;
  change.fill(0);
  addState(world, i, -1);
  const { pose, velocity, torqueFree } = laterFlight(flight, time);
  if (isFree) {
    store(bodies.velocities, i, velocity);
    store(bodies.angularVelocities, i, rotationRate(rotation, torqueFree));
  } else {
    // the momentum is that of the body, its angular velocity constant in body axes, so that its energy is unchanged
    writePose(endPose, bodies, i);
    transformTransposedVec3(rotation, endPose.rotation, vectorAt(bodies.angularVelocities, 3 * i));
    store(bodies.angularVelocities, i, transformVec3(rotation, pose.rotation, rotation));
  }
  store(bodies.positions, i, pose.position);
  const q = quaternionFromRotation(pose.rotation);
  bodies.orientations.set([q.w, q.x, q.y, q.z], 4 * i);
  addState(world, i, 1);
  if (isFree && !flight.isSupported) {
    totals.externalWork += change[6];
    addTo(totals.externalImpulse, 0, 1);
    addTo(totals.externalAngularImpulse, 3, 1);
  } else {
    totals.contactWork += change[6];
    addTo(totals.impulseOnImmovable, 0, -1);
    addTo(totals.angularImpulseOnImmovable, 3, -1);
  }
}

function store(packed: Float64Array, i: number, { x, y, z }: ReadonlyVec3): void {
  packed[3 * i] = x;
  packed[3 * i + 1] = y;
  packed[3 * i + 2] = z;
}

function addTo(out: Vec3, k: number, sign: number): void {
  out.x += sign * change[k];
  out.y += sign * change[k + 1];
  out.z += sign * change[k + 2];
}

/** Adds momentum, angular momentum, and energy of body i to `change`. */
// biome-ignore format: one vector per line
function addState({ bodies, scene }: StepWorld, i: number, sign: number): void {
  const { positions: x, velocities: v, angularVelocities: w, inverseMasses } = bodies;
  const { x: gx, y: gy, z: gz } = scene.forces.gravity;
  const k = 3 * i, m = sign / inverseMasses[i];
  const l = angularMomentumOf(momentum, bodies, i);
  const px = m * v[k], py = m * v[k + 1], pz = m * v[k + 2];
  change[0] += px;
  change[1] += py;
  change[2] += pz;
  change[3] += x[k + 1] * pz - x[k + 2] * py + sign * l.x;
  change[4] += x[k + 2] * px - x[k] * pz + sign * l.y;
  change[5] += x[k] * py - x[k + 1] * px + sign * l.z;
  change[6] +=
    0.5 * (px * v[k] + py * v[k + 1] + pz * v[k + 2] + sign * (l.x * w[k] + l.y * w[k + 1] + l.z * w[k + 2])) -
    m * (gx * x[k] + gy * x[k + 1] + gz * x[k + 2]);
}

import { createAabb } from '../../../bounds/aabb.ts';
import { shapeAabb } from '../../../bounds/shape-aabb.ts';
import { maxSpeedUnderTorque, rotateUnderTorque } from '../../../math/constant-torque.ts';
import type { FreeFlight } from '../../../math/free-flight.ts';
import { createMat3, transformTransposedVec3, transformVec3 } from '../../../math/mat3.ts';
import { createSampledMotion, motionBetween } from '../../../math/motion-between.ts';
import { clonePose, createPose, type Pose, type ReadonlyPose } from '../../../math/pose.ts';
import { quaternionFromRotation } from '../../../math/quaternion.ts';
import {
  copyTorqueFreeRotation,
  createTorqueFreeRotation,
  rotationRate,
  torqueFreeOrientation,
} from '../../../math/torque-free-rotation.ts';
import { addScaledVec3, copyVec3, createVec3, lengthVec3, type ReadonlyVec3, type Vec3 } from '../../../math/vec3.ts';
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
  /** True: the body waits in its pose for the end of the step, or is carried by another one, and keeps its velocity. */
  readonly isHeld: boolean;
}

/** In units of the slop: a free flight that ends this close to the pose after the substeps ends there. */
const SAME_END = 0.1;
/** Fraction of its length by which a free flight may end elsewhere, because forces vary in the step. */
const SAME_PATH = 1e-3;

const ORIGIN = createVec3();
const endPose = createPose();
const between = createSampledMotion();
const rotation = createVec3();

/**
 * The path of body i through the step. Without contacts it is a free flight, with the mean acceleration of the step and the torque of the loads.
 * Else it is a free flight from the last time at which a contact has deflected the body; until then, the straight path from the start. Every
 * path is continuous and ends in the pose after the substeps: what a path does not pass is not behind the body.
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
    const flight = freeFlight(world, i, 0, step, start, v, w, acceleration, torque);
    return [flightToEnd(world, i, flight) ?? straightPiece(start, currentPose(bodies, i), step)];
  }
  const end = currentPose(bodies, i);
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
  const first = straightPiece(start, last.pose, deflection);
  return deflection < step ? [first, last] : [first];
}

/** The path of body i through the step under gravity alone, before the substeps. */
export function flightAtStart(world: StepWorld, i: number): Flight {
  const { bodies, free, asleep, poses, scene } = world;
  const [v, w] = [vectorAt(bodies.velocities, 3 * i), vectorAt(bodies.angularVelocities, 3 * i)];
  const gravity = free[i] === 1 && asleep[i] === 0 ? scene.forces.gravity : ORIGIN;
  return freeFlight(world, i, 0, scene.time.step, poses[i], v, w, gravity, ORIGIN);
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

function currentPose(bodies: StepWorld['bodies'], i: number): Pose {
  const pose = createPose();
  writePose(pose, bodies, i);
  return pose;
}

/**
 * The flight that ends in the present pose of body i. Forces that vary in the step change its velocity slightly; undefined if that is not enough.
 */
function flightToEnd({ bodies, radii, settings }: StepWorld, i: number, flight: Flight): Flight | undefined {
  const { duration } = flight;
  const end = laterFlight(flight, flight.start + duration);
  motionBetween(between, end.pose, currentPose(bodies, i), 1);
  const same = SAME_END * settings.slop;
  if (radii[i] * lengthVec3(between.angularVelocity) > same) return undefined;
  const deviation = lengthVec3(between.velocity);
  if (deviation <= same) return flight;
  if (deviation > SAME_PATH * duration * lengthVec3(end.velocity)) return undefined;
  return { ...flight, velocity: addScaledVec3(createVec3(), flight.velocity, between.velocity, 1 / duration) };
}

/** From one pose to another in `duration` [s], at constant velocity, and by the smaller angle. */
function straightPiece(start: ReadonlyPose, end: ReadonlyPose, duration: number): Flight {
  motionBetween(between, start, end, duration);
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
export function flightFromNow(world: StepWorld, i: number, start: number, before: Flight): Flight {
  const { bodies, scene } = world;
  const flight = freeFlight(
    world,
    i,
    start,
    scene.time.step - start,
    currentPose(bodies, i),
    vectorAt(bodies.velocities, 3 * i),
    vectorAt(bodies.angularVelocities, 3 * i),
    before.acceleration,
    before.torque ?? ORIGIN,
  );
  return { ...flight, isSupported: before.isSupported, impactCount: before.impactCount + 1 };
}

/** Body i waits in its pose from `start` [s] on, or moves with `carrier` [m/s], the velocity of an immovable body that touches it. */
export function heldFlight(world: StepWorld, i: number, start: number, before: Flight, carrier: ReadonlyVec3): Flight {
  const { bodies, scene } = world;
  const rest = scene.time.step - start;
  const flight = freeFlight(world, i, start, rest, currentPose(bodies, i), carrier, ORIGIN, ORIGIN, ORIGIN);
  return { ...flight, isSupported: true, impactCount: before.impactCount + 1, isHeld: true };
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

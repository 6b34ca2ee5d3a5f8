import type { SpatialBody } from '../../dynamics/rigid-body.ts';
import type { SolidBodies } from '../../dynamics/solid-bodies.ts';
import { differenceOf } from '../../math/compensated.ts';
import { rotateUnderTorque } from '../../math/constant-torque.ts';
import type { FreeFlight } from '../../math/free-flight.ts';
import { copyMat3, createMat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { composePose, createPose, type Pose, type ReadonlyPose } from '../../math/pose.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
import {
  addAngularImpulse,
  copyTorqueFreeRotation,
  createTorqueFreeRotation,
  rotationRate,
  torqueFreeInverseInertia,
  torqueFreeOrientation,
} from '../../math/torque-free-rotation.ts';
import {
  addScaledVec3,
  copyVec3,
  createVec3,
  crossVec3,
  type ReadonlyVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { SolidBody, SolidScene } from '../../scene/solid-scene.ts';
import { shapeRadius } from '../../shapes/radius.ts';
import type { Shape } from '../../shapes/shape.ts';

/** A body of the scene as a part of a composite body. */
export interface SolidPart {
  /** Index into the scene's bodies. */
  readonly body: number;
  /** Pose of the body in the axes of the composite. */
  readonly pose: ReadonlyPose;
  /** Its shape in the axes of the composite, about the composite's centre. */
  readonly shape: Shape;
}

/**
 * A spatial rigid body that moves as one: a body of the scene, or several docked ones. Its state holds at time `since`; until
 * its next contact, its motion is known in closed form. The rotational state is the angular momentum in `torqueFree`; angular velocity and
 * inverse inertia follow from it.
 */
export interface SolidComposite extends SpatialBody, FreeFlight {
  readonly pose: Pose;
  readonly velocity: SpatialBody['velocity'];
  readonly acceleration: Vec3;
  /** Constant torque of loads in free flight, world axes [N m]. */
  readonly torque: Vec3;
  readonly parts: readonly SolidPart[];
  /** Infinity when immovable. */
  readonly mass: number;
  /** Bounding radius about the centre [m]; Infinity with a half-space. */
  readonly boundingRadius: number;
  /** Time of the state [s]: the sum of both. The second is the rounding error of the first. */
  since: number;
  sinceLow: number;
  /** Number of changes of its flight: earlier search results are outdated. */
  changes: number;
  /** The flight evaluated at a later time, cached until another time is requested. */
  readonly cachedFlight: {
    time: number;
    timeLow: number;
    changes: number;
    /** Whether its rotation is evaluated at that time, too. */
    rotated: boolean;
    readonly flight: FreeFlight &
      Pick<SpatialBody, 'pose' | 'velocity'> & { readonly acceleration: Vec3; readonly torque: Vec3 };
  };
}

/** Parts and motion of a composite. */
export interface CompositeState {
  readonly pose: ReadonlyPose;
  readonly velocity: ReadonlyVec3;
  readonly angularVelocity: ReadonlyVec3;
  readonly mass: number;
  readonly moments: ReadonlyVec3;
  readonly principalAxes: ReadonlyMat3;
  readonly acceleration: ReadonlyVec3;
  /** Default none. */
  readonly torque?: ReadonlyVec3;
}

export function createSolidComposites(scene: SolidScene): SolidComposite[] {
  return scene.bodies.map((body, index) => createSolidComposite(body, index, scene));
}

/** A composite made of one body of the scene. */
function createSolidComposite(body: SolidBody, index: number, scene: SolidScene): SolidComposite {
  const acceleration = accelerationOf(scene, index, 0);
  const still = body.motion === 'fixed' ? { velocity: createVec3(), angularVelocity: createVec3() } : {};
  return assembleComposite(
    [{ body: index, pose: createPose(), shape: body.shape }],
    { ...body, acceleration, torque: torqueOf(scene, index, 0), ...still },
    0,
  );
}

/** Acceleration of a body of the scene at `time` [s], by gravity and loads. */
export function accelerationOf({ bodies, forces }: SolidScene, body: number, time: number): Vec3 {
  const acceleration = createVec3();
  const { motion, mass } = bodies[body];
  if (motion !== 'free') return acceleration;
  copyVec3(acceleration, forces.gravity);
  for (const load of forces.loads) {
    if (load.body !== body || !(time >= load.from && time < load.until)) continue;
    addScaledVec3(acceleration, acceleration, load.force, 1 / mass);
  }
  return acceleration;
}

/** Torque of the loads on a body of the scene at `time` [s]. */
export function torqueOf({ bodies, forces }: SolidScene, body: number, time: number): Vec3 {
  const torque = createVec3();
  if (bodies[body].motion !== 'free') return torque;
  for (const load of forces.loads) {
    if (load.body === body && time >= load.from && time < load.until) addScaledVec3(torque, torque, load.torque, 1);
  }
  return torque;
}

export function assembleComposite(
  parts: readonly SolidPart[],
  state: CompositeState,
  since: number,
  sinceLow = 0,
): SolidComposite {
  const { pose, velocity, angularVelocity, mass, moments, principalAxes, acceleration, torque = createVec3() } = state;
  const torqueFree = createTorqueFreeRotation(pose.rotation, angularVelocity, moments, principalAxes);
  const composite: SolidComposite = {
    parts,
    pose: copyPose(createPose(), pose),
    velocity: { ...velocity },
    angularVelocity: { ...angularVelocity },
    acceleration: { ...acceleration },
    torque: { ...torque },
    torqueFree,
    mass,
    inverseMass: 1 / mass,
    inverseInertia: createMat3(0, 0, 0),
    boundingRadius: Math.max(...parts.map(({ shape }) => shapeRadius(shape))),
    since,
    sinceLow,
    changes: 0,
    cachedFlight: {
      time: since,
      timeLow: sinceLow,
      changes: 0,
      rotated: true,
      flight: {
        pose: copyPose(createPose(), pose),
        velocity: { ...velocity },
        acceleration: { ...acceleration },
        torque: { ...torque },
        torqueFree: copyTorqueFreeRotation(torqueFree),
      },
    },
  };
  if (hasFiniteInertia(state)) torqueFreeInverseInertia(composite.inverseInertia, torqueFree);
  return composite;
}

function hasFiniteInertia({ moments: { x, y, z }, mass }: Pick<CompositeState, 'moments' | 'mass'>): boolean {
  return x + y + z + mass < Number.POSITIVE_INFINITY;
}

function copyPose(out: Pose, pose: ReadonlyPose): Pose {
  copyVec3(out.position, pose.position);
  copyMat3(out.rotation, pose.rotation);
  return out;
}

/** The flight of the centre from time + timeLow on, without rotation. Owned by the composite. */
export function centreAt(composite: SolidComposite, time: number, timeLow = 0): FreeFlight {
  const { cachedFlight } = composite;
  if (time === composite.since && timeLow === composite.sinceLow) return composite;
  if (cachedFlight.time !== time || cachedFlight.timeLow !== timeLow || cachedFlight.changes !== composite.changes) {
    setCentre(cachedFlight.flight, composite, flightTime(composite, time, timeLow));
    cachedFlight.time = time;
    cachedFlight.timeLow = timeLow;
    cachedFlight.changes = composite.changes;
    cachedFlight.rotated = false;
  }
  return cachedFlight.flight;
}

/** How long `composite` has been in free flight at time + timeLow [s]. */
function flightTime({ since, sinceLow }: SolidComposite, time: number, timeLow: number): number {
  return differenceOf(time, timeLow, since, sinceLow);
}

/** The flight from time + timeLow on. Owned by the composite. */
export function flightAt(composite: SolidComposite, time: number, timeLow = 0): FreeFlight {
  const flight = centreAt(composite, time, timeLow);
  const { cachedFlight } = composite;
  if (flight === cachedFlight.flight && !cachedFlight.rotated) {
    flight.torqueFree.state.set(composite.torqueFree.state);
    rotateUnderTorque(flight.torqueFree, composite.torque, flightTime(composite, time, timeLow));
    torqueFreeOrientation(cachedFlight.flight.pose.rotation, flight.torqueFree);
    cachedFlight.rotated = true;
  }
  return flight;
}

/** x + v s + a s²/2 and v + a s. */
function setCentre(
  out: Pick<SpatialBody, 'pose' | 'velocity'>,
  { pose, velocity, acceleration }: FreeFlight,
  s: number,
): void {
  addScaledVec3(out.pose.position, pose.position, velocity, s);
  addScaledVec3(out.pose.position, out.pose.position, acceleration, 0.5 * s * s);
  addScaledVec3(out.velocity, velocity, acceleration, s);
}

/** Advances the composite's own state along its flight to time + timeLow. */
export function advanceComposite(composite: SolidComposite, time: number, timeLow = 0): void {
  if (time === composite.since && timeLow === composite.sinceLow) return;
  const s = flightTime(composite, time, timeLow);
  setCentre(composite, composite, s);
  rotateUnderTorque(composite.torqueFree, composite.torque, s);
  composite.since = time;
  composite.sinceLow = timeLow;
  updateRotation(composite);
}

/** Sets rotation, angular velocity and inverse inertia from the rotational state. */
function updateRotation(composite: SolidComposite): void {
  torqueFreeOrientation(composite.pose.rotation, composite.torqueFree);
  rotationRate(composite.angularVelocity, composite.torqueFree);
  const { xx, yy, zz } = composite.inverseInertia;
  if (xx + yy + zz > 0) torqueFreeInverseInertia(composite.inverseInertia, composite.torqueFree);
}

const arm = createVec3();

/**
 * Adds the angular impulse of `sign` times an impulse at a point [N s], which the velocities have already received, to the angular
 * momentum, the rotational state.
 */
export function rotateByImpulse(
  composite: SolidComposite,
  point: ReadonlyVec3,
  impulse: ReadonlyVec3,
  sign: 1 | -1,
): void {
  if (composite.inverseInertia.xx === 0) return;
  crossVec3(arm, subVec3(arm, point, composite.pose.position), impulse);
  addAngularImpulse(composite.torqueFree, arm, sign);
}

/** Sets acceleration and torque after a change of the loads. */
export function setLoads(composite: SolidComposite, acceleration: ReadonlyVec3, torque: ReadonlyVec3): void {
  copyVec3(composite.torque, torque);
  copyVec3(composite.cachedFlight.flight.torque, torque);
  copyVec3(composite.acceleration, acceleration);
  copyVec3(composite.cachedFlight.flight.acceleration, acceleration);
  composite.changes++;
}

/** The flight has changed: updates the angular velocity and invalidates scheduled events. */
export function noteChange(composite: SolidComposite): void {
  composite.changes++;
  updateRotation(composite);
}

const place = createPose();
const pointVelocity = createVec3();

/** Writes the states of the composite's bodies at time + timeLow. A part moves with its composite: v + ω × r. */
export function writeParts(bodies: SolidBodies, composite: SolidComposite, time: number, timeLow = 0): void {
  const flight = flightAt(composite, time, timeLow);
  const angularVelocity = rotationRate(arm, flight.torqueFree);
  for (const { body, pose } of composite.parts) {
    composePose(place, flight.pose, pose);
    velocityOfPoint(pointVelocity, { ...flight, angularVelocity: angularVelocity }, place.position);
    const { w, x, y, z } = quaternionFromRotation(place.rotation);
    setThree(bodies.positions, body, place.position);
    bodies.orientations.set([w, x, y, z], 4 * body);
    setThree(bodies.velocities, body, pointVelocity);
    setThree(bodies.angularVelocities, body, angularVelocity);
  }
}

function setThree(packed: Float64Array, i: number, { x, y, z }: ReadonlyVec3): void {
  packed[3 * i] = x;
  packed[3 * i + 1] = y;
  packed[3 * i + 2] = z;
}

/** The composite that a body of the scene belongs to. */
export function compositeOf(composites: readonly SolidComposite[], body: number): SolidComposite {
  const found = composites.find(({ parts }) => parts.some((part) => part.body === body));
  if (!found) throw new Error(`body ${body} has no composite body`);
  return found;
}

export function partOf({ parts }: SolidComposite, body: number): SolidPart {
  return parts.find((part) => part.body === body) ?? parts[0];
}

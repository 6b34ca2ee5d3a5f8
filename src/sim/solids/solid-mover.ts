import type { SpatialBody } from '../../dynamics/rigid-body.ts';
import type { SolidBodies } from '../../dynamics/solid-bodies.ts';
import { differenceOf } from '../../math/compensated.ts';
import type { FreeFlight } from '../../math/free-flight.ts';
import {
  addAngularImpulse,
  copyFreeTurning,
  createFreeTurning,
  turnFreely,
  turningInverseInertia,
  turningRotation,
  turningSpin,
} from '../../math/free-turning.ts';
import { copyMat3, createMat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { composePose, createPose, type Pose, type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
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

/** A body of the scene as a piece of a mover. */
export interface SolidPart {
  /** Index into the scene's bodies. */
  readonly body: number;
  /** Where the body is in the axes of the mover. */
  readonly pose: ReadonlyPose;
  /** Its shape in the axes of the mover, about the mover's centre. */
  readonly shape: Shape;
}

/**
 * What moves as one rigid body of space: a body of the scene, or several that docked. Its state holds at time `since`; until
 * something touches it, it is known at every later time. The state of its turning is the angular momentum in `turning`; spin and
 * inverse inertia follow from it.
 */
export interface SolidMover extends SpatialBody, FreeFlight {
  readonly pose: Pose;
  readonly velocity: SpatialBody['velocity'];
  readonly acceleration: Vec3;
  readonly parts: readonly SolidPart[];
  /** Infinity when immovable. */
  readonly mass: number;
  /** No point is farther from the centre [m]; Infinity with a wall. */
  readonly reach: number;
  /** When the state holds [s]: the sum of both. The second is what rounding took from the first. */
  since: number;
  sinceLow: number;
  /** How often something has changed its flight: what was found out before holds no longer. */
  changes: number;
  /** The flight as seen from a later time, kept until another is asked for. */
  readonly seen: {
    time: number;
    timeLow: number;
    changes: number;
    /** Does its turning belong to that time, too? */
    turned: boolean;
    readonly flight: FreeFlight & Pick<SpatialBody, 'pose' | 'velocity'> & { readonly acceleration: Vec3 };
  };
}

/** What a mover is made of, and how it flies. */
export interface MoverState {
  readonly pose: ReadonlyPose;
  readonly velocity: ReadonlyVec3;
  readonly spin: ReadonlyVec3;
  readonly mass: number;
  readonly moments: ReadonlyVec3;
  readonly principalAxes: ReadonlyMat3;
  readonly acceleration: ReadonlyVec3;
}

export function createSolidMovers(scene: SolidScene): SolidMover[] {
  return scene.bodies.map((body, index) => createSolidMover(body, index, scene));
}

/** A body of the scene that is its own mover. */
function createSolidMover(body: SolidBody, index: number, scene: SolidScene): SolidMover {
  const acceleration = accelerationOf(scene, index, 0);
  const still = body.motion === 'fixed' ? { velocity: createVec3(), spin: createVec3() } : {};
  return assembleMover(
    [{ body: index, pose: createPose(), shape: body.shape }],
    { ...body, acceleration, ...still },
    0,
  );
}

/** Of a body of the scene at `time` [s], by gravity and loads. */
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

export function assembleMover(parts: readonly SolidPart[], state: MoverState, since: number, sinceLow = 0): SolidMover {
  const { pose, velocity, spin, mass, moments, principalAxes, acceleration } = state;
  const turning = createFreeTurning(pose.rotation, spin, moments, principalAxes);
  const mover: SolidMover = {
    parts,
    pose: copyPose(createPose(), pose),
    velocity: { ...velocity },
    angularVelocity: { ...spin },
    acceleration: { ...acceleration },
    turning,
    mass,
    inverseMass: 1 / mass,
    inverseInertia: createMat3(0, 0, 0),
    reach: Math.max(...parts.map(({ shape }) => shapeRadius(shape))),
    since,
    sinceLow,
    changes: 0,
    seen: {
      time: since,
      timeLow: sinceLow,
      changes: 0,
      turned: true,
      flight: {
        pose: copyPose(createPose(), pose),
        velocity: { ...velocity },
        acceleration: { ...acceleration },
        turning: copyFreeTurning(turning),
      },
    },
  };
  if (isTurnable(state)) turningInverseInertia(mover.inverseInertia, turning);
  return mover;
}

function isTurnable({ moments: { x, y, z }, mass }: Pick<MoverState, 'moments' | 'mass'>): boolean {
  return x + y + z + mass < Number.POSITIVE_INFINITY;
}

function copyPose(out: Pose, pose: ReadonlyPose): Pose {
  copyVec3(out.position, pose.position);
  copyMat3(out.rotation, pose.rotation);
  return out;
}

/** The flight of the centre from time + timeLow on; how it turns is left open. Belongs to the mover. */
export function centreAt(mover: SolidMover, time: number, timeLow = 0): FreeFlight {
  const { seen } = mover;
  if (time === mover.since && timeLow === mover.sinceLow) return mover;
  if (seen.time !== time || seen.timeLow !== timeLow || seen.changes !== mover.changes) {
    placeCentre(seen.flight, mover, flightTime(mover, time, timeLow));
    seen.time = time;
    seen.timeLow = timeLow;
    seen.changes = mover.changes;
    seen.turned = false;
  }
  return seen.flight;
}

/** How long `mover` has been in free flight at time + timeLow [s]. */
function flightTime({ since, sinceLow }: SolidMover, time: number, timeLow: number): number {
  return differenceOf(time, timeLow, since, sinceLow);
}

/** The flight from time + timeLow on. Belongs to the mover. */
export function flightAt(mover: SolidMover, time: number, timeLow = 0): FreeFlight {
  const flight = centreAt(mover, time, timeLow);
  const { seen } = mover;
  if (flight === seen.flight && !seen.turned) {
    flight.turning.state.set(mover.turning.state);
    turnFreely(flight.turning, flightTime(mover, time, timeLow));
    turningRotation(seen.flight.pose.rotation, flight.turning);
    seen.turned = true;
  }
  return flight;
}

/** x + v s + a s²/2 and v + a s. */
function placeCentre(
  out: Pick<SpatialBody, 'pose' | 'velocity'>,
  { pose, velocity, acceleration }: FreeFlight,
  s: number,
): void {
  addScaledVec3(out.pose.position, pose.position, velocity, s);
  addScaledVec3(out.pose.position, out.pose.position, acceleration, 0.5 * s * s);
  addScaledVec3(out.velocity, velocity, acceleration, s);
}

/** Moves the mover's own state along its flight to time + timeLow. */
export function advanceMover(mover: SolidMover, time: number, timeLow = 0): void {
  if (time === mover.since && timeLow === mover.sinceLow) return;
  const s = flightTime(mover, time, timeLow);
  placeCentre(mover, mover, s);
  turnFreely(mover.turning, s);
  mover.since = time;
  mover.sinceLow = timeLow;
  followTurning(mover);
}

/** Rotation, spin and inverse inertia as the state of the turning has them. */
function followTurning(mover: SolidMover): void {
  turningRotation(mover.pose.rotation, mover.turning);
  turningSpin(mover.angularVelocity, mover.turning);
  const { xx, yy, zz } = mover.inverseInertia;
  if (xx + yy + zz > 0) turningInverseInertia(mover.inverseInertia, mover.turning);
}

const arm = createVec3();

/**
 * Adds the turning that `sign` times an impulse at a point gives [N s], which the velocities have received already: to the angular
 * momentum, where nothing of it is lost.
 */
export function turnByImpulse(mover: SolidMover, point: ReadonlyVec3, impulse: ReadonlyVec3, sign: 1 | -1): void {
  if (mover.inverseInertia.xx === 0) return;
  crossVec3(arm, subVec3(arm, point, mover.pose.position), impulse);
  addAngularImpulse(mover.turning, arm, sign);
}

/** The forces on the mover have changed. */
export function setAcceleration(mover: SolidMover, acceleration: ReadonlyVec3): void {
  copyVec3(mover.acceleration, acceleration);
  copyVec3(mover.seen.flight.acceleration, acceleration);
  mover.changes++;
}

/** The flight has changed: spin and plans follow. */
export function noteChange(mover: SolidMover): void {
  mover.changes++;
  followTurning(mover);
}

const place = createPose();
const pointVelocity = createVec3();

/** Writes the bodies of the mover as they are at time + timeLow. A part moves as its mover does: v + ω × r. */
export function writeParts(bodies: SolidBodies, mover: SolidMover, time: number, timeLow = 0): void {
  const flight = flightAt(mover, time, timeLow);
  const spin = turningSpin(arm, flight.turning);
  for (const { body, pose } of mover.parts) {
    composePose(place, flight.pose, pose);
    velocityOfPoint(pointVelocity, { ...flight, angularVelocity: spin }, place.position);
    const { w, x, y, z } = quaternionFromRotation(place.rotation);
    setThree(bodies.positions, body, place.position);
    bodies.orientations.set([w, x, y, z], 4 * body);
    setThree(bodies.velocities, body, pointVelocity);
    setThree(bodies.spins, body, spin);
  }
}

function setThree(packed: Float64Array, i: number, { x, y, z }: ReadonlyVec3): void {
  packed[3 * i] = x;
  packed[3 * i + 1] = y;
  packed[3 * i + 2] = z;
}

/** World position of a point given in the axes of one of the mover's bodies, at a flight of the mover. */
export function pointOfPart(out: Vec3, part: SolidPart, flight: FreeFlight, point: ReadonlyVec3): Vec3 {
  return toWorld(out, flight.pose, toWorld(out, part.pose, point));
}

/** The mover a body of the scene belongs to. */
export function moverOf(movers: readonly SolidMover[], body: number): SolidMover {
  const found = movers.find(({ parts }) => parts.some((part) => part.body === body));
  if (!found) throw new Error(`body ${body} has no mover`);
  return found;
}

export function partOf({ parts }: SolidMover, body: number): SolidPart {
  return parts.find((part) => part.body === body) ?? parts[0];
}

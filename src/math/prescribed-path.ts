import { createMat3, type Mat3, multiplyMat3, rotationAboutAxis, rotationAboutAxisBy, rotationAboutZ } from './mat3.ts';
import type { MovingPose } from './moving-pose.ts';
import { cosSin } from './trig.ts';
import {
  copyVec3,
  createVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  type Vec3,
} from './vec3.ts';

/** Position of the origin of a body at time t. */
export type PathPosition =
  | { readonly kind: 'static'; readonly point: ReadonlyVec3 }
  | SpiralPosition
  | HarmonicPosition;

/** center + (r cos θ, r sin θ, z) with r, θ and z linear in time: circles, spirals, helices. */
export interface SpiralPosition {
  readonly kind: 'spiral';
  readonly center: ReadonlyVec3;
  /** [m], [m/s] */
  readonly radius: number;
  readonly radiusRate: number;
  /** [rad], [rad/s] */
  readonly angle: number;
  readonly angleRate: number;
  /** [m], [m/s] */
  readonly height: number;
  readonly heightRate: number;
}

/** p_i = center_i + velocity_i t + amplitude_i sin(frequency_i t + phase_i), for each coordinate. */
export interface HarmonicPosition {
  readonly kind: 'harmonic';
  readonly center: ReadonlyVec3;
  /** [m/s] */
  readonly velocity: ReadonlyVec3;
  /** [m] */
  readonly amplitude: ReadonlyVec3;
  /** [rad/s] */
  readonly frequency: ReadonlyVec3;
  /** [rad] */
  readonly phase: ReadonlyVec3;
}

/** R(t) = Rot(axis, angle + rate t) Rot(tilt axis, tilt angle): a constant angular velocity of a body that was tilted first. */
export interface PathOrientation {
  /** Any length above zero; world axes. */
  readonly axis: ReadonlyVec3;
  /** [rad], [rad/s] */
  readonly angle: number;
  readonly rate: number;
  readonly tilt?: { readonly axis: ReadonlyVec3; readonly angle: number };
}

/** A motion given for all time by formulas; missing parts are the origin and the identity rotation. */
export interface PrescribedPath {
  /** Path of the origin, world axes; by default the origin of the world. */
  readonly position?: PathPosition;
  /** Rotation from body to world axes over time; by default the identity. */
  readonly orientation?: PathOrientation;
}

/**
 * Checks a path and returns it: throws a RangeError if a number is not finite or an axis of rotation is zero. Lengths
 * [m], angles [rad], rates per second.
 *
 * @example
 * ```ts
 * import { createMovingPose, movingPoseAt, prescribedPath, vec3 } from 'appulse';
 *
 * const center = vec3(0, 0, 1); // a circle of 2 m at height 1 m, at 3 rad/s
 * const circle = { kind: 'spiral', center, radius: 2, radiusRate: 0, angle: 0, angleRate: 3, height: 0, heightRate: 0 } as const;
 * const { pose, velocity } = movingPoseAt(createMovingPose(), prescribedPath({ position: circle }), 0);
 * console.log(pose.position, velocity.y); // { x: 2, y: 0, z: 1 } 6
 * ```
 */
export function createPrescribedPath(path: PrescribedPath): PrescribedPath {
  checkNumbers(path, 'path');
  for (const axis of [path.orientation?.axis, path.orientation?.tilt?.axis]) {
    if (axis && !(lengthVec3(axis) > 0)) throw new RangeError('path: an axis of rotation must not be the zero vector');
  }
  return path;
}

function checkNumbers(value: object, where: string): void {
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === 'number' && !Number.isFinite(part)) {
      throw new RangeError(`${where}.${key}: must be finite, got ${part}`);
    }
    if (typeof part === 'object' && part !== null) checkNumbers(part, `${where}.${key}`);
  }
}

const unit = createVec3();
const tilt = createMat3();

/** Writes pose and velocities at time `t` [s] into `out` and returns it; computed from the formulas: no drift. */
export function movingPoseAt(out: MovingPose, path: PrescribedPath, t: number): MovingPose {
  now[0] = t;
  return movingPoseNow(out, path, now);
}

const now = new Float64Array(1);
const turn = new Float64Array(1);
/** An angle; its cosine and sine. */
const phases = new Float64Array(2);

/** The same with the time [s] in `time[0]`, which no call boxes. */
export function movingPoseNow(out: MovingPose, path: PrescribedPath, time: Float64Array): MovingPose {
  setPosition(out.pose.position, out.velocity, path.position, time);
  rotateAt(out.pose.rotation, out.angularVelocity, path.orientation, time);
  return out;
}

function setPosition(point: Vec3, velocity: Vec3, path: PathPosition | undefined, time: Float64Array): void {
  const t = time[0];
  setVec3(point, 0, 0, 0);
  setVec3(velocity, 0, 0, 0);
  if (path?.kind === 'static') {
    copyVec3(point, path.point);
  } else if (path?.kind === 'spiral') {
    const { center, radiusRate, angleRate, heightRate } = path;
    const r = path.radius + radiusRate * t;
    const angle = path.angle + angleRate * t;
    phases[0] = angle;
    cosSin(phases);
    const c = phases[0];
    const s = phases[1];
    point.x = center.x + r * c;
    point.y = center.y + r * s;
    point.z = center.z + path.height + heightRate * t;
    velocity.x = radiusRate * c - r * angleRate * s;
    velocity.y = radiusRate * s + r * angleRate * c;
    velocity.z = heightRate;
  } else if (path?.kind === 'harmonic') {
    const { center, velocity: v, amplitude: a, frequency: f, phase } = path;
    phases[0] = f.x * t + phase.x;
    cosSin(phases);
    point.x = center.x + v.x * t + a.x * phases[1];
    velocity.x = v.x + a.x * f.x * phases[0];
    phases[0] = f.y * t + phase.y;
    cosSin(phases);
    point.y = center.y + v.y * t + a.y * phases[1];
    velocity.y = v.y + a.y * f.y * phases[0];
    phases[0] = f.z * t + phase.z;
    cosSin(phases);
    point.z = center.z + v.z * t + a.z * phases[1];
    velocity.z = v.z + a.z * f.z * phases[0];
  }
}

function rotateAt(rotation: Mat3, angularVelocity: Vec3, path: PathOrientation | undefined, time: Float64Array): void {
  if (!path) {
    rotationAboutZ(rotation, 0);
    setVec3(angularVelocity, 0, 0, 0);
    return;
  }
  normalizeVec3(unit, path.axis);
  turn[0] = path.angle + path.rate * time[0];
  rotationAboutAxisBy(rotation, unit, turn);
  scaleVec3(angularVelocity, unit, path.rate);
  if (path.tilt) {
    normalizeVec3(unit, path.tilt.axis);
    multiplyMat3(rotation, rotation, rotationAboutAxis(tilt, unit, path.tilt.angle));
  }
}

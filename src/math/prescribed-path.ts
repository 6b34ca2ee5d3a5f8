import { createMat3, type Mat3, multiplyMat3, rotationAboutAxis, rotationAboutZ } from './mat3.ts';
import type { MovingPose } from './moving-pose.ts';
import { cos, sin } from './trig.ts';
import { createVec3, lengthVec3, normalizeVec3, type ReadonlyVec3, scaleVec3, setVec3, type Vec3 } from './vec3.ts';

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
  setPosition(out.pose.position, out.velocity, path.position, t);
  rotateAt(out.pose.rotation, out.angularVelocity, path.orientation, t);
  return out;
}

function setPosition(point: Vec3, velocity: Vec3, path: PathPosition | undefined, t: number): void {
  setVec3(point, 0, 0, 0);
  setVec3(velocity, 0, 0, 0);
  if (path?.kind === 'static') {
    setVec3(point, path.point.x, path.point.y, path.point.z);
  } else if (path?.kind === 'spiral') {
    const { center, radiusRate, angleRate, heightRate } = path;
    const r = path.radius + radiusRate * t;
    const angle = path.angle + angleRate * t;
    const c = cos(angle);
    const s = sin(angle);
    setVec3(point, center.x + r * c, center.y + r * s, center.z + path.height + heightRate * t);
    setVec3(velocity, radiusRate * c - r * angleRate * s, radiusRate * s + r * angleRate * c, heightRate);
  } else if (path?.kind === 'harmonic') {
    const { center, velocity: v, amplitude: a, frequency: f, phase } = path;
    const x = f.x * t + phase.x;
    const y = f.y * t + phase.y;
    const z = f.z * t + phase.z;
    setVec3(
      point,
      center.x + v.x * t + a.x * sin(x),
      center.y + v.y * t + a.y * sin(y),
      center.z + v.z * t + a.z * sin(z),
    );
    setVec3(velocity, v.x + a.x * f.x * cos(x), v.y + a.y * f.y * cos(y), v.z + a.z * f.z * cos(z));
  }
}

function rotateAt(rotation: Mat3, angularVelocity: Vec3, path: PathOrientation | undefined, t: number): void {
  if (!path) {
    rotationAboutZ(rotation, 0);
    setVec3(angularVelocity, 0, 0, 0);
    return;
  }
  normalizeVec3(unit, path.axis);
  rotationAboutAxis(rotation, unit, path.angle + path.rate * t);
  scaleVec3(angularVelocity, unit, path.rate);
  if (path.tilt) {
    normalizeVec3(unit, path.tilt.axis);
    multiplyMat3(rotation, rotation, rotationAboutAxis(tilt, unit, path.tilt.angle));
  }
}

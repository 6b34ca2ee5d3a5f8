import type { Solid } from '../distance/convex/core.ts';
import {
  hasTorque,
  maxAccelerationUnderTorque,
  maxSpeedUnderTorque,
  rotateUnderTorque,
  torqueWindow,
} from '../math/constant-torque.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import { createMotion } from '../math/motion.ts';
import { createMovingPose, type MovingPose } from '../math/moving-pose.ts';
import {
  maxAngularAcceleration,
  maxAngularSpeed,
  rotationRate,
  type TorqueFreeRotation,
  torqueFreeOrientation,
} from '../math/torque-free-rotation.ts';
import { copyVec3, createVec3, lengthVec3, type Vec3 } from '../math/vec3.ts';
import { createPoint } from '../shapes/point.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { createRotatingCore, loadCore, type RotatingCore } from '../toi/rotating-core.ts';

/** One body of a search for the first contact in free flight, at the current time of the search. */
export interface FreeFlightBody {
  shape: Shape;
  /** Position, velocity and acceleration are relative to A's centre, in world axes. */
  readonly now: MovingPose;
  readonly torqueFree: { state: Float64Array; moments: Float64Array; axes: TorqueFreeRotation['axes'] };
  /** Constant torque, world axes [N m]. */
  readonly torque: Vec3;
  /** Time of `torqueFree` [s]. */
  rotationTime: number;
  /** Bounding radius about the centre [m]; 0 for a half-space, which does not rotate. */
  radius: number;
  /** The part of it that rotation moves: without the radius by which the core is inflated [m]. */
  coreBoundingRadius: number;
  /** Maximum |ω| [rad/s] and |dω/dt| [rad/s²] of the whole flight; under a torque, for the time `window` [s] from the rotation's own time. */
  maxAngularSpeed: number;
  maxAngularAcceleration: number;
  window: number;
  /** For bodies whose core has vertices. */
  readonly core: RotatingCore;
}

const POINT: Shape = createPoint();

export function createFreeFlightBody(): FreeFlightBody {
  const now = createMovingPose();
  return {
    shape: POINT,
    now,
    torqueFree: { state: new Float64Array(7), moments: Float64Array.of(1, 1, 1), axes: now.pose.rotation },
    torque: createVec3(),
    rotationTime: 0,
    radius: 0,
    coreBoundingRadius: 0,
    maxAngularSpeed: 0,
    maxAngularAcceleration: 0,
    window: Number.POSITIVE_INFINITY,
    core: createRotatingCore(),
  };
}

const NO_TORQUE = createVec3();
const STILL = createMotion(createMovingPose().pose);

/** Bodies whose core has vertices: GJK is finite, and separating planes can be certified. */
export function hasVertices(shape: Shape): shape is Solid {
  switch (shape.kind) {
    case 'point':
    case 'segment':
    case 'sphere':
    case 'capsule':
    case 'box':
    case 'hull':
      return true;
    default:
      return false;
  }
}

export function loadFreeFlightBody(body: FreeFlightBody, shape: Shape, flight: FreeFlight): void {
  const { torqueFree, torque = NO_TORQUE } = flight;
  body.shape = shape;
  body.torqueFree.state.set(torqueFree.state);
  body.torqueFree.moments = torqueFree.moments;
  body.torqueFree.axes = torqueFree.axes;
  body.rotationTime = 0;
  copyVec3(body.torque, torque);
  body.window = Number.POSITIVE_INFINITY;
  if (hasTorque(torque)) boundTorque(body);
  else {
    body.maxAngularSpeed = maxAngularSpeed(torqueFree);
    body.maxAngularAcceleration = maxAngularAcceleration(torqueFree);
  }
  if (hasVertices(shape)) {
    loadCore(body.core, shape, STILL);
    body.coreBoundingRadius = body.core.boundingRadius;
    body.radius = body.core.boundingRadius + body.core.radius;
  } else {
    body.radius = shape.kind === 'halfspace' ? 0 : shapeRadius(shape);
    body.coreBoundingRadius = body.radius;
  }
  rotateBody(body, 0);
}

/** Bounds of the rotation under the torque, from its own time on. */
function boundTorque(body: FreeFlightBody): void {
  const { torqueFree, torque } = body;
  body.window = torqueWindow(torqueFree, torque);
  body.maxAngularSpeed = maxSpeedUnderTorque(torqueFree, torque, body.window);
  body.maxAngularAcceleration = maxAccelerationUnderTorque(torqueFree, torque, body.window);
}

/** Rotates the body to `time` [s], never backwards. */
export function rotateBody(body: FreeFlightBody, time: number): void {
  const { now, torqueFree, core } = body;
  if (time > body.rotationTime) rotateUnderTorque(torqueFree, body.torque, time - body.rotationTime);
  body.rotationTime = time;
  if (body.window < Number.POSITIVE_INFINITY) boundTorque(body);
  const r = torqueFreeOrientation(now.pose.rotation, torqueFree);
  const w = rotationRate(now.angularVelocity, torqueFree);
  const { rotation, angularVelocity } = core;
  rotation[0] = r.xx;
  rotation[1] = r.xy;
  rotation[2] = r.xz;
  rotation[3] = r.yx;
  rotation[4] = r.yy;
  rotation[5] = r.yz;
  rotation[6] = r.zx;
  rotation[7] = r.zy;
  rotation[8] = r.zz;
  angularVelocity[0] = w.x;
  angularVelocity[1] = w.y;
  angularVelocity[2] = w.z;
  core.angularSpeed = lengthVec3(w);
}

/** Upper bound of the speed of any point due to rotation [m/s]. */
export function maxRotationSpeed({ coreBoundingRadius, maxAngularSpeed: w }: FreeFlightBody): number {
  return coreBoundingRadius * w;
}

/** Bound of the deviation from uniform rotation, divided by time squared [m/s²]: ρ|dω/dt|/2. */
export function rotationDeviation({ coreBoundingRadius, maxAngularAcceleration: rate }: FreeFlightBody): number {
  return 0.5 * coreBoundingRadius * rate;
}

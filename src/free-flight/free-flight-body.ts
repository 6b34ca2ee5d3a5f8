import type { Solid } from '../distance/convex/core.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import { createMotion } from '../math/motion.ts';
import { createMovingPose, type MovingPose } from '../math/moving-pose.ts';
import {
  maxAngularAcceleration,
  maxAngularSpeed,
  rotateTorqueFree,
  rotationRate,
  type TorqueFreeRotation,
  torqueFreeOrientation,
} from '../math/torque-free-rotation.ts';
import { lengthVec3 } from '../math/vec3.ts';
import { createPoint } from '../shapes/point.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { createRotatingCore, loadCore, type RotatingCore } from '../toi/rotating-core.ts';

/** One body of a search for a first contact in free flight, at the time the search has reached. */
export interface FlyingSide {
  shape: Shape;
  /** Positions are seen from A's centre, velocities and accelerations from A's; axes are the world's. */
  readonly now: MovingPose;
  readonly turning: { state: Float64Array; moments: Float64Array; axes: TorqueFreeRotation['axes'] };
  /** The time to which `turning` has come [s]. */
  rotated: number;
  /** No point is farther from the centre [m]; 0 for a wall, which does not turn. */
  radius: number;
  /** The part of it that turning moves: without what the core is grown by [m]. */
  reach: number;
  /** Largest |ω| [rad/s] and |dω/dt| [rad/s²] of the whole flight. */
  maxAngularSpeed: number;
  maxAngularAcceleration: number;
  /** Of bodies whose core has vertices. */
  readonly core: RotatingCore;
}

const POINT: Shape = createPoint();

export function createFlyingSide(): FlyingSide {
  const now = createMovingPose();
  return {
    shape: POINT,
    now,
    turning: { state: new Float64Array(7), moments: Float64Array.of(1, 1, 1), axes: now.pose.rotation },
    rotated: 0,
    radius: 0,
    reach: 0,
    maxAngularSpeed: 0,
    maxAngularAcceleration: 0,
    core: createRotatingCore(),
  };
}

const STILL = createMotion(createMovingPose().pose);

/** Bodies whose core has vertices: distances are found in a finite number of steps, and planes between them can be proven. */
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

export function loadFlyingSide(side: FlyingSide, shape: Shape, { turning }: FreeFlight): void {
  side.shape = shape;
  side.turning.state.set(turning.state);
  side.turning.moments = turning.moments;
  side.turning.axes = turning.axes;
  side.rotated = 0;
  side.maxAngularSpeed = maxAngularSpeed(turning);
  side.maxAngularAcceleration = maxAngularAcceleration(turning);
  if (hasVertices(shape)) {
    loadCore(side.core, shape, STILL);
    side.reach = side.core.reach;
    side.radius = side.core.reach + side.core.radius;
  } else {
    side.radius = shape.kind === 'halfspace' ? 0 : shapeRadius(shape);
    side.reach = side.radius;
  }
  rotateBody(side, 0);
}

/** Turns the body to `time` [s], never backwards. */
export function rotateBody(side: FlyingSide, time: number): void {
  const { now, turning, core } = side;
  if (time > side.rotated) rotateTorqueFree(turning, time - side.rotated);
  side.rotated = time;
  const r = torqueFreeOrientation(now.pose.rotation, turning);
  const w = rotationRate(now.angularVelocity, turning);
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

/** How fast turning moves any point of the body, at most [m/s]. */
export function maxRotationSpeed({ reach, maxAngularSpeed: w }: FlyingSide): number {
  return reach * w;
}

/** How far the body may stray from turning evenly, over the square of the time [m/s²]: ρ|dω/dt|/2. */
export function rotationDeviation({ reach, maxAngularAcceleration: rate }: FlyingSide): number {
  return 0.5 * reach * rate;
}

import { createMat3, type Mat3, multiplyMat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { velocityOfPoint } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { toWorld } from '../math/pose.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
} from '../math/vec3.ts';
import type { PortState } from './capture-envelope.ts';

/** A docking port of a body, body axes. */
export interface DockingPort {
  /** [m] */
  readonly point: ReadonlyVec3;
  /** Columns: unit axis out of the body, roll mark, and their cross product. Undefined: no orientation. */
  readonly frame?: ReadonlyMat3;
  /** Whether the roll mark is given. */
  readonly hasRoll: boolean;
}

/** A roll mark must differ from the axis by at least this sine of the angle. */
const MIN_SINE = 1e-6;

/**
 * The frame of a port from its axis and its roll mark, which need not be unit vectors nor perpendicular; without a mark one is chosen.
 * Undefined when the axis is zero, or the mark is parallel to it.
 */
export function portFrame(axis: ReadonlyVec3, up?: ReadonlyVec3): Mat3 | undefined {
  if (!(lengthVec3(axis) > 0) || !Number.isFinite(lengthVec3(axis))) return undefined;
  const a = normalizeVec3(createVec3(), axis);
  const given = up ?? leastAligned(a);
  if (!(lengthVec3(given) > 0)) return undefined;
  const mark = normalizeVec3(createVec3(), given);
  addScaledVec3(mark, mark, a, -dotVec3(mark, a));
  if (!(lengthVec3(mark) > MIN_SINE)) return undefined;
  normalizeVec3(mark, mark);
  const side = crossVec3(createVec3(), a, mark);
  return { xx: a.x, xy: mark.x, xz: side.x, yx: a.y, yy: mark.y, yz: side.y, zx: a.z, zy: mark.z, zz: side.z };
}

/** The coordinate axis that is farthest from `a`: z for a planar one. */
function leastAligned({ x, y, z }: ReadonlyVec3): ReadonlyVec3 {
  if (Math.abs(z) <= Math.abs(x) && Math.abs(z) <= Math.abs(y)) return createVec3(0, 0, 1);
  return Math.abs(y) <= Math.abs(x) ? createVec3(0, 1, 0) : createVec3(1, 0, 0);
}

/** Motion of the body of a port. */
export interface PortBody {
  /** Of the axes in which the port is given. */
  readonly pose: ReadonlyPose;
  /** Reference point of `velocity`, world axes [m]. */
  readonly center: ReadonlyVec3;
  /** Of the point `center` of the body [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
}

/** A port in world axes. */
export function portState({ point, frame, hasRoll }: DockingPort, body: PortBody): PortState {
  const { pose, center, angularVelocity } = body;
  const position = toWorld(createVec3(), pose, point);
  const motion = { pose: { position: center, rotation: pose.rotation }, velocity: body.velocity, angularVelocity };
  return {
    position,
    frame: frame && multiplyMat3(createMat3(), pose.rotation, frame),
    hasRoll,
    velocity: velocityOfPoint(createVec3(), motion, position),
    angularVelocity: { ...angularVelocity },
  };
}

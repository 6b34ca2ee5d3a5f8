import {
  BOUNDING_RADIUS,
  BOX,
  type Core,
  createCore,
  RADIUS,
  SIZES,
  type Solid,
  setCore,
} from '../distance/convex/core.ts';
import type { Motion } from '../math/motion.ts';
import { cosSin } from '../math/trig.ts';

/**
 * One body of a search for the first contact of solids: a core with vertices, inflated by a radius, and its motion. Positions
 * and velocities are relative to the origin of A's pose, in world axes.
 */
export interface RotatingCore {
  readonly core: Core;
  /** Vertices of the core in the frame of the body, packed xyz [m], and their count. */
  vertices: Float64Array;
  vertexCount: number;
  /** Index of a vertex near the other body. */
  nearest: number;
  /** Radius by which the core is inflated [m]. */
  radius: number;
  /** Bounding radius ρ of the core about the origin of the pose [m]. */
  boundingRadius: number;
  /** Position, velocity and acceleration of the body's origin at the time of the search. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  /** ω [rad/s], constant. */
  readonly angularVelocity: Float64Array;
  /** |ω| */
  angularSpeed: number;
  /** The time of the search [s]: a field, because numbers passed as arguments get boxed. */
  time: number;
  /** R at that time, by rows. */
  readonly rotation: Float64Array;
  /** R0, K R0 and K² R0 by rows, with K = [ω/|ω|]×. */
  readonly rotations: Float64Array;
  /** Buffer for the vertices of a box. */
  readonly corners: Float64Array;
}

export function createRotatingCore(): RotatingCore {
  const corners = new Float64Array(24);
  return {
    core: createCore(),
    vertices: corners,
    vertexCount: 0,
    nearest: 0,
    radius: 0.5,
    boundingRadius: 0.5,
    position: new Float64Array(3),
    velocity: new Float64Array(3),
    acceleration: new Float64Array(3),
    angularVelocity: new Float64Array(3),
    angularSpeed: 0.5,
    time: 0.5,
    rotation: new Float64Array(9),
    rotations: new Float64Array(27),
    corners,
  };
}

/** Loads the core of a shape and its angular velocity; the search sets the position. */
export function loadCore(body: RotatingCore, shape: Solid, motion: Motion): void {
  const { core, corners, angularVelocity } = body;
  const { x, y, z } = motion.angularVelocity;
  setCore(core, shape);
  body.radius = core.numbers[RADIUS];
  body.boundingRadius = core.numbers[BOUNDING_RADIUS];
  if (core.kind === BOX) {
    body.vertices = corners;
    body.vertexCount = writeCorners(corners, core.numbers);
  } else {
    body.vertices = core.vertices;
    body.vertexCount = core.vertices.length / 3;
  }
  angularVelocity[0] = x;
  angularVelocity[1] = y;
  angularVelocity[2] = z;
  body.angularSpeed = Math.sqrt(x * x + y * y + z * z);
}

/** The distinct corners of a box: eight, or fewer if it is flat. Returns their count. */
function writeCorners(corners: Float64Array, numbers: Float64Array): number {
  const x = numbers[SIZES];
  const y = numbers[SIZES + 1];
  const z = numbers[SIZES + 2];
  let count = 0;
  for (let signs = 0; signs < 8; signs++) {
    const isDuplicate = ((signs & 1) > 0 && x === 0) || ((signs & 2) > 0 && y === 0) || ((signs & 4) > 0 && z === 0);
    if (isDuplicate) continue;
    corners[3 * count] = (signs & 1) > 0 ? -x : x;
    corners[3 * count + 1] = (signs & 2) > 0 ? -y : y;
    corners[3 * count + 2] = (signs & 4) > 0 ? -z : z;
    count++;
  }
  return count;
}

/** Prepares `rotateToTime`, once per search. */
export function prepareRotations({ rotations, angularVelocity, angularSpeed }: RotatingCore, motion: Motion): void {
  const { rotation: r } = motion.pose;
  rotations[0] = r.xx;
  rotations[1] = r.xy;
  rotations[2] = r.xz;
  rotations[3] = r.yx;
  rotations[4] = r.yy;
  rotations[5] = r.yz;
  rotations[6] = r.zx;
  rotations[7] = r.zy;
  rotations[8] = r.zz;
  if (angularSpeed === 0) return;
  const x = angularVelocity[0] / angularSpeed;
  const y = angularVelocity[1] / angularSpeed;
  const z = angularVelocity[2] / angularSpeed;
  for (let column = 0; column < 3; column++) {
    for (let i = column; i < 18; i += 9) {
      const a = rotations[i];
      const b = rotations[i + 3];
      const c = rotations[i + 6];
      rotations[i + 9] = y * c - z * b;
      rotations[i + 12] = z * a - x * c;
      rotations[i + 15] = x * b - y * a;
    }
  }
}

/** An angle, then its cosine and sine. */
const half = new Float64Array(2);

/** Rotates a body to its `time`: R(t) = R0 + sin θ K R0 + 2 sin²(θ/2) K² R0, θ = |ω| t: no drift at any angle. */
export function rotateToTime({ rotation, rotations, angularSpeed, time }: RotatingCore): void {
  if (angularSpeed === 0) {
    for (let i = 0; i < 9; i++) rotation[i] = rotations[i];
    return;
  }
  half[0] = 0.5 * angularSpeed * time;
  cosSin(half);
  const sine = 2 * half[1] * half[0];
  const rest = 2 * half[1] * half[1];
  for (let i = 0; i < 9; i++) rotation[i] = rotations[i] + sine * rotations[i + 9] + rest * rotations[i + 18];
}

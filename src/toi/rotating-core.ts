import { BOX, type Core, createCore, RADIUS, REACH, SIZES, type Solid, setCore } from '../distance/convex/core.ts';
import type { Motion } from '../math/motion.ts';
import { cosSin } from '../math/trig.ts';

/**
 * One body of a search for a first contact in space: a core with vertices, grown by a radius, and how it moves. Positions and
 * velocities are seen from the origin of A's pose, in world axes.
 */
export interface RotatingCore {
  readonly core: Core;
  /** Vertices of the core in the frame of the body, packed xyz [m], and how many. */
  vertices: Float64Array;
  vertexCount: number;
  /** The number of a vertex near the other body. */
  nearest: number;
  /** What the core is grown by [m]. */
  radius: number;
  /** ρ [m]: no vertex is farther from the origin of the pose. */
  reach: number;
  /** Position, velocity and acceleration of the body's origin at the time of the search. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  /** ω [rad/s], constant. */
  readonly angularVelocity: Float64Array;
  /** |ω| */
  angularSpeed: number;
  /** The time of the search [s]: a field, because numbers handed to a call get boxed. */
  time: number;
  /** R at that time, by rows. */
  readonly rotation: Float64Array;
  /** R0, K R0 and K² R0 by rows, with K = [ω/|ω|]×. */
  readonly rotations: Float64Array;
  /** Room for the vertices of a box. */
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
    reach: 0.5,
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

/** The core of a shape and its spin; where its origin is, is the business of the search. */
export function loadCore(side: RotatingCore, shape: Solid, motion: Motion): void {
  const { core, corners, angularVelocity } = side;
  const { x, y, z } = motion.angularVelocity;
  setCore(core, shape);
  side.radius = core.numbers[RADIUS];
  side.reach = core.numbers[REACH];
  if (core.kind === BOX) {
    side.vertices = corners;
    side.vertexCount = writeCorners(corners, core.numbers);
  } else {
    side.vertices = core.vertices;
    side.vertexCount = core.vertices.length / 3;
  }
  angularVelocity[0] = x;
  angularVelocity[1] = y;
  angularVelocity[2] = z;
  side.angularSpeed = Math.sqrt(x * x + y * y + z * z);
}

/** The different corners of a box: eight, or fewer if it is flat. Returns their number. */
function writeCorners(corners: Float64Array, numbers: Float64Array): number {
  const x = numbers[SIZES];
  const y = numbers[SIZES + 1];
  const z = numbers[SIZES + 2];
  let count = 0;
  for (let signs = 0; signs < 8; signs++) {
    const twice = ((signs & 1) > 0 && x === 0) || ((signs & 2) > 0 && y === 0) || ((signs & 4) > 0 && z === 0);
    if (twice) continue;
    corners[3 * count] = (signs & 1) > 0 ? -x : x;
    corners[3 * count + 1] = (signs & 2) > 0 ? -y : y;
    corners[3 * count + 2] = (signs & 4) > 0 ? -z : z;
    count++;
  }
  return count;
}

/** What `rotateToTime` needs, once a search. */
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

/** Turns a body to its `time`: R(t) = R0 + sin θ K R0 + 2 sin²(θ/2) K² R0, θ = |ω| t: no drift at any angle. */
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

import { createPose, type Pose } from '../../../math/pose.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { createContact } from '../../contact.ts';
import { hasCore } from '../../convex/core.ts';
import { closestSolids } from '../../convex/solid-contact.ts';
import { clearSimplexCache, createSimplexCache } from '../../simplex-cache.ts';
import type { ContactSolver } from '../witness/contact-solve.ts';
import { OFFSET_B, ROTATION_B, type WitnessPair } from '../witness/witness-pair.ts';

/**
 * Bounds of the depth of two overlapping convex bodies. [PG05-7]
 *
 * Upper bound: the distance between two support planes, -gap(m) for any direction m; the tracked direction gives it in every step. Lower bound: the
 * polytope of EPA lies inside the Minkowski difference, so the distance of its boundary from the origin is at most the depth. Between two such
 * computations the depth changes by no more than the bodies move relative to each other, which carries the lower bound along.
 */

/** Rounding of support points and Newton's method, as a fraction of the size. */
const SLACK = 1e-9;

const poseA = createPose();
const poseB = createPose();
const contact = createContact();
const cache = createSimplexCache();

/** Bounds of the depth, and the direction of the minimum depth found. */
export interface DepthBound {
  /** [m] */
  lower: number;
  upper: number;
  /** Unit vector from A to B. */
  readonly direction: Float64Array;
}

export function createDepthBound(): DepthBound {
  return { lower: 0, upper: 0, direction: new Float64Array(3) };
}

/** Can the depth of this pair be bounded: are both closed convex bodies in space? */
export function hasDepthBound({ a, b }: WitnessPair): boolean {
  return a.shape.kind === 'tiled' && b.shape.kind === 'tiled' && hasCore(a.shape) && hasCore(b.shape);
}

/** Computes bounds of the depth at the poses of the pair; false if the bodies have none. */
export function boundDepth(out: DepthBound, { pair }: ContactSolver): boolean {
  const { a, b, frame, size } = pair;
  if (!hasDepthBound(pair)) return false;
  unpack(poseA, frame, 0);
  unpack(poseB, frame, ROTATION_B);
  poseB.position.x = frame[OFFSET_B];
  poseB.position.y = frame[OFFSET_B + 1];
  poseB.position.z = frame[OFFSET_B + 2];
  clearSimplexCache(cache);
  closestSolids(contact, a.shape as TiledBody, poseA, b.shape as TiledBody, poseB, cache);
  const { distance, errorBound, normal } = contact;
  out.direction[0] = normal.x;
  out.direction[1] = normal.y;
  out.direction[2] = normal.z;
  out.lower = Math.max(0, -distance - errorBound - SLACK * size);
  out.upper = Math.max(0, -distance + errorBound + SLACK * size);
  return Number.isFinite(distance + errorBound);
}

function unpack({ rotation }: Pose, frame: Float64Array, at: number): void {
  rotation.xx = frame[at];
  rotation.xy = frame[at + 1];
  rotation.xz = frame[at + 2];
  rotation.yx = frame[at + 3];
  rotation.yy = frame[at + 4];
  rotation.yz = frame[at + 5];
  rotation.zx = frame[at + 6];
  rotation.zy = frame[at + 7];
  rotation.zz = frame[at + 8];
}

/** Offset of B and rotation of B, both relative to A in its axes: twelve numbers. */
export function relativePose(out: Float64Array, { frame }: WitnessPair): void {
  for (let i = 0; i < 3; i++) {
    out[i] = frame[i] * frame[OFFSET_B] + frame[3 + i] * frame[OFFSET_B + 1] + frame[6 + i] * frame[OFFSET_B + 2];
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += frame[3 * k + i] * frame[ROTATION_B + 3 * k + j];
      out[3 + 3 * i + j] = sum;
    }
  }
}

/** Maximum displacement of a point of B relative to A between two relative poses [m]: a bound on the change of the depth. */
export function relativeMotion(before: Float64Array, after: Float64Array, { b, size }: WitnessPair): number {
  const { center, radius } = b.shape as TiledBody;
  let shift = 0;
  let turn = 0;
  for (let i = 0; i < 3; i++) {
    const row = 3 + 3 * i;
    const x = after[row] - before[row];
    const y = after[row + 1] - before[row + 1];
    const z = after[row + 2] - before[row + 2];
    // the centre moves by this, points about it rotate
    const along = after[i] - before[i] + x * center.x + y * center.y + z * center.z;
    shift += along * along;
    turn += x * x + y * y + z * z;
  }
  // the operator norm of the difference of two rotations is its Frobenius norm over √2
  return Math.sqrt(shift) + Math.sqrt(0.5 * turn) * radius + ROUNDING * size;
}

/** Rounding of a displacement, as a fraction of the size. */
const ROUNDING = 1e-15;

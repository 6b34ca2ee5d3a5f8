/** Are two overlapping bodies parted by one shortest translation alone? Bodies about one middle have several. */
import { BOX, CONE, type Core, CYLINDER, ELLIPSOID, isPolytope, RADIUS, REACH } from './core.ts';
import { extreme, HEIGHT, supportMinkowski } from './minkowski-difference.ts';

/** Depths that differ by this share of the size are equal. */
const EQUAL = 4e-15;
/** Cosine of the angle below which two directions are different. */
const DIFFERENT = 1 - 1e-6;

/** n, a unit vector from A to B in A's frame, the depth along it, and by how much that may be wrong [m]. */
export const wayOut = new Float64Array(5);
export const DEPTH = 3;
export const DEPTH_BOUND = 4;

const other = new Float64Array(3);

/**
 * Looks at the opposite direction, and for round bodies at those that their symmetries make of n: turned by half a revolution about an
 * axis of a body, and mirrored across it. What is as deep along one of these has more than one way out.
 */
export function isOnlyWayOut(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  const radii = coreA.numbers[RADIUS] + coreB.numbers[RADIUS];
  const size = coreA.numbers[REACH] + coreB.numbers[REACH] + radii;
  if (coreA.kind === BOX && coreB.kind === BOX) {
    // about their own middles these are the same along n and against it
    const along = wayOut[0] * relative[9] + wayOut[1] * relative[10] + wayOut[2] * relative[11];
    return 2 * along > wayOut[DEPTH_BOUND] + EQUAL * size;
  }
  return hasNoOther(coreA, coreB, relative, wayOut[DEPTH] - radii + wayOut[DEPTH_BOUND] + EQUAL * size);
}

function hasNoOther(coreA: Core, coreB: Core, relative: Float64Array, limit: number): boolean {
  for (let k = 0; k < 3; k++) other[k] = -wayOut[k];
  if (isAsDeep(coreA, coreB, relative, limit)) return false;
  if (isPolytope(coreA) && isPolytope(coreB)) return true;
  for (let axis = 0; axis < 6; axis++) {
    if (!isSymmetric(axis < 3 ? coreA.kind : coreB.kind, axis % 3)) continue;
    for (let sign = -1; sign <= 1; sign += 2) {
      setMirrored(relative, axis, sign);
      if (isAsDeep(coreA, coreB, relative, limit)) return false;
    }
  }
  return true;
}

/** Is this an axis that the core stays the same about? For bodies of revolution all others are like any direction. */
function isSymmetric(kind: number, axis: number): boolean {
  return kind === BOX || kind === ELLIPSOID || (axis === 2 && (kind === CYLINDER || kind === CONE));
}

/** n turned about, or with `sign` -1 mirrored across, axis x, y or z of A, then of B, whose axes are the columns of the rotation. */
// biome-ignore format: one vector per line
function setMirrored(r: Float64Array, axis: number, sign: number): void {
  const k = axis % 3, isB = axis > 2;
  const x = isB ? r[k] : +(k === 0), y = isB ? r[3 + k] : +(k === 1), z = isB ? r[6 + k] : +(k === 2);
  const along = 2 * (x * wayOut[0] + y * wayOut[1] + z * wayOut[2]);
  other[0] = sign * (along * x - wayOut[0]); other[1] = sign * (along * y - wayOut[1]); other[2] = sign * (along * z - wayOut[2]);
}

function isAsDeep(coreA: Core, coreB: Core, relative: Float64Array, limit: number): boolean {
  if (other[0] * wayOut[0] + other[1] * wayOut[1] + other[2] * wayOut[2] > DIFFERENT) return false;
  supportMinkowski(coreA, coreB, relative, other, 0);
  return extreme[HEIGHT] <= limit;
}

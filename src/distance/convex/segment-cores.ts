/** Distance of two cores that are points or segments along the z axes of their frames: spheres and capsules. */
import { BOX, type Core, SIZES } from './core.ts';
import { COUNT, DISTANCE, LOWER, NORMAL, OFF, POINT_A, STEPS, UPPER } from './gjk-result.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';

/** Squared distance relative to the squared size below which the direction between the points is rounding error. */
const NEAR_SQ = 1e-20;
/** Squared sine of the angle below which segments are parallel: rounding error of rotations. */
const PARALLEL_SQ = 1.6e-29;
/** Rounding error of lengths, relative to the sum of all lengths. */
const ROUNDING = 1e-15;
/** Certificate: allowed difference of the plane and point distances, in rounding errors. */
const CERTIFIED = 4;

export function isSegmentCore(core: Core): boolean {
  return core.kind === BOX && core.numbers[SIZES] === 0 && core.numbers[SIZES + 1] === 0;
}

/**
 * A's points are s e, e the z axis, |s| ≤ S; B's t + u d, |u| ≤ U. On the lines, s = e·t - b w/(1 - b²) with b = e·d and w the
 * dot product of the components of d and t perpendicular to e; 1 - b² is the square of that component of d, so nearly parallel axes cause no
 * cancellation. False where the segments intersect, to machine precision, and where no separating planes certify the distance.
 */
// biome-ignore format: one vector per line
export function segmentCoreDistance(workspace: GjkWorkspace, coreA: Core, coreB: Core, relative: Float64Array): boolean {
  const { result } = workspace;
  const longestS = coreA.numbers[SIZES + 2], longestU = coreB.numbers[SIZES + 2];
  const dx = relative[2], dy = relative[5], b = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  const sineSq = dx * dx + dy * dy, w = dx * tx + dy * ty;
  // parallel segments overlap in an interval: take its midpoint, and report two points in `COUNT`
  const low = Math.max(-longestS, tz - longestU), high = Math.min(longestS, tz + longestU);
  const shared = sineSq <= PARALLEL_SQ && high > low;
  const line = shared ? 0.5 * (low + high) : sineSq > 0 ? tz - b * w / sineSq : tz;
  const first = Math.max(-longestS, Math.min(longestS, line));
  const u = Math.max(-longestU, Math.min(longestU, b * (first - tz) - w));
  const s = Math.max(-longestS, Math.min(longestS, tz + b * u));
  let x = tx + u * dx, y = ty + u * dy, z = tz + u * b - s;
  let slope = x * dx + y * dy + z * b, lengthSq = x * x + y * y + z * z;
  const size = longestS + longestU;
  if (!(lengthSq > NEAR_SQ * size * size)) return false;
  const rounding = ROUNDING * (size + Math.abs(tx) + Math.abs(ty) + Math.abs(tz));
  let distance = Math.sqrt(lengthSq);
  // support planes of A and B perpendicular to the difference: is their separation the whole distance?
  let height = x * tx + y * ty + z * tz - longestS * Math.abs(z) - longestU * Math.abs(slope);
  if (lengthSq - height > rounding * distance) {
    // make the difference exactly perpendicular to the segment with an interior closest point; a difference of close points is not
    const aside = x * dx + y * dy;
    if (s > -longestS && s < longestS && aside * aside <= rounding * rounding * sineSq) {
      x -= aside * dx / sineSq; y -= aside * dy / sineSq; z = 0;
    } else if (Math.abs(slope) <= rounding) {
      x -= slope * dx; y -= slope * dy; z -= slope * b;
    }
    slope = x * dx + y * dy + z * b; lengthSq = x * x + y * y + z * z;
    distance = Math.sqrt(lengthSq);
    height = x * tx + y * ty + z * tz - longestS * Math.abs(z) - longestU * Math.abs(slope);
    if (!(lengthSq - height <= CERTIFIED * rounding * distance)) return false;
  }
  result[DISTANCE] = distance; result[LOWER] = distance; result[UPPER] = distance; result[OFF] = 0;
  result[NORMAL] = x / distance; result[NORMAL + 1] = y / distance; result[NORMAL + 2] = z / distance;
  result[POINT_A] = 0; result[POINT_A + 1] = 0; result[POINT_A + 2] = s;
  result[STEPS] = 0; result[COUNT] = shared ? 2 : 1;
  return true;
}

/** Distance of two cores that are points or segments along the z axes of their frames: balls and capsules. */
import { BOX, type Core, SIZES } from './core.ts';
import { COUNT, DISTANCE, found, LOWER, NORMAL, OFF, POINT_A, STEPS, UPPER } from './gjk-result.ts';

/** Nearer than this share of the size, the direction from point to point is rounding. */
const NEAR_SQ = 1e-20;
/** Segments at a smaller angle than the root of this lie along each other: rounding of rotations. */
const PARALLEL_SQ = 1.6e-29;
/** Of lengths, as a share of all lengths together. */
const ROUNDING = 1e-15;
/** Planes between the segments may be nearer to each other than their points by this many roundings. */
const CERTIFIED = 4;

export function isThin(core: Core): boolean {
  return core.kind === BOX && core.numbers[SIZES] === 0 && core.numbers[SIZES + 1] === 0;
}

/**
 * A's points are s e, e the z axis, |s| ≤ S; B's t + u d, |u| ≤ U. On the lines, s = e·t - b w/(1 - b²) with b = e·d and w the
 * product of the parts of d and t across e; 1 - b² is the square of that part of d, so nearly parallel axes cost no digits.
 * False where the segments meet, as far as rounding can tell, and where no planes between them prove the distance.
 */
// biome-ignore format: one vector per line
export function thinDistance(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  const longestS = coreA.numbers[SIZES + 2], longestU = coreB.numbers[SIZES + 2];
  const dx = relative[2], dy = relative[5], b = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  const across = dx * dx + dy * dy, w = dx * tx + dy * ty;
  // side by side, segments along each other share a stretch: its middle, and two points of it in `COUNT`
  const low = Math.max(-longestS, tz - longestU), high = Math.min(longestS, tz + longestU);
  const shared = across <= PARALLEL_SQ && high > low;
  const line = shared ? 0.5 * (low + high) : across > 0 ? tz - b * w / across : tz;
  const first = Math.max(-longestS, Math.min(longestS, line));
  const u = Math.max(-longestU, Math.min(longestU, b * (first - tz) - w));
  const s = Math.max(-longestS, Math.min(longestS, tz + b * u));
  let x = tx + u * dx, y = ty + u * dy, z = tz + u * b - s;
  let slope = x * dx + y * dy + z * b, lengthSq = x * x + y * y + z * z;
  const size = longestS + longestU;
  if (!(lengthSq > NEAR_SQ * size * size)) return false;
  const rounding = ROUNDING * (size + Math.abs(tx) + Math.abs(ty) + Math.abs(tz));
  let distance = Math.sqrt(lengthSq);
  // all of A is behind the plane across the difference at one height, all of B before it at another: is that all of the distance?
  let height = x * tx + y * ty + z * tz - longestS * Math.abs(z) - longestU * Math.abs(slope);
  if (lengthSq - height > rounding * distance) {
    // perpendicular to what is met inside, to the last digit, which the difference of near points is not
    const aside = x * dx + y * dy;
    if (s > -longestS && s < longestS && aside * aside <= rounding * rounding * across) {
      x -= aside * dx / across; y -= aside * dy / across; z = 0;
    } else if (Math.abs(slope) <= rounding) {
      x -= slope * dx; y -= slope * dy; z -= slope * b;
    }
    slope = x * dx + y * dy + z * b; lengthSq = x * x + y * y + z * z;
    distance = Math.sqrt(lengthSq);
    height = x * tx + y * ty + z * tz - longestS * Math.abs(z) - longestU * Math.abs(slope);
    if (!(lengthSq - height <= CERTIFIED * rounding * distance)) return false;
  }
  found[DISTANCE] = distance; found[LOWER] = distance; found[UPPER] = distance; found[OFF] = 0;
  found[NORMAL] = x / distance; found[NORMAL + 1] = y / distance; found[NORMAL + 2] = z / distance;
  found[POINT_A] = 0; found[POINT_A + 1] = 0; found[POINT_A + 2] = s;
  found[STEPS] = 0; found[COUNT] = shared ? 2 : 1;
  return true;
}

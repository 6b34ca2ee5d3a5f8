/** Distance of two cores that are points or segments along the z axes of their frames: balls and capsules. */
import { BOX, type Core, SIZES } from './core.ts';
import { COUNT, DISTANCE, found, LOWER, NORMAL, OFF, POINT_A, STEPS, UPPER } from './found.ts';

/** Nearer than this share of the size, the direction from point to point is rounding. */
const NEAR_SQ = 1e-20;
/** Segments at a smaller angle than the root of this lie along each other: rounding of rotations. */
const PARALLEL_SQ = 1.6e-29;

export function isThin(core: Core): boolean {
  return core.kind === BOX && core.numbers[SIZES] === 0 && core.numbers[SIZES + 1] === 0;
}

/**
 * A's points are s e, e the z axis, |s| ≤ S; B's t + u d, |u| ≤ U. On the lines, s = e·t - b w/(1 - b²) with b = e·d and w the
 * product of the parts of d and t across e; 1 - b² is the square of that part of d, so nearly parallel axes cost no digits.
 * False where the segments meet, as far as rounding can tell.
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
  // perpendicular to what is met inside, to the last digit, which the difference of near points is not; from an end, the segment must lead away
  const isInA = s > -longestS && s < longestS, isInB = u > -longestU && u < longestU;
  const slope = x * dx + y * dy + z * b, leans = !shared && longestU > 0 && (isInB || (u > 0 ? slope > 0 : slope < 0));
  if (isInA && leans && across > 0) {
    const k = (ty * dx - tx * dy) / across;
    x = -dy * k; y = dx * k; z = 0;
  } else if (leans) {
    x -= slope * dx; y -= slope * dy; z -= slope * b;
  }
  const lengthSq = x * x + y * y + z * z;
  const size = longestS + longestU;
  if (!(lengthSq > NEAR_SQ * size * size)) return false;
  const distance = Math.sqrt(lengthSq);
  found[DISTANCE] = distance; found[LOWER] = distance; found[UPPER] = distance; found[OFF] = 0;
  found[NORMAL] = x / distance; found[NORMAL + 1] = y / distance; found[NORMAL + 2] = z / distance;
  found[POINT_A] = 0; found[POINT_A + 1] = 0; found[POINT_A + 2] = s;
  found[STEPS] = 0; found[COUNT] = shared ? 2 : 1;
  return true;
}

import { safeScale } from '../../math/scale.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';

/** Closest points of two infinite lines: A at start + s d, B at start + t d. */
export interface LineLine {
  /** Unsigned [m]. */
  distance: number;
  /** Parameter on line A: 0 at its start, 1 at its end. */
  s: number;
  /** Parameter on line B: 0 at its start, 1 at its end. */
  t: number;
  /** The closest point of line A [m]. */
  pointA: Vec3;
  /** The closest point of line B [m]. */
  pointB: Vec3;
  /** False for parallel lines; then s = 0. */
  unique: boolean;
}

/** A new result of `closestLineLine`, which may be used again. */
export function createLineLine(): LineLine {
  return { distance: 0, s: 0, t: 0, pointA: createVec3(), pointB: createVec3(), unique: true };
}

/** Below this fraction of a e the determinant a e - b² is rounding error: the lines are parallel. */
const PARALLEL = 1e-14;

const d1 = createVec3();
const d2 = createVec3();
const r = createVec3();
const cross = createVec3();
const gap = createVec3();

/**
 * Closest points of the infinite lines through `startA`, `endA` and `startB`, `endB`. With a = d1·d1, e = d2·d2, b = d1·d2,
 * c = d1·r, f = d2·r: s = (b f - c e)/(a e - b²), t = (a f - b c)/(a e - b²). Parallel lines: the distance of `startA` to
 * the other line. A line whose two points are the same is that point. [CP13-2.2]; the slides lack the factor a (E2) and use
 * one name for both parameters (E1).
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { closestLineLine, createLineLine } from 'appulse/kernels';
 *
 * const { distance, s, t, pointA } = closestLineLine(createLineLine(), vec3(0), vec3(1), vec3(3, 2, 0), vec3(3, 2, 1));
 * console.log(distance, s, t, pointA); // 2 3 0 { x: 3, y: 0, z: 0 }
 * ```
 */
export function closestLineLine(
  out: LineLine,
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): LineLine {
  // each vector by its own size: the points that define a line may be close together and far from the other line
  const k1 = scaled(subVec3(d1, endA, startA));
  const k2 = scaled(subVec3(d2, endB, startB));
  const k = scaled(subVec3(r, startA, startB));
  const a = dotVec3(d1, d1);
  const e = dotVec3(d2, d2);
  const b = dotVec3(d1, d2);
  const c = dotVec3(d1, r);
  const f = dotVec3(d2, r);
  crossVec3(cross, d1, d2);
  // |d1 × d2|² is a e - b² without cancellation
  const determinant = dotVec3(cross, cross);
  const skew = determinant > PARALLEL * a * e;
  let s = 0;
  let t = 0;
  if (skew) {
    s = (b * f - c * e) / determinant;
    t = (a * f - b * c) / determinant;
  } else if (e > 0) t = f / e;
  else if (a > 0) s = -c / a;
  out.unique = skew || a === 0 || e === 0;
  out.s = (s / k1) * k;
  out.t = (t / k2) * k;
  addScaledVec3(out.pointA, startA, d1, s * k);
  addScaledVec3(out.pointB, startB, d2, t * k);
  // skew lines: the component of r along the common normal is more accurate
  out.distance = k * (skew ? Math.abs(dotVec3(r, cross)) / Math.sqrt(determinant) : lengthVec3(gapOf(s, t)));
  return out;
}

/** Divides a vector by a power of two where products would overflow or underflow; returns the divisor. */
function scaled(vector: Vec3): number {
  const k = safeScale(lengthVec3(vector));
  scaleVec3(vector, vector, 1 / k);
  return k;
}

function gapOf(s: number, t: number): Vec3 {
  return addScaledVec3(gap, addScaledVec3(gap, r, d1, s), d2, -t);
}

import { safeScale } from '../../math/scale.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, type ReadonlyVec3, scaleVec3, subVec3 } from '../../math/vec3.ts';

/** Closest points of two infinite lines: A at start + s d, B at start + t d. */
export interface LineLine {
  /** Unsigned [m]. */
  distance: number;
  /** Parameter on line A: 0 at its start, 1 at its end. */
  s: number;
  /** Parameter on line B: 0 at its start, 1 at its end. */
  t: number;
  /** False for parallel lines; then s = 0. */
  unique: boolean;
}

/** A new result of `closestLineLine`, which may be used again. */
export function createLineLine(): LineLine {
  return { distance: 0, s: 0, t: 0, unique: true };
}

/** Below this fraction of a e the determinant a e - b² is rounding error: the lines are parallel. */
const PARALLEL = 1e-14;

const d1 = createVec3();
const d2 = createVec3();
const r = createVec3();
const cross = createVec3();

/**
 * Closest points of the lines through `startA`, `endA` and `startB`, `endB`. With a = d1·d1, e = d2·d2, b = d1·d2, c =
 * d1·r, f = d2·r: s = (b f - c e)/(a e - b²), t = (a f - b c)/(a e - b²). [CP13-2.2]; the slides lack the factor a (E2)
 * and use one name for both parameters (E1).
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { closestLineLine, createLineLine } from 'appulse/kernels';
 *
 * const { distance, s, t } = closestLineLine(createLineLine(), vec3(0), vec3(1), vec3(3, 2, 0), vec3(3, 2, 1));
 * console.log(distance, s, t); // 2 3 0
 * ```
 */
export function closestLineLine(
  out: LineLine,
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): LineLine {
  subVec3(d1, endA, startA);
  subVec3(d2, endB, startB);
  subVec3(r, startA, startB);
  const k = safeScale(Math.max(lengthVec3(d1), lengthVec3(d2), lengthVec3(r)));
  for (const vector of [d1, d2, r]) scaleVec3(vector, vector, 1 / k);
  const a = dotVec3(d1, d1);
  const e = dotVec3(d2, d2);
  const b = dotVec3(d1, d2);
  const c = dotVec3(d1, r);
  const f = dotVec3(d2, r);
  crossVec3(cross, d1, d2);
  // |d1 × d2|² is a e - b² without cancellation
  const determinant = dotVec3(cross, cross);
  out.unique = determinant > PARALLEL * a * e;
  out.s = out.unique ? (b * f - c * e) / determinant : 0;
  out.t = out.unique ? (a * f - b * c) / determinant : e > 0 ? f / e : 0;
  const gap = {
    x: r.x + out.s * d1.x - out.t * d2.x,
    y: r.y + out.s * d1.y - out.t * d2.y,
    z: r.z + out.s * d1.z - out.t * d2.z,
  };
  // skew lines: the component of r along the common normal is more accurate
  out.distance =
    k * (out.unique && determinant > 0 ? Math.abs(dotVec3(r, cross)) / Math.sqrt(determinant) : lengthVec3(gap));
  return out;
}

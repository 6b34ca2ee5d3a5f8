/**
 * When is the distance of two moving features first equal to a given value? Conservative: never late. [VBC24-2.8]
 *
 * The distance changes no faster than Lip, the maximum speed of one feature plus that of the other, relative to the mean of
 * the four points. So τ can advance by (distance - d) / Lip without passing the contact. No Newton steps: they may
 * overshoot.
 */
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { distanceAt } from './feature-distance.ts';
import { changeOf, E2, E3, G, type RelativeMotion, relativeMotionSize } from './relative-motion.ts';

export interface SeparationTime {
  /** `iteration-limit`: undecided, but no contact before `time`. */
  status: 'hit' | 'none' | 'iteration-limit';
  /** [s], never after the first time at that distance; the end of the step if there is none. */
  time: number;
  iterations: number;
}

export function createSeparationTime(): SeparationTime {
  return { status: 'none', time: 0, iterations: 0 };
}

/**
 * A pair counts as being at distance d if its distance exceeds d by at most this fraction of d, or of the size L of the query.
 */
const NEAR = 1e-6;
const ROUNDING = 1e-15;
/** Grazing pairs took up to 8330 steps. */
const STEP_LIMIT = 100_000;

const weights = new Float64Array(3);
const points = [createVec3(), createVec3(), createVec3(), createVec3()];
const mean = createVec3();

/**
 * First time [s] in a step of `duration` at which the distance of the features is `separation` [m], which is above zero.
 */
export function separationTime(
  out: SeparationTime,
  relativeMotion: RelativeMotion,
  separation: number,
  duration: number,
): SeparationTime {
  const rounding = ROUNDING * relativeMotionSize(relativeMotion);
  const near = Math.max(NEAR * separation, rounding);
  const speed = maxDistanceRate(relativeMotion) * (1 + ROUNDING);
  let tau = 0;
  for (out.iterations = 1; out.iterations < STEP_LIMIT; out.iterations++) {
    const excess = distanceAt(weights, relativeMotion, tau) - separation;
    // the distance itself has a rounding error
    const next = tau + (excess - 0.5 * rounding) / speed;
    if (excess <= near || next === tau) return finish(out, 'hit', tau * duration);
    if (!(next <= 1)) return finish(out, 'none', duration);
    tau = next;
  }
  return finish(out, 'iteration-limit', tau * duration);
}

function finish(out: SeparationTime, status: SeparationTime['status'], time: number): SeparationTime {
  out.status = status;
  out.time = time;
  return out;
}

/** Lip: upper bound of the rate of the distance [m per step]. */
function maxDistanceRate(relativeMotion: RelativeMotion): number {
  const [a, b, c, d] = points;
  // a is the reference point, at the origin
  changeOf(b, relativeMotion, E2);
  changeOf(c, relativeMotion, relativeMotion.kind === 'triangle' ? E3 : G);
  changeOf(d, relativeMotion, relativeMotion.kind === 'triangle' ? G : E3);
  if (relativeMotion.kind === 'edges') addTo(d, c);
  a.x = a.y = a.z = mean.x = mean.y = mean.z = 0;
  for (const point of points) addTo(mean, point);
  mean.x /= 4;
  mean.y /= 4;
  mean.z /= 4;
  const [speedA, speedB, speedC, speedD] = points.map((point) => lengthVec3(subVec3(point, point, mean)));
  if (relativeMotion.kind === 'triangle') return Math.max(speedA, speedB, speedC) + speedD;
  return Math.max(speedA, speedB) + Math.max(speedC, speedD);
}

function addTo(sum: { x: number; y: number; z: number }, a: ReadonlyVec3): void {
  sum.x += a.x;
  sum.y += a.y;
  sum.z += a.z;
}

/**
 * When do two moving features first come as near as a given distance? Conservative: never late. [VBC24] spec 2.8
 *
 * The distance cannot change faster than Lip, the largest speed of the one feature plus that of the other, seen from
 * the mean of the four points. So τ may go on by (distance - d) / Lip without passing the contact. No Newton steps:
 * they may overshoot.
 */
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { distanceAt } from './feature-distance.ts';
import { changeOf, E2, E3, G, type RelativeMotion, relativeMotionSize } from './relative-motion.ts';

export interface SeparationTime {
  /** `iteration-limit`: undecided, but no contact before `time`. */
  status: 'hit' | 'none' | 'iteration-limit';
  /** [s], never after the first time at that distance; the end of the step when there is none. */
  time: number;
  iterations: number;
}

export function createSeparationTime(): SeparationTime {
  return { status: 'none', time: 0, iterations: 0 };
}

/**
 * A pair counts as being at distance d when its distance exceeds d by no more than this share of d, or of the size L of
 * the query.
 */
const NEAR = 1e-6;
const ROUNDING = 1e-15;
/** Grazing pairs took up to 8330 steps. */
const STEP_LIMIT = 100_000;

const weights = new Float64Array(3);
const points = [createVec3(), createVec3(), createVec3(), createVec3()];
const mean = createVec3();

/**
 * First time [s] in a step of `duration` at which the features of the course are as near as `separation` [m], which is
 * above zero.
 */
export function separationTime(
  out: SeparationTime,
  relativeMotion: RelativeMotion,
  separation: number,
  duration: number,
): SeparationTime {
  const rounding = ROUNDING * relativeMotionSize(relativeMotion);
  const near = Math.max(NEAR * separation, rounding);
  const speed = greatestRate(relativeMotion) * (1 + ROUNDING);
  let tau = 0;
  for (out.iterations = 1; out.iterations < STEP_LIMIT; out.iterations++) {
    const excess = distanceAt(weights, relativeMotion, tau) - separation;
    // the distance itself is off by rounding
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

/** Lip: the distance changes no faster than this [m per step]. */
function greatestRate(relativeMotion: RelativeMotion): number {
  const [a, b, c, d] = points;
  // a is the point everything is seen from
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

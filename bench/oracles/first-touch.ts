import { placePolygon, separationAlongNormals, signedDistance } from './convex-separation.ts';

/**
 * First contact of two convex polygons that translate and rotate at constant rates, by dense sampling. Numbers of one body:
 * x y angle, then their rates.
 *
 * No point of the bodies approaches the other faster than |v_rel| + |ω_A| ρ_A + |ω_B| ρ_B, so no contact occurs within
 * the time g over that speed after a sample with gap g. Near contact samples are at most FINEST apart, and the first sample with an overlap is
 * refined by bisection. Contacts that stay shallower than GRAZE are ambiguous: both answers are accepted.
 */

/** [s] for a duration of 1 s. Overlaps that are shorter stay below 1e-8 m for bodies of 1 m at 10 rad/s. */
const FINEST = 1e-5;
/** [m] */
const GRAZE = 1e-6;

export interface FirstTouch {
  /** [s]; Infinity when they do not touch. */
  time: number;
  /** The contact is too shallow to be decided. */
  grazing: boolean;
}

export interface MovingPair {
  readonly bodyA: Float64Array;
  readonly bodyB: Float64Array;
  readonly radiusA: number;
  readonly radiusB: number;
  /** Both bodies, 12 numbers. */
  readonly motion: Float64Array;
}

export function firstTouch(pair: MovingPair, duration: number): FirstTouch {
  const { motion: m } = pair;
  const speed = Math.hypot(m[9] - m[3], m[10] - m[4]) + Math.abs(m[5]) * pair.radiusA + Math.abs(m[11]) * pair.radiusB;
  let before = 0;
  let gap = separationAt(pair, 0);
  let deepest = gap;
  let touch = Number.POSITIVE_INFINITY;
  for (let t = 0; t < duration && deepest > -GRAZE; ) {
    before = t;
    t = Math.min(duration, t + Math.max(Math.abs(gap) / speed, FINEST));
    gap = separationAt(pair, t);
    if (gap <= 0 && touch === Number.POSITIVE_INFINITY) touch = bisect(pair, before, t);
    deepest = Math.min(deepest, gap);
  }
  // a near miss is as ambiguous as a grazing contact
  return { time: touch, grazing: Math.abs(deepest) <= GRAZE };
}

/** Bisection between a time `low` without and a time `high` with overlap. */
function bisect(pair: MovingPair, low: number, high: number): number {
  let apart = low;
  let overlapping = high;
  for (let k = 0; k < 40; k++) {
    const midpoint = 0.5 * (apart + overlapping);
    if (separationAt(pair, midpoint) > 0) apart = midpoint;
    else overlapping = midpoint;
  }
  return 0.5 * (apart + overlapping);
}

function separationAt(pair: MovingPair, t: number): number {
  placeBoth(pair, t);
  return separationAlongNormals(worldA, worldB);
}

/** Signed distance at time t [m]. */
export function gapAt(pair: MovingPair, t: number): number {
  placeBoth(pair, t);
  return signedDistance(worldA, worldB);
}

let worldA = new Float64Array(0);
let worldB = new Float64Array(0);

function placeBoth({ bodyA, bodyB, motion: m }: MovingPair, t: number): void {
  if (worldA.length !== bodyA.length) worldA = new Float64Array(bodyA.length);
  if (worldB.length !== bodyB.length) worldB = new Float64Array(bodyB.length);
  const angleA = m[2] + t * m[5];
  const angleB = m[8] + t * m[11];
  placePolygon(worldA, bodyA, m[0] + t * m[3], m[1] + t * m[4], Math.cos(angleA), Math.sin(angleA));
  placePolygon(worldB, bodyB, m[6] + t * m[9], m[7] + t * m[10], Math.cos(angleB), Math.sin(angleB));
}

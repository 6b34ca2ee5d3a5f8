/**
 * First time at which the distance of two features is within a tolerance, by roots of the coplanarity cubic and a distance test
 * at each. [VBC24-2.2]. Finds, in addition to the exact contacts, approaches closer than the tolerance. It may miss a
 * contact only where F is all rounding error in doubles: a node that slides along a needle of height 1e-9, or sizes of
 * 2^-40 and 2^40 in one query.
 */
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { coplanarityCubic, createCoplanarityCubic } from './coplanarity.ts';
import { CULLED, HIT, MISS } from './decision-stage.ts';
import { distanceAt } from './feature-distance.ts';
import { inPlaneTimes } from './in-plane-times.ts';
import { changeOf, E2, E3, G, type RelativeMotion, relativeMotionSize } from './relative-motion.ts';

const abs = Math.abs;
const max = Math.max;
const min = Math.min;
/** Roots with a larger uncertainty than this fraction of the step require the candidates of in-plane motion. */
const UNCERTAIN = 1e-6;
/**
 * Distance in time between an in-plane candidate and the minimum distance, as a fraction of the step: the uncertainty of a
 * double root.
 */
const IN_PLANE_UNCERTAINTY = 1e-8;
/** Golden-section steps: 0.618^50 = 4e-11 of the interval. */
const GOLDEN_STEPS = 50;
const GOLDEN = 0.6180339887498949;
/** Default tolerance as a fraction of the size of a query. */
const RELATIVE_TOLERANCE = 1e-12;

/** Times and their uncertainties: at most 7 of the cubic and 42 in-plane. */
const times = new Float64Array(64);
const uncertainties = new Float64Array(64);
let count = 0;

const cubic = createCoplanarityCubic();
const weights = new Float64Array(3);
const a = createVec3();
const b = createVec3();

/** A tolerance [m] that covers the rounding error of a relative motion in doubles: 1e-12 of its size. */
export function relativeTolerance(relativeMotion: RelativeMotion): number {
  return RELATIVE_TOLERANCE * relativeMotionSize(relativeMotion);
}

/** `CULLED`, `MISS` or `HIT` with τ and its uncertainty in `found`; for a tolerance [m] above zero. */
export function tolerantContact(found: Float64Array, relativeMotion: RelativeMotion, tolerance: number): number {
  if (isApart(relativeMotion, tolerance)) return CULLED;
  count = 0;
  coplanarityCubic(cubic, relativeMotion);
  const { k, bound } = cubic;
  const b1 = k[0] + k[1] / 3;
  const b2 = k[0] + (2 * k[1] + k[2]) / 3;
  const b3 = k[0] + k[1] + k[2] + k[3];
  const lowest = min(k[0], b1, b2, b3);
  const highest = max(k[0], b1, b2, b3);
  if (lowest > bound || highest < -bound) return MISS;
  let isUncertain = lowest >= -bound && highest <= bound;
  if (!isUncertain) addRoots();
  for (let i = 0; i < count; i++) isUncertain ||= uncertainties[i] > UNCERTAIN;
  if (isUncertain) addInPlaneTimes(relativeMotion);
  sortTimes();
  return firstWithin(found, relativeMotion, tolerance);
}

/** Are the features separated by more than the tolerance along some axis at both ends of the step? */
function isApart({ kind, vectors: v }: RelativeMotion, tolerance: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let tau = 0; tau < 2; tau++) {
      const g = v[G + axis] + tau * v[G + 3 + axis];
      const e2 = v[E2 + axis] + tau * v[E2 + 3 + axis];
      const e3 = v[E3 + axis] + tau * v[E3 + 3 + axis];
      // all vertex differences of the two features
      const third = kind === 'triangle' ? g - e3 : g + e3;
      const fourth = kind === 'triangle' ? third : third - e2;
      lowest = min(lowest, g, g - e2, third, fourth);
      highest = max(highest, g, g - e2, third, fourth);
    }
    if (lowest > tolerance || highest < -tolerance) return true;
  }
  return false;
}

function valueAt(tau: number): number {
  const [k0, k1, k2, k3] = cubic.k;
  return k0 + tau * (k1 + tau * (k2 + tau * k3));
}

/** Steps 3 and 4: roots between the critical points, and critical points and ends that are roots within rounding error. */
function addRoots(): void {
  const [, k1, k2, k3] = cubic.k;
  const discriminant = k2 * k2 - 3 * k3 * k1;
  const q = -(k2 + (k2 < 0 ? -1 : 1) * Math.sqrt(max(discriminant, 0)));
  // with D < 0 the inflection point is a cut as well
  const first = discriminant < 0 ? -k2 / (3 * k3) : q / (3 * k3);
  const second = k1 / q;
  let low = 0;
  addIfZero(0);
  for (const cut of [min(first, second), max(first, second), 1]) {
    if (!(cut > low && cut <= 1)) continue;
    addBetween(low, cut);
    addIfZero(cut);
    low = cut;
  }
}

function addIfZero(tau: number): void {
  if (abs(valueAt(tau)) <= cubic.bound) addRoot(tau);
}

/**
 * The root between two cuts, if F changes sign: Newton's method safeguarded by bisection, to the resolution of doubles.
 */
function addBetween(from: number, to: number): void {
  const [, k1, k2, k3] = cubic.k;
  const start = valueAt(from);
  if (!(start * valueAt(to) < 0)) return;
  let low = from;
  let high = to;
  let tau = 0.5 * (low + high);
  while (tau > low && tau < high) {
    const f = valueAt(tau);
    if (f === 0) break;
    if (f > 0 === start > 0) low = tau;
    else high = tau;
    const newton = tau - f / (k1 + tau * (2 * k2 + tau * 3 * k3));
    // a Newton step of zero has converged: step just beyond it to close the bracket
    const next = newton === tau ? tau + (f > 0 === start > 0 ? 1 : -1) * 2 ** -52 : newton;
    tau = next > low && next < high ? next : 0.5 * (low + high);
  }
  addRoot(tau);
}

/** A root; its uncertainty is the smallest power of two δ at which one of F'δ, F''δ²/2, k3 δ³ exceeds twice the bound. */
function addRoot(tau: number): void {
  const [, k1, k2, k3] = cubic.k;
  const slope = abs(k1 + tau * (2 * k2 + tau * 3 * k3));
  const curvature = abs(k2 + 3 * k3 * tau);
  let delta = 1;
  while (delta > 2 ** -52) {
    const half = 0.5 * delta;
    if (max(slope * half, curvature * half * half, abs(k3) * half * half * half) <= 2 * cubic.bound) break;
    delta = half;
  }
  add(tau, delta);
}

function add(tau: number, uncertainty: number): void {
  times[count] = tau;
  uncertainties[count++] = uncertainty;
}

/** Step 5. */
function addInPlaneTimes(relativeMotion: RelativeMotion): void {
  for (const tau of inPlaneTimes(relativeMotion)) add(tau, IN_PLANE_UNCERTAINTY);
}

function sortTimes(): void {
  for (let i = 1; i < count; i++) {
    const time = times[i];
    const uncertainty = uncertainties[i];
    let j = i;
    for (; j > 0 && times[j - 1] > time; j--) {
      times[j] = times[j - 1];
      uncertainties[j] = uncertainties[j - 1];
    }
    times[j] = time;
    uncertainties[j] = uncertainty;
  }
}

/** Step 6: the first candidate with a distance within the tolerance, at its time or within its uncertainty. */
function firstWithin(found: Float64Array, relativeMotion: RelativeMotion, tolerance: number): number {
  const speed = relativeSpeed(relativeMotion);
  for (let i = 0; i < count; i++) {
    let tau = times[i];
    let distance = distanceAt(weights, relativeMotion, tau);
    if (distance > tolerance && distance <= tolerance + uncertainties[i] * speed) {
      tau = closestTime(relativeMotion, max(tau - uncertainties[i], 0), min(tau + uncertainties[i], 1));
      distance = distanceAt(weights, relativeMotion, tau);
    }
    if (distance > tolerance) continue;
    found[0] = tau;
    found[1] = uncertainties[i];
    return HIT;
  }
  return MISS;
}

/** Upper bound of the rate of the distance [m per step]. */
function relativeSpeed(relativeMotion: RelativeMotion): number {
  const g = lengthVec3(changeOf(a, relativeMotion, G));
  return g + max(lengthVec3(changeOf(a, relativeMotion, E2)), lengthVec3(changeOf(b, relativeMotion, E3)));
}

/** Golden-section search for the minimum distance. */
function closestTime(relativeMotion: RelativeMotion, from: number, to: number): number {
  let low = from;
  let high = to;
  let left = high - GOLDEN * (high - low);
  let right = low + GOLDEN * (high - low);
  let atLeft = distanceAt(weights, relativeMotion, left);
  let atRight = distanceAt(weights, relativeMotion, right);
  for (let i = 0; i < GOLDEN_STEPS; i++) {
    if (atLeft <= atRight) {
      high = right;
      right = left;
      atRight = atLeft;
      left = high - GOLDEN * (high - low);
      atLeft = distanceAt(weights, relativeMotion, left);
    } else {
      low = left;
      left = right;
      atLeft = atRight;
      right = low + GOLDEN * (high - low);
      atRight = distanceAt(weights, relativeMotion, right);
    }
  }
  return atLeft <= atRight ? left : right;
}

/**
 * First time at which two features come within a tolerance, by roots of the coplanarity cubic and a distance test at
 * each. [VBC24] spec 2.2. Finds, besides the contacts of the exact definition, passages closer than the tolerance. It
 * may lose a contact only where doubles see nothing of F: a node that slides along a needle of height 1e-9, sizes of
 * 2^-40 and 2^40 in one query.
 */
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { coplanarityCubic, createCoplanarityCubic } from './coplanarity.ts';
import { CULLED, found, HIT, MISS } from './decision-stage.ts';
import { distanceAt } from './feature-distance.ts';
import { inPlaneTimes } from './in-plane-times.ts';
import { changeOf, E2, E3, G, type RelativeMotion, relativeMotionSize } from './relative-motion.ts';

const { abs, max, min } = Math;
/** Roots less certain than this share of the step bring in the candidates of motion in one plane. */
const VAGUE = 1e-6;
/**
 * How far from an in-plane candidate the least distance may lie, as a share of the step: its double roots are this
 * vague.
 */
const IN_PLANE_REACH = 1e-8;
/** Golden-section steps: 0.618^50 = 4e-11 of the interval. */
const GOLDEN_STEPS = 50;
const GOLDEN = 0.6180339887498949;
/** Default tolerance as a share of the size of a query. */
const RELATIVE_TOLERANCE = 1e-12;

/** Times and their uncertainties: at most 7 of the cubic and 42 in one plane. */
const times = new Float64Array(64);
const reaches = new Float64Array(64);
let count = 0;

const cubic = createCoplanarityCubic();
const weights = new Float64Array(3);
const a = createVec3();
const b = createVec3();

/** A tolerance [m] that covers the rounding of the course in doubles: 1e-12 of its size. */
export function relativeTolerance(relativeMotion: RelativeMotion): number {
  return RELATIVE_TOLERANCE * relativeMotionSize(relativeMotion);
}

/** `CULLED`, `MISS` or `HIT` with τ and its uncertainty in `found`; for a tolerance [m] above zero. */
export function tolerantContact(relativeMotion: RelativeMotion, tolerance: number): number {
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
  let vague = lowest >= -bound && highest <= bound;
  if (!vague) addRoots();
  for (let i = 0; i < count; i++) vague ||= reaches[i] > VAGUE;
  if (vague) addInPlaneTimes(relativeMotion);
  sortTimes();
  return firstWithin(relativeMotion, tolerance);
}

/** Along some axis, is one feature beyond the other by more than the tolerance at both ends of the step? */
function isApart({ kind, vectors: v }: RelativeMotion, tolerance: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let tau = 0; tau < 2; tau++) {
      const g = v[G + axis] + tau * v[G + 3 + axis];
      const e2 = v[E2 + axis] + tau * v[E2 + 3 + axis];
      const e3 = v[E3 + axis] + tau * v[E3 + 3 + axis];
      // every point of the one feature against every point of the other
      const last = kind === 'triangle' ? g - e3 : g + e3;
      const beside = kind === 'triangle' ? last : last - e2;
      lowest = min(lowest, g, g - e2, last, beside);
      highest = max(highest, g, g - e2, last, beside);
    }
    if (lowest > tolerance || highest < -tolerance) return true;
  }
  return false;
}

function valueAt(tau: number): number {
  const [k0, k1, k2, k3] = cubic.k;
  return k0 + tau * (k1 + tau * (k2 + tau * k3));
}

/** Steps 3 and 4: roots between the critical points, and critical points and ends that are roots to rounding. */
function addRoots(): void {
  const [, k1, k2, k3] = cubic.k;
  const discriminant = k2 * k2 - 3 * k3 * k1;
  const q = -(k2 + (k2 < 0 ? -1 : 1) * Math.sqrt(max(discriminant, 0)));
  // with D < 0 the inflection is a cut too
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
 * The root between two cuts, if F changes sign: Newton steps inside a bracket until it is as narrow as doubles allow.
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
    // a Newton step that stays put has converged: look just beyond it to close the bracket
    const next = newton === tau ? tau + (f > 0 === start > 0 ? 1 : -1) * 2 ** -52 : newton;
    tau = next > low && next < high ? next : 0.5 * (low + high);
  }
  addRoot(tau);
}

/** A root, uncertain by the least power of two δ at which one of F'δ, F''δ²/2, k3 δ³ exceeds twice the bound. */
function addRoot(tau: number): void {
  const [, k1, k2, k3] = cubic.k;
  const slope = abs(k1 + tau * (2 * k2 + tau * 3 * k3));
  const bend = abs(k2 + 3 * k3 * tau);
  let delta = 1;
  while (delta > 2 ** -52) {
    const half = 0.5 * delta;
    if (max(slope * half, bend * half * half, abs(k3) * half * half * half) <= 2 * cubic.bound) break;
    delta = half;
  }
  add(tau, delta);
}

function add(tau: number, reach: number): void {
  times[count] = tau;
  reaches[count++] = reach;
}

/** Step 5. */
function addInPlaneTimes(relativeMotion: RelativeMotion): void {
  for (const tau of inPlaneTimes(relativeMotion)) add(tau, IN_PLANE_REACH);
}

function sortTimes(): void {
  for (let i = 1; i < count; i++) {
    const time = times[i];
    const reach = reaches[i];
    let j = i;
    for (; j > 0 && times[j - 1] > time; j--) {
      times[j] = times[j - 1];
      reaches[j] = reaches[j - 1];
    }
    times[j] = time;
    reaches[j] = reach;
  }
}

/** Step 6: the first candidate with the features within the tolerance, there or where its uncertainty reaches. */
function firstWithin(relativeMotion: RelativeMotion, tolerance: number): number {
  const speed = relativeSpeed(relativeMotion);
  for (let i = 0; i < count; i++) {
    let tau = times[i];
    let distance = distanceAt(weights, relativeMotion, tau);
    if (distance > tolerance && distance <= tolerance + reaches[i] * speed) {
      tau = closestTime(relativeMotion, max(tau - reaches[i], 0), min(tau + reaches[i], 1));
      distance = distanceAt(weights, relativeMotion, tau);
    }
    if (distance > tolerance) continue;
    found[0] = tau;
    found[1] = reaches[i];
    return HIT;
  }
  return MISS;
}

/** The distance changes no faster than this [m per step]. */
function relativeSpeed(relativeMotion: RelativeMotion): number {
  const g = lengthVec3(changeOf(a, relativeMotion, G));
  return g + max(lengthVec3(changeOf(a, relativeMotion, E2)), lengthVec3(changeOf(b, relativeMotion, E3)));
}

/** Golden-section search for the least distance. */
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

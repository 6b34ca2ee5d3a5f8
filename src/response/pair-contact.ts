/** A pair of bodies in contact along one normal, at one point or at the two ends of an edge-on-edge overlap. */
import type { RigidBody } from '../dynamics/rigid-body.ts';
import { addScaledVec3, addVec3, createVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { delassusEntry } from './delassus.ts';
import type { ContactMode } from './friction.ts';
import { type ContactGeometry, commonPoint, normalSpeed } from './impulse.ts';
import type { Material } from './material.ts';

/** A pair of bodies that touch: an input of `resolveContacts`. */
export interface PairContact {
  /** Body A; its velocities are changed. */
  readonly a: RigidBody;
  /** Body B; its velocities are changed. */
  readonly b: RigidBody;
  /** Unit vector from A to B. */
  readonly normal: ReadonlyVec3;
  /** One point or two; across a gap both bodies receive the impulse at the midpoint of `pointA` and `pointB`. */
  readonly points: readonly { readonly pointA: ReadonlyVec3; readonly pointB: ReadonlyVec3 }[];
  readonly material: Material;
}

/** Impulses on one pair, summed over all its impacts. */
export interface PairImpulses {
  /** On B, at each of the pair's points [N s]; A received the opposite. */
  readonly points: readonly Vec3[];
  /** Their sum [N s], which acts at p̄. */
  readonly impulse: Vec3;
  /** Sum of the normal parts [N s]. */
  normalImpulse: number;
  /** Change of kinetic energy by this pair's impulses [J]. */
  work: number;
  /** Of the last impact. */
  mode: ContactMode;
  /** An impact of this pair created energy (newton-coulomb only). */
  energyIncreased: boolean;
}

/** The pair with one point for both bodies at each of its points, see `commonPoint`. */
export function withCommonPoints(item: PairContact): PairContact {
  if (item.points.every(({ pointA, pointB }) => pointA === pointB)) return item;
  const points = item.points.map(({ pointA, pointB }) => {
    const point = commonPoint(createVec3(), pointA, pointB);
    return { pointA: point, pointB: point };
  });
  return { ...item, points };
}

export function createPairImpulses(item: PairContact): PairImpulses {
  return {
    points: item.points.map(() => createVec3()),
    impulse: createVec3(),
    normalImpulse: 0,
    work: 0,
    mode: 'none',
    energyIncreased: false,
  };
}

/** Records an impulse at p̄ as impulses at the points, in the proportion that gives p̄. */
export function recordImpulse(
  pair: PairImpulses,
  impulse: ReadonlyVec3,
  normalImpulse: number,
  fraction: number,
): void {
  addVec3(pair.impulse, pair.impulse, impulse);
  pair.normalImpulse += normalImpulse;
  const [first, second] = pair.points;
  addScaledVec3(first, first, impulse, second ? 1 - fraction : 1);
  if (second) addScaledVec3(second, second, impulse, fraction);
}

/** det A at or below this fraction of A11 A22: the two points have the same inverse mass and only Σ j matters. */
const DEPENDENT_POINTS = 1e-12;

/** The single contact at `fraction` (0 to 1) of the segment from the first point to the second. */
export function contactAt(item: PairContact, fraction: number): ContactGeometry {
  const { normal, points } = item;
  const first = points[0];
  if (points.length === 1) return { pointA: first.pointA, pointB: first.pointB, normal };
  const second = points[1];
  return {
    pointA: between(first.pointA, second.pointA, fraction),
    pointB: between(first.pointB, second.pointB, fraction),
    normal,
  };
}

function between(first: ReadonlyVec3, second: ReadonlyVec3, fraction: number): Vec3 {
  if (fraction === 1) return { ...second };
  return addScaledVec3(createVec3(), first, subVec3(createVec3(), second, first), fraction);
}

/**
 * Positions of independent loads of an item, as fractions of the segment between its points: at both, or, if they have
 * the same inverse mass, at their midpoint. (On a rotating prescribed body they may still move differently: then at
 * the point with the faster approach.)
 */
export function loadFractionsOf(item: PairContact): readonly number[] {
  if (item.points.length === 1) return [0];
  const { a11, a12, a22 } = inverseMasses(item);
  if (a11 * a22 - a12 * a12 > DEPENDENT_POINTS * a11 * a22) return [0, 1];
  const [w1, w2] = normalSpeeds(item);
  if (Math.abs(w1 - w2) <= DEPENDENT_POINTS * Math.max(Math.abs(w1), Math.abs(w2))) return [0.5];
  return [w1 < w2 ? 0 : 1];
}

/**
 * Distribution of the total impulse of an approaching pair: j2 / (j1 + j2) of the 2 x 2 complementarity problem, in
 * closed form. n1 and n2 are the numerators of j1 and j2 with both points active; a point whose numerator is not
 * positive stays inactive.
 */
export function impulseFraction(item: PairContact): number {
  if (item.points.length === 1) return 0;
  const fractions = loadFractionsOf(item);
  if (fractions.length === 1) return fractions[0];
  const { a11, a12, a22 } = inverseMasses(item);
  const [w1, w2] = normalSpeeds(item);
  const n1 = w2 * a12 - w1 * a22;
  const n2 = w1 * a12 - w2 * a11;
  if (n1 > 0 && n2 > 0) return n2 / (n1 + n2);
  return n2 <= 0 && w1 < 0 ? 0 : 1;
}

function normalSpeeds(item: PairContact): [number, number] {
  const { a, b } = item;
  return [normalSpeed(contactAt(item, 0), a, b), normalSpeed(contactAt(item, 1), a, b)];
}

function inverseMasses(item: PairContact): { a11: number; a12: number; a22: number } {
  const { a, b } = item;
  const first = { a, b, ...contactAt(item, 0) };
  const second = { a, b, ...contactAt(item, 1) };
  return { a11: delassusEntry(first, first), a12: delassusEntry(first, second), a22: delassusEntry(second, second) };
}

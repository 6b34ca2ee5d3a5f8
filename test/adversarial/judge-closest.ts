import type { Contact } from '../../src/distance/contact.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3, type ReadonlyVec3 } from '../../src/math/vec3.ts';
import type { PairAccuracy } from '../../src/pairs/pair-accuracy.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { minimumOverlap } from './depth.ts';
import {
  addVectors,
  cross,
  type ExtendedVector,
  fromVec3,
  length,
  subtractVectors,
  toNumber,
  unit,
} from './extended.ts';
import { distanceOutside } from './membership.ts';
import { gapAlong, supportAlong, toWorldAxes } from './support.ts';

// Judges a contact of two convex bodies by bounds that do not come from the narrow phase: the support plane along the normal is a lower bound of
// the distance, two points of the bodies an upper bound; the overlap along any direction is an upper bound of the penetration depth.

/** Double precision, for what is computed from the numbers of a contact alone. */
const EPSILON = 2 ** -52;

/** L of a pair [m]: no two points of the bodies differ by more in a coordinate, and some pair comes near. */
export function lengthOf(a: Placed, b: Placed): number {
  const origin = fromVec3(a.pose.position);
  let most = 0;
  for (const axis of AXES) {
    const n = fromVec3(axis);
    const opposite = fromVec3(createVec3(-axis.x, -axis.y, -axis.z));
    const high = [a, b].map((body) => reachOf(body, n, origin));
    const low = [a, b].map((body) => reachOf(body, opposite, origin));
    most = Math.max(most, Math.max(...high) + Math.max(...low));
  }
  return most;
}

const AXES = [createVec3(1, 0, 0), createVec3(0, 1, 0), createVec3(0, 0, 1)];

/** A half-space counts with its origin. */
function reachOf(body: Placed, n: ExtendedVector, origin: ExtendedVector): number {
  const point: Placed = { shape: { kind: 'point' }, pose: body.pose };
  return toNumber(supportAlong(body.shape.kind === 'halfspace' ? point : body, n, origin) ?? [0, 0]);
}

const describe = (value: number) => value.toExponential(2);

/**
 * What is wrong with the contact of two convex bodies: an empty list is a sound contact. Where the table states an accuracy of normals,
 * `proposed` is another direction for the supporting planes: from any source, the planes are the certificate.
 */
export function judgeConvexContact(
  a: Placed,
  b: Placed,
  contact: Contact,
  accuracy: PairAccuracy,
  random: Random,
  planar: boolean,
  proposed?: ReadonlyVec3,
): string[] {
  const size = lengthOf(a, b);
  const faults = judgeEquations(contact, a, b, size);
  if (faults.length > 0 || contact.distance === Number.NEGATIVE_INFINITY) return faults;
  return [
    ...judgePoints(a, b, contact, accuracy, size),
    ...(contact.distance >= 0
      ? judgeDistance(a, b, contact, accuracy, size, proposed)
      : judgeDepth(a, b, contact, accuracy, size, random, planar, proposed)),
    ...judgeStatus(contact, size),
  ];
}

/** Rounding of world coordinates near the bodies [m]. */
export function coordinateRounding(a: Placed, b: Placed, size: number): number {
  const farthest = [a, b].flatMap(({ pose: { position: p } }) => [Math.abs(p.x), Math.abs(p.y), Math.abs(p.z)]);
  return 4 * EPSILON * (Math.max(...farthest) + size);
}

/** Finite numbers, a unit normal, pointB = pointA + distance · normal. */
export function judgeEquations(contact: Contact, a: Placed, b: Placed, size: number): string[] {
  const { normal, pointA, pointB, distance, errorBound } = contact;
  const numbers = [...Object.values(normal), ...Object.values(pointA), ...Object.values(pointB), errorBound];
  if (!numbers.every(Number.isFinite) || Number.isNaN(distance)) return [`not a number: distance ${distance}`];
  if (distance === Number.NEGATIVE_INFINITY) return [];
  const unitError = Math.abs(toNumber(length(fromVec3(normal))) - 1);
  // a product of rotations is orthonormal to a few ulps, and rotates the normal of a half-space
  if (unitError > 8 * EPSILON) return [`normal of length 1 + ${describe(unitError)}`];
  const miss = Math.max(
    ...(['x', 'y', 'z'] as const).map((axis) => Math.abs(pointB[axis] - pointA[axis] - distance * normal[axis])),
  );
  return miss > coordinateRounding(a, b, size) ? [`points ${describe(miss)} m off the normal`] : [];
}

/** Each witness point is on its body. */
export function judgePoints(a: Placed, b: Placed, contact: Contact, accuracy: PairAccuracy, size: number): string[] {
  if (contact.status === 'approximate') return [];
  const limit = accuracy.points * size + contact.errorBound + coordinateRounding(a, b, size);
  const faults: string[] = [];
  for (const [name, body, point] of [
    ['A', a, contact.pointA],
    ['B', b, contact.pointB],
  ] as const) {
    const outside = distanceOutside(body, fromVec3(point)) ?? 0;
    if (outside > limit) faults.push(`point ${name} ${describe(outside)} m off its body, limit ${describe(limit)}`);
  }
  return faults;
}

/** The ends of a segment seen from `origin`. */
function endsOf({ shape, pose }: Placed, origin: ExtendedVector): ExtendedVector[] {
  if (shape.kind !== 'segment') return [];
  const shift = subtractVectors(fromVec3(pose.position), origin);
  return [shape.start, shape.end].map((end) => addVectors(toWorldAxes(pose.rotation, fromVec3(end)), shift));
}

/** Do two segments in one plane z = const cross? */
export function crossInPlane(a: Placed, b: Placed): boolean {
  const origin = fromVec3(a.pose.position);
  const [endsA, endsB] = [endsOf(a, origin), endsOf(b, origin)];
  if (endsA.length === 0 || endsB.length === 0) return false;
  if (![...endsA, ...endsB].every(({ z }) => toNumber(z) === toNumber(endsA[0].z))) return false;
  return [
    [endsA, endsB],
    [endsB, endsA],
  ].every(([[start, end], others]) => {
    const along = subtractVectors(end, start);
    const [first, second] = others.map((point) => toNumber(cross(along, subtractVectors(point, start)).z));
    return first * second <= 0;
  });
}

interface Planes {
  /** Gap along the best direction known [m]. */
  readonly gap: number;
  /** What is wrong with the normal. */
  readonly faults: string[];
}

/** The gap between support planes along the normal, or along a direction near it that has a wider one. */
function widestPlanes(
  a: Placed,
  b: Placed,
  { normal }: Contact,
  accuracy: PairAccuracy,
  limit: number,
  size: number,
  proposed: ReadonlyVec3 | undefined,
): Planes | undefined {
  const along = gapAlong(a, b, unit(fromVec3(normal)));
  if (along === undefined) return undefined;
  const own = toNumber(along);
  // a spatial equivalent of a planar body may propose a direction out of the plane
  const inPlane = normal.z !== 0 || Math.abs(proposed?.z ?? 0) < 1e-9;
  const other = proposed && inPlane && accuracy.normal !== undefined && gapAlong(a, b, unit(fromVec3(proposed)));
  if (!other || !(toNumber(other) > own)) return { gap: own, faults: [] };
  const lost = toNumber(other) - own;
  const most = (accuracy.normal ?? 0) * size + limit;
  return {
    gap: toNumber(other),
    faults: lost > most ? [`normal that loses ${describe(lost)} m, limit ${describe(most)}`] : [],
  };
}

/** Apart or touching: the support planes along the normal have that distance. */
function judgeDistance(
  a: Placed,
  b: Placed,
  contact: Contact,
  accuracy: PairAccuracy,
  size: number,
  proposed?: ReadonlyVec3,
): string[] {
  const limit = accuracy.distance * size + contact.errorBound;
  const planes = widestPlanes(a, b, contact, accuracy, limit, size, proposed);
  if (!planes) return [];
  const excess = contact.distance - planes.gap;
  // segments that cross in their plane touch: they have no inside, and their normal stays in the plane
  if (contact.distance <= limit && excess > 0 && crossInPlane(a, b)) return [];
  // points on the bodies bound the distance from above: only a distance above that of the planes is left to be wrong
  return Math.abs(excess) > limit
    ? [
        `distance ${describe(contact.distance)} is ${describe(excess)} more than along the normal, limit ${describe(limit)}`,
      ]
    : planes.faults;
}

/** Overlapping: along the normal by the depth, along no other direction by less. */
function judgeDepth(
  a: Placed,
  b: Placed,
  contact: Contact,
  accuracy: PairAccuracy,
  size: number,
  random: Random,
  planar: boolean,
  proposed?: ReadonlyVec3,
): string[] {
  const approximate = contact.status === 'approximate';
  const promised = typeof accuracy.depth === 'number' ? accuracy.depth : accuracy.distance;
  // the smallest depth found is one along its own normal
  const limit = (promised + (approximate ? (accuracy.normal ?? 0) : 0)) * size + contact.errorBound;
  const planes = widestPlanes(a, b, contact, accuracy, limit, size, approximate ? undefined : proposed);
  if (!planes) return [];
  const excess = contact.distance - planes.gap;
  if (Math.abs(excess) > limit) {
    return [
      `depth ${describe(-contact.distance)} is ${describe(-excess)} more than along the normal, limit ${describe(limit)}`,
    ];
  }
  if (planes.faults.length > 0) return planes.faults;
  if (contact.status === 'approximate') return [];
  // out of a half-space there is only one way
  if (a.shape.kind === 'halfspace' || b.shape.kind === 'halfspace') return [];
  const overlap = minimumOverlap(a, b, contact.normal, random, planar);
  return -contact.distance > overlap + limit
    ? [`depth ${describe(-contact.distance)}, but ${describe(overlap)} along another direction`]
    : [];
}

/** A contact called exact has no error bound, and bounds are small where bodies are apart; a depth may end at the limit of a search. */
export function judgeStatus({ status, errorBound, distance }: Contact, size: number): string[] {
  if (status === 'exact' && errorBound > 0) return [`exact with an error bound of ${describe(errorBound)} m`];
  return errorBound > (distance >= 0 ? 1e-5 : 0.02) * size
    ? [`${status} with an error bound of ${describe(errorBound / size)} L`]
    : [];
}

/** Where the contact of B and A is that of A and B with its bodies swapped. */
export function judgeSwap(contact: Contact, swapped: Contact, accuracy: PairAccuracy, size: number): string[] {
  if (contact.distance === swapped.distance) return [];
  const promised = contact.distance < 0 && typeof accuracy.depth === 'number' ? accuracy.depth : accuracy.distance;
  const limit = 2 * promised * size + contact.errorBound + swapped.errorBound;
  const miss = Math.abs(contact.distance - swapped.distance);
  const approximate = contact.status === 'approximate' && swapped.status === 'approximate';
  return miss > limit && !approximate
    ? [`swapped: ${describe(contact.distance)} becomes ${describe(swapped.distance)}, limit ${describe(limit)}`]
    : [];
}

export function isConvexBody({ shape }: { readonly shape: Shape }): boolean {
  if (shape.kind === 'compound' || shape.kind === 'trimesh') return false;
  return !('convex' in shape) || shape.convex;
}

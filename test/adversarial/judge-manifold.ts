import type { Contact, ContactPoint, Manifold } from '../../src/distance/contact.ts';
import type { ReadonlyVec3 } from '../../src/math/vec3.ts';
import type { Placed } from '../contract/draw-pair.ts';
import {
  cross,
  dot,
  type ExtendedVector,
  fromVec3,
  length,
  negate,
  subtractVectors,
  toNumber,
  unit,
  vector,
} from './extended.ts';
import { distanceOutside, isInsideMesh, opposite } from './membership.ts';
import { gapAlong, toBodyAxes, toWorldAxes } from './support.ts';

// Judges contact manifolds of convex bodies: every point is on its body, no point is nearer than the support planes along the normal are,
// the deepest one is as near, and straight sides that lie along each other have both ends of their overlap.

export interface ManifoldLimits {
  /** Largest distance of a point from its body [m]. */
  readonly points: number;
  /** Largest error of the gap at the deepest point [m]. */
  readonly gaps: number;
  /** Bodies farther apart than this have no manifold [m]. */
  readonly tolerance: number;
}

const describe = (value: number) => value.toExponential(2);
const EPSILON = 2 ** -52;

/** What is wrong with one manifold. */
export function judgeManifold(a: Placed, b: Placed, manifold: Manifold, limits: ManifoldLimits): string[] {
  const { normal, points } = manifold;
  if (points.length === 0) return ['a manifold without points'];
  const numbers = [normal, ...points.flatMap(({ pointA, pointB }) => [pointA, pointB])].flatMap(Object.values);
  if (!numbers.every(Number.isFinite)) return ['not a finite number'];
  const unitError = Math.abs(toNumber(length(fromVec3(normal))) - 1);
  if (unitError > 16 * EPSILON) return [`normal of length 1 + ${describe(unitError)}`];
  const faults = points.flatMap((point) => judgeManifoldPoint(a, b, normal, point, limits.points));
  const farthest = Math.max(...points.map(({ distance }) => distance));
  if (farthest > limits.tolerance + limits.gaps) faults.push(`gap ${describe(farthest)} beyond the tolerance`);
  return faults;
}

/** The deepest point of two convex bodies is no deeper than the support planes along the normal are, and not farther than their contact. */
export function judgeDeepestPoint(
  a: Placed,
  b: Placed,
  { normal, points }: Manifold,
  contact: Contact,
  { gaps }: ManifoldLimits,
): string[] {
  const nearest = Math.min(...points.map(({ distance }) => distance));
  if (nearest > contact.distance + gaps) return [`deepest gap ${describe(nearest)} of ${describe(contact.distance)}`];
  const along = gapAlong(a, b, unit(fromVec3(normal)));
  return along && nearest < toNumber(along) - gaps
    ? [`deepest gap ${describe(nearest)}, but the planes are ${describe(toNumber(along))} apart`]
    : [];
}

function judgeManifoldPoint(
  a: Placed,
  b: Placed,
  normal: ReadonlyVec3,
  { pointA, pointB, distance }: ContactPoint,
  limit: number,
): string[] {
  const faults: string[] = [];
  const between = subtractVectors(fromVec3(pointB), fromVec3(pointA));
  const step = subtractVectors(between, scaled(normal, distance));
  const miss = toNumber(length(step));
  // points of one manifold may have normals of their own, at an angle of which the cosine is 1 - 1e-12
  if (miss > 2 * limit + 2e-6 * Math.abs(distance)) faults.push(`points ${describe(miss)} m off the normal`);
  for (const [name, body, point] of [
    ['A', a, pointA],
    ['B', b, pointB],
  ] as const) {
    const outside = outsideOf(body, fromVec3(point));
    if (outside > limit) faults.push(`point ${name} ${describe(outside)} m off its body`);
  }
  return faults;
}

/** Of a closed mesh outside of its inside, of an open one off its surface [m]. */
function outsideOf(body: Placed, point: ExtendedVector): number {
  const { shape, pose } = body;
  if (shape.kind === 'trimesh' && shape.closed) {
    const local = toBodyAxes(pose.rotation, subtractVectors(point, fromVec3(pose.position)));
    if (isInsideMesh(shape, local)) return 0;
  }
  return distanceOutside(body, point) ?? 0;
}

const scaled = ({ x, y, z }: ReadonlyVec3, k: number) => vector(k * x, k * y, k * z);

/** Extent of a convex polygon or segment along `t` of what lies within `slack` of its support along `n`: undefined if that is a point. */
function sideAlong(body: Placed, n: ExtendedVector, t: ExtendedVector, slack: number): [number, number] | undefined {
  const corners = cornersOf(body);
  if (!corners) return undefined;
  const heights = corners.map((corner) => toNumber(dot(n, corner)));
  const top = Math.max(...heights);
  const places = corners.filter((_, i) => heights[i] >= top - slack).map((corner) => toNumber(dot(t, corner)));
  return places.length > 1 ? [Math.min(...places), Math.max(...places)] : undefined;
}

/** Corners in world axes, seen from the position of the body. */
function cornersOf({ shape, pose }: Placed): ExtendedVector[] | undefined {
  const place = (p: ExtendedVector) => toWorldAxes(pose.rotation, p);
  if (shape.kind === 'segment') return [place(fromVec3(shape.start)), place(fromVec3(shape.end))];
  if (shape.kind !== 'polygon') return undefined;
  const { vertices: v } = shape;
  return Array.from({ length: v.length / 2 }, (_, i) => place(vector(v[2 * i], v[2 * i + 1], 0)));
}

/** Sides that lie along each other in the plane: the manifold has two points, at the ends of what they share. */
export function judgeSharedSides(a: Placed, b: Placed, manifold: Manifold, limits: ManifoldLimits): string[] {
  const { gaps: rounding, tolerance } = limits;
  const n = unit(fromVec3(manifold.normal));
  const t: ExtendedVector = { x: [-n.y[0], -n.y[1]], y: n.x, z: [0, 0] };
  const back: ExtendedVector = { x: [-n.x[0], -n.x[1]], y: [-n.y[0], -n.y[1]], z: [0, 0] };
  const shift = toNumber(dot(t, subtractVectors(fromVec3(b.pose.position), fromVec3(a.pose.position))));
  const [sideA, sideB] = [sideAlong(a, n, t, rounding), sideAlong(b, back, t, rounding)];
  const gap = gapAlong(a, b, n);
  if (!sideA || !sideB || !gap || toNumber(gap) > tolerance - rounding) return [];
  const [low, high] = [Math.max(sideA[0], sideB[0] + shift), Math.min(sideA[1], sideB[1] + shift)];
  if (!(high - low > tolerance + 4 * rounding)) return [];
  const origin = fromVec3(a.pose.position);
  const places = manifold.points.map(({ pointA }) => toNumber(dot(t, subtractVectors(fromVec3(pointA), origin))));
  if (places.length !== 2) return [`${places.length} points of sides that share ${describe(high - low)} m`];
  const miss = Math.max(Math.abs(Math.min(...places) - low), Math.abs(Math.max(...places) - high));
  return miss > 8 * rounding ? [`ends ${describe(miss)} m off those of the shared side`] : [];
}

/** Sides at a smaller angle than this [rad] are exactly parallel, and a library in double precision sees them so. */
const PARALLEL = 1e-17;

/** Bodies apart in the plane with sides exactly parallel that face each other: there are more closest pairs than one. */
export function judgeUnique(a: Placed, b: Placed, { normal, distance, unique }: Contact, size: number): string[] {
  if (!unique || !(distance > 1e-9 * size)) return [];
  const n = unit(fromVec3(normal));
  const t: ExtendedVector = { x: negate(n.y), y: n.x, z: [0, 0] };
  const shift = toNumber(dot(t, subtractVectors(fromVec3(b.pose.position), fromVec3(a.pose.position))));
  const [sideA, sideB] = [facingSide(a, n, 1e-14 * size), facingSide(b, opposite(n), 1e-14 * size)];
  if (!sideA || !sideB) return [];
  const [alongA, alongB] = [sideA, sideB].map(([start, end]) => unit(subtractVectors(end, start)));
  if (Math.abs(toNumber(cross(alongA, alongB).z)) > PARALLEL) return [];
  const [[lowA, highA], [lowB, highB]] = [sideA, sideB].map((ends) =>
    ends.map((end) => toNumber(dot(t, end))).sort((p, q) => p - q),
  );
  const shared = Math.min(highA, highB + shift) - Math.max(lowA, lowB + shift);
  return shared > 1e-6 * size ? [`unique, but parallel sides share ${describe(shared)} m`] : [];
}

/** The two corners within `slack` of the support along `n`, if there are just two. */
function facingSide(body: Placed, n: ExtendedVector, slack: number): ExtendedVector[] | undefined {
  const corners = cornersOf(body);
  if (!corners) return undefined;
  const heights = corners.map((corner) => toNumber(dot(n, corner)));
  const top = Math.max(...heights);
  const side = corners.filter((_, i) => heights[i] >= top - slack);
  return side.length === 2 ? side : undefined;
}

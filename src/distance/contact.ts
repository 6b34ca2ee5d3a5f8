import { copyVec3, createVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';

/** Which part of a body a witness point lies on. */
export type FeatureKind = 'vertex' | 'edge' | 'face';

/**
 * How close two bodies are: the one result of every narrow-phase method.
 *
 * `normal` is a unit vector from A to B; `distance` is signed, above zero when apart, below zero when penetrating;
 * `pointB = pointA + distance * normal`. Exchanging A and B exchanges the points and flips the normal.
 */
export interface Contact {
  /** Signed distance [m]: the gap, or minus the penetration depth. */
  distance: number;
  /** Witness point on A, world axes [m]. */
  pointA: Vec3;
  /** Witness point on B, world axes [m]. */
  pointB: Vec3;
  /** Unit vector from A to B, also for touching bodies. */
  normal: Vec3;
  featureA: FeatureKind;
  featureB: FeatureKind;
  /** Which vertex or edge of A; -1 where the feature has no number. */
  indexA: number;
  indexB: number;
  /**
   * False when there are other closest pairs, to rounding: a whole segment or area of them (parallel edges, faces), or some at another place
   * (two walls equally near, the shortest ways out of bodies about one middle). Of a segment in the plane, and of capsules, the points are then
   * the middle, of all others one of them. For overlapping bodies true says that no other way out was found among the symmetric ones.
   */
  unique: boolean;
  /**
   * `exact`: to rounding. `bounded`: |error of distance| <= `errorBound`. `capped`: the same, but a limit ended the search before the bound
   * was as small as it gets. `approximate`: overlapping by a depth that nothing proves: a lower bound of it for non-convex bodies, the least
   * one found for convex ones.
   */
  status: 'exact' | 'bounded' | 'iteration-limit' | 'approximate';
  /** Bound of the error of `distance`, and of how far the points are off their bodies [m]; 0 where both are rounding. */
  errorBound: number;
  /** Steps taken by an iterative method, else 0. */
  iterations: number;
}

export function createContact(): Contact {
  return {
    distance: Number.POSITIVE_INFINITY,
    pointA: createVec3(),
    pointB: createVec3(),
    normal: createVec3(1, 0, 0),
    featureA: 'vertex',
    featureB: 'vertex',
    indexA: -1,
    indexB: -1,
    unique: true,
    status: 'exact',
    errorBound: 0,
    iterations: 0,
  };
}

export function copyContact(out: Contact, from: Contact): Contact {
  const { pointA, pointB, normal } = out;
  Object.assign(out, from, { pointA, pointB, normal });
  copyVec3(pointA, from.pointA);
  copyVec3(pointB, from.pointB);
  copyVec3(normal, from.normal);
  return out;
}

/** The same contact seen with A and B exchanged. */
export function flipContact(out: Contact): Contact {
  const { pointA, pointB, normal, featureA, featureB, indexA, indexB } = out;
  out.pointA = pointB;
  out.pointB = pointA;
  normal.x = -normal.x;
  normal.y = -normal.y;
  normal.z = -normal.z;
  out.featureA = featureB;
  out.featureB = featureA;
  out.indexA = indexB;
  out.indexB = indexA;
  return out;
}

/** One place where two bodies touch: the matching points on each and the signed gap between them. */
export interface ContactPoint {
  pointA: Vec3;
  pointB: Vec3;
  /** [m] */
  distance: number;
}

/** All places where two bodies touch along one normal: one point, or the two ends of an edge-on-edge overlap. */
export interface Manifold {
  /** Unit vector from A to B. */
  normal: ReadonlyVec3;
  points: ContactPoint[];
}

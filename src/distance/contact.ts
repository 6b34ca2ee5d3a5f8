import { copyVec3, createVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';

/** Which part of a body a witness point lies on. */
export type FeatureKind = 'vertex' | 'edge' | 'face';

/**
 * Distance, witness points and normal of two bodies: the result of every narrow-phase method.
 *
 * `normal` is a unit vector from A to B; `distance` is signed, above zero when apart, below zero when penetrating;
 * `pointB = pointA + distance * normal`. Swapping A and B swaps the points and flips the normal.
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
  /** Kind of feature of A at `pointA`. */
  featureA: FeatureKind;
  /** Kind of feature of B at `pointB`. */
  featureB: FeatureKind;
  /** Index of that vertex, edge or face of A, each kind from 0; -1 where the feature has no index. */
  indexA: number;
  /** Index of the feature of B, as `indexA`. */
  indexB: number;
  /**
   * False when other closest pairs exist, to machine precision: a segment or area of them (parallel edges, faces), or separate ones
   * (two faces equally near, several minimum translations of concentric bodies). On a planar segment of closest pairs, and for capsules, the
   * points are then its midpoint, otherwise one of the pairs. For overlapping bodies, true means that no second minimum translation was found
   * among the symmetric directions.
   */
  unique: boolean;
  /**
   * `exact`: to machine precision. `bounded`: |error of distance| <= `errorBound`. `iteration-limit`: the same, but a limit ended the search
   * before the bound converged. `approximate`: overlapping by a depth without a certificate: a lower bound for non-convex bodies, the smallest
   * depth found for convex ones.
   */
  status: 'exact' | 'bounded' | 'iteration-limit' | 'approximate';
  /** Error bound of `distance`, and of the distance of the points from their bodies [m]; 0 where both are rounding errors. */
  errorBound: number;
  /** Steps taken by an iterative method, else 0. */
  iterations: number;
}

/** A new result of `closestInto` and the other queries that write into one; it may be used again for any pair. */
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

/** The same contact with A and B swapped. */
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

/** One contact point: matching points on both bodies and the signed gap between them. */
export interface ContactPoint {
  /** On A, world axes [m]. */
  pointA: Vec3;
  /** On B, world axes [m]. */
  pointB: Vec3;
  /** Signed gap along the normal [m]: negative when penetrating. */
  distance: number;
}

/** Contact manifold: contact points with one normal: one point, the two ends of an edge, or up to four points of a face. */
export interface Manifold {
  /** Unit vector from A to B. */
  normal: ReadonlyVec3;
  /** The deepest first in 3-D; the objects belong to the caller. */
  points: ContactPoint[];
}

import { type Contact, createContact, type FeatureKind } from '../distance/contact.ts';
import { checkPose, checkVector } from '../math/check-arguments.ts';
import { createPose, type ReadonlyPose } from '../math/pose.ts';
import { copyVec3, createVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { createPoint } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';

/** Closest point on the surface of a body to a given point. */
export interface PointQuery {
  /** Signed distance to the surface [m]: negative inside. Never negative for bodies without an inside. */
  distance: number;
  /** A closest point on the surface, world axes [m]; not always unique: from the centre of a sphere all points are closest. */
  point: Vec3;
  /** Outward unit normal: the given point is `point` + `distance` · `normal`. */
  normal: Vec3;
  /** Kind of feature of the closest point, as in a `Contact`. */
  feature: FeatureKind;
  /** Index of that feature; -1 where it has none. */
  index: number;
  /** `exact`: to machine precision. `bounded`: |error of distance| <= `errorBound` [m]. `approximate`: a lower bound of the depth. */
  status: Contact['status'];
  /** Error bound of `distance` [m]; 0 where it is exact to machine precision. */
  errorBound: number;
}

/** A new result of `pointQueryInto`, which may be used again for any body. */
export function createPointQuery(): PointQuery {
  return {
    distance: Number.POSITIVE_INFINITY,
    point: createVec3(),
    normal: createVec3(1, 0, 0),
    feature: 'face',
    index: -1,
    status: 'exact',
    errorBound: 0,
  };
}

/**
 * Signed distance [m] of the world point `point` from the surface of a body, negative inside, with the closest point on
 * the surface and the outward normal there. Returns a new result. Throws a TypeError or RangeError for an invalid
 * argument.
 *
 * @example
 * ```ts
 * import { pointQuery, pose, sphere, vec3 } from 'appulse';
 *
 * const { distance, point, normal } = pointQuery(sphere(2), pose([1, 0, 0]), vec3(1, 0, 0.5)); // a point inside
 * console.log(distance, point, normal.z); // -1.5 { x: 1, y: 0, z: 2 } 1
 * ```
 */
export function pointQuery(shape: Shape, pose: ReadonlyPose, point: ReadonlyVec3): PointQuery {
  checkShape('pointQuery: shape', shape);
  checkPose('pointQuery: pose', pose);
  return pointQueryInto(createPointQuery(), shape, pose, point);
}

const POINT = createPoint();
const pointPose = createPose();
const contact = createContact();

/** `pointQuery` into an existing result, for loops. Shape and pose are not checked. */
export function pointQueryInto(out: PointQuery, shape: Shape, pose: ReadonlyPose, point: ReadonlyVec3): PointQuery {
  checkVector('pointQuery: point', point);
  copyVec3(pointPose.position, point);
  closestInto(contact, POINT, pointPose, shape, pose);
  const { normal, pointB } = contact;
  out.distance = contact.distance;
  copyVec3(out.point, pointB);
  setVec3(out.normal, -normal.x, -normal.y, -normal.z);
  out.feature = contact.featureB;
  out.index = contact.indexB;
  out.status = contact.status;
  out.errorBound = contact.errorBound;
  return out;
}

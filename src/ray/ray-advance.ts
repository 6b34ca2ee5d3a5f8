/**
 * A ray and any convex body whose distance to a point is known, grown by a radius if need be. Along a ray that distance is a convex
 * function: the plane through the nearest point of the body, across the way to it, has the whole body behind it, and where the ray
 * passes it is never beyond the entry. So Newton's method comes from outside only, and every step but the last is proven.
 */

import { createContact } from '../distance/contact.ts';
import { createPose } from '../math/pose.ts';
import { setVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import { createPoint } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { ENTER, ERROR, EXIT, FEATURE, FROM, missBody, ray, setNormal, span, TO } from './ray-span.ts';

/** Convergence is quadratic; where a ray grazes the body each step still halves what is left. */
const MAX_STEPS = 100;
/** A place this near to the body, as a share of the size of the query, is on it. */
const ON_BODY = 1e-15;

const POINT = createPoint();
const place = createPose();
const AT_ORIGIN = createPose();
const contact = createContact();

/** The first place of the ray within `radius` of the body. */
export function rayAdvance(shape: Shape, reach: number, radius: number): void {
  let t = span[FROM];
  const size = reach + radius;
  for (let step = 0; ; step++) {
    setVec3(place.position, ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]);
    closestInto(contact, POINT, place, shape, AT_ORIGIN);
    const { normal } = contact;
    const gap = contact.distance - radius;
    const rate = -(normal.x * ray[3] + normal.y * ray[4] + normal.z * ray[5]);
    if (step === 0 && gap < 0) {
      span[ENTER] = Number.NEGATIVE_INFINITY;
      span[EXIT] = Number.POSITIVE_INFINITY;
      return;
    }
    if (step === 0 && rate > 0) {
      // away from the body, from its surface too
      missBody();
      return;
    }
    const next = t - gap / rate;
    const arrived = gap <= ON_BODY * (size + Math.abs(t - span[FROM]));
    if (!arrived && !(rate < 0 && next <= span[TO])) {
      missBody();
      return;
    }
    if (arrived || step === MAX_STEPS || !(next > t)) {
      span[ENTER] = t;
      span[EXIT] = Number.POSITIVE_INFINITY;
      span[FEATURE] = -1;
      span[ERROR] = Math.max(gap, 0) + contact.errorBound;
      setNormal(-normal.x, -normal.y, -normal.z);
      return;
    }
    t = next;
  }
}

/**
 * A ray and any convex body with a point distance, optionally inflated by a radius. Along a ray that distance is a convex function: the
 * plane through the closest point of the body, perpendicular to the line to it, has the whole body behind it, so the ray crosses it no
 * later than it enters the body. Newton's method therefore converges from outside, and every step but the last is certified.
 */

import { createContact } from '../distance/contact.ts';
import { createPose } from '../math/pose.ts';
import { setVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import { createPoint } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { ENTER, ERROR, EXIT, FEATURE, FROM, missBody, ray, setNormal, span, TO } from './ray-span.ts';

/** Convergence is quadratic; where a ray grazes the body each step still halves the remaining distance. */
const MAX_STEPS = 100;
/** A point this near to the body, relative to the size of the query, is on it. */
const ON_BODY = 1e-15;

const POINT = createPoint();
const pointPose = createPose();
const AT_ORIGIN = createPose();
const contact = createContact();

/** The first point of the ray within `radius` of the body. */
export function rayAdvance(shape: Shape, bodyRadius: number, radius: number): void {
  let t = span[FROM];
  const size = bodyRadius + radius;
  for (let step = 0; ; step++) {
    setVec3(pointPose.position, ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]);
    closestInto(contact, POINT, pointPose, shape, AT_ORIGIN);
    const { normal } = contact;
    const gap = contact.distance - radius;
    const rate = -(normal.x * ray[3] + normal.y * ray[4] + normal.z * ray[5]);
    if (step === 0 && gap < 0) {
      span[ENTER] = Number.NEGATIVE_INFINITY;
      span[EXIT] = Number.POSITIVE_INFINITY;
      return;
    }
    if (step === 0 && rate > 0) {
      // separating, also from its surface
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

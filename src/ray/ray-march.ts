import { createContact } from '../distance/contact.ts';
import { createPose } from '../math/pose.ts';
import { setVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import { createPoint } from '../shapes/point.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { ENTER, ERROR, EXIT, FEATURE, FROM, missBody, ray, setNormal, span, TO } from './ray-span.ts';

/** A ray that grazes the body takes many short steps: it stops here, with the remaining gap as its error. */
const MAX_STEPS = 2000;
/** A point this near to the inflated body, relative to the size of the query, is on it. */
const ON_BODY = 1e-12;

const POINT = createPoint();
const pointPose = createPose();
const AT_ORIGIN = createPose();
const contact = createContact();

/** The first point of the ray within `radius` of a body that need not be convex: steps by lower bounds of its distance. */
export function rayMarch(shape: Shape, radius: number): void {
  const size = shapeRadius(shape) + radius;
  let t = span[FROM];
  for (let step = 0; ; step++) {
    setVec3(pointPose.position, ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]);
    closestInto(contact, POINT, pointPose, shape, AT_ORIGIN);
    const gap = contact.distance - radius;
    if (step === 0 && gap < 0) {
      span[ENTER] = Number.NEGATIVE_INFINITY;
      span[EXIT] = Number.POSITIVE_INFINITY;
      return;
    }
    const certain = Math.max(gap - contact.errorBound, 0);
    if (gap <= ON_BODY * size + contact.errorBound || step === MAX_STEPS) {
      const { normal } = contact;
      span[ENTER] = t;
      span[EXIT] = Number.POSITIVE_INFINITY;
      span[FEATURE] = contact.featureB === 'face' ? contact.indexB : -1;
      span[ERROR] = Math.max(gap, 0) + contact.errorBound;
      setNormal(-normal.x, -normal.y, -normal.z);
      return;
    }
    t += Math.max(certain, 0.5 * ON_BODY * size);
    if (!(t <= span[TO])) {
      missBody();
      return;
    }
  }
}

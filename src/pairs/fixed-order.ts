import { type Contact, flipContact } from '../distance/contact.ts';
import type { SimplexCache } from '../distance/simplex-cache.ts';
import type { ReadonlyPose } from '../math/pose.ts';

/** `closest` for two bodies of one kind. */
type Method<Body> = (
  out: Contact,
  shapeA: Body,
  poseA: ReadonlyPose,
  shapeB: Body,
  poseB: ReadonlyPose,
  cache: SimplexCache,
) => Contact;

/**
 * Wraps a method for two bodies of one kind so that the poses, not the caller, determine the order of A and B: a depth without a
 * certificate is then the same in both orders.
 */
export function inFixedOrder<Body>(method: Method<Body>): Method<Body> {
  return (out, shapeA, poseA, shapeB, poseB, cache) =>
    isBehind(poseA, poseB)
      ? flipContact(method(out, shapeB, poseB, shapeA, poseA, cache))
      : method(out, shapeA, poseA, shapeB, poseB, cache);
}

/** Does pose A come after pose B, by the first number in which they differ? */
function isBehind({ position: p, rotation: r }: ReadonlyPose, { position: q, rotation: s }: ReadonlyPose): boolean {
  const difference =
    p.x - q.x || p.y - q.y || p.z - q.z || r.xx - s.xx || r.xy - s.xy || r.yx - s.yx || r.yy - s.yy || r.zz - s.zz;
  return difference > 0;
}

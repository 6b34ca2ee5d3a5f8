import { transformVec3 } from '../math/mat3.ts';
import type { Motion } from '../math/motion.ts';
import { createVec3, dotVec3, lengthVec3, subVec3 } from '../math/vec3.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';

/** Margin for the rounding of the bound. */
const MARGIN = 1 + 1e-9;
/** Two bodies that rotate in place are searched for this total angle [rad], some 2600 revolutions. */
const MAX_ROTATION = 2 ** 14;

/** Interval in which a search over unlimited time must look for a contact. */
export interface SearchInterval {
  /** End of the interval [s]. */
  end: number;
  /** Is there certainly no first contact after it? */
  complete: boolean;
}

/**
 * The time after which two moving bodies certainly have no first contact: their bounding spheres have separated for ever, or
 * the motion repeats. Two bodies that both rotate in place may first touch at any time: then the interval is not complete.
 */
export function searchInterval(
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  separation: number,
): SearchInterval {
  const bound = lastContactTime(shapeA, motionA, shapeB, motionB, separation);
  if (bound < Number.POSITIVE_INFINITY) return { end: bound * MARGIN, complete: true };
  // no translation, and within reach of each other
  const speedA = lengthVec3(motionA.angularVelocity);
  const speedB = lengthVec3(motionB.angularVelocity);
  if (speedA + speedB === 0) return { end: 0, complete: true };
  if (speedA === 0 || speedB === 0) return { end: ((2 * Math.PI) / (speedA + speedB)) * MARGIN, complete: true };
  return { end: MAX_ROTATION / (speedA + speedB), complete: false };
}

/** Infinity where the bodies do not move relative to each other and may touch by rotation. */
function lastContactTime(shapeA: Shape, motionA: Motion, shapeB: Shape, motionB: Motion, separation: number): number {
  if (shapeA.kind === 'halfspace') return lastTimeAtPlane(shapeA, motionA, shapeB, motionB, separation);
  if (shapeB.kind === 'halfspace') return lastTimeAtPlane(shapeB, motionB, shapeA, motionA, separation);
  const reach = shapeRadius(shapeA) + shapeRadius(shapeB) + separation;
  const distance = lengthVec3(subVec3(createVec3(), motionB.pose.position, motionA.pose.position));
  const speed = lengthVec3(subVec3(createVec3(), motionB.velocity, motionA.velocity));
  const acceleration = lengthVec3(subVec3(createVec3(), motionB.acceleration, motionA.acceleration));
  // |a| t²/2 - |v| t - |x| > reach
  if (acceleration > 0) {
    return (speed + Math.sqrt(speed * speed + 2 * acceleration * (distance + reach))) / acceleration;
  }
  if (speed > 0) return (distance + reach) / speed;
  return distance > reach * MARGIN ? 0 : Number.POSITIVE_INFINITY;
}

/**
 * Height of the body's origin above the plane, h + v t + a t²/2: after the last time at which it is ±reach, the body is either
 * clear of the half-space for ever, or inside, and has touched it before.
 */
function lastTimeAtPlane(
  shape: Halfspace,
  plane: Motion,
  body: Shape,
  { pose, velocity, acceleration }: Motion,
  separation: number,
): number {
  const normal = transformVec3(createVec3(), plane.pose.rotation, shape.normal);
  const reach = (body.kind === 'halfspace' ? 0 : shapeRadius(body)) + separation;
  const height = dotVec3(normal, subVec3(createVec3(), pose.position, plane.pose.position));
  const v = Math.abs(dotVec3(normal, subVec3(createVec3(), velocity, plane.velocity)));
  const a = Math.abs(dotVec3(normal, subVec3(createVec3(), acceleration, plane.acceleration)));
  const range = Math.abs(height) + reach;
  if (a > 0) return (v + Math.sqrt(v * v + 2 * a * range)) / a;
  if (v > 0) return range / v;
  return height > reach * MARGIN ? 0 : Number.POSITIVE_INFINITY;
}

import { checkMotion, checkPose } from '../math/check-arguments.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { checkNotBelowZero, describeValue } from '../shapes/checks.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Aabb } from './aabb.ts';
import { shapeAabb as shapeAabbUnchecked, sweptAabb as sweptAabbUnchecked } from './shape-aabb.ts';

/**
 * Writes the smallest box around a shape at a pose into `out` (for tiled bodies a bound, not the smallest) [m]. A half-space
 * has infinite sides where it is unbounded.
 */
export function shapeAabb(out: Aabb, shape: Shape, pose: ReadonlyPose): Aabb {
  checkBox('shapeAabb: out', out);
  checkShape('shapeAabb: shape', shape);
  checkPose('shapeAabb: pose', pose);
  return shapeAabbUnchecked(out, shape, pose);
}

/** Writes a box that contains the shape at every time of [0, duration] [s] of the motion into `out` [m]. */
export function sweptAabb(out: Aabb, shape: Shape, motion: Motion, duration: number): Aabb {
  checkBox('sweptAabb: out', out);
  checkShape('sweptAabb: shape', shape);
  checkMotion('sweptAabb: motion', motion);
  checkNotBelowZero('sweptAabb: duration', duration);
  return sweptAabbUnchecked(out, shape, motion, duration);
}

function checkBox(name: string, out: Aabb): void {
  if (typeof out?.min === 'object' && typeof out.max === 'object') return;
  throw new TypeError(`${name} must be a box made by createAabb(), got ${describeValue(out)}`);
}

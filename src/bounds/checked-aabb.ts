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
 *
 * @example
 * ```ts
 * import { capsule, pose } from 'appulse';
 * import { createAabb, shapeAabb } from 'appulse/bounds';
 *
 * const { min, max } = shapeAabb(createAabb(), capsule(0.5, 2), pose([10, 0, 0])); // its axis is z
 * console.log(min, max); // { x: 9.5, y: -0.5, z: -2.5 } { x: 10.5, y: 0.5, z: 2.5 }
 * ```
 */
export function shapeAabb(out: Aabb, shape: Shape, pose: ReadonlyPose): Aabb {
  checkBox('shapeAabb: out', out);
  checkShape('shapeAabb: shape', shape);
  checkPose('shapeAabb: pose', pose);
  return shapeAabbUnchecked(out, shape, pose);
}

/**
 * Writes a box that contains the shape at every time of [0, duration] [s] of the motion into `out` [m].
 *
 * @example
 * ```ts
 * import { motion, pose, sphere, vec3 } from 'appulse';
 * import { createAabb, sweptAabb } from 'appulse/bounds';
 *
 * const { min, max } = sweptAabb(createAabb(), sphere(1), motion(pose(), vec3(3, 0, 0)), 2);
 * console.log(min.x.toFixed(9), max.x.toFixed(9)); // -1.000000000 7.000000000
 * ```
 */
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

/** Intersection of a line with the exact surface of a body, where its supporting face is only a line or offset by a radius. */
import { BOX, CONE, type Core, CYLINDER, RADIUS, SIZES } from '../distance/convex/core.ts';
import type { ManifoldWorkspace } from './manifold-workspace.ts';

/** Offset in `line`: a point near the surface and an outward unit vector, both in the frame of the body; then the distance to the surface. */
export const OUT_BY = 6;

/** Steps of Newton's method; it needs two or three. */
const STEP_LIMIT = 16;
/** A line that leaves the surface at a smaller angle than this (sine) misses the body. */
const GRAZING = 0.05;
/** Fractions of the radius: convergence, and the tolerance at the ends of a cylinder. */
const CONVERGED = 1e-15;
const BEYOND_END = 1e-12;

/** Completes `line`. False: the line misses the surface here. */
export function surfaceAlong(manifold: ManifoldWorkspace, core: Core): boolean {
  const { line } = manifold;
  switch (core.kind) {
    case BOX:
      return surfaceOfRoundedBox(manifold, core.numbers);
    case CYLINDER:
    case CONE:
      return surfaceOfSide(manifold, core.numbers, core.kind === CONE);
  }
  line[OUT_BY] = 0;
  return true;
}

/** The distance of a point from a box is convex along the line, so Newton's method converges to the radius from outside. */
function surfaceOfRoundedBox(manifold: ManifoldWorkspace, numbers: Float64Array): boolean {
  const { line } = manifold;
  const radius = numbers[RADIUS];
  let s = radius;
  for (let step = 0; step < STEP_LIMIT; step++) {
    let distanceSq = 0;
    let product = 0;
    for (let k = 0; k < 3; k++) {
      const coordinate = line[k] + s * line[3 + k];
      const beyond = Math.abs(coordinate) - numbers[SIZES + k];
      if (!(beyond > 0)) continue;
      distanceSq += beyond * beyond;
      product += beyond * (coordinate < 0 ? -line[3 + k] : line[3 + k]);
    }
    const distance = Math.sqrt(distanceSq);
    const rate = product / distance;
    if (!(rate > GRAZING)) return false;
    s -= (distance - radius) / rate;
    if (Math.abs(distance - radius) <= CONVERGED * radius) break;
  }
  line[OUT_BY] = s;
  return true;
}

/**
 * The side of a cylinder or cone: |q + s m|² = ρ², q and m perpendicular to the axis, ρ = ρ0 + ρ' s the radius at the height of
 * the point. The outer root of a s² + 2 b s + c = 0.
 */
// biome-ignore format: one vector per line
function surfaceOfSide(manifold: ManifoldWorkspace, numbers: Float64Array, cone: boolean): boolean {
  const { line } = manifold;
  const radius = numbers[SIZES], bottom = numbers[SIZES + 1], top = numbers[SIZES + 2];
  const x = line[0], y = line[1], z = line[2], mx = line[3], my = line[4], mz = line[5];
  const taper = cone ? radius / (top - bottom) : 0;
  const here = cone ? taper * (top - z) : radius, rate = -taper * mz;
  const a = mx * mx + my * my - rate * rate;
  const b = x * mx + y * my - here * rate;
  const c = x * x + y * y - here * here;
  const root = Math.sqrt(b * b - a * c);
  // in this form for a point near the surface, where c is small
  const s = -c / (b + root);
  const height = z + s * mz, slack = BEYOND_END * (radius + top);
  line[OUT_BY] = s;
  return b > 0 && height >= bottom - slack && height <= top + slack;
}

/** Where a line leaves a body: the exact surface over a place, for bodies whose patches are only lines, or grow by a radius. */
import { BOX, CONE, type Core, CYLINDER, RADIUS, SIZES } from '../distance/convex/core.ts';

/** A place near the surface, a unit vector outward, both in the frame of the body; then how far along it the surface is. */
export const line = new Float64Array(7);
export const OUT_BY = 6;

/** Steps of Newton's method; it needs two or three. */
const STEP_LIMIT = 16;
/** A line that leaves the surface at a smaller angle than this (its sine) has missed the body. */
const GRAZING = 0.05;
/** Shares of the radius: what is level, and what still counts as inside the ends of a cylinder. */
const LEVEL = 1e-15;
const BEYOND_END = 1e-12;

/** Completes `line`. False: the line does not leave the body here. */
export function surfaceAlong(core: Core): boolean {
  switch (core.kind) {
    case BOX:
      return surfaceOfGrownBox(core.numbers);
    case CYLINDER:
    case CONE:
      return surfaceOfSide(core.numbers, core.kind === CONE);
  }
  line[OUT_BY] = 0;
  return true;
}

/** The distance of a point from a box is convex along the line, so Newton's method comes to the radius from outside. */
function surfaceOfGrownBox(numbers: Float64Array): boolean {
  const radius = numbers[RADIUS];
  let s = radius;
  for (let step = 0; step < STEP_LIMIT; step++) {
    let distanceSq = 0;
    let product = 0;
    for (let k = 0; k < 3; k++) {
      const place = line[k] + s * line[3 + k];
      const beyond = Math.abs(place) - numbers[SIZES + k];
      if (!(beyond > 0)) continue;
      distanceSq += beyond * beyond;
      product += beyond * (place < 0 ? -line[3 + k] : line[3 + k]);
    }
    const distance = Math.sqrt(distanceSq);
    const rate = product / distance;
    if (!(rate > GRAZING)) return false;
    s -= (distance - radius) / rate;
    if (Math.abs(distance - radius) <= LEVEL * radius) break;
  }
  line[OUT_BY] = s;
  return true;
}

/**
 * The side of a cylinder or cone: |q + s m|² = ρ², q and m across the axis, ρ = ρ0 + ρ' s the radius at the height of the point. The
 * outer root of a s² + 2 b s + c = 0.
 */
// biome-ignore format: one vector per line
function surfaceOfSide(numbers: Float64Array, cone: boolean): boolean {
  const radius = numbers[SIZES], bottom = numbers[SIZES + 1], top = numbers[SIZES + 2];
  const x = line[0], y = line[1], z = line[2], mx = line[3], my = line[4], mz = line[5];
  const taper = cone ? radius / (top - bottom) : 0;
  const here = cone ? taper * (top - z) : radius, rate = -taper * mz;
  const a = mx * mx + my * my - rate * rate;
  const b = x * mx + y * my - here * rate;
  const c = x * x + y * y - here * here;
  const root = Math.sqrt(b * b - a * c);
  // written for a place near the surface, where c is small
  const s = -c / (b + root);
  const height = z + s * mz, slack = BEYOND_END * (radius + top);
  line[OUT_BY] = s;
  return b > 0 && height >= bottom - slack && height <= top + slack;
}

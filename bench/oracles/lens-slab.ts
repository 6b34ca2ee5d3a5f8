import type { Random } from '../inputs/random.ts';
import { direction, type Triple } from '../inputs/smooth-bodies.ts';

/** A lens: the intersection of three spheres of radius R with centres at `offset` from the z axis, scaled along the axes. */
export interface Lens {
  readonly radius: number;
  readonly offset: number;
  readonly scale: Triple;
}

/** Distance from the farthest centre minus R: positive outside the lens, negative inside [m]. */
export function lensExcess({ radius, offset, scale }: Lens, x: number, y: number, z: number): number {
  let farthest = 0;
  for (let k = 0; k < 3; k++) {
    const angle = (2 * Math.PI * k) / 3;
    const dx = x / scale[0] + offset * Math.cos(angle);
    const dy = y / scale[1] + offset * Math.sin(angle);
    farthest = Math.max(farthest, Math.hypot(dx, dy, z / scale[2]));
  }
  return farthest - radius;
}

/** Points of the whole surface of a lens, xyz each: by bisection along rays from its centre. */
export function lensPoints(random: Random, lens: Lens, count: number): Float64Array {
  const points = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const [x, y, z] = direction(random);
    let [inside, outside] = [0, 2 * lens.radius * Math.max(...lens.scale)];
    for (let step = 0; step < 60; step++) {
      const midpoint = 0.5 * (inside + outside);
      if (lensExcess(lens, midpoint * x, midpoint * y, midpoint * z) < 0) inside = midpoint;
      else outside = midpoint;
    }
    points.set([inside * x, inside * y, inside * z], 3 * k);
  }
  return points;
}

import type { FreeFlight } from '../math/free-flight.ts';
import { transformVec3 } from '../math/mat3.ts';
import { createVec3, dotVec3, subVec3 } from '../math/vec3.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import { firstRoot } from './planar-step.ts';

/** Steps towards the contact of two spheres; each squares the error, and any number of them is safe. */
const STEPS = 20;
/** Spheres closer than this fraction of their size touch. */
const TOUCHING = 1e-6;

/**
 * A time before which the spheres of the radii `radiusA` and `radiusB` [m] about the centres of two flights do not touch: the
 * time of contact, or a little earlier; Infinity if there is none within `duration` [s]. Along the fixed line of the centres, the
 * distance is a parabola in time, a lower bound of the true distance.
 */
// biome-ignore format: one vector per line
export function sphereImpactBound(a: FreeFlight, radiusA: number, b: FreeFlight, radiusB: number, duration: number): number {
  const size = radiusA + radiusB;
  if (size === Number.POSITIVE_INFINITY) return 0;
  const { position: p } = a.pose, { position: q } = b.pose;
  const { velocity: u, acceleration: g } = a, { velocity: v, acceleration: h } = b;
  const px = q.x - p.x, py = q.y - p.y, pz = q.z - p.z;
  const ux = v.x - u.x, uy = v.y - u.y, uz = v.z - u.z;
  const gx = h.x - g.x, gy = h.y - g.y, gz = h.z - g.z;
  let time = 0;
  for (let step = 0; step < STEPS; step++) {
    const x = px + time * (ux + 0.5 * time * gx), y = py + time * (uy + 0.5 * time * gy), z = pz + time * (uz + 0.5 * time * gz);
    const distance = Math.sqrt(x * x + y * y + z * z);
    const gap = distance - size;
    if (gap <= TOUCHING * size) return time;
    const rate = (x * (ux + time * gx) + y * (uy + time * gy) + z * (uz + time * gz)) / distance;
    time += firstRoot(gap, rate, -(x * gx + y * gy + z * gz) / distance);
    if (!(time < duration)) return Number.POSITIVE_INFINITY;
  }
  return time;
}

const normal = createVec3();
const difference = createVec3();

/** The same for a sphere and a half-space, exactly; 0 if they touch already. */
export function halfspaceImpactBound(
  sphere: FreeFlight,
  radius: number,
  halfspace: FreeFlight,
  shape: Halfspace,
): number {
  transformVec3(normal, halfspace.pose.rotation, shape.normal);
  const height = dotVec3(normal, subVec3(difference, sphere.pose.position, halfspace.pose.position)) - radius;
  if (height <= 0) return 0;
  const rate = dotVec3(normal, subVec3(difference, sphere.velocity, halfspace.velocity));
  return firstRoot(height, rate, -dotVec3(normal, subVec3(difference, sphere.acceleration, halfspace.acceleration)));
}

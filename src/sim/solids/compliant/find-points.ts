import { type ContactPoints, solidContactPoints } from '../../../manifold/contact-points.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../../../math/vec3.ts';
import { type ContactLaw, interactionRange } from '../../../response/contact-laws.ts';
import { SimulationError } from '../../world.ts';
import { hasRadius } from './check-laws.ts';
import type { CompliantBody, CompliantPair } from './compliant-pair.ts';
import { curvatureRadius } from './curvature-radius.ts';

/** Search margin of an attached pair beyond the range of its law, as a fraction of the smaller body. */
const ATTACHED_MARGIN = 0.01;

/**
 * Number of contact points of a pair within reach in this step, in its `found`, the deepest first. Also updates the depth of the pair.
 */
export function findPoints(pair: CompliantPair): number {
  const { a, b, law, cache, attached, found } = pair;
  let margin = a.travel + b.travel + (law === undefined ? 0 : interactionRange(law));
  if (attached) margin += ATTACHED_MARGIN * Math.min(a.radius, b.radius);
  const { x, y, z } = a.pose.position;
  const { x: bx, y: by, z: bz } = b.pose.position;
  const reach = a.radius + b.radius + margin;
  let count = 0;
  if (!((bx - x) * (bx - x) + (by - y) * (by - y) + (bz - z) * (bz - z) > reach * reach)) {
    count = solidContactPoints(found, a.shape, a.pose, b.shape, b.pose, margin, cache);
  }
  pair.foundCount = count;
  if (count === 0) {
    pair.depth = Number.NEGATIVE_INFINITY;
    pair.depthRate = 0;
    return 0;
  }
  pair.depth = -found.distances[0];
  setPoint(midpoint, found, 0);
  setRelativeVelocity(velocity, a, b, midpoint);
  pair.depthRate = -(velocity.x * found.normals[0] + velocity.y * found.normals[1] + velocity.z * found.normals[2]);
  return count;
}

const midpoint = createVec3();
const velocity = createVec3();

/** Midpoint of the witness points `k`. */
export function setPoint(out: Vec3, { pointsA: p, pointsB: q }: ContactPoints, k: number): void {
  out.x = 0.5 * (p[3 * k] + q[3 * k]);
  out.y = 0.5 * (p[3 * k + 1] + q[3 * k + 1]);
  out.z = 0.5 * (p[3 * k + 2] + q[3 * k + 2]);
}

/** Velocity of B relative to A at a point [m/s]. */
// biome-ignore format: one vector per line
export function setRelativeVelocity(out: Vec3, a: CompliantBody, b: CompliantBody, point: ReadonlyVec3): void {
  const { position: p } = a.pose, { velocity: v, angularVelocity: w } = a;
  const { position: q } = b.pose, { velocity: u, angularVelocity: s } = b;
  const ax = point.x - p.x, ay = point.y - p.y, az = point.z - p.z;
  const bx = point.x - q.x, by = point.y - q.y, bz = point.z - q.z;
  out.x = u.x + s.y * bz - s.z * by - (v.x + w.y * az - w.z * ay);
  out.y = u.y + s.z * bx - s.x * bz - (v.y + w.z * ax - w.x * az);
  out.z = u.z + s.x * by - s.y * bx - (v.z + w.x * ay - w.y * ax);
}

/** The law with the effective radius of the current curvatures. */
export function lawAt({ given, a, b }: CompliantPair, normal: ReadonlyVec3, point: ReadonlyVec3): ContactLaw {
  if (hasRadius(given)) return given;
  const radius = curvatureRadius(a, b, normal, point, given.kind === 'hertz');
  if (radius !== undefined) return { ...given, radius };
  const where = `${a.name} and ${b.name} touch along a line or in a face`;
  throw new SimulationError(`contacts.penalty: the law ${given.kind} needs its radius, because ${where}`);
}

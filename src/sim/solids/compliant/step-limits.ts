import { createVec3, lengthVec3 } from '../../../math/vec3.ts';
import { exceededStepLimit, largestStep, type SpringContact } from '../../../response/contact-step-limit.ts';
import type { CompliantBody, CompliantPair, Island, PointForce } from './compliant-pair.ts';
import type { CompliantWorld } from './compliant-world.ts';
import { setTangents } from './curvature-radius.ts';

/** Maximum approach of two bodies between two searches, as a fraction of their thicknesses: a contact that is missed is shallower than 1 % of them. */
const MAX_APPROACH = 0.25;
/** Maximum number of parts of a step for the approach of two bodies. */
export const MAX_PARTS = 256;

/** Speed of the fastest point of a body [m/s]. */
export function maxSpeed({ velocity, angularVelocity, radius }: CompliantBody): number {
  const spin = lengthVec3(angularVelocity);
  return lengthVec3(velocity) + (spin === 0 ? 0 : spin * radius);
}

/**
 * Longest interval [s] in which bodies of the island that are not in contact cannot pass through each other. If a step of `h` [s] would need
 * more than `MAX_PARTS` of them, the world has the reason in `failure`.
 */
export function maxInterval(world: CompliantWorld, { pairs }: Island, h: number): number {
  let longest = Number.POSITIVE_INFINITY;
  for (const { a, b, attached } of pairs) {
    if (attached) continue;
    const thickness = a.thickness + b.thickness;
    const speed = maxSpeed(a) + maxSpeed(b);
    const limit = (MAX_APPROACH * thickness) / speed;
    if (limit * MAX_PARTS < h) {
      const fast = maxSpeed(a) > maxSpeed(b) ? a : b;
      const why = `${fast.name} moves at ${maxSpeed(fast)} m/s, so ${a.name} and ${b.name} could pass through each other`;
      world.failure ??= `time.step: must be at most ${limit * MAX_PARTS} s, got ${world.scene.time.step}: ${why}`;
      return 0;
    }
    if (limit < longest) longest = limit;
  }
  return longest;
}

/**
 * Whether a step of `h` [s] is short enough by a bound that is cheap: with J_c the row of contact c, J_cᵀJ_c is at most twice the sum of its parts
 * of the two bodies, and the largest eigenvalue of a body at most the sum over its contacts.
 */
export function isClearlyShort({ bodies, pairs }: Island, h: number): boolean {
  for (const body of bodies) body.stiffness = body.damping = 0;
  let minRatio = Number.POSITIVE_INFINITY;
  for (const { a, b, points, pointCount } of pairs) {
    const fraction = a.inverseMass > 0 && b.inverseMass > 0 ? 2 : 1;
    for (let k = 0; k < pointCount; k++) {
      const contact = points[k];
      if (contact.stiffness > 0) minRatio = Math.min(minRatio, contact.damping / contact.stiffness);
      if (a.inverseMass > 0) addSlopes(a, contact, fraction);
      if (b.inverseMass > 0) addSlopes(b, contact, fraction);
    }
  }
  let [omegaSq, gamma] = [0, 0];
  for (const { stiffness, damping } of bodies) {
    omegaSq = Math.max(omegaSq, stiffness);
    gamma = Math.max(gamma, damping);
  }
  return omegaSq === 0 || h <= largestStep('rk4', omegaSq, gamma, minRatio);
}

function addSlopes(body: CompliantBody, contact: PointForce, fraction: number): void {
  const { x, y, z } = body.pose.position;
  const { point, stiffness, damping, tangentialStiffness, tangentialDamping } = contact;
  const armSq = (point.x - x) ** 2 + (point.y - y) ** 2 + (point.z - z) ** 2;
  const mobility = fraction * (body.inverseMass + armSq * body.maxInverseInertia);
  body.stiffness += mobility * (stiffness + 2 * tangentialStiffness);
  body.damping += mobility * (damping + 2 * tangentialDamping);
}

/** Reason to reject a step of `h` [s]: the contact it is too long for, and the maximum step. */
export function tooLongStep({ scene }: CompliantWorld, island: Island, h: number): string | undefined {
  if (isClearlyShort(island, h)) return undefined;
  const springs: SpringContact[] = [];
  const owners: CompliantPair[] = [];
  for (const pair of island.pairs) {
    for (const contact of pair.points.slice(0, pair.pointCount)) {
      const { point, normal, stiffness, damping, tangentialStiffness, tangentialDamping } = contact;
      const at = { a: pair.a, b: pair.b, pointA: point, pointB: point };
      const [s, t] = [createVec3(), createVec3()];
      setTangents(s, t, normal);
      const sideways = { ...at, stiffness: tangentialStiffness, damping: tangentialDamping };
      springs.push({ ...at, normal, stiffness, damping }, { ...sideways, normal: s }, { ...sideways, normal: t });
      owners.push(pair, pair, pair);
    }
  }
  const limit = exceededStepLimit(springs, 'rk4', h);
  if (limit === undefined) return undefined;
  const { a, b } = owners[limit.index];
  return `time.step: must be at most ${limit.step} s for the contact of ${a.name} and ${b.name}, got ${scene.time.step}`;
}

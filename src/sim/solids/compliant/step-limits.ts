import { createVec3, lengthVec3 } from '../../../math/vec3.ts';
import { exceededStepLimit, type SpringContact } from '../../../response/contact-step-limit.ts';
import type { CompliantBody, CompliantPair, Island } from './compliant-pair.ts';
import type { CompliantWorld } from './compliant-world.ts';
import { setTangents } from './curvature-radius.ts';
import { isClearlyShort, isShortForBodies } from './stiffness-bounds.ts';

/** Maximum approach of two bodies between two searches, as a fraction of their thicknesses: a contact that is missed is shallower than 1 % of them. */
const MAX_APPROACH = 0.25;
/** Maximum number of parts of a step for the approach of two bodies. */
const MAX_PARTS = 256;

/** Speed of the fastest point of a body [m/s]. */
export function maxSpeed({ velocity, angularVelocity, radius }: CompliantBody): number {
  const angularSpeed = lengthVec3(angularVelocity);
  return lengthVec3(velocity) + (angularSpeed === 0 ? 0 : angularSpeed * radius);
}

/** Maximum overlap, as a fraction of the thicknesses: beyond all of them the bodies leave on the other side. */
const MAX_OVERLAP = 0.75;

/** Stores the reason to end the run in `failure` if two bodies of the island overlap so far that they would pass through each other. */
export function checkOverlaps(world: CompliantWorld, { pairs }: Island): void {
  for (const { a, b, depth, trigger } of pairs) {
    if (trigger || !(depth > MAX_OVERLAP * (a.thickness + b.thickness))) continue;
    const why = `${a.name} and ${b.name} overlap by ${depth} m and would pass through each other`;
    world.failure ??= `contacts.penalty: the law is too soft or time.step too long, ${why}`;
  }
}

/**
 * Longest interval [s] in which bodies of the island cannot pass through each other. If a step of `h` [s] would need
 * more than `MAX_PARTS` of them, the world has the reason in `failure`.
 */
export function maxInterval(world: CompliantWorld, { pairs }: Island, h: number): number {
  let longest = Number.POSITIVE_INFINITY;
  for (const { a, b } of pairs) {
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

/** Reason to reject a step of `h` [s]: the contact it is too long for, and the maximum step. */
export function tooLongStep({ scene }: CompliantWorld, island: Island, h: number): string | undefined {
  if (isClearlyShort(island, h) || isShortForBodies(island, h)) return undefined;
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

import { lengthVec3, type ReadonlyVec3 } from '../../../math/vec3.ts';
import { contactSlopes } from '../../../response/contact-laws.ts';
import { exceededStepLimit, type SpringContact } from '../../../response/contact-step-limit.ts';
import type { CompliantBody, Island, PointForce } from './compliant-pair.ts';
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

/** Directions of the tangential springs, for the step limit. */
interface Directions {
  readonly s: ReadonlyVec3;
  readonly t: ReadonlyVec3;
}

function tangentsOf(normal: ReadonlyVec3): Directions {
  const [s, t] = [
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 0, z: 0 },
  ];
  setTangents(s, t, normal);
  return { s, t };
}

/** Reason to reject a step of `h` [s]: the contact it is too long for, and the maximum step. */
export function tooLongStep({ scene }: CompliantWorld, forces: readonly PointForce[], h: number): string | undefined {
  const owners: PointForce[] = [];
  const springs: SpringContact[] = [];
  for (const force of forces) {
    const { pair, law, point, normal, depth, tangentialStiffness, tangentialDamping } = force;
    const at = { a: pair.a, b: pair.b, pointA: point, pointB: point };
    springs.push({ ...at, normal, ...contactSlopes(law, depth) });
    owners.push(force);
    if (tangentialStiffness === 0) continue;
    const { s, t } = tangentsOf(normal);
    const sideways = { ...at, stiffness: tangentialStiffness, damping: tangentialDamping };
    springs.push({ ...sideways, normal: s }, { ...sideways, normal: t });
    owners.push(force, force);
  }
  const limit = exceededStepLimit(springs, 'rk4', h);
  if (limit === undefined) return undefined;
  const { a, b } = owners[limit.index].pair;
  return `time.step: must be at most ${limit.step} s for the contact of ${a.name} and ${b.name}, got ${scene.time.step}`;
}

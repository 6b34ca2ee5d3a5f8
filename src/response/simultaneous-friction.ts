/**
 * Friction of simultaneous impacts: the algebraic law, [CP13-3.3], at the centre p̄ of each pair's normal impulses. Friction of one pair changes
 * the sliding of the others, so all are solved together, by damped Jacobi iteration with accumulated impulses: every pair uses the same
 * velocities, and their order does not matter.
 */
import { createMat3, type Mat3 } from '../math/mat3.ts';
import {
  addScaledVec3,
  copyVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { contactMatrix } from './contact-matrix.ts';
import { stickingCorrection } from './friction.ts';
import { applyImpulse, type ContactGeometry, relativeVelocity } from './impulse.ts';
import { contactAt, type PairContact, type PairImpulses, recordImpulse } from './pair-contact.ts';

/** Iterations; each reduces the remaining sliding of connected pairs to a fraction. */
const MAX_ITERATIONS = 200;
/** Impulses that change by less than this fraction of the largest have converged. */
const CONVERGED = 1e-13;

/** A pair with a normal impulse and friction. */
interface SlidingPair {
  readonly item: PairContact;
  readonly pair: PairImpulses;
  readonly contact: ContactGeometry;
  readonly fraction: number;
  /** Normal impulse without friction [N s]. */
  readonly total: number;
  readonly k: Mat3;
  /** Relative velocity before friction [m/s]. */
  readonly before: ReadonlyVec3;
  /** Accumulated friction impulse on B [N s], with the normal part that retains the normal speed. */
  readonly impulse: Vec3;
  mode: 'stick' | 'slide';
}

/** The pair of an item whose normal impulses are applied; none without friction or load. */
export function slidingPairOf(
  item: PairContact,
  pair: PairImpulses,
  { total, fraction }: { total: number; fraction: number },
): SlidingPair[] {
  if (item.material.frictionLaw === 'none' || total === 0) return [];
  const contact = contactAt(item, fraction);
  const { a, b } = item;
  const before = relativeVelocity(createVec3(), a, b, contact.pointA, contact.pointB);
  const k = contactMatrix(createMat3(), a, b, contact.pointA, contact.pointB);
  return [{ item, pair, contact, fraction, total, k, before, impulse: createVec3(), mode: 'stick' }];
}

/** Solves the friction of all pairs, changes the velocities of their bodies and records the impulses. */
export function applyFriction(pairs: readonly SlidingPair[]): void {
  const relaxation = 1 / mostPairsOfABody(pairs);
  const limit = pairs.length > 1 ? MAX_ITERATIONS : 1;
  for (let iteration = 0; iteration < limit; iteration++) {
    const changes = pairs.map((pair) => changeOf(pair, relaxation));
    let [largest, total] = [0, 0];
    for (const [i, { item, contact, impulse }] of pairs.entries()) {
      applyImpulse(item.a, item.b, contact.pointA, contact.pointB, changes[i]);
      addScaledVec3(impulse, impulse, changes[i], 1);
      largest = Math.max(largest, lengthVec3(changes[i]));
      total = Math.max(total, lengthVec3(impulse));
    }
    if (largest <= CONVERGED * total) break;
  }
  removeGain(pairs);
  for (const { item, pair, contact, fraction, before, impulse, mode } of pairs) {
    recordImpulse(pair, impulse, dotVec3(impulse, contact.normal), fraction);
    pair.work += 0.5 * (dotVec3(impulse, before) + dotVec3(impulse, velocityAt(item, contact)));
    pair.mode = mode;
  }
}

const velocity = createVec3();

function velocityAt({ a, b }: PairContact, { pointA, pointB }: ContactGeometry): ReadonlyVec3 {
  return relativeVelocity(velocity, a, b, pointA, pointB);
}

/** With 1 over the number of pairs that act on one body, the sum of all changes loses energy where each one does. */
function mostPairsOfABody(pairs: readonly SlidingPair[]): number {
  const counts = new Map<object, number>();
  for (const { item } of pairs) {
    for (const body of [item.a, item.b]) if (body.inverseMass > 0) counts.set(body, (counts.get(body) ?? 0) + 1);
  }
  return Math.max(1, ...counts.values());
}

const target = createVec3();
const tangent = createVec3();

/** The change of a pair's friction impulse: towards the end of its sliding, or its reversal by e_t, within the friction cone. */
function changeOf(pair: SlidingPair, relaxation: number): Vec3 {
  const { item, contact, k, before, impulse, total } = pair;
  const { normal } = contact;
  const { tangentialRestitution, staticFriction, dynamicFriction } = item.material;
  addScaledVec3(target, velocityAt(item, contact), before, tangentialRestitution);
  const next = stickingCorrection(createVec3(), k, normal, target);
  addScaledVec3(next, impulse, next, relaxation);
  const along = dotVec3(next, normal);
  const across = lengthVec3(addScaledVec3(tangent, next, normal, -along));
  const sticks = across <= staticFriction * (total + along);
  if (!sticks) scaleVec3(next, next, (dynamicFriction * total) / (across - dynamicFriction * along));
  pair.mode = sticks ? 'stick' : 'slide';
  return subVec3(next, next, impulse);
}

/** Scales all friction impulses by the fraction that loses most energy, should they gain any: ΔE(s) = s p + s² q. */
function removeGain(pairs: readonly SlidingPair[]): void {
  let [p, both] = [0, 0];
  for (const { item, contact, impulse, before } of pairs) {
    p += dotVec3(impulse, before);
    both += 0.5 * (dotVec3(impulse, before) + dotVec3(impulse, velocityAt(item, contact)));
  }
  const q = both - p;
  if (!(both > 0 && q > 0)) return;
  const scale = Math.max(0, -p / (2 * q));
  const change = createVec3();
  for (const { item, contact, impulse } of pairs) {
    scaleVec3(change, copyVec3(change, impulse), scale - 1);
    applyImpulse(item.a, item.b, contact.pointA, contact.pointB, change);
    addScaledVec3(impulse, impulse, change, 1);
  }
}

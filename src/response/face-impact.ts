/**
 * Two bodies that touch at several points of one face. Pushes at the points answer the drag, see `patch-drag.ts`, so a body that lands flat and
 * slides stays flat while the middle of its pushes, p̄ = Σ j_i p_i / Σ j_i, lies in the patch: point by point, friction would tilt it
 * first, and its front edge would throw it.
 *
 * Drag is a force F at p̄ and a moment M about the normal. Its limit is the ellipsoid F² + (M/ρ)² = (μ Σ j)², ρ = Σ j_i r_i / Σ j_i the
 * mean distance of the pushes from p̄: what slides is stopped as by one point, what spins as by each point on its circle, and what
 * does both by less of each. Three arrows carry it: one at p̄, two shorter ones across it, ρ to either side.
 */
import { withOwnVelocity } from '../dynamics/rigid-body.ts';
import { createMat3 } from '../math/mat3.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { contactMatrix } from './contact-matrix.ts';
import { type Arrows, createPatchProblem, type PatchAnswer, pushesUnder, solvePatch, sumOf } from './face-friction.ts';
import { algebraicImpulse, type ContactMode, createContactImpulse } from './friction.ts';
import { applyImpulse, relativeVelocity } from './impulse.ts';
import { type PairContact, withCommonPoints } from './pair-contact.ts';
import { hasApproach } from './resolve-contacts.ts';

export interface PatchImpulses {
  /** On B, at the point of each item [N s]. */
  readonly points: readonly Vec3[];
  readonly mode: ContactMode;
}

/** Normals whose product with the first one is below 1 by no more than this are one normal: 1e-6 rad. */
const SAME_NORMAL = 1e-12;
/** Rounds in which the drag, its place and the points it leaves held find each other; flat bodies need two. */
const ROUNDS = 4;
/** Lengths below this share of the patch are none. */
const NO_LENGTH = 1e-9;
/** Energy gained below this share of the energies exchanged is rounding. */
const ENERGY_ROUNDING = 1e-12;

/** Are these points, of two bodies that rub, a patch with one normal? */
export function isFaceContact(items: readonly PairContact[]): boolean {
  if (items.length < 2 || items[0].material.frictionLaw === 'none') return false;
  return items.every(({ normal }) => dotVec3(normal, items[0].normal) >= 1 - SAME_NORMAL);
}

/** One impact of a patch, each item with one point; nothing if its approach is rounding. Changes the velocities. */
export function resolveFaceImpact(given: readonly PairContact[]): PatchImpulses | undefined {
  const items = given.map(withCommonPoints);
  if (!hasApproach(items)) return undefined;
  const impulses = impulsesOf(items);
  applyAll(items, impulses.points);
  return impulses;
}

function applyAll(items: readonly PairContact[], impulses: readonly ReadonlyVec3[]): void {
  for (const [i, { a, b, points }] of items.entries()) {
    applyImpulse(a, b, points[0].pointA, points[0].pointB, impulses[i]);
  }
}

/** The drag acts where the pushes that answer it are, as far as that can be and no energy is gained. */
function impulsesOf(items: readonly PairContact[]): PatchImpulses {
  const { restitution } = items[0].material;
  const smooth = pushesUnder(
    problemOf(items, placeOf(items, new Float64Array(items.length))),
    restitution,
    createVec3(),
  );
  let best: PatchImpulses | undefined;
  let held: readonly boolean[] = smooth.held;
  let place = placeOf(items, smooth.normalImpulses);
  for (let round = 0; round < ROUNDS; round++) {
    const answer = solvePatch(problemOf(items, place), items[0].material, held);
    const impulses = deliver(items, answer, place);
    if (!gainsEnergy(items, impulses.points)) best = impulses;
    const next = placeOf(items, answer.normalImpulses);
    const moved =
      lengthVec3(subVec3(createVec3(), next.midpoint, place.midpoint)) + Math.abs(next.radius - place.radius);
    if (moved <= NO_LENGTH * place.reach && answer.held.every((is, i) => is === held[i])) break;
    place = next;
    held = answer.held;
  }
  return best ?? likeOnePoint(items, smooth.normalImpulses);
}

/** Where drag acts. */
interface FrictionPoint {
  readonly midpoint: Vec3;
  /** ρ, zero if nothing can be turned from here [m]. */
  readonly radius: number;
  /** Of the patch from its middle [m]. */
  readonly reach: number;
  readonly tangents: readonly [Vec3, Vec3];
}

/** In the middle of some pushes; without any, of the points. */
function placeOf(items: readonly PairContact[], normalImpulses: Float64Array): FrictionPoint {
  const total = sumOf(normalImpulses);
  const fractions = items.map((_, i) => (total > 0 ? normalImpulses[i] / total : 1 / items.length));
  const midpoint = createVec3();
  for (const [i, { points }] of items.entries()) addScaledVec3(midpoint, midpoint, points[0].pointB, fractions[i]);
  const distances = items.map(({ points }) => lengthVec3(subVec3(createVec3(), points[0].pointB, midpoint)));
  const reach = Math.max(...distances);
  const radius = distances.reduce((sum, distance, i) => sum + distance * fractions[i], 0);
  return { midpoint, reach, radius: radius > NO_LENGTH * reach ? radius : 0, tangents: tangentsOf(items[0].normal) };
}

/** Two unit vectors across the normal and each other. */
function tangentsOf(normal: ReadonlyVec3): [Vec3, Vec3] {
  const [x, y, z] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)];
  const min = Math.min(x, y, z);
  const first = x === min ? createVec3(1) : y === min ? createVec3(0, 1) : createVec3(0, 0, 1);
  normalizeVec3(first, crossVec3(first, normal, first));
  return [first, crossVec3(createVec3(), normal, first)];
}

function problemOf(items: readonly PairContact[], { midpoint, radius, tangents }: FrictionPoint) {
  const [{ a, b, normal }] = items;
  const [first, second] = tangents;
  const arrow = (aside: number, length: number) => {
    const point = addScaledVec3(createVec3(), midpoint, first, aside);
    return { a, b, pointA: point, pointB: point, normal: scaleVec3(createVec3(), second, length) };
  };
  const along = { a, b, pointA: midpoint, pointB: midpoint, normal: first };
  const across: readonly [number, number] = radius > 0 ? [Math.SQRT1_2, Math.SQRT1_2] : [1, 0];
  const arrows: Arrows = [along, arrow(radius, across[0]), arrow(-radius, across[1])];
  const points = items.map(({ points: [{ pointA, pointB }] }) => ({ a, b, pointA, pointB, normal }));
  return createPatchProblem(points, arrows);
}

/**
 * Impulses j_i (n + F / Σ j + τ n × (p_i - p̄)) at the points: drag where there is a push, τ such that they turn about the normal as
 * the drag does that was asked for.
 */
function deliver(
  items: readonly PairContact[],
  { normalImpulses, drag, mode }: PatchAnswer,
  asked: FrictionPoint,
): PatchImpulses {
  const [{ normal }] = items;
  const { midpoint, reach } = placeOf(items, normalImpulses);
  const total = sumOf(normalImpulses);
  const [first, second] = asked.tangents;
  const force = scaleVec3(createVec3(), first, drag.x);
  const across = asked.radius > 0 ? Math.SQRT1_2 * (drag.y + drag.z) : drag.y;
  addScaledVec3(force, force, second, across);
  const levers = items.map(({ points: [{ pointB }] }) =>
    crossVec3(createVec3(), normal, subVec3(createVec3(), pointB, midpoint)),
  );
  const moment = levers.reduce((sum, lever, i) => sum + normalImpulses[i] * dotVec3(lever, lever), 0);
  const aside = crossVec3(createVec3(), subVec3(createVec3(), midpoint, asked.midpoint), force);
  const rotation = asked.radius * Math.SQRT1_2 * (drag.y - drag.z) - dotVec3(normal, aside);
  const twist = moment > NO_LENGTH * total * reach * reach ? rotation / moment : 0;
  const points = levers.map((lever, i) => {
    const impulse = addScaledVec3(createVec3(), normal, force, total > 0 ? 1 / total : 0);
    return scaleVec3(impulse, addScaledVec3(impulse, impulse, lever, twist), normalImpulses[i]);
  });
  return { points, mode };
}

/** Σ J·(u + u')/2 */
function gainsEnergy(items: readonly PairContact[], impulses: readonly ReadonlyVec3[]): boolean {
  const [{ a, b }] = items;
  const after = { a: withOwnVelocity(a), b: withOwnVelocity(b) };
  applyAll(
    items.map((item) => ({ ...item, ...after })),
    impulses,
  );
  const velocity = createVec3();
  let [gain, scale] = [0, 0];
  for (const [i, { points }] of items.entries()) {
    const { pointA, pointB } = points[0];
    const before = dotVec3(impulses[i], relativeVelocity(velocity, a, b, pointA, pointB));
    gain += 0.5 * (before + dotVec3(impulses[i], relativeVelocity(velocity, after.a, after.b, pointA, pointB)));
    scale += Math.abs(before);
  }
  return gain > ENERGY_ROUNDING * scale;
}

/** The pushes without friction, and the friction of one point at their middle: never gains energy. */
function likeOnePoint(items: readonly PairContact[], normalImpulses: Float64Array): PatchImpulses {
  const [{ a: bodyA, b: bodyB, normal, material }] = items;
  const [a, b] = [withOwnVelocity(bodyA), withOwnVelocity(bodyB)];
  const along = items.map((_, i) => scaleVec3(createVec3(), normal, normalImpulses[i]));
  applyAll(
    items.map((item) => ({ ...item, a, b })),
    along,
  );
  const total = sumOf(normalImpulses);
  const { midpoint } = placeOf(items, normalImpulses);
  const k = contactMatrix(createMat3(), a, b, midpoint, midpoint);
  const w = relativeVelocity(createVec3(), a, b, midpoint, midpoint);
  const { impulse, mode } = algebraicImpulse(createContactImpulse(), k, normal, w, material, total);
  const points = along.map((_, i) => scaleVec3(createVec3(), impulse, normalImpulses[i] / total));
  return { points, mode };
}

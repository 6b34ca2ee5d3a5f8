/**
 * Two bodies that touch at several points of one face. The normal impulses at the points balance the friction, see `face-friction.ts`, so a
 * body that lands flat and slides stays flat while the centre of its normal impulses, p̄ = Σ j_i p_i / Σ j_i, lies in the face: solved
 * point by point, friction would tilt it first, and the impact on its front edge would make it tumble.
 *
 * Friction is a force F at p̄ and a moment M about the normal. Its limit is the ellipsoid F² + (M/ρ)² = (μ Σ j)², ρ = Σ j_i r_i / Σ j_i the
 * mean distance of the normal impulses from p̄: sliding is stopped as at one point, rotation as at each point on its circle, and a
 * combination with less of each. Three tangents represent it: one at p̄, two shorter ones perpendicular to it at distance ρ on both sides.
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
import {
  createFaceProblem,
  type FaceSolution,
  normalImpulsesUnder,
  solveFaceFriction,
  sumOf,
  type Tangents,
} from './face-friction.ts';
import { algebraicImpulse, type ContactMode, createContactImpulse } from './friction.ts';
import { applyImpulse, relativeVelocity } from './impulse.ts';
import { type PairContact, withCommonPoints } from './pair-contact.ts';
import { hasApproach } from './resolve-contacts.ts';

export interface FaceImpulses {
  /** On B, at the point of each item [N s]. */
  readonly points: readonly Vec3[];
  readonly mode: ContactMode;
}

/** Normals whose dot product with the first one is at least 1 minus this count as equal: 1e-6 rad. */
const SAME_NORMAL = 1e-12;
/** Iterations over the friction impulse, its point of application and the set of held points; flat bodies need two. */
const MAX_ITERATIONS = 4;
/** Lengths below this fraction of the face radius count as zero. */
const LENGTH_TOLERANCE = 1e-9;
/** An energy gain below this fraction of the energies exchanged is rounding. */
const ENERGY_ROUNDING = 1e-12;

/** Whether these contact points, with friction, belong to one face with one normal. */
export function isFaceContact(items: readonly PairContact[]): boolean {
  if (items.length < 2 || items[0].material.frictionLaw === 'none') return false;
  return items.every(({ normal }) => dotVec3(normal, items[0].normal) >= 1 - SAME_NORMAL);
}

/** One impact of a face, each item with one point; undefined if the approach is rounding. Changes the velocities. */
export function resolveFaceImpact(given: readonly PairContact[]): FaceImpulses | undefined {
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

/** Iterates until friction acts at the centre of its own normal impulses; returns the last iterate that gains no energy. */
function impulsesOf(items: readonly PairContact[]): FaceImpulses {
  const { restitution } = items[0].material;
  const frictionless = normalImpulsesUnder(
    problemOf(items, frictionPointOf(items, new Float64Array(items.length))),
    restitution,
    createVec3(),
  );
  let best: FaceImpulses | undefined;
  let held: readonly boolean[] = frictionless.held;
  let frictionPoint = frictionPointOf(items, frictionless.normalImpulses);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const solution = solveFaceFriction(problemOf(items, frictionPoint), items[0].material, held);
    const impulses = distributeImpulses(items, solution, frictionPoint);
    if (!gainsEnergy(items, impulses.points)) best = impulses;
    const next = frictionPointOf(items, solution.normalImpulses);
    const moved =
      lengthVec3(subVec3(createVec3(), next.center, frictionPoint.center)) +
      Math.abs(next.radius - frictionPoint.radius);
    if (moved <= LENGTH_TOLERANCE * frictionPoint.faceRadius && solution.held.every((is, i) => is === held[i])) break;
    frictionPoint = next;
    held = solution.held;
  }
  return best ?? singlePointImpulses(items, frictionless.normalImpulses);
}

/** Point of application of the friction. */
interface FrictionPoint {
  readonly center: Vec3;
  /** ρ; zero if all normal impulses act at p̄ [m]. */
  readonly radius: number;
  /** Radius of the face about p̄ [m]. */
  readonly faceRadius: number;
  readonly tangents: readonly [Vec3, Vec3];
}

/** At the centre of the normal impulses; if they are all zero, at the centre of the points. */
function frictionPointOf(items: readonly PairContact[], normalImpulses: Float64Array): FrictionPoint {
  const total = sumOf(normalImpulses);
  const fractions = items.map((_, i) => (total > 0 ? normalImpulses[i] / total : 1 / items.length));
  const center = createVec3();
  for (const [i, { points }] of items.entries()) addScaledVec3(center, center, points[0].pointB, fractions[i]);
  const distances = items.map(({ points }) => lengthVec3(subVec3(createVec3(), points[0].pointB, center)));
  const faceRadius = Math.max(...distances);
  const radius = distances.reduce((sum, distance, i) => sum + distance * fractions[i], 0);
  return {
    center,
    faceRadius,
    radius: radius > LENGTH_TOLERANCE * faceRadius ? radius : 0,
    tangents: tangentsOf(items[0].normal),
  };
}

/** Two unit vectors perpendicular to the normal and to each other. */
function tangentsOf(normal: ReadonlyVec3): [Vec3, Vec3] {
  const [x, y, z] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)];
  const min = Math.min(x, y, z);
  const first = x === min ? createVec3(1) : y === min ? createVec3(0, 1) : createVec3(0, 0, 1);
  normalizeVec3(first, crossVec3(first, normal, first));
  return [first, crossVec3(createVec3(), normal, first)];
}

function problemOf(items: readonly PairContact[], { center, radius, tangents }: FrictionPoint) {
  const [{ a, b, normal }] = items;
  const [first, second] = tangents;
  const tangent = (aside: number, length: number) => {
    const point = addScaledVec3(createVec3(), center, first, aside);
    return { a, b, pointA: point, pointB: point, normal: scaleVec3(createVec3(), second, length) };
  };
  const along = { a, b, pointA: center, pointB: center, normal: first };
  const across: readonly [number, number] = radius > 0 ? [Math.SQRT1_2, Math.SQRT1_2] : [1, 0];
  const directions: Tangents = [along, tangent(radius, across[0]), tangent(-radius, across[1])];
  const points = items.map(({ points: [{ pointA, pointB }] }) => ({ a, b, pointA, pointB, normal }));
  return createFaceProblem(points, directions);
}

/**
 * Impulses j_i (n + F / Σ j + τ n × (p_i - p̄)) at the points: friction acts where the normal impulse is positive; τ gives the moment about
 * the normal of the friction that was solved for.
 */
function distributeImpulses(
  items: readonly PairContact[],
  { normalImpulses, friction, mode }: FaceSolution,
  solved: FrictionPoint,
): FaceImpulses {
  const [{ normal }] = items;
  const { center, faceRadius } = frictionPointOf(items, normalImpulses);
  const total = sumOf(normalImpulses);
  const [first, second] = solved.tangents;
  const force = scaleVec3(createVec3(), first, friction.x);
  const across = solved.radius > 0 ? Math.SQRT1_2 * (friction.y + friction.z) : friction.y;
  addScaledVec3(force, force, second, across);
  const levers = items.map(({ points: [{ pointB }] }) =>
    crossVec3(createVec3(), normal, subVec3(createVec3(), pointB, center)),
  );
  const polarMoment = levers.reduce((sum, lever, i) => sum + normalImpulses[i] * dotVec3(lever, lever), 0);
  const aside = crossVec3(createVec3(), subVec3(createVec3(), center, solved.center), force);
  const frictionMoment = solved.radius * Math.SQRT1_2 * (friction.y - friction.z) - dotVec3(normal, aside);
  const tau = polarMoment > LENGTH_TOLERANCE * total * faceRadius * faceRadius ? frictionMoment / polarMoment : 0;
  const points = levers.map((lever, i) => {
    const impulse = addScaledVec3(createVec3(), normal, force, total > 0 ? 1 / total : 0);
    return scaleVec3(impulse, addScaledVec3(impulse, impulse, lever, tau), normalImpulses[i]);
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

/** The normal impulses without friction, and the friction of one point at their centre: never gains energy. */
function singlePointImpulses(items: readonly PairContact[], normalImpulses: Float64Array): FaceImpulses {
  const [{ a: bodyA, b: bodyB, normal, material }] = items;
  const [a, b] = [withOwnVelocity(bodyA), withOwnVelocity(bodyB)];
  const along = items.map((_, i) => scaleVec3(createVec3(), normal, normalImpulses[i]));
  applyAll(
    items.map((item) => ({ ...item, a, b })),
    along,
  );
  const total = sumOf(normalImpulses);
  const { center } = frictionPointOf(items, normalImpulses);
  const k = contactMatrix(createMat3(), a, b, center, center);
  const w = relativeVelocity(createVec3(), a, b, center, center);
  const { impulse, mode } = algebraicImpulse(createContactImpulse(), k, normal, w, material, total);
  const points = along.map((_, i) => scaleVec3(createVec3(), impulse, normalImpulses[i] / total));
  return { points, mode };
}

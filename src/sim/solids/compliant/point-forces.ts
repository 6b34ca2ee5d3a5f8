import { createContactPoints, solidContactPoints } from '../../../manifold/contact-points.ts';
import { velocityOfPoint } from '../../../math/motion.ts';
import { createVec3, dotVec3, type ReadonlyVec3 } from '../../../math/vec3.ts';
import {
  type ContactLaw,
  contactForce,
  contactPotential,
  contactSlopes,
  interactionRange,
  isAttached,
} from '../../../response/contact-laws.ts';
import { exceededStepLimit } from '../../../response/contact-step-limit.ts';
import { normalSpeed } from '../../../response/impulse.ts';
import { type CompliantBody, type CompliantPair, type CompliantWorld, hasRadius } from './compliant-world.ts';
import { curvatureRadius } from './curvature-radius.ts';

/** Force of one contact point at one time. */
export interface PointForce {
  readonly pair: CompliantPair;
  readonly law: ContactLaw;
  /** Midpoint of the witness points, where the force acts on both bodies [m]. */
  readonly point: ReadonlyVec3;
  /** From A to B. */
  readonly normal: ReadonlyVec3;
  /** [m], negative when apart; its rate [m/s] */
  readonly depth: number;
  readonly depthRate: number;
  /** Along the normal on B [N]. */
  readonly force: number;
  /** Potential energy of the law [J]. */
  readonly stored: number;
  /** Power that dampers and immovable bodies deliver to free bodies and springs [W]. */
  readonly power: number;
}

const points = createContactPoints();

/** Search margin of an attached pair beyond the range of its law, as a fraction of the smaller body. */
const ATTACHED_MARGIN = 0.01;

/**
 * Number of contact points of a pair within the range of its law, in `points`, the deepest first. The points of an attached pair are
 * found somewhat beyond, see `pointForces`.
 */
function findPoints({ a, b, law, cache, attached }: CompliantPair): number {
  const margin = attached ? ATTACHED_MARGIN * Math.min(a.radius, b.radius) : 0;
  const range = margin + (law === undefined ? 0 : interactionRange(law));
  const { x, y, z } = a.pose.position;
  const { x: bx, y: by, z: bz } = b.pose.position;
  const reach = a.radius + b.radius + range;
  if ((bx - x) ** 2 + (by - y) ** 2 + (bz - z) ** 2 > reach * reach) return 0;
  return solidContactPoints(points, a.shape, a.pose, b.shape, b.pose, range, cache);
}

/** Penetration depth of a pair [m]; -Infinity where the bodies are out of range. */
export function pairDepth(pair: CompliantPair): number {
  return findPoints(pair) === 0 ? -Infinity : -points.distances[0];
}

/** Whether the law of the pair acts now, given whether it did at the start of the interval. */
export function isAttachedNow(pair: CompliantPair): boolean {
  const depth = pairDepth(pair);
  return pair.law === undefined ? depth >= 0 : isAttached(pair.law, depth, pair.attached);
}

/**
 * The contact points with a force or stored energy, of the pairs that are attached at the start of the interval. Within it the force is
 * smooth: beyond the end of a contact its deepest point has the force at the end, and other pairs have none. The interval ends there.
 */
export function pointForces({ pairs }: CompliantWorld): PointForce[] {
  const forces: PointForce[] = [];
  for (const pair of pairs) {
    if (pair.trigger || !pair.attached) continue;
    const count = findPoints(pair);
    for (let k = 0; k < count; k++) {
      const force = forceAt(pair, k);
      if (force.force !== 0 || force.stored !== 0) forces.push(force);
    }
  }
  return forces;
}

const velocity = createVec3();

/** The force at point `k` of `points`. */
function forceAt(pair: CompliantPair, k: number): PointForce {
  const { a, b } = pair;
  const { pointsA: p, pointsB: q, normals: n, distances } = points;
  const [i, j, l] = [3 * k, 3 * k + 1, 3 * k + 2];
  const point = createVec3(0.5 * (p[i] + q[i]), 0.5 * (p[j] + q[j]), 0.5 * (p[l] + q[l]));
  const normal = createVec3(n[i], n[j], n[l]);
  const law = pair.law ?? lawAt(pair, normal);
  const least = interactionRange(law) > 0 ? -interactionRange(law) : Number.MIN_VALUE;
  const depth = k === 0 ? Math.max(least, -distances[k]) : -distances[k];
  const depthRate = -normalSpeed({ pointA: point, pointB: point, normal }, a, b);
  const force = contactForce(law, depth, depthRate, true);
  const elastic = contactForce(law, depth, 0, true);
  const carried = (body: CompliantBody) =>
    body.inverseMass > 0 ? 0 : force * dotVec3(normal, velocityOfPoint(velocity, body, point));
  const power = -(force - elastic) * depthRate + carried(a) - carried(b);
  return { pair, law, point, normal, depth, depthRate, force, stored: contactPotential(law, depth, true), power };
}

/** The law with the effective radius of the current curvatures. */
function lawAt({ given, a, b }: CompliantPair, normal: ReadonlyVec3): ContactLaw {
  return hasRadius(given) ? given : { ...given, radius: curvatureRadius(a, b, normal) };
}

/**
 * Stores which pairs are attached now, and returns the energy that adhesion releases (negative: lost) where its potential jumps [J]: a
 * JKR contact forms at depth 0 and breaks at the end of its range. The effective radius is that at the begin of a contact, so that the
 * law of each contact is conservative.
 */
export function updateAttachment({ pairs }: CompliantWorld): number {
  let released = 0;
  for (const pair of pairs) {
    const attached = isAttachedNow(pair);
    if (attached === pair.attached) continue;
    pair.attached = attached;
    if (pair.trigger) continue;
    if (attached) {
      const { normals: n } = points;
      pair.law ??= lawAt(pair, createVec3(n[0], n[1], n[2]));
      if (pair.law.kind === 'jkr') released += contactPotential(pair.law, 0, true);
    } else {
      if (pair.law?.kind === 'jkr') released -= contactPotential(pair.law, -interactionRange(pair.law), true);
      pair.law = hasRadius(pair.given) ? pair.given : undefined;
    }
  }
  return released;
}

/** Reason to reject a step of `h` [s]: the contact it is too long for, and the maximum step. */
export function tooLongStep({ scene }: CompliantWorld, forces: readonly PointForce[], h: number): string | undefined {
  const springs = forces.map(({ pair: { a, b }, law, point, normal, depth }) => {
    return { a, b, pointA: point, pointB: point, normal, ...contactSlopes(law, depth) };
  });
  const limit = exceededStepLimit(springs, 'rk4', h);
  if (limit === undefined) return undefined;
  const { a, b } = forces[limit.index].pair;
  const names = `${scene.bodies[a.index].name} and ${scene.bodies[b.index].name}`;
  return `time.step: must be at most ${limit.step} s for the contact of ${names}, got ${scene.time.step}`;
}

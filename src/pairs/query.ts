import { type Contact, createContact, flipContact } from '../distance/contact.ts';
import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../distance/simplex-cache.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { checkCount, checkFinitePose, checkNotBelowZero } from '../shapes/checks.ts';
import type { Shape, ShapeKind } from '../shapes/shape.ts';
import { createImpact, type Impact } from '../toi/impact.ts';
import type { PairMethods, PairQueries } from './pair-methods.ts';
import { partsRows } from './parts-rows.ts';
import { planarRows } from './planar-rows.ts';
import { requireCommonPlane, requireCommonSpace } from './require-planar.ts';
import { smoothRows } from './smooth-rows.ts';
import { solidRows } from './solid-rows.ts';

export type { PairMethods };

const queries: PairQueries = { closest: closestInto, impact: findImpact };

/**
 * THE pair table: which method answers for which pair of kinds, the simpler kind first. The other order is answered by the
 * same row with A and B exchanged. A new shape kind adds its rows.
 */
export const pairTable: readonly PairMethods[] = [
  ...planarRows(queries),
  ...smoothRows(queries),
  ...solidRows(queries),
  ...partsRows(queries),
];

interface Row {
  readonly methods: PairMethods;
  /** Are the shapes given in the other order than the table's? */
  readonly exchanged: boolean;
}

/** The table by the kind of A, then of B. */
const rows: Partial<Record<ShapeKind, Partial<Record<ShapeKind, Row>>>> = {};
for (const methods of pairTable) {
  const [kindA, kindB] = methods.kinds;
  rows[kindB] = { ...rows[kindB], [kindA]: { methods, exchanged: true } };
  rows[kindA] = { ...rows[kindA], [kindB]: { methods, exchanged: false } };
}

function findRow(shapeA: Shape, shapeB: Shape): Row {
  const found = rows[shapeA.kind]?.[shapeB.kind];
  if (found === undefined) throw new RangeError(`no method for the pair ${shapeA.kind} and ${shapeB.kind}`);
  return found;
}

/** How close are two bodies? Signed distance, closest points and normal from A to B. */
export function closest(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): Contact {
  checkFinitePose('closest: pose of A', poseA);
  checkFinitePose('closest: pose of B', poseB);
  return closestInto(createContact(), shapeA, poseA, shapeB, poseB);
}

const cold = createSimplexCache();

/**
 * `closest` into an existing contact. A `cache` kept for the pair lets the search for convex polygons start where the last
 * one ended; always hand the bodies in the same order with it.
 */
export function closestInto(
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  cache?: SimplexCache,
): Contact {
  const { methods, exchanged } = findRow(shapeA, shapeB);
  if (methods.planar) requireCommonPlane(shapeA, poseA, shapeB, poseB);
  else requireCommonSpace(shapeA, poseA, shapeB, poseB);
  out.errorBound = 0;
  if (cache === undefined) clearSimplexCache(cold);
  const kept = cache ?? cold;
  return exchanged
    ? flipContact(methods.closest(out, shapeB, poseB, shapeA, poseA, kept))
    : methods.closest(out, shapeA, poseA, shapeB, poseB, kept);
}

/** Optional parts of a question about an impact. */
export interface ImpactOptions {
  /** To be kept between the bodies [m]: the first time is that at which the gap falls to it. 0, when left out: they touch. */
  readonly separation?: number;
  /**
   * Iterations before the search gives up with `iteration-limit`: distances measured, for compounds and meshes pairs of boxes looked at and
   * distances of two parts. A whole number from 1 on; when left out, a limit that grows with the angles by which the bodies rotate.
   */
  readonly maxIterations?: number;
}

/** When do two moving bodies first touch, or come within a `separation`, in `duration` [s]? */
export function impact(
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
  options: ImpactOptions = {},
): Impact {
  return impactInto(
    createImpact(),
    shapeA,
    motionA,
    shapeB,
    motionB,
    duration,
    options.separation,
    options.maxIterations,
  );
}

/** `impact` into an existing result. */
export function impactInto(
  out: Impact,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
  separation = 0,
  maxIterations?: number,
): Impact {
  checkNotBelowZero('impact: separation', separation);
  if (maxIterations !== undefined) checkCount('impact: maxIterations', maxIterations);
  return findImpact(out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
}

function findImpact(
  out: Impact,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
  separation: number,
  maxIterations: number | undefined,
): Impact {
  const { methods } = findRow(shapeA, shapeB);
  return methods.impact(out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
}

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
 * THE pair table: the method for each pair of kinds, simpler kind first. The same row serves the other order with A and B swapped.
 * A new shape kind adds its rows.
 */
export const pairTable: readonly PairMethods[] = [
  ...planarRows(queries),
  ...smoothRows(queries),
  ...solidRows(queries),
  ...partsRows(queries),
];

interface Row {
  readonly methods: PairMethods;
  /** Are the shapes in the opposite order of the table? */
  readonly swapped: boolean;
}

/** The table by the kind of A, then of B. */
const rows: Partial<Record<ShapeKind, Partial<Record<ShapeKind, Row>>>> = {};
for (const methods of pairTable) {
  const [kindA, kindB] = methods.kinds;
  rows[kindB] = { ...rows[kindB], [kindA]: { methods, swapped: true } };
  rows[kindA] = { ...rows[kindA], [kindB]: { methods, swapped: false } };
}

function findRow(shapeA: Shape, shapeB: Shape): Row {
  const found = rows[shapeA.kind]?.[shapeB.kind];
  if (found === undefined) throw new RangeError(`no method for the pair ${shapeA.kind} and ${shapeB.kind}`);
  return found;
}

/** Signed distance of two bodies, closest points and normal from A to B. */
export function closest(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): Contact {
  checkFinitePose('closest: pose of A', poseA);
  checkFinitePose('closest: pose of B', poseB);
  return closestInto(createContact(), shapeA, poseA, shapeB, poseB);
}

const cold = createSimplexCache();

/**
 * `closest` into an existing contact. With a persistent `cache` per pair, GJK on convex polygons starts from its last result; always pass
 * the bodies in the same order with it.
 */
export function closestInto(
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  cache?: SimplexCache,
): Contact {
  const { methods, swapped } = findRow(shapeA, shapeB);
  if (methods.planar) requireCommonPlane(shapeA, poseA, shapeB, poseB);
  else requireCommonSpace(shapeA, poseA, shapeB, poseB);
  out.errorBound = 0;
  if (cache === undefined) clearSimplexCache(cold);
  const warm = cache ?? cold;
  return swapped
    ? flipContact(methods.closest(out, shapeB, poseB, shapeA, poseA, warm))
    : methods.closest(out, shapeA, poseA, shapeB, poseB, warm);
}

/** Optional settings of an impact query. */
export interface ImpactOptions {
  /** Required separation [m]: the impact time is the first time at which the gap falls to it. Default 0: the bodies touch. */
  readonly separation?: number;
  /**
   * Maximum number of iterations before the search returns `iteration-limit`: distance queries; for compounds and meshes also tests of box
   * pairs. An integer of at least 1; the default grows with the rotation angles of the bodies.
   */
  readonly maxIterations?: number;
}

/** First time within `duration` [s] at which two moving bodies touch or come within a `separation`. */
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

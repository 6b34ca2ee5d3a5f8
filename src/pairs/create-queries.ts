import { type Contact, createContact, flipContact } from '../distance/contact.ts';
import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../distance/simplex-cache.ts';
import { checkMotion, checkPose, rejectNumber } from '../math/check-arguments.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { checkCount, checkKeys, checkNotBelowZero } from '../shapes/checks.ts';
import type { Shape, ShapeKind } from '../shapes/shape.ts';
import { createImpact, type Impact } from '../toi/impact.ts';
import type { PairMethods, PairRows } from './pair-methods.ts';
import { requireCommonPlane, requireCommonSpace } from './require-planar.ts';
import { searchInterval } from './unlimited-impact.ts';

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

const IMPACT_KEYS: readonly (keyof ImpactOptions)[] = ['separation', 'maxIterations'];

/** Signed distance of two bodies [m], closest points and normal from A to B. Throws for invalid arguments. */
export type Closest = (shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose) => Contact;

/** `closest` into an existing contact, without a check of the numbers in the poses. */
export type ClosestInto = (
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  cache?: SimplexCache,
) => Contact;

/** First time within `duration` [s] at which two moving bodies touch or come within a `separation`. Throws for invalid arguments. */
export type ImpactQuery = (
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
  options?: ImpactOptions,
) => Impact;

/** `impact` into an existing result, without a check of the numbers in the motions. */
export type ImpactInto = (
  out: Impact,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
  separation?: number,
  maxIterations?: number,
) => Impact;

/** The queries of the pairs in a table. */
export interface TableQueries {
  /** The rows of the chosen groups, in their order. */
  readonly table: readonly PairMethods[];
  readonly closest: Closest;
  readonly closestInto: ClosestInto;
  readonly impact: ImpactQuery;
  readonly impactInto: ImpactInto;
}

interface Row {
  readonly methods: PairMethods;
  /** Are the shapes in the opposite order of the table? */
  readonly swapped: boolean;
}

/** The table by the kind of A, then of B. */
type RowsByKind = Partial<Record<ShapeKind, Partial<Record<ShapeKind, Row>>>>;

function indexByKind(table: readonly PairMethods[]): RowsByKind {
  const rows: RowsByKind = {};
  for (const methods of table) {
    const [kindA, kindB] = methods.kinds;
    rows[kindB] = { ...rows[kindB], [kindA]: { methods, swapped: true } };
    rows[kindA] = { ...rows[kindA], [kindB]: { methods, swapped: false } };
  }
  return rows;
}

/** Throws about the pair that has no row: an argument that is no shape, or kinds that the table does not have. */
function rejectPair(query: string, shapeA: Shape, shapeB: Shape): never {
  checkShape(`${query}: shapeA`, shapeA);
  checkShape(`${query}: shapeB`, shapeB);
  throw new RangeError(`no method for the pair ${shapeA.kind} and ${shapeB.kind}`);
}

const cold = createSimplexCache();

/**
 * The queries for the pairs in these groups of rows, such as `solidRows`. A bundle has the code of these groups alone.
 * A pair that is in no group is rejected with a RangeError: "no method for the pair".
 *
 * @example
 * ```ts
 * import { disc, motion, pose, vec3 } from 'appulse';
 * import { createPairQueries, planarRows } from 'appulse/pairs';
 *
 * const { impact, table } = createPairQueries([planarRows]);
 * const { time } = impact(disc(1), motion(pose([-5, 0]), vec3(3, 0)), disc(1), motion(pose()), 2);
 * console.log(time.toFixed(9), table.length); // 1.000000000 15
 * ```
 */
export function createPairQueries(groups: readonly PairRows[]): TableQueries {
  const table = groups.flatMap((rowsOf) => rowsOf({ closest: closestInto, impact: findImpact }));
  const rows = indexByKind(table);

  function closestInto(
    out: Contact,
    shapeA: Shape,
    poseA: ReadonlyPose,
    shapeB: Shape,
    poseB: ReadonlyPose,
    cache?: SimplexCache,
  ): Contact {
    const found = rows[shapeA?.kind]?.[shapeB?.kind];
    if (found === undefined) rejectPair('closest', shapeA, shapeB);
    const { methods, swapped } = found;
    try {
      if (methods.planar) requireCommonPlane(shapeA, poseA, shapeB, poseB);
      else requireCommonSpace(shapeA, poseA, shapeB, poseB);
      out.errorBound = 0;
      if (cache === undefined) clearSimplexCache(cold);
      const warm = cache ?? cold;
      return swapped
        ? flipContact(methods.closest(out, shapeB, poseB, shapeA, poseA, warm))
        : methods.closest(out, shapeA, poseA, shapeB, poseB, warm);
    } catch (error) {
      // a check of the poses before each query would cost a tenth of the shortest ones
      checkPose('closest: poseA', poseA);
      checkPose('closest: poseB', poseB);
      throw error;
    }
  }

  function closest(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): Contact {
    checkShape('closest: shapeA', shapeA);
    checkPose('closest: poseA', poseA);
    checkShape('closest: shapeB', shapeB);
    checkPose('closest: poseB', poseB);
    return closestInto(createContact(), shapeA, poseA, shapeB, poseB);
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
    const found = rows[shapeA?.kind]?.[shapeB?.kind];
    if (found === undefined) rejectPair('impact', shapeA, shapeB);
    return found.methods.impact(out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
  }

  function isPlanarRow(shapeA: Shape, shapeB: Shape): boolean {
    return rows[shapeA?.kind]?.[shapeB?.kind]?.methods.planar === true;
  }

  /** Searches the interval in which a first contact is possible; kernels for spatial bodies need a finite one. */
  function unlimitedImpact(
    out: Impact,
    shapeA: Shape,
    motionA: Motion,
    shapeB: Shape,
    motionB: Motion,
    separation: number,
    maxIterations: number | undefined,
  ): Impact {
    const { end, complete } = searchInterval(shapeA, motionA, shapeB, motionB, separation);
    findImpact(out, shapeA, motionA, shapeB, motionB, end, separation, maxIterations);
    if (out.status !== 'none') return out;
    if (complete) out.time = Number.POSITIVE_INFINITY;
    else out.status = 'iteration-limit';
    return out;
  }

  function impactInto(
    out: Impact,
    shapeA: Shape,
    motionA: Motion,
    shapeB: Shape,
    motionB: Motion,
    duration: number,
    separation = 0,
    maxIterations?: number,
  ): Impact {
    if (!(typeof duration === 'number' && duration >= 0)) {
      rejectNumber('impact: duration', duration, 'a number that is not below zero');
    }
    checkNotBelowZero('impact: separation', separation);
    if (maxIterations !== undefined) checkCount('impact: maxIterations', maxIterations);
    try {
      return duration === Number.POSITIVE_INFINITY && !isPlanarRow(shapeA, shapeB)
        ? unlimitedImpact(out, shapeA, motionA, shapeB, motionB, separation, maxIterations)
        : findImpact(out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
    } catch (error) {
      // after the failure, as in `closestInto`
      checkMotion('impact: motionA', motionA);
      checkMotion('impact: motionB', motionB);
      throw error;
    }
  }

  function impact(
    shapeA: Shape,
    motionA: Motion,
    shapeB: Shape,
    motionB: Motion,
    duration: number,
    options?: ImpactOptions,
  ): Impact {
    checkShape('impact: shapeA', shapeA);
    checkMotion('impact: motionA', motionA);
    checkShape('impact: shapeB', shapeB);
    checkMotion('impact: motionB', motionB);
    if (options !== undefined) checkKeys('impact: options', options, IMPACT_KEYS);
    const out = createImpact();
    return impactInto(out, shapeA, motionA, shapeB, motionB, duration, options?.separation, options?.maxIterations);
  }

  return { table, closest, closestInto, impact, impactInto };
}

/**
 * `closest` for the pairs in these groups of rows alone: signed distance [m], points and normal from A to B. Other
 * pairs are rejected with a RangeError: "no method for the pair".
 *
 * @example
 * ```ts
 * import { pose, sphere } from 'appulse';
 * import { createClosest, solidRows } from 'appulse/pairs';
 *
 * const closestSolid = createClosest([solidRows]); // a bundle without planar and smooth bodies
 * console.log(closestSolid(sphere(1), pose(), sphere(1), pose([5, 0, 0])).distance); // 3
 * ```
 */
export function createClosest(groups: readonly PairRows[]): Closest {
  return createPairQueries(groups).closest;
}

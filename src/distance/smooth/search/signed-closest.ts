import type { ReadonlyPose } from '../../../math/pose.ts';
import { heldByGradient } from '../witness/bounded-step.ts';
import { createPairDerivatives, type PairDerivatives, pairDerivatives } from '../witness/derivatives.ts';
import { findBounds } from '../witness/pair-workspace.ts';
import { assembleSystem } from '../witness/projection-error.ts';
import type { TrackedShape } from '../witness/witness.ts';
import { evaluatePair, pairDistance } from '../witness/witness-pair.ts';
import {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
  type TiledClosest,
  type TiledWorkspace,
} from './closest-tiled.ts';
import { enterInterior, seemsInside } from './interior.ts';
import { searchOverlap } from './overlap-search.ts';
import { createSignedLevel, type SignedLevel } from './signed-level.ts';

/**
 * Signed distance of two shapes without an initial guess, and its derivatives: for separate bodies by the certified search [PG05-6.8], for
 * negative distances by the maximum gap over directions [PG05-7] or the nearest face [PG05-6.6].
 */
export interface SignedQuery {
  readonly cold: TiledWorkspace;
  /** Result of the certified search. */
  readonly closest: TiledClosest;
  /** Solver for negative distances, where the pair has one. */
  readonly level: SignedLevel | null;
}

/** Workspace of `solveWithDerivatives` for two shapes: use one for each pair for repeated queries. */
export function createSignedQuery(shapeA: TrackedShape, shapeB: TrackedShape): SignedQuery {
  const cold = createTiledWorkspace(shapeA, shapeB);
  const level = createSignedLevel(cold.solver, () => {});
  return { cold, closest: createTiledClosest(), level };
}

/**
 * `certified`: separate, with a certificate. `inside`: a point inside its body. `overlapping`: bodies whose depth was found. `uncertified`:
 * the best found, separate or not (overlap: a lower bound; bodies without an inside: no certificate).
 */
export type SignedStatus = 'certified' | 'inside' | 'overlapping' | 'uncertified';

/** Bodies nearer than this fraction of their size may overlap. */
const NEAR = 1e-6;

/** Finds the witnesses of the signed distance and leaves them, evaluated, in `query.cold.solver.pair`. */
function solveSigned(query: SignedQuery, poseA: ReadonlyPose, poseB: ReadonlyPose): SignedStatus {
  const { cold, closest, level } = query;
  const { pair } = cold.solver;
  closestTiled(closest, cold.shapeA, poseA, cold.shapeB, poseB, cold);
  evaluatePair(pair);
  const near = closest.status === 'overlapping' || pairDistance(pair) <= NEAR * pair.size;
  if (level === null || !near) return closest.status === 'overlapping' ? 'uncertified' : closest.status;
  if (level.interior !== null) {
    level.below = seemsInside(level.interior) && enterInterior(level.interior);
    if (level.below) return 'inside';
    // restore the closest points, which face witnesses may have changed
    closestTiled(closest, cold.shapeA, poseA, cold.shapeB, poseB, cold);
    evaluatePair(pair);
    return 'certified';
  }
  const { contact } = level;
  if (contact === null || !searchOverlap(contact)) return 'uncertified';
  level.below = contact.form.gap < 0;
  return level.below ? 'overlapping' : 'certified';
}

/** Reasons why a pair has only the derivative of its distance. */
export const SLIDING = 'parallel flat or straight parts, or a pole of the parameters: closest points are not unique';
export const NO_NORMAL = 'touching corners or edges have no normal';

/**
 * Closest points of a pair, world axes [m], with all derivatives with respect to twelve pose coordinates: translation
 * and rotation vector of A, then of B, in world axes; a rotation vector acts on the left, about the origin of the body.
 */
export interface ClosestWithDerivatives extends PairDerivatives {
  /**
   * `certified`: apart. `inside`: a point inside its body. `overlapping`: the depth was found. `uncertified`: the best
   * found.
   */
  status: SignedStatus;
  /** Reason why only the gradient of the distance is available; empty if all derivatives are. */
  unavailable: string;
}

/** A new result of `solveWithDerivatives`, which may be used again. */
export function createClosestWithDerivatives(): ClosestWithDerivatives {
  return { ...createPairDerivatives(), status: 'uncertified', unavailable: '' };
}

/**
 * Signed distance [m], witnesses, normal from A to B and their derivatives with respect to both poses, written into
 * `out` and returned. Closed bodies use the form that is regular through contact; open patches use the closest points
 * alone, with parameters at a bound fixed.
 *
 * @example
 * ```ts
 * import { pose } from 'appulse';
 * import { tiledSphere } from 'appulse/nurbs';
 * import { createClosestWithDerivatives, createSignedQuery, solveWithDerivatives } from 'appulse/tracking';
 *
 * const query = createSignedQuery(tiledSphere(1), tiledSphere(1));
 * const found = solveWithDerivatives(createClosestWithDerivatives(), query, pose(), pose([5, 0, 0]));
 * console.log(found.distance.toFixed(9), found.distanceGradient[0].toFixed(9), found.distanceGradient[6].toFixed(9)); // 3.000000000 -1.000000000 1.000000000
 * ```
 */
export function solveWithDerivatives(
  out: ClosestWithDerivatives,
  query: SignedQuery,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
): ClosestWithDerivatives {
  out.status = solveSigned(query, poseA, poseB);
  const { pair, system, bounds } = query.cold.solver;
  const solid = query.level !== null;
  let held = 0;
  if (!solid) {
    assembleSystem(system, pair);
    findBounds(bounds, pair);
    held = heldByGradient(system.gradient, system.count, bounds);
  }
  const regular = pairDerivatives(out, pair, poseA.position, solid ? 'contact' : 'closest', held);
  if (!regular) out.unique = false;
  out.unavailable = out.unique ? '' : regular ? SLIDING : NO_NORMAL;
  return out;
}

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
 * The signed distance of two shapes from nothing but their poses, and its derivatives: the certified search while they are
 * apart (spec 6.8), below zero the largest gap over directions (spec 7) or the nearest of all faces (spec 6.6).
 */
export interface SignedQuery {
  readonly cold: TiledWorkspace;
  /** What the certified search found. */
  readonly closest: TiledClosest;
  /** The way below zero, where the pair has one. */
  readonly level: SignedLevel | null;
}

/** Room for queries about two shapes: keep one for each pair that is asked often. */
export function createSignedQuery(shapeA: TrackedShape, shapeB: TrackedShape): SignedQuery {
  const cold = createTiledWorkspace(shapeA, shapeB);
  const level = createSignedLevel(cold.solver.pair, () => {});
  return { cold, closest: createTiledClosest(), level };
}

/**
 * `certified`: apart, proven. `inside`: a point inside its body. `overlapping`: bodies whose depth was found; `uncertified`:
 * the best found, apart or not (overlap: a bound from below; bodies without an inside: no proof).
 */
export type SignedStatus = 'certified' | 'inside' | 'overlapping' | 'uncertified';

/** Bodies nearer than this share of their size may overlap as well as not. */
const NEAR = 1e-6;

/** Finds the witnesses of the signed distance; they are left, evaluated, in `query.cold.solver.pair`. */
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
    // the closest points again, in case shadows were tried
    closestTiled(closest, cold.shapeA, poseA, cold.shapeB, poseB, cold);
    evaluatePair(pair);
    return 'certified';
  }
  const { contact } = level;
  if (contact === null || !searchOverlap(contact)) return 'uncertified';
  level.below = contact.form.gap < 0;
  return level.below ? 'overlapping' : 'certified';
}

/** Why a pair has no derivatives but that of its distance. */
export const SLIDING =
  'flat or straight parts lie along each other, or a pole of the parameters is met: closest points are not unique';
export const NO_NORMAL = 'corners or edges that touch have no normal of their own';

/** Everything about the closest points of a pair in one answer. */
export interface ClosestWithDerivatives extends PairDerivatives {
  status: SignedStatus;
  /** Why there is no more than the gradient of the distance; empty where all is there. */
  unavailable: string;
}

export function createClosestWithDerivatives(): ClosestWithDerivatives {
  return { ...createPairDerivatives(), status: 'uncertified', unavailable: '' };
}

/**
 * Signed distance, witnesses, normal and their derivatives with respect to both poses. Bodies with an inside are answered by
 * the form that holds through contact; open patches by the closest points alone, with parameters that a bound holds held.
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

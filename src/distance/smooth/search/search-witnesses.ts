import { startSeeds } from '../../../shapes/tiled/seeds.ts';
import { NEAR_CONTACT, type NearStop } from '../fast/fast-newton.ts';
import { createFastSolver, type FastSolver, solveFast } from '../fast/fast-solver.ts';
import { leaveBackSide, solvePair } from '../witness/back-side.ts';
import { assembleContactForm } from '../witness/contact-form.ts';
import {
  type ContactSolver,
  contactErrors,
  correctContact,
  createContactSolver,
  maxError,
} from '../witness/contact-solve.ts';
import { correctPair } from '../witness/corrector.ts';
import { createPairWorkspace, type PairWorkspace } from '../witness/pair-workspace.ts';
import { centreToCentre, placeAtSupportSeeds, pointToPoint } from '../witness/seed-positions.ts';
import type { TrackedShape } from '../witness/witness.ts';
import { evaluatePair, pairDistance, restoreWitnesses, saveWitnesses } from '../witness/witness-pair.ts';
import { createHullSearch, type HullSearch, haveCommonPoint } from './gjk-intersection.ts';

/**
 * Search without an initial guess: from a table of points to the closest points of two bodies, or to a common point. [PG05-6.8]
 *
 * Newton's method on E in its fast form where both witnesses are inside faces, the safeguarded corrector elsewhere; near contact it
 * continues with the form that is regular there [PG05-7].
 */
export interface ColdSearch {
  shapeA: TrackedShape;
  shapeB: TrackedShape;
  solver: PairWorkspace;
  fast: FastSolver | null;
  /** For witnesses near each other; null if a body is not convex or not closed. */
  contact: ContactSolver | null;
  /** Are all edges of the bodies smooth? */
  smooth: boolean;
  /** Start tables; empty for a point. */
  seedsA: Float64Array;
  seedsB: Float64Array;
  /** n̂ from A to B, world axes. */
  readonly direction: Float64Array;
  readonly hulls: HullSearch;
  /** Newton steps so far. */
  iterations: number;
}

export function createColdSearch(shapeA: TrackedShape, shapeB: TrackedShape): ColdSearch {
  const solver = createPairWorkspace(shapeA, shapeB);
  return {
    shapeA,
    shapeB,
    solver,
    fast: createFastSolver(shapeA, shapeB),
    contact: isSolid(shapeA) && isSolid(shapeB) ? createContactSolver(solver.pair) : null,
    smooth: isSmooth(shapeA) && isSmooth(shapeB),
    seedsA: seedsOf(shapeA),
    seedsB: seedsOf(shapeB),
    direction: new Float64Array(3),
    hulls: createHullSearch(shapeA, shapeB),
    iterations: 0,
  };
}

const NO_SEEDS = new Float64Array(0);

function seedsOf(shape: TrackedShape): Float64Array {
  return shape.kind === 'tiled' ? startSeeds(shape) : NO_SEEDS;
}

/** Witnesses nearer than this fraction of the larger body are one common point; searches stop at half of it. */
export const COMMON_POINT = 2e-12;
/** Steps and trials of the fast solver, then steps and rounds of the general one before the overlap test: most need fewer than 12. */
const FAST_LIMIT = 30;
const FAST_TRIALS = 4;
const GENERAL_LIMIT = 8;
const GENERAL_ROUNDS = 3;
/** Steps of the contact form, and the maximum cosine between its normal and a tangent for trying it. */
const CONTACT_LIMIT = 12;
const FACING = 0.3;
/** Witnesses whose distance exceeds the gap by more than this fraction of the size are not aligned with the normal. */
const ALIGNED = 2e-15;

/** Sets both witnesses to the seeds that face each other, along the line of centres and then along the line between them. */
export function placeAtSeeds({ solver: { pair }, direction, seedsA, seedsB }: ColdSearch): void {
  centreToCentre(direction, pair);
  placeAtSupportSeeds(pair, seedsA, seedsB, direction);
  pointToPoint(direction, pair);
  placeAtSupportSeeds(pair, seedsA, seedsB, direction);
}

/**
 * Result of a search: `witnesses` at closest points or at a common point; `contact`: closest points with a positive gap and a normal, in
 * the contact solver; or a `common` point in `hulls`.
 */
export type Found = 'witnesses' | 'contact' | 'common';

/**
 * Moves the witnesses to the closest points, or to a common point: by the fast solver where it applies, else by the general one; near
 * contact by the contact form. A search that does not converge soon tests for overlap.
 */
export function searchWitnesses(search: ColdSearch): Found {
  const { solver } = search;
  const found = tryFastSolver(search);
  if (found !== 'none') return found;
  for (let round = 0; round < GENERAL_ROUNDS; round++) {
    correctPair(solver, GENERAL_LIMIT);
    search.iterations += solver.iterations;
    const near = NEAR_CONTACT[solver.converged ? 1 : 0];
    if (pairDistance(solver.pair) < near * solver.pair.size) {
      const contact = solveContact(search);
      if (contact !== 'none') return contact;
    }
    if (solver.converged) break;
  }
  if (solver.converged) {
    solver.iterations = 0;
    leaveBackSide(solver);
  } else {
    if (isOverlapping(search)) return 'common';
    solvePair(solver);
  }
  search.iterations += solver.iterations;
  return 'witnesses';
}

/** On bodies without sharp edges only poles of the parameters obstruct: seeds in the current direction lie beyond them. */
function tryFastSolver(search: ColdSearch): Found | 'none' {
  const { solver, fast, smooth, seedsA, seedsB, direction, contact } = search;
  if (fast === null) return 'none';
  let stop: NearStop = contact === null ? 3 : 0;
  for (let left = smooth ? FAST_TRIALS : 1; left > 0; ) {
    const outcome = solveFast(fast, solver.pair, FAST_LIMIT, stop);
    search.iterations += fast.fast.iterations;
    if (outcome === 'near') {
      const found = solveContact(search);
      if (found !== 'none') return found;
      // no contact yet: continue towards a common point
      stop = stop === 0 ? 1 : stop === 1 ? 2 : 3;
      continue;
    }
    if (outcome !== 'slow') return 'witnesses';
    left--;
    // the contact form failed: probably an overlap, which the general solver detects
    if (left === 0 || (contact !== null && stop === 3)) break;
    pointToPoint(direction, solver.pair);
    placeAtSupportSeeds(solver.pair, seedsA, seedsB, direction);
  }
  return 'none';
}

const saved = new Float64Array(6);
const errors = new Float64Array(4);

/**
 * Search near contact by the form that is regular there. `none`, with the witnesses restored, where their tangent planes do not face each
 * other (deep overlap), or where a negative gap does not certify a common point. [PG05-7]
 */
function solveContact(search: ColdSearch): Found | 'none' {
  const { contact } = search;
  if (contact === null) return 'none';
  const { pair, form } = contact;
  saveWitnesses(saved, pair);
  evaluatePair(pair);
  if (!assembleContactForm(form, pair)) return 'none';
  contactErrors(errors, contact);
  if (maxError(errors) > FACING) return 'none';
  let converged = correctContact(contact, CONTACT_LIMIT);
  search.iterations += contact.iterations;
  if (converged) {
    // the gap has converged; one more step aligns the witnesses with the normal to machine precision
    converged = correctContact(contact, 1);
    search.iterations += contact.iterations;
  }
  if (converged && form.gap > 0 && pairDistance(pair) - form.gap <= ALIGNED * pair.size) return 'contact';
  if (converged && form.gap > -COMMON_POINT * pair.size) return 'witnesses';
  if (converged && isOverlapping(search)) return 'common';
  restoreWitnesses(pair, saved);
  return 'none';
}

/** Do the bodies have a common point, on their surfaces or inside? Decided for convex bodies only. */
export function isOverlapping({ solver: { pair }, hulls, seedsA, seedsB, shapeA, shapeB }: ColdSearch): boolean {
  return isConvex(shapeA) && isConvex(shapeB) && haveCommonPoint(hulls, pair, seedsA, seedsB);
}

function isSmooth(shape: TrackedShape): boolean {
  return shape.kind === 'point' || shape.edges.every(({ smooth }) => smooth);
}

function isSolid(shape: TrackedShape): boolean {
  return shape.kind === 'point' || (shape.closed && shape.convex);
}

function isConvex(shape: TrackedShape): boolean {
  return shape.kind === 'point' || shape.convex;
}

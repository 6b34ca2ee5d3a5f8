import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';
import { type CandidateSearch, createCandidateSearch, searchCandidates } from './search/candidates.ts';
import { hasControlPoints, writeSigned } from './tiled-contact.ts';
import type { HessianModel } from './witness/hessian-modification.ts';
import type { PairWorkspace } from './witness/pair-workspace.ts';
import { projectionErrors } from './witness/projection-error.ts';
import { moveToBoundaryFeature } from './witness/surface-side.ts';
import type { Transition } from './witness/transition.ts';
import { boundsOf, labelOf, type TrackedShape, type Witness } from './witness/witness.ts';
import { evaluatePair } from './witness/witness-pair.ts';

/**
 * Tracks the closest points of two shapes of which at least one is not convex: their witnesses may jump at any time, so every step
 * searches all pieces, starting from the minima of the last step. [PG05-6.7]
 */
export interface CandidateTracker {
  readonly search: CandidateSearch;
  /** The witnesses of the search. */
  readonly work: PairWorkspace;
  /** Maximum normalised projection error of the parameters that are not at a bound. */
  error: number;
  /** Local searches of the last step, and the Hessian model of the last of them. */
  iterations: number;
  hessian: HessianModel;
  /** Called for every change of feature and of side. */
  onTransition: ((transition: Transition) => void) | null;
}

/** Tolerance between the upper and lower bound of the distance, as a fraction of the size. */
const TOLERANCE = 1e-10;

/** Is this a non-convex body or open patch, for which one local minimum is not enough? */
export function isNonConvex(shape: TrackedShape): boolean {
  return shape.kind === 'tiled' && !shape.convex;
}

export function createCandidateTracker(shapeA: TrackedShape, shapeB: TrackedShape): CandidateTracker {
  if (!hasControlPoints(shapeA) || !hasControlPoints(shapeB)) {
    throw new RangeError('candidate tracker: both bodies must be made of Bezier pieces');
  }
  const search = createCandidateSearch(shapeA, shapeB);
  return { search, work: search.work, error: 0, iterations: 0, hessian: 'exact', onTransition: null };
}

const errors = new Float64Array(4);

/**
 * Writes the closest points at the poses of `time` [s] to `out`: the distance is negative for a point inside its body; bodies whose
 * surfaces intersect have no depth. Reports the transitions since the last poses.
 */
export function moveCandidates(
  out: Contact,
  tracker: CandidateTracker,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
  time: number,
): void {
  const { search, work } = tracker;
  const { pair } = work;
  const fresh = search.minima.length === 0;
  const before = { a: label(pair.a), b: label(pair.b), below: out.distance < 0 };
  searchCandidates(search, poseA, poseB, TOLERANCE * pair.size);
  moveToBoundaryFeature(pair.a);
  moveToBoundaryFeature(pair.b);
  evaluatePair(pair);
  writeSigned(out, pair, poseA);
  out.errorBound = search.distance - search.lowerBound;
  out.iterations = search.solves;
  const bodies = pair.a.shape.kind === 'tiled' && pair.b.shape.kind === 'tiled';
  out.status = bodies && !(out.distance > out.errorBound) ? 'approximate' : 'bounded';
  tracker.error = projectionErrors(errors, pair);
  tracker.iterations = search.solves;
  tracker.hessian = work.hessian;
  if (fresh || tracker.onTransition === null) return;
  reportTransition(tracker.onTransition, pair.a, 'A', before.a, time);
  reportTransition(tracker.onTransition, pair.b, 'B', before.b, time);
  if (before.below === out.distance < 0) return;
  const [witness, body] = pair.a.shape.kind === 'tiled' ? [pair.a, 'A' as const] : [pair.b, 'B' as const];
  const at = label(witness);
  tracker.onTransition({ time, foundAt: time, body, from: at, to: at, kind: 'boundary-crossing' });
}

function label(witness: Witness): string {
  return labelOf(witness.shape, witness.feature, boundsOf(witness));
}

function reportTransition(
  listener: (transition: Transition) => void,
  witness: Witness,
  body: 'A' | 'B',
  from: string,
  time: number,
) {
  const to = label(witness);
  if (to === from) return;
  const kind = witness.shape.kind === 'tiled' && !witness.shape.closed ? 'bound' : 'voronoi';
  listener({ time, foundAt: time, body, from, to, kind });
}

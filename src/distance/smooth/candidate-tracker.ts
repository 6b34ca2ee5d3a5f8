import { checkPose } from '../../math/check-arguments.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import { describeValue } from '../../shapes/checks.ts';
import { rejectTrims } from '../../shapes/tiled/reject-trims.ts';
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
 * Tracks the closest points of two shapes of which at least one is not convex: their closest points may jump at any time, so every step
 * searches all pieces, starting from the minima of the last step. Created by `createCandidateTracker`. [PG05-6.7]
 */
export interface CandidateTracker {
  /** The search; its `status`, `lowerBound` [m], `solves` and `cells` belong to the last step. */
  readonly search: CandidateSearch;
  /** The witnesses of the search. */
  readonly work: PairWorkspace;
  /** Maximum normalised projection error of the parameters that are not at a bound. */
  error: number;
  /** Local searches of the last step, and the Hessian model of the last of them. */
  iterations: number;
  hessian: HessianModel;
  /** Was the distance negative after the last step? */
  below: boolean;
  /** Called for every change of feature and of side. */
  onTransition: ((transition: Transition) => void) | null;
}

/** Tolerance between the upper and lower bound of the distance, as a fraction of the size. */
const TOLERANCE = 1e-10;

/** Is this a non-convex body or open patch, for which one local minimum is not enough? */
export function isNonConvex(shape: TrackedShape): boolean {
  return shape.kind === 'tiled' && !shape.convex;
}

/**
 * A tracker for bodies that need not be convex, and for open patches of any curvature: points and tiled bodies made of Bezier pieces, without
 * trimming curves (a RangeError names the face otherwise).
 *
 * What `moveCandidates` guarantees, at every call and whatever the motion since the last one (with an accuracy of about 1e-14 of the size): no two points of
 * the surfaces are nearer than |distance| - `errorBound`, and the two points reported are |distance| apart. So |distance| is the global minimum to within
 * `errorBound`, which is at most 1e-10 of the size of the bodies, unless the search reaches its limit of 40 000 cells
 * (`search.status` is then `uncertified`; the bound is larger, but holds).
 *
 * What it does not guarantee: which of several pairs of points that are equally near, to within the bound, is reported, so the points may jump
 * between calls; the depth of two bodies that overlap (the distance is then about 0, or minus that of the surfaces, and `status` is `approximate`); contacts
 * between two calls; times of transitions better than the interval of the calls.
 *
 * @example
 * ```ts
 * import { createContact, pose } from 'appulse';
 * import { tiledSphere, tiledTorus } from 'appulse/nurbs';
 * import { createCandidateTracker, moveCandidates } from 'appulse/tracking';
 *
 * const tracker = createCandidateTracker(tiledTorus(1, 0.25), tiledSphere(0.1));
 * const contact = createContact();
 * let smallest = 1;
 * for (let k = 0; k <= 100; k++) {
 *   moveCandidates(contact, tracker, pose(), pose([0.3, 0.1, k / 50 - 1]), k / 100); // through the hole
 *   smallest = Math.min(smallest, contact.distance);
 * }
 * console.log(smallest.toFixed(6), contact.status, contact.errorBound < 1e-9); // 0.333772 bounded true
 * ```
 */
export function createCandidateTracker(shapeA: TrackedShape, shapeB: TrackedShape): CandidateTracker {
  for (const shape of [shapeA, shapeB]) checkPieces(shape);
  const [first, second] = [shapeA, shapeB].filter((shape) => shape.kind === 'tiled');
  if (first === undefined)
    throw new RangeError('candidate tracker: one of the shapes must be a tiled body, got two points');
  if (second !== undefined && first.dimension !== second.dimension) {
    throw new RangeError('candidate tracker: one body is planar, the other spatial');
  }
  const search = createCandidateSearch(shapeA, shapeB);
  return { search, work: search.work, error: 0, iterations: 0, hessian: 'exact', below: false, onTransition: null };
}

function checkPieces(shape: TrackedShape): void {
  if (shape?.kind === 'point') return;
  if (shape?.kind !== 'tiled') {
    throw new RangeError(
      `candidate tracker: expected points and tiled bodies, got ${describeValue((shape as { kind?: unknown } | null)?.kind ?? shape)}`,
    );
  }
  for (const face of shape.faces) rejectTrims(`candidate tracker: face "${face.name}"`, face);
  if (!hasControlPoints(shape)) throw new RangeError('candidate tracker: both bodies must be made of Bezier pieces');
}

const errors = new Float64Array(4);

/**
 * Writes the closest points at the poses of `time` [s] to `out` and returns it: world axes [m], `distance` negative for a point inside its body, `errorBound` as
 * described at `createCandidateTracker`, `iterations` the number of local searches. Reports the transitions since the last call. Throws a RangeError for poses that
 * are not finite.
 */
export function moveCandidates(
  out: Contact,
  tracker: CandidateTracker,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
  time: number,
): Contact {
  checkPose('candidate tracker: poseA', poseA);
  checkPose('candidate tracker: poseB', poseB);
  const { search, work } = tracker;
  const { pair } = work;
  const fresh = search.minima.length === 0;
  const before = { a: label(pair.a), b: label(pair.b), below: tracker.below };
  searchCandidates(search, poseA, poseB, TOLERANCE * pair.size);
  moveToBoundaryFeature(pair.a);
  moveToBoundaryFeature(pair.b);
  evaluatePair(pair);
  writeSigned(out, pair, poseA);
  out.errorBound = search.distance - search.lowerBound;
  out.iterations = search.solves;
  const bodies = pair.a.shape.kind === 'tiled' && pair.b.shape.kind === 'tiled';
  out.status = bodies && !(out.distance > out.errorBound) ? 'approximate' : 'bounded';
  tracker.below = out.distance < 0;
  tracker.error = projectionErrors(errors, pair);
  tracker.iterations = search.solves;
  tracker.hessian = work.hessian;
  if (fresh || tracker.onTransition === null) return out;
  reportTransition(tracker.onTransition, pair.a, 'A', before.a, time);
  reportTransition(tracker.onTransition, pair.b, 'B', before.b, time);
  if (before.below === tracker.below) return out;
  const [witness, body] = pair.a.shape.kind === 'tiled' ? [pair.a, 'A' as const] : [pair.b, 'B' as const];
  const at = label(witness);
  tracker.onTransition({ time, foundAt: time, body, from: at, to: at, kind: 'boundary-crossing' });
  return out;
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

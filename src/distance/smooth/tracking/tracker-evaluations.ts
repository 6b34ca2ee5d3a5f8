import type { FastSolver } from '../fast/fast-solver.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';
import type { Tracker } from './tracker-state.ts';

/** How often features were evaluated, with first and second derivatives: a measure of cost that does not depend on the machine. */
export interface EvaluationCounts {
  /** Evaluations of pairs of features: each gives one set of projection errors and one matrix M. */
  readonly pairs: number;
  /** Evaluations of faces, of either body. */
  readonly faces: number;
  /** Evaluations of edges and planar curves. */
  readonly curves: number;
}

/**
 * Evaluations since the tracker was created, those of its searches included; without those of the signed level (`signed: true`), which has
 * witnesses of its own.
 *
 * @example
 * ```ts
 * import { createMovingPose } from 'appulse';
 * import { tiledEllipsoid, tiledSphere } from 'appulse/nurbs';
 * import { createTracker, startTracker, trackerEvaluations, updateTracker } from 'appulse/tracking';
 *
 * const tracker = createTracker(tiledEllipsoid([1, 0.7, 0.5]), tiledSphere(0.5));
 * const [a, b] = [createMovingPose(), createMovingPose()];
 * Object.assign(b.pose.position, { x: 2, y: 1, z: 0.5 });
 * startTracker(tracker, a, b);
 * const before = trackerEvaluations(tracker).pairs;
 * for (let k = 1; k <= 100; k++) {
 *   b.pose.position.y = 1 + k / 1000;
 *   updateTracker(tracker, a, b, (k - 1) / 1000, 1 / 1000);
 * }
 * console.log((trackerEvaluations(tracker).pairs - before) / 100); // 1.03
 * ```
 */
export function trackerEvaluations({ work, fast }: Pick<Tracker, 'work' | 'fast'>): EvaluationCounts {
  return countEvaluations(work, fast);
}

/** The same for the workspace of a search. */
export function countEvaluations({ pair: { a, b } }: PairWorkspace, solver: FastSolver | null): EvaluationCounts {
  const quick = solver === null ? 0 : solver.fast.evaluations[0];
  const faces = quick * (solver?.fast.facesB ? 2 : 1);
  return {
    pairs: quick + a.evaluations[0] + a.evaluations[1] + a.evaluations[2],
    faces: faces + a.evaluations[2] + b.evaluations[2],
    curves: a.evaluations[1] + b.evaluations[1],
  };
}

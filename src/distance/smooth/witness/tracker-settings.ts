import type { Integrator } from './gains.ts';

/** How a tracker works. [PG05] spec 4, 5 */
export interface TrackerSettings {
  /**
   * `predictor-corrector` follows the motion and then corrects by a few safeguarded Newton steps (spec 5.4, recommended);
   * an integrator runs the paper's feedback law under that scheme alone (spec 4).
   */
  readonly mode: 'predictor-corrector' | Integrator;
  /** K [1/s] of an integrator mode; `fastest` is the gain that converges fastest for the scheme and the step. */
  readonly gain: number | 'fastest';
  /** Is the motion of the bodies fed forward? Without it the witnesses lag by 1/K seconds (spec 4.3). */
  readonly feedforward: boolean;
  /**
   * Integrator modes: `direct` compares the witnesses with their bodies at every stage; `integrated` is the paper's
   * Fig. 3, which never does, drifts, and knows no bounds (spec 4.1). For reproduction.
   */
  readonly form: 'direct' | 'integrated';
  /** `ladder`: safe matrices and bounds (spec 4.5, 5.1). `printed`: the paper's solve of M, zeroed at bounds, uncapped. */
  readonly law: 'safeguarded' | 'printed';
  /** Newton steps a predictor-corrector step may take; three more if features change (spec 5.4). */
  readonly corrections: number;
  /**
   * Go on below zero: a point inside a convex body by its distance to the boundary (spec 6.6), overlapping convex bodies by
   * the depth (spec 7, predictor-corrector only). `distance` and `distanceRate` are then signed.
   */
  readonly signed: boolean;
}

export const DEFAULT_TRACKER_SETTINGS: TrackerSettings = {
  mode: 'predictor-corrector',
  gain: 'fastest',
  feedforward: true,
  form: 'direct',
  law: 'safeguarded',
  corrections: 3,
  signed: false,
};

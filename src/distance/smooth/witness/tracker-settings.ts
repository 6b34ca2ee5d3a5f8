import type { GainMatrix, OuterLoop } from './outer-loop.ts';
import type { Integrator } from './schemes.ts';

/** Settings of a tracker. [PG05-4], [PG05-5] */
export interface TrackerSettings {
  /**
   * `predictor-corrector` predicts by feedforward and corrects by a few safeguarded Newton steps ([PG05-5.4], recommended);
   * an integrator, by name or as a Butcher tableau, runs the paper's feedback law under that scheme alone [PG05-4.1].
   */
  readonly mode: 'predictor-corrector' | Integrator;
  /**
   * K [1/s] of an integrator mode; `fastest` is the gain that converges fastest for the scheme and the step. With explicit and Adams schemes also a gain of
   * each parameter, or a matrix.
   */
  readonly gain: number | 'fastest' | GainMatrix;
  /** Outer loop of an integrator mode, instead of -KΨ. Its stability is up to the caller. Null: none. */
  readonly controller: OuterLoop | null;
  /** Is the motion of the bodies fed forward? Without it the witnesses lag by 1/K seconds [PG05-4.3]. */
  readonly feedforward: boolean;
  /**
   * Integrator modes: `direct` evaluates the projection errors at every stage; `integrated` is the paper's Fig. 3, which integrates them
   * instead, drifts, and does not support bounds [PG05-4.1]. For reproduction.
   */
  readonly form: 'direct' | 'integrated';
  /** `safeguarded`: modified Hessian and bounds [PG05-4.5], [PG05-5.1]. `printed`: the paper's solve of M, zeroed at bounds, uncapped. */
  readonly law: 'safeguarded' | 'printed';
  /** Maximum number of Newton steps per predictor-corrector step; three more if features change [PG05-5.4]. */
  readonly corrections: number;
  /**
   * Track negative distances: a point inside a convex body by its distance to the boundary [PG05-6.6], overlapping convex bodies by
   * the depth ([PG05-7], predictor-corrector only). `distance` and `distanceRate` are then signed.
   */
  readonly signed: boolean;
}

export const DEFAULT_TRACKER_SETTINGS: TrackerSettings = {
  mode: 'predictor-corrector',
  gain: 'fastest',
  controller: null,
  feedforward: true,
  form: 'direct',
  law: 'safeguarded',
  corrections: 3,
  signed: false,
};

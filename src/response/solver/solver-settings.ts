/** Modes, settings and constants of the contact solver; `solve-rows.ts` explains the terms. */

/** First pass: every contact, with position correction and damping. */
export const SOLVE = 0;
/** Second pass: every contact, without them. */
export const RELAX = 1;
/** Only impacted contacts: they stop approaching. */
export const IMPACT = 2;
/** Only impacted contacts: they separate with the restitution times the approach speed. */
export const RESTITUTION = 3;

/** Fraction of its difference to the mean that a normal impulse loses per substep. */
export const PULL = 0.05;
/** Fraction of the mean to which it is pulled. At 1 the loads of a pile, which are not unique, would wander without end. */
export const MEAN_FRACTION = 0.98;
/** Default of `singlePull`. */
const SINGLE_PULL = 1e-5;
/** Fraction of a wrong gap that is corrected per substep. Smaller, a stack leans; larger, compared to PULL, it oscillates. */
export const CORRECTION = 0.08;
/** Maximum correction speed [m/s]. */
export const MAX_CORRECTION_SPEED = 4;
/** Sweeps over the normal impulses of a manifold, by pass. */
export const SWEEPS = [4, 1, 4, 4];
/** Manifolds of 2 to this many points are swept by their matrix in the first pass. */
export const MAX_MATRIX_ROWS = 4;

/** In units of the weight of the lighter body: manifolds that carry more are overloaded. */
export const HEAVY = 25;
/**
 * With more overloaded manifolds than MANY_OVERLOADED, only those that carry more than VERY_HEAVY get extra passes. The lower part of a deep pile of
 * equal bodies carries up to a hundred weights and finds its impulses by the warm start; light bodies under heavy ones do not.
 */
export const VERY_HEAVY = 100;
export const MANY_OVERLOADED = 64;
/** Mark of a manifold with an impacted contact: a bit besides those of overloaded ones. */
export const WITH_IMPACT = 4;
/** `softLoad` in weights of the lighter body, times PULL. */
const SOFT_WEIGHTS = 10 * PULL;
/** Rate at which the mean of the normal impulses follows them [1/s]. */
const AVERAGING_RATE = 2;

export interface SolverSettings {
  /** Length of a substep [s]. */
  readonly time: number;
  /** Fraction by which the mean of the normal impulses follows them per step. */
  readonly averagingRate: number;
  /** Overlap of contacts at rest, and gap below which a single contact with a normal impulse stays active [m]. */
  readonly slop: number;
  /** Approach speed below which restitution is 0 [m/s]. */
  readonly restitutionThreshold: number;
  /**
   * Fraction that the impulse of a manifold of one point loses in each extra pass. Without it the impulses on a body that is jammed between
   * two others, which no velocity can relieve, would grow with every correction of its overlaps.
   */
  readonly singlePull: number;
  /**
   * Mean impulse of a point times the inverse mass of the lighter body above which PULL is reduced in proportion in the extra passes [m/s]. PULL makes a
   * manifold yield to an uneven load as a spring that depends on the lighter body only; under a load of many times its weight it would
   * buckle.
   */
  readonly softLoad: number;
  /** Velocity change by gravity per substep [m/s]. */
  readonly gravityDisplacement: number;
}

/** For steps of `step` [s] with `substeps` substeps. */
export function createSolverSettings(
  step: number,
  substeps: number,
  slop: number,
  restitutionThreshold: number,
  gravity: number,
): SolverSettings {
  const time = step / substeps;
  return {
    time,
    averagingRate: Math.min(1, AVERAGING_RATE * step),
    slop,
    restitutionThreshold,
    singlePull: SINGLE_PULL,
    softLoad: gravity > 0 ? SOFT_WEIGHTS * gravity * time : Number.POSITIVE_INFINITY,
    gravityDisplacement: gravity * time,
  };
}

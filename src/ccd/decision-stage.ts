/**
 * Result of a stage as a small integer that fits a byte: bit 0 means hit, the next two bits are the stage.
 *
 *   stage   culled 0, filter 1, polish 2, exact 3
 */
export const CULLED = 0;
export const MISS = 2;
export const HIT = 3;
export const POLISHED_HIT = 5;
export const EXACT_MISS = 6;
export const EXACT_HIT = 7;
/** Undecided: the next stage decides. Never part of a result. */
export const OPEN = 8;

/** How a query was decided: by its boxes, by the filter in doubles, with a polished time, or in integer arithmetic. */
export type DecisionStage = 'culled' | 'filter' | 'polish' | 'exact';

const STAGES: readonly DecisionStage[] = ['culled', 'filter', 'polish', 'exact'];

/**
 * Numbers of a hit: τ, a bound of its error, F' at τ (F = P·(Q×R)) and A, the magnitude of the products in F. A packed array, so that passing
 * doubles allocates nothing.
 */
export const HIT_LENGTH = 4;

export function isHit(verdict: number): boolean {
  return (verdict & 1) === 1;
}

/** The stage in the `flags` of a batch entry: which method decided the pair. */
export function stageOf(verdict: number): DecisionStage {
  return STAGES[verdict >> 1];
}

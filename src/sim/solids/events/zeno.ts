/** The impacts of one pair of bodies so far. */
export interface PairHistory {
  /** Time of the last one, and the longest time between two [s]. */
  last: number;
  longest: number;
  /** Maximum approach speed [m/s]. */
  fastest: number;
  /** Number of consecutive impacts that were soon and slow. */
  small: number;
}

export function createPairHistory(): PairHistory {
  return { last: 0, longest: 0, fastest: 0, small: 0 };
}

/** An interval below this fraction of a pair's longest is soon, a speed below this fraction of its maximum is slow. */
const SMALL = 1e-3;
/** This many consecutive small impacts are an accumulation (Zeno), where bodies bounce at all. */
const SMALL_IMPACTS = 12;

/** Length of a fixed step, and the speed below which contacts rest: [s], [m/s]. */
export interface RestLimits {
  readonly step: number;
  readonly restitutionThreshold: number;
}

/**
 * Whether the current impact of a pair is one of a Zeno sequence, [CP13-3.4]. Spatial bodies come to rest within the contact
 * tolerance, where intervals no longer shrink; so the intervals need not be as short, but the impacts must be slow as well: a
 * body between two others collides fast and often, and escapes again. An impact within a `step` of the last, slower than
 * `restitutionThreshold`, is always small. At the start of a run bodies count as having just touched.
 */
export function isSmallImpact(history: PairHistory, time: number, closingSpeed: number, limits: RestLimits): boolean {
  const isSoon = time - history.last <= Math.max(SMALL * history.longest, limits.step);
  const isSlow = closingSpeed <= Math.max(SMALL * history.fastest, limits.restitutionThreshold);
  return isSoon && isSlow;
}

/** Adds an impact to the history of a pair; true when its impacts accumulate. */
export function accumulates(history: PairHistory, time: number, closingSpeed: number, limits: RestLimits): boolean {
  history.small = isSmallImpact(history, time, closingSpeed, limits) ? history.small + 1 : 0;
  history.longest = Math.max(history.longest, time - history.last);
  history.fastest = Math.max(history.fastest, closingSpeed);
  history.last = time;
  return history.small >= SMALL_IMPACTS;
}

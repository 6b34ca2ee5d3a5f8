/** The impacts of one pair of bodies so far. */
export interface PairHistory {
  /** Time of the last one, and the longest time between two [s]. */
  last: number;
  longest: number;
  /** Greatest speed of approach [m/s]. */
  fastest: number;
  /** How many impacts in a row came soon and slowly. */
  small: number;
}

export function createPairHistory(): PairHistory {
  return { last: 0, longest: 0, fastest: 0, small: 0 };
}

/** An interval below this share of a pair's longest is soon, a speed below this share of its greatest is slow. */
const SMALL = 1e-3;
/** So many small impacts in a row are an accumulation, where bodies bounce at all. */
const SMALL_IMPACTS = 12;

/** How long a fixed step is, and below what speed contacts rest: [s], [m/s]. */
export interface RestLimits {
  readonly step: number;
  readonly restitutionThreshold: number;
}

/**
 * Is an impact of a pair, now, one of those that never end (Zeno)? [CP13] spec 3.4. Bodies of space come to rest within the contact
 * tolerance, where intervals no longer shrink; so they need not be as short as that, but the impacts have to be slow as well: a
 * body caught between two others strikes fast and often, and gets away again. What comes within a `step` of the last, slower than
 * `restitutionThreshold`, is small in any case. At the start of a run bodies are taken to have just touched.
 */
export function isSmallImpact(history: PairHistory, time: number, closingSpeed: number, limits: RestLimits): boolean {
  const isSoon = time - history.last <= Math.max(SMALL * history.longest, limits.step);
  const isSlow = closingSpeed <= Math.max(SMALL * history.fastest, limits.restitutionThreshold);
  return isSoon && isSlow;
}

/** Adds an impact to the history of a pair; true when its impacts pile up. */
export function accumulates(history: PairHistory, time: number, closingSpeed: number, limits: RestLimits): boolean {
  history.small = isSmallImpact(history, time, closingSpeed, limits) ? history.small + 1 : 0;
  history.longest = Math.max(history.longest, time - history.last);
  history.fastest = Math.max(history.fastest, closingSpeed);
  history.last = time;
  return history.small >= SMALL_IMPACTS;
}

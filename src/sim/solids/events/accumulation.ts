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
/** So many small impacts in a row are an accumulation. */
const SMALL_IMPACTS = 12;

/**
 * Adds an impact to the history of a pair; true when its impacts pile up (Zeno). [CP13] spec 3.4. Bodies of space come to rest within the
 * contact tolerance, where intervals no longer shrink; so they need not be as short as that, but the impacts have to be slow as
 * well: a body caught between two others strikes fast and often, and gets away again. What comes within a `step` [s] of the last, slower
 * than `restSpeed` [m/s], is small in any case.
 */
export function accumulates(
  history: PairHistory,
  time: number,
  closingSpeed: number,
  step: number,
  restSpeed: number,
): boolean {
  const interval = time - history.last;
  const isSoon = interval <= Math.max(SMALL * history.longest, step);
  const isSlow = closingSpeed <= Math.max(SMALL * history.fastest, restSpeed);
  history.small = isSoon && isSlow ? history.small + 1 : 0;
  history.last = time;
  history.longest = Math.max(history.longest, interval);
  history.fastest = Math.max(history.fastest, closingSpeed);
  return history.small >= SMALL_IMPACTS;
}

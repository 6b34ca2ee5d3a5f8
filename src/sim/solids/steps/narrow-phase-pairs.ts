/** Pairs of bodies for the narrow phase of a step. */
export interface NarrowPhasePairs {
  /** Number of pairs. */
  count: number;
  /** Three numbers for each pair: slot in the cache, body a, body b. */
  numbers: Int32Array;
}

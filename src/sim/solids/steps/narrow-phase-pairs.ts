/** Pairs to search, `SEARCH` numbers each: slot, body a, body b. */
export interface NarrowPhasePairs {
  count: number;
  numbers: Int32Array;
}

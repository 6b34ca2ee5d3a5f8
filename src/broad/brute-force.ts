import { addPair, boxesOverlap, createPairList, type PairList } from './pairs.ts';

/** Tests all pairs: O(n²), the reference for all other kinds, and the fastest up to a few dozen boxes. */
export function createBruteForce(): (boxes: Float64Array, count: number) => PairList {
  const pairs = createPairList();
  return (boxes, count) => {
    pairs.count = 0;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) if (boxesOverlap(boxes, i, boxes, j)) addPair(pairs, i, j);
    }
    return pairs;
  };
}

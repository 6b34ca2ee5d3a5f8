/** Pairs of box indices, i < j, sorted by i and then j. Overwritten at every update. */
export interface PairList {
  /** Number of pairs. */
  count: number;
  /** i j i j ...; only the first 2 · count numbers are valid. */
  indices: Int32Array;
}

const FIRST_CAPACITY = 64;

export function createPairList(): PairList {
  return { count: 0, indices: new Int32Array(2 * FIRST_CAPACITY) };
}

/** Adds the pair of two different boxes, lower index first. */
export function addPair(pairs: PairList, i: number, j: number): void {
  const k = 2 * pairs.count;
  if (k === pairs.indices.length) {
    const grown = new Int32Array(2 * k);
    grown.set(pairs.indices);
    pairs.indices = grown;
  }
  pairs.indices[k] = Math.min(i, j);
  pairs.indices[k + 1] = Math.max(i, j);
  pairs.count++;
}

/** Sorts pairs of box indices below `boxCount`; allocates only when the list exceeds its previous maximum. */
export function createPairSorter(): (pairs: PairList, boxCount: number) => void {
  let keys = new Float64Array(FIRST_CAPACITY);
  return (pairs, boxCount) => {
    const { count, indices } = pairs;
    if (keys.length < count) keys = new Float64Array(indices.length / 2);
    // i n + j is exact up to 9e7 boxes
    for (let k = 0; k < count; k++) keys[k] = indices[2 * k] * boxCount + indices[2 * k + 1];
    keys.subarray(0, count).sort();
    for (let k = 0; k < count; k++) {
      const i = Math.floor(keys[k] / boxCount);
      indices[2 * k] = i;
      indices[2 * k + 1] = keys[k] - i * boxCount;
    }
  };
}

/** Does box i of one packed array (min xyz, max xyz) overlap box j of another, or of the same? Touching counts. */
export function boxesOverlap(boxesA: Float64Array, i: number, boxesB: Float64Array, j: number): boolean {
  const a = 6 * i;
  const b = 6 * j;
  return (
    boxesA[a] <= boxesB[b + 3] &&
    boxesB[b] <= boxesA[a + 3] &&
    boxesA[a + 1] <= boxesB[b + 4] &&
    boxesB[b + 1] <= boxesA[a + 4] &&
    boxesA[a + 2] <= boxesB[b + 5] &&
    boxesB[b + 2] <= boxesA[a + 5]
  );
}

/** The pairs of box i, which is outside the search structure (`apart`): with all other boxes, each pair once. */
export function addPairsApart(pairs: PairList, apart: Uint8Array, boxes: Float64Array, count: number, i: number): void {
  for (let j = 0; j < count; j++) {
    if ((apart[j] === 0 || j > i) && j !== i && boxesOverlap(boxes, i, boxes, j)) addPair(pairs, i, j);
  }
}

/** All six sides finite? */
export function isFiniteBox(boxes: Float64Array, i: number): boolean {
  for (let k = 6 * i; k < 6 * i + 6; k++) if (!Number.isFinite(boxes[k])) return false;
  return true;
}

/** Longest side of a box [m]. */
export function longestSide(boxes: Float64Array, i: number): number {
  const b = 6 * i;
  return Math.max(boxes[b + 3] - boxes[b], boxes[b + 4] - boxes[b + 1], boxes[b + 5] - boxes[b + 2]);
}

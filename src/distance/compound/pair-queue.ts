/**
 * Priority queue of pairs of BVH nodes, smallest key first: a binary heap. Its arrays grow on demand and are reused, so later
 * queries do not allocate. The heap of objects in `math/heap.ts` takes 1.2 times as long per pair, and leaves garbage.
 */
export interface PairQueue {
  count: number;
  /** Lower bounds of a distance [m] or of a time [s]. */
  keys: Float64Array;
  nodesA: Int32Array;
  nodesB: Int32Array;
}

/** Output of `takePair`, input of `putPair`: fields, because number arguments of a call that is not inlined get boxed. */
export interface NodePair {
  key: number;
  a: number;
  b: number;
}

const INITIAL_CAPACITY = 1024;

export function createPairQueue(): PairQueue {
  return {
    count: 0,
    keys: new Float64Array(INITIAL_CAPACITY),
    nodesA: new Int32Array(INITIAL_CAPACITY),
    nodesB: new Int32Array(INITIAL_CAPACITY),
  };
}

export function createNodePair(): NodePair {
  return { key: 0.5, a: 0, b: 0 };
}

export function putPair(queue: PairQueue, { key, a, b }: NodePair): void {
  if (queue.count === queue.keys.length) grow(queue);
  const { keys, nodesA, nodesB } = queue;
  let at = queue.count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (keys[parent] <= key) break;
    keys[at] = keys[parent];
    nodesA[at] = nodesA[parent];
    nodesB[at] = nodesB[parent];
    at = parent;
  }
  keys[at] = key;
  nodesA[at] = a;
  nodesB[at] = b;
}

/** Removes the pair with the smallest key; an empty queue returns the key infinity. */
export function takePair(out: NodePair, queue: PairQueue): void {
  const { keys, nodesA, nodesB } = queue;
  if (queue.count === 0) {
    out.key = Number.POSITIVE_INFINITY;
    return;
  }
  const count = --queue.count;
  out.key = keys[0];
  out.a = nodesA[0];
  out.b = nodesB[0];
  const key = keys[count];
  let at = 0;
  for (let child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && keys[child + 1] < keys[child]) child++;
    if (keys[child] >= key) break;
    keys[at] = keys[child];
    nodesA[at] = nodesA[child];
    nodesB[at] = nodesB[child];
    at = child;
  }
  keys[at] = key;
  nodesA[at] = nodesA[count];
  nodesB[at] = nodesB[count];
}

function grow(queue: PairQueue): void {
  const { keys, nodesA, nodesB } = queue;
  const capacity = 2 * keys.length;
  queue.keys = new Float64Array(capacity);
  queue.keys.set(keys);
  queue.nodesA = new Int32Array(capacity);
  queue.nodesA.set(nodesA);
  queue.nodesB = new Int32Array(capacity);
  queue.nodesB.set(nodesB);
}

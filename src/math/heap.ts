/**
 * Binary heap in a plain array: `heap[0]` is an item that no other precedes, the children of item k are 2 k + 1 and 2 k + 2. The order of
 * items of equal rank depends only on the sequence of calls, so runs are reproducible bit for bit.
 */

/** Does `a` come before `b`? A strict order: false for items of equal rank. */
export type Precedes<Item> = (a: Item, b: Item) => boolean;

/** Inserts an item. */
export function pushHeap<Item>(heap: Item[], item: Item, precedes: Precedes<Item>): void {
  let at = heap.push(item) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!precedes(item, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = item;
}

/** Removes and returns the first item, undefined if there is none. */
export function popHeap<Item>(heap: Item[], precedes: Precedes<Item>): Item | undefined {
  const first = heap[0];
  const last = heap.pop();
  const count = heap.length;
  if (last === undefined || count === 0) return first;
  let at = 0;
  for (let child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && precedes(heap[child + 1], heap[child])) child++;
    if (!precedes(heap[child], last)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return first;
}

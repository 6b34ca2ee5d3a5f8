import type { PieceCell } from './piece-cells.ts';

/** Two cells and a lower bound of their distance [m]. */
export interface CellPair {
  readonly a: PieceCell;
  readonly b: PieceCell;
  readonly bound: number;
}

/** Inserts a pair into a queue, a binary heap with the lowest bound first. */
export function insertPair(queue: CellPair[], pair: CellPair): void {
  let at = queue.push(pair) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (queue[parent].bound <= pair.bound) break;
    queue[at] = queue[parent];
    at = parent;
  }
  queue[at] = pair;
}

/** Removes the pair with the lowest bound from a non-empty queue. */
export function takeFirst(queue: CellPair[]): CellPair {
  const first = queue[0];
  const last = queue[queue.length - 1];
  queue.length -= 1;
  const count = queue.length;
  if (count === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && queue[child + 1].bound < queue[child].bound) child++;
    if (queue[child].bound >= last.bound) break;
    queue[at] = queue[child];
    at = child;
  }
  queue[at] = last;
  return first;
}

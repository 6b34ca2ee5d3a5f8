/**
 * What the threads of a search pool have in common. The list of pairs is taken in pieces by whoever is free; each pair writes to its
 * own slot of the memory alone, so it is all the same who looks at it.
 */
import type { SearchCache } from '../sim/solids/steps/contact-cache.ts';
import { type ContactSearch, type NarrowPhasePairs, searchPairs } from '../sim/solids/steps/find-contacts.ts';

/** Numbers that all threads see: rounds begun, pairs of the round, the first one nobody has taken, helpers that take part. */
export const ROUND = 0;
const COUNT = 1;
const NEXT = 2;
const INSIDE = 3;
const CONTROL_LENGTH = 4;

/** Added to the helpers that take part: no more may come in. So nobody waits for one that has not woken up in time. */
const CLOSED = 2 ** 30;

/** Pairs taken at a time. */
const PIECE = 16;

/** What a thread is told before a round if it has changed. */
export interface SearchUpdate {
  /** Another world. The arrays that change in a step lie in shared memory. */
  readonly bodies?: SharedBodies;
  readonly cache: SearchCache;
  readonly numbers: Int32Array;
}

export type SharedBodies = Omit<ContactSearch, 'cache'>;

/** A thread's own view of the world. */
export interface SearchView {
  search: ContactSearch;
  readonly list: NarrowPhasePairs;
}

/** `before`: the view so far, undefined in a thread that has just begun. */
export function updateView(before: SearchView | undefined, { bodies, cache, numbers }: SearchUpdate): SearchView {
  const known = bodies ?? before?.search;
  if (!known) throw new Error('a thread was asked to look for contacts before it was told of any bodies');
  return { search: { ...known, cache }, list: { count: 0, numbers } };
}

/** Takes pieces of the list until none is left. */
export function runChunk(search: ContactSearch, list: NarrowPhasePairs, control: Int32Array): void {
  const count = control[COUNT];
  for (;;) {
    const from = Atomics.add(control, NEXT, PIECE);
    if (from >= count) return;
    searchPairs(search, list, from, Math.min(from + PIECE, count));
  }
}

/** Lets helpers in for a round; all that they read has been written. */
export function openRound(control: Int32Array, count: number): void {
  control[COUNT] = count;
  control[NEXT] = 0;
  Atomics.store(control, INSIDE, 0);
  Atomics.add(control, ROUND, 1);
  Atomics.notify(control, ROUND);
}

/** Waits for the helpers that take part. False: one of them says nothing for `patience` [ms]. */
export function closeRound(control: Int32Array, patience: number): boolean {
  for (let inside = Atomics.add(control, INSIDE, CLOSED) + CLOSED; inside > CLOSED; ) {
    if (Atomics.wait(control, INSIDE, inside, patience) === 'timed-out') return false;
    inside = Atomics.load(control, INSIDE);
  }
  return true;
}

/** A helper comes in. False: too late for this round. */
export function enterRound(control: Int32Array): boolean {
  for (;;) {
    const inside = Atomics.load(control, INSIDE);
    if (inside >= CLOSED) return false;
    if (Atomics.compareExchange(control, INSIDE, inside, inside + 1) === inside) return true;
  }
}

export function leaveRound(control: Int32Array): void {
  Atomics.sub(control, INSIDE, 1);
  Atomics.notify(control, INSIDE);
}

/** Before the first round nobody may come in. */
export function createControl(): Int32Array {
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_LENGTH));
  control[INSIDE] = CLOSED;
  return control;
}

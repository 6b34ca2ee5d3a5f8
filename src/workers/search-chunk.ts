/**
 * Control data shared by the threads of a narrow-phase pool. Free threads take the pairs in pieces; each pair writes only
 * to its own slot of the shared memory, so the results do not depend on which thread processes it.
 */
import type { SearchCache } from '../sim/solids/steps/contact-cache.ts';
import { type ContactSearch, searchPairs } from '../sim/solids/steps/find-contacts.ts';
import type { NarrowPhasePairs } from '../sim/solids/steps/narrow-phase-pairs.ts';

/** Indices of the shared control data: rounds started, pairs of the round, first pair not yet taken, active helpers. */
export const ROUND = 0;
const COUNT = 1;
const NEXT = 2;
const INSIDE = 3;
const CONTROL_LENGTH = 4;

/** Added to the number of active helpers to close the round: a helper that wakes up late is not waited for. */
const CLOSED = 2 ** 30;

/** Pairs per piece. */
const PIECE = 16;

/** Data sent to a thread before a round if it has changed. */
export interface SearchUpdate {
  /** Set for another world. The arrays that change in a step lie in shared memory. */
  readonly bodies?: SharedBodies;
  readonly cache: SearchCache;
  readonly numbers: Int32Array;
}

export type SharedBodies = Omit<ContactSearch, 'cache'>;

/** View of the world in one thread. */
export interface SearchView {
  search: ContactSearch;
  readonly list: NarrowPhasePairs;
}

/** `before`: the previous view, undefined in a new thread. */
export function updateView(before: SearchView | undefined, { bodies, cache, numbers }: SearchUpdate): SearchView {
  const known = bodies ?? before?.search;
  if (!known) throw new Error('narrow phase: a thread was started before its bodies were set');
  return { search: { ...known, cache }, list: { count: 0, numbers } };
}

/** Processes pieces of the list until none is left. */
export function runChunk(search: ContactSearch, list: NarrowPhasePairs, control: Int32Array): void {
  const count = control[COUNT];
  for (;;) {
    const from = Atomics.add(control, NEXT, PIECE);
    if (from >= count) return;
    searchPairs(search, list, from, Math.min(from + PIECE, count));
  }
}

/** Opens a round to the helpers; all that they read must be written before. */
export function openRound(control: Int32Array, count: number): void {
  control[COUNT] = count;
  control[NEXT] = 0;
  Atomics.store(control, INSIDE, 0);
  Atomics.add(control, ROUND, 1);
  Atomics.notify(control, ROUND);
}

/** Closes the round and waits for the active helpers. Returns false if one of them does not finish within `timeout` [ms]. */
export function closeRound(control: Int32Array, timeout: number): boolean {
  for (let inside = Atomics.add(control, INSIDE, CLOSED) + CLOSED; inside > CLOSED; ) {
    if (Atomics.wait(control, INSIDE, inside, timeout) === 'timed-out') return false;
    inside = Atomics.load(control, INSIDE);
  }
  return true;
}

/** Called by a helper. Returns false if it is too late for this round. */
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

/** Closed: helpers may enter only after the first `openRound`. */
export function createControl(): Int32Array {
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_LENGTH));
  control[INSIDE] = CLOSED;
  return control;
}

import { describeValue } from '../shapes/checks.ts';

/** More threads than this would not be meant. */
export const MAX_THREADS = 1024;

export function isThreadCount(threads: number): boolean {
  return Number.isSafeInteger(threads) && threads >= 1 && threads <= MAX_THREADS;
}

export function checkThreads(threads: number): void {
  if (isThreadCount(threads)) return;
  throw new RangeError(`threads: must be a whole number from 1 to ${MAX_THREADS}, got ${describeValue(threads)}`);
}

import { describeValue } from '../shapes/checks.ts';

/** Maximum number of threads; a larger value is an input error. */
export const MAX_THREADS = 1024;

/** Is it a number of threads that pools accept? */
export function isThreadCount(threads: number): boolean {
  return Number.isSafeInteger(threads) && threads >= 1 && threads <= MAX_THREADS;
}

export function checkThreads(threads: number): void {
  if (isThreadCount(threads)) return;
  throw new RangeError(`threads: must be an integer from 1 to ${MAX_THREADS}, got ${describeValue(threads)}`);
}

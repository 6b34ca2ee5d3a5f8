import { InvalidArgumentError } from 'commander';
import { isThreadCount, MAX_THREADS } from '../workers/index.ts';

export function parseThreads(text: string): number {
  const count = Number(text);
  if (text.trim() === '' || !isThreadCount(count)) {
    throw new InvalidArgumentError(`Expected an integer from 1 to ${MAX_THREADS}.`);
  }
  return count;
}

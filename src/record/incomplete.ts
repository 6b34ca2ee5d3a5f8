import type { RunSummary } from '../sim/observer.ts';

/** Short reason why a run did not reach its end; undefined if it did. */
export function incompleteReason({ status, failure }: Pick<RunSummary, 'status' | 'failure'>): string | undefined {
  switch (status) {
    case 'end':
      return undefined;
    case 'event-limit':
      return 'as many contact events as time.maxEvents allows';
    case 'failed':
      return failure ?? 'the run could not continue';
    case 'interrupted':
      return failure ?? 'the run was stopped';
  }
}

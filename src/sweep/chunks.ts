import type { Sweep } from './read-sweep.ts';

/** Runs `first` to `end` - 1. */
export interface RunRange {
  readonly first: number;
  readonly end: number;
}

/** Number of chunks: the unit of work that is stored as one file. */
export function chunkCount({ runCount, chunkSize }: Pick<Sweep, 'runCount' | 'chunkSize'>): number {
  return Math.ceil(runCount / chunkSize);
}

/** The runs of a chunk: a function of the specification and the index of the chunk alone. */
export function chunkRange({ runCount, chunkSize }: Pick<Sweep, 'runCount' | 'chunkSize'>, chunk: number): RunRange {
  const first = chunk * chunkSize;
  return { first, end: Math.min(first + chunkSize, runCount) };
}

/** Part `index`, from 0, of `count` parts of a sweep. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The chunks of a shard, in order: every chunk is in exactly one shard. */
export function* chunksOfShard(
  sweep: Pick<Sweep, 'runCount' | 'chunkSize'>,
  { index, count }: Shard,
): Generator<number> {
  const end = chunkCount(sweep);
  for (let chunk = index; chunk < end; chunk += count) yield chunk;
}

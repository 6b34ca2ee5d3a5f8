import { InvalidArgumentError } from 'commander';
import type { Shard } from '../sweep/chunks.ts';
import { InputError } from './failure.ts';

/** Parts of a sweep for several machines without a server. */
export interface ShardOptions {
  readonly shard?: Shard;
  readonly shards?: number;
}

/** `3/7`: part 3 of 7, from 0. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.count >= 1 && shard.index < shard.count)) {
    throw new InvalidArgumentError('Expected i/n with i from 0 to n - 1, such as 0/7.');
  }
  return shard;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The shard of this process: as given, or from the variables of a Slurm array or of an indexed job of Kubernetes. */
export function shardOf({ shard, shards }: ShardOptions, env: Environment): Shard {
  if (shard) return shard;
  const slurm = env['SLURM_ARRAY_TASK_ID'];
  const kubernetes = env['JOB_COMPLETION_INDEX'];
  const given = slurm ?? kubernetes;
  if (given === undefined) {
    if (shards === undefined) return { index: 0, count: 1 };
    throw new InputError('--shards needs SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, or use --shard i/n');
  }
  const index = Number(given) - (slurm === undefined ? 0 : Number(env['SLURM_ARRAY_TASK_MIN'] ?? 0));
  const count = shards ?? Number((slurm === undefined ? undefined : env['SLURM_ARRAY_TASK_COUNT']) ?? Number.NaN);
  if (!Number.isInteger(count))
    throw new InputError('JOB_COMPLETION_INDEX is set: --shards <n> says how many there are');
  if (!(Number.isInteger(index) && index >= 0 && index < count)) {
    const name = slurm === undefined ? 'JOB_COMPLETION_INDEX' : 'SLURM_ARRAY_TASK_ID';
    throw new InputError(`${name} is ${given}: must be one of ${count} shards`);
  }
  return { index, count };
}

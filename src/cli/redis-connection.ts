import type { Redis } from 'ioredis';
import { InputError } from './failure.ts';

/** Name of the queue with the chunks of all sweeps. */
export const QUEUE = 'appulse-sweeps';

type BullMq = typeof import('bullmq');

/** The optional packages, and a connection. */
export interface RedisEngine {
  readonly bullmq: BullMq;
  readonly redis: Redis;
  close(): void;
}

/** Wall-clock time to wait for the first connection [ms]. */
const CONNECT_TIMEOUT = 5000;
/** Longest pause between attempts to connect again [ms]. */
const MAX_RETRY = 2000;

/** Connects to Redis or Valkey: `redis://user:password@host:port/database`, or `rediss://` for TLS. Later interruptions are repaired. */
export async function connectRedis(url: string): Promise<RedisEngine> {
  const shown = withoutPassword(url);
  const { bullmq, Client } = await loadPackages();
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    // commands wait until the server is back
    maxRetriesPerRequest: null,
    retryStrategy: (attempts) => Math.min(100 * attempts, MAX_RETRY),
  });
  let reason = 'no answer';
  redis.on('error', (error: Error) => {
    reason = error.message || (error as NodeJS.ErrnoException).code || reason;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    const message = (error as Error).message;
    throw new InputError(`cannot connect to ${shown}: ${/closed/.test(message) ? reason : message}`);
  }
  return { bullmq, redis, close: () => redis.disconnect() };
}

/** A URL for messages. */
function withoutPassword(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new InputError('--engine: must be a URL such as redis://localhost:6379');
  }
  if (!['redis:', 'rediss:'].includes(parsed.protocol)) {
    throw new InputError(`--engine: must begin with redis:// or rediss://, got ${parsed.protocol}//`);
  }
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}

async function loadPackages(): Promise<{ bullmq: BullMq; Client: typeof Redis }> {
  try {
    const { Redis: Client } = await import('ioredis');
    return { bullmq: await import('bullmq'), Client };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError('--engine redis needs packages that are not installed: npm install bullmq ioredis');
  }
}

/** Where the specification of a sweep is. */
export function specKey(hash: string): string {
  return `appulse:sweep:${hash}`;
}

/** Where the results of a chunk are until they are fetched. */
export function partKey(hash: string, chunk: number): string {
  return `appulse:sweep:${hash}:part:${chunk}`;
}

/** A chunk that a worker is to run. */
export interface ChunkJob {
  readonly hash: string;
  readonly version: string;
  readonly chunk: number;
}

/** Jobs are data from outside: everything else than a chunk is rejected. */
export function checkChunkJob(data: unknown): ChunkJob {
  const { hash, version, chunk } = (data ?? {}) as Partial<ChunkJob>;
  const isValid =
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    typeof version === 'string' &&
    version.length < 100 &&
    typeof chunk === 'number' &&
    Number.isSafeInteger(chunk) &&
    chunk >= 0;
  if (!isValid) throw new InputError('the job is no chunk of a sweep');
  return { hash, version, chunk };
}

/** Identifier of a job in the queue: the same chunk is there at most once. */
export function jobIdOf({ hash, chunk }: Pick<ChunkJob, 'hash' | 'chunk'>): string {
  return `${hash}-${chunk}`;
}

/** What is in the queue, of all sweeps. */
export interface QueueState {
  readonly workers: number;
  /** Chunks that are being run, wait, and are tried again later. */
  readonly active: number;
  readonly waiting: number;
  readonly delayed: number;
}

export async function queueState(url: string): Promise<QueueState> {
  const engine = await connectRedis(url);
  const queue = new engine.bullmq.Queue(QUEUE, { connection: engine.redis });
  try {
    const { active, waiting, delayed } = await queue.getJobCounts('active', 'waiting', 'delayed');
    return { workers: await queue.getWorkersCount(), active, waiting, delayed };
  } finally {
    await queue.close();
    engine.close();
  }
}

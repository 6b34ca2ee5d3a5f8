import { availableParallelism } from 'node:os';
import type { Job, Worker } from 'bullmq';
import type { Command } from 'commander';
import type { ResultTable, SweepSource } from '../entries/sweeps.ts';
import { chunkCount, chunkRange } from '../sweep/chunks.ts';
import { createSweepPool, runChunks, type SweepPool } from '../workers/run-chunks.ts';
import { InputError } from './failure.ts';
import { note, plural, print } from './output.ts';
import {
  type ChunkJob,
  checkChunkJob,
  connectRedis,
  partKey,
  QUEUE,
  type RedisEngine,
  specKey,
} from './redis-connection.ts';
import { onSignals } from './signals.ts';
import { encodePart, manifestOf, packageVersion } from './sweep-folder.ts';
import { completeSweep, type LoadedSweep } from './sweep-source.ts';
import { parseThreads } from './threads-option.ts';

/** A worker that is killed loses its chunks after this time [ms]; they are given to others. */
const LOCK_DURATION = 10_000;
const STALLED_INTERVAL = 5_000;
/** A chunk whose workers are killed this often is set aside. */
const MAX_STALLED = 3;
/** Chunks at a time: while the last runs of one end, the next one begins. */
const CHUNKS = 2;
/** Results that no coordinator fetches are removed after this time [s]: 7 days. */
const RESULT_SECONDS = 7 * 86_400;
/** A chunk of another version is offered again after this time [ms] ... */
const REJECTED_DELAY = 50;
/** ... and a worker that rejected one takes no other for this time [ms]: the chunks are for workers of the right version. */
const REJECTED_PAUSE = 10_000;

interface WorkerOptions {
  readonly engine: string;
  readonly workers?: number;
}

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .summary('run chunks of sweeps that a server has in its queue')
    .description(
      'Runs chunks of sweeps from the queue of a Redis or Valkey server, until it is stopped. Any number of machines may have workers.',
    )
    .requiredOption('--engine <url>', 'server: redis://user:password@host:port, rediss:// for TLS')
    .option('--workers <count>', 'number of threads (default: one per processor)', parseThreads)
    .addHelpText(
      'after',
      `
Examples:
  appulse worker --engine redis://queue.example:6379
  appulse worker --engine rediss://:password@queue.example:6380 --workers 8

The sweep is started elsewhere: appulse sweep docking.sweep.json --engine redis://queue.example:6379
A worker needs the same version of the package as the sweep; it rejects other chunks. Ctrl-C: it finishes its chunks and ends; a
second time: it ends at once, and its chunks are given to other workers. Needs: npm install bullmq ioredis`,
    )
    .action(async (options: WorkerOptions) => {
      const threads = options.workers ?? availableParallelism();
      const engine = await connectRedis(options.engine);
      const runner = new ChunkRunner(engine, threads, () => pauseWorker(worker));
      const worker: Worker = new engine.bullmq.Worker(QUEUE, (job, token) => runner.run(job, token), {
        connection: engine.redis,
        concurrency: CHUNKS,
        lockDuration: LOCK_DURATION,
        stalledInterval: STALLED_INTERVAL,
        maxStalledCount: MAX_STALLED,
      });
      // errors of connections are repaired by connecting again
      worker.on('error', () => {});
      worker.on('failed', (job, error) => note(`chunk ${job?.data?.chunk}: ${error.message}`));
      await print(`waiting for chunks, ${plural(threads, 'thread')}\n`);
      await stopped(worker);
      await runner.close();
      engine.close();
    });
}

/** Takes no chunks for some time. */
async function pauseWorker(worker: Worker): Promise<void> {
  // without waiting for the current chunks, one of which asks for the pause
  await worker.pause(true);
  setTimeout(() => worker.resume(), REJECTED_PAUSE).unref();
}

/** Resolves after a signal, when the current chunks are done. */
async function stopped(worker: Worker): Promise<void> {
  let signals = 0;
  await new Promise<void>((resolve) => {
    onSignals(() => {
      if (++signals > 1) process.exit(130);
      note('finishing the current chunks');
      resolve();
    });
  });
  await worker.close();
}

class ChunkRunner {
  private readonly engine: RedisEngine;
  private readonly threads: number;
  private readonly version = packageVersion();
  private readonly rejected = new Set<string>();
  private current: Promise<{ readonly loaded: LoadedSweep; readonly pool: SweepPool }> | undefined;
  private hash = '';
  private readonly pause: () => Promise<void>;

  constructor(engine: RedisEngine, threads: number, pause: () => Promise<void>) {
    this.engine = engine;
    this.pause = pause;
    this.threads = threads;
  }

  /** Runs the chunk of a job and stores its results at the server. */
  async run(job: Job, token: string | undefined): Promise<void> {
    const { UnrecoverableError } = this.engine.bullmq;
    let data: ChunkJob;
    try {
      data = checkChunkJob(job.data);
    } catch (error) {
      throw new UnrecoverableError((error as Error).message);
    }
    if (data.version !== this.version) await this.reject(job, data, token);
    const { loaded, pool } = await this.sweepOf(data.hash);
    if (data.chunk >= chunkCount(loaded.sweep)) throw new UnrecoverableError(`the sweep has no chunk ${data.chunk}`);
    const table = await runChunk(loaded, pool, this.threads, data.chunk);
    const bytes = encodePart(manifestOf(loaded), data.chunk, table);
    const { redis } = this.engine;
    await redis.set(partKey(data.hash, data.chunk), Buffer.from(bytes), 'EX', RESULT_SECONDS);
  }

  async close(): Promise<void> {
    const { pool } = (await this.current?.catch(() => undefined)) ?? {};
    await pool?.close();
  }

  /** Puts the chunk back for workers of the right version. */
  private async reject(job: Job, { version, chunk }: ChunkJob, token: string | undefined): Promise<never> {
    if (!this.rejected.has(version)) {
      note(`rejected chunk ${chunk}: the sweep is of version ${version} of appulse, this worker is ${this.version}`);
    }
    this.rejected.add(version);
    await this.pause();
    await job.moveToDelayed(Date.now() + REJECTED_DELAY, token);
    throw new this.engine.bullmq.DelayedError();
  }

  /** The sweep of this hash and threads for it; those of the previous sweep are closed when their chunks are done. */
  private sweepOf(hash: string): NonNullable<ChunkRunner['current']> {
    if (this.hash === hash && this.current) return this.current;
    const previous = this.current;
    this.hash = hash;
    this.current = this.load(hash, previous);
    // a chunk that is tried again loads it again
    this.current.catch(() => {
      this.hash = '';
    });
    return this.current;
  }

  private async load(hash: string, previous: ChunkRunner['current']) {
    const { pool } = (await previous?.catch(() => undefined)) ?? {};
    void pool?.close();
    const text = await this.engine.redis.get(specKey(hash));
    if (text === null) throw new InputError('the specification of the sweep is not at the server');
    const loaded = completeSweep(readSource(text));
    if (loaded.hash !== hash) throw new InputError('the specification at the server is not that of the job');
    return { loaded, pool: createSweepPool(loaded.source, this.threads) };
  }
}

/** The texts of a specification; they are data from outside, and are validated by `completeSweep`. */
function readSource(text: string): SweepSource {
  const { source } = JSON.parse(text) as { source?: Partial<SweepSource> };
  const scene = source?.scene;
  const texts = [source?.text, source?.name, ...(scene === undefined ? [] : [scene.text, scene.name])];
  if (!texts.every((one) => typeof one === 'string'))
    throw new InputError('the specification at the server is damaged');
  return {
    text: source?.text ?? '',
    name: source?.name ?? '',
    ...(scene && { scene: { text: scene.text, name: scene.name } }),
  };
}

async function runChunk(
  { sweep, source }: LoadedSweep,
  pool: SweepPool,
  threads: number,
  chunk: number,
): Promise<ResultTable> {
  const { first, end } = chunkRange(sweep, chunk);
  let found: ResultTable | undefined;
  await runChunks({
    sweep,
    source,
    threads,
    pool,
    chunks: [chunk],
    runCount: end - first,
    sink: {
      async chunk(_, table) {
        found = table;
      },
    },
  });
  if (!found) throw new Error(`chunk ${chunk} has no results`);
  return found;
}

import type { Queue, QueueEvents } from 'bullmq';
import { decodeResults } from '../entries/sweeps.ts';
import { jobIdOf, partKey, QUEUE, type RedisEngine, specKey } from './redis-connection.ts';
import type { FailureList } from './sweep-failures.ts';
import { manifestOf, partCounts, type SweepManifest, writePart } from './sweep-folder.ts';
import type { LoadedSweep } from './sweep-source.ts';

/** Chunks in the queue at the same time: enough for many workers, few enough for the memory of the server. */
const WINDOW = 2000;
/** After this time without results, chunks are checked whose messages or jobs were lost, such as by a restart of the server [ms] ... */
const QUIET_INTERVAL = 2000;
/** ... and after this time in any case [ms]. */
const CHECK_INTERVAL = 60_000;
/** A chunk that fails this often is set aside. */
const ATTEMPTS = 3;
/** Events that the server stores; each is about 200 bytes. */
const MAX_EVENTS = 10_000;

/** A chunk that workers could not run. */
export interface ChunkFailure {
  readonly chunk: number;
  readonly reason: string;
}

export interface RedisRunOptions {
  readonly engine: RedisEngine;
  readonly folder: string;
  readonly loaded: LoadedSweep;
  readonly chunks: readonly number[];
  readonly failures: FailureList;
  /** Called after each chunk with its number of runs. */
  readonly onPart: (rows: number) => void;
  readonly signal: AbortSignal;
}

/** Has chunks run by workers at a server and writes their results. Returns the chunks that were set aside. */
export async function runOnRedis(options: RedisRunOptions): Promise<ChunkFailure[]> {
  const { engine } = options;
  const { Queue, QueueEvents } = engine.bullmq;
  const queue = new Queue(QUEUE, {
    connection: engine.redis,
    streams: { events: { maxLen: MAX_EVENTS } },
    defaultJobOptions: {
      attempts: ATTEMPTS,
      backoff: { type: 'fixed', delay: 500 },
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  const connection = engine.redis.duplicate({ lazyConnect: false });
  connection.on('error', () => {});
  const events = new QueueEvents(QUEUE, { connection });
  // errors of connections are repaired by connecting again
  queue.on('error', () => {});
  events.on('error', () => {});
  const run = new RedisRun(options, queue, events);
  try {
    return await run.finish();
  } finally {
    await Promise.race([Promise.allSettled([events.close(), queue.close()]), pause(1000)]);
    connection.disconnect();
    engine.close();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

class RedisRun {
  private readonly options: RedisRunOptions;
  private readonly engine: RedisEngine;
  private readonly queue: Queue;
  private readonly manifest: SweepManifest;
  private readonly waiting: Iterator<number>;
  /** Chunks in the queue. */
  private readonly open = new Set<number>();
  private readonly fetching = new Set<number>();
  private readonly setAside: ChunkFailure[] = [];
  private readonly finished: Promise<void>;
  private resolve: () => void = () => {};
  private reject: (error: unknown) => void = () => {};
  private isExhausted = false;
  private isChecking = false;
  private lastResult = performance.now();
  private lastCheck = performance.now();

  constructor(options: RedisRunOptions, queue: Queue, events: QueueEvents) {
    this.options = options;
    this.engine = options.engine;
    this.queue = queue;
    this.manifest = manifestOf(options.loaded);
    this.waiting = options.chunks[Symbol.iterator]();
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    events.on('completed', ({ jobId }) => this.follow(this.fetch(this.chunkOf(jobId))));
    events.on('failed', ({ jobId, failedReason }) => this.giveUp(this.chunkOf(jobId), failedReason));
  }

  async finish(): Promise<ChunkFailure[]> {
    const { signal } = this.options;
    const timer = setInterval(() => this.follow(this.checkIfQuiet()), QUIET_INTERVAL);
    const stop = () => this.resolve();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.storeSpec();
      await this.fill();
      await this.finished;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    }
    if (signal.aborted) await Promise.race([this.cancel(), pause(2000)]);
    return this.setAside;
  }

  /** Errors of the folder end the sweep. */
  private follow(work: Promise<void>): void {
    work.catch((error) => this.reject(error));
  }

  /** The chunk of a job of this sweep; -1 for other sweeps. */
  private chunkOf(jobId: string): number {
    const [hash, chunk] = jobId.split('-');
    return hash === this.manifest.hash ? Number(chunk) : -1;
  }

  private async storeSpec(): Promise<void> {
    const { hash, version } = this.manifest;
    await this.engine.redis.set(specKey(hash), JSON.stringify({ version, source: this.options.loaded.source }));
  }

  /** Adds chunks to the queue, up to the window. Results of an earlier command may be at the server. */
  private async fill(): Promise<void> {
    while (this.open.size < WINDOW && !this.isExhausted) {
      const { done, value: chunk } = this.waiting.next();
      if (done) {
        this.isExhausted = true;
        break;
      }
      this.open.add(chunk);
      await this.fetch(chunk);
      if (this.open.has(chunk)) await this.add(chunk);
    }
    if (this.isExhausted && this.open.size === 0) this.resolve();
  }

  private async add(chunk: number): Promise<void> {
    const { hash, version } = this.manifest;
    const job = { hash, version, chunk };
    await this.queue.add('chunk', job, { jobId: jobIdOf(job) });
  }

  /** Writes the results of a chunk if they are there. */
  private async fetch(chunk: number): Promise<void> {
    if (!this.open.has(chunk) || this.fetching.has(chunk)) return;
    this.fetching.add(chunk);
    try {
      const key = partKey(this.manifest.hash, chunk);
      const bytes = await this.engine.redis.getBuffer(key);
      const counts = bytes && partCounts(this.manifest, chunk, bytes);
      if (!bytes || !counts) return;
      await writePart(this.options.folder, chunk, bytes);
      await this.engine.redis.del(key);
      this.open.delete(chunk);
      if (counts.failures > 0) {
        this.options.failures.add(this.manifest.columns, await decodeResults(this.manifest.columns, bytes));
      }
      this.lastResult = performance.now();
      this.options.onPart(counts.rows);
    } finally {
      this.fetching.delete(chunk);
    }
    if (!this.open.has(chunk)) await this.fill();
  }

  private giveUp(chunk: number, reason: string): void {
    if (!this.open.delete(chunk)) return;
    this.setAside.push({ chunk, reason });
    this.follow(this.fill());
  }

  private async checkIfQuiet(): Promise<void> {
    const now = performance.now();
    const isDue = now - this.lastResult > QUIET_INTERVAL || now - this.lastCheck > CHECK_INTERVAL;
    if (!isDue || this.isChecking) return;
    this.isChecking = true;
    this.lastCheck = now;
    try {
      await this.check();
    } finally {
      this.isChecking = false;
    }
  }

  /** Repairs what a restart of the server has lost: messages about results, jobs, the specification. */
  private async check(): Promise<void> {
    for (const chunk of this.open) {
      await this.fetch(chunk);
      if (!this.open.has(chunk) || (await this.queue.getJob(jobIdOf({ hash: this.manifest.hash, chunk })))) continue;
      // a job that ended in the meantime has results, or was reported as failed
      await this.fetch(chunk);
      if (!this.open.has(chunk)) continue;
      await this.storeSpec();
      await this.add(chunk);
    }
  }

  /** Removes the chunks that no worker has begun. */
  private async cancel(): Promise<void> {
    for (const chunk of this.open) {
      const job = await this.queue.getJob(jobIdOf({ hash: this.manifest.hash, chunk }));
      // one that is being run cannot be removed: its results are found by --resume
      await job?.remove().catch(() => {});
    }
  }
}

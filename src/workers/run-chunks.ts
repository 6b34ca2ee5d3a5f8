import { chunkRange } from '../sweep/chunks.ts';
import type { Sweep, SweepSource } from '../sweep/read-sweep.ts';
import { joinTables, type ResultTable } from '../sweep/results.ts';
import {
  CURRENT_RUN,
  type KnownOutcome,
  now,
  STARTED,
  type SweepJob,
  type SweepJobResult,
  type SweepWorkerData,
} from './sweep-job.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

/** Receives the results of a sweep. A chunk is complete: all its runs in order. An error ends the sweep. */
export interface SweepSink {
  chunk(chunk: number, table: ResultTable): Promise<void>;
  /** Called before the chunk of the run. */
  recording?(run: number, files: SweepJobResult['recordings'][number]['files']): Promise<void>;
}

export interface ChunkRunOptions {
  readonly sweep: Sweep;
  readonly source: SweepSource;
  /** In the order in which they are started. */
  readonly chunks: Iterable<number>;
  /** Number of their runs. */
  readonly runCount: number;
  readonly threads: number;
  readonly sink: SweepSink;
  /** Called after each job with the number of finished runs. */
  readonly onProgress?: (runs: number) => void;
  /** Aborted: the sweep ends, without the chunks that are not complete. */
  readonly signal?: AbortSignal;
  /** Threads to use, which remain open; default: new ones. */
  readonly pool?: SweepPool;
}

/** Threads that run parts of one sweep. */
export type SweepPool = WorkerPool<SweepJob, SweepJobResult>;

export function createSweepPool(source: SweepSource, threads: number): SweepPool {
  const data: SweepWorkerData = { source };
  // the compiled file next to this one
  return createWorkerPool(new URL('./sweep-worker.js', import.meta.url), threads, data);
}

/** Wall-clock time of a job [s]: long enough that messages cost nothing, short enough that all threads end together. */
const JOB_SECONDS = 0.25;
/** Jobs per thread, one of them waiting: a thread need not wait for the next one. */
const JOBS_PER_THREAD = 2;
/** A run that does not stop at its limit is ended this much later [ms]: it may be within a long step. */
const GRACE = 1000;
/** Interval between checks of the running runs [ms]. */
const WATCH_INTERVAL = 100;
/** A thread that ends in the same run this often is not restarted for it. */
const MAX_CRASHES = 2;

/** A chunk that is being run. */
interface OpenChunk {
  readonly chunk: number;
  /** Results by first run. */
  readonly tables: Map<number, ResultTable>;
  readonly writes: Promise<void>[];
  /** Runs without results. */
  missing: number;
}

interface RunningJob {
  readonly controller: AbortController;
  readonly watch: Float64Array;
  /** The run because of which the thread was ended; -1: it was not. */
  overdueRun: number;
}

interface Claim {
  readonly open: OpenChunk;
  readonly first: number;
  readonly end: number;
}

/**
 * Runs chunks on a worker pool. The runs of a chunk are distributed in jobs of about JOB_SECONDS, so their number adapts to the time of a run; the
 * results of a chunk do not depend on it. The memory in use depends on the number of threads, not on that of chunks. Returns false if
 * the signal ended the sweep.
 */
export async function runChunks(options: ChunkRunOptions): Promise<boolean> {
  const pool = options.pool ?? createSweepPool(options.source, options.threads);
  const run = new ChunkRun(options, pool.runCancellable);
  const stop = () => run.end();
  options.signal?.addEventListener('abort', stop, { once: true });
  if (options.signal?.aborted) run.end();
  try {
    return await run.finish();
  } finally {
    options.signal?.removeEventListener('abort', stop);
    if (!options.pool) await pool.close();
  }
}

class ChunkRun {
  private readonly options: ChunkRunOptions;
  private readonly runJob: (job: SweepJob, signal: AbortSignal) => Promise<SweepJobResult>;
  private readonly chunks: Iterator<number>;
  private readonly retries: Claim[] = [];
  private readonly known = new Map<number, KnownOutcome>();
  private readonly crashes = new Map<number, number>();
  private readonly running = new Set<RunningJob>();
  private readonly writing = new Set<Promise<void>>();
  private readonly finished: Promise<boolean>;
  private resolve: (isComplete: boolean) => void = () => {};
  private reject: (error: unknown) => void = () => {};
  private next: Claim | undefined;
  private openChunks = 0;
  private unclaimed: number;
  private done = 0;
  private jobSize = 1;
  private isEnded = false;

  constructor(options: ChunkRunOptions, runJob: ChunkRun['runJob']) {
    this.options = options;
    this.runJob = runJob;
    this.chunks = options.chunks[Symbol.iterator]();
    this.unclaimed = options.runCount;
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Runs all chunks; rejects with the error of the sink. */
  async finish(): Promise<boolean> {
    const timer = setInterval(() => this.endOverdue(), WATCH_INTERVAL);
    try {
      this.feed();
      return await this.finished;
    } finally {
      clearInterval(timer);
      // what is being written is complete when the sweep ends
      await Promise.allSettled(this.writing);
    }
  }

  end(): void {
    this.isEnded = true;
    this.resolve(false);
  }

  private fail(error: unknown): void {
    this.isEnded = true;
    this.reject(error);
  }

  private feed(): void {
    const { threads } = this.options;
    while (!this.isEnded && this.running.size < JOBS_PER_THREAD * threads) {
      const claim = this.retries.pop() ?? this.claimNext();
      if (!claim) break;
      void this.work(claim);
    }
    if (!this.isEnded && this.running.size === 0 && this.openChunks === 0) this.resolve(true);
  }

  /** The next runs; undefined if there are none now. */
  private claimNext(): Claim | undefined {
    const rest = this.next ?? this.openNext();
    if (!rest) return undefined;
    // towards the end jobs become shorter, so that all threads have work until the end
    const even = Math.ceil(this.unclaimed / (2 * JOBS_PER_THREAD * this.options.threads));
    const end = Math.min(rest.first + Math.max(1, Math.min(this.jobSize, even)), rest.end);
    this.next = end < rest.end ? { ...rest, first: end } : undefined;
    this.unclaimed -= end - rest.first;
    return { ...rest, end };
  }

  /** Begins another chunk, unless too many are not yet written. */
  private openNext(): Claim | undefined {
    if (this.openChunks > JOBS_PER_THREAD * this.options.threads) return undefined;
    const { done, value: chunk } = this.chunks.next();
    if (done) return undefined;
    this.openChunks++;
    const { first, end } = chunkRange(this.options.sweep, chunk);
    return { open: { chunk, tables: new Map(), writes: [], missing: end - first }, first, end };
  }

  private async work(claim: Claim): Promise<void> {
    const watch = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)).fill(-1);
    const job: RunningJob = { controller: new AbortController(), watch, overdueRun: -1 };
    const { first, end } = claim;
    const known = [...this.known.values()].filter(({ run }) => run >= first && run < end);
    this.running.add(job);
    try {
      const result = await this.runJob({ first, end, known, watch }, job.controller.signal);
      this.running.delete(job);
      if (!this.isEnded) this.take(claim, result);
    } catch (error) {
      this.running.delete(job);
      if (!this.isEnded) this.retry(claim, job, error as Error);
    }
    this.feed();
  }

  private take({ open, first, end }: Claim, { table, recordings, seconds }: SweepJobResult): void {
    open.tables.set(first, table);
    open.missing -= end - first;
    this.done += end - first;
    this.forget(first, end);
    const size = (JOB_SECONDS / Math.max(seconds, 1e-6)) * (end - first);
    this.jobSize = Math.max(1, Math.round(Math.min(size, 4 * this.jobSize)));
    const { sink, onProgress } = this.options;
    for (const { run, files } of recordings) if (sink.recording) open.writes.push(sink.recording(run, files));
    // an error is reported with the chunk; until then it must not be an unhandled one
    for (const write of open.writes) write.catch(() => {});
    onProgress?.(this.done);
    if (open.missing > 0) return;
    const write = this.write(open);
    this.writing.add(write);
    void write.finally(() => this.writing.delete(write));
  }

  private async write({ chunk, tables, writes }: OpenChunk): Promise<void> {
    const order = [...tables.keys()].sort((a, b) => a - b);
    const parts = order.map((first) => tables.get(first) as ResultTable);
    try {
      await Promise.all(writes);
      await this.options.sink.chunk(chunk, joinTables(parts));
      this.openChunks--;
      this.feed();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What is known about runs is not needed when they have results. */
  private forget(first: number, end: number): void {
    for (const map of [this.known, this.crashes]) {
      for (const run of map.keys()) if (run >= first && run < end) map.delete(run);
    }
  }

  /** A thread ended in a run: it is tried again, except after the time limit or if it ends threads repeatedly. */
  private retry(claim: Claim, { watch, overdueRun }: RunningJob, error: Error): void {
    const run = overdueRun >= 0 ? overdueRun : watch[CURRENT_RUN];
    const crashes = (this.crashes.get(run) ?? 0) + 1;
    this.crashes.set(run, crashes);
    if (run < 0 && crashes > MAX_CRASHES) {
      // no run was begun: the threads cannot work at all
      this.fail(error);
      return;
    }
    if (overdueRun >= 0) {
      const { seconds } = this.options.sweep.limits;
      this.known.set(run, { run, status: 'time-limit', reason: `stopped after ${seconds} s` });
    } else if (run >= 0 && crashes >= MAX_CRASHES) {
      this.known.set(run, { run, status: 'crash', reason: error.message });
    }
    this.retries.push(claim);
  }

  /** Ends the threads of runs that are far beyond their time limit. */
  private endOverdue(): void {
    const limit = 1000 * this.options.sweep.limits.seconds + GRACE;
    for (const job of this.running) {
      if (job.watch[CURRENT_RUN] < 0 || now() - job.watch[STARTED] <= limit) continue;
      // stored now: until the thread has ended, it may begin another run
      job.overdueRun = job.watch[CURRENT_RUN];
      job.controller.abort();
    }
  }
}

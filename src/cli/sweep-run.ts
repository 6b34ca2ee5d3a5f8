import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chunkRange, chunksOfShard, type Shard } from '../sweep/chunks.ts';
import { runChunks } from '../workers/run-chunks.ts';
import { InputError, StoppedError } from './failure.ts';
import { formatNumber, type Progress, plural, print } from './output.ts';
import { createRateProgress } from './rate-progress.ts';
import { connectRedis, type RedisEngine } from './redis-connection.ts';
import { onSignals, SIGNAL_CODES, type Signal } from './signals.ts';
import { createFailureList, type FailureList, failureLines } from './sweep-failures.ts';
import {
  encodePart,
  manifestOf,
  openResults,
  readPartState,
  writeManifest,
  writePart,
  writeRecording,
} from './sweep-folder.ts';
import { planText } from './sweep-plan.ts';
import { type ChunkFailure, runOnRedis } from './sweep-redis.ts';
import { type ShardOptions, shardOf } from './sweep-shard.ts';
import { type LoadedSweep, loadSweep, sweepName } from './sweep-source.ts';

export interface SweepOptions extends ShardOptions {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly workers?: number;
  readonly engine?: string;
}

/** Runs a sweep and writes its results; see `appulse help sweep run`. */
export async function runSweepCommand(path: string, options: SweepOptions): Promise<void> {
  const loaded = await loadSweep(path);
  const threads = options.workers ?? availableParallelism();
  const shard = shardOf(options, process.env);
  if (options.dryRun) return print(planText(loaded, threads, shard));
  const folder = options.output ?? join('out', `${sweepName(path)}.sweep`);
  if (options.force && shard.count > 1) {
    throw new InputError(
      '--force would remove the results of other shards: remove the folder before the first one starts',
    );
  }
  if (options.engine !== undefined && loaded.sweep.recordEvery > 0) {
    throw new InputError('--engine does not transfer recordings: use --shard for them');
  }
  // a server that does not answer is reported before the folder is created
  const engine = options.engine === undefined ? undefined : await connectRedis(options.engine);
  try {
    await runInto(folder, loaded, shard, { ...options, workers: threads }, engine);
  } finally {
    engine?.close();
  }
}

async function runInto(
  folder: string,
  loaded: LoadedSweep,
  shard: Shard,
  options: SweepOptions & { readonly workers: number },
  engine: RedisEngine | undefined,
): Promise<void> {
  // shards share a folder: the results of the others are there already
  openResults(folder, loaded, { resume: options.resume || shard.count > 1, force: options.force });
  await writeManifest(folder, loaded);
  const work = openWork(folder, loaded, shard);
  const found = await runWork(folder, loaded, work, options.workers, engine);
  await print(resultText(folder, loaded, shard, work, found));
  if (found.failures.count + found.setAside.length + work.earlierFailures > 0) process.exitCode = 1;
}

/** The chunks that have no results yet, and their number of runs. */
interface OpenWork {
  readonly chunks: readonly number[];
  readonly runs: number;
  /** Runs of the shard with results from an earlier command, and those of them that failed. */
  readonly earlier: number;
  readonly earlierFailures: number;
}

function openWork(folder: string, loaded: LoadedSweep, shard: Shard): OpenWork {
  const { sweep } = loaded;
  const manifest = manifestOf(loaded);
  const chunks: number[] = [];
  let runs = 0;
  let earlier = 0;
  let earlierFailures = 0;
  for (const chunk of chunksOfShard(sweep, shard)) {
    const { first, end } = chunkRange(sweep, chunk);
    const part = readPartState(folder, manifest, chunk);
    if (part) {
      earlier += part.rows;
      earlierFailures += part.failures;
    } else {
      chunks.push(chunk);
      runs += end - first;
    }
  }
  return { chunks, runs, earlier, earlierFailures };
}

interface Found {
  readonly failures: FailureList;
  /** Chunks without results. */
  readonly setAside: readonly ChunkFailure[];
  readonly seconds: number;
  /** Where the runs were. */
  readonly by: string;
}

async function runWork(
  folder: string,
  loaded: LoadedSweep,
  work: OpenWork,
  threads: number,
  engine: RedisEngine | undefined,
): Promise<Found> {
  const failures = createFailureList();
  const controller = new AbortController();
  let signal: Signal | undefined;
  const stopCatching = onSignals((received) => {
    signal ??= received;
    controller.abort();
  });
  const progress = createRateProgress(loaded.sweep.title, work.runs);
  const start = performance.now();
  let written = 0;
  const onPart = (rows: number) => {
    written += rows;
  };
  const job: Work = { folder, loaded, work, failures, signal: controller.signal, onPart, progress };
  let setAside: ChunkFailure[] = [];
  try {
    if (engine) setAside = await runOnServer(job, engine);
    else await runOnThreads(job, threads);
    progress.stop();
    if (signal) {
      const done = work.earlier + written;
      const stored = `${done} of ${work.earlier + work.runs} runs are in '${folder}', --resume continues`;
      throw new StoppedError(`sweep stopped by ${signal}: ${stored}`, SIGNAL_CODES[signal]);
    }
  } catch (error) {
    progress.stop();
    if (!(error instanceof StoppedError) || signal) throw error;
    const stored = `${work.earlier + written} runs are stored, --resume continues`;
    throw new StoppedError(`${error.message}; ${stored}`, error.exitCode);
  } finally {
    stopCatching();
  }
  const by = engine ? 'by workers' : `on ${plural(threads, 'thread')}`;
  return { failures, setAside, seconds: (performance.now() - start) / 1000, by };
}

interface Work {
  readonly folder: string;
  readonly loaded: LoadedSweep;
  readonly work: OpenWork;
  readonly failures: FailureList;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  onPart(rows: number): void;
}

async function runOnThreads(job: Work, threads: number): Promise<void> {
  const { folder, loaded, work, failures, signal, progress, onPart } = job;
  const manifest = manifestOf(loaded);
  await runChunks({
    sweep: loaded.sweep,
    source: loaded.source,
    threads,
    chunks: work.chunks,
    runCount: work.runs,
    signal,
    onProgress: (runs) => progress.update(runs),
    sink: {
      async chunk(chunk, table) {
        await writePart(folder, chunk, encodePart(manifest, chunk, table));
        failures.add(manifest.columns, table);
        onPart(table.rowCount);
      },
      recording: (run, files) => writeRecording(folder, run, files),
    },
  });
}

async function runOnServer(job: Work, engine: RedisEngine): Promise<ChunkFailure[]> {
  const { folder, loaded, work, failures, signal, progress, onPart } = job;
  let runs = 0;
  return runOnRedis({
    engine,
    folder,
    loaded,
    chunks: work.chunks,
    failures,
    signal,
    onPart: (rows) => {
      runs += rows;
      onPart(rows);
      progress.update(runs);
    },
  });
}

function resultText(folder: string, { sweep }: LoadedSweep, shard: Shard, work: OpenWork, found: Found): string {
  const { failures, setAside, seconds, by } = found;
  const part = shard.count > 1 ? `shard ${shard.index}/${shard.count}: ` : '';
  const before = work.earlier > 0 ? [`  ${work.earlier} runs before, ${work.earlierFailures} failed`] : [];
  const rate = `${formatNumber(seconds, 3)} s ${by}, ${formatNumber(work.runs / seconds, 3)} runs/s`;
  return [
    `${sweep.title}`,
    `  ${part}${plural(work.runs, 'run')}, ${failures.count} failed`,
    ...before,
    ...(work.runs > 0 ? [`  ${rate}`] : []),
    ...failureLines(failures),
    ...setAside.map(({ chunk, reason }) => `  chunk ${chunk} was set aside: ${reason}`),
    `  results in ${folder}`,
    '',
  ].join('\n');
}

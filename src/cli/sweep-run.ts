import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chunkRange, chunksOfShard, type Shard } from '../sweep/chunks.ts';
import { runChunks } from '../workers/run-chunks.ts';
import { StoppedError } from './failure.ts';
import { formatNumber, plural, print } from './output.ts';
import { createRateProgress } from './rate-progress.ts';
import { onSignals, SIGNAL_CODES, type Signal } from './signals.ts';
import { createFailureList, type FailureList, failureLines } from './sweep-failures.ts';
import { manifestOf, openResults, readPartState, writeManifest, writePart, writeRecording } from './sweep-folder.ts';
import { planText } from './sweep-plan.ts';
import { type ShardOptions, shardOf } from './sweep-shard.ts';
import { type LoadedSweep, loadSweep, sweepName } from './sweep-source.ts';

export interface SweepOptions extends ShardOptions {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly workers?: number;
}

/** Runs a sweep and writes its results; see `appulse help sweep run`. */
export async function runSweepCommand(path: string, options: SweepOptions): Promise<void> {
  const loaded = await loadSweep(path);
  const threads = options.workers ?? availableParallelism();
  const shard = shardOf(options, process.env);
  if (options.dryRun) return print(planText(loaded, threads, shard));
  const folder = options.output ?? join('out', `${sweepName(path)}.sweep`);
  // shards share a folder: the results of the others are there already
  openResults(folder, loaded, { resume: options.resume || shard.count > 1, force: options.force });
  await writeManifest(folder, loaded);
  const work = openWork(folder, loaded, shard);
  const found = await runWork(folder, loaded, work, threads);
  await print(resultText(folder, loaded, shard, work, found));
  if (found.failures.count + work.earlierFailures > 0) process.exitCode = 1;
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
  readonly seconds: number;
  readonly threads: number;
}

async function runWork(folder: string, loaded: LoadedSweep, work: OpenWork, threads: number): Promise<Found> {
  const { sweep, source } = loaded;
  const manifest = manifestOf(loaded);
  const failures = createFailureList();
  const controller = new AbortController();
  let signal: Signal | undefined;
  const stopCatching = onSignals((received) => {
    signal ??= received;
    controller.abort();
  });
  const progress = createRateProgress(sweep.title, work.runs);
  const start = performance.now();
  let written = 0;
  try {
    const isComplete = await runChunks({
      sweep,
      source,
      threads,
      chunks: work.chunks,
      runCount: work.runs,
      signal: controller.signal,
      onProgress: (runs) => progress.update(runs),
      sink: {
        async chunk(chunk, table) {
          await writePart(folder, manifest, chunk, table);
          failures.add(manifest.columns, table);
          written += table.rowCount;
        },
        recording: (run, files) => writeRecording(folder, run, files),
      },
    });
    progress.stop();
    if (!isComplete && signal) {
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
  return { failures, seconds: (performance.now() - start) / 1000, threads };
}

function resultText(folder: string, { sweep }: LoadedSweep, shard: Shard, work: OpenWork, found: Found): string {
  const { failures, seconds, threads } = found;
  const part = shard.count > 1 ? `shard ${shard.index}/${shard.count}: ` : '';
  const before = work.earlier > 0 ? [`  ${work.earlier} runs before, ${work.earlierFailures} failed`] : [];
  const rate = `${formatNumber(seconds, 3)} s on ${plural(threads, 'thread')}, ${formatNumber(work.runs / seconds, 3)} runs/s`;
  return [
    `${sweep.title}`,
    `  ${part}${plural(work.runs, 'run')}, ${failures.count} failed`,
    ...before,
    ...(work.runs > 0 ? [`  ${rate}`] : []),
    ...failureLines(failures),
    `  results in ${folder}`,
    '',
  ].join('\n');
}

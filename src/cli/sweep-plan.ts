import { runCase, type Sweep, type SweepAxis } from '../entries/sweeps.ts';
import { chunkCount, chunkRange, chunksOfShard, type Shard } from '../sweep/chunks.ts';
import { encodeResults, resultColumns, tableOfRows } from '../sweep/results.ts';
import { formatNumber, formatTable, plural } from './output.ts';
import { formatDuration } from './rate-progress.ts';
import type { LoadedSweep } from './sweep-source.ts';

/** Runs that are timed, spread over the sweep, as long as they take less than TIMING_SECONDS in all. */
const MAX_TIMED = 64;
const MIN_TIMED = 3;
const TIMING_SECONDS = 2;

/** The plan of a sweep: axes, outputs, files, and an estimate of the cost from some timed runs. */
export function planText({ sweep, hash }: LoadedSweep, threads: number, shard: Shard): string {
  const { runCount, chunkSize, axes, outputs, design } = sweep;
  const cost = timeRuns(sweep);
  let runs = 0;
  for (const chunk of chunksOfShard(sweep, shard)) {
    const { first, end } = chunkRange(sweep, chunk);
    runs += end - first;
  }
  const total = (cost.seconds * runs) / threads;
  const bytes = cost.bytesPerRun * runs;
  const part = shard.count > 1 ? `, ${runs} of them in shard ${shard.index}/${shard.count}` : '';
  const grid = design.sampleCount > 1 ? ` = ${design.gridCount} x ${plural(design.sampleCount, 'sample')}` : '';
  const frames = sweep.hasFrames ? 'reported, because an output needs them' : 'not reported';
  const failed =
    cost.failures.length > 0 ? [`  failed        ${cost.failures.length} of the timed runs: ${cost.failures[0]}`] : [];
  return [
    sweep.title,
    `  runs          ${runCount}${grid}${part}`,
    `  chunks        ${chunkCount(sweep)} files of at most ${plural(chunkSize, 'run')}`,
    `  hash          ${hash.slice(0, 16)}`,
    '  axes',
    formatTable(axes.map(axisCells), 'lll', '    '),
    '  outputs',
    formatTable(
      outputs.map(({ name, unit, meaning }) => [name, unit === '' || unit === '1' ? '' : `[${unit}]`, meaning]),
      'lll',
      '    ',
    ),
    `  frames        ${frames}`,
    `  recordings    ${sweep.recordEvery === 0 ? 'none' : plural(Math.ceil(runCount / sweep.recordEvery), 'run')}`,
    `  time per run  ${formatNumber(1000 * cost.seconds, 3)} ms, mean of ${plural(cost.count, 'run')}`,
    `  total time    ${formatDuration(total)} on ${plural(threads, 'thread')}`,
    `  size          about ${formatBytes(bytes)}`,
    ...failed,
    '',
  ].join('\n');
}

function axisCells({ name, unit, grid, distribution }: SweepAxis): string[] {
  const suffix = unit === '' || unit === '1' ? '' : ` [${unit}]`;
  if (grid) {
    const text = (value: unknown) => (typeof value === 'number' ? formatNumber(value, 5) : JSON.stringify(value));
    const ends = [...new Set([text(grid.valueAt(0)), text(grid.valueAt(grid.count - 1))])].join(' ... ');
    return [name, plural(grid.count, 'value'), `${ends}${suffix}`];
  }
  const at = (p: number) => formatNumber(distribution?.quantile(p) ?? 0, 5);
  return [name, 'distribution', `median ${at(0.5)}, 90 % between ${at(0.05)} and ${at(0.95)}${suffix}`];
}

function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${Number(value.toPrecision(2))} ${units[unit]}`;
}

interface Cost {
  readonly count: number;
  /** Mean wall-clock time of a run [s]. */
  readonly seconds: number;
  readonly bytesPerRun: number;
  readonly failures: readonly string[];
}

function timeRuns(sweep: Sweep): Cost {
  const { runCount, limits } = sweep;
  const count = Math.min(MAX_TIMED, runCount);
  const rows = [];
  // the first run includes the time for compiling: it is repeated
  const deadline = () => performance.now() + 1000 * limits.seconds;
  const runAt = (i: number) => {
    const end = deadline();
    return runCase(sweep, Math.floor((i * runCount) / count), () => performance.now() > end);
  };
  runAt(0);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  for (let i = 0; i < count && (i < MIN_TIMED || seconds() < TIMING_SECONDS); i++) rows.push(runAt(i));
  const elapsed = seconds();
  const columns = resultColumns(sweep);
  const bytes = encodeResults(columns, tableOfRows(columns, rows), {}).length;
  const failures = rows.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return { count: rows.length, seconds: elapsed / rows.length, bytesPerRun: bytes / rows.length, failures };
}

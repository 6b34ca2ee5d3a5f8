import { availableParallelism } from 'node:os';
import { exactJson } from '../record/exact-json.ts';
import { chunksOfShard } from '../sweep/chunks.ts';
import { readSweep, type SweepSource } from '../sweep/read-sweep.ts';
import { countFailures, resultColumns, rowObject } from '../sweep/results.ts';
import { runChunks } from './run-chunks.ts';
import { checkThreads } from './threads.ts';

/** A row of results by column name: `run`, `status`, `reason`, the axes and the outputs; null for an empty cell. */
export type SweepResult = Readonly<Record<string, unknown>>;

/** Options of `runSweep`. */
export interface SweepRunOptions {
  /** Text of the scene, if the specification names a file. */
  readonly scene?: string;
  /** Called for each run; runs of a chunk in order, chunks in the order in which they are complete. */
  readonly onResult?: (result: SweepResult) => void;
  /** Number of threads; default: the number of processors. */
  readonly threads?: number;
  /** Ends the sweep when aborted. */
  readonly signal?: AbortSignal;
}

/** Totals of a sweep. */
export interface SweepTotals {
  /** Finished runs. */
  readonly runs: number;
  /** Those of them that did not reach their end. */
  readonly failures: number;
  /** False if the signal ended the sweep. */
  readonly isComplete: boolean;
}

/**
 * Runs a sweep on all processors. `spec` is a specification, as an object or as JSON text. Rejects with a SceneError for an invalid one,
 * before anything runs. Results do not depend on the number of threads.
 *
 * @example
 * ```ts
 * import { runSweep } from 'appulse/workers';
 *
 * const scene = {
 *   title: 'Two discs', description: 'One hits the other.',
 *   bodies: [
 *     { name: 'left', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0], velocity: [2, 0], mass: 1 },
 *     { name: 'right', shape: { kind: 'disc', radius: 0.5 }, position: [3, 0], mass: 1 },
 *   ],
 *   time: { end: 2 },
 * };
 * const axes = [{ path: 'bodies.left.velocity[0]', name: 'speed', values: [0.5, 2, 4] }];
 * const hits: unknown[] = [];
 * const { runs } = await runSweep({ scene, axes, outputs: ['collisions'] }, { onResult: (row) => hits[Number(row.run)] = row.collisions });
 * console.log(runs, hits.join(' ')); // 3 0 1 1
 * ```
 */
export async function runSweep(spec: object | string, options: SweepRunOptions = {}): Promise<SweepTotals> {
  const { threads = availableParallelism(), onResult, signal } = options;
  checkThreads(threads);
  const source: SweepSource = {
    text: typeof spec === 'string' ? spec : exactJson(spec, '  '),
    name: 'sweep',
    ...(options.scene !== undefined && { scene: { text: options.scene, name: 'scene' } }),
  };
  const sweep = readSweep(source);
  const columns = resultColumns(sweep);
  let runs = 0;
  let failures = 0;
  const isComplete = await runChunks({
    sweep,
    source,
    threads,
    signal,
    chunks: chunksOfShard(sweep, { index: 0, count: 1 }),
    runCount: sweep.runCount,
    sink: {
      async chunk(_, table) {
        runs += table.rowCount;
        failures += countFailures(columns, table);
        if (onResult) for (let i = 0; i < table.rowCount; i++) onResult(rowObject(columns, table, i));
      },
    },
  });
  return { runs, failures, isComplete };
}

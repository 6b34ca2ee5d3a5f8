import { encodeRecording } from '../record/recording-files.ts';
import type { Sweep, SweepSource } from '../sweep/read-sweep.ts';
import { type ResultColumn, type ResultTable, resultColumns, tableOfRows } from '../sweep/results.ts';
import { type CaseStatus, runCase, type SweepRow } from '../sweep/run-case.ts';

/** Data of each thread of a sweep. */
export interface SweepWorkerData {
  readonly source: SweepSource;
}

/** A run whose outcome is known: its thread ended, or had to be ended. */
export interface KnownOutcome {
  readonly run: number;
  readonly status: CaseStatus;
  readonly reason: string;
}

/** Runs `first` to `end` - 1. */
export interface SweepJob {
  readonly first: number;
  readonly end: number;
  readonly known: readonly KnownOutcome[];
  /** Shared: the current run, and when it began [ms since 1970]; see CURRENT_RUN and STARTED. */
  readonly watch: Float64Array;
}

export const CURRENT_RUN = 0;
export const STARTED = 1;

/** Rows of the runs, the files of their recordings, and the time they took. */
export interface SweepJobResult {
  readonly table: ResultTable;
  readonly recordings: readonly { readonly run: number; readonly files: readonly (readonly [string, Uint8Array])[] }[];
  /** Wall-clock time [s]. */
  readonly seconds: number;
}

/** Milliseconds since 1970, without steps of the system clock; the same in all threads. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export function doSweepJob(sweep: Sweep, { first, end, known, watch }: SweepJob): SweepJobResult {
  const columns: readonly ResultColumn[] = resultColumns(sweep);
  const start = now();
  const rows: SweepRow[] = [];
  const recordings: SweepJobResult['recordings'][number][] = [];
  for (let run = first; run < end; run++) {
    const outcome = known.find((one) => one.run === run);
    if (outcome) {
      rows.push({ ...outcome, parameters: sweep.design.valuesOf(run), outputs: sweep.outputs.map(() => null) });
      continue;
    }
    watch[STARTED] = now();
    watch[CURRENT_RUN] = run;
    const deadline = watch[STARTED] + 1000 * sweep.limits.seconds;
    rows.push(
      runCase(
        sweep,
        run,
        () => now() > deadline,
        (recording) => {
          recordings.push({ run, files: [...encodeRecording(recording)] });
        },
      ),
    );
    watch[CURRENT_RUN] = -1;
  }
  return { table: tableOfRows(columns, rows), recordings, seconds: (now() - start) / 1000 };
}

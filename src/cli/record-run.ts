import {
  createRecordingWriter,
  createSummaryWriter,
  type FullObserver,
  NonFiniteError,
  observeBoth,
  type Recorder,
  type RecordingSummary,
  type RecordingWriter,
  type RunDigest,
  type RunEnding,
  type Scene,
  SimulationError,
} from '../index.ts';
import { InputError, StoppedError, systemReason } from './failure.ts';
import { type DockingWatch, watchDockings } from './missed-dockings.ts';
import { formatNumber, note } from './output.ts';
import { openRecordingOutput, type RecordingOutput } from './recording-output.ts';
import { runScene, type SceneRun, type SceneRunOptions } from './run-scene.ts';
import { catchSignals, SIGNAL_CODES, type SignalCatcher } from './signals.ts';

/** A scene to run, and the folder of its recording. */
export interface RunJob {
  readonly scene: Scene;
  readonly text: string;
  /** Name of the text in messages. */
  readonly source: string;
  /** Folder of the recording; undefined: none is written. */
  readonly target: string | undefined;
  readonly force?: boolean;
  /** Wall-clock time between copies of the recording that can be read during the run [s]; undefined: none. */
  readonly copyInterval?: number;
  /** Additional observer. */
  readonly recorder?: Recorder;
}

export interface RecordedRun {
  readonly run: SceneRun;
  readonly digest: RunDigest;
  readonly summary: RecordingSummary;
  /** Text about each docking that did not happen. */
  readonly missedDockings: readonly string[];
}

/**
 * Runs a scene and writes its recording as the run goes. A signal or a full disk stops it: the recording so far is saved, and a
 * StoppedError says where.
 */
export async function recordRun(job: RunJob, options: SceneRunOptions): Promise<RecordedRun> {
  if (job.target === undefined) return recordInto(job, options, undefined);
  const signals = catchSignals();
  const output = openRecordingOutput(job.target, job.force);
  const close = () => output.close();
  process.on('exit', close);
  try {
    return await recordInto(job, { ...options, signals }, output);
  } finally {
    process.off('exit', close);
    close();
    signals.stop();
  }
}

async function recordInto(
  job: RunJob,
  options: SceneRunOptions,
  output: RecordingOutput | undefined,
): Promise<RecordedRun> {
  const { scene, text, recorder } = job;
  const writer = output ? createRecordingWriter(scene, text, output) : createSummaryWriter(scene);
  const watch = watchDockings(scene);
  const observer = withWatch(recorder ? observeBoth(writer, recorder) : writer, watch);
  const { copyInterval } = job;
  const onPause = output && copyInterval !== undefined ? copyRegularly(writer, output, copyInterval) : undefined;
  const run = await runScene(scene, observer, { ...options, ...(onPause && { onPause }) }).catch((error) => {
    throw error instanceof SimulationError ? new InputError(`${job.source}: ${error.message}`) : error;
  });
  // before a resumed run, bodies may have docked
  const ended = { run, digest: writer.digest, missedDockings: options.resume ? [] : watch.lines() };
  if (run.summary) {
    try {
      const summary = writer.finish(run.summary);
      output?.commit();
      return { ...ended, summary };
    } catch (error) {
      if (!output?.writeError) throw error;
      throw stopped(job, { ...run, error }, writer, output, options.signals);
    }
  }
  if (run.error instanceof SimulationError || run.error instanceof NonFiniteError) {
    const summary = writer.finishEarly({ status: 'failed', failure: run.error.message, steps: run.steps });
    if (!summary) throw run.error;
    output?.commit();
    return { ...ended, summary };
  }
  throw stopped(job, run, writer, output, options.signals);
}

/** Copies may take this fraction of the run. */
const COPY_TIME = 0.05;

/** Writes copies of the recording between steps; a copy that fails is reported, and the run continues. */
function copyRegularly(writer: RecordingWriter, output: RecordingOutput, interval: number): (steps: number) => void {
  let next = performance.now() + 1000 * interval;
  return (steps) => {
    const start = performance.now();
    if (start < next) return;
    try {
      const ends = writer.completeCopies(steps);
      if (ends !== undefined) output.writeCopies(ends);
    } catch (error) {
      note(`no copy of the recording was written: ${systemReason(error)}`);
    }
    const now = performance.now();
    next = now + Math.max(1000 * interval, (now - start) / COPY_TIME);
  };
}

function withWatch(observer: FullObserver, watch: DockingWatch): FullObserver {
  return {
    ...observer,
    frame(time, bodies, ledger): void {
      observer.frame(time, bodies, ledger);
      watch.frame(time, bodies);
    },
    event(event): void {
      observer.event(event);
      watch.event(event);
    },
  };
}

/** Saves what was recorded of an interrupted run; returns the error to throw. */
function stopped(
  { source, target }: RunJob,
  { error, steps, time }: SceneRun,
  writer: RecordingWriter,
  output: RecordingOutput | undefined,
  signals: SignalCatcher | undefined,
): unknown {
  const signal = error === undefined ? signals?.received : undefined;
  const writeError = output?.writeError;
  const reason = signal
    ? `stopped by ${signal}`
    : (writeError ?? (error instanceof Error ? error.message : String(error)));
  const status = signal ? 'interrupted' : 'failed';
  const path = output && saveIncomplete(writer, output, { status, failure: reason, steps });
  const saved = path === undefined ? 'nothing was saved' : `what was recorded is in '${path}'`;
  if (signal)
    return new StoppedError(`${source}: ${reason} at ${formatNumber(time)} s; ${saved}`, SIGNAL_CODES[signal]);
  if (writeError) return new StoppedError(`cannot write recording to '${target}': ${writeError}; ${saved}`, 1);
  if (path !== undefined) note(`${source}: stopped at ${formatNumber(time)} s; ${saved}`);
  return error;
}

/** Where the recording of a run that was stopped is; undefined if nothing could be saved. */
function saveIncomplete(writer: RecordingWriter, output: RecordingOutput, ending: RunEnding): string | undefined {
  output.release();
  for (let attempts = 0; attempts < 2; attempts++) {
    try {
      // the first attempt detects a full disk; the second one starts from what was written before
      return writer.finishEarly(ending) && output.commitIncomplete();
    } catch (error) {
      if (output.writeError === undefined) throw error;
    }
  }
  return undefined;
}

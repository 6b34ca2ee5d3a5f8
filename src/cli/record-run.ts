import { NonFiniteError } from '../math/finite.ts';
import type { Recorder } from '../record/recorder.ts';
import type { RecordingSummary } from '../record/recording-summary.ts';
import {
  createRecordingWriter,
  createSummaryWriter,
  observeBoth,
  type RecordingWriter,
} from '../record/recording-writer.ts';
import type { RunDigest, RunEnding } from '../record/run-digest.ts';
import type { Scene } from '../scene/scene.ts';
import { SimulationError } from '../sim/world.ts';
import { InputError, StoppedError } from './failure.ts';
import { formatNumber, note } from './output.ts';
import { openRecordingOutput, type RecordingOutput } from './recording-output.ts';
import { runScene, type SceneRun, type SceneRunOptions } from './run-scene.ts';
import { catchSignals, SIGNAL_CODES, type SignalCatcher } from './signals.ts';

/** A scene to run, and where its recording goes. */
export interface RunJob {
  readonly scene: Scene;
  readonly text: string;
  /** How messages about the text call it. */
  readonly source: string;
  /** Folder of the recording; undefined: none is written. */
  readonly target: string | undefined;
  readonly force?: boolean;
  /** Listens too. */
  readonly recorder?: Recorder;
}

export interface RecordedRun {
  readonly run: SceneRun;
  readonly digest: RunDigest;
  readonly summary: RecordingSummary;
}

/**
 * Runs a scene and writes its recording as the run goes. A signal or a full disk stops it: what was recorded is kept, and a
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
  const run = await runScene(scene, recorder ? observeBoth(writer, recorder) : writer, options).catch((error) => {
    throw error instanceof SimulationError ? new InputError(`${job.source}: ${error.message}`) : error;
  });
  const ended = { run, digest: writer.digest };
  if (run.summary) {
    try {
      const summary = writer.finish(run.summary);
      output?.commit();
      return { ...ended, summary };
    } catch (error) {
      if (!output?.fault) throw error;
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

/** What there is to say of a run that was stopped from outside, after what can be kept of it is in its place. */
function stopped(
  { source, target }: RunJob,
  { error, steps, time }: SceneRun,
  writer: RecordingWriter,
  output: RecordingOutput | undefined,
  signals: SignalCatcher | undefined,
): unknown {
  const signal = error === undefined ? signals?.received : undefined;
  const fault = output?.fault;
  const reason = signal ? `stopped by ${signal}` : (fault ?? (error instanceof Error ? error.message : String(error)));
  const status = signal ? 'interrupted' : 'failed';
  const place = output && keepIncomplete(writer, output, { status, failure: reason, steps });
  const kept = place === undefined ? 'nothing is left of it' : `what was recorded is in '${place}'`;
  if (signal) return new StoppedError(`${source}: ${reason} at ${formatNumber(time)} s; ${kept}`, SIGNAL_CODES[signal]);
  if (fault) return new StoppedError(`cannot write recording to '${target}': ${fault}; ${kept}`, 1);
  if (place !== undefined) note(`${source}: stopped at ${formatNumber(time)} s; ${kept}`);
  return error;
}

/** Where the recording of a run that was stopped is; undefined if nothing could be kept. */
function keepIncomplete(writer: RecordingWriter, output: RecordingOutput, ending: RunEnding): string | undefined {
  output.release();
  for (let attempts = 0; attempts < 2; attempts++) {
    try {
      // a disk that is full is found at the first attempt, and the second one begins from what had been written before
      return writer.finishEarly(ending) && output.commitIncomplete();
    } catch (error) {
      if (output.fault === undefined) throw error;
    }
  }
  return undefined;
}

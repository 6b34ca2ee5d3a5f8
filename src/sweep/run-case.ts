import { NonFiniteError } from '../math/finite.ts';
import { createRecorder, type Recording } from '../record/recorder.ts';
import { observeBoth } from '../record/recording-writer.ts';
import type { FullObserver } from '../record/row-observer.ts';
import type { Scene } from '../scene/scene.ts';
import type { RunSummary } from '../sim/observer.ts';
import { RunLimitError } from '../sim/run-limits.ts';
import { simulate } from '../sim/simulate.ts';
import { createCollector } from './outputs.ts';
import type { Sweep } from './read-sweep.ts';
import { ParameterError, type Setting, sceneTextWith, sceneWith } from './scene-template.ts';
import type { Cell } from './summary-values.ts';

/**
 * How a run of a sweep ended. `end`, `event-limit` and `failed` are those of `RunSummary`; `error`: it could not be started or threw an error;
 * `limit`: it reached its limit of steps; `time-limit`: of wall-clock time; `crash`: its thread ended.
 */
export type CaseStatus = 'end' | 'event-limit' | 'failed' | 'interrupted' | 'error' | 'limit' | 'time-limit' | 'crash';

/** One run of a sweep. */
export interface SweepRow {
  /** Index of the run, from 0. */
  readonly run: number;
  readonly status: CaseStatus;
  /** Why it did not reach its end; null if it did. */
  readonly reason: string | null;
  /** Values of the axes, SI units. */
  readonly parameters: readonly unknown[];
  /** Null where the run has no such value. */
  readonly outputs: readonly Cell[];
}

/** Returns true when a run must be stopped because of its wall-clock time. */
export type IsOverdue = () => boolean;

/** The settings of a run. */
function settingsOf(sweep: Sweep, values: readonly unknown[]): Setting[] {
  return sweep.axes.flatMap(({ parameters }, i) => parameters.map((parameter) => ({ parameter, value: values[i] })));
}

/** The scene of a run as a text: comments and layout are those of the original. Running it gives the same bits. */
export function caseSceneText(sweep: Sweep, run: number): string {
  return sceneTextWith(sweep.template, settingsOf(sweep, sweep.design.valuesOf(run)));
}

/** Whether the sweep keeps a recording of a run. */
function isRecorded({ recordEvery }: Sweep, run: number): boolean {
  return recordEvery > 0 && run % recordEvery === 0;
}

/**
 * Runs one case; errors of the run are part of the result. `isOverdue` is asked after each step. `onRecording` receives the recording of a run
 * that has one and reached its end.
 *
 * @example
 * ```ts
 * import { readSweep, runCase } from 'appulse/sweeps';
 *
 * const text = `{
 *   "scene": {
 *     "title": "Two discs", "description": "One hits the other.",
 *     "bodies": [
 *       { "name": "left", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 },
 *       { "name": "right", "shape": { "kind": "disc", "radius": 0.5 }, "position": [3, 0], "mass": 1 }
 *     ],
 *     "time": { "end": 2 }
 *   },
 *   "axes": [{ "path": "bodies.left.velocity[0]", "values": [0.5, 2, 4] }],
 *   "outputs": [{ "event": "collision" }]
 * }`;
 * const sweep = readSweep({ text, name: 'discs.sweep.json' });
 * console.log([0, 1, 2].map((run) => runCase(sweep, run).outputs[0])); // [ null, 1, 0.5 ]
 * ```
 */
export function runCase(
  sweep: Sweep,
  run: number,
  isOverdue: IsOverdue = () => false,
  onRecording?: (recording: Recording) => void,
): SweepRow {
  const parameters = sweep.design.valuesOf(run);
  const ended = (status: CaseStatus, reason: string | null, outputs: readonly Cell[]): SweepRow => ({
    run,
    status,
    reason,
    parameters,
    outputs,
  });
  const withoutOutputs = (status: CaseStatus, reason: string) =>
    ended(
      status,
      reason,
      sweep.outputs.map(() => null),
    );
  try {
    const given = sceneWith(sweep.template, settingsOf(sweep, parameters));
    const recorder =
      onRecording && isRecorded(sweep, run) ? createRecorder(given, caseSceneText(sweep, run)) : undefined;
    // a recording must not change the results of the run: its frames are not those of the outputs
    const scene = sweep.hasFrames || recorder ? given : withoutFrames(given);
    const collector = createCollector(sweep.outputs);
    const observer = recorder ? observeBoth(recorder, { ...IGNORE, ...collector.observer }) : collector.observer;
    const steps = sweep.limits.steps;
    const summary = finish(simulate(scene, observer, steps === undefined ? {} : { limits: { steps } }), isOverdue);
    if (summary === undefined) return withoutOutputs('time-limit', `stopped after ${sweep.limits.seconds} s`);
    if (recorder) onRecording?.(recorder.finish(summary));
    return ended(summary.status, reasonOf(summary), collector.finish(summary));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return withoutOutputs(error instanceof RunLimitError ? 'limit' : 'error', `${prefixOf(error)}${message}`);
  }
}

/** Errors that a scene may have are reported as they are; others with the kind of error. */
function prefixOf(error: unknown): string {
  const isExpected =
    error instanceof ParameterError || error instanceof RunLimitError || error instanceof NonFiniteError;
  return isExpected || !(error instanceof Error) || error.name === 'SimulationError' ? '' : `${error.name}: `;
}

function finish(run: Generator<number, RunSummary>, isOverdue: IsOverdue): RunSummary | undefined {
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
    if (isOverdue()) return undefined;
  }
}

function reasonOf({ status, failure, time }: RunSummary): string | null {
  if (status === 'end') return null;
  if (status === 'event-limit') return `stopped at ${time} s, at the limit time.maxEvents of contact events`;
  return failure ?? `stopped at ${time} s`;
}

/** For reports that no output needs. */
const IGNORE: Pick<FullObserver, 'nodes' | 'tracking' | 'vehicles' | 'pairs' | 'distances' | 'joints' | 'couplers'> = {
  nodes() {},
  tracking() {},
  vehicles() {},
  pairs() {},
  distances() {},
  joints() {},
  couplers() {},
};

/** Only the first and the last frame: the interval is longer than the run. */
function withoutFrames<S extends Scene>(scene: S): S {
  return { ...scene, record: { ...scene.record, interval: 2 * scene.time.end } };
}

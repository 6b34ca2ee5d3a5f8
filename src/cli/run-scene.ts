import type { FullObserver } from '../record/row-observer.ts';
import { readScene } from '../scene/read.ts';
import type { Scene } from '../scene/scene.ts';
import type { RunSummary } from '../sim/observer.ts';
import { type RunOptions, simulate } from '../sim/simulate.ts';
import type { StepSnapshot } from '../sim/solids/steps/snapshot.ts';
import { InputError } from './failure.ts';
import { createProgress } from './output.ts';
import { nextTurn, type SignalCatcher } from './signals.ts';
import { createStepTimer, type StepTimes } from './step-times.ts';

/** What a run is asked for besides its scene. */
export interface SceneRunOptions extends Pick<RunOptions, 'search' | 'snapshotAt' | 'resume' | 'limits'> {
  readonly until?: number;
  readonly budget?: boolean;
  /** Above 1: contacts are looked for by a pool, with `search`. */
  readonly threads?: number;
  /** Is a snapshot asked for? */
  readonly snapshot?: boolean;
  /** The signal in it ends the run. */
  readonly signals?: SignalCatcher;
}

/** The scene of a text, with the end asked for; `source` names the text in messages. Refuses options that are not for such a scene. */
export function readRunScene(text: string, source: string, options: SceneRunOptions): Scene {
  const { until, budget, snapshotAt } = options;
  const given = readScene(text, source);
  const scene = until === undefined ? given : endingAt(given, until);
  const reject = (reason: string) => new InputError(`${source}: ${reason}`);
  if (budget && scene.world !== 'smooth') {
    throw reject('--budget needs equal steps, which only a scene with "world": "space" takes');
  }
  if ((options.snapshot || options.resume) && scene.world !== 'solids') {
    throw reject('snapshots are of scenes with "world": "solids"');
  }
  if ((options.threads ?? 1) > 1 && scene.world !== 'solids')
    throw reject('--threads is for scenes with "world": "solids"');
  if (snapshotAt !== undefined && snapshotAt > scene.time.end) {
    throw reject(`--snapshot-at ${snapshotAt} is after the end of the run, ${scene.time.end} s`);
  }
  return scene;
}

function endingAt<S extends Scene>(scene: S, end: number): S {
  return { ...scene, time: { ...scene.time, end } };
}

/** How a run ended. */
export interface SceneRun {
  /** Undefined when a signal stopped it, or it could not go on for `error`. */
  readonly summary?: RunSummary;
  /** Of the simulation, of the one who listens, or of ours. */
  readonly error?: unknown;
  readonly steps: number;
  /** Simulated time reached [s]. */
  readonly time: number;
  /** Time the run took on the clock [s]. */
  readonly seconds: number;
  /** How long its steps took, if that was asked for. */
  readonly budget?: StepTimes;
  /** The state of the world, if that was asked for. */
  readonly snapshot?: StepSnapshot;
}

/** Signals are looked at this often [ms]. */
const TURN = 20;

/** Runs a scene with a progress bar. Only throws what is thrown before the first step. */
export async function runScene(scene: Scene, observer: FullObserver, options: SceneRunOptions = {}): Promise<SceneRun> {
  let snapshot: StepSnapshot | undefined;
  const progress = createProgress(scene.title, scene.time.end);
  const timer = options.budget && scene.world === 'smooth' ? createStepTimer(scene.time.step) : undefined;
  const start = performance.now();
  let rotation = start;
  let steps = 0;
  let time = 0;
  const ended = () => ({
    steps,
    time,
    seconds: (performance.now() - start) / 1000,
    ...(timer && steps > 0 && { budget: timer.finish() }),
    snapshot,
  });
  try {
    const run = simulate(scene, observer, {
      ...{ search: options.search, resume: options.resume, snapshotAt: options.snapshotAt, limits: options.limits },
      ...(options.snapshot && { onSnapshot: (taken: StepSnapshot) => (snapshot = taken) }),
    });
    for (let before = start; ; ) {
      const { done, value } = run.next();
      if (done) return { ...ended(), summary: value };
      steps++;
      time = value;
      const now = performance.now();
      timer?.add((now - before) / 1000);
      before = now;
      progress.update(value);
      if (now - rotation < TURN) continue;
      await nextTurn();
      if (options.signals?.received) return ended();
      rotation = before = performance.now();
    }
  } catch (error) {
    if (steps > 0) return { ...ended(), error };
    throw error;
  } finally {
    progress.stop();
  }
}

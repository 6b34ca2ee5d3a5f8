import {
  type FullObserver,
  type RunOptions,
  type RunSummary,
  readScene,
  type Scene,
  type SolidSnapshot,
  simulate,
} from '../index.ts';
import { InputError } from './failure.ts';
import { createProgress } from './output.ts';
import { type SignalCatcher, yieldToEventLoop } from './signals.ts';
import { createStepTimer, type StepTimes } from './step-times.ts';

/** Options of a run, in addition to its scene. */
export interface SceneRunOptions extends Pick<RunOptions, 'pool' | 'snapshotAt' | 'resume' | 'limits' | 'meshCheck'> {
  readonly until?: number;
  readonly stepTimes?: boolean;
  /** Above 1: contact detection by a worker pool, with `search`. */
  readonly threads?: number;
  /** Contact detection on the GPU. */
  readonly gpu?: boolean;
  /** Whether a snapshot is requested. */
  readonly snapshot?: boolean;
  /** Called between steps, at most every 20 ms. */
  readonly onPause?: (steps: number) => void;
  /** A received signal ends the run. */
  readonly signals?: SignalCatcher;
}

/** Reads a scene, with the requested end time; `source` names the text in messages. Rejects options that do not apply to the scene. */
export function readRunScene(text: string, source: string, options: SceneRunOptions): Scene {
  const { until, stepTimes, snapshotAt } = options;
  const given = readScene(text, source);
  const scene = until === undefined ? given : endingAt(given, until);
  const reject = (reason: string) => new InputError(`${source}: ${reason}`);
  if (stepTimes && scene.world !== 'smooth') {
    throw reject('--step-times needs fixed steps, which only a scene with "world": "smooth" has');
  }
  if ((options.snapshot || options.resume) && scene.world !== 'solids') {
    throw reject('snapshots need a scene with "world": "solids"');
  }
  if (options.gpu && !(scene.world === 'deformable' && scene.contacts.response === 'separation')) {
    throw reject('--gpu needs a scene with "world": "deformable" and "response": "separation"');
  }
  if ((options.threads ?? 1) > 1 && scene.world !== 'solids')
    throw reject('--threads needs a scene with "world": "solids"');
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
  /** Undefined when a signal or `error` stopped it. */
  readonly summary?: RunSummary;
  /** From the simulation, the observer or the command line. */
  readonly error?: unknown;
  readonly steps: number;
  /** Simulated time reached [s]. */
  readonly time: number;
  /** Wall-clock time of the run [s]. */
  readonly seconds: number;
  /** Wall-clock times of the steps, if requested; and their CPU time, that of the compiler and the garbage collector included. */
  readonly stepTimes?: StepTimes;
  readonly cpuTimes?: StepTimes;
  /** Snapshot of the world, if requested. */
  readonly snapshot?: SolidSnapshot;
}

/** Steps before a timed run, which are not counted: as many as until the code is optimised. */
const WARM_UP_STEPS = 10_000;

/** CPU time since an earlier call of `process.cpuUsage` [s]. */
function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return 1e-6 * (user + system);
}

/** Interval between checks for signals [ms]. */
const SIGNAL_INTERVAL = 20;

/** Runs a scene with a progress bar. Throws only errors that occur before the first step. */
export async function runScene(scene: Scene, observer: FullObserver, options: SceneRunOptions = {}): Promise<SceneRun> {
  let snapshot: SolidSnapshot | undefined;
  const progress = createProgress(scene.title, scene.time.end);
  const isTimed = options.stepTimes && scene.world === 'smooth';
  const timer = isTimed ? createStepTimer(scene.time.step) : undefined;
  const cpuTimer = isTimed ? createStepTimer(scene.time.step) : undefined;
  const start = performance.now();
  let lastYield = start;
  let steps = 0;
  let time = 0;
  const ended = () => ({
    steps,
    time,
    seconds: (performance.now() - start) / 1000,
    ...(timer && steps > 0 && { stepTimes: timer.finish() }),
    ...(cpuTimer && steps > 0 && { cpuTimes: cpuTimer.finish() }),
    snapshot,
  });
  try {
    const run = simulate(scene, observer, {
      ...{ pool: options.pool, resume: options.resume, snapshotAt: options.snapshotAt, limits: options.limits },
      ...(options.meshCheck && { meshCheck: options.meshCheck }),
      ...(isTimed && { warmUpSteps: WARM_UP_STEPS }),
      ...(options.snapshot && { onSnapshot: (taken: SolidSnapshot) => (snapshot = taken) }),
    });
    for (let before = start; ; ) {
      const cpuBefore = cpuTimer && process.cpuUsage();
      const { done, value } = run.next();
      if (done) return { ...ended(), summary: value };
      // the first call of a timed run contains the warm-up
      if (isTimed && steps === 0) before = performance.now();
      steps++;
      time = value;
      const now = performance.now();
      if (!isTimed || steps > 1) timer?.add((now - before) / 1000);
      if (cpuBefore && steps > 1) cpuTimer?.add(cpuSeconds(cpuBefore));
      before = now;
      progress.update(value);
      if (now - lastYield < SIGNAL_INTERVAL) continue;
      await yieldToEventLoop();
      if (options.signals?.received) return ended();
      options.onPause?.(steps);
      lastYield = before = performance.now();
    }
  } catch (error) {
    if (steps > 0) return { ...ended(), error };
    throw error;
  } finally {
    progress.stop();
  }
}

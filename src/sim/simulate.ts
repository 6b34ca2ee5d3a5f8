import type { MeshCheckFactory } from '../ccd/mesh-check.ts';
import { describeValue } from '../math/describe-value.ts';
import type { Scene } from '../scene/scene.ts';
import { runEvents } from './event-driven.ts';
import { finiteObserver, finiteSummary } from './finite-observer.ts';
import { runMeshes } from './meshes/mesh-steps.ts';
import { monitorDistances } from './monitor-distances.ts';
import type { DistanceResults, RunObserver, RunSummary } from './observer.ts';
import { runPenaltySteps } from './penalty-steps.ts';
import { DEFAULT_LIMITS, limitedObserver, RunLimitError, type RunLimits } from './run-limits.ts';
import { runSmooth } from './smooth/smooth-steps.ts';
import { runSolids, type SolidRunOptions } from './solids/run-solids.ts';
import { runSteps } from './steps.ts';
import { runVehicleScene } from './vehicles/vehicle-steps.ts';
import { createWorld, SimulationError, summarize, type World } from './world.ts';

/** Options of a run; all except `limits` and `meshCheck` are for rigid-body worlds. */
export interface RunOptions extends SolidRunOptions {
  /** Limits at which the run is stopped with a RunLimitError; default DEFAULT_LIMITS. */
  readonly limits?: Partial<RunLimits>;
  /**
   * Contact check of deformable worlds with the response `separation`; default `createMeshCheck`. `createGpuCheckThread` of `appulse/workers` has one
   * on the GPU, with bitwise identical results.
   */
  readonly meshCheck?: MeshCheckFactory;
  /** Worlds of smooth bodies: steps to run before the first, until the code is optimised; the world then starts again. Default 0. */
  readonly warmUpSteps?: number;
}

/**
 * Runs a scene from start to end and reports to the observer. Yields the simulated time [s] at intervals, so that the
 * caller can show progress or stop; returns the summary. The same scene always gives the same bits. Throws a
 * SimulationError for a scene that cannot be run as requested, a RunLimitError at a limit, and a NonFiniteError instead
 * of a number that is not finite.
 *
 * @example
 * ```ts
 * import { createRecorder, readScene, simulate } from 'appulse';
 *
 * const text = `{
 *   "title": "A disc", "description": "It flies.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const run = simulate(scene, recorder);
 * let next = run.next();
 * while (!next.done) next = run.next(); // between two calls: show next.value [s], or stop
 * const { frames } = recorder.finish(next.value);
 * console.log(next.value.status, frames.columns.x.at(-1)); // end 2
 * ```
 */
export function simulate(scene: Scene, observer: RunObserver, options: RunOptions = {}): Generator<number, RunSummary> {
  if (typeof scene?.world !== 'string' || !Array.isArray(scene.bodies)) {
    throw new TypeError(`simulate: scene must be made by readScene(), got ${describeValue(scene)}`);
  }
  if (typeof observer?.event !== 'function') {
    throw new TypeError(
      `simulate: observer must be a RunObserver, such as createRecorder(), got ${describeValue(observer)}`,
    );
  }
  return runWithLimits(scene, observer, options);
}

function* runWithLimits(scene: Scene, observer: RunObserver, options: RunOptions): Generator<number, RunSummary> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const monitor = monitorDistances(scene, finiteObserver(limitedObserver(observer, limits)));
  const run = runWorld(scene, monitor.observer, options);
  for (let steps = 1; ; steps++) {
    const { done, value } = run.next();
    if (done) return finiteSummary(withDistances(value, monitor.results()));
    if (steps > limits.steps) throw new RunLimitError('steps', limits.steps, value);
    yield value;
  }
}

function withDistances(summary: RunSummary, distances: DistanceResults | undefined): RunSummary {
  return distances === undefined ? summary : { ...summary, distances };
}

function* runWorld(scene: Scene, observer: RunObserver, options: RunOptions): Generator<number, RunSummary> {
  if (scene.world === 'deformable') return yield* runMeshes(scene, observer, options.meshCheck);
  if (scene.world === 'smooth') return yield* runSmooth(scene, observer, options.warmUpSteps);
  if (scene.world === 'solids') return yield* runSolids(scene, observer, options);
  if (scene.world === 'vehicles') return yield* runVehicleScene(scene, observer);
  return yield* runPlanar(createWorld(scene, observer));
}

/** A scene that cannot be started throws; a run that fails later is reported up to the failure. */
function* runPlanar(world: World): Generator<number, RunSummary> {
  try {
    const status = yield* runMethod(world);
    return summarize(world, status);
  } catch (error) {
    if (!(error instanceof SimulationError) || world.time === 0) throw error;
    world.failure = error.message;
    return summarize(world, 'failed');
  }
}

function* runMethod(world: World): Generator<number, RunSummary['status']> {
  const { time, contacts } = world.scene;
  if (contacts.response === 'penalty') return yield* runPenaltySteps(world);
  if (time.method === 'steps') {
    const status = yield* runSteps(world);
    return status === 'free' ? 'end' : status;
  }
  for (;;) {
    const status = yield* runEvents(world);
    if (status === 'end' || status === 'event-limit') return status;
    // fixed steps can handle resting contact (Zeno) and the springs of a docking, event-driven runs cannot
    const stepped = yield* runSteps(world, status === 'springs');
    if (stepped !== 'free') return stepped;
  }
}

/**
 * Runs a scene to its end without pauses, reports to the observer and returns the summary; see `simulate`.
 *
 * @example
 * ```ts
 * import { createRecorder, readScene, runScene } from 'appulse';
 *
 * const text = `{
 *   "title": "Two discs", "description": "One hits the other.",
 *   "bodies": [
 *     { "name": "left", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 },
 *     { "name": "right", "shape": { "kind": "disc", "radius": 0.5 }, "position": [3, 0], "mass": 1 }
 *   ],
 *   "time": { "end": 2 }
 * }`;
 * const scene = readScene(text, 'discs.scene.json');
 * const recorder = createRecorder(scene, text);
 * const { status, time, collisions } = runScene(scene, recorder);
 * console.log(status, time, collisions); // end 2 1
 * ```
 */
export function runScene(scene: Scene, observer: RunObserver): RunSummary {
  const run = simulate(scene, observer);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

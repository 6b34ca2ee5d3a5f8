import type { Scene } from '../scene/scene.ts';
import { runEvents } from './event-driven.ts';
import { finiteObserver, finiteSummary } from './finite-observer.ts';
import { runMeshes } from './meshes/mesh-steps.ts';
import type { RunObserver, RunSummary } from './observer.ts';
import { runPenaltySteps } from './penalty-steps.ts';
import { DEFAULT_LIMITS, limitedObserver, RunLimitError, type RunLimits } from './run-limits.ts';
import { runSmooth } from './smooth/smooth-steps.ts';
import { runSolids, type SolidRunOptions } from './solids/run-solids.ts';
import { runSteps } from './steps.ts';
import { runVehicleScene } from './vehicles/vehicle-steps.ts';
import { createWorld, SimulationError, summarize, type World } from './world.ts';

/** How a run is done; all but `limits` is for worlds of solids. */
export interface RunOptions extends SolidRunOptions {
  /** Where the run is stopped with a RunLimitError; the usual limits where nothing else is given. */
  readonly limits?: Partial<RunLimits>;
}

/**
 * Runs a scene from start to end and tells the observer what happens. Yields the simulated time now and then, so that
 * the caller can show progress or stop; returns the summary. The same scene gives the same bits every time. A number that is not
 * finite reaches neither the observer nor the summary: the run ends with a NonFiniteError.
 */
export function* simulate(
  scene: Scene,
  observer: RunObserver,
  options: RunOptions = {},
): Generator<number, RunSummary> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const run = runWorld(scene, finiteObserver(limitedObserver(observer, limits)), options);
  for (let steps = 1; ; steps++) {
    const { done, value } = run.next();
    if (done) return finiteSummary(value);
    if (steps > limits.steps) throw new RunLimitError('steps', limits.steps, value);
    yield value;
  }
}

function* runWorld(scene: Scene, observer: RunObserver, options: SolidRunOptions): Generator<number, RunSummary> {
  if (scene.world === 'deformable') return yield* runMeshes(scene, observer);
  if (scene.world === 'smooth') return yield* runSmooth(scene, observer);
  if (scene.world === 'solids') return yield* runSolids(scene, observer, options);
  if (scene.world === 'vehicles') return yield* runVehicleScene(scene, observer);
  return yield* runPlanar(createWorld(scene, observer));
}

/** What cannot be run at all is an error; what cannot be run to its end is told up to there. */
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
  if (time.method === 'steps') return yield* runSteps(world);
  const status = yield* runEvents(world);
  // impacts pile up: fixed steps can rest where exact times cannot
  return status === 'zeno' ? yield* runSteps(world) : status;
}

/** Runs a scene without looking at it on the way. */
export function runScene(scene: Scene, observer: RunObserver): RunSummary {
  const run = simulate(scene, observer);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

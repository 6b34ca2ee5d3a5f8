import { placeOnRoad, setStart, staticEquilibrium } from '../../dynamics/vehicle/equilibrium.ts';
import { createVehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import type { PlatoonVehicle, VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { HASHED_COUNT, VEHICLE_STRIDE, volumeRatioOf } from '../../dynamics/vehicle/vehicle-state.ts';
import { hashNumbers } from '../../math/hash.ts';
import { createVec3 } from '../../math/vec3.ts';
import { describeValue, finiteNumbers } from '../../shapes/checks.ts';
import { VehicleError } from '../../shapes/vehicle-error.ts';
import { countSteps } from '../step-count.ts';
import { type CandidatePairs, createCandidatePairs } from './candidate-pairs.ts';
import { type ContactWatch, createContactWatch } from './contact-events.ts';
import { totalCrushEnergy } from './crush-results.ts';
import {
  checkCrush,
  checkRadius,
  checkStep,
  createRunSettings,
  type GivenRunSettings,
  type VehicleRunSettings,
} from './run-settings.ts';
import { energyBalanceError, type VehicleLedger, vehicleLedger } from './vehicle-ledger.ts';
import type { VehicleObserver, VehicleRunSummary } from './vehicle-observer.ts';
import {
  accept,
  advance,
  createVehicleSystem,
  evaluatePair,
  IMPULSE,
  type PairRecord,
  totalHitchEnergy,
  type VehicleSystem,
  WORK,
} from './vehicle-system.ts';

/** A body compressed to this fraction of its volume has lost its stiffness. [PATH98-6] */
const DEGENERATE = 0.2;

/** State of a run. */
interface Run {
  readonly system: VehicleSystem;
  readonly everyone: readonly number[];
  readonly watch: ContactWatch;
  readonly candidates: CandidatePairs;
  pairs: readonly PairRecord[];
  /** Reached so far [s]. */
  time: number;
  steps: number;
}

/**
 * Runs a platoon of vehicles and reports to the observer. Yields the simulated time [s] after each step; returns the
 * summary. Invalid input throws; a run that cannot continue ends with the status `failed` and all results before it.
 * The same input always gives the same bits. [PATH98-9]
 */
export function* simulateVehicles(
  models: readonly VehicleModel[],
  platoon: readonly PlatoonVehicle[],
  given: GivenRunSettings = {},
  observer: VehicleObserver = {},
): Generator<number, VehicleRunSummary> {
  const settings = createRunSettings(given);
  const { duration, step, frameInterval } = settings;
  const run = createRun(createPlatoon(models, platoon, settings), observer);
  const count = countSteps(0, duration, step);
  const framePeriod = Math.max(1, Math.round(frameInterval / step));
  const ledgerStart = ledgerOf(run);
  let error = checkStep(run.system.bodies, settings);
  reportFrame(run, observer);
  while (run.steps < count && !error) {
    error = takeStep(run, run.steps + 1 === count ? duration : (run.steps + 1) * step, observer);
    const isFrame = run.steps % framePeriod === 0 || run.steps === count;
    // after a failure the last valid state is shown too
    if (error ? !isFrame : isFrame) reportFrame(run, observer);
    if (!error) yield run.time;
  }
  run.watch.finish(run.time);
  return summarize(run, ledgerStart, error);
}

function createRun(system: VehicleSystem, observer: VehicleObserver): Run {
  const watch = createContactWatch(system, observer);
  const candidates = createCandidatePairs(system);
  const pairs = candidates.update(system.arrays.now, watch.isOverlapping);
  watch.begin(pairs);
  watch.updateMemory(pairs);
  return { system, everyone: system.bodies.map((_, i) => i), watch, candidates, pairs, time: 0, steps: 0 };
}

/** Advances to the time `next` [s], or returns the error that prevents it. */
function takeStep(run: Run, next: number, observer: VehicleObserver): VehicleError | undefined {
  const { system, watch, candidates, pairs, time } = run;
  system.time = time;
  system.drivers?.observe(system.arrays.now);
  advance(system, { vehicles: run.everyone, pairs }, next - time);
  const error = failureOf(system, next);
  if (error) return error;
  watch.update(pairs, time, next - time);
  if (observer.force) reportForces(pairs, next, observer);
  accept(system, pairs);
  watch.updateMemory(pairs);
  run.time = next;
  run.steps++;
  run.pairs = candidates.update(system.arrays.now, watch.isOverlapping);
  return undefined;
}

/** Called before the step to `time` is accepted. */
function reportForces(pairs: readonly PairRecord[], time: number, observer: VehicleObserver): void {
  for (const { a, b, contact, arrays } of pairs) {
    const [x, y, z, work] = [IMPULSE, IMPULSE + 1, IMPULSE + 2, WORK].map((k) => arrays.next[k] - arrays.now[k]);
    if (x === 0 && y === 0 && z === 0) continue;
    observer.force?.({ time, vehicles: [a, b], contact, impulse: createVec3(x, y, z), work });
  }
}

function ledgerOf({ system }: Run): VehicleLedger {
  return vehicleLedger(
    system.arrays.now,
    system.bodies,
    system.settings.road,
    totalCrushEnergy(system),
    totalHitchEnergy(system),
  );
}

function reportFrame(run: Run, observer: VehicleObserver): void {
  if (!observer.frame) return;
  const { system, watch, pairs, time } = run;
  const contacts = pairs.filter(watch.isOverlapping).map((pair) => ({
    vehicles: [pair.a, pair.b] as const,
    contact: evaluatePair(pair.contact, system, pair, 'now'),
  }));
  observer.frame({ time, states: system.arrays.now, contacts, ledger: ledgerOf(run) });
}

function summarize(run: Run, ledgerStart: VehicleLedger, error: VehicleError | undefined): VehicleRunSummary {
  const { system, watch, time, steps } = run;
  const { now } = system.arrays;
  const ledgerEnd = ledgerOf(run);
  return {
    status: error ? 'failed' : 'end',
    ...(error && { error }),
    time,
    steps,
    phases: watch.phases,
    ledgerStart,
    ledgerEnd,
    energyBalanceError: energyBalanceError(ledgerStart, ledgerEnd),
    releaseLoss: watch.phases.reduce((sum, { releaseLoss }) => sum + releaseLoss, 0),
    states: now.slice(),
    stateHash: hashNumbers([time, ...hashedNumbers(system)]),
  };
}

/** The states without entries that only some runs have, and the residual crush where vehicles have structures. */
function hashedNumbers({ arrays, bodies, residual }: VehicleSystem): number[] {
  const states = bodies.flatMap((_, i) => [
    ...arrays.now.subarray(VEHICLE_STRIDE * i, VEHICLE_STRIDE * i + HASHED_COUNT),
  ]);
  return bodies.some(({ crush }) => crush) ? [...states, ...residual] : states;
}

/**
 * Runs a platoon to its end without pauses and returns the summary; see `simulateVehicles`.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { parseModels, parsePlatoon, runVehicles } from 'appulse/vehicles';
 *
 * const read = (name: string) => readFileSync(`examples/vehicles/${name}`, 'utf8');
 * const models = parseModels(read('model.dat'));
 * const platoon = parsePlatoon(read('platoon1.dat'), models);
 * const { status, time, phases } = runVehicles(models, platoon, { duration: 0.2 });
 * console.log(status, time.toFixed(3), phases.length); // end 0.200 0
 * ```
 */
export function runVehicles(
  models: readonly VehicleModel[],
  platoon: readonly PlatoonVehicle[],
  settings?: GivenRunSettings,
  observer?: VehicleObserver,
): VehicleRunSummary {
  const run = simulateVehicles(models, platoon, settings, observer);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

/** The initial states of the vehicles. [PATH98-7] */
function createPlatoon(
  models: readonly VehicleModel[],
  platoon: readonly PlatoonVehicle[],
  settings: VehicleRunSettings,
): VehicleSystem {
  const used = models.filter(({ id }) => platoon.some(({ model }) => model === id));
  checkRadius(used, settings);
  checkCrush(used, settings);
  const prepared = new Map(used.map((model) => [model.id, { model, rest: restOf(model, settings) }]));
  const found = platoon.map((start, i) => {
    const entry = prepared.get(start.model);
    const label = `vehicle ${i + 1}`;
    if (!entry) throw new RangeError(`${label}: there is no model ${describeValue(start.model)}`);
    const { X, Y, ORIENTATION, SPEED, STEERING } = start;
    if (!finiteNumbers([X, Y, ORIENTATION, SPEED, STEERING])) {
      throw new RangeError(`${label}: must be made of finite numbers, got ${describeValue(start)}`);
    }
    return { ...entry, start };
  });
  const system = createVehicleSystem(
    found.map(({ model, start }) => createVehicleBody(model, start.STEERING)),
    settings,
  );
  found.forEach(({ rest, start }, i) => {
    setStart(system.arrays.now, VEHICLE_STRIDE * i, rest, start);
    placeOnRoad(system.arrays.now, VEHICLE_STRIDE * i, settings.road);
  });
  return system;
}

function restOf(model: VehicleModel, { equilibrium, road }: VehicleRunSettings) {
  if (equilibrium === 'exact') return staticEquilibrium(model, road.gravity);
  if (!model.EQUILIBRIUM) throw new RangeError(`equilibrium: model ${model.id} has none in its file`);
  return model.EQUILIBRIUM;
}

/** Reason to reject the step to `time`. */
function failureOf(system: VehicleSystem, time: number): VehicleError | undefined {
  const { failure, bodies, arrays } = system;
  const collapsed = bodies.findIndex((_, i) => !(volumeRatioOf(arrays.next, VEHICLE_STRIDE * i) > DEGENERATE));
  if (collapsed >= 0) {
    return new VehicleError(
      'E_COLLAPSE',
      `vehicle ${collapsed + 1} is squeezed flat at ${time} s: less than a fifth of its volume is left`,
    );
  }
  return failure && new VehicleError(failure, `a contact could not be found at ${time} s`);
}

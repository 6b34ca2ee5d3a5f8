import { setStart, staticEquilibrium } from '../../dynamics/vehicle/equilibrium.ts';
import { createVehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import type { PlatoonVehicle, VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { VEHICLE_STRIDE, volumeRatioOf } from '../../dynamics/vehicle/vehicle-state.ts';
import { hashNumbers } from '../../math/hash.ts';
import { describeValue, finiteNumbers } from '../../shapes/checks.ts';
import { VehicleError } from '../../shapes/vehicle-error.ts';
import { createCandidatePairs } from './candidate-pairs.ts';
import { createContactWatch } from './contact-watch.ts';
import {
  checkRadius,
  checkStep,
  createRunSettings,
  type GivenRunSettings,
  type VehicleRunSettings,
} from './run-settings.ts';
import { energyClosure, vehicleLedger } from './vehicle-ledger.ts';
import type { VehicleObserver, VehicleRunSummary } from './vehicle-observer.ts';
import { accept, advance, createVehicleSystem, type VehicleSystem } from './vehicle-system.ts';

/** A body squeezed to this share of its volume has lost its stiffness. [PATH98] spec 6 */
const COLLAPSED = 0.2;

/**
 * Runs a platoon of vehicles and tells the observer what happens. Yields the simulated time after each step; returns the
 * summary. Wrong input throws; a run that cannot go on ends with the status `failed` and all that was found before.
 * The same input gives the same bits every time.
 */
export function* simulateVehicles(
  models: readonly VehicleModel[],
  platoon: readonly PlatoonVehicle[],
  given: GivenRunSettings = {},
  observer: VehicleObserver = {},
): Generator<number, VehicleRunSummary> {
  const settings = createRunSettings(given);
  checkRadius(models, settings);
  const system = createPlatoon(models, platoon, settings);
  const { bodies, arrays } = system;
  const ledger = () => vehicleLedger(arrays.now, bodies, settings.road.gravity);
  const ledgerStart = ledger();
  const watch = createContactWatch(system, observer);
  const candidates = createCandidatePairs(bodies);
  const everyone = bodies.map((_, i) => i);
  const { duration, step } = settings;
  const count = Math.ceil(duration / step - 1e-9);
  const framePeriod = Math.max(1, Math.round(settings.frameInterval / step));
  let error = checkStep(bodies, settings);
  let time = 0;
  let steps = 0;
  let pairs = candidates.update(arrays.now, watch.isOverlapping);
  watch.begin(pairs);
  watch.settle(pairs);
  const show = () => {
    if (steps % framePeriod !== 0 && steps !== count) return;
    const contacts = pairs
      .filter(watch.isOverlapping)
      .map(({ a, b, contact }) => ({ vehicles: [a, b] as const, contact }));
    observer.frame?.({ time, states: arrays.now, contacts, ledger: ledger() });
  };
  show();
  while (steps < count && !error) {
    const next = steps + 1 === count ? duration : (steps + 1) * step;
    advance(system, { vehicles: everyone, pairs }, next - time);
    error = failureOf(system, next);
    if (error) break;
    watch.update(pairs, time, next - time);
    accept(system, pairs);
    watch.settle(pairs);
    time = next;
    steps++;
    show();
    pairs = candidates.update(arrays.now, watch.isOverlapping);
    yield time;
  }
  watch.finish(time);
  const ledgerEnd = ledger();
  return {
    status: error ? 'failed' : 'end',
    ...(error && { error }),
    time,
    steps,
    phases: watch.phases,
    ledgerStart,
    ledgerEnd,
    energyClosure: energyClosure(ledgerStart, ledgerEnd),
    releaseLoss: watch.phases.reduce((sum, { releaseLoss }) => sum + releaseLoss, 0),
    states: arrays.now.slice(),
    stateHash: hashNumbers([time, ...arrays.now]),
  };
}

/** Runs a platoon without looking at it on the way. */
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

/** The vehicles as they start. [PATH98] spec 7 */
function createPlatoon(
  models: readonly VehicleModel[],
  platoon: readonly PlatoonVehicle[],
  settings: VehicleRunSettings,
): VehicleSystem {
  const prepared = new Map(models.map((model) => [model.id, { model, rest: restOf(model, settings) }]));
  const found = platoon.map((start, i) => {
    const entry = prepared.get(start.model);
    const place = `vehicle ${i + 1}`;
    if (!entry) throw new RangeError(`${place}: there is no model ${describeValue(start.model)}`);
    const { X, Y, ORIENTATION, SPEED, STEERING } = start;
    if (!finiteNumbers([X, Y, ORIENTATION, SPEED, STEERING])) {
      throw new RangeError(`${place}: must be made of finite numbers, got ${describeValue(start)}`);
    }
    return { ...entry, start };
  });
  const system = createVehicleSystem(
    found.map(({ model, start }) => createVehicleBody(model, start.STEERING)),
    settings,
  );
  found.forEach(({ rest, start }, i) => {
    setStart(system.arrays.now, VEHICLE_STRIDE * i, rest, start);
  });
  return system;
}

function restOf(model: VehicleModel, { equilibrium, road }: VehicleRunSettings) {
  if (equilibrium === 'exact') return staticEquilibrium(model, road.gravity);
  if (!model.EQUILIBRIUM) throw new RangeError(`equilibrium: model ${model.id} has none in its file`);
  return model.EQUILIBRIUM;
}

/** Why the step to `time` must not be accepted. */
function failureOf(system: VehicleSystem, time: number): VehicleError | undefined {
  const { failure, bodies, arrays } = system;
  const collapsed = bodies.findIndex((_, i) => !(volumeRatioOf(arrays.next, VEHICLE_STRIDE * i) > COLLAPSED));
  if (collapsed >= 0) {
    return new VehicleError(
      'E_COLLAPSE',
      `vehicle ${collapsed + 1} is squeezed flat at ${time} s: less than a fifth is left`,
    );
  }
  return failure && new VehicleError(failure, `a contact could not be found at ${time} s`);
}

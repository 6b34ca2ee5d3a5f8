import { ELLIPSOID_STRIDE } from '../../distance/ellipsoid/packed-ellipsoid.ts';
import { addHitchLoads, checkHitch, type Hitch, hitchEnergy } from '../../dynamics/vehicle/hitch.ts';
import type { VehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import { vehicleRates } from '../../dynamics/vehicle/vehicle-rates.ts';
import {
  CONTACT_IMPULSE,
  CONTACT_MOMENT,
  CONTACT_WORK,
  DIRECTORS,
  HITCH_LOSS,
  LOAD_STRIDE,
  OBSTACLE_MOMENT,
  ROAD_IMPULSE,
  ROAD_MOMENT,
  TYRE_WORK,
  VEHICLE_STRIDE,
  VELOCITY,
} from '../../dynamics/vehicle/vehicle-state.ts';
import { createObstacle, type Obstacle } from '../../response/vehicle-contact/obstacle.ts';
import { createVehicleBoxes, type VehicleBoxes } from '../../response/vehicle-contact/vehicle-boxes.ts';
import {
  addContactLoads,
  type ContactCache,
  createContactCache,
  createVehicleContact,
  hasNoForce,
  type PairCrush,
  type VehicleContact,
  type VehiclePair,
  vehicleContact,
} from '../../response/vehicle-contact/vehicle-contact.ts';
import type { VehicleLoad } from '../../scene/vehicle-scene.ts';
import type { VehicleErrorCode } from '../../shapes/vehicle-error.ts';
import { createDrivers, type Drivers } from './drivers.ts';
import type { VehicleRunSettings } from './run-settings.ts';

/** Integrated numbers of a pair: depth of the incremental law [m], impulse on B [N s], work on both [J]. */
export const DEPTH = 0;
export const IMPULSE = 1;
export const WORK = 4;
const PAIR_COUNT = 5;

/** The same numbers at the stages of a Runge-Kutta step: start, evaluation, slopes, end. */
export interface StepArrays {
  readonly now: Float64Array;
  readonly stage: Float64Array;
  readonly rates: Float64Array;
  readonly sum: Float64Array;
  readonly next: Float64Array;
}

/** Two vehicles that may touch, a < b; numbers from the count of vehicles on are obstacles. */
export interface PairRecord {
  readonly a: number;
  readonly b: number;
  readonly memory: ContactCache;
  readonly arrays: StepArrays;
  /** Structures that crush, if one of the two has any. */
  readonly crush: PairCrush | undefined;
  readonly obstacle: Obstacle | undefined;
  /** At the last accepted state. */
  readonly contact: VehicleContact;
  /** Whether the vehicles interacted in the last computed step. */
  isInteracting: boolean;
}

/** Vehicles and pairs that are moved together. */
export interface Group {
  readonly vehicles: readonly number[];
  readonly pairs: readonly PairRecord[];
}

/** All vehicles of a run and their forces. */
export interface VehicleSystem {
  readonly bodies: readonly VehicleBody[];
  readonly settings: VehicleRunSettings;
  readonly arrays: StepArrays;
  readonly loads: Float64Array;
  readonly ellipsoids: Float64Array;
  readonly obstacles: readonly Obstacle[];
  /** Residual crush of the front, rear, left and right side of each vehicle [m]. */
  readonly residual: Float64Array;
  /** Drivers, for the tyre model `ellipse`. */
  readonly drivers: Drivers | undefined;
  readonly hitches: readonly Hitch[];
  readonly boxes: VehicleBoxes;
  /** Start of the current step [s]. */
  time: number;
  /** Set by a failed evaluation. */
  failure: VehicleErrorCode | undefined;
}

export function createVehicleSystem(bodies: readonly VehicleBody[], settings: VehicleRunSettings): VehicleSystem {
  settings.hitches?.forEach((hitch, i) => {
    checkHitch(hitch, bodies.length, `hitches[${i}]`);
  });
  return {
    bodies,
    settings,
    arrays: createStepArrays(VEHICLE_STRIDE * bodies.length),
    loads: new Float64Array(LOAD_STRIDE * bodies.length),
    ellipsoids: new Float64Array(ELLIPSOID_STRIDE * bodies.length),
    obstacles: (settings.obstacles ?? []).map((given, i) => createObstacle(given, `obstacles[${i}]`)),
    residual: new Float64Array(4 * bodies.length),
    drivers:
      settings.road.tyreModel === 'ellipse' ? createDrivers(settings.drivers ?? [], bodies, settings.step) : undefined,
    hitches: settings.hitches ?? [],
    boxes: createVehicleBoxes(bodies.map(({ radius }) => radius ?? settings.contact.radius)),
    time: 0,
    failure: undefined,
  };
}

export function createPairRecord({ bodies, obstacles, residual }: VehicleSystem, a: number, b: number): PairRecord {
  const curvesA = bodies[a].crush;
  const curvesB = bodies[b]?.crush;
  return {
    a,
    b,
    memory: createContactCache(),
    arrays: createStepArrays(PAIR_COUNT),
    crush: curvesA || curvesB ? { curvesA, curvesB, residual, offsetA: 4 * a, offsetB: 4 * b } : undefined,
    obstacle: obstacles[b - bodies.length],
    contact: createVehicleContact(),
    isInteracting: false,
  };
}

function createStepArrays(size: number): StepArrays {
  const array = () => new Float64Array(size);
  return { now: array(), stage: array(), rates: array(), sum: array(), next: array() };
}

/** Times of the stages, as fractions of the step. */
const STAGE_TIMES = [0, 0.5, 0.5, 1];

/** Classical Runge-Kutta from `now` to `next`, by `h` [s]. [PATH98-9] */
export function advance(system: VehicleSystem, group: Group, h: number): void {
  begin(system, group);
  for (let stage = 0; stage < 4; stage++) {
    if (stage !== 2) system.drivers?.setTime(system.time + STAGE_TIMES[stage] * h);
    computeRates(system, group);
    const weight = stage === 1 || stage === 2 ? 2 : 1;
    const range = stage === 2 ? h : 0.5 * h;
    for (const i of group.vehicles) {
      collect(system.arrays, VEHICLE_STRIDE * i, VEHICLE_STRIDE * (i + 1), weight, stage < 3 ? range : 0);
    }
    for (const { arrays } of group.pairs) collect(arrays, 0, PAIR_COUNT, weight, stage < 3 ? range : 0);
  }
  for (const i of group.vehicles) finish(system.arrays, VEHICLE_STRIDE * i, VEHICLE_STRIDE * (i + 1), h / 6);
  for (const { arrays } of group.pairs) finish(arrays, 0, PAIR_COUNT, h / 6);
}

function begin({ arrays }: VehicleSystem, { vehicles, pairs }: Group): void {
  for (const i of vehicles) {
    for (let k = VEHICLE_STRIDE * i; k < VEHICLE_STRIDE * (i + 1); k++) {
      arrays.stage[k] = arrays.now[k];
      arrays.sum[k] = 0;
    }
  }
  for (const pair of pairs) {
    const { now, stage, sum } = pair.arrays;
    for (let k = 0; k < PAIR_COUNT; k++) {
      stage[k] = now[k];
      sum[k] = 0;
    }
    pair.isInteracting = false;
  }
}

function collect({ now, stage, rates, sum }: StepArrays, from: number, to: number, weight: number, h: number): void {
  for (let k = from; k < to; k++) {
    sum[k] += weight * rates[k];
    stage[k] = now[k] + h * rates[k];
  }
}

function finish({ now, sum, next }: StepArrays, from: number, to: number, h: number): void {
  for (let k = from; k < to; k++) next[k] = now[k] + h * sum[k];
}

const scratch = createVehicleContact();

/** Rates of all vehicles and pairs of a group at their stage values. */
export function computeRates(system: VehicleSystem, { vehicles, pairs }: Group): void {
  const { arrays, loads, bodies, settings } = system;
  const { stage, rates } = arrays;
  for (const i of vehicles) {
    loads.fill(0, LOAD_STRIDE * i, LOAD_STRIDE * (i + 1));
    rates.fill(0, VEHICLE_STRIDE * i + CONTACT_WORK, VEHICLE_STRIDE * (i + 1));
  }
  for (const pair of pairs) addPairRates(system, pair);
  for (const hitch of system.hitches) if (vehicles.includes(hitch.vehicle)) addHitchRates(system, hitch);
  for (const i of vehicles) {
    const { road, viscosity } = settings;
    const controls = system.drivers?.controls[i];
    vehicleRates(rates, stage, VEHICLE_STRIDE * i, bodies[i], road, viscosity, loads, LOAD_STRIDE * i, controls);
  }
  for (const load of settings.loads ?? []) if (vehicles.includes(load.body)) addAppliedForce(system, load);
}

function addHitchRates({ arrays, loads }: VehicleSystem, hitch: Hitch): void {
  const { vehicle: a, trailer: b } = hitch;
  const [i, j] = [VEHICLE_STRIDE * a, VEHICLE_STRIDE * b];
  const loss = addHitchLoads(loads, LOAD_STRIDE * a, LOAD_STRIDE * b, arrays.stage, i, j, hitch);
  arrays.rates[j + HITCH_LOSS] += loss;
}

/** Energy in the springs of all hitches [J]. */
export function totalHitchEnergy({ arrays, hitches }: VehicleSystem): number {
  return hitches.reduce(
    (sum, hitch) =>
      sum + hitchEnergy(arrays.now, VEHICLE_STRIDE * hitch.vehicle, VEHICLE_STRIDE * hitch.trailer, hitch),
    0,
  );
}

/** A force of the caller at the centre of mass, in the rates and in the ledger, with the forces of the road. */
function addAppliedForce({ arrays, bodies, time }: VehicleSystem, { body, force, from, until }: VehicleLoad): void {
  if (!(time >= from && time < until)) return;
  const { stage, rates } = arrays;
  const i = VEHICLE_STRIDE * body;
  const f = [force.x, force.y, force.z];
  for (let k = 0; k < 3; k++) {
    rates[i + VELOCITY + k] += f[k] / bodies[body].mass;
    rates[i + ROAD_IMPULSE + k] += f[k];
    rates[i + ROAD_MOMENT + k] += stage[i + ((k + 1) % 3)] * f[(k + 2) % 3] - stage[i + ((k + 2) % 3)] * f[(k + 1) % 3];
    rates[i + TYRE_WORK] += f[k] * stage[i + VELOCITY + k];
  }
}

function addPairRates(system: VehicleSystem, pair: PairRecord): void {
  const { a, b, arrays } = pair;
  for (let k = 0; k < PAIR_COUNT; k++) arrays.rates[k] = 0;
  const view = viewPair(system, pair, 'stage');
  // a contact that was rejected at the last step is most likely still rejected
  if (pair.contact.rule === 'rejected' && hasNoForce(system.settings.contact, view)) return;
  vehicleContact(scratch, system.settings.contact, view, pair.memory, arrays.stage[DEPTH]);
  if (scratch.status !== 'ok') system.failure ??= scratch.status;
  arrays.rates[DEPTH] = scratch.depthRate;
  if (scratch.depthRate !== 0 || scratch.force > 0) pair.isInteracting = true;
  if (!(scratch.force > 0)) return;
  const { normalForce, frictionForce, powerA, powerB } = scratch;
  addContactLoads(system.loads, LOAD_STRIDE * a, pair.obstacle ? -1 : LOAD_STRIDE * b, scratch);
  const x = normalForce.x + frictionForce.x;
  const y = normalForce.y + frictionForce.y;
  const z = normalForce.z + frictionForce.z;
  arrays.rates[IMPULSE] = x;
  arrays.rates[IMPULSE + 1] = y;
  arrays.rates[IMPULSE + 2] = z;
  arrays.rates[WORK] = powerA + powerB;
  addToLedger(system.arrays.rates, VEHICLE_STRIDE * a, -x, -y, -z, powerA, scratch.momentA);
  if (pair.obstacle) {
    const { point } = scratch;
    system.arrays.rates[VEHICLE_STRIDE * a + OBSTACLE_MOMENT] -= point.y * z - point.z * y;
    system.arrays.rates[VEHICLE_STRIDE * a + OBSTACLE_MOMENT + 1] -= point.z * x - point.x * z;
    return;
  }
  addToLedger(system.arrays.rates, VEHICLE_STRIDE * b, x, y, z, powerB, scratch.momentB);
}

// biome-ignore format: one entry per line
function addToLedger(rates: Float64Array, vehicle: number, x: number, y: number, z: number, power: number, moment: number): void {
  rates[vehicle + CONTACT_WORK] += power;
  rates[vehicle + CONTACT_IMPULSE] += x;
  rates[vehicle + CONTACT_IMPULSE + 1] += y;
  rates[vehicle + CONTACT_IMPULSE + 2] += z;
  rates[vehicle + CONTACT_MOMENT] += moment;
}

/** Recorded; used for the results of phases and for the fallback; only for forces. */
const ACCURACY = { now: 'exact', next: 'overlap', stage: 'sign' } as const;

/** The contact of a pair at the values `which` of vehicles and pair; at `now`, which is recorded, with the gap of the boxes. */
export function evaluatePair(
  out: VehicleContact,
  system: VehicleSystem,
  pair: PairRecord,
  which: 'now' | 'stage' | 'next',
): VehicleContact {
  const view = viewPair(system, pair, which);
  return vehicleContact(out, system.settings.contact, view, pair.memory, pair.arrays[which][DEPTH]);
}

function viewPair(
  system: VehicleSystem,
  { a, b, crush, obstacle }: PairRecord,
  which: 'now' | 'stage' | 'next',
): VehiclePair {
  const state = system.arrays[which];
  packVehicle(system, state, a);
  if (!obstacle) packVehicle(system, state, b);
  return {
    state,
    vehicleA: VEHICLE_STRIDE * a,
    vehicleB: VEHICLE_STRIDE * b,
    ellipsoids: system.ellipsoids,
    ellipsoidA: a,
    ellipsoidB: b,
    boxes: system.boxes,
    boxGapAccuracy: ACCURACY[which],
    crush,
    obstacle,
  };
}

/** The ellipsoid of a vehicle: centre r, matrix F diag(a). [PATH98-1] */
function packVehicle({ ellipsoids, bodies }: VehicleSystem, state: Float64Array, index: number): void {
  const i = ELLIPSOID_STRIDE * index;
  const vehicle = VEHICLE_STRIDE * index;
  const d = vehicle + DIRECTORS;
  const { x, y, z } = bodies[index].semiAxes;
  for (let k = 0; k < 3; k++) {
    ellipsoids[i + k] = state[vehicle + k];
    ellipsoids[i + 3 + 3 * k] = state[d + k] * x;
    ellipsoids[i + 4 + 3 * k] = state[d + 3 + k] * y;
    ellipsoids[i + 5 + 3 * k] = state[d + 6 + k] * z;
  }
}

/** `next` becomes `now`. */
export function accept({ arrays }: VehicleSystem, pairs: readonly PairRecord[]): void {
  arrays.now.set(arrays.next);
  for (const pair of pairs) pair.arrays.now.set(pair.arrays.next);
}

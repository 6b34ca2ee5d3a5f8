import { rebuildTree } from '../../../broad/persistent-pairs.ts';
import { PAIR_CACHE_LENGTH } from '../../../manifold/pair-cache.ts';
import { clearContactRows } from '../../../response/solver/contact-rows.ts';
import { copyLedgerTotals, createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import { SimulationError } from '../../world.ts';
import type { CompliantSnapshot } from '../compliant/compliant-snapshot.ts';
import { CACHED_IMPULSE, PLACE, POINT, reservePoints, reserveSlots } from './contact-cache.ts';
import { restoreJointState, takeJointState } from './joint-state.ts';
import { writePose } from './poses.ts';
import { snapshotViolation } from './snapshot-error.ts';
import { REST_MOTION, type StepWorld } from './step-world.ts';

/**
 * The complete state of the steps, and the ledger totals. A world of the same scene that restores it continues bitwise identically to the
 * original one. Plain data: it can be copied, sent and saved.
 */
export interface StepSnapshot {
  /** Simulated time [s]. */
  readonly time: number;
  /** Number of steps so far. */
  readonly stepCount: number;
  readonly totals: LedgerTotals;
  /** Positions, orientations, velocities and angular velocities of all bodies. */
  readonly bodies: Float64Array;
  /** 1 for sleeping bodies. */
  readonly asleep: Uint8Array;
  /** Time for which each body has been slow enough to fall asleep [s]. */
  readonly restTimes: Float64Array;
  /** Means of the motion of each slow body, by which steady motion differs from rest: REST_MOTION numbers each. */
  readonly restMotions: Float64Array;
  /** The island in which each body fell asleep. */
  readonly groups: Int32Array;
  /** Boxes of the last step in which each body moved, min xyz, max xyz [m]. */
  readonly boxes: Float64Array;
  /** Fat boxes of the broad phase, min xyz, max xyz [m]. */
  readonly fatBoxes: Float64Array;
  /** State of each body in the broad phase. */
  readonly places: Uint8Array;
  readonly pairs: PairNumbers;
  readonly cache: CacheNumbers;
  /** State of the joints; left out where there are none. */
  readonly joints?: Float64Array;
}

interface PairNumbers {
  readonly slots: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly freeSlots: Int32Array;
  readonly dropped: Int32Array;
}

interface CacheNumbers {
  readonly counts: Int32Array;
  readonly blocks: Int32Array;
  readonly capacities: Int32Array;
  readonly pointCount: number;
  readonly freeNarrow: readonly number[];
  readonly freeWide: readonly number[];
  readonly places: Float64Array;
  readonly materials: Float64Array;
  readonly resistances: Float64Array;
  readonly angularImpulses: Float64Array;
  readonly loads: Float64Array;
  readonly sensors: Uint8Array;
  readonly touching: Uint8Array;
  readonly visited: Int32Array;
  readonly caches: Float64Array;
  readonly points: Float64Array;
  readonly features: Int32Array;
  readonly impulses: Float64Array;
}

/**
 * The complete state of the world as new plain data; `restoreSnapshot` continues from it bitwise identically.
 */
export function takeSnapshot(world: StepWorld): StepSnapshot {
  const { bodies, pairs } = world;
  const totals = createLedgerTotals();
  copyLedgerTotals(totals, world.totals);
  const { positions, orientations, velocities, angularVelocities, count } = bodies;
  const state = new Float64Array(13 * count);
  // the arrays may be longer than the number of bodies
  state.set(positions.subarray(0, 3 * count));
  state.set(orientations.subarray(0, 4 * count), 3 * count);
  state.set(velocities.subarray(0, 3 * count), 7 * count);
  state.set(angularVelocities.subarray(0, 3 * count), 10 * count);
  return {
    time: world.time,
    stepCount: world.stepCount,
    totals,
    bodies: state,
    asleep: world.asleep.slice(0, count),
    restTimes: world.restTimes.slice(0, count),
    restMotions: world.restMotions.slice(0, REST_MOTION * count),
    groups: world.groups.slice(0, count),
    boxes: world.boxes.slice(0, 6 * count),
    fatBoxes: pairs.tree.bounds.slice(0, 6 * count),
    places: pairs.places.slice(0, count),
    pairs: {
      slots: pairs.slots.slice(0, pairs.count),
      first: pairs.first.slice(0, pairs.slotCount),
      second: pairs.second.slice(0, pairs.slotCount),
      freeSlots: pairs.freeSlots.slice(0, pairs.freeCount),
      dropped: pairs.dropped.slots.slice(0, pairs.dropped.count),
    },
    cache: takeCache(world),
    ...(world.joints.list.length > 0 && { joints: takeJointState(world.joints) }),
  };
}

function takeCache({ cache, pairs }: StepWorld): CacheNumbers {
  const { slotCount } = pairs;
  const { pointCount } = cache;
  return {
    counts: cache.counts.slice(0, slotCount),
    blocks: cache.blocks.slice(0, slotCount),
    capacities: cache.capacities.slice(0, slotCount),
    pointCount,
    freeNarrow: [...cache.freeNarrow],
    freeWide: [...cache.freeWide],
    places: cache.places.slice(0, PLACE * slotCount),
    materials: cache.materials.slice(0, 3 * slotCount),
    resistances: cache.resistances.slice(0, 2 * slotCount),
    angularImpulses: cache.angularImpulses.slice(0, 3 * slotCount),
    loads: cache.loads.slice(0, slotCount),
    sensors: cache.sensors.slice(0, slotCount),
    touching: cache.touching.slice(0, slotCount),
    visited: cache.visited.slice(0, slotCount),
    caches: cache.caches.slice(0, PAIR_CACHE_LENGTH * slotCount),
    points: cache.points.slice(0, POINT * pointCount),
    features: cache.features.slice(0, pointCount),
    impulses: cache.impulses.slice(0, CACHED_IMPULSE * pointCount),
  };
}

/** Restores the state of a snapshot; both must be of the same scene. Throws a SimulationError if they are not. */
export function restoreSnapshot(world: StepWorld, snapshot: StepSnapshot | CompliantSnapshot): void {
  if ('response' in snapshot) {
    throw new SimulationError('snapshot: is of contacts.response "penalty", expected "impulse"');
  }
  const { bodies, pairs } = world;
  const { count } = bodies;
  if (snapshot.bodies.length !== 13 * count) {
    throw new SimulationError(`snapshot: has ${snapshot.bodies.length / 13} bodies, the world has ${count}`);
  }
  const error = snapshotViolation(snapshot);
  if (error !== undefined) throw new SimulationError(`snapshot: ${error}`);
  const { step } = world.scene.time;
  // the last step of a run may be shorter, and so may the time
  const { time, stepCount } = snapshot;
  if (!(time <= (stepCount + 1e-6) * step) || time > 0 !== stepCount > 0) {
    throw new SimulationError(`snapshot: time ${time} s, expected at most ${stepCount} steps of ${step} s`);
  }
  world.time = snapshot.time;
  world.stepCount = snapshot.stepCount;
  // after a run whose last step was shorter, full steps are counted from there
  const isFull = snapshot.time === snapshot.stepCount * step;
  world.origin.time = isFull ? 0 : snapshot.time;
  world.origin.stepCount = isFull ? 0 : snapshot.stepCount;
  copyLedgerTotals(world.totals, snapshot.totals);
  bodies.positions.set(snapshot.bodies.subarray(0, 3 * count));
  bodies.orientations.set(snapshot.bodies.subarray(3 * count, 7 * count));
  bodies.velocities.set(snapshot.bodies.subarray(7 * count, 10 * count));
  bodies.angularVelocities.set(snapshot.bodies.subarray(10 * count));
  world.asleep.set(snapshot.asleep);
  world.restTimes.set(snapshot.restTimes);
  world.restMotions.set(snapshot.restMotions);
  world.groups.set(snapshot.groups);
  world.boxes.set(snapshot.boxes);
  pairs.tree.bounds.set(snapshot.fatBoxes);
  pairs.places.set(snapshot.places);
  rebuildTree(pairs);
  const { slots, first, second, freeSlots, dropped } = snapshot.pairs;
  pairs.count = slots.length;
  pairs.slotCount = first.length;
  pairs.freeCount = freeSlots.length;
  pairs.slots = withCapacity(pairs.slots, slots);
  pairs.first = withCapacity(pairs.first, first);
  pairs.second = withCapacity(pairs.second, second);
  pairs.freeSlots = withCapacity(pairs.freeSlots, freeSlots);
  pairs.dropped.count = dropped.length;
  pairs.dropped.slots = withCapacity(pairs.dropped.slots, dropped);
  restoreCache(world, snapshot.cache);
  restoreJointState(world.joints, snapshot.joints);
  // contacts and their changes belong to the last step, which is another one now
  clearContactRows(world.contacts);
  world.begun.length = 0;
  world.ended.length = 0;
  // poses of bodies that do not move are written once, at the start
  for (let i = 0; i < count; i++) writePose(world.poses[i], bodies, i);
}

function withCapacity(old: Int32Array, numbers: Int32Array): Int32Array {
  const array = old.length >= numbers.length ? old : new Int32Array(2 * numbers.length);
  array.set(numbers);
  return array;
}

function restoreCache({ cache, pairs }: StepWorld, numbers: CacheNumbers): void {
  reserveSlots(cache, pairs.slotCount);
  reservePoints(cache, numbers.pointCount);
  cache.pointCount = numbers.pointCount;
  cache.freeNarrow.splice(0, Infinity, ...numbers.freeNarrow);
  cache.freeWide.splice(0, Infinity, ...numbers.freeWide);
  cache.counts.set(numbers.counts);
  cache.blocks.set(numbers.blocks);
  cache.capacities.set(numbers.capacities);
  cache.places.set(numbers.places);
  cache.slacks.fill(-1);
  cache.materials.set(numbers.materials);
  cache.resistances.set(numbers.resistances);
  if (numbers.resistances.some((arm) => arm > 0)) cache.resisting = true;
  cache.angularImpulses.set(numbers.angularImpulses);
  cache.loads.set(numbers.loads);
  cache.sensors.set(numbers.sensors);
  cache.touching.set(numbers.touching);
  cache.visited.set(numbers.visited);
  cache.caches.set(numbers.caches);
  cache.points.set(numbers.points);
  cache.features.set(numbers.features);
  cache.impulses.set(numbers.impulses);
}

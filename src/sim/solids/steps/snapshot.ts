import { rebuildTree } from '../../../broad/kept-pairs.ts';
import { PAIR_CACHE_LENGTH } from '../../../narrow/space/contact/pair-cache.ts';
import { type Books, copyBooks, createBooks } from '../../books.ts';
import { SimulationError } from '../../world.ts';
import { PLACE, reservePoints, reserveSlots, TRACE } from './contact-memory.ts';
import { writePose } from './poses.ts';
import { snapshotFault } from './snapshot-fault.ts';
import type { StepWorld } from './step-world.ts';

/**
 * Everything that has a say in the steps to come, and the books. A world of the same scene that restores it goes on bit for bit as the
 * one it was taken from. Plain data: it can be copied, sent and saved.
 */
export interface StepSnapshot {
  readonly time: number;
  readonly stepCount: number;
  readonly books: Books;
  /** Positions, orientations, velocities and spins of all bodies. */
  readonly bodies: Float64Array;
  readonly asleep: Uint8Array;
  readonly restTimes: Float64Array;
  readonly groups: Int32Array;
  /** Boxes of the last step in which each body moved; fat boxes and where they are. */
  readonly boxes: Float64Array;
  readonly fatBoxes: Float64Array;
  readonly places: Uint8Array;
  readonly pairs: PairNumbers;
  readonly memory: MemoryNumbers;
}

interface PairNumbers {
  readonly slots: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly freeSlots: Int32Array;
  readonly dropped: Int32Array;
}

interface MemoryNumbers {
  readonly counts: Int32Array;
  readonly blocks: Int32Array;
  readonly capacities: Int32Array;
  readonly pointCount: number;
  readonly freeNarrow: readonly number[];
  readonly freeWide: readonly number[];
  readonly places: Float64Array;
  readonly materials: Float64Array;
  readonly sensors: Uint8Array;
  readonly touching: Uint8Array;
  readonly visited: Int32Array;
  readonly caches: Float64Array;
  readonly anchorsA: Float64Array;
  readonly anchorsB: Float64Array;
  readonly normals: Float64Array;
  readonly features: Int32Array;
  readonly impulses: Float64Array;
}

export function takeSnapshot(world: StepWorld): StepSnapshot {
  const { bodies, pairs } = world;
  const books = createBooks();
  copyBooks(books, world.books);
  const { positions, orientations, velocities, spins, count } = bodies;
  const state = new Float64Array(13 * count);
  state.set(positions);
  state.set(orientations, 3 * count);
  state.set(velocities, 7 * count);
  state.set(spins, 10 * count);
  return {
    time: world.time,
    stepCount: world.stepCount,
    books,
    bodies: state,
    asleep: world.asleep.slice(),
    restTimes: world.restTimes.slice(),
    groups: world.groups.slice(),
    boxes: world.boxes.slice(),
    fatBoxes: pairs.tree.bounds.slice(0, 6 * count),
    places: pairs.places.slice(),
    pairs: {
      slots: pairs.slots.slice(0, pairs.count),
      first: pairs.first.slice(0, pairs.slotCount),
      second: pairs.second.slice(0, pairs.slotCount),
      freeSlots: pairs.freeSlots.slice(0, pairs.freeCount),
      dropped: pairs.dropped.slots.slice(0, pairs.dropped.count),
    },
    memory: takeMemory(world),
  };
}

function takeMemory({ memory, pairs }: StepWorld): MemoryNumbers {
  const { slotCount } = pairs;
  const { pointCount } = memory;
  return {
    counts: memory.counts.slice(0, slotCount),
    blocks: memory.blocks.slice(0, slotCount),
    capacities: memory.capacities.slice(0, slotCount),
    pointCount,
    freeNarrow: [...memory.freeNarrow],
    freeWide: [...memory.freeWide],
    places: memory.places.slice(0, PLACE * slotCount),
    materials: memory.materials.slice(0, 3 * slotCount),
    sensors: memory.sensors.slice(0, slotCount),
    touching: memory.touching.slice(0, slotCount),
    visited: memory.visited.slice(0, slotCount),
    caches: memory.caches.slice(0, PAIR_CACHE_LENGTH * slotCount),
    anchorsA: memory.anchorsA.slice(0, 3 * pointCount),
    anchorsB: memory.anchorsB.slice(0, 3 * pointCount),
    normals: memory.normals.slice(0, 3 * pointCount),
    features: memory.features.slice(0, pointCount),
    impulses: memory.impulses.slice(0, TRACE * pointCount),
  };
}

/** Puts `world` where the snapshot was taken; both must be of the same scene. Throws a SimulationError if they are not. */
export function restoreSnapshot(world: StepWorld, snapshot: StepSnapshot): void {
  const { bodies, pairs } = world;
  const { count } = bodies;
  if (snapshot.bodies.length !== 13 * count) {
    throw new SimulationError(`snapshot: made of ${snapshot.bodies.length / 13} bodies, the world has ${count}`);
  }
  const fault = snapshotFault(snapshot);
  if (fault !== undefined) throw new SimulationError(`snapshot: ${fault}`);
  const { step } = world.scene.time;
  // the last step of a run may be shorter, so the time may be as well
  const { time, stepCount } = snapshot;
  if (!(time <= (stepCount + 1e-6) * step) || time > 0 !== stepCount > 0) {
    throw new SimulationError(`snapshot: time ${time} s, expected at most ${stepCount} steps of ${step} s`);
  }
  world.time = snapshot.time;
  world.stepCount = snapshot.stepCount;
  // after a run whose last step was shorter, whole steps are counted from there
  if (snapshot.time !== snapshot.stepCount * step) {
    world.origin.time = snapshot.time;
    world.origin.stepCount = snapshot.stepCount;
  }
  copyBooks(world.books, snapshot.books);
  bodies.positions.set(snapshot.bodies.subarray(0, 3 * count));
  bodies.orientations.set(snapshot.bodies.subarray(3 * count, 7 * count));
  bodies.velocities.set(snapshot.bodies.subarray(7 * count, 10 * count));
  bodies.spins.set(snapshot.bodies.subarray(10 * count));
  world.asleep.set(snapshot.asleep);
  world.restTimes.set(snapshot.restTimes);
  world.groups.set(snapshot.groups);
  world.boxes.set(snapshot.boxes);
  pairs.tree.bounds.set(snapshot.fatBoxes);
  pairs.places.set(snapshot.places);
  rebuildTree(pairs);
  const { slots, first, second, freeSlots, dropped } = snapshot.pairs;
  pairs.count = slots.length;
  pairs.slotCount = first.length;
  pairs.freeCount = freeSlots.length;
  pairs.slots = roomFor(pairs.slots, slots);
  pairs.first = roomFor(pairs.first, first);
  pairs.second = roomFor(pairs.second, second);
  pairs.freeSlots = roomFor(pairs.freeSlots, freeSlots);
  pairs.dropped.count = dropped.length;
  pairs.dropped.slots = roomFor(pairs.dropped.slots, dropped);
  restoreMemory(world, snapshot.memory);
  // poses of bodies that do not move are written once, at the start
  for (let i = 0; i < count; i++) writePose(world.poses[i], bodies, i);
}

function roomFor(old: Int32Array, numbers: Int32Array): Int32Array {
  const room = old.length >= numbers.length ? old : new Int32Array(2 * numbers.length);
  room.set(numbers);
  return room;
}

function restoreMemory({ memory, pairs }: StepWorld, numbers: MemoryNumbers): void {
  reserveSlots(memory, pairs.slotCount);
  reservePoints(memory, numbers.pointCount);
  memory.pointCount = numbers.pointCount;
  memory.freeNarrow.splice(0, Infinity, ...numbers.freeNarrow);
  memory.freeWide.splice(0, Infinity, ...numbers.freeWide);
  memory.counts.set(numbers.counts);
  memory.blocks.set(numbers.blocks);
  memory.capacities.set(numbers.capacities);
  memory.places.set(numbers.places);
  memory.materials.set(numbers.materials);
  memory.sensors.set(numbers.sensors);
  memory.touching.set(numbers.touching);
  memory.visited.set(numbers.visited);
  memory.caches.set(numbers.caches);
  memory.anchorsA.set(numbers.anchorsA);
  memory.anchorsB.set(numbers.anchorsB);
  memory.normals.set(numbers.normals);
  memory.features.set(numbers.features);
  memory.impulses.set(numbers.impulses);
}

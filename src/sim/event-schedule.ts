import { boxesOverlap } from '../broad/pairs.ts';
import { addCompensated, createCompensated, differenceOf } from '../math/compensated.ts';
import { lengthVec3 } from '../math/vec3.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { type CompositeBody, createSnapshot, snapshotAt } from './composite-body.ts';
import { type Dock, isWaiting } from './dock-stages.ts';
import { compositeOf, searchDocking } from './docking.ts';
import { applyLoads, loadChanges } from './event-loads.ts';
import { createPair, type Pair, searchImpact, staysInContact } from './event-pairs.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { beginInterval, createFlightBoxes, type FlightBoxes, setFlightBox } from './flight-boxes.ts';
import { hasDrivenFlights, setDrivenFlights } from './planar-orbit.ts';
import type { World } from './world.ts';

/** A speed below this fraction of the maximum speed so far is the rounding of a body at rest. */
const SPEED_NOISE = 1e-14;

/** The end of the interval for which pairs have been searched. */
export interface Horizon {
  readonly kind: 'horizon';
  /** [s], the sum of both. */
  time: number;
  timeLow: number;
  scheduledRank: number;
}

export interface DockWait {
  readonly kind: 'dock' | 'release';
  readonly dock: Dock;
  scheduledRank: number;
}

/** A change of the loads. */
export interface LoadChange {
  readonly kind: 'load';
  scheduledRank: number;
}

/** An event due at a known time. Valid until its owner schedules another one. */
export interface ScheduledEvent {
  readonly rank: number;
  readonly owner: Pair | Horizon | DockWait | LoadChange;
  /** Lead time: from the search that found it to the event [s]. */
  readonly leadTime: number;
}

/** Events scheduled in an event-driven world. */
export interface Schedule {
  readonly world: World;
  readonly queue: EventQueue<ScheduledEvent>;
  scheduledCount: number;
  /** Maximum speed of a point so far [m/s]. */
  fastest: number;
  readonly flights: FlightBoxes;
  readonly horizon: Horizon;
  /** Docks that wait for their sensors to touch, in world order. */
  readonly waits: readonly DockWait[];
  /** Index of each composite in the world's list, and by index its bounding radius about its centre [m]. */
  readonly compositeIndices: Map<CompositeBody, number>;
  readonly radii: number[];
  /** Pairs that may touch before the horizon, by the indices of their composites; and those of each composite, by its index. */
  readonly pairs: Map<number, Pair>;
  readonly pairsOf: Set<Pair>[];
  /** A pair that was found to stay in contact. */
  resting?: Pair;
  /** Number of consecutive impacts without an impulse. */
  idle: number;
}

export function createSchedule(world: World): Schedule {
  const schedule: Schedule = {
    world,
    queue: createEventQueue<ScheduledEvent>((scheduled) => scheduled.owner.scheduledRank !== scheduled.rank),
    scheduledCount: 0,
    fastest: 0,
    flights: createFlightBoxes(world.scene.time.broadPhase),
    horizon: { kind: 'horizon', time: 0, timeLow: 0, scheduledRank: -1 },
    waits: world.docks.map((dock) => ({ kind: 'dock', dock, scheduledRank: -1 })),
    compositeIndices: new Map(),
    radii: [],
    pairs: new Map(),
    pairsOf: [],
    idle: 0,
  };
  for (const wait of schedule.waits) {
    const { dock } = wait;
    const { release } = dock.docking;
    if (release < Number.POSITIVE_INFINITY && !dock.released)
      setScheduledEvent(schedule, { kind: 'release', dock, scheduledRank: -1 }, Math.max(release, world.time));
    scheduleWait(schedule, wait);
  }
  for (const time of loadChanges(world))
    if (time > world.time) setScheduledEvent(schedule, { kind: 'load', scheduledRank: -1 }, time);
  applyLoads(world);
  if (hasDrivenFlights(world.scene)) scheduleRenewal(schedule);
  indexComposites(schedule);
  noteSpeeds(schedule, world.composites);
  scheduleInterval(schedule);
  return schedule;
}

/** Sets the forces that change in flight until the next multiple of `time.step`, where they are renewed. Loaded composites are at the current time. */
export function scheduleRenewal(schedule: Schedule): void {
  const { world } = schedule;
  const { step } = world.scene.time;
  let next = (Math.floor(world.time / step) + 1) * step;
  if (!(next > world.time)) next += step;
  setDrivenFlights(world, next - world.time);
  setScheduledEvent(schedule, { kind: 'load', scheduledRank: -1 }, next);
}

function setScheduledEvent(
  schedule: Schedule,
  owner: ScheduledEvent['owner'],
  time: number,
  timeLow = 0,
  leadTime = 0,
): void {
  const scheduled: ScheduledEvent = { rank: schedule.scheduledCount++, owner, leadTime };
  owner.scheduledRank = scheduled.rank;
  if (time <= schedule.world.scene.time.end) schedule.queue.push(time, scheduled, timeLow);
}

/** Takes the earliest event out of the queue. */
export function takeScheduledEvent({ queue }: Schedule): ScheduledEvent {
  const scheduled = queue.pop() as ScheduledEvent;
  scheduled.owner.scheduledRank = -1;
  return scheduled;
}

/** Returns an event to the queue, due now. */
export function postponeEvent({ queue, world }: Schedule, scheduled: ScheduledEvent): void {
  scheduled.owner.scheduledRank = scheduled.rank;
  queue.push(world.time, scheduled, world.timeLow);
}

export function scheduleWait(schedule: Schedule, wait: DockWait): void {
  const { world } = schedule;
  const { dock } = wait;
  if (!isWaiting(dock)) return;
  setScheduledEvent(schedule, wait, searchDocking(world, dock, world.time, world.scene.time.end));
}

const flight = createSnapshot();

/** Searches all pairs that may touch in the next interval, which begins now. */
export function scheduleInterval(schedule: Schedule): void {
  const { world, flights, horizon, radii, pairs, pairsOf } = schedule;
  const { composites, time, timeLow } = world;
  const left = differenceOf(world.scene.time.end, 0, time, timeLow);
  const near = beginInterval(flights, composites.length, left, (i) => ({
    flight: snapshotAt(flight, composites[i], time, timeLow),
    radius: radii[i],
  }));
  const end = addCompensated(createCompensated(), time, timeLow, flights.span);
  horizon.time = flights.span < left ? end.value : world.scene.time.end;
  horizon.timeLow = flights.span < left ? end.low : 0;
  if (flights.span < left) setScheduledEvent(schedule, horizon, horizon.time, horizon.timeLow);
  const known = new Map(pairs);
  for (const pair of known.values()) pair.scheduledRank = -1;
  pairs.clear();
  for (const some of pairsOf) some.clear();
  for (let k = 0; k < near.count; k++) {
    const [i, j] = [near.indices[2 * k], near.indices[2 * k + 1]];
    const key = i * composites.length + j;
    const pair = known.get(key) ?? createPair(world, i, j);
    if (!pair) continue;
    addPair(schedule, key, pair);
    // at once, so that thousands of bodies on top of each other are rejected before all their pairs are in memory
    schedulePair(schedule, pair);
  }
}

function indexComposites({ compositeIndices, radii, pairsOf, world }: Schedule): void {
  compositeIndices.clear();
  radii.length = pairsOf.length = 0;
  for (const [i, composite] of world.composites.entries()) {
    compositeIndices.set(composite, i);
    radii.push(boundingRadius(composite));
    pairsOf.push(new Set());
  }
}

function addPair({ pairs, pairsOf }: Schedule, key: number, pair: Pair): void {
  pairs.set(key, pair);
  pairsOf[pair.indexA].add(pair);
  pairsOf[pair.indexB].add(pair);
}

function dropPair({ pairs, pairsOf, world }: Schedule, pair: Pair): void {
  pairs.delete(pair.indexA * world.composites.length + pair.indexB);
  pairsOf[pair.indexA].delete(pair);
  pairsOf[pair.indexB].delete(pair);
  pair.scheduledRank = -1;
}

const changedIndices: number[] = [];

/** Searches again all pairs of these composites, whose flights have changed. All of them are at the current time. */
export function rescheduleFor(schedule: Schedule, changed: ReadonlySet<CompositeBody>): void {
  const { world, flights, horizon, compositeIndices, radii, pairsOf, waits } = schedule;
  const { boxes } = flights;
  const left = differenceOf(horizon.time, horizon.timeLow, world.time, world.timeLow);
  noteSpeeds(schedule, changed);
  changedIndices.length = 0;
  for (const composite of changed) {
    const index = compositeIndices.get(composite) ?? 0;
    setFlightBox(flights, index, composite, radii[index], left);
    changedIndices.push(index);
  }
  changedIndices.sort(ascending);
  for (const index of changedIndices) {
    for (const pair of pairsOf[index]) {
      if (!boxesOverlap(boxes, pair.indexA, boxes, pair.indexB)) dropPair(schedule, pair);
    }
  }
  scheduleNeighbours(schedule);
  for (const wait of waits) {
    if (wait.dock.sensors.some((sensor) => changed.has(compositeOf(world, sensor.body)))) scheduleWait(schedule, wait);
  }
}

function ascending(p: number, q: number): number {
  return p - q;
}

/** Searches the pairs of the changed indices, in world order, so that equal times come in that order. */
function scheduleNeighbours(schedule: Schedule): void {
  const { boxes, count } = schedule.flights;
  // the first changed index from i on
  let next = 0;
  for (let i = 0; i < count && next < changedIndices.length; i++) {
    if (changedIndices[next] === i) {
      next++;
      for (let j = i + 1; j < count; j++) if (boxesOverlap(boxes, i, boxes, j)) scheduleIndices(schedule, i, j);
      continue;
    }
    for (let k = next; k < changedIndices.length; k++) {
      const j = changedIndices[k];
      if (boxesOverlap(boxes, i, boxes, j)) scheduleIndices(schedule, i, j);
    }
  }
}

function scheduleIndices(schedule: Schedule, i: number, j: number): void {
  const { world, pairs } = schedule;
  const key = i * world.composites.length + j;
  let pair = pairs.get(key);
  if (!pair) {
    pair = createPair(world, i, j);
    if (!pair) return;
    addPair(schedule, key, pair);
  }
  schedulePair(schedule, pair);
}

/** Composites were joined or split: all pairs are searched again, from now on. */
export function reschedule(schedule: Schedule, changed: ReadonlySet<CompositeBody>): void {
  for (const pair of schedule.pairs.values()) pair.scheduledRank = -1;
  schedule.pairs.clear();
  indexComposites(schedule);
  noteSpeeds(schedule, changed);
  scheduleInterval(schedule);
  for (const wait of schedule.waits) scheduleWait(schedule, wait);
}

const due = createCompensated();

function schedulePair(schedule: Schedule, pair: Pair): void {
  const { world, horizon, fastest } = schedule;
  const left = differenceOf(horizon.time, horizon.timeLow, world.time, world.timeLow);
  const noise = SPEED_NOISE * fastest;
  const after = searchImpact(world, pair, left, noise);
  if (staysInContact(world, pair, after, noise)) schedule.resting ??= pair;
  if (!(after < Number.POSITIVE_INFINITY)) {
    pair.scheduledRank = -1;
    return;
  }
  addCompensated(due, world.time, world.timeLow, after);
  setScheduledEvent(schedule, pair, due.value, due.low, after);
}

function noteSpeeds(schedule: Schedule, composites: Iterable<CompositeBody>): void {
  const { compositeIndices, radii } = schedule;
  for (const composite of composites) {
    const { velocity, angularVelocity } = composite;
    const angularSpeed =
      angularVelocity.z === 0 ? 0 : Math.abs(angularVelocity.z) * radii[compositeIndices.get(composite) ?? 0];
    schedule.fastest = Math.max(schedule.fastest, lengthVec3(velocity) + angularSpeed);
  }
}

/** Bounding radius of a composite about its centre [m]; Infinity for half-spaces. */
function boundingRadius({ parts }: CompositeBody): number {
  let radius = 0;
  for (const { shape, offset } of parts) radius = Math.max(radius, shapeRadius(shape) + lengthVec3(offset));
  return radius;
}

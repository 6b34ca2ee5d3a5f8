import { addCompensated, createCompensated, differenceOf } from '../math/compensated.ts';
import { lengthVec3 } from '../math/vec3.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { moverOf, searchDocking } from './docking.ts';
import { createPair, type Pair, searchImpact, staysInContact } from './event-pairs.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { addNeighbours, beginInterval, createFlightBoxes, type FlightBoxes, setFlightBox } from './flight-boxes.ts';
import { createSnapshot, type Mover, snapshotAt } from './mover.ts';
import type { Dock, World } from './world.ts';

/** A speed below this fraction of the fastest one met so far is what rounding left of a body at rest. */
const SPEED_NOISE = 1e-14;

/** The end of the interval that pairs have been searched for. */
export interface Horizon {
  readonly kind: 'horizon';
  /** [s], the sum of both. */
  time: number;
  timeLow: number;
}

export interface DockWait {
  readonly kind: 'dock' | 'release';
  readonly dock: Dock;
}

/** Something due at a known time. It holds as long as its key has no other plan. */
export interface Plan {
  readonly rank: number;
  readonly key: object;
  readonly owner: Pair | Horizon | DockWait;
  /** How long before it was found [s]. */
  readonly ahead: number;
}

/** What is due when, in a world that goes from one event to the next. */
export interface Schedule {
  readonly world: World;
  readonly queue: EventQueue<Plan>;
  readonly current: Map<object, Plan>;
  planCount: number;
  /** The greatest speed of a point met so far [m/s]. */
  fastest: number;
  readonly flights: FlightBoxes;
  readonly horizon: Horizon;
  /** Where each mover is in the list of the world. */
  readonly places: Map<Mover, number>;
  /** Pairs that may meet before the horizon, by the places of their movers; and those of each mover. */
  readonly pairs: Map<number, Pair>;
  readonly pairsOf: Map<Mover, Set<Pair>>;
  /** A pair that was found to stay in contact. */
  resting?: Pair;
  /** How many impacts in a row changed nothing. */
  idle: number;
}

export function createSchedule(world: World): Schedule {
  const current = new Map<object, Plan>();
  const schedule: Schedule = {
    world,
    queue: createEventQueue<Plan>((plan) => current.get(plan.key) !== plan),
    current,
    planCount: 0,
    fastest: 0,
    flights: createFlightBoxes(world.scene.time.broadPhase),
    horizon: { kind: 'horizon', time: 0, timeLow: 0 },
    places: new Map(),
    pairs: new Map(),
    pairsOf: new Map(),
    idle: 0,
  };
  for (const dock of world.docks) {
    const { release } = dock.docking;
    const owner = { kind: 'release', dock } as const;
    if (release < Number.POSITIVE_INFINITY) setPlan(schedule, owner, owner, release);
    planDock(schedule, dock);
  }
  noteSpeeds(schedule, world.movers);
  planInterval(schedule);
  return schedule;
}

// biome-ignore format: one group per line
function setPlan(
  schedule: Schedule, key: object, owner: Plan['owner'],
  time: number, timeLow = 0, ahead = 0,
): void {
  const plan: Plan = { rank: schedule.planCount++, key, owner, ahead };
  schedule.current.set(key, plan);
  if (time <= schedule.world.scene.time.end) schedule.queue.push(time, plan, timeLow);
}

/** The earliest plan is taken out of the queue. */
export function takePlan({ queue, current }: Schedule): Plan {
  const plan = queue.pop() as Plan;
  current.delete(plan.key);
  return plan;
}

export function planDock(schedule: Schedule, dock: Dock): void {
  const { world } = schedule;
  if (dock.state !== 'armed' && dock.state !== 'too-fast') return;
  const time = searchDocking(world, dock, world.time, world.scene.time.end);
  setPlan(schedule, dock, { kind: 'dock', dock }, time);
}

/** Searches all pairs that may meet in the next interval, which begins now. */
export function planInterval(schedule: Schedule): void {
  const { world, flights, horizon, places, pairs, pairsOf } = schedule;
  const { movers, time, timeLow } = world;
  const left = differenceOf(world.scene.time.end, 0, time, timeLow);
  placeMovers(schedule);
  const near = beginInterval(flights, movers.length, left, (i) => ({
    flight: snapshotAt(flight, movers[i], time, timeLow),
    reach: reachOf(movers[i]),
  }));
  const end = addCompensated(createCompensated(), time, timeLow, flights.span);
  horizon.time = flights.span < left ? end.value : world.scene.time.end;
  horizon.timeLow = flights.span < left ? end.low : 0;
  if (flights.span < left) setPlan(schedule, horizon, horizon, horizon.time, horizon.timeLow);
  const known = new Map(pairs);
  for (const pair of known.values()) schedule.current.delete(pair);
  pairs.clear();
  pairsOf.clear();
  for (let k = 0; k < near.count; k++) {
    const [i, j] = [near.indices[2 * k], near.indices[2 * k + 1]];
    const key = i * places.size + j;
    addPair(schedule, key, known.get(key) ?? createPair(world, movers[i], movers[j]));
  }
  for (const pair of pairs.values()) planPair(schedule, pair);
}

function placeMovers({ places, world }: Schedule): void {
  places.clear();
  for (const [i, mover] of world.movers.entries()) places.set(mover, i);
}

function addPair({ pairs, pairsOf }: Schedule, key: number, pair: Pair | undefined): void {
  if (!pair) return;
  pairs.set(key, pair);
  for (const mover of [pair.a, pair.b]) pairsOf.set(mover, (pairsOf.get(mover) ?? new Set()).add(pair));
}

function dropPair({ pairs, pairsOf, current, places }: Schedule, pair: Pair): void {
  pairs.delete(keyOf(places, pair.a, pair.b));
  pairsOf.get(pair.a)?.delete(pair);
  pairsOf.get(pair.b)?.delete(pair);
  current.delete(pair);
}

function keyOf(places: ReadonlyMap<Mover, number>, a: Mover, b: Mover): number {
  const [i, j] = [places.get(a) ?? 0, places.get(b) ?? 0];
  return Math.min(i, j) * places.size + Math.max(i, j);
}

const flight = createSnapshot();

/** Searches again whatever involves one of these movers, as their flights have changed. */
export function planAround(schedule: Schedule, changed: ReadonlySet<Mover>): void {
  const { world, flights, horizon, places, pairs, pairsOf } = schedule;
  const { time, timeLow, movers } = world;
  const left = differenceOf(horizon.time, horizon.timeLow, time, timeLow);
  noteSpeeds(schedule, changed);
  for (const mover of changed) {
    const now = snapshotAt(flight, mover, time, timeLow);
    setFlightBox(flights, places.get(mover) ?? 0, now, reachOf(mover), left);
  }
  const keys = new Set<number>();
  for (const mover of changed) {
    const near: number[] = [];
    addNeighbours(flights, places.get(mover) ?? 0, near);
    for (const j of near) keys.add(keyOf(places, mover, movers[j]));
  }
  for (const mover of changed) {
    for (const pair of pairsOf.get(mover) ?? []) if (!keys.has(keyOf(places, pair.a, pair.b))) dropPair(schedule, pair);
  }
  // in the order of the world, so that equal times come in that order
  for (const key of [...keys].sort((p, q) => p - q)) {
    const [i, j] = [Math.floor(key / places.size), key % places.size];
    if (!pairs.has(key)) addPair(schedule, key, createPair(world, movers[i], movers[j]));
    const pair = pairs.get(key);
    if (pair) planPair(schedule, pair);
  }
  for (const dock of world.docks) {
    if (dock.sensors.some((sensor) => changed.has(moverOf(world, sensor.body)))) planDock(schedule, dock);
  }
}

/** Movers were joined or parted: everything is searched again, from now on. */
export function planAnew(schedule: Schedule, changed: ReadonlySet<Mover>): void {
  const { world } = schedule;
  for (const pair of schedule.pairs.values()) schedule.current.delete(pair);
  schedule.pairs.clear();
  noteSpeeds(schedule, changed);
  planInterval(schedule);
  for (const dock of world.docks) planDock(schedule, dock);
}

function planPair(schedule: Schedule, pair: Pair): void {
  const { world, horizon, fastest } = schedule;
  const left = differenceOf(horizon.time, horizon.timeLow, world.time, world.timeLow);
  const noise = SPEED_NOISE * fastest;
  const after = searchImpact(world, pair, left, noise);
  if (staysInContact(world, pair, after, noise)) schedule.resting ??= pair;
  if (!(after < Number.POSITIVE_INFINITY)) {
    schedule.current.delete(pair);
    return;
  }
  const { value, low } = addCompensated(createCompensated(), world.time, world.timeLow, after);
  setPlan(schedule, pair, pair, value, low, after);
}

function noteSpeeds(schedule: Schedule, movers: Iterable<Mover>): void {
  for (const mover of movers) {
    const { velocity, angularVelocity } = mover;
    const spin = angularVelocity.z === 0 ? 0 : Math.abs(angularVelocity.z) * reachOf(mover);
    schedule.fastest = Math.max(schedule.fastest, lengthVec3(velocity) + spin);
  }
}

/** No point of a mover is farther from its centre [m]; Infinity for walls. */
function reachOf({ parts }: Mover): number {
  let reach = 0;
  for (const { shape, offset } of parts) reach = Math.max(reach, shapeRadius(shape) + lengthVec3(offset));
  return reach;
}

import { addCompensated, createCompensated, differenceOf } from '../../../math/compensated.ts';
import type { FreeFlight } from '../../../math/free-flight.ts';
import { lengthVec3 } from '../../../math/vec3.ts';
import { sphereMeeting, wallMeeting } from '../../../narrow/continuous/sphere-meeting.ts';
import { tumblingImpact } from '../../../narrow/continuous/tumbling-impact.ts';
import { copyImpact, createImpact, type Impact } from '../../../narrow/impact.ts';
import { checkTurning } from '../../check-turning.ts';
import { addNeighbours, beginInterval, type FlightOf, setFlightBox, setFlightBoxes } from '../../flight-boxes.ts';
import { type Dock, SimulationError } from '../../world.ts';
import { searchDocking } from '../docking.ts';
import { centreAt, flightAt, type SolidMover, type SolidPart } from '../solid-mover.ts';
import type { EventWorld } from './event-world.ts';
import { type LoadChange, loadChanges } from './loads.ts';
import { type SensorWatch, searchWatch } from './sensor-watch.ts';

/** Something due at a known time. It holds as long as its owner has no other plan. */
export type Plan = { readonly rank: number } /** `ahead`: how long before it was found [s]. */ & (
  | { readonly kind: 'strike'; readonly owner: SolidMover; readonly meeting: Meeting; readonly ahead: number }
  | { readonly kind: 'horizon'; readonly owner: Horizon }
  | { readonly kind: 'watch'; readonly owner: SensorWatch }
  | { readonly kind: 'dock'; readonly owner: Dock }
  | { readonly kind: 'release'; readonly owner: Release }
  | { readonly kind: 'load'; readonly owner: LoadChange }
);

/** The end of the interval that impacts have been searched for [s]: the sum of both. */
export interface Horizon {
  time: number;
  timeLow: number;
}

/** The end of a docking, which stands from the beginning. */
export interface Release {
  readonly dock: Dock;
}

/** Two movers that meet, and with which of their parts; `a` comes before `b` in the world. */
export interface Meeting {
  readonly a: SolidMover;
  readonly b: SolidMover;
  readonly partA: SolidPart;
  readonly partB: SolidPart;
  /** `changes` of both when this was found out. */
  readonly changesA: number;
  readonly changesB: number;
  readonly impact: Impact;
}

/** A speed below this share of the fastest one met so far is what rounding left of a body at rest. */
const SPEED_NOISE = 1e-14;

/** Plans for everything, at the start. */
export function planAll(world: EventWorld): void {
  for (const dock of world.docks) {
    const { release } = dock.docking;
    if (release < Number.POSITIVE_INFINITY) setPlan(world, release, 0, { kind: 'release', owner: { dock } });
  }
  for (const change of loadChanges(world.scene)) setPlan(world, change.time, 0, { kind: 'load', owner: change });
  for (const mover of world.movers) world.fastest = Math.max(world.fastest, topSpeed(mover));
  planInterval(world);
  planMeetings(world, world.movers);
}

/** The first impacts of all movers in the next interval, which begins now. */
export function planInterval(world: EventWorld): void {
  const { movers, flights, horizon, time, timeLow, scene } = world;
  const left = timeTo(world, scene.time.end, 0);
  const pairs = beginInterval(flights, movers.length, left, flightOf(world));
  const isLast = flights.span >= left;
  const { value, low } = addCompensated(createCompensated(), time, timeLow, flights.span);
  horizon.time = isLast ? scene.time.end : value;
  horizon.timeLow = isLast ? 0 : low;
  if (!isLast) setPlan(world, value, low, { kind: 'horizon', owner: horizon });
  const near = movers.map((): number[] => []);
  for (let k = 0; k < pairs.count; k++) {
    const [i, j] = [pairs.indices[2 * k], pairs.indices[2 * k + 1]];
    near[i].push(j);
    near[j].push(i);
  }
  planStrikes(world, movers, near);
}

function flightOf({ movers, time, timeLow }: EventWorld): FlightOf {
  return (i) => ({ flight: centreAt(movers[i], time, timeLow), reach: movers[i].reach });
}

/** Plans for movers that were joined or parted just now: the places of all others have changed as well. */
export function planReplaced(world: EventWorld, come: readonly SolidMover[]): void {
  const { horizon, movers, flights } = world;
  setFlightBoxes(flights, movers.length, timeTo(world, horizon.time, horizon.timeLow), flightOf(world));
  planAround(world, come);
}

/** How long it is to time + timeLow [s]. */
function timeTo(world: EventWorld, time: number, timeLow: number): number {
  return differenceOf(time, timeLow, world.time, world.timeLow);
}

/** Plans again for whatever involves one of these movers, as their flights have changed. */
export function planAround(world: EventWorld, changed: readonly SolidMover[]): void {
  for (const mover of changed) world.fastest = Math.max(world.fastest, topSpeed(mover));
  const left = timeTo(world, world.horizon.time, world.horizon.timeLow);
  for (const mover of changed) {
    const place = world.movers.indexOf(mover);
    setFlightBox(world.flights, place, centreAt(mover, world.time, world.timeLow), mover.reach, left);
  }
  // what nothing moves does not look for others, so the others look for it
  planStrikes(world, changed.some(({ inverseMass }) => inverseMass === 0) ? world.movers : changed);
  planMeetings(world, changed);
}

/** What else involves one of these movers: sensors and docks. */
export function planMeetings(world: EventWorld, changed: readonly SolidMover[]): void {
  const bodies = new Set(changed.flatMap(({ parts }) => parts.map(({ body }) => body)));
  for (const watch of world.watches) if (watch.bodies.some((body) => bodies.has(body))) planWatch(world, watch);
  for (const dock of world.docks) if (dock.sensors.some(({ body }) => bodies.has(body))) planDock(world, dock);
}

function topSpeed({ velocity, angularVelocity, reach }: SolidMover): number {
  const spin = lengthVec3(angularVelocity);
  return lengthVec3(velocity) + (spin === 0 ? 0 : spin * reach);
}

/**
 * The first impact of each of these movers with any other. A mover keeps only its first: whatever comes later is looked for again when
 * that has happened, or would have. Two movers of the list need one search, not two.
 */
export function planStrikes(
  world: EventWorld,
  movers: readonly SolidMover[],
  near?: readonly (readonly number[])[],
): void {
  const done = new Set<SolidMover>();
  for (const [i, mover] of movers.entries()) {
    // what nothing moves waits to be met
    if (mover.inverseMass === 0) continue;
    done.add(mover);
    checkTumbling(world, mover);
    planStrike(world, mover, done, near?.[i]);
  }
}

/** A flight is seen from its start, again and again: farther than this takes a second each time [rad]. */
const MOST_TURN = 3e6;

function checkTumbling({ scene, time }: EventWorld, { turning, parts, angularVelocity }: SolidMover): void {
  const [a, b, c] = turning.moments;
  // a body that is alike about all axes turns in one go
  if (a === b && b === c) return;
  checkTurning(scene.bodies[parts[0].body].name, angularVelocity, scene.time.end - time, time, MOST_TURN);
}

const trial = createImpact();

function planStrike(
  world: EventWorld,
  mover: SolidMover,
  done: ReadonlySet<SolidMover>,
  near?: readonly number[],
): void {
  const { time, timeLow, horizon } = world;
  let best = timeTo(world, horizon.time, horizon.timeLow);
  let first: Meeting | undefined;
  for (const { a, b, from } of candidatesOf(world, mover, done, best, near).sort((p, q) => p.from - q.from)) {
    if (from > best) break;
    for (const partA of a.parts) {
      for (const partB of b.parts) {
        if (!mayStrike(world, partA, partB)) continue;
        searchParts(world, a, partA, b, partB, best);
        if (trial.status === 'none' || !(trial.time < best)) continue;
        best = trial.time;
        first = meetingOf(a, partA, b, partB);
      }
    }
  }
  if (!first) {
    world.current.delete(mover);
    return;
  }
  const { value, low } = addCompensated(createCompensated(), time, timeLow, best);
  setPlan(world, value, low, { kind: 'strike', owner: mover, meeting: first, ahead: best });
}

/**
 * Whatever touches and approaches one of these movers at this moment, within `soon` [s]. Plans know the first impact of a mover; of several
 * at once they know one.
 */
export function meetingsNow(world: EventWorld, movers: Iterable<SolidMover>, soon: number): Meeting[] {
  const found: Meeting[] = [];
  const done = new Set<SolidMover>();
  for (const mover of movers) {
    if (mover.inverseMass === 0) continue;
    done.add(mover);
    for (const { a, b } of candidatesOf(world, mover, done, soon)) {
      for (const partA of a.parts) {
        for (const partB of b.parts) {
          if (!mayStrike(world, partA, partB)) continue;
          searchParts(world, a, partA, b, partB, soon);
          if (trial.status === 'hit') found.push(meetingOf(a, partA, b, partB));
        }
      }
    }
  }
  return found;
}

/** Two movers, in the order of the world, that do not meet before `from` [s] from now. */
interface Candidate {
  readonly a: SolidMover;
  readonly b: SolidMover;
  readonly from: number;
}

/** A free mover with all that it may meet within `left` [s], but for those in `done`; `near` are the places of those around it. */
function candidatesOf(
  world: EventWorld,
  mover: SolidMover,
  done: ReadonlySet<SolidMover>,
  left: number,
  near: readonly number[] = neighboursOf(world, mover),
): Candidate[] {
  const { time, timeLow, movers } = world;
  const flight = centreAt(mover, time, timeLow);
  const place = movers.indexOf(mover);
  const found: Candidate[] = [];
  for (const j of near) {
    const other = movers[j];
    if (done.has(other)) continue;
    const from = earliestMeeting(flight, mover.reach, other, centreAt(other, time, timeLow), left);
    if (from < left) found.push(j > place ? { a: mover, b: other, from } : { a: other, b: mover, from });
  }
  return found;
}

function neighboursOf({ flights, movers }: EventWorld, mover: SolidMover): number[] {
  const near: number[] = [];
  addNeighbours(flights, movers.indexOf(mover), near);
  return near;
}

/** Of `trial`. */
function meetingOf(a: SolidMover, partA: SolidPart, b: SolidMover, partB: SolidPart): Meeting {
  const impact = copyImpact(createImpact(), trial);
  return { a, b, partA, partB, changesA: a.changes, changesB: b.changes, impact };
}

/** A time from now before which a free mover does not meet another one [s]; walls do not turn, and centres are enough. */
// biome-ignore format: one body per line
function earliestMeeting(
  flight: FreeFlight, reach: number,
  other: SolidMover, otherFlight: FreeFlight,
  left: number,
): number {
  const [{ shape }, ...more] = other.parts;
  if (shape.kind === 'halfplane' && more.length === 0) return wallMeeting(flight, reach, otherFlight, shape);
  return sphereMeeting(flight, reach, otherFlight, other.reach, left);
}

function mayStrike({ scene, laws }: EventWorld, { body: a }: SolidPart, { body: b }: SolidPart): boolean {
  return !scene.bodies[a].sensor && !scene.bodies[b].sensor && laws(a, b).collide;
}

/** Into `trial`. */
// biome-ignore format: one body per line
function searchParts(
  world: EventWorld,
  a: SolidMover, partA: SolidPart,
  b: SolidMover, partB: SolidPart,
  duration: number,
): void {
  const { time, timeLow } = world;
  const slowest = SPEED_NOISE * world.fastest;
  const [flightA, flightB] = [flightAt(a, time, timeLow), flightAt(b, time, timeLow)];
  tumblingImpact(trial, partA.shape, flightA, partB.shape, flightB, duration, slowest);
  if (trial.status !== 'initial-overlap') return;
  const [nameA, nameB] = [world.scene.bodies[partA.body].name, world.scene.bodies[partB.body].name];
  throw new SimulationError(
    `${nameA} and ${nameB} overlap at t = ${time} s; time.method 'events' needs bodies that start apart or touching`,
  );
}

export function planWatch(world: EventWorld, watch: SensorWatch): void {
  const time = searchWatch(world, watch);
  if (time <= world.scene.time.end) setPlan(world, time, 0, { kind: 'watch', owner: watch });
  else world.current.delete(watch);
}

export function planDock(world: EventWorld, dock: Dock): void {
  const time = searchDocking(world, dock);
  if (time <= world.scene.time.end) setPlan(world, time, 0, { kind: 'dock', owner: dock });
  else world.current.delete(dock);
}

type Without<T> = T extends unknown ? Omit<T, 'rank'> : never;

function setPlan(world: EventWorld, time: number, timeLow: number, what: Without<Plan>): void {
  const plan = { ...what, rank: world.planCount++ } as Plan;
  world.current.set(plan.owner, plan);
  world.queue.push(time, plan, timeLow);
}

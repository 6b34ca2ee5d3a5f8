import type { FreeFlight } from '../../../math/free-flight.ts';
import { lengthVec3 } from '../../../math/vec3.ts';
import { sphereMeeting, wallMeeting } from '../../../narrow/continuous/sphere-meeting.ts';
import { tumblingImpact } from '../../../narrow/continuous/tumbling-impact.ts';
import { copyImpact, createImpact, type Impact } from '../../../narrow/impact.ts';
import { type Dock, SimulationError } from '../../world.ts';
import { searchDocking } from '../docking.ts';
import { centreAt, flightAt, type SolidMover, type SolidPart } from '../solid-mover.ts';
import type { EventWorld } from './event-world.ts';
import { type SensorWatch, searchWatch } from './sensor-watch.ts';

/** Something due at a known time. It holds as long as its owner has no other plan. */
export type Plan = { readonly rank: number } & (
  | { readonly kind: 'strike'; readonly owner: SolidMover; readonly meeting: Meeting }
  | { readonly kind: 'watch'; readonly owner: SensorWatch }
  | { readonly kind: 'dock'; readonly owner: Dock }
  | { readonly kind: 'release'; readonly owner: Release }
);

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
    if (release < Number.POSITIVE_INFINITY) setPlan(world, release, { kind: 'release', owner: { dock } });
  }
  planAround(world, world.movers);
}

/** Plans again for whatever involves one of these movers, as their flights have changed. */
export function planAround(world: EventWorld, changed: readonly SolidMover[]): void {
  for (const mover of changed) world.fastest = Math.max(world.fastest, topSpeed(mover));
  // what nothing moves does not look for others, so the others look for it
  planStrikes(world, changed.some(({ inverseMass }) => inverseMass === 0) ? world.movers : changed);
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
export function planStrikes(world: EventWorld, movers: readonly SolidMover[]): void {
  const done = new Set<SolidMover>();
  for (const mover of movers) {
    // what nothing moves waits to be met
    if (mover.inverseMass === 0) continue;
    done.add(mover);
    planStrike(world, mover, done);
  }
}

const trial = createImpact();

function planStrike(world: EventWorld, mover: SolidMover, done: ReadonlySet<SolidMover>): void {
  const { time, scene, movers } = world;
  const flight = flightAt(mover, time);
  const left = scene.time.end - time;
  const others = movers
    .filter((other) => !done.has(other))
    .map((other) => ({ other, from: earliestMeeting(flight, mover.reach, other, time, left) }))
    .filter(({ from }) => from < left)
    .sort((p, q) => p.from - q.from);
  const isFirst = new Set(movers.slice(0, movers.indexOf(mover)));
  let first: Meeting | undefined;
  let best = left;
  for (const { other, from } of others) {
    if (from > best) break;
    const [a, b] = isFirst.has(other) ? [other, mover] : [mover, other];
    for (const partA of a.parts) {
      for (const partB of b.parts) {
        if (!mayStrike(world, partA, partB)) continue;
        searchParts(world, a, partA, b, partB, best);
        if (trial.status === 'none' || !(trial.time < best)) continue;
        best = trial.time;
        const impact = copyImpact(createImpact(), trial);
        first = { a, b, partA, partB, changesA: a.changes, changesB: b.changes, impact };
      }
    }
  }
  if (first) setPlan(world, time + best, { kind: 'strike', owner: mover, meeting: first });
  else world.current.delete(mover);
}

/** A time from now before which a free mover does not meet another one [s]; walls do not turn, and centres are enough. */
function earliestMeeting(flight: FreeFlight, reach: number, other: SolidMover, time: number, left: number): number {
  const [{ shape }, ...more] = other.parts;
  const otherFlight = centreAt(other, time);
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
  const { time } = world;
  const slowest = SPEED_NOISE * world.fastest;
  tumblingImpact(trial, partA.shape, flightAt(a, time), partB.shape, flightAt(b, time), duration, slowest);
  if (trial.status !== 'initial-overlap') return;
  const [nameA, nameB] = [world.scene.bodies[partA.body].name, world.scene.bodies[partB.body].name];
  throw new SimulationError(
    `${nameA} and ${nameB} overlap at t = ${time} s; time.method 'events' needs bodies that start apart or touching`,
  );
}

export function planWatch(world: EventWorld, watch: SensorWatch): void {
  const time = searchWatch(world, watch);
  if (time <= world.scene.time.end) setPlan(world, time, { kind: 'watch', owner: watch });
  else world.current.delete(watch);
}

export function planDock(world: EventWorld, dock: Dock): void {
  const time = searchDocking(world, dock);
  if (time <= world.scene.time.end) setPlan(world, time, { kind: 'dock', owner: dock });
  else world.current.delete(dock);
}

type Without<T> = T extends unknown ? Omit<T, 'rank'> : never;

function setPlan(world: EventWorld, time: number, what: Without<Plan>): void {
  const plan = { ...what, rank: world.planCount++ } as Plan;
  world.current.set(plan.owner, plan);
  world.queue.push(time, plan);
}

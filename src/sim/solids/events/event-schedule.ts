import { tumblingImpact } from '../../../free-flight/tumbling-impact.ts';
import { addCompensated, createCompensated, differenceOf } from '../../../math/compensated.ts';
import { hasTorque, maxSpeedUnderTorque } from '../../../math/constant-torque.ts';
import type { FreeFlight } from '../../../math/free-flight.ts';
import { createVec3, lengthVec3 } from '../../../math/vec3.ts';
import { copyImpact, createImpact } from '../../../toi/impact.ts';
import { halfspaceImpactBound, sphereImpactBound } from '../../../toi/sphere-impact.ts';
import { checkRotation } from '../../check-rotation.ts';
import type { Dock } from '../../dock-stages.ts';
import { addNeighbours, beginInterval, type FlightOf, setFlightBox, setFlightBoxes } from '../../flight-boxes.ts';
import { overlapError } from '../../world.ts';
import { searchDocking } from '../docking.ts';
import { centreAt, flightAt, type SolidComposite, type SolidPart } from '../solid-composite.ts';
import { setDrivenFlight } from './driven-flights.ts';
import type { Approach, EventWorld, ForceRenewal, ScheduledEvent, TriggerWatch } from './event-world.ts';
import { loadChanges } from './loads.ts';
import { searchTrigger } from './trigger-events.ts';

/** A speed below this fraction of the maximum speed so far is the rounding of a body at rest. */
const SPEED_NOISE = 1e-14;

/** Schedules all events at the start. */
export function scheduleAll(world: EventWorld): void {
  for (const dock of world.docks) {
    const { release } = dock.docking;
    if (release < Number.POSITIVE_INFINITY && !dock.released)
      setScheduledEvent(world, Math.max(release, world.time), 0, { kind: 'release', owner: { dock } });
  }
  for (const change of loadChanges(world.scene))
    if (change.time > world.time) setScheduledEvent(world, change.time, 0, { kind: 'load', owner: change });
  if (world.renewal) startRenewal(world, world.renewal);
  for (const composite of world.composites) world.fastest = Math.max(world.fastest, topSpeed(composite));
  scheduleInterval(world);
  scheduleApproaches(world, world.composites);
}

/** Forces that change in flight are renewed every `time.step` from the start of the scene. */
function startRenewal(world: EventWorld, renewal: ForceRenewal): void {
  renewal.count = Math.floor(world.time / world.scene.time.step);
  scheduleRenewal(world, renewal);
}

/** Sets the forces until the next renewal, and schedules it. The composites are at the current time. */
export function scheduleRenewal(world: EventWorld, renewal: ForceRenewal, composites = world.composites): void {
  const { time, scene } = world;
  let next = (renewal.count + 1) * scene.time.step;
  if (!(next > time)) next = (++renewal.count + 1) * scene.time.step;
  for (const composite of composites) setDrivenFlight(scene, composite, time, next - time);
  setScheduledEvent(world, next, 0, { kind: 'renewal', owner: renewal });
}

/** The first impacts of all composites in the next interval, which begins now. */
export function scheduleInterval(world: EventWorld): void {
  const { composites, flights, horizon, time, timeLow, scene } = world;
  const left = timeTo(world, scene.time.end, 0);
  const pairs = beginInterval(flights, composites.length, left, flightOf(world));
  const isLast = flights.span >= left;
  const { value, low } = addCompensated(createCompensated(), time, timeLow, flights.span);
  horizon.time = isLast ? scene.time.end : value;
  horizon.timeLow = isLast ? 0 : low;
  if (!isLast) setScheduledEvent(world, value, low, { kind: 'horizon', owner: horizon });
  const near = composites.map((): number[] => []);
  for (let k = 0; k < pairs.count; k++) {
    const [i, j] = [pairs.indices[2 * k], pairs.indices[2 * k + 1]];
    near[i].push(j);
    near[j].push(i);
  }
  scheduleImpacts(world, composites, near);
}

function flightOf({ composites, time, timeLow }: EventWorld): FlightOf {
  return (i) => ({ flight: centreAt(composites[i], time, timeLow), radius: composites[i].boundingRadius });
}

/** Schedules events of composites that were just joined or split: the indices of all others have changed as well. */
export function scheduleReplaced(world: EventWorld, created: readonly SolidComposite[]): void {
  const { horizon, composites, flights } = world;
  setFlightBoxes(flights, composites.length, timeTo(world, horizon.time, horizon.timeLow), flightOf(world));
  rescheduleFor(world, created);
}

/** Time remaining until time + timeLow [s]. */
function timeTo(world: EventWorld, time: number, timeLow: number): number {
  return differenceOf(time, timeLow, world.time, world.timeLow);
}

/** Schedules again all events of these composites, whose flights have changed. */
export function rescheduleFor(world: EventWorld, changed: readonly SolidComposite[]): void {
  for (const composite of changed) world.fastest = Math.max(world.fastest, topSpeed(composite));
  const left = timeTo(world, world.horizon.time, world.horizon.timeLow);
  for (const composite of changed) {
    const index = world.composites.indexOf(composite);
    setFlightBox(world.flights, index, centreAt(composite, world.time, world.timeLow), composite.boundingRadius, left);
  }
  // immovable bodies do not search for others, so the others search for them
  scheduleImpacts(world, changed.some(({ inverseMass }) => inverseMass === 0) ? world.composites : changed);
  scheduleApproaches(world, changed);
}

/** Schedules the other events of these composites: triggers and docks. */
function scheduleApproaches(world: EventWorld, changed: readonly SolidComposite[]): void {
  const bodies = new Set(changed.flatMap(({ parts }) => parts.map(({ body }) => body)));
  for (const watch of world.watches) if (watch.bodies.some((body) => bodies.has(body))) scheduleTriggers(world, watch);
  for (const dock of world.docks) if (dock.sensors.some(({ body }) => bodies.has(body))) scheduleDocking(world, dock);
}

function topSpeed({ velocity, angularVelocity, boundingRadius }: SolidComposite): number {
  const angularSpeed = lengthVec3(angularVelocity);
  return lengthVec3(velocity) + (angularSpeed === 0 ? 0 : angularSpeed * boundingRadius);
}

/**
 * The first impact of each of these composites with any other. Only the first is scheduled: later ones are searched again when
 * that has happened, or is outdated. Two composites of the list need one search, not two.
 */
export function scheduleImpacts(
  world: EventWorld,
  composites: readonly SolidComposite[],
  near?: readonly (readonly number[])[],
): void {
  // all of them before the first search, which may be for an impact with any other
  for (const composite of composites) checkTumbling(world, composite);
  const done = new Set<SolidComposite>();
  for (const [i, composite] of composites.entries()) {
    // immovable bodies do not search
    if (composite.inverseMass === 0) continue;
    done.add(composite);
    scheduleImpact(world, composite, done, near?.[i]);
  }
}

/** Maximum rotation of a flight [rad]. Flights are evaluated from their start repeatedly; beyond this each evaluation takes a second. */
const MAX_FLIGHT_ROTATION = 3e6;

function checkTumbling({ scene, time }: EventWorld, composite: SolidComposite): void {
  const { torqueFree, torque, parts, angularVelocity } = composite;
  const [a, b, c] = torqueFree.moments;
  const isLoaded = hasTorque(torque);
  // a body with equal principal moments rotates at constant angular velocity
  if (a === b && b === c && !isLoaded) return;
  const left = scene.time.end - time;
  const fastest = isLoaded ? createVec3(maxSpeedUnderTorque(torqueFree, torque, left)) : angularVelocity;
  checkRotation(scene.bodies[parts[0].body].name, fastest, left, time, MAX_FLIGHT_ROTATION);
}

const trial = createImpact();

function scheduleImpact(
  world: EventWorld,
  composite: SolidComposite,
  done: ReadonlySet<SolidComposite>,
  near?: readonly number[],
): void {
  const { time, timeLow, horizon } = world;
  let best = timeTo(world, horizon.time, horizon.timeLow);
  let first: Approach | undefined;
  for (const { a, b, from } of candidatesOf(world, composite, done, best, near).sort((p, q) => p.from - q.from)) {
    if (from > best) break;
    for (const partA of a.parts) {
      for (const partB of b.parts) {
        if (!mayCollide(world, partA, partB)) continue;
        searchParts(world, a, partA, b, partB, best);
        if (trial.status === 'none' || !(trial.time < best)) continue;
        best = trial.time;
        first = approachOf(a, partA, b, partB);
      }
    }
  }
  if (!first) {
    world.current.delete(composite);
    return;
  }
  const { value, low } = addCompensated(createCompensated(), time, timeLow, best);
  setScheduledEvent(world, value, low, { kind: 'impact', owner: composite, approach: first, leadTime: best });
}

/**
 * All pairs that touch and approach one of these composites within the next `within` [s]. The schedule has only the first impact of a composite,
 * and one of several simultaneous ones.
 */
export function approachesNow(world: EventWorld, composites: Iterable<SolidComposite>, within: number): Approach[] {
  const found: Approach[] = [];
  const done = new Set<SolidComposite>();
  for (const composite of composites) {
    if (composite.inverseMass === 0) continue;
    done.add(composite);
    for (const { a, b } of candidatesOf(world, composite, done, within)) {
      for (const partA of a.parts) {
        for (const partB of b.parts) {
          if (!mayCollide(world, partA, partB)) continue;
          searchParts(world, a, partA, b, partB, within);
          if (trial.status === 'hit') found.push(approachOf(a, partA, b, partB));
        }
      }
    }
  }
  return found;
}

/** Two composites, in world order, that do not touch before `from` [s] from now. */
interface Candidate {
  readonly a: SolidComposite;
  readonly b: SolidComposite;
  readonly from: number;
}

/** Candidates of a free composite within `left` [s], except for those in `done`; `near` are the indices of its neighbours. */
function candidatesOf(
  world: EventWorld,
  composite: SolidComposite,
  done: ReadonlySet<SolidComposite>,
  left: number,
  near: readonly number[] = neighboursOf(world, composite),
): Candidate[] {
  const { time, timeLow, composites } = world;
  const flight = centreAt(composite, time, timeLow);
  const index = composites.indexOf(composite);
  const found: Candidate[] = [];
  for (const j of near) {
    const other = composites[j];
    if (done.has(other)) continue;
    const from = earliestApproach(flight, composite.boundingRadius, other, centreAt(other, time, timeLow), left);
    if (from < left) found.push(j > index ? { a: composite, b: other, from } : { a: other, b: composite, from });
  }
  return found;
}

function neighboursOf({ flights, composites }: EventWorld, composite: SolidComposite): number[] {
  const near: number[] = [];
  addNeighbours(flights, composites.indexOf(composite), near);
  return near;
}

/** From `trial`. */
function approachOf(a: SolidComposite, partA: SolidPart, b: SolidComposite, partB: SolidPart): Approach {
  const impact = copyImpact(createImpact(), trial);
  return { a, b, partA, partB, changesA: a.changes, changesB: b.changes, impact };
}

/** A lower bound of the time until a free composite touches another one [s]; half-spaces do not rotate, so centres are sufficient. */
// biome-ignore format: one body per line
function earliestApproach(
  flight: FreeFlight, boundingRadius: number,
  other: SolidComposite, otherFlight: FreeFlight,
  left: number,
): number {
  const [{ shape }, ...more] = other.parts;
  if (shape.kind === 'halfspace' && more.length === 0) return halfspaceImpactBound(flight, boundingRadius, otherFlight, shape);
  return sphereImpactBound(flight, boundingRadius, otherFlight, other.boundingRadius, left);
}

function mayCollide({ scene, laws }: EventWorld, { body: a }: SolidPart, { body: b }: SolidPart): boolean {
  return !scene.bodies[a].trigger && !scene.bodies[b].trigger && laws(a, b).collide;
}

/** Result in `trial`. */
// biome-ignore format: one body per line
function searchParts(
  world: EventWorld,
  a: SolidComposite, partA: SolidPart,
  b: SolidComposite, partB: SolidPart,
  duration: number,
): void {
  const { time, timeLow } = world;
  const slowest = SPEED_NOISE * world.fastest;
  const [flightA, flightB] = [flightAt(a, time, timeLow), flightAt(b, time, timeLow)];
  tumblingImpact(trial, partA.shape, flightA, partB.shape, flightB, duration, slowest);
  if (trial.status !== 'initial-overlap') return;
  const [nameA, nameB] = [world.scene.bodies[partA.body].name, world.scene.bodies[partB.body].name];
  throw overlapError(nameA, nameB, time, trial.gap);
}

export function scheduleTriggers(world: EventWorld, watch: TriggerWatch): void {
  const time = searchTrigger(world, watch);
  if (time <= world.scene.time.end) setScheduledEvent(world, time, 0, { kind: 'watch', owner: watch });
  else world.current.delete(watch);
}

export function scheduleDocking(world: EventWorld, dock: Dock): void {
  const time = searchDocking(world, dock);
  if (time <= world.scene.time.end) setScheduledEvent(world, time, 0, { kind: 'dock', owner: dock });
  else world.current.delete(dock);
}

type Without<T> = T extends unknown ? Omit<T, 'rank'> : never;

function setScheduledEvent(world: EventWorld, time: number, timeLow: number, event: Without<ScheduledEvent>): void {
  const scheduled = { ...event, rank: world.scheduledCount++ } as ScheduledEvent;
  world.current.set(scheduled.owner, scheduled);
  world.queue.push(time, scheduled, timeLow);
}

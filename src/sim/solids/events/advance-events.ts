import { differenceOf } from '../../../math/compensated.ts';
import type { SimEvent } from '../../observer.ts';
import { type Dock, SimulationError } from '../../world.ts';
import { type DockingReport, releaseDock, tryDocking } from '../docking.ts';
import { moverOf } from '../solid-mover.ts';
import { accumulates, createPairHistory, isSmallImpact, type PairHistory, type RestLimits } from './accumulation.ts';
import { type EventReport, type EventWorld, moveToNow } from './event-world.ts';
import { changeLoad, type LoadChange } from './loads.ts';
import {
  type Meeting,
  meetingsNow,
  type Plan,
  planAll,
  planAround,
  planDock,
  planInterval,
  planReplaced,
  planStrikes,
  planWatch,
} from './plans.ts';
import type { SensorWatch } from './sensor-watch.ts';
import { resolveMeetings } from './strikes.ts';

/** Events closer than this fraction of the time since they were found (at least of 1 s) happen together. [CP13] spec 4.3 */
const SAME_TIME = 1e-12;

/** Iterations of searches that gave up without progress, between two frames or events: some ten seconds of work. */
const MOST_SEARCHED = 2 ** 20;
/** A search that came so far is making progress, as a fraction of the time that is left. */
const PROGRESS = 1e-3;

/**
 * Goes on to the next thing that happens, or to `until` [s] if nothing does before. In between bodies fly in closed form, each from its
 * own last event; only what an event touched is looked at again.
 */
export function advanceToNextEvent(world: EventWorld, until: number): EventReport {
  if (world.planCount === 0) planAll(world);
  world.searched = 0;
  for (let next = world.queue.nextTime(); next <= until; next = world.queue.nextTime()) {
    moveClock(world, next, world.queue.nextTimeLow());
    const report = happen(world, takePlan(world));
    if (report) return report;
  }
  world.time = until;
  world.timeLow = 0;
  return { status: 'reached', time: until, contacts: [], events: [] };
}

/** Never back. */
function moveClock(world: EventWorld, time: number, timeLow: number): void {
  if (time < world.time || (time === world.time && timeLow < world.timeLow)) return;
  world.time = time;
  world.timeLow = timeLow;
}

function takePlan(world: EventWorld): Plan {
  const plan = world.queue.pop() as Plan;
  world.current.delete(plan.owner);
  return plan;
}

/** Does what is planned for now. Nothing to tell when the plan was outdated, or a search only has to go on. */
function happen(world: EventWorld, plan: Plan): EventReport | undefined {
  switch (plan.kind) {
    case 'strike':
      return strike(world, plan);
    case 'watch':
      return toggleWatch(world, plan.owner);
    case 'dock':
      return finishDocking(world, plan.owner, tryDocking);
    case 'release':
      return finishDocking(world, plan.owner.dock, releaseDock);
    case 'load':
      return flyOn(world, plan.owner);
    case 'horizon':
      planInterval(world);
      return undefined;
  }
}

function tell({ time }: EventWorld, events: readonly SimEvent[]): EventReport {
  return { status: 'happened', time, contacts: [], events };
}

type StrikePlan = Extract<Plan, { kind: 'strike' }>;

function strike(world: EventWorld, first: StrikePlan): EventReport | undefined {
  const due = collectStrikes(world, first);
  const planned = due.map(({ meeting }) => meeting).filter((meeting) => stillHolds(meeting) && !isUndecided(meeting));
  const outdated = due.filter(({ meeting }) => !planned.includes(meeting)).map(({ owner }) => owner);
  countSearches(world, due);
  if (planned.length === 0) {
    planStrikes(world, outdated);
    return undefined;
  }
  const involved = new Set(planned.flatMap(({ a, b }) => [a, b]));
  for (const mover of involved) moveToNow(world, mover);
  const meetings = [...planned, ...meetingsNow(world, involved, sameTime(first))];
  const different = meetings.filter((meeting, i) => meetings.findIndex((other) => isSame(other, meeting)) === i);
  for (const { a, b } of different) for (const mover of [a, b]) moveToNow(world, mover);
  const resting = different.filter((meeting) => restsNow(world, meeting));
  const struck = different.filter((meeting) => !resting.includes(meeting));
  const { pushed, contacts, events, strikes } = resolveMeetings(world, struck);
  const piled = strikes.filter(({ bodyA, bodyB, closingSpeed }) => pilesUp(world, bodyA, bodyB, closingSpeed));
  const { time, scene } = world;
  if (resting.length + piled.length > 0) {
    const pairs = [
      ...resting.map(({ partA, partB }) => [partA.body, partB.body]),
      ...piled.map((s) => [s.bodyA, s.bodyB]),
    ];
    const told = pairs.map(([a, b]): SimEvent => {
      return { type: 'accumulation', time, bodies: [scene.bodies[a].name, scene.bodies[b].name] };
    });
    return { status: 'accumulation', time, contacts, events: [...events, ...told] };
  }
  planAround(world, [...new Set([...pushed, ...outdated])]);
  const status = world.collisions >= scene.time.maxEvents ? 'event-limit' : 'happened';
  return { status, time, contacts, events };
}

/** Searches that give up on their way and go on have an end, too. */
function countSearches(world: EventWorld, due: readonly StrikePlan[]): void {
  const left = world.scene.time.end - world.time;
  for (const { meeting, ahead } of due) {
    if (!isUndecided(meeting)) continue;
    world.searched = ahead > PROGRESS * left ? 0 : world.searched + meeting.impact.iterations;
    if (world.searched <= MOST_SEARCHED) continue;
    const [a, b] = [meeting.partA, meeting.partB].map(({ body }) => JSON.stringify(world.scene.bodies[body].name));
    throw new SimulationError(
      `the next impact of ${a} and ${b} after ${world.time} s was not found in ${MOST_SEARCHED} iterations: their sizes, speeds ` +
        'and rotations are too far apart for exact events; time.method "steps" needs no such search',
    );
  }
}

/** All strikes that are due together with the first. */
function collectStrikes(world: EventWorld, first: StrikePlan): StrikePlan[] {
  const { queue, time, timeLow } = world;
  const due = [first];
  while (queue.nextTime() < Number.POSITIVE_INFINITY) {
    if (differenceOf(queue.nextTime(), queue.nextTimeLow(), time, timeLow) > sameTime(first)) break;
    const plan = takePlan(world);
    if (plan.kind !== 'strike') {
      world.current.set(plan.owner, plan);
      queue.push(time, plan, timeLow);
      break;
    }
    due.push(plan);
  }
  return due;
}

/** What comes within this time [s] happens together. */
function sameTime({ ahead }: StrikePlan): number {
  return SAME_TIME * Math.max(1, ahead);
}

function stillHolds({ a, b, changesA, changesB }: Meeting): boolean {
  return a.changes === changesA && b.changes === changesB;
}

/** A search that gave up on its way goes on from where it came to. */
function isUndecided({ impact }: Meeting): boolean {
  return impact.status === 'iteration-limit' && impact.time > 0;
}

function isSame(one: Meeting, other: Meeting): boolean {
  return one.partA === other.partA && one.partB === other.partB;
}

/**
 * Bodies that do not bounce and touch again at once stay together: that is no impact. Nor is it one if they touch without an approach, and
 * no search gets away from there.
 */
function restsNow(world: EventWorld, { partA, partB, impact }: Meeting): boolean {
  if (impact.status === 'iteration-limit') return true;
  const { material } = world.laws(partA.body, partB.body);
  if (material.restitution > 0) return false;
  return isSmallImpact(historyOf(world, partA.body, partB.body), world.time, impact.closingSpeed, restLimits(world));
}

function pilesUp(world: EventWorld, bodyA: number, bodyB: number, closingSpeed: number): boolean {
  return accumulates(historyOf(world, bodyA, bodyB), world.time, closingSpeed, restLimits(world));
}

function restLimits({ scene }: EventWorld): RestLimits {
  return { step: scene.time.step, restSpeed: scene.contacts.restSpeed };
}

function historyOf({ scene, histories }: EventWorld, bodyA: number, bodyB: number): PairHistory {
  const key = bodyA * scene.bodies.length + bodyB;
  const history = histories.get(key) ?? createPairHistory();
  histories.set(key, history);
  return history;
}

/** Another force: the flight is another parabola from here on, which is nothing to tell. */
function flyOn(world: EventWorld, change: LoadChange): undefined {
  const mover = moverOf(world.movers, change.body);
  moveToNow(world, mover);
  changeLoad(world, change);
  planAround(world, [mover]);
}

function toggleWatch(world: EventWorld, watch: SensorWatch): EventReport {
  watch.touching = !watch.touching;
  planWatch(world, watch);
  const [a, b] = watch.bodies;
  const { bodies } = world.scene;
  const type = watch.touching ? 'contact-begin' : 'contact-end';
  return tell(world, [{ type, time: world.time, bodies: [bodies[a].name, bodies[b].name] }]);
}

function finishDocking(
  world: EventWorld,
  dock: Dock,
  act: (world: EventWorld, dock: Dock) => DockingReport | undefined,
): EventReport | undefined {
  const before = new Set(dock.sensors.map(({ body }) => moverOf(world.movers, body)));
  for (const mover of before) moveToNow(world, mover);
  const report = act(world, dock);
  if (!report) return undefined;
  if (report.come.length === 0) planDock(world, dock);
  else {
    // what was planned with movers that are no more is outdated
    for (const mover of before) {
      mover.changes++;
      world.current.delete(mover);
    }
    planReplaced(world, report.come);
  }
  return tell(world, [report.event]);
}

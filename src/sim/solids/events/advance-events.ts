import { differenceOf } from '../../../math/compensated.ts';
import { type Dock, hasSprings } from '../../dock-stages.ts';
import type { SimEvent } from '../../observer.ts';
import { SimulationError } from '../../world.ts';
import { type DockingReport, releaseDock, tryDocking } from '../docking.ts';
import { compositeOf } from '../solid-composite.ts';
import {
  approachesNow,
  rescheduleFor,
  scheduleAll,
  scheduleDocking,
  scheduleImpacts,
  scheduleInterval,
  scheduleRenewal,
  scheduleReplaced,
  scheduleTriggers,
} from './event-schedule.ts';
import type {
  Approach,
  EventReport,
  EventWorld,
  ForceRenewal,
  LoadChange,
  ScheduledEvent,
  TriggerWatch,
} from './event-world.ts';
import { changeLoad } from './loads.ts';
import { resolveApproaches } from './resolve-impacts.ts';
import { moveToNow } from './world-state.ts';
import { accumulates, createPairHistory, isSmallImpact, type PairHistory, type RestLimits } from './zeno.ts';

/** Events closer than this fraction of their lead time (at least of 1 s) are simultaneous. [CP13-4.3] */
const SAME_TIME = 1e-12;

/** Maximum iterations of searches that stopped without progress, between two frames or events: about ten seconds of work. */
const MAX_SEARCHED = 2 ** 20;
/** A search that advanced by this fraction of the remaining time is making progress. */
const PROGRESS = 1e-3;

/**
 * Advances to the next event, or to `until` [s] if there is none before; returns what happened. In between bodies fly
 * in closed form, each from its own last event; only bodies changed by an event are searched again.
 */
export function advanceToNextEvent(world: EventWorld, until: number): EventReport {
  if (world.scheduledCount === 0) scheduleAll(world);
  world.searched = 0;
  for (let next = world.queue.nextTime(); next <= until; next = world.queue.nextTime()) {
    moveClock(world, next, world.queue.nextTimeLow());
    const report = executeEvent(world, takeScheduledEvent(world));
    if (report) return report;
  }
  world.time = until;
  world.timeLow = 0;
  return { status: 'reached', time: until, contacts: [], events: [] };
}

/** The clock never moves back. */
function moveClock(world: EventWorld, time: number, timeLow: number): void {
  if (time < world.time || (time === world.time && timeLow < world.timeLow)) return;
  world.time = time;
  world.timeLow = timeLow;
}

function takeScheduledEvent(world: EventWorld): ScheduledEvent {
  const scheduled = world.queue.pop() as ScheduledEvent;
  world.current.delete(scheduled.owner);
  return scheduled;
}

/** Executes a scheduled event. Undefined when it was outdated, or when a search only has to be resumed. */
function executeEvent(world: EventWorld, scheduled: ScheduledEvent): EventReport | undefined {
  switch (scheduled.kind) {
    case 'impact':
      return impactContact(world, scheduled);
    case 'watch':
      return toggleWatch(world, scheduled.owner);
    case 'dock':
      return finishDocking(world, scheduled.owner, tryDocking);
    case 'release':
      return finishDocking(world, scheduled.owner.dock, releaseDock);
    case 'load':
      return applyLoadChange(world, scheduled.owner);
    case 'renewal':
      return renewForces(world, scheduled.owner);
    case 'horizon':
      scheduleInterval(world);
      return undefined;
  }
}

function reportTo({ time }: EventWorld, events: readonly SimEvent[]): EventReport {
  return { status: 'happened', time, contacts: [], events };
}

type ScheduledImpact = Extract<ScheduledEvent, { kind: 'impact' }>;

function impactContact(world: EventWorld, first: ScheduledImpact): EventReport | undefined {
  const due = collectImpacts(world, first);
  const scheduled = due
    .map(({ approach }) => approach)
    .filter((approach) => stillHolds(approach) && !isUndecided(approach));
  const outdated = due.filter(({ approach }) => !scheduled.includes(approach)).map(({ owner }) => owner);
  countSearches(world, due);
  if (scheduled.length === 0) {
    scheduleImpacts(world, outdated);
    return undefined;
  }
  const involved = new Set(scheduled.flatMap(({ a, b }) => [a, b]));
  for (const composite of involved) moveToNow(world, composite);
  const approaches = [...scheduled, ...approachesNow(world, involved, sameTime(first))];
  const different = approaches.filter((approach, i) => approaches.findIndex((other) => isSame(other, approach)) === i);
  for (const { a, b } of different) for (const composite of [a, b]) moveToNow(world, composite);
  const resting = different.filter((approach) => restsNow(world, approach));
  const impacted = different.filter((approach) => !resting.includes(approach));
  const { changed, contacts, events, impactContacts } = resolveApproaches(world, impacted);
  const accumulating = impactContacts.filter(({ bodyA, bodyB, closingSpeed }) =>
    isZeno(world, bodyA, bodyB, closingSpeed),
  );
  const { time, scene } = world;
  if (resting.length + accumulating.length > 0) {
    const pairs = [
      ...resting.map(({ partA, partB }) => [partA.body, partB.body]),
      ...accumulating.map((s) => [s.bodyA, s.bodyB]),
    ];
    const log = pairs.map(([a, b]): SimEvent => {
      return { type: 'zeno', time, bodies: [scene.bodies[a].name, scene.bodies[b].name] };
    });
    return { status: 'zeno', time, contacts, events: [...events, ...log] };
  }
  rescheduleFor(world, [...new Set([...changed, ...outdated])]);
  const status = world.collisions >= scene.time.maxEvents ? 'event-limit' : 'happened';
  return { status, time, contacts, events };
}

/** Limits the number of searches that stop early and are resumed. */
function countSearches(world: EventWorld, due: readonly ScheduledImpact[]): void {
  const left = world.scene.time.end - world.time;
  for (const { approach, leadTime } of due) {
    if (!isUndecided(approach)) continue;
    world.searched = leadTime > PROGRESS * left ? 0 : world.searched + approach.impact.iterations;
    if (world.searched <= MAX_SEARCHED) continue;
    const [a, b] = [approach.partA, approach.partB].map(({ body }) => JSON.stringify(world.scene.bodies[body].name));
    throw new SimulationError(
      `the next impact of ${a} and ${b} after ${world.time} s was not found in ${MAX_SEARCHED} iterations: their sizes, speeds ` +
        'and rotations are too far apart for exact events; time.method "steps" needs no such search',
    );
  }
}

/** All impacts that are due together with the first. */
function collectImpacts(world: EventWorld, first: ScheduledImpact): ScheduledImpact[] {
  const { queue, time, timeLow } = world;
  const due = [first];
  while (queue.nextTime() < Number.POSITIVE_INFINITY) {
    if (differenceOf(queue.nextTime(), queue.nextTimeLow(), time, timeLow) > sameTime(first)) break;
    const scheduled = takeScheduledEvent(world);
    if (scheduled.kind !== 'impact') {
      world.current.set(scheduled.owner, scheduled);
      queue.push(time, scheduled, timeLow);
      break;
    }
    due.push(scheduled);
  }
  return due;
}

/** Impacts within this time [s] are simultaneous. */
function sameTime({ leadTime }: ScheduledImpact): number {
  return SAME_TIME * Math.max(1, leadTime);
}

function stillHolds({ a, b, changesA, changesB }: Approach): boolean {
  return a.changes === changesA && b.changes === changesB;
}

/** A search that stopped early is resumed where it ended. */
function isUndecided({ impact }: Approach): boolean {
  return impact.status === 'iteration-limit' && impact.time > 0;
}

function isSame(one: Approach, other: Approach): boolean {
  return one.partA === other.partA && one.partB === other.partB;
}

/**
 * Bodies that do not bounce and touch again at once stay together: that is no impact. The same holds if they touch without an approach, and
 * no search can leave that state.
 */
function restsNow(world: EventWorld, { partA, partB, impact }: Approach): boolean {
  if (impact.status === 'iteration-limit') return true;
  const { material } = world.laws(partA.body, partB.body);
  if (material.restitution > 0) return false;
  return isSmallImpact(historyOf(world, partA.body, partB.body), world.time, impact.closingSpeed, restLimits(world));
}

function isZeno(world: EventWorld, bodyA: number, bodyB: number, closingSpeed: number): boolean {
  return accumulates(historyOf(world, bodyA, bodyB), world.time, closingSpeed, restLimits(world));
}

function restLimits({ scene }: EventWorld): RestLimits {
  return { step: scene.time.step, restitutionThreshold: scene.contacts.restitutionThreshold };
}

function historyOf({ scene, histories }: EventWorld, bodyA: number, bodyB: number): PairHistory {
  const key = bodyA * scene.bodies.length + bodyB;
  const history = histories.get(key) ?? createPairHistory();
  histories.set(key, history);
  return history;
}

/** Renews the forces that change in flight. Records no event. */
function renewForces(world: EventWorld, renewal: ForceRenewal): undefined {
  const moved = world.composites.filter(({ inverseMass }) => inverseMass > 0);
  for (const composite of moved) moveToNow(world, composite);
  renewal.count++;
  scheduleRenewal(world, renewal);
  rescheduleFor(world, moved);
}

/** Changes a force: from here on the flight is another parabola. Records no event. */
function applyLoadChange(world: EventWorld, change: LoadChange): undefined {
  const composite = compositeOf(world.composites, change.body);
  moveToNow(world, composite);
  changeLoad(world, change);
  if (world.renewal) scheduleRenewal(world, world.renewal, [composite]);
  rescheduleFor(world, [composite]);
}

function toggleWatch(world: EventWorld, watch: TriggerWatch): EventReport {
  watch.touching = !watch.touching;
  scheduleTriggers(world, watch);
  const [a, b] = watch.bodies;
  const { bodies } = world.scene;
  const type = watch.touching ? 'contact-begin' : 'contact-end';
  return reportTo(world, [{ type, time: world.time, bodies: [bodies[a].name, bodies[b].name] }]);
}

function finishDocking(
  world: EventWorld,
  dock: Dock,
  act: (world: EventWorld, dock: Dock) => DockingReport | undefined,
): EventReport | undefined {
  const before = new Set(dock.sensors.map(({ body }) => compositeOf(world.composites, body)));
  for (const composite of before) moveToNow(world, composite);
  const report = act(world, dock);
  if (!report) return undefined;
  if (report.created.length === 0) scheduleDocking(world, dock);
  else {
    // events scheduled with composites that no longer exist are outdated
    for (const composite of before) {
      composite.changes++;
      world.current.delete(composite);
    }
    if (world.renewal) scheduleRenewal(world, world.renewal, [...report.created]);
    scheduleReplaced(world, report.created);
  }
  const status = world.docks.some(hasSprings) ? 'springs' : 'happened';
  return { ...reportTo(world, report.events), status };
}

import { differenceOf } from '../math/compensated.ts';
import { dropCompensation } from './composite-body.ts';
import { hasSprings } from './dock-stages.ts';
import { compositeOf, releaseDock, tryDocking } from './docking.ts';
import { moveToNow, resolveDueContacts } from './event-impacts.ts';
import { applyLoads, loadedComposites, withoutLoads } from './event-loads.ts';
import { accumulates, bodyNames, type Pair } from './event-pairs.ts';
import {
  createSchedule,
  type DockWait,
  postponeEvent,
  reschedule,
  rescheduleFor,
  type Schedule,
  type ScheduledEvent,
  scheduleInterval,
  scheduleRenewal,
  scheduleWait,
  takeScheduledEvent,
} from './event-schedule.ts';
import { hasDrivenFlights } from './planar-orbit.ts';
import { recordEvent, recordFramesUntil, SimulationError, type World } from './world.ts';

/** Events closer than this fraction of their lead time (at least of 1 s) are simultaneous. [CP13-4.3] */
const SAME_TIME = 1e-12;

/** Maximum number of consecutive impacts without an impulse: approaches at rounding level, and searches that were resumed. */
const MAX_IDLE = 100_000;

/**
 * Event-driven run, [CP13-4.3]: from one exact time of impact to the next, each body flies in closed form from
 * its own last event; only pairs with a body changed by an event are searched again. Yields the time after each event. Ends early,
 * with all bodies at the current time, where bodies stay in contact: from there only fixed steps can continue.
 */
export function* runEvents(world: World): Generator<number, 'end' | 'event-limit' | 'zeno' | 'springs'> {
  const { end, maxEvents } = world.scene.time;
  world.observer.working?.('searching');
  const schedule = createSchedule(world);
  const { queue } = schedule;
  if (schedule.resting) return rest(schedule, schedule.resting);
  for (let next = queue.nextTime(); next <= end; next = queue.nextTime()) {
    world.observer.working?.('moving');
    recordFramesUntil(world, next);
    world.timeLow = queue.nextTimeLow();
    world.time = next;
    const scheduled = takeScheduledEvent(schedule);
    const { owner } = scheduled;
    if (owner.kind === 'horizon') scheduleInterval(schedule);
    else if (owner.kind === 'load') changeLoads(schedule);
    else {
      world.steps++;
      const accumulating =
        owner.kind === 'pair' ? impactContact(schedule, scheduled, owner) : updateDock(schedule, owner);
      if (accumulating) return rest(schedule, accumulating);
      if (world.docks.some(hasSprings)) return stopHere(schedule, 'springs');
    }
    if (schedule.resting) return rest(schedule, schedule.resting);
    if (world.collisions >= maxEvents) return 'event-limit';
    yield world.time;
  }
  recordFramesUntil(world, end);
  world.time = end;
  world.timeLow = 0;
  return 'end';
}

/** Resolves the first pair and all simultaneous ones; returns a pair whose impacts accumulate (Zeno), if any. */
function impactContact(schedule: Schedule, first: ScheduledEvent, pair: Pair): Pair | undefined {
  const { world, pairs } = schedule;
  const { collisions } = world;
  const simultaneous = [pair, ...takeSimultaneous(schedule, first)];
  world.observer.working?.('responding');
  const touched = resolveDueContacts(world, simultaneous, pairs.values());
  world.observer.working?.('searching');
  rescheduleFor(schedule, touched);
  schedule.idle = world.collisions > collisions ? 0 : schedule.idle + 1;
  if (schedule.idle > MAX_IDLE) {
    const [a, b] = bodyNames(world, pair);
    throw new SimulationError(`${a} and ${b} collide repeatedly at t = ${world.time} s without an impulse`);
  }
  return simultaneous.find((impacted) => accumulates(impacted, world.time, world.timeLow));
}

/** Takes the pairs whose impacts are simultaneous with the first. */
function takeSimultaneous(schedule: Schedule, first: ScheduledEvent): Pair[] {
  const { queue, world } = schedule;
  const simultaneous: Pair[] = [];
  for (let time = queue.nextTime(); time < Number.POSITIVE_INFINITY; time = queue.nextTime()) {
    const later = differenceOf(time, queue.nextTimeLow(), world.time, world.timeLow);
    if (later > SAME_TIME * Math.max(1, first.leadTime)) break;
    const scheduled = takeScheduledEvent(schedule);
    if (scheduled.owner.kind !== 'pair') {
      postponeEvent(schedule, scheduled);
      break;
    }
    simultaneous.push(scheduled.owner);
  }
  return simultaneous;
}

/** Loads begin or end: from here on the flights of their bodies are others. */
function changeLoads(schedule: Schedule): void {
  const { world } = schedule;
  const changed = loadedComposites(world);
  for (const composite of changed) moveToNow(world, composite);
  applyLoads(world);
  if (hasDrivenFlights(world.scene)) scheduleRenewal(schedule);
  rescheduleFor(schedule, changed);
}

/** A docking or the end of one. */
function updateDock(schedule: Schedule, wait: DockWait): undefined {
  const { world } = schedule;
  const { kind, dock } = wait;
  const before = new Set(world.composites);
  for (const { body } of dock.sensors) moveToNow(world, compositeOf(world, body));
  if (kind === 'release') releaseDock(world, dock);
  else if (!tryDocking(world, dock)) scheduleWait(schedule, wait);
  const changed = new Set(world.composites.filter((composite) => !before.has(composite)));
  if (changed.size === 0) return undefined;
  if (hasDrivenFlights(world.scene)) {
    for (const composite of world.composites) moveToNow(world, composite);
    applyLoads(world);
    scheduleRenewal(schedule);
    reschedule(schedule, new Set(world.composites));
  } else reschedule(schedule, changed);
  return undefined;
}

/** Bodies stay in contact from here on: all are advanced to the current time, where fixed steps take over. */
function rest(schedule: Schedule, pair: Pair): 'zeno' {
  const { world } = schedule;
  recordEvent(world, { type: 'zeno', time: world.time, bodies: bodyNames(world, pair) });
  return stopHere(schedule, 'zeno');
}

/** Advances all bodies to the current time, from which fixed steps continue. */
function stopHere<Reason extends 'zeno' | 'springs'>({ world }: Schedule, reason: Reason): Reason {
  for (const composite of world.composites) moveToNow(world, composite);
  withoutLoads(world);
  world.timeLow = 0;
  for (const composite of world.composites) dropCompensation(composite, world.time);
  return reason;
}

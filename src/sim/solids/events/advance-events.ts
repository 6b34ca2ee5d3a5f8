import type { SimEvent } from '../../observer.ts';
import type { Dock } from '../../world.ts';
import { type DockingReport, releaseDock, tryDocking } from '../docking.ts';
import { moverOf } from '../solid-mover.ts';
import { accumulates, createPairHistory } from './accumulation.ts';
import { type EventReport, type EventWorld, moveToNow } from './event-world.ts';
import { type Meeting, type Plan, planAll, planAround, planDock, planStrikes, planWatch } from './plans.ts';
import type { SensorWatch } from './sensor-watch.ts';
import { resolveMeetings } from './strikes.ts';

/** Events closer than this share of the time (at least of 1 s) happen together. [CP13] spec 4.3 */
const SAME_TIME = 1e-12;

/**
 * Goes on to the next thing that happens, or to `until` [s] if nothing does before. In between bodies fly in closed form, each from its
 * own last event; only what an event touched is looked at again.
 */
export function advanceToNextEvent(world: EventWorld, until: number): EventReport {
  if (world.planCount === 0) planAll(world);
  for (let next = world.queue.nextTime(); next <= until; next = world.queue.nextTime()) {
    world.time = Math.max(world.time, next);
    const report = happen(world, takePlan(world));
    if (report) return report;
  }
  world.time = until;
  return { status: 'reached', time: until, contacts: [], events: [] };
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
  }
}

function tell({ time }: EventWorld, events: readonly SimEvent[]): EventReport {
  return { status: 'happened', time, contacts: [], events };
}

type StrikePlan = Extract<Plan, { kind: 'strike' }>;

function strike(world: EventWorld, first: StrikePlan): EventReport | undefined {
  const due = collectStrikes(world, first);
  const meetings = due.map(({ meeting }) => meeting).filter(stillHolds);
  const different = meetings.filter((meeting, i) => meetings.findIndex((other) => isSame(other, meeting)) === i);
  const outdated = due.filter(({ meeting }) => !stillHolds(meeting)).map(({ owner }) => owner);
  if (different.length === 0) {
    planStrikes(world, outdated);
    return undefined;
  }
  for (const { a, b } of different) for (const mover of [a, b]) moveToNow(world, mover);
  const { pushed, contacts, events, strikes } = resolveMeetings(world, different);
  const piled = strikes.filter(({ bodyA, bodyB, closingSpeed }) => pilesUp(world, bodyA, bodyB, closingSpeed));
  const { time, scene } = world;
  if (piled.length > 0) {
    const names = ({ bodyA, bodyB }: (typeof piled)[0]) =>
      [scene.bodies[bodyA].name, scene.bodies[bodyB].name] as const;
    const told = piled.map((pair): SimEvent => ({ type: 'accumulation', time, bodies: names(pair) }));
    return { status: 'accumulation', time, contacts, events: [...events, ...told] };
  }
  planAround(world, [...new Set([...pushed, ...outdated])]);
  const status = world.collisions >= scene.time.maxEvents ? 'event-limit' : 'happened';
  return { status, time, contacts, events };
}

/** All strikes that are due together with the first. */
function collectStrikes(world: EventWorld, first: StrikePlan): StrikePlan[] {
  const { queue, time } = world;
  const due = [first];
  while (queue.nextTime() <= time + SAME_TIME * Math.max(1, time)) {
    const plan = takePlan(world);
    if (plan.kind !== 'strike') {
      world.current.set(plan.owner, plan);
      queue.push(time, plan);
      break;
    }
    due.push(plan);
  }
  return due;
}

function stillHolds({ a, b, changesA, changesB, impact }: Meeting): boolean {
  return a.changes === changesA && b.changes === changesB && impact.status === 'hit';
}

function isSame(one: Meeting, other: Meeting): boolean {
  return one.partA === other.partA && one.partB === other.partB;
}

function pilesUp({ scene, histories, time }: EventWorld, bodyA: number, bodyB: number, closingSpeed: number): boolean {
  const key = bodyA * scene.bodies.length + bodyB;
  const history = histories.get(key) ?? createPairHistory();
  histories.set(key, history);
  return accumulates(history, time, closingSpeed, scene.time.step, scene.contacts.restSpeed);
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
    planAround(world, report.come);
  }
  return tell(world, [report.event]);
}

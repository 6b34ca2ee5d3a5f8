import { createAabb, writeAabb } from '../bounds/aabb.ts';
import { shapeAabb } from '../bounds/shape-aabb.ts';
import { boxesOverlap } from '../broad/pairs.ts';
import { addVec3, createVec3, dotVec3, lengthVec3, scaleVec3 } from '../math/vec3.ts';
import { closest } from '../pairs/query.ts';
import { clearContactRows } from '../response/solver/contact-rows.ts';
import type { SolidBody, SolidLoad, SolidScene } from '../scene/solid-scene.ts';
import { hasSprings } from '../sim/dock-stages.ts';
import { copyLedgerTotals } from '../sim/ledger-totals.ts';
import type { ContactRow, SimEvent } from '../sim/observer.ts';
import { advanceToNextEvent } from '../sim/solids/events/advance-events.ts';
import { createEventWorld } from '../sim/solids/events/create-event-world.ts';
import type { EventWorld, TriggerWatch } from '../sim/solids/events/event-world.ts';
import { stateOf } from '../sim/solids/events/world-state.ts';
import { joinBodies } from '../sim/solids/join-bodies.ts';
import { compositeOf } from '../sim/solids/solid-composite.ts';
import { advancePartOfStep, advanceStep } from '../sim/solids/steps/advance-step.ts';
import { clearAppliedForces } from '../sim/solids/steps/body-forces.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';
import { SimulationError } from '../sim/world.ts';
import { poseOf } from './body-pose.ts';
import { lawOf } from './change-bodies.ts';
import type { ContactEndEvent, ContactEvent, ContactPointState } from './world-event.ts';
import { entryAt, pairKey, type WorldStore } from './world-store.ts';

/**
 * A step of the method `events`: from one exact time of impact to the next, with free flight in between. Where bodies rest on each other, so
 * that impacts accumulate (Zeno), or overlap, fixed steps take over for the step or its rest. The event-driven world is built from
 * the state at the start of every step, so that changes between steps, and snapshots, need no other state.
 */
export function advanceByEvents(store: WorldStore): (ContactEvent | ContactEndEvent)[] {
  const { steps } = store;
  rejectUnsupported(store);
  const indices = [...store.entries.keys()].filter((i) => store.entries[i]);
  // springs of a docking have no closed-form flight
  if (hasOverlap(store, indices) || store.dockings.some(({ dock }) => hasSprings(dock))) {
    advanceStep(steps);
    return [];
  }
  const length = steps.scene.time.step;
  const start = steps.time;
  const end = steps.origin.time + (steps.stepCount + 1 - steps.origin.stepCount) * length;
  const world = joinGroups(createEventWorld(sceneOf(store, indices, length)), store, indices);
  copyLedgerTotals(world.totals, steps.totals);
  setTriggers(store, world, indices);
  const events: (ContactEvent | ContactEndEvent)[] = [];
  for (;;) {
    const report = advanceToNextEvent(world, length);
    events.push(...contactEvents(store, indices, report.contacts, start));
    events.push(...triggerEvents(store, indices, report.events, start));
    if (report.status === 'happened') continue;
    const overlapping = world.watches.filter(({ touching }) => touching);
    store.triggered = new Set(overlapping.map((watch) => keyOf(store, watch, indices)));
    writeStates(steps, world, indices);
    finishStep(steps, start + world.time, report.status === 'reached' ? 0 : length - world.time, end);
    return events;
  }
}

/** Docked bodies fly as one; forces on them are renewed at the start of the step, with the values of its midpoint. */
function joinGroups(world: EventWorld, { groups }: WorldStore, indices: readonly number[]): EventWorld {
  if (groups.length === 0) return world;
  const { scene } = world;
  for (const { members } of groups) {
    const own = members.map((i) => compositeOf(world.composites, indices.indexOf(i)));
    const joined = own.reduce((a, b) => joinBodies(a, b, scene).composite);
    world.composites = world.composites.flatMap((composite) =>
      composite === own[0] ? [joined] : own.includes(composite) ? [] : [composite],
    );
  }
  return { ...world, renewal: { count: 0 } };
}

/** Settings that exact times of impact do not allow for. */
function rejectUnsupported({ steps }: WorldStore): void {
  const { fields, linearDampings, angularDampings, conveyorCount } = steps.bodyForces;
  const reject = (what: string) => {
    throw new SimulationError(
      `step: ${what} needs createWorld with method "steps", exact times of impact do not allow for it`,
    );
  };
  if (fields.length > 0) reject('a force field');
  if (conveyorCount > 0) reject('a surface velocity');
  if (linearDampings.some((rate) => rate !== 0) || angularDampings.some((rate) => rate !== 0)) reject('damping');
  if (steps.options.preSolve) reject('preSolve');
}

/** Whether bodies that may collide overlap: then exact times of impact do not exist. */
function hasOverlap({ steps }: WorldStore, indices: readonly number[]): boolean {
  const boxes = new Float64Array(6 * steps.bodies.count);
  const box = createAabb();
  for (const i of indices) writeAabb(boxes, i, shapeAabb(box, steps.shapes[i], poseOf(steps, i)));
  return indices.some((a, k) =>
    indices.slice(k + 1).some((b) => {
      const { bodies } = steps.scene;
      if (bodies[a].trigger || bodies[b].trigger || !boxesOverlap(boxes, a, boxes, b) || !steps.wanted(a, b))
        return false;
      return closest(steps.shapes[a], poseOf(steps, a), steps.shapes[b], poseOf(steps, b)).distance < 0;
    }),
  );
}

/** The bodies at present as a scene of `end` [s]. */
function sceneOf(store: WorldStore, indices: readonly number[], end: number): SolidScene {
  const { steps } = store;
  const { scene } = steps;
  const laws = indices.map((a) =>
    indices.map((b) => {
      if (a === b) return { collide: false, material: store.material };
      const law = lawOf(store, Math.min(a, b), Math.max(a, b));
      return steps.wanted(Math.min(a, b), Math.max(a, b)) ? law : { ...law, collide: false };
    }),
  );
  return {
    ...scene,
    docking: [],
    sensors: [],
    bodies: indices.map((i) => bodyNow(store, i)),
    contacts: { ...scene.contacts, classes: indices.map((_, k) => k), laws, pairs: [] },
    forces: { ...scene.forces, loads: loadsNow(steps, indices) },
    time: { ...scene.time, method: 'events', end },
  };
}

function bodyNow(store: WorldStore, i: number): SolidBody {
  const { velocities: v, angularVelocities: w } = store.steps.bodies;
  return {
    ...entryAt(store, i).body,
    pose: poseOf(store.steps, i),
    velocity: createVec3(v[3 * i], v[3 * i + 1], v[3 * i + 2]),
    angularVelocity: createVec3(w[3 * i], w[3 * i + 1], w[3 * i + 2]),
  };
}

/** Applied forces, gravity scales and the loads of the scene, in the time of the step. */
function loadsNow({ scene, bodyForces, bodies, time }: StepWorld, indices: readonly number[]): SolidLoad[] {
  const always = { from: 0, until: Number.POSITIVE_INFINITY };
  const { applied, gravityScales } = bodyForces;
  const loads = indices.flatMap((i, body): SolidLoad[] => {
    if (bodies.inverseMasses[i] === 0) return [];
    const force = scaleVec3(createVec3(), scene.forces.gravity, (gravityScales[i] - 1) / bodies.inverseMasses[i]);
    addVec3(force, force, createVec3(applied[6 * i], applied[6 * i + 1], applied[6 * i + 2]));
    const torque = createVec3(applied[6 * i + 3], applied[6 * i + 4], applied[6 * i + 5]);
    return lengthVec3(force) + lengthVec3(torque) > 0 ? [{ body, force, torque, ...always }] : [];
  });
  const given = scene.forces.loads
    .filter(({ until }) => until > time)
    .map((load) => ({
      ...load,
      body: indices.indexOf(load.body),
      from: Math.max(0, load.from - time),
      until: load.until - time,
    }));
  return [...loads, ...given];
}

/** Overlaps with triggers continue from the step before. */
function setTriggers(store: WorldStore, { watches }: EventWorld, indices: readonly number[]): void {
  for (const watch of watches) watch.touching = store.triggered.has(keyOf(store, watch, indices));
}

function keyOf(store: WorldStore, { bodies: [a, b] }: TriggerWatch, indices: readonly number[]): string {
  return pairKey(entryAt(store, indices[a]).id, entryAt(store, indices[b]).id);
}

/** Writes the bodies and the ledger of the event-driven world at its time. */
function writeStates({ bodies, totals }: StepWorld, world: EventWorld, indices: readonly number[]): void {
  const state = stateOf(world);
  for (const [k, i] of indices.entries()) {
    bodies.positions.set(state.bodies.positions.subarray(3 * k, 3 * k + 3), 3 * i);
    bodies.orientations.set(state.bodies.orientations.subarray(4 * k, 4 * k + 4), 4 * i);
    bodies.velocities.set(state.bodies.velocities.subarray(3 * k, 3 * k + 3), 3 * i);
    bodies.angularVelocities.set(state.bodies.angularVelocities.subarray(3 * k, 3 * k + 3), 3 * i);
  }
  copyLedgerTotals(totals, state.totals);
}

/** The rest of the step in one fixed step, or none; then the clock is at the `end` of the step [s]. */
function finishStep(steps: StepWorld, time: number, rest: number, end: number): void {
  const { cache, origin, changed, bodies } = steps;
  const whole = { ...origin };
  // contacts of earlier fixed steps say nothing about the present
  cache.touching.fill(0);
  cache.impulses.fill(0);
  changed.fill(1, 0, bodies.count);
  clearContactRows(steps.contacts);
  steps.begun.length = 0;
  steps.ended.length = 0;
  steps.time = time;
  if (rest > 0) advancePartOfStep(steps, rest);
  else {
    clearAppliedForces(steps.bodyForces);
    steps.stepCount++;
  }
  steps.time = end;
  Object.assign(origin, whole);
}

/** One event per pair of bodies and time. */
function contactEvents(
  store: WorldStore,
  indices: readonly number[],
  rows: readonly ContactRow[],
  start: number,
): ContactEvent[] {
  const { step } = store.steps.scene.time;
  const pairs = new Map<string, ContactRow[]>();
  for (const row of rows) {
    const key = `${row.bodyA} ${row.bodyB}`;
    pairs.set(key, [...(pairs.get(key) ?? []), row]);
  }
  return [...pairs.values()].map((list): ContactEvent => {
    const points = list.map(({ point, normal, distance, closingSpeed, impulse }): ContactPointState => {
      const normalImpulse = dotVec3(impulse, normal);
      const force = scaleVec3(createVec3(), impulse, 1 / step);
      return { point, normal, distance, closingSpeed, impulse, normalImpulse, force };
    });
    const first = points.reduce((best, point) => (point.normalImpulse > best.normalImpulse ? point : best));
    return {
      type: 'impulse',
      time: start + list[0].time,
      bodyA: entryAt(store, indices[list[0].bodyA]).id,
      bodyB: entryAt(store, indices[list[0].bodyB]).id,
      trigger: false,
      point: first.point,
      normal: first.normal,
      impulse: points.reduce((sum, { impulse }) => addVec3(sum, sum, impulse), createVec3()),
      normalImpulse: points.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0),
      closingSpeed: points.reduce((max, { closingSpeed }) => Math.max(max, closingSpeed), 0),
      points,
    };
  });
}

/** Bodies that enter and leave triggers. */
function triggerEvents(
  store: WorldStore,
  indices: readonly number[],
  events: readonly SimEvent[],
  start: number,
): (ContactEvent | ContactEndEvent)[] {
  const idOf = (name: string) => store.names.get(name) ?? -1;
  return events.flatMap((event): (ContactEvent | ContactEndEvent)[] => {
    if (event.type !== 'contact-begin' && event.type !== 'contact-end') return [];
    const [bodyA, bodyB] = event.bodies.map(idOf);
    const time = start + event.time;
    if (event.type === 'contact-end') return [{ type: 'contact-end', time, bodyA, bodyB }];
    const [a, b] = [bodyA, bodyB].map((id) => indices.find((i) => entryAt(store, i).id === id) ?? 0);
    const { steps } = store;
    const { pointA, normal } = closest(steps.shapes[a], poseOf(steps, a), steps.shapes[b], poseOf(steps, b));
    const none = { impulse: createVec3(), normalImpulse: 0, closingSpeed: 0, points: [] };
    return [{ type: 'contact-begin', time, bodyA, bodyB, trigger: true, point: pointA, normal, ...none }];
  });
}

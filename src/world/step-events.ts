import { addVec3, createVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import { ARM_A, GAP, ROW } from '../response/solver/contact-rows.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';
import { cachedPoints, manifoldsBySlot, pointsOfManifolds } from './contact-report.ts';
import type { DockingEvent } from './docking-options.ts';
import type {
  BodyEvent,
  ContactEndEvent,
  ContactEvent,
  ContactPointState,
  JointEvent,
  PreSolveContact,
} from './world-event.ts';
import { entryAt, type WorldStore } from './world-store.ts';

type StepEvent = ContactEvent | ContactEndEvent | BodyEvent | DockingEvent | JointEvent;

/** Events of the last step for which there are listeners: contacts that ended, then in the order of bodies, then sleep and wake-up. */
export function collectEvents(store: WorldStore): StepEvent[] {
  const { listeners, steps } = store;
  const events: StepEvent[] = [];
  if (listeners['contact-end'].size > 0) events.push(...endedContacts(store));
  const types = ['contact-begin', 'contact-persist', 'impulse'] as const;
  if (types.some((type) => listeners[type].size > 0)) events.push(...contactEvents(store));
  if (listeners.sleep.size + listeners.wake.size > 0) events.push(...sleepEvents(store));
  if (listeners['joint-break'].size > 0) events.push(...breakEvents(store));
  store.wasAsleep = grownTo(store.wasAsleep, steps.asleep.length);
  store.wasAsleep.set(steps.asleep);
  return events;
}

function breakEvents({ steps }: WorldStore): JointEvent[] {
  const { joints, time } = steps;
  return joints.broken.map((joint) => {
    return { type: 'joint-break', time, joint, name: joints.list[joint]?.definition.name ?? '' };
  });
}

function grownTo(old: Uint8Array, length: number): Uint8Array {
  return old.length === length ? old : new Uint8Array(length);
}

/** Calls the listeners; they may change the world and each other. */
export function emitEvents({ listeners }: WorldStore, events: readonly StepEvent[]): void {
  for (const event of events) {
    for (const listener of [...listeners[event.type]]) (listener as (event: StepEvent) => void)(event);
  }
}

/** Contacts that ended since the last step began, from entry `from` of the list of the steps. */
export function endedContacts(store: WorldStore, from = 0): ContactEndEvent[] {
  const { ended, time } = store.steps;
  const events: ContactEndEvent[] = [];
  for (let k = from; k < ended.length; k += 2) {
    const [bodyA, bodyB] = [entryAt(store, ended[k]).id, entryAt(store, ended[k + 1]).id];
    events.push({ type: 'contact-end', time, bodyA, bodyB });
  }
  return events;
}

/** Of all pairs that touch at the end of the step. */
function contactEvents(store: WorldStore): ContactEvent[] {
  const { steps, listeners } = store;
  const { pairs, cache, begun, settings, stepCount } = steps;
  const begunKeys = new Set<number>();
  for (let k = 0; k < begun.length; k += 2) begunKeys.add(begun[k] * pairs.boxCount + begun[k + 1]);
  const events: ContactEvent[] = [];
  const manifolds = manifoldsBySlot(steps);
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (cache.touching[slot] === 0 || cache.visited[slot] !== stepCount - 1) continue;
    const isNew = begunKeys.has(pairs.first[slot] * pairs.boxCount + pairs.second[slot]);
    const type = isNew ? 'contact-begin' : 'contact-persist';
    if (listeners[type].size === 0 && listeners.impulse.size === 0) continue;
    const own = manifolds.get(slot);
    const points = own === undefined ? cachedPoints(steps, slot) : pointsOfManifolds(steps, own);
    if (points.length === 0) continue;
    const event = contactEvent(store, slot, type, points);
    if (listeners[type].size > 0) events.push(event);
    const isImpact = own !== undefined && event.closingSpeed > settings.restitutionThreshold;
    if (isImpact && listeners.impulse.size > 0) events.push({ ...event, type: 'impulse' });
  }
  return events;
}

function contactEvent(
  store: WorldStore,
  slot: number,
  type: ContactEvent['type'],
  points: readonly ContactPointState[],
): ContactEvent {
  const { pairs, cache, time } = store.steps;
  const trigger = cache.sensors[slot] === 1;
  const first = points.reduce((best, point) => (point.normalImpulse > best.normalImpulse ? point : best));
  const impulse = createVec3();
  if (!trigger) for (const point of points) addVec3(impulse, impulse, point.impulse);
  return {
    type,
    time,
    bodyA: entryAt(store, pairs.first[slot]).id,
    bodyB: entryAt(store, pairs.second[slot]).id,
    trigger,
    point: first.point,
    normal: first.normal,
    impulse,
    normalImpulse: trigger ? 0 : points.reduce((sum, point) => sum + point.normalImpulse, 0),
    closingSpeed: points.reduce((max, point) => Math.max(max, point.closingSpeed), 0),
    points,
  };
}

function sleepEvents(store: WorldStore): BodyEvent[] {
  const { steps, wasAsleep, entries } = store;
  const events: BodyEvent[] = [];
  for (const [i, entry] of entries.entries()) {
    if (!entry || steps.asleep[i] === (wasAsleep[i] ?? 0)) continue;
    const type = steps.asleep[i] === 1 ? 'sleep' : 'wake';
    events.push({ type, time: steps.time, body: entry.id, name: entry.body.name });
  }
  return events;
}

/** Calls `hook` for a manifold and writes its changes to the rows of the solver; false: no response. */
export function runPreSolve(
  store: WorldStore,
  steps: StepWorld,
  manifold: number,
  hook: (contact: PreSolveContact) => void,
): boolean {
  const { contacts, bodies } = steps;
  const { materials, surfaceVelocities: s, bodiesA, bodiesB } = contacts;
  const [a, b] = [bodiesA[manifold], bodiesB[manifold]];
  const contact: PreSolveContact = {
    bodyA: entryAt(store, a).id,
    bodyB: entryAt(store, b).id,
    points: rowPoints(steps, manifold, 3 * a, bodies.positions),
    enabled: true,
    staticFriction: materials[3 * manifold],
    dynamicFriction: materials[3 * manifold + 1],
    restitution: materials[3 * manifold + 2],
    surfaceVelocity: createVec3(s[3 * manifold], s[3 * manifold + 1], s[3 * manifold + 2]),
  };
  hook(contact);
  const { staticFriction, dynamicFriction, restitution, surfaceVelocity: v } = contact;
  const numbers = [staticFriction, dynamicFriction, restitution, v.x, v.y, v.z];
  const isValid = numbers.every(Number.isFinite) && dynamicFriction >= 0 && staticFriction >= dynamicFriction;
  if (!isValid || restitution < 0 || restitution > 1) {
    throw new RangeError(
      `preSolve: expected finite numbers, friction not below zero and restitution from 0 to 1, got ${numbers.join(', ')}`,
    );
  }
  materials.set([staticFriction, dynamicFriction, restitution], 3 * manifold);
  s.set([v.x, v.y, v.z], 3 * manifold);
  if (v.x !== 0 || v.y !== 0 || v.z !== 0) contacts.driven = true;
  return contact.enabled;
}

/** Points, normals and gaps of a manifold that was just gathered. */
function rowPoints({ contacts }: StepWorld, manifold: number, a: number, positions: Float64Array) {
  const { rows, starts, fractions } = contacts;
  const points: { point: Vec3; normal: Vec3; distance: number }[] = [];
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    // impulses act at a fraction of the gap; reported is its midpoint
    const toMidpoint = (0.5 - fractions[manifold]) * rows[at + GAP];
    const point = setVec3(
      createVec3(),
      positions[a] + rows[at + ARM_A] + toMidpoint * rows[at],
      positions[a + 1] + rows[at + ARM_A + 1] + toMidpoint * rows[at + 1],
      positions[a + 2] + rows[at + ARM_A + 2] + toMidpoint * rows[at + 2],
    );
    points.push({ point, normal: createVec3(rows[at], rows[at + 1], rows[at + 2]), distance: rows[at + GAP] });
  }
  return points;
}

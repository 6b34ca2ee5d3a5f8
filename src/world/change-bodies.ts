import { describeValue } from '../math/describe-value.ts';
import { combineMaterials } from '../scene/resolve-pair-material.ts';
import { DEFAULT_SLOP, restitutionThresholdOfSteps } from '../scene/resolve-solids.ts';
import type { SolidContactLaw } from '../scene/solid-scene.ts';
import { checkKeys } from '../shapes/checks.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { addStepBody, removeStepBody } from '../sim/solids/steps/step-bodies.ts';
import { stepSettings } from '../sim/solids/steps/step-world.ts';
import { BODY_KEYS, createEntry } from './body-entry.ts';
import type { BodyId, BodyOptions } from './body-options.ts';
import { bookChange } from './external-changes.ts';
import { emitEvents, endedContacts } from './step-events.ts';
import { vectorOf } from './vector-input.ts';
import type { ContactEndEvent } from './world-event.ts';
import { removeJointsOf } from './world-joints.ts';
import { type BodyEntry, checkBetweenSteps, entryAt, idOf, indexOf, pairKey, type WorldStore } from './world-store.ts';

/** Contact settings of the bodies with indices a and b. */
export function lawOf(store: WorldStore, a: number, b: number): SolidContactLaw {
  return lawBetween(store, entryAt(store, a), entryAt(store, b));
}

/** Contact settings of two bodies. */
export function lawBetween(store: WorldStore, one: BodyEntry, other: BodyEntry): SolidContactLaw {
  const own = store.pairLaws.get(pairKey(one.id, other.id));
  if (own) return own;
  if (one.sceneClass !== undefined && other.sceneClass !== undefined) {
    const law = store.classLaws[one.sceneClass][other.sceneClass];
    const isChanged = one.hasOwnMaterial || other.hasOwnMaterial;
    return isChanged ? { ...law, material: combineMaterials(one.material, other.material) } : law;
  }
  return {
    collide: accepts(one, other) && accepts(other, one),
    material: combineMaterials(one.material, other.material),
  };
}

function accepts({ options: { collidesWith } }: BodyEntry, { options: { group = '' } }: BodyEntry): boolean {
  return collidesWith === undefined || collidesWith.includes(group);
}

/** Adds a body whose entry is complete. */
export function insertEntry(store: WorldStore, make: (id: BodyId) => BodyEntry): BodyEntry {
  const { steps, generations } = store;
  const index = steps.freeIndices.at(-1) ?? steps.bodies.count;
  const entry = make(idOf(generations[index] ?? 0, index));
  generations[index] ??= 0;
  store.entries[index] = entry;
  addStepBody(steps, entry.body, entry.settings);
  bookChange(store, index, 'added');
  store.names.set(entry.body.name, entry.id);
  store.addedCount++;
  store.changes++;
  updateLimits(store, entry);
  return entry;
}

/** Adds a body; see `World.addBody`. */
export function addBody(store: WorldStore, options: BodyOptions, check: (entry: BodyEntry) => void): BodyId {
  checkBetweenSteps(store, 'addBody');
  checkKeys('addBody', options, BODY_KEYS);
  const name = options.name ?? freeName(store);
  const caller = `addBody (${JSON.stringify(name)})`;
  checkGroups(caller, options);
  const entry = insertEntry(store, (id) => {
    const made = createEntry(caller, id, { ...startOf(store, caller, options), name }, store.material);
    checkName(store, caller, made);
    check(made);
    return made;
  });
  emitBody(store, 'added', entry);
  return entry.id;
}

function freeName({ names, addedCount }: WorldStore): string {
  for (let k = addedCount + 1; ; k++) if (!names.has(`body ${k}`)) return `body ${k}`;
}

/** A body with a path starts on it, unless it has a position. */
function startOf({ steps }: WorldStore, caller: string, options: BodyOptions): BodyOptions {
  if (options.position || typeof options.path !== 'function') return options;
  const { position, orientation = options.orientation } = options.path(steps.time);
  vectorOf(`${caller}: path(${steps.time}).position`, position);
  return { ...options, position, ...(orientation && { orientation }) };
}

export function checkGroups(caller: string, { group, collidesWith, overlap }: BodyOptions): void {
  if (group !== undefined && typeof group !== 'string') {
    throw new TypeError(`${caller}: group must be a text, got ${describeValue(group)}`);
  }
  const isList = collidesWith === undefined || Array.isArray(collidesWith);
  if (!isList || collidesWith?.some((other) => typeof other !== 'string')) {
    throw new TypeError(`${caller}: collidesWith must be a list of groups, got ${describeValue(collidesWith)}`);
  }
  if (overlap !== undefined && overlap !== 'allow' && overlap !== 'error') {
    throw new RangeError(`${caller}: overlap must be allow or error, got ${describeValue(overlap)}`);
  }
}

/** The allowed penetration follows from the smallest dynamic body, unless given. */
export function updateLimits(store: WorldStore, { body }: BodyEntry): void {
  if (body.motion !== 'free') return;
  const radius = shapeRadius(body.shape);
  if (!(radius < store.smallestRadius)) return;
  store.smallestRadius = radius;
  updateSettings(store);
}

/** Recomputes all settings that depend on gravity and on the smallest body. */
export function updateSettings(store: WorldStore): void {
  const { steps, given, smallestRadius } = store;
  const { scene } = steps;
  const slop = given.slop ?? DEFAULT_SLOP * Math.min(smallestRadius, 1e60);
  const threshold = given.restitutionThreshold ?? restitutionThresholdOfSteps(scene.forces.gravity, scene.time.step);
  steps.scene = { ...scene, contacts: { ...scene.contacts, slop, restitutionThreshold: threshold } };
  Object.assign(steps, stepSettings(steps.scene));
  steps.revision++;
}

/** Removes a body; see `World.removeBody`. */
export function removeBody(store: WorldStore, body: BodyId): void {
  checkBetweenSteps(store, 'removeBody');
  const index = indexOf(store, body, 'removeBody');
  const entry = entryAt(store, index);
  removeJointsOf(store, index);
  bookChange(store, index, 'removed');
  const ended = endedBy(store, () => removeStepBody(store.steps, index));
  removeLoads(store, index);
  store.entries[index] = undefined;
  store.names.delete(entry.body.name);
  store.generations[index]++;
  store.changes++;
  emitEvents(store, ended);
  emitBody(store, 'removed', entry);
}

/** Loads of the scene on a removed body. */
function removeLoads({ steps }: WorldStore, index: number): void {
  const { scene } = steps;
  const { loads } = scene.forces;
  if (!loads.some(({ body }) => body === index)) return;
  steps.scene = { ...scene, forces: { ...scene.forces, loads: loads.filter(({ body }) => body !== index) } };
}

/** Contacts that `change` ends. */
export function endedBy(store: WorldStore, change: () => void): ContactEndEvent[] {
  const { ended } = store.steps;
  const before = ended.length;
  change();
  return endedContacts(store, before);
}

function emitBody(store: WorldStore, type: 'added' | 'removed', { id, body: { name } }: BodyEntry): void {
  const event = { type, time: store.steps.time, body: id, name } as const;
  for (const observer of store.observers) observer.onEvent(event);
  for (const listener of [...store.listeners[type]]) listener(event);
}

/** Names are unique. */
export function checkName({ names }: WorldStore, caller: string, { id, body: { name } }: BodyEntry): void {
  const other = names.get(name);
  if (other !== undefined && other !== id) throw new RangeError(`${caller}: another body has this name`);
}

import { toWorld } from '../math/pose.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import { createVec3 } from '../math/vec3.ts';
import { checkKeys } from '../shapes/checks.ts';
import { setForceSettings } from '../sim/solids/steps/body-forces.ts';
import { moveStepJoints } from '../sim/solids/steps/change-joints.ts';
import { setSlotMaterial } from '../sim/solids/steps/contact-cache.ts';
import { wakeBody } from '../sim/solids/steps/islands.ts';
import { dropContacts, markChanged, setStepBody, wakeNeighbours } from '../sim/solids/steps/step-bodies.ts';
import { BODY_KEYS, createEntry } from './body-entry.ts';
import type { BodyChanges, BodyId, BodyOptions } from './body-options.ts';
import { originPose } from './body-pose.ts';
import { checkGroups, checkName, endedBy, lawOf, updateLimits } from './change-bodies.ts';
import { bookChange } from './external-changes.ts';
import { emitEvents } from './step-events.ts';
import { rotationOf, vectorOf } from './vector-input.ts';
import { type BodyEntry, checkBetweenSteps, entryAt, indexOf, type WorldStore } from './world-store.ts';

/** Changes that need mass, shape or motion to be computed again. */
const STRUCTURE: readonly (keyof BodyOptions)[] = ['shape', 'type', 'mass', 'density', 'inertia', 'path'];
/** Changes after which pairs and contacts are searched again. */
const FILTER: readonly (keyof BodyOptions)[] = ['group', 'collidesWith', 'trigger'];
const MATERIAL: readonly (keyof BodyOptions)[] = ['friction', 'rollingFriction', 'spinningFriction', 'restitution'];

/** Changes settings or state of a body; see `World.set`. */
export function setBody(store: WorldStore, body: BodyId, changes: BodyChanges): void {
  checkBetweenSteps(store, 'set');
  const index = indexOf(store, body, 'set');
  const before = entryAt(store, index);
  const caller = `set (${JSON.stringify(before.body.name)})`;
  checkKeys(caller, changes, BODY_KEYS);
  if ('overlap' in changes) throw new RangeError(`${caller}: overlap is for addBody`);
  checkGroups(caller, changes as BodyOptions);
  const keys = Object.keys(changes) as (keyof BodyOptions)[];
  if (changes.position) vectorOf(`${caller}: position`, changes.position);
  if (changes.orientation) rotationOf(`${caller}: orientation`, changes.orientation);
  const entry = laterEntry(before, changedEntry(store, caller, index, before, changes), keys);
  checkName(store, caller, entry);
  wakeNeighbours(store.steps, index);
  const ended = endedBy(store, () =>
    bookChange(store, index, 'changed', () => {
      writeEntry(store, index, before, entry, keys);
      writeState(store, index, entry, changes, caller);
    }),
  );
  store.names.delete(before.body.name);
  store.names.set(entry.body.name, entry.id);
  wakeBody(store.steps, index);
  store.steps.restTimes[index] = 0;
  if (keys.some((key) => key === 'position' || key === 'orientation' || key === 'shape')) store.changes++;
  emitEvents(store, ended);
}

/** The changed entry with what it keeps of the one before: its class in the scene, and mass and shape where they do not change. */
function laterEntry(before: BodyEntry, changed: BodyEntry, keys: readonly (keyof BodyOptions)[]): BodyEntry {
  const has = (list: readonly (keyof BodyOptions)[]) => keys.some((key) => list.includes(key));
  const entry: BodyEntry = {
    ...changed,
    sceneClass: has(FILTER) ? undefined : before.sceneClass,
    hasOwnMaterial: before.hasOwnMaterial === true || has(MATERIAL),
  };
  if (has(STRUCTURE)) return entry;
  const { name, pose, velocity, angularVelocity, trigger, color } = changed.body;
  return {
    ...entry,
    origin: before.origin,
    body: { ...before.body, name, pose, velocity, angularVelocity, trigger, color },
  };
}

/** A new entry with the changes, at the present pose and velocities. Mass and density replace each other; a new mass scales a given inertia. */
function changedEntry(
  store: WorldStore,
  caller: string,
  index: number,
  before: BodyEntry,
  changes: BodyChanges,
): BodyEntry {
  const { density, mass, inertia, velocity, angularVelocity, path, ...rest } = before.options;
  const type =
    changes.type ?? before.options.type ?? (before.options.shape.kind === 'halfspace' ? 'static' : 'dynamic');
  const isMassGiven = changes.mass !== undefined || changes.density !== undefined;
  const masses = type !== 'dynamic' ? {} : isMassGiven ? scaledInertia(before, changes) : { density, mass, inertia };
  const isStill = type === 'static';
  const velocities = isStill || changes.path || (path && changes.type === undefined) ? {} : velocitiesAt(store, index);
  const known = Object.fromEntries(Object.entries(masses).filter(([, value]) => value !== undefined));
  const options: BodyOptions = {
    ...rest,
    ...known,
    ...velocities,
    ...(type === 'kinematic' && path && { path }),
    ...changes,
  };
  return createEntry(caller, before.id, { ...options, ...poseAt(store, index, before) }, store.material);
}

/** The given inertia for another mass. */
function scaledInertia({ body, options }: BodyEntry, changes: BodyChanges): Pick<BodyOptions, 'inertia'> {
  const { mass, inertia, shape } = changes;
  if (options.inertia === undefined || mass === undefined || inertia !== undefined || shape !== undefined) return {};
  const { x, y, z } = body.moments;
  const k = mass / body.mass;
  return { inertia: [k * x, k * y, k * z] };
}

export function velocitiesAt(
  { steps: { bodies } }: WorldStore,
  i: number,
): Pick<BodyOptions, 'velocity' | 'angularVelocity'> {
  const { velocities: v, angularVelocities: w } = bodies;
  return {
    velocity: [v[3 * i], v[3 * i + 1], v[3 * i + 2]],
    angularVelocity: [w[3 * i], w[3 * i + 1], w[3 * i + 2]],
  };
}

/** Pose of the shape as given. */
export function poseAt({ steps }: WorldStore, i: number, { origin }: BodyEntry) {
  const { position, rotation } = originPose(steps, i, origin);
  return { position, orientation: rotation };
}

/** Writes the changed settings; the state of motion stays bitwise the same where it is not changed. */
function writeEntry(
  store: WorldStore,
  i: number,
  before: BodyEntry,
  entry: BodyEntry,
  keys: readonly (keyof BodyOptions)[],
): void {
  const { steps } = store;
  store.entries[i] = entry;
  if (keys.some((key) => STRUCTURE.includes(key))) {
    dropContacts(steps, i);
    const orientation = steps.bodies.orientations.slice(4 * i, 4 * i + 4);
    const isSame =
      entry.origin.x === before.origin.x && entry.origin.y === before.origin.y && entry.origin.z === before.origin.z;
    const position = steps.bodies.positions.slice(3 * i, 3 * i + 3);
    setStepBody(steps, i, entry.body, entry.settings);
    steps.bodies.orientations.set(orientation, 4 * i);
    if (isSame) steps.bodies.positions.set(position, 3 * i);
    markChanged(steps, i);
    updateLimits(store, entry);
    return;
  }
  steps.scene.bodies[i] = entry.body;
  setForceSettings(steps.bodyForces, i, entry.settings);
  if (keys.some((key) => FILTER.includes(key))) {
    dropContacts(steps, i);
    markChanged(steps, i);
  } else if (keys.some((key) => MATERIAL.includes(key))) updateMaterials(store, i);
}

/** Materials of the pairs of body i, or of all. */
export function updateMaterials(store: WorldStore, i?: number): void {
  const { pairs, cache } = store.steps;
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    const [a, b] = [pairs.first[slot], pairs.second[slot]];
    if (i === undefined || a === i || b === i) setSlotMaterial(cache, slot, lawOf(store, a, b).material);
  }
}

/** Writes pose and velocities that are among the changes. */
function writeState(
  store: WorldStore,
  i: number,
  { body, origin }: BodyEntry,
  changes: BodyChanges,
  caller: string,
): void {
  const { bodies } = store.steps;
  if (changes.velocity || changes.angularVelocity) {
    bodies.velocities.set([body.velocity.x, body.velocity.y, body.velocity.z], 3 * i);
    const w = body.angularVelocity;
    bodies.angularVelocities.set([w.x, w.y, w.z], 3 * i);
  }
  if (!changes.position && !changes.orientation) return;
  const old = originPose(store.steps, i, origin);
  const position = changes.position ? vectorOf(`${caller}: position`, changes.position) : old.position;
  const rotation = changes.orientation ? rotationOf(`${caller}: orientation`, changes.orientation) : old.rotation;
  const center = toWorld(createVec3(), { position, rotation }, origin);
  bodies.positions.set([center.x, center.y, center.z], 3 * i);
  if (changes.orientation) {
    const { w, x, y, z } = quaternionFromRotation(rotation);
    bodies.orientations.set([w, x, y, z], 4 * i);
  }
  markChanged(store.steps, i);
  moveStepJoints(store.steps, i);
}

import { describeValue } from '../math/describe-value.ts';
import { balance } from '../sim/ledger-totals.ts';
import { sleepBody, wakeBody } from '../sim/solids/steps/islands.ts';
import { advanceWorld } from './advance-world.ts';
import { applyAngularImpulse, applyForce, applyImpulse, applyTorque } from './apply-forces.ts';
import type { BodyId, ForceField, VectorInput } from './body-options.ts';
import { optionsAt, stateAt } from './body-state.ts';
import { addBody, removeBody, updateSettings } from './change-bodies.ts';
import { contactsOf } from './contact-report.ts';
import { bookChange } from './external-changes.ts';
import { createQueryTree } from './query-tree.ts';
import { setBody } from './set-body.ts';
import { vectorOf } from './vector-input.ts';
import type { World } from './world.ts';
import { addDocking, dockingStatus, dockNow, undock } from './world-docking.ts';
import { EVENT_TYPES, type WorldListeners } from './world-event.ts';
import { addJoint, jointIds, jointStateOf, removeJoint, setMotor } from './world-joints.ts';
import { setMaterial } from './world-material.ts';
import {
  castShape,
  closestBodies,
  closestTo,
  overlap,
  raycastAll,
  raycastFirst,
  rejectOverlaps,
} from './world-queries.ts';
import { ledgerOf, recordWorld } from './world-recording.ts';
import { sceneTextOf } from './world-scene-text.ts';
import { restoreWorld, snapshotWorld } from './world-snapshot.ts';
import { checkBetweenSteps, entryAt, indexOf, type WorldStore } from './world-store.ts';

/** The functions of a world over its data. */
export function assembleWorld(store: WorldStore): World {
  const { steps } = store;
  const queries = { store, tree: createQueryTree() };
  return {
    get time() {
      return steps.time;
    },
    get stepCount() {
      return steps.stepCount;
    },
    get timeStep() {
      return steps.scene.time.step;
    },
    get gravity() {
      return steps.scene.forces.gravity;
    },
    solverKernel: steps.solverKernel,
    setGravity: (gravity) => setGravity(store, gravity),
    setMaterial: (changes) => {
      setMaterial(store, changes);
      wakeAll(store);
    },
    addBody: (options) => addBody(store, options, (entry) => rejectOverlaps(queries, entry)),
    removeBody: (body) => removeBody(store, body),
    set: (body, changes) => setBody(store, body, changes),
    has: (body) => store.entries.some((entry) => entry?.id === body),
    bodies: () => store.entries.flatMap((entry) => (entry ? [entry.id] : [])),
    find: (name) => store.names.get(name),
    state: (body) => stateAt(store, indexOf(store, body, 'state')),
    options: (body) => optionsAt(store, indexOf(store, body, 'options')),
    addJoint: (options) => addJoint(store, options),
    removeJoint: (joint) => removeJoint(store, joint),
    joints: () => jointIds(store),
    jointState: (joint) => jointStateOf(store, joint),
    setMotor: (joint, motor, axis) => setMotor(store, joint, motor, axis),
    wake: (body) => wake(store, body),
    sleep: (body) => sleep(store, body),
    step: () => advanceWorld(store),
    applyForce: (body, force, options) => applyForce(store, body, force, options),
    applyTorque: (body, torque, options) => applyTorque(store, body, torque, options),
    applyImpulse: (body, impulse, options) => applyImpulse(store, body, impulse, options),
    applyAngularImpulse: (body, impulse, options) => applyAngularImpulse(store, body, impulse, options),
    addForceField: (field) => addForceField(store, field),
    addDocking: (options) => addDocking(store, options),
    docking: (docking) => dockingStatus(store, docking),
    dock: (docking) => dockNow(store, docking),
    undock: (docking) => undock(store, docking),
    on: (type, listener) => addListener(store, type, listener),
    closest: (bodyA, bodyB) => closestBodies(queries, bodyA, bodyB),
    closestTo: (shape, pose, options) => closestTo(queries, shape, pose, options),
    raycast: (from, direction, options) => raycastFirst(queries, from, direction, options),
    raycastAll: (from, direction, options) => raycastAll(queries, from, direction, options),
    castShape: (shape, motion, time, options) => castShape(queries, shape, motion, time, options),
    overlap: (shape, pose, options) => overlap(queries, shape, pose, options),
    contacts: (body) => contactsOf(store, body === undefined ? undefined : indexOf(store, body, 'contacts')),
    snapshot: () => snapshotWorld(store),
    restore: (snapshot) => restoreWorld(store, snapshot),
    ledger: () => ledgerOf(store),
    balance: () => balance(store.ledgerStart, ledgerOf(store)),
    sceneText: (options) => sceneTextOf(store, options),
    record: (options) => recordWorld(store, options),
  };
}

/** The change of the potential energy is external work. */
function setGravity(store: WorldStore, given: VectorInput): void {
  checkBetweenSteps(store, 'setGravity');
  const { steps } = store;
  const gravity = vectorOf('setGravity', given);
  const before = ledgerOf(store).potentialEnergy;
  steps.scene = { ...steps.scene, forces: { ...steps.scene.forces, gravity } };
  updateSettings(store);
  steps.totals.externalWork += ledgerOf(store).potentialEnergy - before;
  wakeAll(store);
}

function wakeAll({ steps, entries }: WorldStore): void {
  for (const i of entries.keys()) wakeBody(steps, i);
}

function wake(store: WorldStore, body: BodyId): void {
  checkBetweenSteps(store, 'wake');
  const index = indexOf(store, body, 'wake');
  wakeBody(store.steps, index);
  store.steps.restTimes[index] = 0;
}

/** The motion that the body loses is an external change. */
function sleep(store: WorldStore, body: BodyId): void {
  checkBetweenSteps(store, 'sleep');
  const index = indexOf(store, body, 'sleep');
  const { name, motion } = entryAt(store, index).body;
  if (motion !== 'free')
    throw new RangeError(`sleep: ${JSON.stringify(name)} is not dynamic, only dynamic bodies sleep`);
  const { velocities, angularVelocities } = store.steps.bodies;
  bookChange(store, index, 'changed', () => {
    velocities.fill(0, 3 * index, 3 * index + 3);
    angularVelocities.fill(0, 3 * index, 3 * index + 3);
  });
  sleepBody(store.steps, index);
}

function addForceField(store: WorldStore, field: ForceField): () => void {
  checkBetweenSteps(store, 'addForceField');
  if (typeof field !== 'function') {
    throw new TypeError(`addForceField: field must be a function, got ${describeValue(field)}`);
  }
  const { fields } = store.steps.bodyForces;
  const own: (typeof fields)[number] = (i, state, time, out) => field(entryAt(store, i).id, state, time, out);
  fields.push(own);
  wakeAll(store);
  return () => {
    checkBetweenSteps(store, 'removal of a force field');
    const at = fields.indexOf(own);
    if (at >= 0) fields.splice(at, 1);
    wakeAll(store);
  };
}

function addListener<Type extends keyof WorldListeners>(
  { listeners }: WorldStore,
  type: Type,
  listener: WorldListeners[Type],
): () => void {
  if (!EVENT_TYPES.includes(type)) {
    throw new RangeError(`on: type must be one of ${EVENT_TYPES.join(', ')}, got ${describeValue(type)}`);
  }
  if (typeof listener !== 'function') {
    throw new TypeError(`on: listener must be a function, got ${describeValue(listener)}`);
  }
  listeners[type].add(listener);
  return () => {
    listeners[type].delete(listener);
  };
}

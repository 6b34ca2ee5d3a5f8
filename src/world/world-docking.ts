import { describeValue } from '../math/describe-value.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, subVec3 } from '../math/vec3.ts';
import {
  type CaptureEnvelope,
  DEFAULT_PORT_ANGLE,
  measureDocking,
  OPEN_ENVELOPE,
} from '../response/capture-envelope.ts';
import { portFrame, portState } from '../response/docking-port.ts';
import type { SceneDocking, SceneSensor, SceneSoftCapture } from '../scene/scene-header.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { checkAboveZero, checkKeys } from '../shapes/checks.ts';
import { checkLatchStep, setStoredEnergy } from '../sim/dock-springs.ts';
import {
  beginCapture,
  beginUndocking,
  createDocks,
  type Dock,
  type DockNames,
  type DockPorts,
  dockEnergy,
  hasSpringForces,
  hasSprings,
  isWaiting,
  portDistance,
  updateStages,
  violationsOf,
} from '../sim/dock-stages.ts';
import { SEPARATED } from '../sim/sensor-approach.ts';
import { createDockForces } from '../sim/solids/dock-forces.ts';
import { docksByJoints, dropOtherDockJoints, joinByJoint, updateDockJoints } from '../sim/solids/dock-joints.ts';
import { wakeBody } from '../sim/solids/steps/islands.ts';
import { bodyBetweenSteps, createGroupLink, createRigidGroup, joinGroup } from '../sim/solids/steps/rigid-groups.ts';
import type {
  DockingEvent,
  DockingId,
  DockingOptions,
  DockingStatus,
  PortOptions,
  WorldDocking,
} from './docking-options.ts';
import { vectorOf } from './vector-input.ts';
import { checkBetweenSteps, entryAt, indexOf, type WorldStore } from './world-store.ts';

const DOCKING_KEYS: readonly (keyof DockingOptions)[] = [
  'ports',
  'tolerance',
  'envelope',
  'softCapture',
  'separationSprings',
  'retry',
  'recapture',
];
const DEFAULT_TOLERANCE = 1e-3;
const DEFAULT_ALIGNMENT = { distance: 1e-3, angle: (0.5 * Math.PI) / 180, speed: 1e-3, angularRate: 1e-3 };

/** See `World.addDocking`. */
export function addDocking(store: WorldStore, options: DockingOptions): DockingId {
  checkBetweenSteps(store, 'addDocking');
  checkKeys('addDocking', options, DOCKING_KEYS);
  if (!Array.isArray(options.ports) || options.ports.length !== 2) {
    throw new TypeError(`addDocking: ports must be two ports, got ${describeValue(options.ports)}`);
  }
  const sensors = options.ports.map((port, k) => sensorOf(store, port, `addDocking: ports[${k}]`));
  if (sensors[0].body === sensors[1].body) throw new RangeError('addDocking: ports must be on two different bodies');
  const [dock] = createDocks({ docking: [dockingOf(options, sensors)], sensors });
  const id = store.dockingCount++;
  store.dockings.push({ id, bodies: [options.ports[0].body, options.ports[1].body], dock });
  if (id === 0) addLinks(store);
  return id;
}

/** The links of the steps that dockings need. */
function addLinks(store: WorldStore): void {
  const { steps } = store;
  const forces = createDockForces(
    steps,
    () => docksOf(store),
    ({ body }) => ({ index: body, pose: createPose() }),
  );
  steps.bodyForces.links.push(
    forces,
    createGroupLink(steps, () => store.groups),
  );
}

const docksOf = ({ dockings }: WorldStore) => dockings.map(({ dock }) => dock);

function sensorOf(store: WorldStore, { body, point, axis, up, name }: PortOptions, caller: string): SceneSensor {
  const index = indexOf(store, body, `${caller}.body`);
  const { origin, body: own } = entryAt(store, index);
  const given = vectorOf(`${caller}.axis`, axis);
  const frame = portFrame(given, up === undefined ? undefined : vectorOf(`${caller}.up`, up));
  if (!frame) throw new RangeError(`${caller}: axis must have a length above zero, and up must not be parallel to it`);
  const place = subVec3(createVec3(), vectorOf(`${caller}.point`, point), origin);
  return { name: name ?? own.name, body: index, point: place, frame, hasRoll: up !== undefined };
}

function dockingOf(options: DockingOptions, sensors: readonly SceneSensor[]): SceneDocking {
  const { tolerance = DEFAULT_TOLERANCE, softCapture, separationSprings, retry, recapture = true } = options;
  checkAboveZero('addDocking: tolerance', tolerance);
  if (softCapture) checkAboveZero('addDocking: softCapture.stiffness', softCapture.stiffness);
  for (const key of ['energy', 'stroke'] as const) {
    if (separationSprings) checkAboveZero(`addDocking: separationSprings.${key}`, separationSprings[key]);
  }
  const envelope = envelopeOf(options.envelope ?? {}, sensors);
  return {
    sensors: [0, 1],
    mode: 'rigid',
    tolerance,
    maxSpeed: envelope.speed,
    release: Number.POSITIVE_INFINITY,
    envelope,
    recapture,
    ...(retry && { retry }),
    ...(separationSprings && { separationSprings }),
    ...(softCapture && { softCapture: softCaptureOf(softCapture) }),
  };
}

function envelopeOf(given: Partial<CaptureEnvelope>, sensors: readonly SceneSensor[]): CaptureEnvelope {
  checkKeys('addDocking: envelope', given, Object.keys(OPEN_ENVELOPE));
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'number' && !Number.isNaN(value)) continue;
    throw new TypeError(`addDocking: envelope.${key} must be a number, got ${describeValue(value)}`);
  }
  const roll = sensors.every(({ hasRoll }) => hasRoll) ? DEFAULT_PORT_ANGLE : Number.POSITIVE_INFINITY;
  return { ...OPEN_ENVELOPE, pitchYaw: DEFAULT_PORT_ANGLE, roll, ...given };
}

function softCaptureOf({ alignment, ...given }: NonNullable<DockingOptions['softCapture']>): SceneSoftCapture {
  const defaults = { damping: 0, angularStiffness: 0, angularDamping: 0, attenuation: 0, retraction: 0 };
  const stroke = Number.POSITIVE_INFINITY;
  return { ...defaults, stroke, ...given, alignment: { ...DEFAULT_ALIGNMENT, ...alignment } };
}

function dockingAt(store: WorldStore, id: DockingId, caller: string): WorldDocking {
  const found = store.dockings.find((docking) => docking.id === id);
  if (!found) throw new RangeError(`${caller}: docking ${describeValue(id)} is not in this world`);
  return found;
}

function portsOf({ steps }: WorldStore, { sensors }: Dock): DockPorts {
  const [a, b] = sensors.map(({ body, point, frame, hasRoll = false }) => {
    const { pose, velocity, angularVelocity } = bodyBetweenSteps(steps, body);
    return portState({ point, frame, hasRoll }, { pose, center: pose.position, velocity, angularVelocity });
  });
  return [a, b];
}

/** See `World.docking`. */
export function dockingStatus(store: WorldStore, id: DockingId): DockingStatus {
  const { dock } = dockingAt(store, id, 'docking');
  const ports = portsOf(store, dock);
  const relative = measureDocking(ports[0], ports[1]);
  return { state: dock.state, relative, violations: violationsOf(dock, relative) };
}

/** See `World.dock`. */
export function dockNow(store: WorldStore, id: DockingId): void {
  checkBetweenSteps(store, 'dock');
  const docking = dockingAt(store, id, 'dock');
  if (docking.dock.state === 'docked') throw new RangeError(`dock: docking ${id} is docked already`);
  joinDock(store, docking);
  settle(store, docking.dock);
}

/** See `World.undock`. */
export function undock(store: WorldStore, id: DockingId): void {
  checkBetweenSteps(store, 'undock');
  const { dock } = dockingAt(store, id, 'undock');
  if (dock.state !== 'docked' && dock.state !== 'captured') {
    throw new RangeError(`undock: docking ${id} is not docked, its state is ${dock.state}`);
  }
  beginUndocking(dock, portsOf(store, dock), store.steps.time);
  updateGroups(store);
  settle(store, dock);
}

/** Bodies that rigid dockings connect are one group; in a world with joints joints hold them. */
export function updateGroups(store: WorldStore): void {
  if (docksByJoints(store.steps)) {
    const { steps } = store;
    const docks = docksOf(store);
    store.groups = [];
    dropOtherDockJoints(steps, docks);
    for (const dock of docks) {
      if (dock.state === 'docked' && dock.jointStage !== 'docked') joinByJoint(steps, dock);
      else updateDockJoints(steps, dock, steps.time);
    }
    return;
  }
  const groups: Set<number>[] = [];
  for (const { dock } of store.dockings) {
    if (dock.state !== 'docked') continue;
    const ends = dock.sensors.map(({ body }) => body);
    const touched = groups.filter((group) => ends.some((body) => group.has(body)));
    const merged = new Set([...touched.flatMap((group) => [...group]), ...ends]);
    for (const group of touched) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  store.groups = groups.map((members) => {
    const list = [...members].sort((p, q) => p - q);
    const same = store.groups.find((group) => group.members.join() === list.join());
    return same ?? createRigidGroup(store.steps, list);
  });
}

/** Joins the bodies rigidly. Returns the event. */
function joinDock(store: WorldStore, docking: WorldDocking): DockingEvent {
  const { dock } = docking;
  const ports = portsOf(store, dock);
  const { speed } = measureDocking(ports[0], ports[1]);
  dock.state = 'docked';
  dock.capture = undefined;
  const { time } = store.steps;
  const log = { time, ...namesOf(store, dock), speed, mode: 'rigid' as const };
  if (docksByJoints(store.steps)) {
    return eventOf(docking, { type: 'docking', ...log, energyLoss: joinByJoint(store.steps, dock) });
  }
  updateGroups(store);
  const group = store.groups.find(({ members }) => members.includes(dock.sensors[0].body));
  const loss = group ? joinGroup(store.steps, group) : 0;
  const hasImmovable = group !== undefined && group.immovable >= 0;
  return eventOf(docking, { type: 'docking', ...log, energyLoss: hasImmovable ? null : loss });
}

function eventOf({ id, bodies }: WorldDocking, event: DockingEvent['event']): DockingEvent {
  return { type: 'docking', time: event.time, docking: id, bodyA: bodies[0], bodyB: bodies[1], event };
}

function namesOf(store: WorldStore, { sensors }: Dock): DockNames {
  const name = (k: 0 | 1) => entryAt(store, sensors[k].body).body.name;
  return { bodies: [name(0), name(1)], sensors: [sensors[0].name, sensors[1].name] };
}

/** The ledger has the energy of the springs that act now. */
function settle(store: WorldStore, dock: Dock): void {
  const { steps } = store;
  if (!hasSpringForces(dock) && dock.storedEnergy === 0) return;
  const energy = hasSpringForces(dock) ? dockEnergy(dock, portsOf(store, dock), steps.time) : 0;
  setStoredEnergy(steps.totals, dock, energy, hasSpringForces(dock));
}

/** Before a step: dockings of removed bodies end, and joined bodies do not sleep. */
export function prepareDockings(store: WorldStore): void {
  if (store.dockings.length === 0) return;
  const exists = ({ bodies, dock }: WorldDocking) =>
    bodies.every((id, k) => store.entries[dock.sensors[k].body]?.id === id);
  if (!store.dockings.every(exists)) {
    store.dockings = store.dockings.filter(exists);
    store.groups = [];
    updateGroups(store);
  }
  for (const { dock } of store.dockings) {
    if (dock.state !== 'docked' && !hasSprings(dock)) continue;
    for (const { body } of dock.sensors) wakeBody(store.steps, body);
  }
}

/** After a step: stages of soft capture, and capture of ports in range. */
export function updateDockings(store: WorldStore): DockingEvent[] {
  return store.dockings.flatMap((docking) => {
    const events = updateDocking(store, docking);
    if (docksByJoints(store.steps)) updateDockJoints(store.steps, docking.dock, store.steps.time);
    settle(store, docking.dock);
    return events;
  });
}

function updateDocking(store: WorldStore, docking: WorldDocking): DockingEvent[] {
  const { dock } = docking;
  const { time, scene } = store.steps;
  if (!dock.released && time >= dock.docking.release) return releaseDock(store, docking);
  if (!hasSprings(dock) && !isWaiting(dock)) return [];
  const ports = portsOf(store, dock);
  const names = namesOf(store, dock);
  if (hasSprings(dock)) {
    const { join, events } = updateStages(dock, ports, time, names);
    const list = events.map((event) => eventOf(docking, event as DockingEvent['event']));
    return join ? [...list, joinDock(store, docking)] : list;
  }
  const { tolerance, retry, softCapture } = dock.docking;
  const distance = portDistance(ports);
  if (dock.state === 'rejected' && distance > SEPARATED * tolerance) dock.state = 'armed';
  if (!(distance <= tolerance) || (dock.state === 'rejected' && retry !== 'range')) return [];
  const state = measureDocking(ports[0], ports[1]);
  const violations = violationsOf(dock, state);
  const log = { time, ...names, speed: state.speed };
  if (violations.length > 0) {
    const isKnown = dock.state === 'rejected';
    dock.state = 'rejected';
    return isKnown ? [] : [eventOf(docking, { type: 'docking-rejected', ...log, violations })];
  }
  if (!softCapture) return [joinDock(store, docking)];
  beginCapture(dock, state, time);
  if (docksByJoints(store.steps)) return [eventOf(docking, { type: 'soft-capture', ...log })];
  const [a, b] = dock.sensors.map(({ body }) => bodyBetweenSteps(store.steps, body));
  checkLatchStep(dock, [a, b], ports[1].position, scene.time);
  return [eventOf(docking, { type: 'soft-capture', ...log })];
}

/** The time of release of a docking of a scene has come. */
function releaseDock(store: WorldStore, docking: WorldDocking): DockingEvent[] {
  const { dock } = docking;
  dock.released = true;
  if (dock.state !== 'docked' && dock.state !== 'captured') {
    if (!dock.docking.recapture) dock.state = 'done';
    return [];
  }
  const ports = portsOf(store, dock);
  const { speed } = measureDocking(ports[0], ports[1]);
  beginUndocking(dock, ports, store.steps.time);
  updateGroups(store);
  return [eventOf(docking, { type: 'release', time: store.steps.time, ...namesOf(store, dock), speed })];
}

/** The dockings of a scene whose bodies have the same indices in the world; they are tested after every step. */
export function addSceneDockings(store: WorldStore, scene: Pick<SolidScene, 'docking' | 'sensors'>): void {
  if (scene.docking.length === 0) return;
  store.dockings = createDocks(scene).map((dock, id) => {
    const [a, b] = dock.sensors.map(({ body }) => entryAt(store, body).id);
    return { id, bodies: [a, b], dock };
  });
  store.dockingCount = store.dockings.length;
  addLinks(store);
}

/** Copies of the dockings, for a snapshot. */
export function copyDockings(dockings: readonly WorldDocking[]): WorldDocking[] {
  return dockings.map(({ dock, ...rest }) => {
    const capture = dock.capture && { ...dock.capture, closed: [...dock.capture.closed] };
    return { ...rest, dock: { ...dock, capture } };
  });
}

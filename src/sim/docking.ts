import { isImmovable } from '../dynamics/rigid-body.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { measureDocking } from '../response/capture-envelope.ts';
import { applyDocking, dockPin, dockRigid } from '../response/docking.ts';
import { portState } from '../response/docking-port.ts';
import {
  type CompositeBody,
  createSnapshot,
  joinBodies,
  type Part,
  partPose,
  snapshotAt,
  splitComposite,
} from './composite-body.ts';
import {
  beginCapture,
  beginUndocking,
  type Dock,
  type DockNames,
  type DockPorts,
  violationsOf,
} from './dock-stages.ts';
import { addImpulseOnImmovable, createLedgerTotals, ledgerAt } from './ledger-totals.ts';
import type { LedgerRow } from './observer.ts';
import { type SensorGap, sensorContactTime } from './sensor-approach.ts';
import { recordEvent, type World } from './world.ts';

/** The composite body that a body of the scene belongs to. */
export function compositeOf(world: World, body: number): CompositeBody {
  const found = world.composites.find((composite) => composite.parts.some((part) => part.body === body));
  if (!found) throw new Error(`body ${body} has no composite body`);
  return found;
}

function partOf(composite: CompositeBody, body: number): Part {
  return composite.parts.find((part) => part.body === body) ?? composite.parts[0];
}

const pose = createPose();
const snapshots = [createSnapshot(), createSnapshot()] as const;

/** The ports of `dock` at `time` in free flight. */
export function portsAt(world: World, dock: Dock, time: number): DockPorts {
  const [a, b] = dock.sensors.map(({ body, point, frame, hasRoll = false }, i) => {
    const composite = compositeOf(world, body);
    const at = snapshotAt(snapshots[i], composite, time);
    partPose(pose, partOf(composite, body), at);
    const { velocity, angularVelocity } = at;
    return portState({ point, frame, hasRoll }, { pose, center: at.pose.position, velocity, angularVelocity });
  });
  return [a, b];
}

/** The two sensors of a dock at one time. */
export interface SensorPair extends SensorGap {
  readonly pointA: ReadonlyVec3;
  readonly pointB: ReadonlyVec3;
}

/** Sensor positions of `dock` at `time` in free flight. */
export function sensorsAt(world: World, dock: Dock, time: number): SensorPair {
  const [a, b] = portsAt(world, dock, time);
  const [pointA, pointB] = [a.position, b.position];
  const gap = subVec3(createVec3(), pointB, pointA);
  const velocity = subVec3(createVec3(), b.velocity, a.velocity);
  const distance = lengthVec3(gap);
  // snapshots of `portsAt`
  const centripetal = (i: 0 | 1, point: ReadonlyVec3) => {
    const { angularVelocity, angularAcceleration, pose: at } = snapshots[i];
    const arm = lengthVec3(subVec3(createVec3(), point, at.position));
    return (angularVelocity.z ** 2 + Math.abs(angularAcceleration)) * arm;
  };
  const relativeAcceleration = lengthVec3(subVec3(createVec3(), snapshots[1].acceleration, snapshots[0].acceleration));
  return {
    pointA,
    pointB,
    distance,
    speed: lengthVec3(velocity),
    rate: distance > 0 ? (gap.x * velocity.x + gap.y * velocity.y) / distance : lengthVec3(velocity),
    accelerationBound: centripetal(0, pointA) + centripetal(1, pointB) + relativeAcceleration,
  };
}

/** Time at which the sensors of a waiting dock next come within its tolerance, in free flight from `from`; Infinity if not before `until`. */
export function searchDocking(world: World, dock: Dock, from: number, until: number): number {
  const { tolerance, retry } = dock.docking;
  const gapAt = (time: number) => sensorsAt(world, dock, time);
  const isRejected = dock.state === 'rejected';
  if (isRejected && retry === 'range') {
    const next = Math.max(from, dock.retestAt);
    if (next <= until && gapAt(next).distance <= tolerance) return next;
  }
  return sensorContactTime(gapAt, tolerance, isRejected, from, until);
}

/**
 * The sensors are in range: joins their composites, by a latch where the docking has one, or rejects the docking outside the envelope. True
 * when docked or captured.
 */
export function tryDocking(world: World, dock: Dock): boolean {
  const ports = portsAt(world, dock, world.time);
  const state = measureDocking(ports[0], ports[1]);
  const violations = violationsOf(dock, state);
  const log = { time: world.time, ...namesOf(world, dock), speed: state.speed };
  if (violations.length > 0) {
    const isKnown = dock.state === 'rejected' && dock.docking.retry === 'range';
    dock.state = 'rejected';
    dock.retestAt = world.time + world.scene.time.step;
    if (!isKnown) recordEvent(world, { type: 'docking-rejected', ...log, violations });
    return false;
  }
  if (dock.docking.softCapture) {
    beginCapture(dock, state, world.time);
    recordEvent(world, { type: 'soft-capture', ...log });
  } else joinDock(world, dock);
  return true;
}

/** Joins the bodies of a dock. */
export function joinDock(world: World, dock: Dock): void {
  const { docking, sensors } = dock;
  const { pointA, pointB, speed } = sensorsAt(world, dock, world.time);
  const [a, b] = sensors.map((sensor) => compositeOf(world, sensor.body));
  dock.state = 'docked';
  dock.capture = undefined;
  const energyLoss = a === b ? 0 : bindComposites(world, dock, a, b, pointA, pointB);
  const log = { time: world.time, ...namesOf(world, dock), speed };
  recordEvent(world, { type: 'docking', ...log, mode: docking.mode, energyLoss });
}

export function namesOf({ names }: World, { sensors }: Dock): DockNames {
  return {
    bodies: [names[sensors[0].body], names[sensors[1].body]],
    sensors: [sensors[0].name, sensors[1].name],
  };
}

/** Gives two composites the velocities of the docked body; joins them when rigid. Returns the energy lost. */
function bindComposites(
  world: World,
  dock: Dock,
  a: CompositeBody,
  b: CompositeBody,
  pointA: ReadonlyVec3,
  pointB: ReadonlyVec3,
): number | null {
  const before = ledgerOf(world, [a, b]);
  const isRigid = dock.docking.mode === 'rigid';
  const docking = isRigid ? dockRigid(a, b) : dockPin(a, b, pointA, pointB);
  applyDocking(docking, a, b);
  const after = isRigid ? [joinBodies(a, b)] : [a, b];
  replaceComposites(world, [a, b], after);
  addExchangedImpulse(world, before, ledgerOf(world, after), isImmovable(a) || isImmovable(b));
  return docking.energyLoss;
}

function replaceComposites(world: World, removed: readonly CompositeBody[], added: readonly CompositeBody[]): void {
  world.composites = world.composites.flatMap((composite) =>
    composite === removed[0] ? added : removed.includes(composite) ? [] : [composite],
  );
}

/** Ledger of the given composites alone, at the current time. */
function ledgerOf(world: World, composites: readonly CompositeBody[]): LedgerRow {
  return ledgerAt(createLedgerTotals(), composites, world.scene.forces.gravity, world.time);
}

/**
 * Adds the change by a docking or release to the ledger. Immovable bodies are not in it: a body that docks to one leaves it with all
 * its momentum and energy, and returns when released. Between free bodies momentum is conserved and no impulse is added.
 */
function addExchangedImpulse(world: World, before: LedgerRow, after: LedgerRow, hasImmovable: boolean): void {
  const { totals } = world;
  const energy = (row: LedgerRow) => row.kineticEnergy + row.potentialEnergy;
  totals.contactWork += energy(after) - energy(before);
  if (!hasImmovable) return;
  totals.driveWork += energy(after) - energy(before);
  addImpulseOnImmovable(totals, ORIGIN, subVec3(createVec3(), before.momentum, after.momentum));
  totals.angularImpulseOnImmovable.z += before.angularMomentum.z - after.angularMomentum.z;
}

const ORIGIN: ReadonlyVec3 = createVec3();

/**
 * Ends a docking or a soft capture. The bodies continue with their velocities, and separation springs act from here on; they split only if no
 * other docking holds them together.
 */
export function releaseDock(world: World, dock: Dock): void {
  dock.released = true;
  const { state } = dock;
  if (state !== 'docked' && state !== 'captured') {
    if (!dock.docking.recapture) dock.state = 'done';
    return;
  }
  beginUndocking(dock, portsAt(world, dock, world.time), world.time);
  if (state === 'docked') splitDock(world, dock);
  const { speed } = sensorsAt(world, dock, world.time);
  recordEvent(world, { type: 'release', time: world.time, ...namesOf(world, dock), speed });
}

/** Splits the composite of a dock that no longer holds. */
function splitDock(world: World, { docking, sensors }: Dock): void {
  const composite = compositeOf(world, sensors[0].body);
  const remaining = connectedBodies(world.docks, sensors[0].body);
  if (docking.mode !== 'rigid' || remaining.includes(sensors[1].body)) return;
  const parts = splitComposite(composite, remaining, world.scene);
  addExchangedImpulse(world, ledgerOf(world, [composite]), ledgerOf(world, parts), isImmovable(composite));
  replaceComposites(world, [composite], parts);
}

/** All bodies that rigid dockings connect to `body`, itself included. */
function connectedBodies(docks: readonly Dock[], body: number): number[] {
  const held = [body];
  for (const at of held) {
    for (const { docking, sensors, state } of docks) {
      if (state !== 'docked' || docking.mode !== 'rigid') continue;
      const ends = sensors.map((sensor) => sensor.body);
      if (ends.includes(at)) held.push(...ends.filter((end) => !held.includes(end)));
    }
  }
  return held;
}

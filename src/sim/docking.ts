import { isImmovable } from '../dynamics/rigid-body.ts';
import { createMat3, solveSymmetric } from '../math/mat3.ts';
import { velocityOfPoint } from '../math/motion.ts';
import { createPose, toWorld } from '../math/pose.ts';
import {
  addVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { contactMatrix } from '../response/contact-matrix.ts';
import { applyDocking, dockPin, dockRigid } from '../response/docking.ts';
import { applyImpulse, relativeVelocity } from '../response/impulse.ts';
import type { SceneSensor } from '../scene/scene-header.ts';
import {
  type CompositeBody,
  createSnapshot,
  joinBodies,
  type Part,
  partPose,
  type Snapshot,
  snapshotAt,
  splitComposite,
} from './composite-body.ts';
import { addDrivenImpulse, addImpulseOnImmovable, createLedgerTotals, ledgerAt } from './ledger-totals.ts';
import type { LedgerRow } from './observer.ts';
import { type SensorGap, sensorContactTime } from './sensor-approach.ts';
import { type Dock, recordEvent, type World } from './world.ts';

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

/** World position of a sensor, given the state of its composite. */
function sensorPoint(
  out: Vec3,
  sensor: SceneSensor,
  composite: CompositeBody,
  at: Pick<Snapshot, 'pose' | 'angle' | 'angleLow'>,
): Vec3 {
  return toWorld(out, partPose(pose, partOf(composite, sensor.body), at), sensor.point);
}

/** The two sensors of a dock at one time. */
export interface SensorPair extends SensorGap {
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

const snapshots = [createSnapshot(), createSnapshot()] as const;

/** Sensor positions of `dock` at `time` in free flight. */
export function sensorsAt(world: World, dock: Dock, time: number): SensorPair {
  const composites = dock.sensors.map((sensor) => compositeOf(world, sensor.body));
  const at = composites.map((composite, i) => snapshotAt(snapshots[i], composite, time));
  const [pointA, pointB] = dock.sensors.map((sensor, i) => sensorPoint(createVec3(), sensor, composites[i], at[i]));
  const gap = subVec3(createVec3(), pointB, pointA);
  const velocity = subVec3(
    createVec3(),
    velocityOfPoint(createVec3(), at[1], pointB),
    velocityOfPoint(createVec3(), at[0], pointA),
  );
  const distance = lengthVec3(gap);
  const centripetal = (i: number, point: ReadonlyVec3) =>
    at[i].angularVelocity.z ** 2 * lengthVec3(subVec3(createVec3(), point, at[i].pose.position));
  const relativeAcceleration = lengthVec3(subVec3(createVec3(), at[1].acceleration, at[0].acceleration));
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
  const gapAt = (time: number) => sensorsAt(world, dock, time);
  return sensorContactTime(gapAt, dock.docking.tolerance, dock.state === 'too-fast', from, until);
}

/** The sensors touch: joins their composites, or rejects the docking above the speed limit. True when docked. */
export function tryDocking(world: World, dock: Dock): boolean {
  const { docking, sensors } = dock;
  const { pointA, pointB, speed } = sensorsAt(world, dock, world.time);
  const bodies = [world.names[sensors[0].body], world.names[sensors[1].body]] as const;
  const names = [sensors[0].name, sensors[1].name] as const;
  if (speed > docking.maxSpeed) {
    dock.state = 'too-fast';
    recordEvent(world, { type: 'docking-rejected', time: world.time, bodies, sensors: names, speed });
    return false;
  }
  const [a, b] = sensors.map((sensor) => compositeOf(world, sensor.body));
  dock.state = 'docked';
  const energyLoss = a === b ? 0 : bindComposites(world, dock, a, b, pointA, pointB);
  recordEvent(world, {
    type: 'docking',
    time: world.time,
    bodies,
    sensors: names,
    mode: docking.mode,
    speed,
    energyLoss,
  });
  return true;
}

/** Gives two composites the velocities of the docked body; joins them when rigid. Returns the energy lost. */
function bindComposites(
  world: World,
  dock: Dock,
  a: CompositeBody,
  b: CompositeBody,
  pointA: Vec3,
  pointB: Vec3,
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

/** Ends a docking. The bodies continue with their velocities; they split only if no other docking holds them together. */
export function releaseDock(world: World, dock: Dock): void {
  const wasDocked = dock.state === 'docked';
  dock.state = 'done';
  if (!wasDocked) return;
  const { sensors } = dock;
  const composite = compositeOf(world, sensors[0].body);
  const remaining = connectedBodies(world.docks, sensors[0].body);
  if (dock.docking.mode === 'rigid' && !remaining.includes(sensors[1].body)) {
    const parts = splitComposite(composite, remaining, world.scene);
    addExchangedImpulse(world, ledgerOf(world, [composite]), ledgerOf(world, parts), isImmovable(composite));
    replaceComposites(world, [composite], parts);
  }
  const { speed } = sensorsAt(world, dock, world.time);
  recordEvent(world, {
    type: 'release',
    time: world.time,
    bodies: [world.names[sensors[0].body], world.names[sensors[1].body]],
    sensors: [sensors[0].name, sensors[1].name],
    speed,
  });
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

/** Fraction of the drift of a pin that is corrected in one step. */
const PIN_CORRECTION = 0.2;

/** Holds pinned sensors together at velocity level, and corrects their drift beyond the tolerance. */
export function holdPins(world: World, h: number): void {
  for (const dock of world.docks) {
    if (dock.state !== 'docked' || dock.docking.mode !== 'pin') continue;
    const [a, b] = dock.sensors.map((sensor) => compositeOf(world, sensor.body));
    if (a === b) continue;
    const { pointA, pointB, distance } = sensorsAt(world, dock, world.time);
    const midpoint = scaleVec3(createVec3(), addVec3(createVec3(), pointA, pointB), 0.5);
    const excess = Math.max(0, distance - dock.docking.tolerance);
    // w' = -c (pointB - pointA)/h along the gap, 0 perpendicular to it
    const correction = distance > 0 ? (-PIN_CORRECTION * excess) / (h * distance) : 0;
    const wanted = scaleVec3(createVec3(), subVec3(createVec3(), pointB, pointA), correction);
    const w = relativeVelocity(createVec3(), a, b, midpoint, midpoint);
    const matrix = contactMatrix(createMat3(), a, b, midpoint, midpoint);
    const impulse = solveSymmetric(createVec3(), matrix, subVec3(createVec3(), wanted, w));
    applyImpulse(a, b, midpoint, midpoint, impulse);
    world.totals.contactWork += 0.5 * dotVec3(impulse, addVec3(w, w, wanted));
    if (b.inverseMass === 0) addDrivenImpulse(world.totals, b, midpoint, impulse);
    if (a.inverseMass === 0) addDrivenImpulse(world.totals, a, midpoint, scaleVec3(impulse, impulse, -1));
  }
}

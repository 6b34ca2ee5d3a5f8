import { createSolidBodies } from '../../dynamics/solid-bodies.ts';
import { composePose, createPose } from '../../math/pose.ts';
import { maxAngularAcceleration, maxAngularSpeed, rotationRate } from '../../math/torque-free-rotation.ts';
import { addVec3, createVec3, dotVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import { measureDocking } from '../../response/capture-envelope.ts';
import { portState } from '../../response/docking-port.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import {
  beginCapture,
  beginUndocking,
  createDocks,
  type Dock,
  type DockNames,
  type DockPorts,
  hasSprings,
  isWaiting,
  portDistance,
  updateStages,
  violationsOf,
} from '../dock-stages.ts';
import { addImpulseOnImmovable, createLedgerTotals, type LedgerTotals } from '../ledger-totals.ts';
import type { LedgerRow, SimEvent } from '../observer.ts';
import { SEPARATED, type SensorGap, sensorContactTime } from '../sensor-approach.ts';
import { SimulationError } from '../world.ts';
import { joinBodies, splitComposite } from './join-bodies.ts';
import { compositeOf, flightAt, partOf, type SolidComposite, writeParts } from './solid-composite.ts';
import { solidLedger } from './solid-ledger.ts';

/** The parts of a world that docking reads and changes. */
export interface DockingWorld {
  readonly scene: SolidScene;
  composites: SolidComposite[];
  readonly docks: readonly Dock[];
  readonly totals: LedgerTotals;
  readonly time: number;
  /** In a world with joints, where docked bodies stay single ones: joins those of a dock, returns the kinetic energy lost [J]. */
  readonly joinByJoint?: (dock: Dock) => number;
}

/** The dockings of a scene. Pins are rejected: pinned spatial bodies have no closed-form flight. */
export function createSolidDocks(scene: SolidScene): Dock[] {
  const pin = scene.docking.findIndex(({ mode }) => mode === 'pin');
  if (pin >= 0) {
    throw new SimulationError(`docking[${pin}].mode: 'pin' needs a planar world; spatial bodies dock 'rigid'`);
  }
  return createDocks(scene);
}

const place = createPose();

/** The ports of `dock` at `time` in free flight. */
export function portsAt({ composites }: Pick<DockingWorld, 'composites'>, dock: Dock, time: number): DockPorts {
  const [a, b] = dock.sensors.map(({ body, point, frame, hasRoll = false }) => {
    const composite = compositeOf(composites, body);
    const flight = flightAt(composite, time);
    composePose(place, flight.pose, partOf(composite, body).pose);
    const angularVelocity = rotationRate(createVec3(), flight.torqueFree);
    const motion = { pose: place, center: flight.pose.position, velocity: flight.velocity, angularVelocity };
    return portState({ point, frame, hasRoll }, motion);
  });
  return [a, b];
}

/** Sensor gap of `dock` at `time` in free flight. */
function sensorsAt(world: Pick<DockingWorld, 'composites'>, dock: Dock, time: number): SensorGap {
  const [a, b] = portsAt(world, dock, time);
  const gap = subVec3(createVec3(), b.position, a.position);
  const velocity = subVec3(createVec3(), b.velocity, a.velocity);
  const distance = lengthVec3(gap);
  const flights = dock.sensors.map(({ body }) => flightAt(compositeOf(world.composites, body), time));
  const bounds = flights.map(({ torqueFree, pose }, i) => {
    const arm = lengthVec3(subVec3(createVec3(), [a, b][i].position, pose.position));
    return (maxAngularSpeed(torqueFree) ** 2 + maxAngularAcceleration(torqueFree)) * arm;
  });
  const relative = subVec3(createVec3(), flights[1].acceleration, flights[0].acceleration);
  return {
    distance,
    speed: lengthVec3(velocity),
    rate: distance > 0 ? dotVec3(gap, velocity) / distance : lengthVec3(velocity),
    accelerationBound: bounds[0] + bounds[1] + lengthVec3(relative),
  };
}

/**
 * Time at which the sensors of a waiting dock next come within its tolerance, in free flight from now on; Infinity if not before the end.
 * A docking that tests again in range is due after another step.
 */
export function searchDocking(world: DockingWorld, dock: Dock): number {
  if (!isWaiting(dock)) return Number.POSITIVE_INFINITY;
  const { tolerance, retry } = dock.docking;
  const gapAt = (time: number) => sensorsAt(world, dock, time);
  const { end } = world.scene.time;
  const isRejected = dock.state === 'rejected';
  if (isRejected && retry === 'range') {
    const next = Math.max(world.time, dock.retestAt);
    if (next <= end && gapAt(next).distance <= tolerance) return next;
  }
  return sensorContactTime(gapAt, tolerance, isRejected, world.time, end);
}

/** Result of a docking or a release: the events to record, and the resulting composites. */
export interface DockingReport {
  readonly events: readonly SimEvent[];
  readonly created: readonly SolidComposite[];
}

/**
 * The sensors are in range, and their composites are at the current time: joins them, by a latch where the docking has one, or rejects the
 * docking outside the envelope.
 */
export function tryDocking(world: DockingWorld, dock: Dock): DockingReport {
  const ports = portsAt(world, dock, world.time);
  const state = measureDocking(ports[0], ports[1]);
  const { speed } = state;
  const log = { time: world.time, ...namesOf(world, dock), speed };
  const violations = violationsOf(dock, state);
  if (violations.length > 0) {
    const isKnown = dock.state === 'rejected' && dock.docking.retry === 'range';
    dock.state = 'rejected';
    dock.retestAt = world.time + world.scene.time.step;
    return { events: isKnown ? [] : [{ type: 'docking-rejected', ...log, violations }], created: [] };
  }
  if (dock.docking.softCapture) {
    beginCapture(dock, state, world.time);
    return { events: [{ type: 'soft-capture', ...log }], created: [] };
  }
  return joinDock(world, dock);
}

/** Joins the bodies of a dock into one. */
function joinDock(world: DockingWorld, dock: Dock): DockingReport {
  const [a, b] = dock.sensors.map(({ body }) => compositeOf(world.composites, body));
  const { speed } = sensorsAt(world, dock, world.time);
  const log = { time: world.time, ...namesOf(world, dock), speed, mode: 'rigid' as const };
  dock.state = 'docked';
  dock.capture = undefined;
  if (world.joinByJoint) {
    const energyLoss = world.joinByJoint(dock);
    return { events: [{ type: 'docking', ...log, energyLoss }], created: [] };
  }
  if (a === b) return { events: [{ type: 'docking', ...log, energyLoss: 0 }], created: [] };
  const before = ledgerOf(world, [a, b]);
  const joined = joinBodies(a, b, world.scene);
  replaceComposites(world, [a, b], [joined.composite]);
  addExchangedImpulse(world, before, ledgerOf(world, [joined.composite]), a.inverseMass === 0 || b.inverseMass === 0);
  const { energyLoss } = joined.docking;
  return { events: [{ type: 'docking', ...log, energyLoss }], created: [joined.composite] };
}

/**
 * Ends a docking or a soft capture. The bodies continue with their velocities, and separation springs act from here on; they split only if no
 * other docking holds them together.
 */
export function releaseDock(world: DockingWorld, dock: Dock): DockingReport | undefined {
  dock.released = true;
  const { state } = dock;
  if (state !== 'docked' && state !== 'captured') {
    if (!dock.docking.recapture) dock.state = 'done';
    return undefined;
  }
  const ports = portsAt(world, dock, world.time);
  beginUndocking(dock, ports, world.time);
  const created = state === 'docked' ? splitDock(world, dock) : [];
  const { speed } = sensorsAt(world, dock, world.time);
  return { events: [{ type: 'release', time: world.time, ...namesOf(world, dock), speed }], created };
}

/** Splits the composite of a dock that no longer holds. */
function splitDock(world: DockingWorld, { sensors }: Dock): readonly SolidComposite[] {
  if (world.joinByJoint) return [];
  const composite = compositeOf(world.composites, sensors[0].body);
  const remaining = connectedBodies(world.docks, sensors[0].body);
  if (remaining.includes(sensors[1].body)) return [];
  const before = ledgerOf(world, [composite]);
  const created = splitComposite(composite, remaining, world.scene);
  replaceComposites(world, [composite], created);
  addExchangedImpulse(world, before, ledgerOf(world, created), composite.inverseMass === 0);
  return created;
}

/** Updates a dock at the end of a step: its stages, its release if due, docking if its sensors are in range by now. */
export function watchDock(world: DockingWorld, dock: Dock): DockingReport | undefined {
  const { tolerance, release, retry } = dock.docking;
  if (dock.state === 'done') return undefined;
  if (!dock.released && world.time >= release) return releaseDock(world, dock);
  if (dock.state === 'docked') return undefined;
  const ports = portsAt(world, dock, world.time);
  if (hasSprings(dock)) {
    const { join, events } = updateStages(dock, ports, world.time, namesOf(world, dock));
    if (!join) return { events, created: [] };
    const joined = joinDock(world, dock);
    return { ...joined, events: [...events, ...joined.events] };
  }
  const distance = portDistance(ports);
  if (dock.state === 'rejected' && distance > SEPARATED * tolerance) dock.state = 'armed';
  const isTested = dock.state === 'armed' || retry === 'range';
  return isTested && distance <= tolerance ? tryDocking(world, dock) : undefined;
}

/** All bodies that dockings connect to `body`, itself included. */
function connectedBodies(docks: readonly Dock[], body: number): number[] {
  const held = [body];
  for (const at of held) {
    for (const { sensors, state } of docks) {
      const ends = sensors.map((sensor) => sensor.body);
      if (state === 'docked' && ends.includes(at)) held.push(...ends.filter((end) => !held.includes(end)));
    }
  }
  return held;
}

function replaceComposites(
  world: DockingWorld,
  gone: readonly SolidComposite[],
  created: readonly SolidComposite[],
): void {
  world.composites = world.composites.flatMap((composite) =>
    composite === gone[0] ? created : gone.includes(composite) ? [] : [composite],
  );
}

/** Ledger of the bodies of the given composites alone, at the current time. */
function ledgerOf({ scene, time }: DockingWorld, composites: readonly SolidComposite[]): LedgerRow {
  const own = new Set(composites.flatMap(({ parts }) => parts.map(({ body }) => body)));
  const bodies = createSolidBodies(scene.bodies);
  for (const [i] of scene.bodies.entries()) if (!own.has(i)) bodies.inverseMasses[i] = 0;
  for (const composite of composites) writeParts(bodies, composite, time);
  return solidLedger(bodies, createLedgerTotals(), scene.forces.gravity, time);
}

/**
 * Adds the change by a docking or release to the ledger. Between free bodies momentum is conserved and no impulse is added; an immovable
 * body receives the momentum it stops, or delivers the momentum of a body it carries.
 */
function addExchangedImpulse(
  { totals }: DockingWorld,
  before: LedgerRow,
  after: LedgerRow,
  hasImmovable: boolean,
): void {
  totals.contactWork += after.kineticEnergy - before.kineticEnergy;
  if (!hasImmovable) return;
  totals.driveWork += after.kineticEnergy - before.kineticEnergy;
  addImpulseOnImmovable(totals, createVec3(), subVec3(createVec3(), before.momentum, after.momentum));
  const rotated = subVec3(createVec3(), before.angularMomentum, after.angularMomentum);
  addVec3(totals.angularImpulseOnImmovable, totals.angularImpulseOnImmovable, rotated);
}

function namesOf({ scene }: DockingWorld, { sensors }: Dock): DockNames {
  return {
    bodies: [scene.bodies[sensors[0].body].name, scene.bodies[sensors[1].body].name],
    sensors: [sensors[0].name, sensors[1].name],
  };
}

import { createSolidBodies } from '../../dynamics/solid-bodies.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { maxAngularAcceleration, maxAngularSpeed, rotationRate } from '../../math/torque-free-rotation.ts';
import { addVec3, createVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { addImpulseOnImmovable, createLedgerTotals, type LedgerTotals } from '../ledger-totals.ts';
import type { LedgerRow, SimEvent } from '../observer.ts';
import { SEPARATED, type SensorGap, sensorContactTime } from '../sensor-approach.ts';
import { type Dock, SimulationError } from '../world.ts';
import { joinBodies, splitComposite } from './join-bodies.ts';
import { compositeOf, flightAt, partOf, pointOfPart, type SolidComposite, writeParts } from './solid-composite.ts';
import { solidLedger } from './solid-ledger.ts';

/** The parts of a world that docking reads and changes. */
export interface DockingWorld {
  readonly scene: SolidScene;
  composites: SolidComposite[];
  readonly docks: readonly Dock[];
  readonly totals: LedgerTotals;
  readonly time: number;
}

/** The dockings of a scene. Pins are rejected: pinned spatial bodies have no closed-form flight. */
export function createDocks({ docking, sensors }: SolidScene): Dock[] {
  return docking.map((entry, i) => {
    if (entry.mode === 'pin') {
      throw new SimulationError(`docking[${i}].mode: 'pin' needs a planar world; spatial bodies dock 'rigid'`);
    }
    return { docking: entry, sensors: [sensors[entry.sensors[0]], sensors[entry.sensors[1]]], state: 'armed' };
  });
}

/** Sensor gap of `dock` at `time` in free flight. */
function sensorsAt({ composites }: Pick<DockingWorld, 'composites'>, dock: Dock, time: number): SensorGap {
  const [a, b] = dock.sensors.map(({ body, point }) => {
    const composite = compositeOf(composites, body);
    const flight = flightAt(composite, time);
    const angularVelocity = rotationRate(createVec3(), flight.torqueFree);
    const position = pointOfPart(createVec3(), partOf(composite, body), flight, point);
    const velocity = velocityOfPoint(createVec3(), { ...flight, angularVelocity }, position);
    const arm = lengthVec3(subVec3(createVec3(), position, flight.pose.position));
    const accelerationBound =
      (maxAngularSpeed(flight.torqueFree) ** 2 + maxAngularAcceleration(flight.torqueFree)) * arm;
    return { position, velocity, accelerationBound, acceleration: flight.acceleration };
  });
  const difference = (p: keyof typeof a & ('position' | 'velocity' | 'acceleration')): Vec3 =>
    subVec3(createVec3(), b[p], a[p]);
  const gap = difference('position');
  const velocity = difference('velocity');
  const distance = lengthVec3(gap);
  return {
    distance,
    speed: lengthVec3(velocity),
    rate: distance > 0 ? dotVec3(gap, velocity) / distance : lengthVec3(velocity),
    accelerationBound: a.accelerationBound + b.accelerationBound + lengthVec3(difference('acceleration')),
  };
}

/** Time at which the sensors of a waiting dock next come within its tolerance, in free flight from now on; Infinity if not before the end. */
export function searchDocking(world: DockingWorld, dock: Dock): number {
  if (dock.state !== 'armed' && dock.state !== 'too-fast') return Number.POSITIVE_INFINITY;
  const gapAt = (time: number) => sensorsAt(world, dock, time);
  return sensorContactTime(gapAt, dock.docking.tolerance, dock.state === 'too-fast', world.time, world.scene.time.end);
}

/** Result of a docking or a release: the event to record, and the resulting composites. */
export interface DockingReport {
  readonly event: SimEvent;
  readonly created: readonly SolidComposite[];
}

/** The sensors touch, and their composites are at the current time: joins them, or rejects the docking above the speed limit. */
export function tryDocking(world: DockingWorld, dock: Dock): DockingReport {
  const { docking, sensors } = dock;
  const { speed } = sensorsAt(world, dock, world.time);
  const log = { time: world.time, bodies: namesOf(world, dock), sensors: sensorNames(dock), speed };
  if (speed > docking.maxSpeed) {
    dock.state = 'too-fast';
    return { event: { type: 'docking-rejected', ...log }, created: [] };
  }
  const [a, b] = sensors.map(({ body }) => compositeOf(world.composites, body));
  dock.state = 'docked';
  if (a === b) return { event: { type: 'docking', ...log, mode: 'rigid', energyLoss: 0 }, created: [] };
  const before = ledgerOf(world, [a, b]);
  const joined = joinBodies(a, b, world.scene);
  replaceComposites(world, [a, b], [joined.composite]);
  addExchangedImpulse(world, before, ledgerOf(world, [joined.composite]), a.inverseMass === 0 || b.inverseMass === 0);
  const { energyLoss } = joined.docking;
  return { event: { type: 'docking', ...log, mode: 'rigid', energyLoss }, created: [joined.composite] };
}

/** Ends a docking. The bodies continue with their velocities; they split only if no other docking holds them together. */
export function releaseDock(world: DockingWorld, dock: Dock): DockingReport | undefined {
  const wasDocked = dock.state === 'docked';
  dock.state = 'done';
  if (!wasDocked) return undefined;
  const { sensors } = dock;
  const composite = compositeOf(world.composites, sensors[0].body);
  const remaining = connectedBodies(world.docks, sensors[0].body);
  let created: readonly SolidComposite[] = [];
  if (!remaining.includes(sensors[1].body)) {
    const before = ledgerOf(world, [composite]);
    created = splitComposite(composite, remaining, world.scene);
    replaceComposites(world, [composite], created);
    addExchangedImpulse(world, before, ledgerOf(world, created), composite.inverseMass === 0);
  }
  const { speed } = sensorsAt(world, dock, world.time);
  const log = { time: world.time, bodies: namesOf(world, dock), sensors: sensorNames(dock), speed };
  return { event: { type: 'release', ...log }, created };
}

/** Updates a dock at the end of a step: its release if due, docking if its sensors touch by now. */
export function watchDock(world: DockingWorld, dock: Dock): DockingReport | undefined {
  const { tolerance, release } = dock.docking;
  if (dock.state === 'done') return undefined;
  if (world.time >= release) return releaseDock(world, dock);
  if (dock.state === 'docked') return undefined;
  const { distance } = sensorsAt(world, dock, world.time);
  if (dock.state === 'too-fast' && distance > SEPARATED * tolerance) dock.state = 'armed';
  return dock.state === 'armed' && distance <= tolerance ? tryDocking(world, dock) : undefined;
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

function namesOf({ scene }: DockingWorld, { sensors }: Dock): readonly [string, string] {
  return [scene.bodies[sensors[0].body].name, scene.bodies[sensors[1].body].name];
}

function sensorNames({ sensors }: Dock): readonly [string, string] {
  return [sensors[0].name, sensors[1].name];
}

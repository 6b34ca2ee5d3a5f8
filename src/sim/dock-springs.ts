import type { RigidBody } from '../dynamics/rigid-body.ts';
import { createVec3, dotVec3, type ReadonlyVec3, scaleVec3 } from '../math/vec3.ts';
import { maxLatchStep } from '../response/docking-latch.ts';
import { applyImpulse, relativeVelocity } from '../response/impulse.ts';
import { type Dock, dockEnergy, dockForce, hasSprings, isWaiting, updateStages } from './dock-stages.ts';
import { compositeOf, joinDock, namesOf, portsAt, releaseDock, sensorsAt, tryDocking } from './docking.ts';
import { addDrivenImpulse, type LedgerTotals } from './ledger-totals.ts';
import { SEPARATED } from './sensor-approach.ts';
import { recordEvent, SimulationError, type World } from './world.ts';

/**
 * Updates the docks in fixed steps: stages of soft capture, docking of sensors in range, undocking when due. The energy of a latch that closes
 * is supplied by the drive of the mechanism, that of a latch that opens is lost.
 */
export function updateDocks(world: World): void {
  for (const dock of world.docks) {
    const before = energyNow(world, dock);
    if (dock.state !== 'done' && !dock.released && dock.docking.release <= world.time) releaseDock(world, dock);
    if (hasSprings(dock)) updateSprings(world, dock);
    else if (isWaiting(dock)) updateWaiting(world, dock);
    if (!hasSprings(dock)) setStoredEnergy(world.totals, dock, 0);
    else setStoredEnergy(world.totals, dock, dock.storedEnergy + energyNow(world, dock) - before, true);
  }
}

function energyNow(world: World, dock: Dock): number {
  return hasSprings(dock) ? dockEnergy(dock, portsAt(world, dock, world.time), world.time) : 0;
}

function updateWaiting(world: World, dock: Dock): void {
  const { tolerance, retry } = dock.docking;
  const { distance } = sensorsAt(world, dock, world.time);
  if (dock.state === 'rejected' && distance > SEPARATED * tolerance) dock.state = 'armed';
  if (distance <= tolerance && (dock.state === 'armed' || retry === 'range')) tryDocking(world, dock);
}

function updateSprings(world: World, dock: Dock): void {
  const ports = portsAt(world, dock, world.time);
  const { join, events } = updateStages(dock, ports, world.time, namesOf(world, dock));
  for (const event of events) recordEvent(world, event);
  if (join) joinDock(world, dock);
}

/** Springs of soft captures and separation springs over a step of `length` [s], at its midpoint; those that began there act for its second half. */
export function applySprings(world: World, length: number): void {
  for (const dock of world.docks) {
    if (!hasSprings(dock)) continue;
    const h = dock.springsSince === world.time ? 0.5 * length : length;
    const [a, b] = dock.sensors.map((sensor) => compositeOf(world, sensor.body));
    const ports = portsAt(world, dock, world.time);
    checkLatchStep(dock, [a, b], ports[1].position, { step: h, substeps: 1 });
    const { point, force, torque, drivePower } = dockForce(dock, [a, b], ports, world.time, h);
    const impulse = scaleVec3(createVec3(), force, h);
    const motion = () => {
      const angular = b.angularVelocity.z - a.angularVelocity.z;
      return dotVec3(impulse, relativeVelocity(createVec3(), a, b, point, point)) + h * torque.z * angular;
    };
    const before = motion();
    applyImpulse(a, b, point, point, impulse);
    a.angularVelocity.z -= h * torque.z * a.inverseInertia.zz;
    b.angularVelocity.z += h * torque.z * b.inverseInertia.zz;
    world.totals.contactWork += 0.5 * (before + motion());
    world.totals.driveWork += h * drivePower;
    addReaction(world.totals, a, point, scaleVec3(createVec3(), impulse, -1), -h * torque.z);
    addReaction(world.totals, b, point, impulse, h * torque.z);
  }
}

/** Impulse and angular impulse on an immovable body; where that body moves, its drive works. */
function addReaction(
  totals: LedgerTotals,
  body: RigidBody,
  point: ReadonlyVec3,
  impulse: ReadonlyVec3,
  angular: number,
): void {
  if (body.inverseMass > 0) return;
  addDrivenImpulse(totals, body, point, impulse);
  totals.angularImpulseOnImmovable.z += angular;
  const work = -angular * body.angularVelocity.z;
  totals.contactWork += work;
  totals.driveWork += work;
}

/** The energy of the springs at the end of a step. */
export function storeSpringEnergy(world: World): void {
  for (const dock of world.docks) {
    if (hasSprings(dock)) setStoredEnergy(world.totals, dock, energyNow(world, dock));
  }
}

/** Sets the stored energy of a dock in the ledger. `drive`: the mechanism supplies the change, a latch that closes for example. */
export function setStoredEnergy(
  totals: Pick<LedgerTotals, 'contactWork' | 'driveWork' | 'springEnergy'>,
  dock: Dock,
  energy: number,
  drive = false,
): void {
  const change = energy - dock.storedEnergy;
  totals.contactWork += change;
  totals.springEnergy += change;
  if (drive) totals.driveWork += change;
  dock.storedEnergy = energy;
}

/** Throws if the substeps are too long for the springs of a latch that joins these bodies. */
export function checkLatchStep(
  { docking, sensors, state }: Dock,
  [a, b]: readonly RigidBody[],
  point: ReadonlyVec3,
  { step, substeps }: { readonly step: number; readonly substeps: number },
): void {
  if (!docking.softCapture || state !== 'captured') return;
  const limit = maxLatchStep(docking.softCapture, a, b, point);
  if (step / substeps < limit) return;
  const names = sensors.map(({ name }) => name).join(' and ');
  throw new SimulationError(
    `time.step: must be below ${limit * substeps} s for the latch of ${names} and ${substeps} substeps, got ${step}`,
  );
}

import { createSolidBodies } from '../../dynamics/solid-bodies.ts';
import { spinLimit, spinRateLimit, turningSpin } from '../../math/free-turning.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { addVec3, createVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { type Books, bookGiven, createBooks } from '../books.ts';
import type { LedgerRow, SimEvent } from '../observer.ts';
import { meetingTime, PARTED, type SensorGap } from '../sensor-meeting.ts';
import { type Dock, SimulationError } from '../world.ts';
import { joinMovers, splitMover } from './join-movers.ts';
import { solidLedger } from './solid-books.ts';
import { flightAt, moverOf, partOf, pointOfPart, type SolidMover, writeParts } from './solid-mover.ts';

/** What docking needs of a world, and changes in it. */
export interface DockingWorld {
  readonly scene: SolidScene;
  movers: SolidMover[];
  readonly docks: readonly Dock[];
  readonly books: Books;
  readonly time: number;
}

/** The dockings of a scene. A pin between bodies of space leaves them in no closed flight, so there is none. */
export function createDocks({ docking, sensors }: SolidScene): Dock[] {
  return docking.map((entry, i) => {
    if (entry.mode === 'pin') {
      throw new SimulationError(`docking[${i}].mode: 'pin' is for worlds of the plane; bodies of space dock 'rigid'`);
    }
    return { docking: entry, sensors: [sensors[entry.sensors[0]], sensors[entry.sensors[1]]], state: 'armed' };
  });
}

/** Where the sensors of `dock` are at `time` in free flight. */
export function sensorsAt({ movers }: Pick<DockingWorld, 'movers'>, dock: Dock, time: number): SensorGap {
  const [a, b] = dock.sensors.map(({ body, point }) => {
    const mover = moverOf(movers, body);
    const flight = flightAt(mover, time);
    const angularVelocity = turningSpin(createVec3(), flight.turning);
    const place = pointOfPart(createVec3(), partOf(mover, body), flight, point);
    const velocity = velocityOfPoint(createVec3(), { ...flight, angularVelocity }, place);
    const arm = lengthVec3(subVec3(createVec3(), place, flight.pose.position));
    const swing = (spinLimit(flight.turning) ** 2 + spinRateLimit(flight.turning)) * arm;
    return { place, velocity, swing, acceleration: flight.acceleration };
  });
  const difference = (p: keyof typeof a & ('place' | 'velocity' | 'acceleration')): Vec3 =>
    subVec3(createVec3(), b[p], a[p]);
  const gap = difference('place');
  const velocity = difference('velocity');
  const distance = lengthVec3(gap);
  return {
    distance,
    speed: lengthVec3(velocity),
    rate: distance > 0 ? dotVec3(gap, velocity) / distance : lengthVec3(velocity),
    bend: a.swing + b.swing + lengthVec3(difference('acceleration')),
  };
}

/** When the sensors of a waiting dock next come within its tolerance, in free flight from now on; Infinity if not before the end. */
export function searchDocking(world: DockingWorld, dock: Dock): number {
  if (dock.state !== 'armed' && dock.state !== 'too-fast') return Number.POSITIVE_INFINITY;
  const gapAt = (time: number) => sensorsAt(world, dock, time);
  return meetingTime(gapAt, dock.docking.tolerance, dock.state === 'too-fast', world.time, world.scene.time.end);
}

/** What a docking or a release did: what to tell, and the movers that came of it. */
export interface DockingReport {
  readonly event: SimEvent;
  readonly come: readonly SolidMover[];
}

/** The sensors touch, and their movers stand at this time: joins them, or turns them away when they came too fast. */
export function tryDocking(world: DockingWorld, dock: Dock): DockingReport {
  const { docking, sensors } = dock;
  const { speed } = sensorsAt(world, dock, world.time);
  const told = { time: world.time, bodies: namesOf(world, dock), sensors: sensorNames(dock), speed };
  if (speed > docking.maxSpeed) {
    dock.state = 'too-fast';
    return { event: { type: 'docking-too-fast', ...told }, come: [] };
  }
  const [a, b] = sensors.map(({ body }) => moverOf(world.movers, body));
  dock.state = 'docked';
  if (a === b) return { event: { type: 'docking', ...told, mode: 'rigid', energyLoss: 0 }, come: [] };
  const before = ledgerOf(world, [a, b]);
  const joined = joinMovers(a, b, world.scene);
  replaceMovers(world, [a, b], [joined.mover]);
  bookExchange(world, before, ledgerOf(world, [joined.mover]), a.inverseMass === 0 || b.inverseMass === 0);
  const { energyLoss } = joined.docking;
  return { event: { type: 'docking', ...told, mode: 'rigid', energyLoss }, come: [joined.mover] };
}

/** Ends a docking. The bodies go on as they moved; they part only if no other docking holds them together. */
export function releaseDock(world: DockingWorld, dock: Dock): DockingReport | undefined {
  const wasDocked = dock.state === 'docked';
  dock.state = 'done';
  if (!wasDocked) return undefined;
  const { sensors } = dock;
  const mover = moverOf(world.movers, sensors[0].body);
  const kept = heldTogether(world.docks, sensors[0].body);
  let come: readonly SolidMover[] = [];
  if (!kept.includes(sensors[1].body)) {
    const before = ledgerOf(world, [mover]);
    come = splitMover(mover, kept, world.scene);
    replaceMovers(world, [mover], come);
    bookExchange(world, before, ledgerOf(world, come), mover.inverseMass === 0);
  }
  const { speed } = sensorsAt(world, dock, world.time);
  const told = { time: world.time, bodies: namesOf(world, dock), sensors: sensorNames(dock), speed };
  return { event: { type: 'release', ...told }, come };
}

/** What a dock does at the end of a step: its release if that is due, docking if its sensors have met by now. */
export function watchDock(world: DockingWorld, dock: Dock): DockingReport | undefined {
  const { tolerance, release } = dock.docking;
  if (dock.state === 'done') return undefined;
  if (world.time >= release) return releaseDock(world, dock);
  if (dock.state === 'docked') return undefined;
  const { distance } = sensorsAt(world, dock, world.time);
  if (dock.state === 'too-fast' && distance > PARTED * tolerance) dock.state = 'armed';
  return dock.state === 'armed' && distance <= tolerance ? tryDocking(world, dock) : undefined;
}

/** Every body that dockings hold to `body`, itself included. */
function heldTogether(docks: readonly Dock[], body: number): number[] {
  const held = [body];
  for (const at of held) {
    for (const { sensors, state } of docks) {
      const ends = sensors.map((sensor) => sensor.body);
      if (state === 'docked' && ends.includes(at)) held.push(...ends.filter((end) => !held.includes(end)));
    }
  }
  return held;
}

function replaceMovers(world: DockingWorld, gone: readonly SolidMover[], come: readonly SolidMover[]): void {
  world.movers = world.movers.flatMap((mover) => (mover === gone[0] ? come : gone.includes(mover) ? [] : [mover]));
}

/** The ledger of the bodies of some movers alone, at this moment. */
function ledgerOf({ scene, time }: DockingWorld, movers: readonly SolidMover[]): LedgerRow {
  const own = new Set(movers.flatMap(({ parts }) => parts.map(({ body }) => body)));
  const bodies = createSolidBodies(scene.bodies);
  for (const [i] of scene.bodies.entries()) if (!own.has(i)) bodies.inverseMasses[i] = 0;
  for (const mover of movers) writeParts(bodies, mover, time);
  return solidLedger(bodies, createBooks(), scene.forces.gravity, time);
}

/**
 * Books what a docking or release changed. Between free bodies momentum is kept and nothing is given; an immovable body takes what it
 * stops, or gives what it takes along.
 */
function bookExchange({ books }: DockingWorld, before: LedgerRow, after: LedgerRow, hasImmovable: boolean): void {
  books.contactWork += after.kineticEnergy - before.kineticEnergy;
  if (!hasImmovable) return;
  bookGiven(books, createVec3(), subVec3(createVec3(), before.momentum, after.momentum));
  const turned = subVec3(createVec3(), before.angularMomentum, after.angularMomentum);
  addVec3(books.angularMomentumGiven, books.angularMomentumGiven, turned);
}

function namesOf({ scene }: DockingWorld, { sensors }: Dock): readonly [string, string] {
  return [scene.bodies[sensors[0].body].name, scene.bodies[sensors[1].body].name];
}

function sensorNames({ sensors }: Dock): readonly [string, string] {
  return [sensors[0].name, sensors[1].name];
}

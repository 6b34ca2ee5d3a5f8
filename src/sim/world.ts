import { hashNumbers } from '../math/hash.ts';
import type { ContactLaw, PlanarScene } from '../scene/scene.ts';
import { bodyStates, type CompositeBody, createComposites } from './composite-body.ts';
import { createDocks, type Dock } from './dock-stages.ts';
import { frameAfter } from './frame-count.ts';
import { jointRows } from './joint-rows.ts';
import { balance, createLedgerTotals, type LedgerTotals, ledgerAt } from './ledger-totals.ts';
import type { ContactRow, LedgerRow, RunObserver, RunSummary, SimEvent } from './observer.ts';
import { createPlanarJoints, type PlanarJoints } from './planar-joints.ts';
import { createRestingContacts, type RestingContacts } from './resting-state.ts';

/** A valid scene that cannot be run as requested, such as bodies that overlap at the start. */
export class SimulationError extends Error {
  override name = 'SimulationError';
}

/** Bodies that overlap at `time` [s] where the method needs them apart; `gap` [m] is negative. */
export function overlapError(nameA: string, nameB: string, time: number, gap: number): SimulationError {
  const depth = Number((-gap).toPrecision(3));
  const advice = "move them apart by that much or set time.method to 'steps'";
  return new SimulationError(
    `${nameA} and ${nameB} overlap at t = ${time} s by ${depth} m; time.method 'events' needs bodies that start apart or touching: ${advice}`,
  );
}

/** State of a run. */
export interface World {
  readonly scene: PlanarScene;
  readonly lawOf: LawTable;
  readonly docks: readonly Dock[];
  readonly names: readonly string[];
  readonly observer: RunObserver;
  readonly totals: LedgerTotals;
  /** Of fixed steps; its impulses are part of the state. */
  readonly resting: RestingContacts;
  /** Undefined: the scene has none. */
  readonly joints?: PlanarJoints;
  composites: CompositeBody[];
  /** Now [s]: the sum of both. The second is the rounding error of the first, and 0 with fixed steps. */
  time: number;
  timeLow: number;
  /** Next frame to be recorded: frame k is at k × record.interval. */
  nextFrame: number;
  /** Time of the last recorded frame, -1 before the first [s]. */
  lastFrame: number;
  steps: number;
  collisions: number;
  dockings: number;
  maxPenetration: number;
  readonly ledgerStart: LedgerRow;
  /** Reason for the status `failed`. */
  failure?: string;
}

export function createWorld(scene: PlanarScene, observer: RunObserver): World {
  const composites = createComposites(scene);
  const totals = createLedgerTotals();
  const joints = createPlanarJoints(scene, composites, totals);
  return {
    scene,
    ...(joints && { joints }),
    lawOf: createLawTable(scene),
    docks: createDocks(scene),
    names: scene.bodies.map((body) => body.name),
    observer,
    totals,
    resting: createRestingContacts(),
    composites,
    time: 0,
    timeLow: 0,
    nextFrame: 0,
    lastFrame: -1,
    steps: 0,
    collisions: 0,
    dockings: 0,
    maxPenetration: 0,
    ledgerStart: ledgerAt(totals, composites, scene.forces.gravity, 0),
  };
}

/** Looks up the contact law of two bodies of the scene, in either order. */
export type LawTable = (bodyA: number, bodyB: number) => ContactLaw;

function createLawTable(scene: PlanarScene): LawTable {
  const count = scene.bodies.length;
  const { law, pairs } = scene.contacts;
  const special = new Map<number, ContactLaw>(pairs.map((pair) => [pair.bodies[0] * count + pair.bodies[1], pair]));
  return (a, b) => special.get(Math.min(a, b) * count + Math.max(a, b)) ?? law;
}

/** Records every frame that is due up to `time`, from states in closed form: recording has no side effects. */
export function recordFramesUntil(world: World, time: number): void {
  const { interval } = world.scene.record;
  for (let at = world.nextFrame * interval; at <= time; at = world.nextFrame * interval) {
    recordFrame(world, at);
    world.nextFrame++;
  }
}

/** With fixed steps: records the current state if this step is the nearest one to a due frame. */
export function recordFrameAtStep(world: World, step: number): void {
  const { interval } = world.scene.record;
  if (world.time < world.nextFrame * interval - 0.5 * step) return;
  recordFrame(world, world.time);
  world.nextFrame = frameAfter(world.nextFrame, interval, world.time + 0.5 * step);
}

function recordFrame(world: World, at: number): LedgerRow {
  const ledger = ledgerAt(world.totals, world.composites, world.scene.forces.gravity, at);
  world.observer.frame(at, bodyStates(world.names, world.composites, at), ledger);
  if (world.joints) world.observer.joints?.(at, jointRows(world.joints.joints.list));
  world.lastFrame = at;
  return ledger;
}

export function recordEvent(world: World, event: SimEvent): void {
  if (event.type === 'collision') world.collisions++;
  if (event.type === 'docking') world.dockings++;
  world.observer.event(event);
}

export function recordContact(world: World, row: ContactRow): void {
  if (-row.distance > world.maxPenetration) world.maxPenetration = -row.distance;
  world.observer.contact(row);
}

export function summarize(world: World, status: RunSummary['status']): RunSummary {
  const { scene, totals, composites, time, ledgerStart } = world;
  // the last state is always recorded, also when the end falls between two frames
  const ledgerEnd =
    world.lastFrame < time ? recordFrame(world, time) : ledgerAt(totals, composites, scene.forces.gravity, time);
  const numbers = bodyStates(world.names, composites, time).flatMap(
    ({ position: p, angle, velocity: v, angularVelocity }) => [p.x, p.y, angle, v.x, v.y, angularVelocity.z],
  );
  return {
    status,
    ...(world.failure !== undefined && { failure: world.failure }),
    time,
    steps: world.steps,
    collisions: world.collisions,
    dockings: world.dockings,
    maxPenetration: world.maxPenetration,
    balance: balance(ledgerStart, ledgerEnd),
    ledgerStart,
    ledgerEnd,
    stateHash: hashNumbers([time, ...numbers]),
  };
}

import { describeValue } from '../math/describe-value.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { MeshScene } from '../scene/mesh-scene.ts';
import type { PlanarScene } from '../scene/scene.ts';
import type { SmoothScene } from '../scene/smooth-scene.ts';
import type { VehicleScene } from '../scene/vehicle-scene.ts';
import { balance } from '../sim/ledger-totals.ts';
import type {
  Balance,
  BodyState,
  ContactRow,
  DistanceRow,
  LedgerRow,
  NodeStates,
  RunObserver,
  RunSummary,
  SimEvent,
  TrackingRow,
  VehicleRow,
} from '../sim/observer.ts';
import { simulate } from '../sim/simulate.ts';
import { SimulationError } from '../sim/world.ts';
import type { VectorInput } from './body-options.ts';
import { vectorOf } from './vector-input.ts';
import type { SteppedWorld } from './world.ts';

/** Scenes of planar bodies, smooth bodies, deformable meshes and vehicles. */
export type SteppableScene = PlanarScene | SmoothScene | MeshScene | VehicleScene;

/** State of one step of a scene: everything its recording has of it. */
export interface SceneFrame {
  /** [s] */
  readonly time: number;
  readonly bodies: readonly BodyState[];
  readonly ledger: LedgerRow;
  /** Of deformable worlds: the nodes of every body. */
  readonly nodes?: readonly NodeStates[];
  /** Of worlds of vehicles. */
  readonly vehicles?: readonly VehicleRow[];
  /** Of smooth worlds: tracked pairs. */
  readonly tracking: readonly TrackingRow[];
  /** Of planar scenes with `record.distances`: these pairs. */
  readonly distances: readonly DistanceRow[];
  /** Contacts and events since the step before. */
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}

/** Snapshot of a `SceneWorld`: the forces applied in each step; restoring it repeats the run up to there. */
export interface SceneSnapshot {
  /** Number of steps until then. */
  readonly stepCount: number;
  /** Forces of each step, and those for the next one. */
  readonly applied: readonly (readonly AppliedForce[])[];
}

/** A force on a body in one step. */
export interface AppliedForce {
  /** Index of the body in the scene. */
  readonly body: number;
  /** [N] */
  readonly force: Vec3;
  /** [N m] */
  readonly torque: Vec3;
}

/** A world of a scene that a program advances step by step, with the same interface as a world in code. */
export interface SceneWorld extends SteppedWorld<SceneSnapshot> {
  /** True at the end time of the scene, or when the run cannot continue: `summary` then says why. */
  readonly finished: boolean;
  /** Results of the run, when it is finished. */
  readonly summary: RunSummary | undefined;
  /** Names of the bodies. */
  bodies(): string[];
  /** State of a body, by name or index. */
  state(body: string | number): BodyState;
  /** Everything about the last step. */
  frame(): SceneFrame;
  /**
   * A force [N] at the centre of mass of a free body, and a torque [N m], during the next step. Planar worlds with fixed steps use the components in
   * the plane, vehicles no torque; deformable worlds and planar events reject it.
   */
  applyForce(body: string | number, force: VectorInput, torque?: VectorInput): void;
  ledger(): LedgerRow;
  /** Balance errors since the start. */
  balance(): Balance;
}

/** A force in the form of the loads of scenes. */
interface Load {
  readonly body: number;
  readonly force: Vec3;
  readonly torque: Vec3 & number;
  readonly from: number;
  readonly until: number;
}

/** A run of the scene with a frame at every step. */
interface Run {
  readonly generator: Generator<number, RunSummary>;
  /** Loads that the run reads in every step: those of the scene, then those of the step. */
  readonly loads: Load[];
  readonly givenLoads: number;
  /** Frames not yet reached by `step`. */
  readonly frames: SceneFrame[];
}

/** State of a `SceneWorld`. */
interface Stepping {
  readonly scene: SteppableScene;
  readonly timeStep: number;
  readonly start: SceneFrame;
  run: Run;
  current: SceneFrame;
  stepCount: number;
  /** Forces of the steps so far, and of the next one. */
  applied: (readonly AppliedForce[])[];
  pending: AppliedForce[];
  summary: RunSummary | undefined;
}

/**
 * Advances a scene of planar bodies, smooth bodies, deformable meshes or vehicles step by step, up to its end; the results are those of
 * `runScene`. Throws a SimulationError for a scene that cannot be run.
 *
 * @example
 * ```ts
 * import { createSceneWorld, readScene } from 'appulse';
 *
 * const scene = readScene(`{
 *   "title": "A disc", "description": "A force accelerates it.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "mass": 2 }],
 *   "time": { "end": 1, "method": "steps", "step": 0.01 }
 * }`, 'disc');
 * if (scene.world !== 'planar') throw new Error('not a planar scene');
 * const world = createSceneWorld(scene);
 * while (!world.finished) {
 *   world.applyForce('disc', [4, 0, 0]);
 *   world.step();
 * }
 * console.log(world.time, world.state('disc').velocity.x.toFixed(6)); // 1 2.000000
 * ```
 */
export function createSceneWorld(scene: SteppableScene): SceneWorld {
  const kinds = ['planar', 'smooth', 'deformable', 'vehicles'];
  if (!kinds.includes(scene?.world)) {
    throw new TypeError(
      `createSceneWorld: scene must be one of ${kinds.join(', ')}, got ${describeValue(scene?.world)}`,
    );
  }
  // the first step of a run is taken with its first frame: a run of its own gives the state before it
  const probe = startRun(scene, scene.time.end);
  let first = probe.generator.next();
  while (probe.frames.length === 0 && !first.done) first = probe.generator.next();
  const [start] = probe.frames;
  // the step of elements follows from their size
  const timeStep = scene.world !== 'deformable' ? scene.time.step : first.done ? scene.time.end : first.value;
  const stepping: Stepping = { scene, timeStep, start, ...beginning(scene, timeStep, start) };
  return assemble(stepping);
}

function beginning(
  scene: SteppableScene,
  timeStep: number,
  start: SceneFrame,
): Omit<Stepping, 'scene' | 'timeStep' | 'start'> {
  const run = startRun(scene, timeStep);
  return { run, current: start, stepCount: 0, applied: [], pending: [], summary: undefined };
}

function assemble(stepping: Stepping): SceneWorld {
  const { scene, timeStep, start } = stepping;
  return {
    get time() {
      return stepping.current.time;
    },
    get stepCount() {
      return stepping.stepCount;
    },
    timeStep,
    get finished() {
      return stepping.summary !== undefined && stepping.run.frames.length === 0;
    },
    get summary() {
      return stepping.summary;
    },
    step: () => takeStep(stepping),
    bodies: () => scene.bodies.map(({ name }) => name),
    state: (body) => stepping.current.bodies[indexOf(scene, 'state', body)],
    frame: () => stepping.current,
    applyForce(body, force, torque = [0, 0, 0]) {
      const index = indexOf(scene, 'applyForce', body);
      const vectors = { force: vectorOf('applyForce: force', force), torque: vectorOf('applyForce: torque', torque) };
      checkForce(scene, index, vectors.torque);
      stepping.pending.push({ body: index, ...vectors });
    },
    ledger: () => stepping.current.ledger,
    balance: () => balance(start.ledger, stepping.current.ledger),
    snapshot: () => ({ stepCount: stepping.stepCount, applied: [...stepping.applied, [...stepping.pending]] }),
    restore: (snapshot) => repeatRun(stepping, snapshot),
  };
}

function indexOf(scene: SteppableScene, caller: string, body: string | number): number {
  const index = typeof body === 'number' ? body : scene.bodies.findIndex(({ name }) => name === body);
  if (scene.bodies[index] !== undefined) return index;
  throw new RangeError(`${caller}: ${describeValue(body)} is not a body of the scene`);
}

/** Throws where forces cannot act. */
function checkForce(scene: SteppableScene, index: number, torque: Vec3): void {
  const { name } = scene.bodies[index];
  if (scene.world === 'deformable') {
    throw new SimulationError('applyForce: deformable worlds have gravity and prescribed nodes, no applied forces');
  }
  if (scene.world === 'vehicles') {
    if (torque.x === 0 && torque.y === 0 && torque.z === 0) return;
    throw new SimulationError('applyForce: vehicles deform, apply forces without torque');
  }
  if (scene.world === 'planar' && scene.time.method === 'events' && scene.contacts.response === 'impulse') {
    throw new SimulationError('applyForce: an event-driven run is ahead of its steps, use time.method "steps"');
  }
  const { motion } = scene.bodies[index];
  const kind = typeof motion === 'string' ? motion : motion.kind;
  if (kind !== 'free') throw new RangeError(`applyForce: ${JSON.stringify(name)} is ${kind}, no force moves it`);
}

/** Runs to the next frame. */
function takeStep(stepping: Stepping): void {
  const { run, pending } = stepping;
  if (stepping.summary && run.frames.length === 0) {
    throw new SimulationError(`step: the run has ended at ${stepping.current.time} s (${endingOf(stepping.summary)})`);
  }
  run.loads.length = run.givenLoads;
  for (const force of pending) run.loads.push(loadOf(stepping.scene, force));
  pull(stepping);
  const next = run.frames.shift();
  if (!next) return;
  stepping.applied.push(pending);
  stepping.pending = [];
  stepping.current = next;
  stepping.stepCount++;
  // the end of the run follows its last frame
  if (next.time >= stepping.scene.time.end) pull(stepping);
}

/** Continues the run until there is a frame after the current one, or its end. */
function pull(stepping: Stepping): void {
  const { run } = stepping;
  for (;;) {
    while (run.frames.length > 0 && !(run.frames[0].time > stepping.current.time)) run.frames.shift();
    if (run.frames.length > 0 || stepping.summary) return;
    const { done, value } = run.generator.next();
    if (done) stepping.summary = value;
  }
}

/** Lists hold the forces of one step: they act at any time within it. */
function loadOf(scene: SteppableScene, { body, force, torque }: AppliedForce): Load {
  const moment = scene.world === 'planar' ? torque.z : torque;
  return { body, force, torque: moment as Load['torque'], from: 0, until: Number.POSITIVE_INFINITY };
}

/** The same calls give the same bits: the run is repeated from its start. */
function repeatRun(stepping: Stepping, snapshot: SceneSnapshot): void {
  if (!Array.isArray(snapshot?.applied) || snapshot.applied.length !== snapshot.stepCount + 1) {
    throw new SimulationError('restore: expected a snapshot of this world');
  }
  Object.assign(stepping, beginning(stepping.scene, stepping.timeStep, stepping.start));
  for (const forces of snapshot.applied.slice(0, -1)) {
    stepping.pending = [...forces];
    takeStep(stepping);
  }
  stepping.pending = [...snapshot.applied[snapshot.stepCount]];
}

function endingOf({ status, failure }: RunSummary): string {
  return failure === undefined ? status : `${status}: ${failure}`;
}

/** Starts a run of the scene with its own list of loads. */
function startRun(scene: SteppableScene, interval: number): Run {
  const frames: SceneFrame[] = [];
  let [contacts, events]: [ContactRow[], SimEvent[]] = [[], []];
  const change = (part: Partial<SceneFrame>) => frames.push({ ...(frames.pop() as SceneFrame), ...part });
  const observer: RunObserver = {
    frame(time, bodies, ledger) {
      frames.push({ time, bodies: bodies.map(copyState), ledger, tracking: [], distances: [], contacts, events });
      [contacts, events] = [[], []];
    },
    nodes: (_, nodes) =>
      change({
        nodes: nodes.map((body) => ({ positions: body.positions.slice(), velocities: body.velocities.slice() })),
      }),
    vehicles: (_, vehicles) => change({ vehicles: [...vehicles] }),
    tracking: (row) => change({ tracking: [...(frames.at(-1) as SceneFrame).tracking, copyTracking(row)] }),
    distances: (row) => change({ distances: [...(frames.at(-1) as SceneFrame).distances, copyDistance(row)] }),
    contact: (row) =>
      contacts.push({ ...row, point: { ...row.point }, normal: { ...row.normal }, impulse: { ...row.impulse } }),
    event: (event) => events.push(event),
  };
  const loads: Load[] = scene.world === 'planar' ? [...(scene.forces.loads as unknown as Load[])] : [];
  const record = { ...scene.record, interval };
  return { generator: simulate(withLoads(scene, loads, record), observer), loads, givenLoads: loads.length, frames };
}

function withLoads(scene: SteppableScene, loads: Load[], record: SteppableScene['record']): SteppableScene {
  switch (scene.world) {
    case 'planar':
      return { ...scene, record, forces: { ...scene.forces, loads } };
    case 'smooth':
      return { ...scene, record, forces: { ...scene.forces, loads } };
    case 'vehicles':
      return { ...scene, record, loads };
    default:
      return { ...scene, record };
  }
}

/** Runs reuse the objects of a state. */
function copyState({ position, rotation, velocity, angularVelocity, ...rest }: BodyState): BodyState {
  return {
    ...rest,
    position: { ...position },
    rotation: { ...rotation },
    velocity: { ...velocity },
    angularVelocity: { ...angularVelocity },
  };
}

function copyDistance(row: DistanceRow): DistanceRow {
  const { pointA, pointB, normal } = row;
  return { ...row, pointA: { ...pointA }, pointB: { ...pointB }, normal: { ...normal } };
}

function copyTracking(row: TrackingRow): TrackingRow {
  const { parametersA, parametersB, pointA, pointB, normal } = row;
  return {
    ...row,
    parametersA: [...Array.from(parametersA)],
    parametersB: [...Array.from(parametersB)],
    pointA: { ...pointA },
    pointB: { ...pointB },
    normal: { ...normal },
  };
}

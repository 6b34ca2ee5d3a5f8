import { describeValue } from '../math/describe-value.ts';
import type { Vec3 } from '../math/vec3.ts';
import { type JointMotorSettings, motorOf } from '../response/joints/define-joint.ts';
import { isRadial, type JointDefinition, mainAxis } from '../response/joints/joint.ts';
import { balance } from '../sim/ledger-totals.ts';
import type { Balance, BodyState, LedgerRow, RunSummary } from '../sim/observer.ts';
import { SimulationError } from '../sim/world.ts';
import type { VectorInput } from './body-options.ts';
import { recordSceneWorld, type SceneRecordOptions } from './scene-recording.ts';
import { type Load, type Run, type SceneFrame, type SteppableScene, startRun } from './scene-run.ts';
import { vectorOf } from './vector-input.ts';
import type { SteppedWorld } from './world.ts';
import { checkMotor } from './world-joints.ts';
import type { WorldRecording } from './world-recording.ts';

/** Snapshot of a `SceneWorld`: the forces applied in each step; restoring it repeats the run up to there. */
export interface SceneSnapshot {
  /** Number of steps until then. */
  readonly stepCount: number;
  /** Forces and motors of each step, and those for the next one. */
  readonly applied: readonly (readonly Applied[])[];
}

/** What is applied in a step. */
type Applied = AppliedForce | AppliedMotor;

/** A motor of a planar joint, set before a step. */
export interface AppliedMotor {
  /** Index of the joint in the scene. */
  readonly joint: number;
  /** Null: none. */
  readonly motor: JointMotorSettings | null;
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
   * the plane, vehicles no torque; deformable worlds and event-driven runs reject it.
   */
  applyForce(body: string | number, force: VectorInput, torque?: VectorInput): void;
  /** Sets or ends the motor of a planar hinge or slider, by name or index, from the next step on; the states of joints are those of `frame().joints`. */
  setMotor(joint: string | number, motor: JointMotorSettings | undefined): void;
  ledger(): LedgerRow;
  /** Balance errors since the start. */
  balance(): Balance;
  /** Records the following steps, with what was applied in them. */
  record(options: SceneRecordOptions): WorldRecording;
}

/** State of a `SceneWorld`. */
interface Stepping {
  readonly scene: SteppableScene;
  readonly timeStep: number;
  readonly start: SceneFrame;
  run: Run;
  current: SceneFrame;
  stepCount: number;
  /** Forces and motors of the steps so far, and of the next one. */
  applied: (readonly Applied[])[];
  pending: Applied[];
  summary: RunSummary | undefined;
  /** Called after every step, by recordings. */
  readonly observers: Set<() => void>;
}

/**
 * Advances a scene step by step, up to its end; the results are those of `runScene`. Throws a SimulationError for a scene that cannot be run.
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
  const kinds = ['planar', 'smooth', 'deformable', 'solids', 'vehicles'];
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
  const stepping: Stepping = { scene, timeStep, start, observers: new Set(), ...beginning(scene, timeStep, start) };
  return assemble(stepping);
}

function beginning(
  scene: SteppableScene,
  timeStep: number,
  start: SceneFrame,
): Omit<Stepping, 'scene' | 'timeStep' | 'start' | 'observers'> {
  const run = startRun(scene, timeStep);
  return { run, current: start, stepCount: 0, applied: [], pending: [], summary: undefined };
}

function assemble(stepping: Stepping): SceneWorld {
  const { scene, timeStep, start } = stepping;
  const balanceNow = () => balance(start.ledger, stepping.current.ledger);
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
    setMotor(joint, motor) {
      const index = jointIndexOf(scene, joint);
      withMotor(jointsOf(scene)[index], motor);
      stepping.pending.push({ joint: index, motor: motor ?? null });
    },
    ledger: () => stepping.current.ledger,
    balance: balanceNow,
    record: (options) =>
      recordSceneWorld(
        { scene, timeStep, observers: stepping.observers, frame: () => stepping.current, balance: balanceNow },
        options,
      ),
    snapshot: () => ({ stepCount: stepping.stepCount, applied: [...stepping.applied, [...stepping.pending]] }),
    restore: (snapshot) => repeatRun(stepping, snapshot),
  };
}

function indexOf(scene: SteppableScene, caller: string, body: string | number): number {
  const index = typeof body === 'number' ? body : scene.bodies.findIndex(({ name }) => name === body);
  if (scene.bodies[index] !== undefined) return index;
  throw new RangeError(`${caller}: ${describeValue(body)} is not a body of the scene`);
}

function jointsOf(scene: SteppableScene): readonly JointDefinition[] {
  if (scene.world === 'planar') return scene.joints ?? [];
  throw new SimulationError('setMotor: only planar scenes have joints here, use createWorldFromScene for solids');
}

function jointIndexOf(scene: SteppableScene, joint: string | number): number {
  const joints = jointsOf(scene);
  const index = typeof joint === 'number' ? joint : joints.findIndex(({ name }) => name === joint);
  if (joints[index] !== undefined) return index;
  throw new RangeError(`setMotor: ${describeValue(joint)} is not a joint of the scene`);
}

/** The joint with another motor; throws a RangeError where there can be none. */
function withMotor(definition: JointDefinition, motor: JointMotorSettings | undefined | null): JointDefinition {
  const axis = mainAxis(definition);
  const caller = `setMotor (${JSON.stringify(definition.name)})`;
  if (axis < 0 || isRadial(definition)) throw new RangeError(`${caller}: a ${definition.kind} joint has no motor`);
  const { motor: _, ...rest } = definition.axes[axis];
  if (motor) checkMotor(caller, motor);
  const made = motor
    ? motorOf(motor, (__, expected) => {
        throw new RangeError(`${caller}: motor ${expected}`);
      })
    : undefined;
  const changed = made ? { ...rest, motor: made } : rest;
  return { ...definition, axes: definition.axes.map((old, k) => (k === axis ? changed : old)) };
}

/** Throws where forces cannot act. */
function checkForce(scene: SteppableScene, index: number, torque: Vec3): void {
  const { name } = scene.bodies[index];
  if (scene.world === 'deformable') {
    throw new SimulationError('applyForce: deformable worlds have gravity and prescribed nodes, no applied forces');
  }
  if (scene.world === 'vehicles') {
    if (scene.bodies[index].obstacle) {
      throw new RangeError(`applyForce: ${JSON.stringify(name)} is an obstacle, no force moves it`);
    }
    if (torque.x === 0 && torque.y === 0 && torque.z === 0) return;
    throw new SimulationError('applyForce: vehicles deform, apply forces without torque');
  }
  if (isEventDriven(scene)) {
    throw new SimulationError('applyForce: an event-driven run is ahead of its steps, use time.method "steps"');
  }
  const { motion } = scene.bodies[index];
  const kind = typeof motion === 'string' ? motion : motion.kind;
  if (kind !== 'free') throw new RangeError(`applyForce: ${JSON.stringify(name)} is ${kind}, no force moves it`);
}

/** Such a run is computed from event to event: forces of a step would come too late. */
function isEventDriven(scene: SteppableScene): boolean {
  if (scene.world !== 'planar' && scene.world !== 'solids') return false;
  return scene.time.method === 'events' && scene.contacts.response !== 'penalty';
}

/** Runs to the next frame. */
function takeStep(stepping: Stepping): void {
  const { run, pending } = stepping;
  if (stepping.summary && run.frames.length === 0) {
    throw new SimulationError(`step: the run has ended at ${stepping.current.time} s (${endingOf(stepping.summary)})`);
  }
  run.loads.length = run.givenLoads;
  for (const applied of pending) {
    if ('body' in applied) run.loads.push(loadOf(stepping.scene, applied));
    else run.joints[applied.joint] = withMotor(run.joints[applied.joint], applied.motor);
  }
  pull(stepping);
  const next = run.frames.shift();
  if (!next) return;
  stepping.applied.push(pending);
  stepping.pending = [];
  stepping.current = next;
  stepping.stepCount++;
  // the end of the run follows its last frame
  if (next.time >= stepping.scene.time.end) pull(stepping);
  for (const observe of stepping.observers) observe();
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

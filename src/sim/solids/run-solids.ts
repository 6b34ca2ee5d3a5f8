import type { SolidScene } from '../../scene/solid-scene.ts';
import type { RunObserver, RunSummary } from '../observer.ts';
import { countSteps } from '../step-count.ts';
import { SimulationError } from '../world.ts';
import type { CompliantSnapshot } from './compliant/compliant-snapshot.ts';
import { runCompliant } from './compliant/run-compliant.ts';
import { createDockedSteps, dockedState, NO_COMMON_LAW, sceneBodyOf, updateDocks } from './docked-steps.ts';
import { advanceToNextEvent } from './events/advance-events.ts';
import { createEventWorld } from './events/create-event-world.ts';
import type { EventReport, EventWorld } from './events/event-world.ts';
import { stateOf } from './events/world-state.ts';
import {
  createSolidRun,
  isFrameDue,
  nextFrameTime,
  recordBrokenJoints,
  recordSolidContact,
  recordSolidEvent,
  recordSolidFrame,
  type SolidEnding,
  type SolidRun,
  type SolidState,
  summarizeSolids,
} from './solid-frames.ts';
import { type BodyOf, recordStepContacts } from './step-contacts.ts';
import { advancePartOfStep, advanceStep } from './steps/advance-step.ts';
import { restoreSnapshot, type StepSnapshot, takeSnapshot } from './steps/snapshot.ts';
import { createStepWorld, type StepOptions, type StepWorld } from './steps/step-world.ts';

/** The last step of a run is a full one if it differs from that by less than this fraction: rounding. */
const FULL_STEP = 1e-9;

/** State of fixed steps: of rigid contact, or of compliant contact. */
export type SolidSnapshot = StepSnapshot | CompliantSnapshot;

/** Options of a run of fixed steps: threads, kernel of the solver, the snapshot it resumes from, and the snapshot it writes. */
export interface SolidRunOptions extends Pick<StepOptions, 'pool' | 'solverKernel'> {
  /** State to resume from: the run is then bitwise identical to the rest of the original run. */
  readonly resume?: SolidSnapshot;
  /** Called once, after the first step that reaches `snapshotAt` [s]; by default at the end. */
  readonly onSnapshot?: (snapshot: SolidSnapshot) => void;
  readonly snapshotAt?: number;
}

/** Runs a rigid-body world. Yields the simulated time after every step or event. */
export function* runSolids(
  scene: SolidScene,
  observer: RunObserver,
  options: SolidRunOptions = {},
): Generator<number, RunSummary> {
  if (scene.contacts.response === 'penalty') {
    const { resume, ...rest } = options;
    if (resume === undefined || 'response' in resume) return yield* runCompliant(scene, observer, { ...rest, resume });
    throw new SimulationError('snapshot: is of contacts.response "impulse", expected "penalty"');
  }
  if (scene.time.method === 'steps') {
    const { pool, solverKernel } = options;
    const world = createStepWorld(scene, { measureWork: true, pool, solverKernel });
    if (options.resume) restoreSnapshot(world, options.resume);
    const run = createSolidRun(scene, observer, world);
    return summarizeSolids(run, yield* runSteps(run, world, options));
  }
  if (options.resume || options.onSnapshot) throw new SimulationError('a snapshot needs time.method "steps"');
  const world = createEventWorld(scene);
  const run = createSolidRun(scene, observer, stateOf(world));
  return summarizeSolids(run, yield* runEvents(run, world, options));
}

/** From event to event. A run that fails is reported up to the failure. */
function* runEvents(run: SolidRun, world: EventWorld, options: SolidRunOptions): Generator<number, SolidEnding> {
  try {
    const ending = yield* eventsToEnd(run, world);
    if (ending) return ending;
  } catch (error) {
    if (!(error instanceof SimulationError) || world.time === 0) throw error;
    return { state: stateOf(world), status: 'failed', failure: error.message };
  }
  return yield* continueWithSteps(run, world, options);
}

/** Undefined if impacts accumulate (Zeno) before the end. Frames are recorded in between, which does not change the run. */
function* eventsToEnd(run: SolidRun, world: EventWorld): Generator<number, SolidEnding | undefined> {
  const { end } = run.scene.time;
  for (;;) {
    const due = nextFrameTime(run);
    const report = advanceToNextEvent(world, Math.min(due, end));
    reportRun(run, report);
    if (report.status === 'event-limit') return { state: stateOf(world), status: 'event-limit' };
    if (report.status === 'zeno') return undefined;
    if (report.status === 'reached') {
      if (due <= end) recordSolidFrame(run, stateOf(world), 0);
      if (world.time >= end) return { state: stateOf(world), status: 'end' };
    }
    yield world.time;
  }
}

function reportRun(run: SolidRun, { contacts, events }: EventReport): void {
  for (const row of contacts) recordSolidContact(run, row);
  for (const event of events) recordSolidEvent(run, event);
}

/** Impacts accumulate (Zeno): fixed steps can handle resting contact, events cannot. Docked bodies stay docked, and docks remain active. */
function* continueWithSteps(
  run: SolidRun,
  events: EventWorld,
  { pool, solverKernel }: SolidRunOptions,
): Generator<number, SolidEnding> {
  const start = stateOf(events);
  const steps = createDockedSteps(events, start.totals, start.time, { pool, solverKernel });
  if (!steps) return { state: start, status: 'failed', failure: NO_COMMON_LAW };
  return yield* stepToEnd(run, start, {
    world: () => steps.world,
    state: () => dockedState(steps),
    bodyOf: (i, point) => sceneBodyOf(steps, i, point),
    afterStep() {
      const { events: log, finalState } = updateDocks(steps);
      for (const event of log) recordSolidEvent(run, event);
      return finalState && { state: finalState, status: 'failed', failure: NO_COMMON_LAW };
    },
  });
}

/** Fixed steps of the bodies of the scene, without docking. */
function runSteps(run: SolidRun, world: StepWorld, options: SolidRunOptions): Generator<number, SolidEnding> {
  const { end, step } = run.scene.time;
  const { snapshotAt = end, onSnapshot } = options;
  let isTaken = false;
  return stepToEnd(run, world, {
    world: () => world,
    state: () => world,
    afterStep() {
      if (!onSnapshot || isTaken || world.time < snapshotAt - 1e-9 * step) return undefined;
      isTaken = true;
      onSnapshot(takeSnapshot(world));
      return undefined;
    },
  });
}

/** A method of fixed steps. */
interface Stepping {
  /** May change with each step. */
  readonly world: () => StepWorld;
  /** The bodies of the scene after the last step. */
  readonly state: () => SolidState;
  readonly bodyOf?: BodyOf;
  /** Called after each step; returns an ending if the run cannot continue. */
  readonly afterStep: () => SolidEnding | undefined;
}

/** Fixed steps to the end of the scene; the last one is shorter where the end is not a multiple of the step. */
function* stepToEnd(run: SolidRun, start: SolidState, stepping: Stepping): Generator<number, SolidEnding> {
  const { end, step, maxEvents } = run.scene.time;
  if (isFrameDue(run, start.time, step)) recordSolidFrame(run, start, step);
  for (let left = countSteps(start.time, end, step); left > 0; left--) {
    const world = stepping.world();
    const rest = end - world.time;
    if (left === 1 && rest < (1 - FULL_STEP) * step) advancePartOfStep(world, rest);
    else advanceStep(world);
    run.steps++;
    if (!hasFiniteState(world)) throw new SimulationError(`the state of the bodies overflows at ${world.time} s`);
    const isDue = isFrameDue(run, world.time, step);
    recordStepContacts(run, world, isDue, stepping.bodyOf);
    if (world.joints.broken.length > 0) recordBrokenJoints(run, world);
    const ending = stepping.afterStep();
    if (ending) return ending;
    if (isDue) recordSolidFrame(run, stepping.state(), step);
    if (run.collisions >= maxEvents) return { state: stepping.state(), status: 'event-limit' };
    yield world.time;
  }
  return { state: stepping.state(), status: 'end' };
}

/** A non-finite number makes the sum non-finite. */
function hasFiniteState({ bodies: { positions, orientations, velocities, angularVelocities } }: StepWorld): boolean {
  let sum = 0;
  for (let i = 0; i < positions.length; i++) sum += 0 * (positions[i] + velocities[i] + angularVelocities[i]);
  for (let i = 0; i < orientations.length; i++) sum += 0 * orientations[i];
  return sum === 0;
}

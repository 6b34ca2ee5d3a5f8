import type { SolidScene } from '../../scene/solid-scene.ts';
import type { RunObserver, RunSummary } from '../observer.ts';
import { countSteps } from '../step-count.ts';
import { SimulationError } from '../world.ts';
import type { CompliantSnapshot } from './compliant/compliant-snapshot.ts';
import { runCompliant } from './compliant/run-compliant.ts';
import {
  createDockedSteps,
  createSceneSteps,
  type DockedSteps,
  dockedState,
  dockedWorld,
  hasActiveSprings,
  hasOverlaps,
  NO_COMMON_LAW,
  sceneBodyOf,
  updateDocks,
} from './docked-steps.ts';
import { advanceToNextEvent } from './events/advance-events.ts';
import { createEventWorld, resumeEventWorld } from './events/create-event-world.ts';
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
  if (scene.time.method === 'steps' && (scene.docking.length > 0 || scene.forces.orbit)) {
    if (options.resume || options.onSnapshot)
      throw new SimulationError('a snapshot needs a scene without docking and orbit');
    const steps = createSceneSteps(scene, options);
    const run = createSolidRun(scene, observer, dockedState(steps));
    return summarizeSolids(run, yield* runSceneSteps(run, steps));
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

/**
 * From event to event, and in fixed steps where events cannot continue: to the end where impacts accumulate (Zeno), and while springs of a soft
 * capture or separation springs act. A run that fails is reported up to the failure.
 */
function* runEvents(run: SolidRun, start: EventWorld, options: SolidRunOptions): Generator<number, SolidEnding> {
  let world = start;
  for (;;) {
    let ending: SolidEnding | 'zeno' | 'springs';
    try {
      ending = yield* eventsToEnd(run, world);
    } catch (error) {
      if (!(error instanceof SimulationError) || world.time === 0) throw error;
      return { state: stateOf(world), status: 'failed', failure: error.message };
    }
    if (typeof ending === 'object') return ending;
    const steps = yield* continueWithSteps(run, world, options, ending === 'springs');
    if ('status' in steps) return steps;
    world = resumeEventWorld(run.scene, dockedWorld(steps), world);
  }
}

/** Frames are recorded in between, which does not change the run. */
function* eventsToEnd(run: SolidRun, world: EventWorld): Generator<number, SolidEnding | 'zeno' | 'springs'> {
  const { end } = run.scene.time;
  for (;;) {
    const due = nextFrameTime(run);
    const report = advanceToNextEvent(world, Math.min(due, end));
    reportRun(run, report);
    if (report.status === 'event-limit') return { state: stateOf(world), status: 'event-limit' };
    if (report.status === 'zeno' || report.status === 'springs') return report.status;
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

/**
 * Impacts accumulate (Zeno), or springs act: fixed steps can handle that, events cannot. Docked bodies stay docked, and docks remain active.
 * With `untilFree` the steps end when no springs act any more and no bodies overlap, so that exact times of impact can continue.
 */
function* continueWithSteps(
  run: SolidRun,
  events: EventWorld,
  { pool, solverKernel }: SolidRunOptions,
  untilFree: boolean,
): Generator<number, SolidEnding | DockedSteps> {
  const start = stateOf(events);
  const steps = createDockedSteps(events, start.totals, start.time, { pool, solverKernel });
  if (!steps) return { state: start, status: 'failed', failure: NO_COMMON_LAW };
  const isFree = () => untilFree && !hasActiveSprings(steps) && !hasOverlaps(steps);
  const ending = yield* runDockedSteps(run, steps, start, isFree);
  return ending.status === 'free' ? steps : toEnd(ending);
}

/** An ending of a run: steps that were to continue with events end where they are. */
function toEnd(ending: SteppedEnding): SolidEnding {
  return { ...ending, status: ending.status === 'free' ? 'end' : ending.status };
}

/** Fixed steps with docking, to the end or until `isFree`. */
function runDockedSteps(
  run: SolidRun,
  steps: DockedSteps,
  start: SolidState,
  isFree: () => boolean,
): Generator<number, SteppedEnding> {
  return stepToEnd(run, start, {
    world: () => steps.world,
    state: () => dockedState(steps),
    bodyOf: (i, point) => sceneBodyOf(steps, i, point),
    afterStep() {
      const { events: log, finalState } = updateDocks(steps);
      for (const event of log) recordSolidEvent(run, event);
      if (finalState) return { state: finalState, status: 'failed', failure: NO_COMMON_LAW };
      return isFree() ? { state: dockedState(steps), status: 'free' } : undefined;
    },
  });
}

/** The method `steps` with docking or gravity in orbit. */
function* runSceneSteps(run: SolidRun, steps: DockedSteps): Generator<number, SolidEnding> {
  // sensors that are in range at the start
  for (const event of updateDocks(steps).events) recordSolidEvent(run, event);
  const ending = yield* runDockedSteps(run, steps, dockedState(steps), () => false);
  return toEnd(ending);
}

/** Fixed steps of the bodies of the scene, without docking. */
function* runSteps(run: SolidRun, world: StepWorld, options: SolidRunOptions): Generator<number, SolidEnding> {
  const { end, step } = run.scene.time;
  const { snapshotAt = end, onSnapshot } = options;
  let isTaken = false;
  const ending = yield* stepToEnd(run, world, {
    world: () => world,
    state: () => world,
    afterStep() {
      if (!onSnapshot || isTaken || world.time < snapshotAt - 1e-9 * step) return undefined;
      isTaken = true;
      onSnapshot(takeSnapshot(world));
      return undefined;
    },
  });
  return toEnd(ending);
}

/** `free`: the steps ended before the end of the scene, and exact times of impact can continue. */
type SteppedEnding = Omit<SolidEnding, 'status'> & { readonly status: SolidEnding['status'] | 'free' };

/** A method of fixed steps. */
interface Stepping {
  /** May change with each step. */
  readonly world: () => StepWorld;
  /** The bodies of the scene after the last step. */
  readonly state: () => SolidState;
  readonly bodyOf?: BodyOf;
  /** Called after each step; returns an ending if the run cannot continue. */
  readonly afterStep: () => SteppedEnding | undefined;
}

/** Fixed steps to the end of the scene; the last one is shorter where the end is not a multiple of the step. */
function* stepToEnd(run: SolidRun, start: SolidState, stepping: Stepping): Generator<number, SteppedEnding> {
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
    if (ending && ending.status !== 'free') return ending;
    if (isDue) recordSolidFrame(run, stepping.state(), step);
    if (ending) return ending;
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

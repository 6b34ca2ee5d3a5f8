import { readScene, type Scene } from '../../src/index.ts';
import { transferables } from '../worker/job-context.ts';
import type { LiveReply, LiveRequest } from './live-protocol.ts';
import { createLiveWorld, type LiveWorld } from './live-world.ts';
import { logCommand, type PlayedCommand, replay } from './played-log.ts';

/**
 * Wall-clock time that the steps of a frame may take: this [ms], or half of the time since the frame before, where the page draws slower. A
 * world that needs more runs slower than the clock.
 */
const BUDGET = 14;
const BUDGET_FRACTION = 0.5;
/** Interval between checks for messages during a replay [ms]. */
const BREATH = 30;

/** The world that is played, and what was done with it. */
interface Session {
  readonly scene: Scene;
  readonly text: string;
  world: LiveWorld;
  readonly log: PlayedCommand[];
  /** Simulated time that is still to be computed [s]. */
  due: number;
  /** Wall-clock time of the last frame [ms]. */
  since: number;
  /** Steps since the last frame and their wall-clock time [ms]. */
  steps: number;
  spent: number;
}

let session: Session | undefined;
let replaying = false;
let cancelled = false;

/** Receives the messages of the page. */
export function serveLive({ data }: MessageEvent<LiveRequest>): void {
  try {
    if (data.kind === 'start') start(data.text, data.source);
    else if (data.kind === 'cancel') cancelled = true;
    else if (session) serve(session, data);
  } catch (error) {
    reply({ kind: 'failed', message: messageOf(error), fatal: session === undefined });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reply(message: LiveReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function start(text: string, source: string): void {
  session = undefined;
  const scene = readScene(text, source);
  session = {
    scene,
    text,
    world: createLiveWorld(scene, text),
    log: [],
    due: 0,
    since: performance.now(),
    steps: 0,
    spent: 0,
  };
  sendStructure(session);
  sendFrame(session, undefined, false);
}

function serve(current: Session, request: Exclude<LiveRequest, { kind: 'start' | 'cancel' }>): void {
  switch (request.kind) {
    case 'advance':
      if (!replaying) advance(current, request.elapsed);
      sendFrame(current, request.buffer, request.contacts);
      break;
    case 'step':
      current.due = 0;
      takeStep(current);
      break;
    case 'command':
      command(current, request.command);
      break;
    case 'reset':
      Object.assign(current, { world: createLiveWorld(current.scene, current.text), due: 0 });
      current.log.length = 0;
      sendStructure(current);
      break;
    case 'save-scene':
      reply({ kind: 'scene', text: current.world.sceneText() });
      break;
    case 'save-recording':
      void saveRecording(current);
  }
}

function command({ world, log }: Session, given: PlayedCommand['command']): void {
  const isChanged = world.apply(given);
  logCommand(log, world.stepCount, given);
  if (isChanged && session) sendStructure(session);
}

function takeStep(current: Session): void {
  const before = performance.now();
  current.world.step();
  current.spent += performance.now() - before;
  current.steps++;
}

/** All steps that are due, as far as the budget allows. */
function advance(current: Session, elapsed: number): void {
  const { timeStep } = current.world;
  const from = performance.now();
  const budget = Math.max(BUDGET, BUDGET_FRACTION * (from - current.since));
  current.since = from;
  current.due += elapsed;
  // half a step of rounding: the clock of the page need not be that of the steps
  while (current.due > 0.5 * timeStep && current.world.ended === undefined) {
    takeStep(current);
    current.due -= timeStep;
    if (performance.now() - from > budget) {
      current.due = Math.min(current.due, 0);
      return;
    }
  }
}

function sendStructure({ world }: Session): void {
  const structure = world.structure();
  reply({ kind: 'structure', ...structure }, transferables(structure.recorded.recording));
}

function sendFrame(current: Session, given: Float64Array<ArrayBuffer> | undefined, contacts: boolean): void {
  const { world, steps, spent } = current;
  const length = world.frameLength(contacts);
  const numbers = given && given.length >= length ? given : new Float64Array(length + (length >> 2));
  const contactCount = world.writeFrame(numbers, contacts);
  const { time, stepCount, ended } = world;
  const phase = Math.min(1, Math.max(0, current.due / world.timeStep + 0.5));
  const state = { time, stepCount, ended, phase, pull: world.pull(), energy: world.energy() };
  reply({ kind: 'frame', numbers, contactCount, steps, stepTime: spent, ...state }, [numbers.buffer]);
  Object.assign(current, { steps: 0, spent: 0 });
}

async function saveRecording({ scene, text, log, world }: Session): Promise<void> {
  [replaying, cancelled] = [true, false];
  const steps = world.stepCount;
  let breath = performance.now();
  try {
    const recording = await replay(scene, text, { log: [...log], steps }, async (done) => {
      if (performance.now() - breath < BREATH) return;
      reply({ kind: 'progress', done, total: steps });
      await nextMessage();
      if (cancelled) throw new Cancelled();
      breath = performance.now();
    });
    reply({ kind: 'recording', recording }, transferables(recording));
  } catch (error) {
    if (error instanceof Cancelled) reply({ kind: 'cancelled' });
    else reply({ kind: 'failed', message: messageOf(error), fatal: false });
  } finally {
    replaying = false;
  }
}

class Cancelled extends Error {}

/** Yields to the event loop, to receive messages. */
function nextMessage(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Narrow phase of a step of a rigid-body world on several threads. The calling thread takes part and waits for the
 * others, so a step remains one synchronous call. Results are bitwise identical for any number of threads.
 */
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type ContactCache, type SearchCache, shareMemory } from '../sim/solids/steps/contact-cache.ts';
import { SEARCH, searchPairs } from '../sim/solids/steps/find-contacts.ts';
import type { NarrowPhasePairs } from '../sim/solids/steps/narrow-phase-pairs.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';
import {
  closeRound,
  createControl,
  openRound,
  runChunk,
  type SearchUpdate,
  type SharedBodies,
} from './search-chunk.ts';
import type { SearchWorkerData } from './search-worker.ts';
import { checkThreads } from './threads.ts';

/** Options of `createNarrowPhasePool`. */
export interface NarrowPhasePoolOptions {
  /** Maximum number of threads, the calling one included; default: the number of processors. */
  readonly threads?: number;
}

/** Threads for the narrow phase of a rigid-body world with fixed steps. */
export interface NarrowPhasePool {
  /** Number of threads, the calling one included. */
  readonly threads: number;
  /** For the option `search` of `createWorld` and `simulate`: runs the narrow phase on the pairs of a list. Changing the world between calls is allowed but slower. */
  readonly search: (world: StepWorld, list: NarrowPhasePairs) => void;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Below this many pairs the calling thread alone is faster than waking up the others. */
const MIN_PAIRS = 64;
/** A thread that does not finish within this time is considered dead [ms]. */
const TIMEOUT = 60_000;

interface Helper {
  readonly worker: Worker;
  readonly port: MessagePort;
}

/** State last sent to the helpers. */
interface SentState {
  readonly world: StepWorld;
  readonly bodies: SharedBodies;
  readonly list: NarrowPhasePairs;
  readonly revision: number;
  growths: number;
}

/**
 * Threads for the narrow phase of `createWorld`, `createWorldFromScene` and `simulate`; results are bitwise identical to those of one thread. Close the
 * pool at the end. Throws a RangeError for an invalid number of threads.
 *
 * @example
 * ```ts
 * import { createWorld, halfspace, sphere } from 'appulse';
 * import { createNarrowPhasePool } from 'appulse/workers';
 *
 * const pool = createNarrowPhasePool({ threads: 2 });
 * const world = createWorld({ search: pool.search });
 * world.addBody({ shape: halfspace([0, 0, 1]) });
 * world.addBody({ shape: sphere(0.1), position: [0, 0, 0.2] });
 * for (let k = 0; k < 10; k++) world.step();
 * await pool.close();
 * console.log(world.stepCount, pool.threads); // 10 2
 * ```
 */
export function createNarrowPhasePool({
  threads = availableParallelism(),
}: NarrowPhasePoolOptions = {}): NarrowPhasePool {
  checkThreads(threads);
  const control = createControl();
  let helpers: Helper[] | undefined;
  let sent: SentState | undefined;
  let closing: Promise<void> | undefined;

  const search = (world: StepWorld, list: NarrowPhasePairs) => {
    if (closing) throw new Error('the pool is closed');
    if (threads === 1 || list.count < MIN_PAIRS) {
      searchPairs(world, list, 0, list.count);
      return;
    }
    helpers ??= Array.from({ length: threads - 1 }, () => startHelper(control));
    sent = updateHelpers(helpers, sent, world, list);
    openRound(control, list.count);
    runChunk(world, list, control);
    if (!closeRound(control, TIMEOUT)) {
      throw new Error(`narrow phase: a thread has not answered for ${TIMEOUT / 1000} s`);
    }
    for (const { port } of helpers) {
      const received = receiveMessageOnPort(port);
      if (received) throw received.message;
    }
  };
  const close = async () => {
    await Promise.all((helpers ?? []).map(({ worker }) => worker.terminate()));
  };
  return {
    threads,
    search,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function startHelper(control: Int32Array): Helper {
  const { port1: port, port2 } = new MessageChannel();
  const workerData: SearchWorkerData = { control, port: port2 };
  // the compiled file next to this one; process flags do not apply to its script
  const script = new URL('./search-worker.js', import.meta.url);
  const worker = new Worker(script, { workerData, transferList: [port2], execArgv: [] });
  // neither must hold the process open
  worker.unref();
  port.unref();
  return { worker, port };
}

/** Sends the helpers what has changed since the last round: another world, longer arrays. Always copies the state of the bodies. */
function updateHelpers(
  helpers: readonly Helper[],
  before: SentState | undefined,
  world: StepWorld,
  list: NarrowPhasePairs,
): SentState {
  if (before?.world !== world) shareMemory(world.cache);
  const isNew = before?.world !== world || before.revision !== world.revision;
  const { cache, revision } = world;
  const known = isNew
    ? { world, bodies: createSharedBodies(world), list: { count: 0, numbers: new Int32Array() }, revision, growths: -1 }
    : before;
  const isLonger = SEARCH * list.count > known.list.numbers.length;
  if (isLonger) known.list.numbers = new Int32Array(new SharedArrayBuffer(8 * SEARCH * list.count));
  if (isLonger || known.growths !== cache.growths) {
    const { numbers } = known.list;
    const update: SearchUpdate = { ...(isNew && { bodies: known.bodies }), cache: searchCache(cache), numbers };
    for (const { port } of helpers) port.postMessage(update);
    known.growths = cache.growths;
  }
  known.list.numbers.set(list.numbers.subarray(0, SEARCH * list.count));
  copyBodies(known.bodies, world);
  return known;
}

/** The bodies of a world; arrays that change in a step get copies in shared memory. */
function createSharedBodies(world: StepWorld): SharedBodies {
  const { shapes, radii, innerRadii, boxSizes, gravityDisplacement, settings, scene, bodies } = world;
  return {
    shapes,
    radii,
    innerRadii,
    boxSizes,
    gravityDisplacement,
    settings: { slop: settings.slop },
    scene: { time: { step: scene.time.step } },
    boxes: sharedLike(world.boxes),
    rotationDisplacements: sharedLike(world.rotationDisplacements),
    bodies: {
      positions: sharedLike(bodies.positions),
      orientations: sharedLike(bodies.orientations),
      velocities: sharedLike(bodies.velocities),
      angularVelocities: sharedLike(bodies.angularVelocities),
    },
  };
}

function sharedLike({ byteLength }: Float64Array): Float64Array {
  return new Float64Array(new SharedArrayBuffer(byteLength));
}

function copyBodies(out: SharedBodies, { boxes, rotationDisplacements, bodies }: StepWorld): void {
  out.boxes.set(boxes);
  out.rotationDisplacements.set(rotationDisplacements);
  out.bodies.positions.set(bodies.positions);
  out.bodies.orientations.set(bodies.orientations);
  out.bodies.velocities.set(bodies.velocities);
  out.bodies.angularVelocities.set(bodies.angularVelocities);
}

/** The part of the cache that can be sent to a thread. */
function searchCache(cache: ContactCache): SearchCache {
  const { counts, blocks, capacities, places, caches, anchorsA, anchorsB, normals, features, impulses } = cache;
  return { counts, blocks, capacities, places, caches, anchorsA, anchorsB, normals, features, impulses };
}

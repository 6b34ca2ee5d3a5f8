/**
 * The contacts of a step of a world of solids, looked for on several threads. The thread that asks takes its share and waits for the
 * others: a step is one call, as it is without them. The same bits from any number of threads.
 */
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type ContactCache, type SearchCache, shareMemory } from '../sim/solids/steps/contact-cache.ts';
import { type NarrowPhasePairs, SEARCH, searchPairs } from '../sim/solids/steps/find-contacts.ts';
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

export interface SearchPoolOptions {
  /** Threads at most, the one that asks included; as many as there are processors unless given. */
  readonly threads?: number;
}

export interface SearchPool {
  readonly threads: number;
  /** For `StepOptions.search`: looks at the pairs of a list. One world at a time is quickest; another one may come at any time. */
  readonly search: (world: StepWorld, list: NarrowPhasePairs) => void;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Fewer pairs than this are done sooner than threads have woken up. */
const FEWEST_PAIRS = 64;
/** A thread that says nothing for so long has died [ms]. */
const PATIENCE = 60_000;

interface Helper {
  readonly worker: Worker;
  readonly port: MessagePort;
}

/** What the helpers have been told. */
interface Told {
  readonly world: StepWorld;
  readonly bodies: SharedBodies;
  readonly list: NarrowPhasePairs;
  growths: number;
}

export function createNarrowPhasePool({ threads = availableParallelism() }: SearchPoolOptions = {}): SearchPool {
  checkThreads(threads);
  const control = createControl();
  let helpers: Helper[] | undefined;
  let log: Told | undefined;
  let closing: Promise<void> | undefined;

  const search = (world: StepWorld, list: NarrowPhasePairs) => {
    if (closing) throw new Error('the pool is closed');
    if (threads === 1 || list.count < FEWEST_PAIRS) {
      searchPairs(world, list, 0, list.count);
      return;
    }
    helpers ??= Array.from({ length: threads - 1 }, () => startHelper(control));
    log = tell(helpers, log, world, list);
    openRound(control, list.count);
    runChunk(world, list, control);
    if (!closeRound(control, PATIENCE)) {
      throw new Error(`a thread that looks for contacts has not answered for ${PATIENCE / 1000} s`);
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
  // the file beside this one, once compiled; flags of the process are not for a script of its own
  const script = new URL('./search-worker.js', import.meta.url);
  const worker = new Worker(script, { workerData, transferList: [port2], execArgv: [] });
  // neither keeps the process alive: there is nothing they do by themselves
  worker.unref();
  port.unref();
  return { worker, port };
}

/** Tells the helpers what has changed since the last round: another world, longer arrays; and always where the bodies are. */
function tell(helpers: readonly Helper[], before: Told | undefined, world: StepWorld, list: NarrowPhasePairs): Told {
  const isNew = before?.world !== world;
  if (isNew) shareMemory(world.cache);
  const known = isNew
    ? { world, bodies: shareBodies(world), list: { count: 0, numbers: new Int32Array() }, growths: -1 }
    : before;
  const { cache } = world;
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

/** The bodies of a world with arrays of their own in shared memory for all that changes in a step. */
function shareBodies(world: StepWorld): SharedBodies {
  const { shapes, radii, innerRadii, gravityDeltaV, settings, scene, bodies } = world;
  return {
    shapes,
    radii,
    innerRadii,
    gravityDeltaV,
    settings: { slop: settings.slop },
    scene: { time: { step: scene.time.step } },
    boxes: sharedLike(world.boxes),
    swings: sharedLike(world.swings),
    bodies: {
      positions: sharedLike(bodies.positions),
      orientations: sharedLike(bodies.orientations),
      velocities: sharedLike(bodies.velocities),
    },
  };
}

function sharedLike({ byteLength }: Float64Array): Float64Array {
  return new Float64Array(new SharedArrayBuffer(byteLength));
}

function copyBodies(out: SharedBodies, { boxes, swings, bodies }: StepWorld): void {
  out.boxes.set(boxes);
  out.swings.set(swings);
  out.bodies.positions.set(bodies.positions);
  out.bodies.orientations.set(bodies.orientations);
  out.bodies.velocities.set(bodies.velocities);
}

/** What can be sent of it. */
function searchCache(cache: ContactCache): SearchCache {
  const { counts, blocks, capacities, places, caches, anchorsA, anchorsB, normals, features, impulses } = cache;
  return { counts, blocks, capacities, places, caches, anchorsA, anchorsB, normals, features, impulses };
}

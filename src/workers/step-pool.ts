/**
 * Steps of a rigid-body world on several threads: contact search, preparation of the rows of the solver, and its passes. The calling thread
 * takes part and waits for the others, so a step remains one synchronous call. Results are bitwise identical for any number of threads.
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { PARAMETER_COUNT, runAlone, type SolverMemory } from '../response/solver/solver-memory.ts';
import { type ContactCache, type SearchCache, shareMemory } from '../sim/solids/steps/contact-cache.ts';
import { SEARCH, searchPairs } from '../sim/solids/steps/find-contacts.ts';
import type { NarrowPhasePairs } from '../sim/solids/steps/narrow-phase-pairs.ts';
import type { StepThreads, StepWorld } from '../sim/solids/steps/step-world.ts';
import {
  awaitEnd,
  createControl,
  createRound,
  hasStarted,
  helperChunks,
  MAX_CHUNKS,
  openRound,
  type RoundControl,
  resultSum,
  takeFailure,
} from './rounds.ts';
import { ROUND_GROUPS, runPart, SEARCH_ROUND, type SharedBodies, type WorldView } from './step-part.ts';
import type { StepUpdate, StepWorkerData } from './step-worker.ts';
import { createThreadGovernor } from './thread-governor.ts';
import { checkThreads } from './threads.ts';

/** Options of `createStepPool`. */
export interface StepPoolOptions {
  /** Maximum number of threads, the calling one included; default: the number of processors. */
  readonly threads?: number;
  /**
   * By default the calling thread works alone while the processors are busy and where there is little work. False: all threads that have started
   * take part in all work, for tests and measurements.
   */
  readonly adaptive?: boolean;
}

/** Threads for the fixed steps of rigid-body worlds: the option `pool` of `createWorld`, `createWorldFromScene` and `simulate`. */
export interface StepPool extends StepThreads {
  /** Number of chunks of work, of some ten pairs or contacts each, that other threads have done so far: 0 until they have started. */
  readonly helperChunks: number;
  /** Ends the threads. Worlds with this pool cannot be stepped any more. */
  close(): Promise<void>;
}

/** Pairs per chunk of a search. */
const SEARCH_CHUNK = 16;
/** A thread that does not complete its chunk within this time is considered dead [ms]. */
const TIMEOUT = 60_000;

interface Helper {
  readonly worker: Worker;
  readonly port: MessagePort;
}

/** State of the contact search last sent to the helpers. */
interface SentSearch {
  readonly world: StepWorld;
  readonly bodies: SharedBodies;
  readonly list: NarrowPhasePairs;
  readonly revision: number;
  growths: number;
}

/**
 * Threads for the fixed steps of `createWorld`, `createWorldFromScene` and `simulate`; results are bitwise identical to those of one thread.
 * Worlds may share a pool, in turn; a pool for each is faster. While the processors are busy, and for worlds with few contacts, the calling
 * thread works alone. Close the pool at the end. Throws a RangeError for an invalid number of threads.
 *
 * @example
 * ```ts
 * import { createWorld, halfspace, sphere } from 'appulse';
 * import { createStepPool } from 'appulse/workers';
 *
 * const pool = createStepPool({ threads: 2 });
 * const world = createWorld({ pool });
 * world.addBody({ shape: halfspace([0, 0, 1]) });
 * world.addBody({ shape: sphere(0.1), position: [0, 0, 0.2] });
 * for (let k = 0; k < 10; k++) world.step();
 * await pool.close();
 * console.log(world.stepCount, pool.threads); // 10 2
 * ```
 */
export function createStepPool({ threads = availableParallelism(), adaptive = true }: StepPoolOptions = {}): StepPool {
  checkThreads(threads);
  const control = createControl(threads, PARAMETER_COUNT);
  const governor = createThreadGovernor(ROUND_GROUPS, () => performance.now());
  const round = createRound();
  const own: WorldView = { thread: 0 };
  let helpers: Helper[] | undefined;
  let failure: Error | undefined;
  let sentSearch: SentSearch | undefined;
  let sentMemory: SolverMemory | undefined;
  let closing: Promise<void> | undefined;

  const send = (update: Omit<StepUpdate, 'version'>) => {
    round.version++;
    for (const { port } of helpers ?? []) port.postMessage({ ...update, version: round.version });
  };
  /** Starts the helpers at the first call. True: some of them can take part. */
  const areReady = () => {
    helpers ??= Array.from({ length: threads - 1 }, (_, k) =>
      startHelper(k + 1, control, (error) => {
        failure = error;
      }),
    );
    return hasStarted(control);
  };
  const throwFailure = () => {
    if (takeFailure(control)) {
      for (const { port } of helpers ?? []) failure ??= receiveMessageOnPort(port)?.message;
    }
    if (failure) throw failure;
  };
  const runRound = (kind: number, prepare: () => void): number => {
    round.kind = kind;
    prepare();
    const before = resultSum(control);
    openRound(control, round);
    runPart(own, control, round, control.parameters, (error) => {
      failure ??= error instanceof Error ? error : new Error(String(error));
    });
    if (!awaitEnd(control, round, TIMEOUT)) failure ??= new Error(`a thread has not answered for ${TIMEOUT / 1000} s`);
    return (resultSum(control) - before) | 0;
  };
  /** Runs a round, or `runAlone` where that is faster. */
  const run = (kind: number, work: number, prepare: () => void, runAlone: () => number): number => {
    if (closing) throw new Error('the pool is closed');
    if (threads === 1) return runAlone();
    const isShared = work > 0 && areReady() && (!adaptive || governor.usesThreads(kind, work));
    const start = performance.now();
    const result = isShared ? runRound(kind, prepare) : runAlone();
    throwFailure();
    governor.record(kind, work, performance.now() - start, isShared);
    return result;
  };

  return {
    threads,
    get helperChunks() {
      return helperChunks(control);
    },
    search(world, list) {
      const prepare = () => {
        sentSearch = updateSearchOf(send, sentSearch, world, list);
        own.search = world;
        own.list = list;
        round.itemCount = list.count;
        round.chunkCount = Math.min(Math.ceil(list.count / SEARCH_CHUNK), MAX_CHUNKS);
      };
      run(SEARCH_ROUND, list.count, prepare, () => {
        searchPairs(world, list, 0, list.count);
        return 0;
      });
    },
    runPass(contacts, memory, kernel) {
      const { schedule, manifoldCount } = contacts;
      const { chunkCount } = schedule;
      const prepare = () => {
        if (sentMemory !== memory) send({ memory: memory.kernels.memory });
        sentMemory = memory;
        own.kernels = memory.kernels;
        control.parameters.set(memory.parameters);
        round.itemCount = manifoldCount;
        round.chunkCount = chunkCount;
        round.list = schedule.order.byteOffset;
        round.table = schedule.chunks.byteOffset;
        round.memoryBytes = memory.kernels.memory.buffer.byteLength;
      };
      // without a schedule there is nothing to share
      const work = chunkCount > 1 ? contacts.rowCount : 0;
      return run(kernel, work, prepare, () => runAlone(contacts, memory, kernel));
    },
    close() {
      closing ??= Promise.all((helpers ?? []).map(({ worker }) => worker.terminate())).then(() => undefined);
      return closing;
    },
  };
}

function startHelper(thread: number, control: RoundControl, onError: (error: Error) => void): Helper {
  const { port1: port, port2 } = new MessageChannel();
  const workerData: StepWorkerData = { thread, control, port: port2 };
  // the compiled file next to this one; process flags do not apply to its script
  const script = new URL('./step-worker.js', import.meta.url);
  const worker = new Worker(script, { workerData, transferList: [port2], execArgv: [] });
  worker.on('error', onError);
  // neither must hold the process open
  worker.unref();
  port.unref();
  return { worker, port };
}

/** Sends the helpers what has changed since the last search: another world, longer arrays. Always copies the state of the bodies. */
function updateSearchOf(
  send: (update: Omit<StepUpdate, 'version'>) => void,
  before: SentSearch | undefined,
  world: StepWorld,
  list: NarrowPhasePairs,
): SentSearch {
  if (!(world.cache.counts.buffer instanceof SharedArrayBuffer)) shareMemory(world.cache);
  const isNew = before?.world !== world || before.revision !== world.revision;
  const { cache, revision } = world;
  const known = isNew
    ? { world, bodies: createSharedBodies(world), list: { count: 0, numbers: new Int32Array() }, revision, growths: -1 }
    : before;
  const isLonger = SEARCH * list.count > known.list.numbers.length;
  if (isLonger) known.list.numbers = new Int32Array(new SharedArrayBuffer(8 * SEARCH * list.count));
  if (isLonger || known.growths !== cache.growths) {
    const { numbers } = known.list;
    send({ search: { ...(isNew && { bodies: known.bodies }), cache: searchCache(cache), numbers } });
    known.growths = cache.growths;
  }
  known.list.numbers.set(list.numbers.subarray(0, SEARCH * list.count));
  copyBodies(known.bodies, world);
  return known;
}

/** The bodies of a world; arrays that change in a step get copies in shared memory. */
function createSharedBodies(world: StepWorld): SharedBodies {
  const { solverKernel, shapes, radii, innerRadii, boxSizes, gravityDisplacement, settings, scene, bodies } = world;
  return {
    solverKernel,
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
  const { counts, blocks, capacities, places, slacks, caches, points, features, impulses } = cache;
  return { counts, blocks, capacities, places, slacks, caches, points, features, impulses };
}

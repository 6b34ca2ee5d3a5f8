/**
 * Rounds of work that the threads of a step pool share. The caller describes a round in shared memory and opens it; every thread, the caller
 * included, takes chunks of it until none is left. Chunks belong to levels: those of a level can be done at the same time, after those of the
 * levels before. A thread takes a chunk only when it can start at once, so one that the operating system has suspended delays no chunk except
 * the one it works on; one that comes too late for a round finds it closed. Every chunk has a preferred thread, which has its data in its
 * cache; others take it if that one does not.
 */

/** Shared by all threads of a pool. */
export interface RoundControl {
  readonly threads: number;
  readonly words: Int32Array;
  /** Number of the last round in which each chunk was taken, one per cache line. */
  readonly claims: Int32Array;
  /** Of the kernel of the round; may only be read by a thread that has taken a chunk. */
  readonly parameters: Float64Array;
}

export interface Round {
  /** Of the round; even, counted through all rounds. */
  sequence: number;
  /** What is to be done. */
  kind: number;
  /** Of the data that the threads were sent. */
  version: number;
  chunkCount: number;
  /** Number of items in all chunks. */
  itemCount: number;
  /** Byte address of the list of the items, and of the table of chunks, in the memory of the kernels; 0: none. */
  list: number;
  table: number;
  /** Size of that memory. A thread learns only after a while that another one has made it larger. */
  memoryBytes: number;
  /** Sum of the chunks that all threads had completed before the round: a sum of 32 bits, which may overflow. */
  before: number;
}

/** Levels and preferred threads of the chunks of a round. */
export interface ChunkLevels {
  /** Index of the first chunk of the level after the one that begins with this chunk. */
  levelEnd(chunk: number): number;
  /** Index of the thread that should do it. */
  preferredThread(chunk: number): number;
}

/** Numbers of 32 bits per cache line: words that several threads write lie on lines of their own. */
const LINE = 16;
/** Changes with every round; odd while a round is being described. Idle threads wait for it. */
const SEQUENCE = 0;
/** Number of helpers that have started, that sleep, and that have sent an error which was not yet received. */
const STARTED = LINE;
const SLEEPING = LINE + 1;
const FAILED = LINE + 2;
/** Number of threads that wait for chunks of others; changes when one is complete meanwhile. */
const WAITING = 2 * LINE;
const WAKE = 2 * LINE + 1;
/** Description of the round. */
const ROUND = 3 * LINE;
const ROUND_KEYS = ['kind', 'version', 'chunkCount', 'itemCount', 'list', 'table', 'memoryBytes', 'before'] as const;
/** One line per thread: number of chunks completed so far, sum of their results, and the last round in which it took part. */
const THREADS = 4 * LINE;
const DONE = 0;
const RESULT = 1;
const PRESENT = 2;

/** Maximum number of chunks of a round. */
export const MAX_CHUNKS = 4096;

/** Reads of a word before a thread sleeps, about 20 and 100 us: longer than most waits within a round and between rounds. */
const ROUND_READS = 4000;
const IDLE_READS = 20_000;
/** Reads, about 1 us, before a thread takes a chunk that another one, which takes part, should do. */
const GRACE_READS = 300;
/** A thread that sleeps within a round looks again after this time, at the latest [ms]. */
const NAP = 1;

export function createControl(threads: number, parameterCount: number): RoundControl {
  const integers = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length));
  const words = integers(THREADS + LINE * threads);
  return {
    threads,
    words,
    claims: integers(LINE * MAX_CHUNKS),
    parameters: new Float64Array(new SharedArrayBuffer(8 * parameterCount)),
  };
}

export function createRound(): Round {
  return {
    sequence: 0,
    kind: 0,
    version: 0,
    chunkCount: 0,
    itemCount: 0,
    list: 0,
    table: 0,
    memoryBytes: 0,
    before: 0,
  };
}

/** Opens a round, after the last one is complete; all that the threads read must be written before. Completes its description. */
export function openRound(control: RoundControl, round: Round): void {
  const { words } = control;
  round.before = sumOf(control, DONE);
  Atomics.add(words, SEQUENCE, 1);
  for (let k = 0; k < ROUND_KEYS.length; k++) Atomics.store(words, ROUND + k, round[ROUND_KEYS[k]]);
  round.sequence = (Atomics.add(words, SEQUENCE, 1) + 1) | 0;
  if (Atomics.load(words, SLEEPING) > 0) Atomics.notify(words, SEQUENCE);
}

/** Waits until the sequence number is no longer `last`, and returns it. */
export function awaitRound({ words }: RoundControl, last: number): number {
  for (let reads = 0; reads < IDLE_READS; reads++) {
    const sequence = Atomics.load(words, SEQUENCE);
    if (sequence !== last) return sequence;
  }
  Atomics.add(words, SLEEPING, 1);
  Atomics.wait(words, SEQUENCE, last);
  Atomics.sub(words, SLEEPING, 1);
  return Atomics.load(words, SEQUENCE);
}

/** Reads the description of the round with a sequence number. False: it is incomplete, or another round has begun. */
export function readRound({ words }: RoundControl, sequence: number, out: Round): boolean {
  if (sequence % 2 !== 0) return false;
  out.sequence = sequence;
  for (let k = 0; k < ROUND_KEYS.length; k++) out[ROUND_KEYS[k]] = Atomics.load(words, ROUND + k);
  return isOpen(words, out);
}

function isOpen(words: Int32Array, { sequence }: Round): boolean {
  return Atomics.load(words, SEQUENCE) === sequence;
}

/** Sum of a word of all threads. */
function sumOf({ words, threads }: RoundControl, word: number): number {
  let sum = 0;
  for (let k = 0; k < threads; k++) sum += Atomics.load(words, THREADS + LINE * k + word);
  return sum | 0;
}

/** Number of complete chunks of a round. */
function doneOf(control: RoundControl, round: Round): number {
  return (sumOf(control, DONE) - round.before) | 0;
}

/** Does chunks of a round, as the thread with an index, until none is left or the round is closed. `run` returns the result of a chunk. */
export function takePart(
  control: RoundControl,
  round: Round,
  thread: number,
  levels: ChunkLevels,
  run: (chunk: number) => number,
): void {
  const { words } = control;
  Atomics.store(words, THREADS + LINE * thread + PRESENT, round.sequence);
  for (let first = 0; first < round.chunkCount; ) {
    // after the end of the round the levels may be those of another one
    const end = Math.min(levels.levelEnd(first), round.chunkCount);
    if (end <= first || !awaitLevel(control, round, first)) return;
    if (doneOf(control, round) < end) {
      for (let chunk = first; chunk < end; chunk++) {
        if (levels.preferredThread(chunk) === thread) tryChunk(control, round, thread, chunk, run);
      }
      for (let chunk = end - 1; chunk >= first; chunk--) {
        const other = levels.preferredThread(chunk);
        if (other !== thread && isFree(control, round, chunk, other)) tryChunk(control, round, thread, chunk, run);
      }
    }
    first = end;
  }
}

/** Waits until the chunks before `first` are complete. False: the round is closed. */
function awaitLevel(control: RoundControl, round: Round, first: number): boolean {
  const { words } = control;
  for (let reads = 0; ; reads++) {
    const wake = Atomics.load(words, WAKE);
    if (doneOf(control, round) >= first) return true;
    if (!isOpen(words, round)) return false;
    if (reads > ROUND_READS) nap(words, wake);
  }
}

/** Whether a chunk is not taken, and will not be taken at once by the thread that should do it. */
function isFree(control: RoundControl, { sequence }: Round, chunk: number, thread: number): boolean {
  const { words, claims, threads } = control;
  const isPresent = thread < threads && Atomics.load(words, THREADS + LINE * thread + PRESENT) === sequence;
  for (let reads = isPresent ? GRACE_READS : 1; reads > 0; reads--) {
    if (((Atomics.load(claims, LINE * chunk) - sequence) | 0) >= 0) return false;
  }
  return true;
}

/** Does a chunk unless it is taken, in this round or a later one. */
function tryChunk(
  { words, claims }: RoundControl,
  { sequence }: Round,
  thread: number,
  chunk: number,
  run: (chunk: number) => number,
): void {
  const claim = Atomics.load(claims, LINE * chunk);
  if (((claim - sequence) | 0) >= 0) return;
  if (Atomics.compareExchange(claims, LINE * chunk, claim, sequence) !== claim) return;
  const result = run(chunk);
  const line = THREADS + LINE * thread;
  if (result !== 0) Atomics.add(words, line + RESULT, result);
  Atomics.add(words, line + DONE, 1);
  if (Atomics.load(words, WAITING) === 0) return;
  Atomics.add(words, WAKE, 1);
  Atomics.notify(words, WAKE);
}

/** Sum of the results of all chunks of all rounds so far: of 32 bits, it may overflow. */
export function resultSum(control: RoundControl): number {
  return sumOf(control, RESULT);
}

/** Number of chunks that threads other than the caller have done, modulo 2^32. */
export function helperChunks(control: RoundControl): number {
  return (sumOf(control, DONE) - Atomics.load(control.words, THREADS + DONE)) >>> 0;
}

/** Waits until all chunks are complete. False: none was completed for `timeout` [ms]. */
export function awaitEnd(control: RoundControl, round: Round, timeout: number): boolean {
  const { words } = control;
  let idle = 0;
  for (let reads = 0; ; reads++) {
    const wake = Atomics.load(words, WAKE);
    if (doneOf(control, round) === round.chunkCount) return true;
    if (reads < ROUND_READS) continue;
    idle = nap(words, wake) ? idle + NAP : 0;
    if (idle >= timeout) return false;
  }
}

/** Sleeps until another thread completes a chunk. True: none did for a while. */
function nap(words: Int32Array, wake: number): boolean {
  Atomics.add(words, WAITING, 1);
  const outcome = Atomics.wait(words, WAKE, wake, NAP);
  Atomics.sub(words, WAITING, 1);
  return outcome === 'timed-out';
}

export function markStarted({ words }: RoundControl): void {
  Atomics.add(words, STARTED, 1);
}

/** Whether any helper can take part. */
export function hasStarted({ words }: RoundControl): boolean {
  return Atomics.load(words, STARTED) > 0;
}

/** A thread has sent an error. */
export function markFailed({ words }: RoundControl): void {
  Atomics.add(words, FAILED, 1);
}

/** Whether a thread has sent an error since the last call. */
export function takeFailure({ words }: RoundControl): boolean {
  return Atomics.load(words, FAILED) > 0 && Atomics.exchange(words, FAILED, 0) > 0;
}

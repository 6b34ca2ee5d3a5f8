import { CadFileError } from './cad-file-error.ts';

/**
 * A package in WebAssembly in a thread of its own, because an invalid file may make it loop without end: the thread can be ended, a call in
 * the own thread could not. It starts with the first file that needs it and serves later ones. An invalid file may also damage its
 * memory: every file is read from the same initial state, so what was read before has no influence. Only Node has such threads; the
 * module is named at run time, so that this file can be part of a page.
 */

/** A package that reads files. */
export interface WasmPackage<Library, Job, Result> {
  /** Of the registry, for `npm install`. */
  readonly name: string;
  /** For messages. */
  readonly title: string;
  /** How to return to the initial state: a copy of `wasmMemory`, for packages that start slowly, or a new instance. */
  readonly reset: 'memory' | 'instance';
  /**
   * Answers a job: a declared function, which the thread runs from its source text, so it uses nothing but its arguments. A result with
   * `failure` says what is wrong with the file.
   */
  readonly run: (library: Library, job: Job) => Result | Failure;
}

interface Failure {
  readonly failure: string;
}

/** The result of a job, one after the other. Throws a CadFileError for a file that is invalid or exceeds a limit. */
export type WasmThread<Job, Result> = (file: string, job: Job, timeLimit: number) => Promise<Result>;

/** Time for one file, if the caller sets no other [s]. */
export const DEFAULT_TIME_LIMIT = 120;
/** Memory of a package [bytes]. */
const MAX_MEMORY = 2 ** 31;

/** The part of `node:worker_threads` that is used. */
interface Threads {
  readonly Worker: new (
    program: string,
    options: { eval: true; execArgv: string[]; workerData: unknown; stdout: boolean; stderr: boolean },
  ) => Worker;
}

interface Worker {
  on(event: 'message', listener: (answer: ThreadAnswer) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'exit', listener: () => void): void;
  postMessage(job: unknown): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<number>;
}

/** A worker, and who waits for its answer. */
interface Thread {
  readonly worker: Worker;
  running: boolean;
  report(outcome: Outcome): void;
}

type Outcome = ThreadAnswer | 'time' | Error;

type ThreadAnswer = { readonly result: object } | { readonly crash: 'memory' | 'exception' };

/** Part of every environment of this library, though not of the language. */
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** The program of a thread. */
const programOf = (run: unknown) => `
const { parentPort, workerData: { url, maxMemory, reset } } = require('node:worker_threads');
const run = ${run};
let exceeded = false;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  exceeded ||= this.buffer.byteLength + 65536 * pages > maxMemory;
  if (exceeded) throw new RangeError('memory limit');
  return grow.call(this, pages);
};
const { instantiate } = WebAssembly;
let module;
WebAssembly.instantiate = async (source, imports) => {
  // new instances of the same code
  if (source instanceof WebAssembly.Module) return instantiate(source, imports);
  module ??= await WebAssembly.compile(source);
  return { module, instance: await instantiate(module, imports) };
};
const start = async () => (await import(url)).default({ print() {}, printErr() {} });
start().then((first) => {
  let library = first;
  let used = false;
  const words = reset === 'memory' ? new Float64Array(library.wasmMemory.buffer) : [];
  const initial = words.slice(0, words.findLastIndex((word) => !Object.is(word, 0)) + 1);
  const restore = async () => {
    if (reset === 'instance') library = await start();
    else {
      const memory = new Float64Array(library.wasmMemory.buffer);
      memory.set(initial);
      memory.fill(0, initial.length);
    }
  };
  parentPort.on('message', async (job) => {
    try {
      if (used) await restore();
      used = true;
      parentPort.postMessage({ result: run(library, job) });
    } catch {
      parentPort.postMessage({ crash: exceeded ? 'memory' : 'exception' });
    }
  });
});
`;

/** A thread for a package, started when it is needed. */
export function createWasmThread<Library, Job, Result extends object>(
  wasm: WasmPackage<Library, Job, Result>,
): WasmThread<Job, Result> {
  let idle: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = async (file: string, job: Job, timeLimit: number): Promise<Result> => {
    const thread = idle?.running ? idle : await startThread(file, wasm);
    const { worker } = thread;
    idle = undefined;
    worker.ref();
    let timer: unknown;
    const answer = await new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => resolve('time'), 1000 * timeLimit);
      thread.report = resolve;
      worker.postMessage(job);
    });
    clearTimeout(timer);
    worker.unref();
    if (answer !== 'time' && 'result' in answer) {
      idle = thread;
      const result = answer.result as Result | Failure;
      if ('failure' in result) throw new CadFileError(file, result.failure);
      return result;
    }
    await worker.terminate();
    throw new CadFileError(file, explain(wasm.title, answer, timeLimit));
  };
  return (file, job, timeLimit) => {
    const answer = last.then(() => run(file, job, timeLimit));
    last = answer.catch(() => {});
    return answer;
  };
}

function explain(title: string, answer: Exclude<Outcome, { result: object }>, timeLimit: number): string {
  if (answer === 'time') return `expected a file that ${title} reads within ${timeLimit} s (timeLimit)`;
  if (answer instanceof Error) return `${title} cannot be used: ${answer.message.split('\n')[0]}`;
  if (answer.crash === 'memory')
    return `expected a file that ${title} reads with ${MAX_MEMORY / 2 ** 30} GiB of memory`;
  return `expected a valid file, but ${title} cannot read it`;
}

async function startThread<Library, Job, Result>(
  file: string,
  { name, title, reset, run }: WasmPackage<Library, Job, Result>,
): Promise<Thread> {
  const { Worker } = await importThreads(file, title);
  const workerData = { url: packageUrl(file, name, title), maxMemory: MAX_MEMORY, reset };
  const worker = new Worker(programOf(run), { eval: true, execArgv: [], stdout: true, stderr: true, workerData });
  const thread: Thread = { worker, running: true, report() {} };
  worker.on('message', (answer) => thread.report(answer));
  worker.on('error', (error) => thread.report(error));
  worker.on('exit', () => {
    thread.running = false;
    thread.report(new Error('the thread stopped'));
  });
  return thread;
}

async function importThreads(file: string, title: string): Promise<Threads> {
  const name = 'node:worker_threads';
  try {
    return await import(/* @vite-ignore */ name);
  } catch {
    throw new CadFileError(file, `${title} runs in a thread of Node: read the file there`);
  }
}

/** Where the package is, seen from this file. */
function packageUrl(file: string, name: string, title: string): string {
  try {
    return (import.meta as unknown as { resolve(name: string): string }).resolve(name);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CadFileError(file, `${title} is the package ${name}: run "npm install ${name}" (${reason})`);
  }
}

import { CadFileError } from './cad-file-error.ts';
import { type OpenCascadeJob, type OpenCascadeResult, runOpenCascadeJob } from './opencascade-job.ts';

/**
 * OpenCascade in a thread of its own, because an invalid file may make it loop without end: the thread can be ended, a call in the own
 * thread could not. It starts with the first file that needs it and serves later ones. An invalid file may also damage its memory, which is
 * therefore restored before every file: what was read before has no influence. Only Node has such threads; the module is named at run
 * time, so that this file can be part of a page.
 */

/** The optional package. */
const PACKAGE = 'replicad-opencascadejs';
/** Time for one file, if the caller sets no other [s]. */
export const DEFAULT_TIME_LIMIT = 120;
/** Memory of OpenCascade [bytes]. */
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
  postMessage(job: OpenCascadeJob): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<number>;
}

/** A worker, and who waits for its answer. */
interface Thread {
  readonly worker: Worker;
  report(outcome: Outcome): void;
}

type Outcome = ThreadAnswer | 'time' | Error;

type ThreadAnswer = { readonly result: OpenCascadeResult } | { readonly crash: 'memory' | 'exception' };

/** Part of every environment of this library, though not of the language. */
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

const PROGRAM = `
const { parentPort, workerData: { url, maxMemory } } = require('node:worker_threads');
const runJob = ${runOpenCascadeJob};
let exceeded = false;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  exceeded ||= this.buffer.byteLength + 65536 * pages > maxMemory;
  if (exceeded) throw new RangeError('memory limit');
  return grow.call(this, pages);
};
import(url).then(({ default: create }) => create({ print() {}, printErr() {} })).then((oc) => {
  const words = new Float64Array(oc.wasmMemory.buffer);
  const initial = words.slice(0, words.findLastIndex((word) => !Object.is(word, 0)) + 1);
  let used = false;
  parentPort.on('message', (job) => {
    if (used) {
      const memory = new Float64Array(oc.wasmMemory.buffer);
      memory.set(initial);
      memory.fill(0, initial.length);
    }
    used = true;
    try {
      parentPort.postMessage({ result: runJob(oc, job) });
    } catch {
      parentPort.postMessage({ crash: exceeded ? 'memory' : 'exception' });
    }
  });
});
`;

let idle: Thread | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The answer of OpenCascade to a job, one after the other. Throws a CadFileError that names the package if it is missing, and for a file that
 * is invalid, takes more than `timeLimit` [s], or needs too much memory; the thread is ended then.
 */
export function runInThread(
  file: string,
  job: OpenCascadeJob,
  timeLimit: number,
): Promise<Exclude<OpenCascadeResult, { failure: string }>> {
  const answer = last.then(() => runJob(file, job, timeLimit));
  last = answer.catch(() => {});
  return answer;
}

async function runJob(
  file: string,
  job: OpenCascadeJob,
  timeLimit: number,
): Promise<Exclude<OpenCascadeResult, { failure: string }>> {
  const thread = idle ?? (await startThread(file));
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
    if ('failure' in answer.result) throw new CadFileError(file, answer.result.failure);
    return answer.result;
  }
  await worker.terminate();
  throw new CadFileError(file, explain(answer, timeLimit));
}

function explain(answer: Exclude<Outcome, { result: unknown }>, timeLimit: number): string {
  if (answer === 'time')
    return `expected a file that OpenCascade reads within ${timeLimit} s; "timeLimit" sets another limit`;
  if (answer instanceof Error) return `OpenCascade cannot be used: ${answer.message.split('\n')[0]}`;
  if (answer.crash === 'memory')
    return `expected a file that OpenCascade reads with ${MAX_MEMORY / 2 ** 30} GiB of memory`;
  return 'expected a valid file, but OpenCascade cannot read it';
}

async function startThread(file: string): Promise<Thread> {
  const { Worker } = await importThreads(file);
  const workerData = { url: packageUrl(file), maxMemory: MAX_MEMORY };
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], stdout: true, stderr: true, workerData });
  const thread: Thread = { worker, report() {} };
  worker.on('message', (answer) => thread.report(answer));
  worker.on('error', (error) => thread.report(error));
  worker.on('exit', () => {
    if (idle === thread) idle = undefined;
    thread.report(new Error('the thread stopped'));
  });
  return thread;
}

async function importThreads(file: string): Promise<Threads> {
  const name = 'node:worker_threads';
  try {
    return await import(/* @vite-ignore */ name);
  } catch {
    throw new CadFileError(file, 'OpenCascade runs in a thread of Node: read the file there');
  }
}

/** Where the package is, seen from this file. */
function packageUrl(file: string): string {
  try {
    return (import.meta as unknown as { resolve(name: string): string }).resolve(PACKAGE);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CadFileError(file, `OpenCascade is the package ${PACKAGE}: run "npm install ${PACKAGE}" (${reason})`);
  }
}

import { Worker } from 'node:worker_threads';
import type { Answer, Message, NumberArray } from '../query/server/message.ts';
import { isBatch, type QuerySession } from '../query/server/session.ts';
import { checkThreads } from './threads.ts';

/** Threads that share the items of the batches of query sessions. */
export interface QueryPool {
  /** A session that answers as `session` does, with the items of large binary batches shared by the threads. */
  distribute(session: QuerySession): QuerySession & { close(): void };
  /** Ends all threads. */
  close(): Promise<void>;
}

/** A message for one thread. */
export interface QueryJob {
  readonly job: number;
  readonly session: number;
  readonly message: Message;
  /** The session has ended. */
  readonly isLast?: boolean;
}

export interface QueryJobReport {
  readonly job: number;
  readonly answer: Answer;
}

/** A thread gets at least this many items: fewer take less time than the messages between threads. */
const MIN_ITEMS = 500;
/** Errors listed in an answer, as on one thread. */
const MAX_ERRORS = 100;

/** Operations that change what is defined: every thread carries them out. */
const DEFINITIONS: readonly unknown[] = ['define', 'undefine'];

/** Threads start at once. If one ends unexpectedly, what it was asked is rejected, and everything after it. */
export function createQueryPool(threads: number): QueryPool {
  checkThreads(threads);
  const pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(new URL('./query-worker.js', import.meta.url), { execArgv: [] });
    worker.on('message', ({ job, answer }: QueryJobReport) => {
      pending.get(job)?.resolve(answer);
      pending.delete(job);
    });
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => fail(new Error(`a thread of the query pool ended with exit code ${code}`)));
    worker.unref();
    return worker;
  });
  let [jobs, sessions] = [0, 0];
  const ask = (worker: Worker, session: number, message: Message) =>
    new Promise<Answer>((resolve, reject) => {
      // a thread that has ended does not answer
      if (failure !== undefined) throw failure;
      const job = ++jobs;
      pending.set(job, { resolve, reject });
      const moved = Object.values(message.arrays).map(({ values }) => values.buffer as ArrayBuffer);
      worker.postMessage({ job, session, message } satisfies QueryJob, moved);
    });
  const distribute = (own: QuerySession) => {
    const session = ++sessions;
    const askAll = (message: Message) => Promise.all(workers.map((worker) => ask(worker, session, copyOf(message))));
    return {
      async answer(read: () => Message, number: number): Promise<Answer> {
        let message: Message | undefined;
        const readOnce = () => {
          message ??= read();
          return message;
        };
        const parts = splitOrNot(readOnce, threads);
        if (parts !== undefined) {
          return mergeAnswers(await Promise.all(parts.map((part, i) => ask(workers[i], session, part))));
        }
        const answer = await own.answer(readOnce, number);
        const isDefined = message !== undefined && answer.fields.error === undefined;
        if (isDefined && message && DEFINITIONS.includes(message.fields.op)) await askAll(message);
        return answer;
      },
      close(): void {
        for (const worker of workers) {
          const message = { fields: {}, arrays: {} };
          worker.postMessage({ job: 0, session, message, isLast: true } satisfies QueryJob);
        }
      },
    };
  };
  return {
    distribute,
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** The parts of a large batch; undefined for other messages, and for those that cannot be read. */
function splitOrNot(read: () => Message, threads: number): Message[] | undefined {
  try {
    const message = read();
    return isBatch(message.fields.op) ? splitBatch(message, threads) : undefined;
  } catch {
    // the session reads it again, and reports the error
    return undefined;
  }
}

/** Parts of equal numbers of items. Undefined if there are few, or arrays of different lengths. */
export function splitBatch(message: Message, threads: number): Message[] | undefined {
  const lengths = Object.values(message.arrays).map(({ dimensions }) => dimensions[0]);
  const count = Math.max(1, ...lengths);
  const parts = Math.min(threads, Math.floor(count / MIN_ITEMS));
  if (parts < 2 || lengths.some((length) => length !== 1 && length !== count)) return undefined;
  return Array.from({ length: parts }, (_, k) => {
    const [from, to] = [Math.floor((k * count) / parts), Math.floor(((k + 1) * count) / parts)];
    const arrays = Object.entries(message.arrays).map(([name, array]) => [name, rowsOf(array, from, to)]);
    return { fields: message.fields, arrays: Object.fromEntries(arrays) };
  });
}

/** A copy of some rows; a single row is the same for all items. */
function rowsOf({ dimensions, values }: NumberArray, from: number, to: number): NumberArray {
  const [count, ...rest] = dimensions;
  if (count === 1) return { dimensions, values: values.slice() };
  const width = rest[0] ?? 1;
  return { dimensions: [to - from, ...rest], values: values.slice(from * width, to * width) };
}

function copyOf({ fields, arrays }: Message): Message {
  const copies = Object.entries(arrays).map(([name, { dimensions, values }]) => [
    name,
    { dimensions, values: values.slice() },
  ]);
  return { fields, arrays: Object.fromEntries(copies) };
}

/** The answer to the whole batch. An error of the message, not of an item, is the same for all parts. */
export function mergeAnswers(answers: readonly Answer[]): Answer {
  const [first] = answers;
  const failed = answers.find(({ fields }) => fields.error !== undefined);
  if (failed !== undefined || first.table === undefined) return failed ?? first;
  const tables = answers.flatMap(({ table }) => (table ? [table] : []));
  const count = tables.reduce((sum, table) => sum + table.count, 0);
  const values = new Float64Array(tables.reduce((sum, table) => sum + table.values.length, 0));
  const errors: { readonly index: number; readonly message: string }[] = [];
  let [at, start, errorCount] = [0, 0, 0];
  for (const { fields, table } of answers) {
    if (table === undefined) continue;
    values.set(table.values, at);
    const own = (fields.errors ?? []) as typeof errors;
    errors.push(...own.map(({ index, message }) => ({ index: index + start, message })));
    errorCount += Number(fields.errorCount ?? 0);
    at += table.values.length;
    start += table.count;
  }
  const listed = errorCount === 0 ? {} : { errorCount, errors: errors.slice(0, MAX_ERRORS) };
  return { fields: { count, ...listed }, arrays: {}, table: { columns: first.table.columns, count, values } };
}

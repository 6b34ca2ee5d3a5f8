import type { Failure, JobName, Jobs, Progress, Reply, Request } from './jobs.ts';
import { openWorker } from './open-worker.ts';

/** A job in the worker. */
export interface Job<Output> {
  /** Rejects with a `JobFailure`, or with a `JobCancelled`. */
  readonly result: Promise<Output>;
  cancel(): void;
}

/** The core in a worker, so the page stays responsive. Jobs run one after the other. */
export interface RunClient {
  start<Name extends JobName>(
    job: Name,
    input: Jobs[Name]['input'],
    onProgress?: (progress: Progress) => void,
  ): Job<Jobs[Name]['output']>;
  /** Terminates the worker; its jobs are cancelled. */
  close(): void;
}

export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
  /** What there was of the output; undefined if the worker had to be terminated. */
  readonly output: unknown;

  constructor(message: string, output?: unknown) {
    super(message);
    this.output = output;
  }
}

/** A worker that does not respond to a cancellation within this time is terminated [ms]: a single step may be long. */
const PATIENCE = 300;

interface Pending {
  resolve(output: Jobs[JobName]['output']): void;
  reject(error: Error): void;
  readonly onProgress?: (progress: Progress) => void;
}

export function createRunClient(): RunClient {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastId = 0;

  const settle = (id: number, how: (job: Pending) => void) => {
    const job = pending.get(id);
    pending.delete(id);
    if (job) how(job);
  };
  const receive = ({ data }: MessageEvent<Reply>) => {
    switch (data.kind) {
      case 'progress':
        return pending.get(data.id)?.onProgress?.(data.progress);
      case 'done':
        return settle(data.id, (job) => job.resolve(data.output));
      case 'failed':
        return settle(data.id, (job) => job.reject(new JobFailure(data.failure)));
      case 'cancelled':
        return settle(data.id, (job) => job.reject(new JobCancelled('cancelled', data.output)));
    }
  };
  const rejectAll = (error: Error) => {
    for (const id of [...pending.keys()]) settle(id, (job) => job.reject(error));
  };
  const end = (error: Error) => {
    worker?.terminate();
    worker = undefined;
    rejectAll(error);
  };
  const open = () => {
    const opened = openWorker('jobs');
    opened.onmessage = receive;
    opened.onerror = (event) =>
      end(new JobFailure({ kind: 'unexpected', message: event.message ?? 'the worker failed' }));
    return opened;
  };
  const post = (request: Request) => {
    worker ??= open();
    worker.postMessage(request);
  };

  return {
    start(job, input, onProgress) {
      const id = ++lastId;
      const result = new Promise<Jobs[typeof job]['output']>((resolve, reject) => {
        pending.set(id, { resolve: resolve as Pending['resolve'], reject, onProgress });
      });
      post({ kind: 'start', id, job, input });
      const cancel = () => {
        if (!pending.has(id)) return;
        post({ kind: 'cancel', id });
        setTimeout(() => {
          if (pending.has(id)) end(new JobCancelled('cancelled'));
        }, PATIENCE);
      };
      return { result, cancel };
    },
    close: () => end(new JobCancelled('closed')),
  };
}

import { Worker } from 'node:worker_threads';

/** Message of a worker after a job: its result or its error. */
export type JobReport<Result> = { readonly result: Result } | { readonly error: Error };

/** Threads that run one script, each with one job at a time. */
export interface WorkerPool<Job, Result> {
  /** The result of a job, run as soon as a thread is free; jobs start in the order of the calls. */
  run(job: Job): Promise<Result>;
  /** The same; when `signal` is aborted, the job is rejected: its thread is ended, or it is not started. */
  runCancellable(job: Job, signal: AbortSignal): Promise<Result>;
  /** Ends all threads; unfinished jobs are rejected. May be called again. */
  close(): Promise<void>;
}

interface Task<Job, Result> {
  readonly job: Job;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Threads start when there is work for them and hold the process open only while they work. If a thread dies, its job
 * is rejected and the other jobs continue, in a new thread if necessary. Each thread receives a copy of `workerData`.
 */
export function createWorkerPool<Job, Result>(
  script: URL,
  threads: number,
  workerData?: unknown,
): WorkerPool<Job, Result> {
  const tasks = new Map<Worker, Task<Job, Result> | undefined>();
  const waiting: Task<Job, Result>[] = [];
  let closing: Promise<void> | undefined;

  const takeTask = (worker: Worker) => {
    const task = tasks.get(worker);
    if (tasks.has(worker)) tasks.set(worker, undefined);
    worker.unref();
    return task;
  };
  const lose = (worker: Worker, error: Error) => {
    const task = takeTask(worker);
    tasks.delete(worker);
    task?.reject(error);
    feed();
  };
  const startWorker = () => {
    // process flags do not apply to the script; a thread rejects some of them
    const worker = new Worker(script, { execArgv: [], workerData });
    tasks.set(worker, undefined);
    worker.on('message', (report: JobReport<Result>) => {
      const task = takeTask(worker);
      if ('error' in report) task?.reject(report.error);
      else task?.resolve(report.result);
      feed();
    });
    worker.on('messageerror', (error) => lose(worker, error));
    worker.on('error', (error) => lose(worker, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => lose(worker, new Error(`a worker stopped with exit code ${code}`)));
    return worker;
  };
  const idleWorker = () => {
    for (const [worker, task] of tasks) if (!task) return worker;
    return tasks.size < threads ? startWorker() : undefined;
  };
  const give = (worker: Worker, task: Task<Job, Result>) => {
    tasks.set(worker, task);
    worker.ref();
    try {
      worker.postMessage(task.job);
    } catch (error) {
      takeTask(worker);
      task.reject(error as Error);
    }
  };
  const feed = () => {
    while (!closing && waiting.length > 0) {
      const worker = idleWorker();
      const task = worker && waiting.shift();
      if (!task) return;
      give(worker, task);
    }
  };
  const cancel = (task: Task<Job, Result>) => {
    const place = waiting.indexOf(task);
    if (place >= 0) {
      waiting.splice(place, 1);
      task.reject(new Error('the job was cancelled'));
    }
    for (const [worker, running] of tasks) {
      if (running !== task) continue;
      lose(worker, new Error('the job was cancelled'));
      worker.terminate();
    }
  };
  const close = async () => {
    const workers = [...tasks.keys()];
    const open = [...waiting.splice(0), ...workers.map(takeTask)];
    for (const task of open) task?.reject(new Error('the pool was closed before the work was done'));
    await Promise.all(workers.map((worker) => worker.terminate()));
  };

  const add = (job: Job, signal?: AbortSignal) =>
    new Promise<Result>((resolve, reject) => {
      if (closing) throw new Error('the pool is closed');
      const task = { job, resolve, reject };
      signal?.addEventListener('abort', () => cancel(task), { once: true });
      waiting.push(task);
      feed();
    });

  return {
    run: (job) => add(job),
    runCancellable: add,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

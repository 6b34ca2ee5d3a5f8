import { Worker } from 'node:worker_threads';

/** What a worker posts when a job is done: its result, or what went wrong. */
export type JobReport<Result> = { readonly result: Result } | { readonly error: Error };

/** Threads that run one script, each with one job at a time. */
export interface WorkerPool<Job, Result> {
  /** The result of a job, done as soon as a thread is free; jobs start in the order they come in. */
  run(job: Job): Promise<Result>;
  /** Ends all threads; jobs that are not done fail. May be called again. */
  close(): Promise<void>;
}

interface Task<Job, Result> {
  readonly job: Job;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Threads start when there is work for them and keep the process alive only while they are at it. One that dies takes its
 * job with it: that job fails, the others go on, in a new thread if need be.
 */
export function createWorkerPool<Job, Result>(script: URL, threads: number): WorkerPool<Job, Result> {
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
    // flags of the process are not for a script of its own: some of them a thread refuses
    const worker = new Worker(script, { execArgv: [] });
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
  const close = async () => {
    const workers = [...tasks.keys()];
    const open = [...waiting.splice(0), ...workers.map(takeTask)];
    for (const task of open) task?.reject(new Error('the pool was closed before the work was done'));
    await Promise.all(workers.map((worker) => worker.terminate()));
  };

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closing) throw new Error('the pool is closed');
        waiting.push({ job, resolve, reject });
        feed();
      }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

/** Doubles numbers; some jobs fail, each in a different way. */
const SCRIPT = `
import { parentPort, threadId, workerData } from 'node:worker_threads';
parentPort.on('message', (job) => {
  if (job === 'throw') throw new TypeError('thrown in a thread');
  if (job === 'exit') process.exit(3);
  if (job === 'sleep') return;
  if (job === 'thread') return parentPort.postMessage({ result: threadId });
  if (job === 'data') return parentPort.postMessage({ result: workerData });
  if (job === 'report') return parentPort.postMessage({ error: new RangeError('job: must be a number') });
  parentPort.postMessage({ result: 2 * job });
});`;

const folder = mkdtempSync(join(tmpdir(), 'appulse-pool-'));
const script = pathToFileURL(join(folder, 'double.mjs'));
writeFileSync(script, SCRIPT);

let pool: WorkerPool<number | string, number>;
const start = (threads: number) => {
  pool = createWorkerPool(script, threads);
};

afterEach(() => pool.close());
afterAll(() => rmSync(folder, { recursive: true }));

describe('a worker pool', () => {
  it.each([1, 2, 5])('gives every job its own result on %i threads', async (threads) => {
    start(threads);
    const jobs = Array.from({ length: 40 }, (_, i) => i);
    expect(await Promise.all(jobs.map(pool.run))).toEqual(jobs.map((i) => 2 * i));
  });

  it('starts no more threads than there is work for', async () => {
    start(8);
    const first = await pool.run('thread');
    expect(await pool.run('thread')).toBe(first);
  });

  it('rejects a job that failed, with its message and the kind of error, and continues', async () => {
    start(1);
    const failed = expect(pool.run('report')).rejects.toThrow(new RangeError('job: must be a number'));
    expect(await pool.run(4)).toBe(8);
    await failed;
  });

  it.each([
    ['throw', 'thrown in a thread'],
    ['exit', 'a worker stopped with exit code 3'],
  ])(
    'survives a thread that dies (%s): its job is rejected, later jobs run in another thread',
    async (job, message) => {
      start(1);
      const failed = expect(pool.run(job)).rejects.toThrow(message);
      expect(await Promise.all([1, 2, 3].map(pool.run))).toEqual([2, 4, 6]);
      await failed;
    },
  );

  it('rejects every job when its script cannot be started', async () => {
    pool = createWorkerPool(pathToFileURL(join(folder, 'missing.mjs')), 2);
    const outcomes = await Promise.allSettled([1, 2, 3].map(pool.run));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('rejects a job that cannot be sent, and continues', async () => {
    start(1);
    const unsendable = pool.run((() => {}) as unknown as string);
    await expect(unsendable).rejects.toThrow(/could not be cloned/);
    expect(await pool.run(1)).toBe(2);
  });

  it('ends the thread of a job that is cancelled, and runs the other jobs in a new one', async () => {
    start(1);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([
      pool.runCancellable('sleep', running.signal),
      pool.runCancellable(1, waiting.signal),
      pool.run(4),
    ]);
    waiting.abort();
    running.abort();
    expect((await outcomes).map((outcome) => ('reason' in outcome ? outcome.reason.message : outcome.value))).toEqual([
      'the job was cancelled',
      'the job was cancelled',
      8,
    ]);
  });

  it('gives every thread the same data', async () => {
    pool = createWorkerPool(script, 1, 77);
    expect(await pool.run('data')).toBe(77);
  });

  it('rejects unfinished jobs when it is closed, and all later jobs; closing twice is allowed', async () => {
    start(1);
    const outcomes = Promise.allSettled([pool.run('sleep'), pool.run(1)]);
    await Promise.all([pool.close(), pool.close()]);
    await pool.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: /closed before the work was done/ } });
    }
    await expect(pool.run(1)).rejects.toThrow('the pool is closed');
  });
});

/** The script of each thread of a contact pool. */
import { parentPort } from 'node:worker_threads';
import { type ContactJob, doContactJob } from './contact-job.ts';
import type { PackedCheck } from './packed-check.ts';
import type { JobReport } from './worker-pool.ts';

parentPort?.on('message', (job: ContactJob) => {
  const report = tryJob(job);
  const packed = 'result' in report ? report.result : undefined;
  parentPort?.postMessage(report, packed ? [packed.numbers.buffer, packed.indices.buffer] : []);
});

function tryJob(job: ContactJob): JobReport<PackedCheck | undefined> {
  try {
    return { result: doContactJob(job) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

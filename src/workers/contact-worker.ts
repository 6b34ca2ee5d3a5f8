/** The script of each thread of a contact pool. */
import { parentPort } from 'node:worker_threads';
import { type ContactJob, doContactJob, type ThreadFindings } from './contact-job.ts';
import type { JobReport } from './worker-pool.ts';

parentPort?.on('message', (job: ContactJob) => {
  parentPort?.postMessage(tryJob(job));
});

function tryJob(job: ContactJob): JobReport<ThreadFindings | undefined> {
  try {
    return { result: doContactJob(job) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** The script of each thread of a contact pool. */
import { parentPort } from 'node:worker_threads';
import type { MeshFindings } from '../ccd/mesh-parts.ts';
import { contactBuffers } from '../ccd/packed-contacts.ts';
import { type ContactJob, doContactJob } from './contact-job.ts';
import type { JobReport } from './worker-pool.ts';

parentPort?.on('message', (job: ContactJob) => {
  const report = tryJob(job);
  const findings = 'result' in report ? report.result : undefined;
  parentPort?.postMessage(report, findings ? contactBuffers(findings.contacts) : []);
});

function tryJob(job: ContactJob): JobReport<MeshFindings | undefined> {
  try {
    return { result: doContactJob(job) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

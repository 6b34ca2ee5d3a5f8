/** The script of each thread of a sweep: reads the sweep once, then runs jobs. */
import { parentPort, workerData } from 'node:worker_threads';
import { readSweep } from '../sweep/read-sweep.ts';
import { doSweepJob, type SweepJob, type SweepJobResult, type SweepWorkerData } from './sweep-job.ts';
import type { JobReport } from './worker-pool.ts';

const { source }: SweepWorkerData = workerData;
const sweep = readSweep(source);

parentPort?.on('message', (job: SweepJob) => {
  const report = tryJob(job);
  parentPort?.postMessage(report, 'result' in report ? buffersOf(report.result) : []);
});

function tryJob(job: SweepJob): JobReport<SweepJobResult> {
  try {
    return { result: doSweepJob(sweep, job) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Moved instead of copied. */
function buffersOf({ table, recordings }: SweepJobResult): ArrayBuffer[] {
  const columns = table.columns.flatMap((column) => (Array.isArray(column) ? [] : [column.buffer as ArrayBuffer]));
  const files = recordings.flatMap(({ files }) => files.map(([, bytes]) => bytes.buffer as ArrayBuffer));
  return [...new Set([...columns, ...files])];
}

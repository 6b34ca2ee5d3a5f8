/** The script of each thread of a query pool: a session of its own for each session of the pool. */
import { parentPort } from 'node:worker_threads';
import { createQuerySession, type QuerySession } from '../query/server/session.ts';
import type { QueryJob, QueryJobReport } from './query-pool.ts';

const sessions = new Map<number, QuerySession>();

parentPort?.on('message', async ({ job, session, message, isLast }: QueryJob) => {
  if (isLast) {
    sessions.delete(session);
    return;
  }
  const own = sessions.get(session) ?? createQuerySession({ version: '' });
  sessions.set(session, own);
  const answer = await own.answer(() => message, 0);
  const report: QueryJobReport = { job, answer };
  parentPort?.postMessage(report, answer.table ? [answer.table.values.buffer as ArrayBuffer] : []);
});

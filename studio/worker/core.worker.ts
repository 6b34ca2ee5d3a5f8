import { serveHaptic } from '../interactive/haptic.worker.ts';
import { serveLive } from '../live/live.worker.ts';
import { servePlayground } from '../playground/play.worker.ts';
import { handlers } from './handlers.ts';
import { Cancelled, failureOf, type JobContext, transferables } from './job-context.ts';
import type { JobName, Jobs, Progress, Reply, Request } from './jobs.ts';
import type { WorkerTask } from './open-worker.ts';
import { loadGpu, serveGpu } from './serve-gpu.ts';

/** The page uses the core through this script only: jobs in, progress and results out; the loop of the haptic tool; a live world; the queries of the playground; or the GPU. */

/** Interval between checks for messages [ms]. */
const BREATH = 12;
/** Minimum interval between progress messages [ms]. */
const TELL = 50;

const cancelled = new Set<number>();
const waiting: Extract<Request, { kind: 'start' }>[] = [];
let busy = false;

function serveJobs({ data }: MessageEvent<Request>): void {
  if (data.kind === 'cancel') cancelled.add(data.id);
  else {
    waiting.push(data);
    if (!busy) void work();
  }
}

async function work(): Promise<void> {
  busy = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { id, job, input } = next;
    try {
      const output = await run(job, input, contextOf(id));
      reply({ kind: 'done', id, output }, transferables(output));
    } catch (error) {
      if (error instanceof Cancelled) {
        const { output } = error;
        reply({ kind: 'cancelled', id, output }, transferables(output));
      } else reply({ kind: 'failed', id, failure: failureOf(error) });
    }
    cancelled.delete(id);
  }
  busy = false;
}

function run<Name extends JobName>(job: Name, input: Jobs[Name]['input'], context: JobContext) {
  return handlers[job](input, context);
}

function reply(message: Reply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function contextOf(id: number): JobContext {
  let breath = performance.now();
  let log = Number.NEGATIVE_INFINITY;
  return {
    async breathe(progress: Progress): Promise<void> {
      const now = performance.now();
      if (now - log > TELL || progress.preview) {
        log = now;
        // the run still uses the scene, which is copied
        reply({ kind: 'progress', id, progress }, transferables(progress.preview?.recording));
      }
      await messages();
      if (cancelled.has(id)) throw new Cancelled();
      breath = performance.now();
    },
    isDue: () => performance.now() - breath > BREATH,
  };
}

/** Yields to the event loop, to receive messages. */
const channel = new MessageChannel();
let resume: () => void = () => {};
channel.port1.onmessage = () => resume();

function messages(): Promise<void> {
  return new Promise((resolve) => {
    resume = resolve;
    channel.port2.postMessage(null);
  });
}

const task = self.name as WorkerTask;
if (task === 'gpu') {
  self.onmessage = serveGpu;
  // the run waits for this worker, which must have loaded its code before
  void loadGpu().then(() => self.postMessage('ready'));
} else {
  self.onmessage = { haptic: serveHaptic, live: serveLive, playground: servePlayground, jobs: serveJobs }[task];
}

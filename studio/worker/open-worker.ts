/** What a worker does, its `name`: run jobs, run the loop of the haptic tool, play a live world, answer the playground, or await the GPU for a run. */
export type WorkerTask = 'jobs' | 'haptic' | 'live' | 'playground' | 'gpu';

/** All workers run one script: the core is in it, and it is most of the studio. */
export function openWorker(name: WorkerTask): Worker {
  return new Worker(new URL('./core.worker.ts', import.meta.url), { type: 'module', name });
}

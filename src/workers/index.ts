/** Work on several threads: results are bitwise identical to those of one thread. */
export { createMeshCheckPool, type MeshCheckPool, type MeshCheckPoolOptions } from './contact-pool.ts';
export { createGpuCheckThread, type GpuCheckThread } from './gpu-check-thread.ts';
export { createQueryPool, type QueryPool } from './query-pool.ts';
export { runSweep, type SweepResult, type SweepRunOptions, type SweepTotals } from './run-sweep.ts';
export { createStepPool, type StepPool, type StepPoolOptions } from './step-pool.ts';
export { isThreadCount, MAX_THREADS } from './threads.ts';

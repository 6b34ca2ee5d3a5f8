import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createWorldFromScene } from 'appulse';
import { createStepPool, type StepPool } from 'appulse/workers';
import { type Implementation, type Suite, type Target, type Workload, within } from '../harness.ts';
import { sceneOf } from '../inputs/bin-world.ts';
import { drawBoxBin } from '../inputs/box-bin.ts';

/** Steps on several threads. Times are wall-clock times: the suite needs an idle machine. */
export const solidThreads: Suite = {
  name: 'solid-threads',
  description: 'steps of worlds of boxes on several threads, on free and on busy processors (wall-clock times)',
  async *workloads(effort) {
    for (const count of effort.quick ? [1000] : [1000, 4000]) {
      const trial = await createTrial(count, effort.quick ? QUICK_STEPS : STEPS, [2, 1, 4, 8, 16]);
      yield trial.workload(`${count} boxes, solver passes`, 'solver', [
        { kind: 'speed', peer: ONE, atLeast: SPEED_UP },
      ]);
      yield trial.workload(`${count} boxes, whole steps`, 'step', []);
      await trial.close();
    }
    const trial = await createTrial(1000, effort.quick ? QUICK_STEPS : STEPS, [2, 1]);
    // with this process two for each processor
    const others = Array.from({ length: 2 * availableParallelism() - 1 }, startBusyProcess);
    const distribution = { 'other processes': others.length };
    const targets: Target[] = [{ kind: 'speed', peer: ONE, atLeast: 1 / MAX_LOSS }];
    yield trial.workload('1000 boxes, whole steps, busy processors', 'step', targets, distribution);
    for (const other of others) other.kill();
    await trial.close();
  },
};

/** Steps until the boxes have fallen onto each other, and measured steps after them. */
const FALL = 120;
const STEPS = 240;
const QUICK_STEPS = 60;
const ONE = 'appulse, 1 thread';
/** Minimum speed of the solver on two threads relative to one, and maximum time of a step of two threads on busy processors. */
const SPEED_UP = 1.4;
const MAX_LOSS = 1.1;

function startBusyProcess(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

/** A pool that measures how long the passes of the solver take [s]. */
function timedPool(pool: StepPool) {
  let seconds = 0;
  const timed: StepPool = {
    ...pool,
    get helperChunks() {
      return pool.helperChunks;
    },
    runPass(...parameters) {
      const start = performance.now();
      const result = pool.runPass(...parameters);
      seconds += 1e-3 * (performance.now() - start);
      return result;
    },
  };
  return { timed, solverSeconds: () => seconds };
}

async function createTrial(count: number, steps: number, threadCounts: readonly number[]) {
  const bin = drawBoxBin(count, 1);
  const scene = sceneOf(bin, bin.substeps);
  const present = threadCounts.filter((threads) => threads <= Math.max(2, availableParallelism()));
  const start = createWorldFromScene(scene);
  for (let k = 0; k < FALL; k++) start.step();
  const saved = start.snapshot();
  const heights = (world: typeof start) =>
    bin.boxes.reduce((sum, _, k) => sum + world.state(bin.fixed.length + k).position.z, 0);
  const expected = new Float64Array(steps).map(() => {
    start.step();
    return heights(start);
  });
  const engines = present.map((threads) => {
    const pool = createStepPool({ threads });
    const { timed, solverSeconds } = timedPool(pool);
    return { threads, pool, solverSeconds, world: createWorldFromScene(scene, { pool: timed }) };
  });
  for (const { world, pool, threads } of engines) {
    // helpers start within the first steps
    for (let k = 0; k < FALL || (threads > 1 && pool.helperChunks === 0 && k < 10 * FALL); k++) {
      if (k % FALL === 0) world.restore(saved);
      world.step();
    }
  }

  const implementationOf = (
    { threads, pool, world, solverSeconds }: (typeof engines)[number],
    measured: 'solver' | 'step',
  ): Implementation => {
    let seconds = 0;
    const before = pool.helperChunks;
    return {
      name: `appulse, ${threads} thread${threads === 1 ? '' : 's'}`,
      isAppulse: true,
      run(answers, first, last) {
        if (first === 0) world.restore(saved);
        const [started, solverStarted] = [performance.now(), solverSeconds()];
        for (let k = first; k < last; k++) {
          world.step();
          answers[k] = heights(world);
        }
        seconds = measured === 'step' ? 1e-3 * (performance.now() - started) : solverSeconds() - solverStarted;
      },
      secondsOfLastRun: () => seconds,
      judge: within(expected, 0),
      figures: () => ({ 'chunks of other threads': pool.helperChunks - before }),
    };
  };

  return {
    workload: (
      name: string,
      measured: 'solver' | 'step',
      targets: readonly Target[],
      distribution: Workload['distribution'] = {},
    ): Workload => ({
      name,
      operation: 'step',
      error: 'difference of the sum of heights to one thread [m]',
      caseCount: steps,
      distribution: { boxes: count, substeps: bin.substeps, processors: availableParallelism(), ...distribution },
      oracle: 'every number of threads gives the same bits',
      implementations: engines.map((engine) => implementationOf(engine, measured)),
      targets,
      absent: Object.fromEntries(
        threadCounts
          .filter((threads) => !present.includes(threads))
          .map((threads) => [`appulse, ${threads} threads`, `needs ${threads} processors`]),
      ),
    }),
    close: () => Promise.all(engines.map(({ pool }) => pool.close())),
  };
}

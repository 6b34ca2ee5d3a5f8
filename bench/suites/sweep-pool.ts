import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Implementation, type Suite, within } from '../harness.ts';

/** What the worker pool of sweeps costs. Times are wall-clock times: the suite needs an idle machine. */
export const sweepPool: Suite = {
  name: 'sweep-pool',
  description:
    'runs of a sweep through a pool of one thread, compared with the same runs without a pool (wall-clock times)',
  async *workloads(effort) {
    for (const { name, end, count, maxOverhead } of RUNS) {
      const runs = Math.ceil(count / (effort.quick ? 4 : 1));
      const expected = Float64Array.of(runProcess('thread', end, runs).sum);
      yield {
        name,
        operation: 'run',
        error: 'difference of the number of collisions',
        caseCount: 1,
        distribution: { runs, 'simulated time [s]': end },
        oracle: 'the same runs in a separate process without a pool',
        implementations: [
          implementation('appulse, pool of one thread', 'pool', end, runs, expected),
          implementation(DIRECT, 'thread', end, runs, expected),
        ],
        targets: [{ kind: 'speed', peer: DIRECT, atLeast: 1 / (1 + maxOverhead) }],
        absent: {},
      };
    }
  },
};

const DIRECT = 'appulse, without a pool';
/** Simulated time of a run [s], number of runs, and maximum of the time that the pool adds, relative to the runs. */
const RUNS = [
  { name: 'runs of about 0.3 ms', end: 4, count: 4000, maxOverhead: 0.2 },
  { name: 'runs of about 10 ms', end: 130, count: 150, maxOverhead: 0.05 },
];

function runProcess(way: 'pool' | 'thread', end: number, runs: number): { seconds: number; sum: number } {
  const program = fileURLToPath(new URL('../sweep-process.js', import.meta.url));
  return JSON.parse(
    spawnSync(process.execPath, [program, way, String(end), String(runs)], { encoding: 'utf8' }).stdout,
  );
}

function implementation(
  name: string,
  way: 'pool' | 'thread',
  end: number,
  runs: number,
  expected: Float64Array,
): Implementation {
  let seconds = 0;
  return {
    name,
    isAppulse: true,
    run(answers) {
      const result = runProcess(way, end, runs);
      seconds = result.seconds;
      answers[0] = result.sum;
    },
    secondsOfLastRun: () => seconds,
    operations: () => runs / 2,
    judge: within(expected, 0),
  };
}

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { closest, createMovingPose, movingPoseAt, readScene, type SmoothScene } from 'appulse';
import { createHapticLoop, type HapticLoop, stepHapticLoop } from 'appulse/tracking';
import { type Implementation, type Suite, within } from '../harness.ts';

/** Steps of the live loop of the haptic scene, one millisecond each. Times of single steps are wall-clock times: they need an idle core. */
export const hapticLoop: Suite = {
  name: 'haptic-loop',
  description:
    'steps of the haptic loop: coupler, penalty contact and tracking of a tool that slides over a rounded block',
  async *workloads(effort) {
    const scene = readHapticScene();
    const cases = Math.min(effort.cases, MAX_CASES);
    const timed = effort.quick ? QUICK_STEPS : TIMED_STEPS;
    yield {
      name: 'haptic-tool, steps of 1 ms',
      operation: 'step',
      error: 'max. error of the distance [m]',
      caseCount: cases,
      distribution: {
        scene: 'examples/haptic-tool.scene.json, handle on its path',
        'steps timed one by one': timed,
        repetitions: REPETITIONS,
      },
      oracle: `full search without a start at the poses of every step; wrong: error above ${TOLERANCE} m`,
      implementations: [appulseImplementation(scene, cases, timed)],
      targets: [
        { kind: 'reference', atLeast: PER_REFERENCE },
        { kind: 'figure', figure: 'bytes per operation', atMost: 1000 },
        { kind: 'figure', figure: 'above 1 ms every time', atMost: 0 },
      ],
      absent: {},
    };
  },
};

/** Steps with a full search as their oracle. */
const MAX_CASES = 6000;
/** Steps timed one by one: 60 s. */
const TIMED_STEPS = 60_000;
const QUICK_STEPS = 10_000;
/** Number of times that every step is timed: what takes long every time is the loop, the rest the machine. */
const REPETITIONS = 3;
/** Maximum error of a correct distance [m]; bodies of 60 mm. */
const TOLERANCE = 1e-9;
/** Steps in the time of a thousand operations of the reference kernel: about half of what was measured. */
const PER_REFERENCE = 1;

/** The compiled suites are one folder deeper, in `bench/dist`. */
function readHapticScene(): SmoothScene {
  const path = fileURLToPath(new URL('../../../examples/haptic-tool.scene.json', import.meta.url));
  return readScene(readFileSync(path, 'utf8'), 'haptic-tool') as SmoothScene;
}

/** Takes the next step of the loop, with the handle on the path of the scene. */
function createStepper(scene: SmoothScene, loop: HapticLoop): () => void {
  const handle = createMovingPose();
  const { handle: path } = scene.couplers[loop.coupler];
  return () => stepHapticLoop(loop, movingPoseAt(handle, path, loop.time));
}

function appulseImplementation(scene: SmoothScene, cases: number, timed: number): Implementation {
  let loop = createHapticLoop(scene);
  let step = createStepper(scene, loop);
  let next = 0;
  return {
    name: 'appulse',
    isAppulse: true,
    run(answers, first, last) {
      // a run that does not continue the last one starts the loop again
      if (first !== next) {
        loop = createHapticLoop(scene, { warmUpSteps: 0 });
        step = createStepper(scene, loop);
        for (let i = 0; i < first; i++) step();
      }
      for (let i = first; i < last; i++) {
        step();
        answers[i] = loop.distance;
      }
      next = last;
    },
    judge: within(expectedDistances(scene, cases), TOLERANCE),
    figures: () => timeSteps(scene, timed),
  };
}

/** Distances after every step, by a full search at its poses. */
function expectedDistances(scene: SmoothScene, cases: number): Float64Array {
  const loop = createHapticLoop(scene, { warmUpSteps: 0 });
  const step = createStepper(scene, loop);
  const [a, b] = scene.tracking.pairs[0].bodies;
  const { composites } = loop.world;
  return Float64Array.from({ length: cases }, () => {
    step();
    return closest(scene.bodies[a].shape, composites[a].pose, scene.bodies[b].shape, composites[b].pose).distance;
  });
}

function timeSteps(scene: SmoothScene, count: number): Record<string, number> {
  const shortest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const all: number[] = [];
  for (let k = 0; k < REPETITIONS; k++) {
    const step = createStepper(scene, createHapticLoop(scene));
    for (let i = 0; i < count; i++) {
      const before = performance.now();
      step();
      const time = performance.now() - before;
      all.push(time);
      if (time < shortest[i]) shortest[i] = time;
    }
  }
  const sorted = Float64Array.from(all).sort();
  const percentile = (fraction: number) => 1000 * sorted[Math.ceil(fraction * sorted.length) - 1];
  const over = (times: ArrayLike<number>) => Array.from(times).filter((time) => time > 1).length;
  return {
    'median [µs]': percentile(0.5),
    '99 % [µs]': percentile(0.99),
    '99.9 % [µs]': percentile(0.999),
    'longest [µs]': percentile(1),
    'above 1 ms': over(all),
    'longest every time [µs]': 1000 * shortest.reduce((longest, time) => Math.max(longest, time), 0),
    'above 1 ms every time': over(shortest),
  };
}

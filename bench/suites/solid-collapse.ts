import { quartiles, type Suite, type Workload } from '../harness.ts';
import { buildAppulse } from '../inputs/bin-world.ts';
import { type BoxBin, drawBoxBin } from '../inputs/box-bin.ts';
import { absentPeers } from '../peers.ts';
import { buildRapier, loadRapier3, loadRapier3Simd, type SteppedWorld } from '../solid-peers.ts';

/**
 * A pile with restitution that collapses in long steps: the number of impacts and of searches for them depends on the motion, so the most expensive
 * steps decide whether a world runs in real time.
 */
export const solidCollapse: Suite = {
  name: 'solid-collapse',
  description: 'steps of a world of 200 boxes with restitution that fall into a bin, with CCD',
  async *workloads() {
    const [rapier, simd] = [await loadRapier3(), await loadRapier3Simd()];
    const absent = absentPeers({ rapier3d: rapier, [SIMD]: simd });
    for (const [edge, restitution] of CASES) {
      const bin = drawBoxBin(COUNT, 1, edge, restitution);
      const engines: Engine[] = [{ name: 'appulse', build: () => buildAppulse(bin, SUBSTEPS) }];
      for (const [name, { module }] of [['rapier3d', rapier] as const, [SIMD, simd] as const]) {
        if (module !== null) engines.push({ name, build: () => buildRapier(module, bin) });
      }
      yield collapse(bin, engines, absent);
    }
  },
};

interface Engine {
  readonly name: string;
  readonly build: () => SteppedWorld;
}

const SIMD = 'rapier3d SIMD';
const COUNT = 200;
/** The default of scenes. */
const SUBSTEPS = 8;
/** Edge of a box [m] and restitution: at 1/60 s large boxes move by a fraction of their edge in a step, small ones by several edges. */
const CASES = [
  [0.3, 0.1],
  [0.3, 0.5],
  [0.03, 0.1],
] as const;
/** Two seconds, and falls of each engine before: a single fall runs many branches only once. */
const STEPS = 120;
const WARM_FALLS = 2;
/** Fraction of the steps that counts as the slowest, and their maximum mean relative to that of all steps. */
const SLOWEST = 0.1;
const SLOWEST_RATIO = 4;
/** Maximum speed of a box [m/s]: a faster one cannot have gained its speed by falling. */
const FASTEST = 30;
const SLOWEST_FIGURE = 'slowest tenth / mean';

/** Case k is step k of the fall. */
function collapse(bin: BoxBin, engines: readonly Engine[], absent: Workload['absent']): Workload {
  return {
    name: `edge ${bin.edge} m, restitution ${bin.restitution}`,
    operation: 'step',
    error: 'max. speed [m/s]',
    caseCount: STEPS,
    distribution: {
      boxes: `${bin.boxes.length} cubes of ${bin.edge} m, random orientations`,
      'friction, restitution': `${bin.friction}, ${bin.restitution}`,
      step: `1/60 s; appulse with ${SUBSTEPS} substeps, rapier with ${bin.substeps} and CCD; sleeping disabled; one thread`,
      case: `one of the first ${STEPS} steps`,
    },
    oracle: `no box is faster than ${FASTEST} m/s`,
    implementations: engines.map(({ name, build }) => {
      const seconds = new Float64Array(STEPS);
      let world = build();
      let steps = 0;
      const restart = () => {
        world.free();
        world = build();
        steps = 0;
      };
      for (let fall = 0; fall < WARM_FALLS; fall++) {
        for (let k = 0; k < STEPS; k++) world.step();
        restart();
      }
      return {
        name,
        isAppulse: name === 'appulse',
        judge: (speed) => ({ error: speed, failure: speed <= FASTEST ? null : 'exploded' }),
        run(answers, first, last) {
          if (first === 0 && steps > 0) restart();
          steps = last;
          for (let k = first; k < last; k++) {
            const start = process.cpuUsage();
            world.step();
            const { user, system } = process.cpuUsage(start);
            seconds[k] = 1e-6 * (user + system);
          }
          answers.fill(world.speed(), first, last);
        },
        figures: () => ({
          'median [ms]': 1e3 * quartiles([...seconds]).median,
          [SLOWEST_FIGURE]: slowestRatio(seconds),
        }),
      };
    }),
    targets: [{ kind: 'figure', figure: SLOWEST_FIGURE, atMost: SLOWEST_RATIO }],
    absent,
  };
}

/** Mean of the slowest steps relative to that of all steps. */
function slowestRatio(seconds: Float64Array): number {
  const sorted = seconds.toSorted();
  const mean = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return mean(sorted.subarray(Math.floor((1 - SLOWEST) * sorted.length))) / mean(sorted);
}

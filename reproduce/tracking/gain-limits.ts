import { setTrackerWitnesses, startTracker, updateTracker } from '../../src/distance/smooth/tracking/tracker.ts';
import { createTracker, trackerParameters } from '../../src/distance/smooth/tracking/tracker-state.ts';
import { contractionPerStep, gainLimits } from '../../src/distance/smooth/witness/gains.ts';
import { adamsScheme, type Integrator } from '../../src/distance/smooth/witness/schemes.ts';
import { power } from '../../src/math/exponential.ts';
import type { MovingPose } from '../../src/math/moving-pose.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { Series } from '../../src/picture/plot.ts';
import { createPoint } from '../../src/shapes/point.ts';
import type { TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import { atMost, type Check, type ReportItem } from '../report-item.ts';
import { onePatch } from './bodies.ts';
import { STEP, stepsToConverge } from './convergence.ts';
import { restAt } from './runs.ts';
import { patchAndPoint, type TrackedScene } from './scenes.ts';

const GAINS = [100, 500, 1000, 1500, 1900];
/** Steps until the error stays below 1e-3 in the reference run of [PG05-10.1], for each gain; 0: never. */
const STORED = {
  euler: [71, 11, 3, 10, 60],
  midpoint: [75, 16, 11, 15, 66],
  heun: [75, 16, 11, 16, 66],
  rk3: [75, 15, 7, 4, 5],
  rk4: [75, 15, 8, 6, 7],
  ab2: [75, 17, 0, 0, 0],
} as const;

/** The schemes of the reference run. */
const SCHEMES = Object.keys(STORED) as (keyof typeof STORED)[];
const LIMIT = 300;

/** The patch and a point at rest above it, with its closest point: a small error and no motion. */
export interface RestingPair {
  readonly patch: TiledBody;
  readonly point: MovingPose;
  readonly exact: readonly number[];
}

export function restingPair(): RestingPair {
  const patch = onePatch();
  const point = restAt(0.2, 0.3, 0.75);
  const tracker = createTracker(patch, createPoint());
  startTracker(tracker, restAt(0, 0), point, { feature: 0, x: [0.5, 0.5] });
  return { patch, point, exact: trackerParameters(tracker, 'A') };
}

const SMALL_ERROR = 1e-5;
/** ab2 has two roots of opposite sign: the smaller must have decayed, and two steps are compared. Runge-Kutta schemes have one root. */
const SEVERAL_ROOTS = { skippedSteps: 30, steps: 2 };
const ONE_ROOT = { skippedSteps: 0, steps: 1 };

/** Ratio of a small error after and before one step. */
export function measuredContraction({ patch, point, exact }: RestingPair, integrator: Integrator, k: number): number {
  const [u, v] = exact;
  const tracker = createTracker(patch, createPoint(), { mode: integrator, gain: k / STEP, law: 'printed' });
  setTrackerWitnesses(tracker, restAt(0, 0), point, { feature: 0, x: [u + SMALL_ERROR, v - SMALL_ERROR] });
  const errorAfter = (steps: number) => {
    for (let i = 0; i < steps; i++) updateTracker(tracker, tracker.motionA, tracker.motionB, 0, STEP);
    const [x, y] = trackerParameters(tracker, 'A');
    return Math.max(Math.abs(x - u), Math.abs(y - v));
  };
  const { skippedSteps, steps } = adamsScheme(integrator) ? SEVERAL_ROOTS : ONE_ROOT;
  const before = errorAfter(skippedSteps);
  return power(errorAfter(steps) / before, 1 / steps);
}

/** The limit k = K h above which small errors grow, between 0.5 and 4, by bisection. */
export function measuredLimit(pair: RestingPair, integrator: Integrator): number {
  let [low, high] = [0.5, 4];
  while (high - low > 1e-4) {
    const k = (low + high) / 2;
    if (measuredContraction(pair, integrator, k) < 1) low = k;
    else high = k;
  }
  return (low + high) / 2;
}

/** The largest gain, to 20 per second, that takes scene A from its poor start to below 1e-3 within a second. */
function usableGain(scene: TrackedScene, integrator: Integrator): number {
  let [low, high] = [100, 4000];
  while (high - low > 20) {
    const gain = (low + high) / 2;
    if (stepsToConverge(scene, { mode: integrator, gain, law: 'printed' }, 1000) < 1000) low = gain;
    else high = gain;
  }
  return low;
}

/** Convergence for gains up to and beyond the limit of stability. [PG05-4.2], [PG05-10.1] */
export function gainRange(): ReportItem {
  const scene = patchAndPoint();
  const pair = restingPair();
  const counts = SCHEMES.map((mode) =>
    GAINS.map((gain) => stepsToConverge(scene, { mode, gain, law: 'printed' }, LIMIT)).map((steps) =>
      steps < LIMIT ? steps : 0,
    ),
  );
  const off = SCHEMES.flatMap((mode, i) => counts[i].map((steps, g) => Math.abs(steps - STORED[mode][g])));
  const limits = SCHEMES.map((mode) => ({
    mode,
    theory: gainLimits(mode, 1).limit,
    measured: measuredLimit(pair, mode),
    usable: usableGain(scene, mode),
  }));
  const checks: Check[] = [
    atMost('step counts: largest difference to the reference run', Math.max(...off), 1),
    ...limits.map(({ mode, theory, measured }) =>
      atMost(`${mode}: measured limit of K h against ${formatNumber(theory)}`, Math.abs(measured - theory), 2e-3),
    ),
    {
      what: 'RK2: K = 1500, the ceiling named by the source, is stable (P15)',
      expected: 'usable up to nearly 2000',
      measured: formatNumber(limits[2].usable),
      pass: limits[2].usable > 1900 && limits[2].usable < 2000,
    },
    atMost('largest difference of a measured contraction to |R(K h)|', contractionError(pair), 1e-3),
  ];
  return {
    id: 'gain-range',
    source: '[PG05-4.2], [PG05-10.1] (P15, P17)',
    title: 'Range of stable gains of an integrator',
    description:
      'Near a solution the law is dx/dt = -K (x - x*) for any shape, so K h alone determines the contraction of a small error per step. Limits by bisection: a point at rest above the patch and an error of 1e-5. Usable: the moving scene from its poor start, below 1e-3 within a second. The source names 1500 as the ceiling of RK2 at 1 kHz; stability ends at 2000, and anything above 1000 only converges more slowly.',
    checks,
    tables: [
      {
        title: 'Steps of 1 ms until the error stays below 1e-3',
        columns: ['scheme', ...GAINS.map((gain) => `K = ${gain}`)],
        rows: SCHEMES.map((mode, i) => [mode, ...counts[i].map((steps) => (steps > 0 ? String(steps) : 'never'))]),
      },
      {
        title: 'Stability limits and fastest convergence',
        columns: [
          'scheme',
          'limit of K h',
          'measured',
          'usable K at 1 ms',
          'fastest K h',
          'contraction',
          'evaluations',
        ],
        rows: limits.map(({ mode, theory, measured, usable }) => {
          const { fastest, contraction, evaluations } = gainLimits(mode, 1);
          return [mode, ...[theory, measured, usable, fastest, contraction, evaluations].map(formatNumber)];
        }),
      },
    ],
    plots: [
      {
        title: 'Contraction of a small error in one step; dots are measured',
        x: { label: 'K h' },
        y: { label: '|R|' },
        series: PLOTTED.flatMap((mode) => contractionSeries(pair, mode)),
      },
    ],
  };
}

const PLOTTED = ['euler', 'heun', 'rk3', 'rk4', 'ab2'] as const;

function contractionSeries(pair: RestingPair, integrator: (typeof PLOTTED)[number]): Series[] {
  const line = Array.from({ length: 121 }, (_, i) => 0.025 * i);
  const dots = Array.from({ length: 14 }, (_, i) => 0.1 + 0.2 * i);
  const end = 1.1 * gainLimits(integrator, 1).limit;
  return [
    {
      name: integrator,
      points: line.filter((k) => k <= end).map((k) => [k, contractionPerStep(integrator, k)]),
    },
    {
      name: `${integrator}, measured`,
      style: 'dots',
      points: dots.filter((k) => k <= end).map((k) => [k, measuredContraction(pair, integrator, k)]),
    },
  ];
}

function contractionError(pair: RestingPair): number {
  const errors = PLOTTED.flatMap((mode) =>
    [0.2, 0.9, 1.3, 1.9]
      .filter((k) => k < gainLimits(mode, 1).limit)
      .map((k) => Math.abs(measuredContraction(pair, mode, k) - contractionPerStep(mode, k))),
  );
  return Math.max(...errors);
}

import { advanceTracker } from '../../src/distance/smooth/tracking/tracker.ts';
import type { Tracker } from '../../src/distance/smooth/tracking/tracker-state.ts';
import type { IntegratorName } from '../../src/distance/smooth/witness/schemes.ts';
import type { TrackerSettings } from '../../src/distance/smooth/witness/tracker-settings.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { atMost, type Check, type ReportItem } from '../report-item.ts';
import { beginScene, runTracker } from './runs.ts';
import { patchAndPoint, type TrackedScene } from './scenes.ts';

/** Runs are compared from this time on [s]: after the initial transient. */
const FROM = 5;

/** Largest projection error of a run from the poor start, over its second half. */
export function lateError(scene: TrackedScene, settings: Partial<TrackerSettings>, step: number): number {
  const tracker = beginScene(scene, settings, 'poor start');
  let largest = 0;
  runTracker(tracker, scene, step, scene.end, (time) => {
    if (time >= FROM) largest = Math.max(largest, tracker.error);
  });
  return largest;
}

/** Maximum distance of the witness of such a run from its true position [m]. */
function lateLag(scene: TrackedScene, settings: Partial<TrackerSettings>, step: number): number {
  const tracker = beginScene(scene, settings, 'poor start');
  const exact = beginScene(scene, {}, 'solved');
  let largest = 0;
  runTracker(exact, scene, step, scene.end, (time) => {
    advanceTracker(tracker, scene.motionAt, time - step, step);
    if (time >= FROM) largest = Math.max(largest, apart(tracker, exact));
  });
  return largest;
}

function apart(p: Tracker, q: Tracker): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += (p.work.pair.a.jet[i] - q.work.pair.a.jet[i]) ** 2;
  return Math.sqrt(sum);
}

const LOW_GAINS = [0.05, 0.2, 0.5, 1, 2, 5];
const LAG_GAINS = [10, 100, 500];

interface FormRow {
  readonly mode: IntegratorName;
  readonly step: number;
}

const FORMS: readonly FormRow[] = [
  { mode: 'euler', step: 1e-3 },
  { mode: 'heun', step: 1e-3 },
  { mode: 'rk4', step: 1e-2 },
];

/** Lag without feedforward, and drift of integrated errors. [PG05-4.1], [PG05-4.3] */
export function lagAndDrift(): ReportItem {
  const scene = patchAndPoint();
  const low = LOW_GAINS.map((gain) => lateError(scene, { mode: 'heun', gain }, 1e-3));
  const lags = LAG_GAINS.map((gain) => lateLag(scene, { mode: 'rk4', gain, feedforward: false }, 2e-3));
  const products = lags.map((lag, i) => lag * LAG_GAINS[i]);
  const speed = witnessSpeed(scene);
  const forms = FORMS.map(({ mode, step }) => ({
    mode,
    step,
    integrated: lateError(scene, { mode, gain: 50, form: 'integrated' }, step),
    direct: lateError(scene, { mode, gain: 50 }, step),
  }));
  const checks: Check[] = [
    {
      what: 'error from 5 s to 10 s: decreases with the gain, without a threshold at 0.5 (P16)',
      expected: 'decreasing throughout',
      measured: low.map(formatNumber).join(', '),
      pass: low.every((error, i) => i === 0 || error < low[i - 1]),
    },
    ...products.map((product, i) =>
      atMost(
        `no feedforward, K = ${LAG_GAINS[i]}: lag times K against the speed of the witness, ${formatNumber(speed)} m/s`,
        Math.abs(product / speed - 1),
        0.02,
      ),
    ),
    ...forms.map(({ mode, integrated, direct }) => ({
      what: `${mode}: the integrated form of Fig. 3 is worse than the direct form of Fig. 4 (P11)`,
      expected: 'more than 100 times',
      measured: formatNumber(integrated / direct),
      pass: integrated > 100 * direct,
    })),
  ];
  return {
    id: 'lag-and-drift',
    source: '[PG05-4.1], [PG05-4.3], [PG05-10.1] (P11, P16)',
    title: 'Low gains, no feedforward, and errors that are integrated',
    description:
      'The patch and the moving point again, compared from 5 s to 10 s. Low gains are slow but not unstable: the start decays like e^-Kt. Without the motion term the witness lags 1/K seconds behind. And if the errors are integrated instead of evaluated, as in Fig. 3 of the source, the integration error of the parameters is never corrected.',
    checks,
    tables: [
      {
        title: 'Largest projection error from 5 s to 10 s, Heun, steps of 1 ms',
        columns: LOW_GAINS.map((gain) => `K = ${gain}`),
        rows: [low.map(formatNumber)],
      },
      {
        title: 'Without feedforward: the lag [m]',
        columns: ['K', 'lag', 'lag times K'],
        rows: LAG_GAINS.map((gain, i) => [String(gain), formatNumber(lags[i]), formatNumber(products[i])]),
      },
      {
        title: 'Largest projection error from 5 s to 10 s, K = 50',
        columns: ['scheme', 'step [s]', 'integrated (Fig. 3)', 'direct (Fig. 4)'],
        rows: forms.map(({ mode, ...numbers }) => [mode, ...Object.values(numbers).map(formatNumber)]),
      },
    ],
    plots: [
      {
        title: 'The error decays like e^-Kt for any gain',
        x: { label: 'time [s]' },
        y: { label: 'largest projection error', scale: 'log' },
        series: [0.2, 0.5, 1, 2].map((gain) => ({ name: `K = ${gain}`, points: errorOverTime(scene, gain) })),
      },
    ],
  };
}

/** Largest speed of the true witness over the patch from 5 s on [m/s]. */
function witnessSpeed(scene: TrackedScene): number {
  const step = 1e-3;
  const tracker = beginScene(scene, {}, 'solved');
  const last = new Float64Array(3);
  let largest = 0;
  runTracker(tracker, scene, step, scene.end, (time) => {
    const { jet } = tracker.work.pair.a;
    const [dx, dy, dz] = [0, 1, 2].map((i) => (jet[i] - last[i]) / step);
    if (time > FROM) largest = Math.max(largest, Math.sqrt(dx * dx + dy * dy + dz * dz));
    last.set(jet.subarray(0, 3));
  });
  return largest;
}

function errorOverTime(scene: TrackedScene, gain: number): [number, number][] {
  const tracker = beginScene(scene, { mode: 'heun', gain }, 'poor start');
  const points: [number, number][] = [[0, tracker.error]];
  runTracker(tracker, scene, 0.01, scene.end, (time) => {
    if (Math.round(time * 100) % 10 === 0) points.push([time, tracker.error]);
  });
  return points;
}

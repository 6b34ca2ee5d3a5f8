import { gainLimits } from '../../src/distance/smooth/witness/gains.ts';
import type { IntegratorName } from '../../src/distance/smooth/witness/schemes.ts';
import { exp, log } from '../../src/math/exponential.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { Series } from '../../src/picture/plot.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { type ExampleResults, runExample } from './run-example.ts';

/** Smaller errors of the closest point are rounding. */
const FLOOR = 1e-14;

/** Factor of one step on the error, measured between two times of runs with the same scheme, step and gain. */
interface Measured {
  readonly scheme: string;
  readonly step: number;
  readonly gain: number;
  readonly factor: number;
}

function measuredFactors(results: ExampleResults): Measured[] {
  const [steps, gains, errors, counts] = ['step', 'gain', 'error', 'steps'].map(results.column);
  const schemes = results.texts('scheme');
  const found: Measured[] = [];
  // the last axis, the end time, varies fastest: two runs each
  for (let run = 0; run < results.rows.length; run += 2) {
    const [scheme, step, gain] = [schemes[run], steps[run], gains[run]];
    const [before, after, n0, n1] = [errors[run], errors[run + 1], counts[run], counts[run + 1]];
    if (scheme === null || step === null || gain === null) continue;
    // rejected gains have no errors
    if (before === null || after === null || n0 === null || n1 === null || !(after > FLOOR)) continue;
    found.push({ scheme, step, gain, factor: exp(log(after / before) / (n1 - n0)) });
  }
  return found;
}

/** Gain at which the factor is 1: inverse quadratic interpolation of the three largest gains. */
function measuredLimit(measured: readonly Measured[], scheme: string, step: number): number {
  const points = measured.filter((one) => one.scheme === scheme && one.step === step).slice(-3);
  return points.reduce((sum, { gain, factor }) => {
    const others = points.filter((point) => point.factor !== factor);
    return sum + others.reduce((term, other) => (term * (1 - other.factor)) / (factor - other.factor), gain);
  }, 0);
}

/** The schemes of the example. */
const SCHEMES = ['euler', 'midpoint', 'heun', 'rk3', 'rk4', 'ab2'] as const;

interface Limit {
  readonly scheme: IntegratorName;
  readonly step: number;
  readonly measured: number;
  readonly closed: number;
}

export function stableGains(): ReportItem {
  const results = runExample('tracker-gains');
  const factors = measuredFactors(results);
  const steps = [...new Set(factors.map(({ step }) => step))];
  const limits = SCHEMES.flatMap((scheme) =>
    steps.map((step): Limit => {
      const closed = gainLimits(scheme, step).limit;
      return { scheme, step, measured: measuredLimit(factors, scheme, step), closed };
    }),
  );
  const errorOf = ({ measured, closed }: Limit) => Math.abs(measured / closed - 1);
  const rejected = results.rows.filter(({ status }) => status === 'error').map(({ parameters }) => parameters);
  return {
    id: 'stable-gains',
    source: '[SWEEP-1], [PG05-4.2]',
    title: 'Sweep: stable gain over the step for each integrator',
    description: `examples/sweeps/tracker-gains.sweep.json: ${results.rows.length} runs of the feedback law with a small error. The factor of one step on the error is measured for gains below the limit; where it would reach 1, the law becomes unstable. Gains beyond the closed limits are rejected.`,
    checks: [
      equals('steps and schemes with a measured limit', limits.length, 18),
      ...SCHEMES.map((scheme) =>
        atMost(
          `${scheme}: maximum deviation of the measured limits from the closed ones, relative`,
          Math.max(...limits.filter((limit) => limit.scheme === scheme).map(errorOf)),
          // extrapolation from gains at distances of 4.5 % to the limit; the smaller root of ab2 after 8 steps
          5e-3,
        ),
      ),
      atMost('maximum factor of a step of an accepted gain', Math.max(...factors.map(({ factor }) => factor)), 1),
      equals(
        'rejected runs below the closed limit',
        rejected.filter(
          ([scheme, step, gain]) => Number(gain) < gainLimits(scheme as IntegratorName, Number(step)).limit,
        ).length,
        0,
      ),
    ],
    tables: [
      {
        title: 'Limits of the gain [1/s]',
        columns: ['scheme', 'step [ms]', 'measured', 'closed', 'measured gain times step'],
        rows: limits.map(({ scheme, step, measured, closed }) => [
          scheme,
          formatNumber(1000 * step),
          formatNumber(measured),
          formatNumber(closed),
          formatNumber(measured * step),
        ]),
      },
    ],
    plots: [
      {
        title: 'Largest stable gain',
        x: { label: 'step [ms]', scale: 'log' },
        y: { label: 'gain [1/s]', scale: 'log' },
        series: PLOTTED.flatMap((scheme) => seriesOf(scheme, limits)),
      },
    ],
  };
}

/** midpoint and heun have the same limits. */
const PLOTTED: readonly IntegratorName[] = ['euler', 'rk3', 'rk4', 'ab2'];

function seriesOf(scheme: IntegratorName, limits: readonly Limit[]): Series[] {
  const own = limits.filter((limit) => limit.scheme === scheme);
  const name = scheme === 'euler' ? 'euler, midpoint, heun' : scheme;
  return [
    { name: `${name}: closed`, style: 'dashed', points: own.map(({ step, closed }) => [1000 * step, closed]) },
    { name: `${scheme}: measured`, style: 'dots', points: own.map(({ step, measured }) => [1000 * step, measured]) },
  ];
}

import { cos, sin } from '../../src/math/trig.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createBins } from '../../src/statistics/bins.ts';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';
import { atMost, equals, type ReportItem, type Table } from '../report-item.ts';
import { failureCount, numbersOf, readExample, runExample } from './run-example.ts';

/** Of the scene [m]: distance of the probe from the centre of the chaser, start of the chaser, height of the port, tolerance. */
const PROBE = 1.2;
const START = 3.2;
const PORT = 0.9;
const TOLERANCE = 0.005;

/** Distance of probe and port [m] when the probe arrives at the side of the station, in free flight. */
function missDistance([y, speed, drift, rotation]: readonly number[]): number {
  // the probe is at x = -START + speed t + PROBE cos(rotation t), and the port at x = 0
  let time = (START - PROBE) / speed;
  for (let i = 0; i < 4; i++) time = (START - PROBE * cos(rotation * time)) / speed;
  return Math.abs(y + drift * time + PROBE * sin(rotation * time) - PORT);
}

/** The probe drifts by about this distance over the last 5 mm of the approach [m]: closer to the limit the closed form does not decide. */
const UNDECIDED = 2e-5;

/** Samples of the closed form: no run is simulated. */
const CLOSED_SAMPLES = 65536;

/** Rate of dockings at the first approach by the closed form. */
function closedRate(): number {
  const { design } = readExample('docking-errors', (spec) => ({
    ...spec,
    samples: { method: 'sobol', count: CLOSED_SAMPLES, seed: 2 },
  }));
  let docked = 0;
  for (let run = 0; run < CLOSED_SAMPLES; run++) {
    if (missDistance(design.valuesOf(run) as number[]) <= TOLERANCE) docked++;
  }
  return docked / CLOSED_SAMPLES;
}

export function dockingRate(): ReportItem {
  const results = runExample('docking-errors');
  const { rows } = results;
  const docked = numbersOf(results, 'dockings').map((count) => count >= 1);
  const touched = numbersOf(results, 'collisions').map((count) => count >= 1);
  const isFirst = docked.map((success, i) => success && !touched[i]);
  const misses = rows.map(({ parameters }) => missDistance(parameters as number[]));
  const isDecided = misses.map((miss) => Math.abs(miss - TOLERANCE) > UNDECIDED);
  const count = (flags: readonly boolean[]) => flags.filter(Boolean).length;
  const all = wilsonInterval(count(docked), rows.length);
  const first = wilsonInterval(count(isFirst), rows.length);
  const closed = closedRate();
  return {
    id: 'docking-rate',
    source: '[SWEEP-1], [SWEEP-2]',
    title: 'Sweep: docking success over approach errors',
    description: `examples/sweeps/docking-errors.sweep.json: ${rows.length} approaches with random errors of position, speed, drift and rotation, position and drift correlated. The probe reaches the port if it arrives within 5 mm; otherwise it touches the station first, which rotates and may bring the port to the probe.`,
    checks: [
      equals('failed runs', failureCount(results), 0),
      equals(
        'runs in which docking without a touch differs from the closed form of free flight',
        count(isFirst.map((success, i) => isDecided[i] && success !== misses[i] <= TOLERANCE)),
        0,
      ),
      atMost('runs so close to the limit that the closed form does not decide', rows.length - count(isDecided), 20),
      {
        what: `rate of docking without a touch: closed form of ${CLOSED_SAMPLES} samples inside the 95 % interval of the runs`,
        expected: formatNumber(closed),
        measured: `${formatNumber(first.rate)}, ${formatNumber(first.low)} to ${formatNumber(first.high)}`,
        pass: closed >= first.low && closed <= first.high,
      },
      atMost('width of the 95 % interval of the rate of all dockings', all.high - all.low, 0.03),
    ],
    tables: [
      rateTable(
        { docked: count(docked), 'without a touch': count(isFirst), 'after a touch': count(docked) - count(isFirst) },
        rows.length,
      ),
    ],
    plots: [ratePlot(numbersOf(results, 'y'), docked, isFirst)],
  };
}

function rateTable(counts: Readonly<Record<string, number>>, trials: number): Table {
  return {
    title: 'Rates with 95 % confidence intervals (Wilson)',
    columns: ['', 'runs', 'rate', 'from', 'to'],
    rows: Object.entries(counts).map(([name, successes]) => {
      const { rate, low, high } = wilsonInterval(successes, trials);
      return [name, `${successes} of ${trials}`, ...[rate, low, high].map(formatNumber)];
    }),
  };
}

/** Rates over the lateral position, in intervals of equal width. */
function ratePlot(y: readonly number[], docked: readonly boolean[], isFirst: readonly boolean[]) {
  const bins = createBins(y, 1, 16);
  const trials = new Array<number>(bins.count).fill(0);
  const successes = { docked: [...trials], isFirst: [...trials] };
  y.forEach((value, i) => {
    const bin = bins.indexOf(value);
    trials[bin]++;
    if (docked[i]) successes.docked[bin]++;
    if (isFirst[i]) successes.isFirst[bin]++;
  });
  const points = (of: (bin: number) => number) =>
    Array.from(bins.centers, (center, bin) => [1000 * (center - PORT), bin] as const)
      .filter(([, bin]) => trials[bin] > 0)
      .map(([x, bin]) => [x, of(bin)] as const);
  const limit = (key: 'low' | 'high') => points((bin) => wilsonInterval(successes.docked[bin], trials[bin])[key]);
  return {
    title: 'Docking rate over the lateral error at the start',
    x: { label: 'lateral error [mm]' },
    y: { label: 'rate' },
    series: [
      { name: 'docked', points: points((bin) => successes.docked[bin] / trials[bin]) },
      { name: '95 % interval, lower limit', style: 'dashed' as const, points: limit('low') },
      { name: '95 % interval, upper limit', style: 'dashed' as const, points: limit('high') },
      {
        name: 'without a touch',
        style: 'dots' as const,
        points: points((bin) => successes.isFirst[bin] / trials[bin]),
      },
    ],
  };
}

import type { Recorded } from '../session/session.ts';
import {
  type ChartData,
  contactCounts,
  energies,
  impulses,
  ledgerErrors,
  minGaps,
  ofBody,
  trackingCheck,
  trackingSeries,
  vectorSeries,
  vehicleSeries,
  workTimes,
} from './series.ts';

/** A chart on offer: its name, the unit of its axis, and how its data are had from a recording. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Starts with a logarithmic axis. */
  readonly log?: boolean;
  /** What its data come from beside the recording. */
  readonly from?: keyof Chosen;
  /** Undefined where the recording has nothing of the kind. */
  data(recorded: Recorded, chosen: Chosen): ChartData | undefined;
}

/** What charts are about beside the recording. */
export interface Chosen {
  /** The body that is selected, or the first that moves. */
  readonly body: number;
  /** Gaps of pairs, worked out from the recorded places; undefined until that is done, or where it cannot be. */
  readonly gaps: ChartData | undefined;
}

/** All charts, the most telling first. A new quantity is a line here. */
export const CHARTS: readonly Chart[] = [
  {
    id: 'gap',
    title: 'Gap',
    unit: 'm',
    from: 'gaps',
    data: ({ recording }, { gaps }) => trackingSeries(recording, ['distance']) ?? gaps,
  },
  { id: 'energy', title: 'Energy', unit: 'J', data: ({ recording }) => energies(recording) },
  { id: 'impulse', title: 'Contact impulses', unit: 'N s', data: ({ recording }) => impulses(recording) },
  { id: 'momentum', title: 'Momentum', unit: 'N s', data: ({ recording }) => vectorSeries(recording, 'momentum') },
  {
    id: 'angular-momentum',
    title: 'Angular momentum',
    unit: 'N m s',
    data: ({ recording }) => vectorSeries(recording, 'angularMomentum'),
  },
  {
    id: 'ledger',
    title: 'Errors of the books',
    unit: '1',
    log: true,
    data: ({ recording }) => ledgerErrors(recording),
  },
  {
    id: 'tracking-check',
    title: 'Tracker against a search anew',
    unit: 'm',
    log: true,
    from: 'gaps',
    data: ({ recording }, { gaps }) => gaps && trackingCheck(recording, gaps),
  },
  {
    id: 'error',
    title: 'Projection errors',
    unit: '1',
    log: true,
    data: ({ recording }) => trackingSeries(recording, ['error']),
  },
  {
    id: 'parameters',
    title: 'Surface parameters',
    unit: '1',
    data: ({ recording }) => trackingSeries(recording, ['uA', 'vA', 'uB', 'vB']),
  },
  { id: 'rate', title: 'Rate of the gap', unit: 'm/s', data: ({ recording }) => trackingSeries(recording, ['rate']) },
  {
    id: 'iterations',
    title: 'Corrections a step',
    unit: '1',
    data: ({ recording }) => trackingSeries(recording, ['iterations']),
  },
  {
    id: 'heading',
    title: 'Headings',
    unit: 'rad',
    data: ({ recording }) => vehicleSeries(recording, 'heading'),
  },
  {
    id: 'yaw',
    title: 'Yaw rates',
    unit: 'rad/s',
    data: ({ recording }) => vehicleSeries(recording, 'yawRate'),
  },
  {
    id: 'vehicle-speed',
    title: 'Speeds of vehicles',
    unit: 'm/s',
    data: ({ recording }) => vehicleSeries(recording, 'speed'),
  },
  {
    id: 'volume',
    title: 'Volume ratios',
    unit: '1',
    data: ({ recording }) => vehicleSeries(recording, 'volumeRatio'),
  },
  { id: 'contacts', title: 'Contact points a frame', unit: '1', data: ({ recording }) => contactCounts(recording) },
  { id: 'penetration', title: 'Least gap of contacts', unit: 'm', data: ({ recording }) => minGaps(recording) },
  {
    id: 'position',
    title: 'Position of a body',
    unit: 'm',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['x', 'y', 'z']),
  },
  {
    id: 'velocity',
    title: 'Velocity of a body',
    unit: 'm/s',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['vx', 'vy', 'vz']),
  },
  {
    id: 'angularVelocity',
    title: 'Spin of a body',
    unit: 'rad/s',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['wx', 'wy', 'wz']),
  },
  {
    id: 'angle',
    title: 'Turn of a body about z',
    unit: 'rad',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['angle']),
  },
  { id: 'work', title: 'Computing time a frame', unit: 'ms', data: (recorded) => workTimes(recorded) },
];

/** Charts with something to show. */
export function chartsOf(recorded: Recorded, chosen: Chosen): readonly Chart[] {
  return CHARTS.filter((chart) => chartData(chart, recorded, chosen) !== undefined);
}

interface Known {
  readonly from: unknown;
  readonly data: ChartData | undefined;
}

const known = new WeakMap<Recorded, Map<Chart, Known>>();

/** What a chart shows of a recording. Long recordings have millions of rows: nothing is worked out twice. */
export function chartData(chart: Chart, recorded: Recorded, chosen: Chosen): ChartData | undefined {
  const ofRecorded = known.get(recorded) ?? new Map<Chart, Known>();
  known.set(recorded, ofRecorded);
  const from = chart.from && chosen[chart.from];
  const last = ofRecorded.get(chart);
  if (last && last.from === from) return last.data;
  const data = chart.data(recorded, chosen);
  ofRecorded.set(chart, { from, data });
  return data;
}

import type { Recorded } from '../session/session.ts';
import { contactForces } from './contact-forces.ts';
import { couplerSeries } from './coupler-series.ts';
import { jointSeries } from './joint-series.ts';
import {
  type ChartData,
  contactCounts,
  distanceSeries,
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

/** An available chart: its name, the unit of its axis, and a function for its data. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Starts with a logarithmic axis. */
  readonly log?: boolean;
  /** Source of its data in addition to the recording. */
  readonly from?: keyof Chosen;
  /** Undefined if the recording has no such data. */
  data(recorded: Recorded, chosen: Chosen): ChartData | undefined;
}

/** Inputs of charts in addition to the recording. */
export interface Chosen {
  /** The body that is selected, or the first that moves. */
  readonly body: number;
  /** Gaps of pairs, computed from the recorded poses; undefined until available. */
  readonly gaps: ChartData | undefined;
}

/** All charts, the most important first. Add a line for a new quantity. */
export const CHARTS: readonly Chart[] = [
  {
    id: 'gap',
    title: 'Gap',
    unit: 'm',
    from: 'gaps',
    data: ({ recording }, { gaps }) =>
      trackingSeries(recording, ['distance']) ?? distanceSeries(recording, 'distance') ?? gaps,
  },
  { id: 'coupler-force', title: 'Force on the hand', unit: 'N', data: (recorded) => couplerSeries(recorded, 'force') },
  { id: 'energy', title: 'Energy', unit: 'J', data: ({ recording }) => energies(recording) },
  { id: 'impulse', title: 'Contact impulses', unit: 'N s', data: ({ recording }) => impulses(recording) },
  { id: 'force', title: 'Contact forces', unit: 'N', data: ({ recording }) => contactForces(recording) },
  {
    id: 'coupler-torque',
    title: 'Torque on the hand',
    unit: 'N m',
    data: (recorded) => couplerSeries(recorded, 'torque'),
  },
  {
    id: 'coupler-energy',
    title: 'Energy exchanged with the hand',
    unit: 'J',
    data: (recorded) => couplerSeries(recorded, 'energy'),
  },
  {
    id: 'joint-angle',
    title: 'Joint angles',
    unit: 'rad',
    data: (recorded) => jointSeries(recorded, 'position', 'angle'),
  },
  {
    id: 'joint-displacement',
    title: 'Joint displacements',
    unit: 'm',
    data: (recorded) => jointSeries(recorded, 'position', 'length'),
  },
  {
    id: 'joint-rate',
    title: 'Joint rates',
    unit: 'rad/s',
    data: (recorded) => jointSeries(recorded, 'velocity', 'angle'),
  },
  {
    id: 'joint-speed',
    title: 'Joint speeds',
    unit: 'm/s',
    data: (recorded) => jointSeries(recorded, 'velocity', 'length'),
  },
  { id: 'joint-force', title: 'Joint forces', unit: 'N', data: (recorded) => jointSeries(recorded, 'force') },
  { id: 'joint-torque', title: 'Joint torques', unit: 'N m', data: (recorded) => jointSeries(recorded, 'torque') },
  {
    id: 'joint-motor',
    title: 'Motor forces and torques',
    unit: 'N, N m',
    data: (recorded) => jointSeries(recorded, 'motorForce'),
  },
  { id: 'joint-work', title: 'Motor work', unit: 'J', data: (recorded) => jointSeries(recorded, 'motorWork') },
  { id: 'joint-loss', title: 'Joint losses', unit: 'J', data: (recorded) => jointSeries(recorded, 'loss') },
  { id: 'momentum', title: 'Momentum', unit: 'N s', data: ({ recording }) => vectorSeries(recording, 'momentum') },
  {
    id: 'angular-momentum',
    title: 'Angular momentum',
    unit: 'N m s',
    data: ({ recording }) => vectorSeries(recording, 'angularMomentum'),
  },
  {
    id: 'ledger',
    title: 'Balance errors',
    unit: '1',
    log: true,
    data: ({ recording }) => ledgerErrors(recording),
  },
  {
    id: 'tracking-check',
    title: 'Tracker error against a full search',
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
  {
    id: 'rate',
    title: 'Gap rate',
    unit: 'm/s',
    data: ({ recording }) => trackingSeries(recording, ['rate']) ?? distanceSeries(recording, 'rate'),
  },
  {
    id: 'iterations',
    title: 'Newton iterations per step',
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
    title: 'Vehicle speeds',
    unit: 'm/s',
    data: ({ recording }) => vehicleSeries(recording, 'speed'),
  },
  {
    id: 'volume',
    title: 'Volume ratios',
    unit: '1',
    data: ({ recording }) => vehicleSeries(recording, 'volumeRatio'),
  },
  { id: 'contacts', title: 'Contact points per frame', unit: '1', data: ({ recording }) => contactCounts(recording) },
  { id: 'penetration', title: 'Minimum contact gap', unit: 'm', data: ({ recording }) => minGaps(recording) },
  {
    id: 'position',
    title: 'Position',
    unit: 'm',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['x', 'y', 'z']),
  },
  {
    id: 'velocity',
    title: 'Velocity',
    unit: 'm/s',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['vx', 'vy', 'vz']),
  },
  {
    id: 'angularVelocity',
    title: 'Angular velocity',
    unit: 'rad/s',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['wx', 'wy', 'wz']),
  },
  {
    id: 'angle',
    title: 'Rotation about z',
    unit: 'rad',
    from: 'body',
    data: ({ recording }, { body }) => ofBody(recording, body, ['angle']),
  },
  { id: 'work', title: 'Wall-clock time per frame', unit: 'ms', data: (recorded) => workTimes(recorded) },
];

/** Charts with data. */
export function chartsOf(recorded: Recorded, chosen: Chosen): readonly Chart[] {
  return CHARTS.filter((chart) => chartData(chart, recorded, chosen) !== undefined);
}

interface Known {
  readonly from: unknown;
  readonly data: ChartData | undefined;
}

const known = new WeakMap<Recorded, Map<Chart, Known>>();

/** Cached data of a chart: long recordings have millions of rows. */
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

import type { Recording } from '../../src/record/recorder.ts';
import type { Table } from '../../src/record/table.ts';
import { contactRows, frameAt, frameCount, frameTimes } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';

/** A quantity over time. NaN where there is none. */
export interface Series {
  readonly name: string;
  readonly values: Float64Array;
}

/** What a chart shows. All series share the times and the unit. */
export interface ChartData {
  readonly times: Float64Array;
  readonly series: readonly Series[];
}

/** A chart on offer: its name, the unit of its axis, and how its data are had from a recording. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Starts with a logarithmic axis. */
  readonly log?: boolean;
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
    data: ({ recording }) => perBody(recording, recording.vehicles, ['heading']),
  },
  {
    id: 'yaw',
    title: 'Yaw rates',
    unit: 'rad/s',
    data: ({ recording }) => perBody(recording, recording.vehicles, ['yawRate']),
  },
  {
    id: 'vehicle-speed',
    title: 'Speeds of vehicles',
    unit: 'm/s',
    data: ({ recording }) => perBody(recording, recording.vehicles, ['speed']),
  },
  {
    id: 'volume',
    title: 'Volume ratios',
    unit: '1',
    data: ({ recording }) => perBody(recording, recording.vehicles, ['volumeRatio']),
  },
  { id: 'contacts', title: 'Contact points a frame', unit: '1', data: ({ recording }) => contactCounts(recording) },
  { id: 'penetration', title: 'Least gap of contacts', unit: 'm', data: ({ recording }) => leastGaps(recording) },
  {
    id: 'position',
    title: 'Position of a body',
    unit: 'm',
    data: ({ recording }, { body }) => ofBody(recording, body, ['x', 'y', 'z']),
  },
  {
    id: 'velocity',
    title: 'Velocity of a body',
    unit: 'm/s',
    data: ({ recording }, { body }) => ofBody(recording, body, ['vx', 'vy', 'vz']),
  },
  {
    id: 'spin',
    title: 'Spin of a body',
    unit: 'rad/s',
    data: ({ recording }, { body }) => ofBody(recording, body, ['wx', 'wy', 'wz']),
  },
  {
    id: 'angle',
    title: 'Turn of a body about z',
    unit: 'rad',
    data: ({ recording }, { body }) => ofBody(recording, body, ['angle']),
  },
  { id: 'work', title: 'Computing time a frame', unit: 'ms', data: (recorded) => workTimes(recorded) },
];

/** Charts with something to show. */
export function chartsOf(recorded: Recorded, chosen: Chosen): readonly Chart[] {
  return CHARTS.filter((chart) => chart.data(recorded, chosen) !== undefined);
}

function energies(recording: Recording): ChartData {
  const { kineticEnergy, potentialEnergy, strainEnergy, contactWork, loadWork } = recording.ledger.columns;
  const total = kineticEnergy.map((kinetic, i) => kinetic + potentialEnergy[i]);
  const series = [
    { name: 'kinetic', values: kineticEnergy },
    { name: 'potential', values: potentialEnergy },
    { name: 'strain', values: strainEnergy },
    { name: 'mechanical, total', values: total },
    { name: 'work of contacts', values: contactWork },
    { name: 'work of loads', values: loadWork },
  ];
  return { times: frameTimes(recording), series: series.filter(({ values }, i) => i === 0 || isSomething(values)) };
}

/** Between the present and the first frame, relative to the sizes in the balance: what the summary says, for every frame. */
function ledgerErrors(recording: Recording): ChartData {
  const c = recording.ledger.columns;
  const vectorError = (name: 'momentum' | 'angularMomentum') => {
    const size = maximum(c[`${name}Size`]);
    return c.time.map((_, i) => {
      const parts = (['X', 'Y', 'Z'] as const).map((axis) => {
        const change = c[`${name}${axis}`][i] - c[`${name}${axis}`][0];
        return change + c[`${name}Given${axis}`][i] - c[`${name}Brought${axis}`][i];
      });
      return size > 0 ? Math.hypot(...parts) / size : 0;
    });
  };
  const largest = Math.max(...[c.kineticEnergy, c.potentialEnergy, c.contactWork, c.loadWork].map(maximum));
  const energy = c.time.map((_, i) => {
    const change = c.kineticEnergy[i] + c.potentialEnergy[i] - c.kineticEnergy[0] - c.potentialEnergy[0];
    return largest > 0 ? Math.abs(change - c.contactWork[i] - c.loadWork[i]) / largest : 0;
  });
  return {
    times: c.time,
    series: [
      { name: 'energy', values: energy },
      { name: 'momentum', values: vectorError('momentum') },
      { name: 'angular momentum', values: vectorError('angularMomentum') },
    ],
  };
}

function vectorSeries(recording: Recording, name: 'momentum' | 'angularMomentum'): ChartData {
  const { columns } = recording.ledger;
  const axes = ['X', 'Y', 'Z'] as const;
  const series = axes.map((axis) => ({ name: axis.toLowerCase(), values: columns[`${name}${axis}`] }));
  return { times: columns.time, series: series.filter(({ values }, i) => i === 0 || isSomething(values)) };
}

/** Sums over the contacts that acted up to each frame since the one before. */
function impulses(recording: Recording): ChartData | undefined {
  const { rowCount, columns: c } = recording.contacts;
  if (rowCount === 0) return undefined;
  const normal = (row: number) => c.jx[row] * c.nx[row] + c.jy[row] * c.ny[row] + c.jz[row] * c.nz[row];
  const size = (row: number) => Math.hypot(c.jx[row], c.jy[row], c.jz[row]);
  const friction = (row: number) => Math.sqrt(Math.max(size(row) ** 2 - normal(row) ** 2, 0));
  return {
    times: frameTimes(recording),
    series: [
      { name: 'normal', values: overFrames(recording, 0, (sum, row) => sum + normal(row)) },
      { name: 'tangential', values: overFrames(recording, 0, (sum, row) => sum + friction(row)) },
    ].filter(({ values }, i) => i === 0 || isSomething(values)),
  };
}

function contactCounts(recording: Recording): ChartData | undefined {
  if (recording.contacts.rowCount === 0) return undefined;
  return {
    times: frameTimes(recording),
    series: [{ name: 'points', values: overFrames(recording, 0, (sum) => sum + 1) }],
  };
}

function leastGaps(recording: Recording): ChartData | undefined {
  const { rowCount, columns } = recording.contacts;
  if (rowCount === 0) return undefined;
  const least = overFrames(recording, Number.POSITIVE_INFINITY, (gap, row) => Math.min(gap, columns.distance[row]));
  // no contact, no gap
  return {
    times: frameTimes(recording),
    series: [{ name: 'least gap', values: least.map((gap) => (gap < Number.POSITIVE_INFINITY ? gap : Number.NaN)) }],
  };
}

function overFrames(recording: Recording, start: number, add: (sum: number, row: number) => number): Float64Array {
  return Float64Array.from({ length: frameCount(recording) }, (_, frame) => {
    const [first, end] = contactRows(recording, frame);
    let sum = start;
    for (let row = first; row < end; row++) sum = add(sum, row);
    return sum;
  });
}

type TrackingColumn = 'distance' | 'rate' | 'error' | 'iterations' | 'uA' | 'vA' | 'uB' | 'vB';

/** Pairs come in the same order in every frame. */
function trackingSeries(recording: Recording, names: readonly TrackingColumn[]): ChartData | undefined {
  const { tracking, bodies } = recording;
  if (tracking === undefined) return undefined;
  const pairCount = tracking.rowCount / frameCount(recording);
  const series = Array.from({ length: pairCount }, (_, pair) => {
    const { bodyA, bodyB } = tracking.columns;
    const words = `${bodies[bodyA[pair]]}, ${bodies[bodyB[pair]]}`;
    return names.map((name) => ({
      name: names.length > 1 ? `${name} (${words})` : words,
      values: everyNth(tracking.columns[name], pair, pairCount),
    }));
  });
  return { times: frameTimes(recording), series: series.flat() };
}

/** How far the tracked distance is from the one that the pair table finds without memory, at the frames where that was asked. */
function trackingCheck(recording: Recording, gaps: ChartData): ChartData | undefined {
  const tracked = trackingSeries(recording, ['distance']);
  if (tracked === undefined) return undefined;
  const rows = Array.from(gaps.times, (time) => frameAt(recording, time));
  const series = gaps.series.map(({ name, values }, pair) => ({
    name,
    values: values.map((distance, i) => Math.abs(distance - tracked.series[pair].values[rows[i]])),
  }));
  return { times: gaps.times, series };
}

function perBody<Name extends string>(
  recording: Recording,
  table: Table<Name> | undefined,
  names: readonly Name[],
): ChartData | undefined {
  if (table === undefined) return undefined;
  const { bodies } = recording;
  const series = names.flatMap((name) =>
    bodies.map((body, i) => ({ name: body, values: everyNth(table.columns[name], i, bodies.length) })),
  );
  return { times: frameTimes(recording), series };
}

type FrameColumn = 'x' | 'y' | 'z' | 'vx' | 'vy' | 'vz' | 'wx' | 'wy' | 'wz' | 'angle';

function ofBody(recording: Recording, body: number, names: readonly FrameColumn[]): ChartData | undefined {
  const { frames, bodies } = recording;
  if (frames.rowCount === 0 || body < 0 || body >= bodies.length) return undefined;
  const series = names.map((name) => ({
    name: `${name} of ${bodies[body]}`,
    values: everyNth(frames.columns[name], body, bodies.length),
  }));
  const something = series.filter(({ values }) => isSomething(values));
  return { times: frameTimes(recording), series: something.length > 0 ? something : series.slice(0, 1) };
}

function workTimes({ recording, work }: Recorded): ChartData | undefined {
  if (work === undefined) return undefined;
  return { times: frameTimes(recording), series: Object.entries(work).map(([name, values]) => ({ name, values })) };
}

function everyNth(values: Float64Array, first: number, step: number): Float64Array {
  return Float64Array.from(
    { length: Math.floor((values.length - first + step - 1) / step) },
    (_, i) => values[first + i * step],
  );
}

function isSomething(values: Float64Array): boolean {
  return values.some((value) => value !== 0);
}

function maximum(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

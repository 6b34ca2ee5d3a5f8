import { energyCreationWarning, type Recording } from '../../src/index.ts';
import { frameAt, frameCount, frameTimes } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';

/** A quantity over time. NaN where there is none. */
export interface Series {
  readonly name: string;
  readonly values: Float64Array;
  /** Its colour by number; default: its index. */
  readonly color?: number;
  /** Dashed: the same quantity of the other side, in the same colour. */
  readonly dashed?: boolean;
}

/** What a chart shows. All series have the same times and unit. */
export interface ChartData {
  readonly times: Float64Array;
  readonly series: readonly Series[];
}

/** Undefined if no body is free, so there is no energy. */
export function energies(recording: Recording): ChartData | undefined {
  const { kineticEnergy, potentialEnergy, strainEnergy, contactWork, energyCreated, externalWork } =
    recording.ledger.columns;
  const total = kineticEnergy.map((kinetic, i) => kinetic + potentialEnergy[i]);
  const series = [
    { name: 'kinetic', values: kineticEnergy },
    { name: 'potential', values: potentialEnergy },
    { name: 'strain', values: strainEnergy },
    { name: 'mechanical, total', values: total },
    { name: 'contact work', values: contactWork },
    { name: 'external work', values: externalWork },
    ...(energyCreationWarning(recording.summary) ? [{ name: 'created by contacts', values: energyCreated }] : []),
  ];
  return somethingOf(frameTimes(recording), series);
}

/** Balance error between the first and each frame, relative to the terms of the balance, as in the summary. */
export function ledgerErrors(recording: Recording): ChartData | undefined {
  const { columns } = recording.ledger;
  const { time, kineticEnergy, potentialEnergy, contactWork, externalWork } = columns;
  const vectorError = (name: 'momentum' | 'angularMomentum') => {
    const impulse = name === 'momentum' ? 'impulse' : 'angularImpulse';
    const external = name === 'momentum' ? 'externalImpulse' : 'externalAngularImpulse';
    const size = maximum(columns[`${name}Scale`]);
    const squares = new Float64Array(time.length);
    for (const axis of ['X', 'Y', 'Z'] as const) {
      const [momentum, impulseOnImmovable, externalImpulse] = [
        `${name}${axis}`,
        `${impulse}OnImmovable${axis}`,
        `${external}${axis}`,
      ] as const;
      const [values, gave, got] = [columns[momentum], columns[impulseOnImmovable], columns[externalImpulse]];
      for (let i = 0; i < squares.length; i++) squares[i] += (values[i] - values[0] + gave[i] - got[i]) ** 2;
    }
    return squares.map((square) => (size > 0 ? Math.sqrt(square) / size : 0));
  };
  const largest = Math.max(...[kineticEnergy, potentialEnergy, contactWork, externalWork].map(maximum));
  const before = kineticEnergy[0] + potentialEnergy[0];
  const energy = time.map((_, i) => {
    const change = kineticEnergy[i] + potentialEnergy[i] - before;
    return largest > 0 ? Math.abs(change - contactWork[i] - externalWork[i]) / largest : 0;
  });
  return somethingOf(time, [
    { name: 'energy', values: energy },
    { name: 'momentum', values: vectorError('momentum') },
    { name: 'angular momentum', values: vectorError('angularMomentum') },
  ]);
}

export function vectorSeries(recording: Recording, name: 'momentum' | 'angularMomentum'): ChartData | undefined {
  const { columns } = recording.ledger;
  const axes = ['X', 'Y', 'Z'] as const;
  const series = axes.map((axis) => ({ name: axis.toLowerCase(), values: columns[`${name}${axis}`] }));
  return somethingOf(columns.time, series);
}

/** Sums over the contacts between the previous frame and each frame. */
export function impulses(recording: Recording): ChartData | undefined {
  const { rowCount, columns } = recording.contacts;
  if (rowCount === 0) return undefined;
  const { jx, jy, jz, nx, ny, nz } = columns;
  const normal = (row: number) => jx[row] * nx[row] + jy[row] * ny[row] + jz[row] * nz[row];
  const size = (row: number) => Math.hypot(jx[row], jy[row], jz[row]);
  const friction = (row: number) => Math.sqrt(Math.max(size(row) ** 2 - normal(row) ** 2, 0));
  return somethingOf(frameTimes(recording), [
    { name: 'normal', values: overFrames(recording, 0, (sum, row) => sum + normal(row)) },
    { name: 'tangential', values: overFrames(recording, 0, (sum, row) => sum + friction(row)) },
  ]);
}

export function contactCounts(recording: Recording): ChartData | undefined {
  if (recording.contacts.rowCount === 0) return undefined;
  return {
    times: frameTimes(recording),
    series: [{ name: 'points', values: overFrames(recording, 0, (sum) => sum + 1) }],
  };
}

export function minGaps(recording: Recording): ChartData | undefined {
  const { rowCount, columns } = recording.contacts;
  if (rowCount === 0) return undefined;
  const min = overFrames(recording, Number.POSITIVE_INFINITY, (gap, row) => Math.min(gap, columns.distance[row]));
  // no contact, no gap
  return {
    times: frameTimes(recording),
    series: [{ name: 'minimum gap', values: min.map((gap) => (gap < Number.POSITIVE_INFINITY ? gap : Number.NaN)) }],
  };
}

/** Reduces the contacts of each frame; both tables are sorted by time, so one pass is enough. */
function overFrames(recording: Recording, start: number, add: (sum: number, row: number) => number): Float64Array {
  const { time } = recording.contacts.columns;
  let row = 0;
  return frameTimes(recording).map((now) => {
    let sum = start;
    for (; row < time.length && time[row] <= now; row++) sum = add(sum, row);
    return sum;
  });
}

type TrackingColumn = 'distance' | 'rate' | 'error' | 'iterations' | 'uA' | 'vA' | 'uB' | 'vB';

/** Pairs come in the same order in every frame. */
export function trackingSeries(recording: Recording, names: readonly TrackingColumn[]): ChartData | undefined {
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

/** Recorded distances, pairs in the order of the scene in every frame. */
export function distanceSeries(recording: Recording, name: 'distance' | 'rate'): ChartData | undefined {
  const { distances, bodies } = recording;
  if (distances === undefined) return undefined;
  const { bodyA, bodyB } = distances.columns;
  const pairCount = distances.rowCount / frameCount(recording);
  const series = Array.from({ length: pairCount }, (_, pair) => ({
    name: `${bodies[bodyA[pair]]}, ${bodies[bodyB[pair]]}`,
    values: everyNth(distances.columns[name], pair, pairCount),
  }));
  return { times: frameTimes(recording), series };
}

/** Difference of the tracked distance and that of a full search by the pair table, at the sampled frames. */
export function trackingCheck(recording: Recording, gaps: ChartData): ChartData | undefined {
  const tracked = trackingSeries(recording, ['distance']);
  if (tracked === undefined) return undefined;
  const rows = Array.from(gaps.times, (time) => frameAt(recording, time));
  const series = gaps.series.map(({ name, values }, pair) => ({
    name,
    values: values.map((distance, i) => Math.abs(distance - tracked.series[pair].values[rows[i]])),
  }));
  return { times: gaps.times, series };
}

type VehicleColumn = 'heading' | 'yawRate' | 'speed' | 'volumeRatio';

/** A line for each vehicle. */
export function vehicleSeries(recording: Recording, name: VehicleColumn): ChartData | undefined {
  const { vehicles, bodies } = recording;
  if (vehicles === undefined) return undefined;
  const series = bodies.map((body, i) => ({ name: body, values: everyNth(vehicles.columns[name], i, bodies.length) }));
  return { times: frameTimes(recording), series };
}

type FrameColumn = 'x' | 'y' | 'z' | 'vx' | 'vy' | 'vz' | 'wx' | 'wy' | 'wz' | 'angle';

export function ofBody(recording: Recording, body: number, names: readonly FrameColumn[]): ChartData | undefined {
  const { frames, bodies } = recording;
  if (frames.rowCount === 0 || body < 0 || body >= bodies.length) return undefined;
  const series = names.map((name) => ({
    name: `${name} of ${bodies[body]}`,
    values: everyNth(frames.columns[name], body, bodies.length),
  }));
  const times = frameTimes(recording);
  return somethingOf(times, series) ?? { times, series: series.slice(0, 1) };
}

export function workTimes({ recording, work }: Recorded): ChartData | undefined {
  if (work === undefined) return undefined;
  return { times: frameTimes(recording), series: Object.entries(work).map(([name, values]) => ({ name, values })) };
}

function everyNth(values: Float64Array, first: number, step: number): Float64Array {
  const picked = new Float64Array(Math.floor((values.length - first + step - 1) / step));
  for (let i = 0; i < picked.length; i++) picked[i] = values[first + i * step];
  return picked;
}

/** Relative to the maximum of a chart this is rounding. */
const NOISE = 1e-12;

/** Without the series that are zero throughout except for rounding; undefined if all are. */
export function somethingOf(times: Float64Array, series: readonly Series[]): ChartData | undefined {
  const sizes = series.map(({ values }) => maximum(values));
  const largest = Math.max(...sizes);
  const shown = series.filter((_, i) => sizes[i] > NOISE * largest);
  return shown.length > 0 ? { times, series: shown } : undefined;
}

/** NaN is ignored. */
function maximum(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
}

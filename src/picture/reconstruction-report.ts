import { RUN_OUT_STRIDE } from '../dynamics/vehicle/run-out.ts';
import type { VehiclePrediction } from '../reconstruct/crash-prediction.ts';
import { wheelPath } from '../reconstruct/measurements.ts';
import type { ReconstructionCase } from '../reconstruct/read-case.ts';
import { regionEllipse } from '../reconstruct/reconstruct.ts';
import type { Estimate, Reconstruction } from '../reconstruct/reconstruction.ts';
import type { CrashDiagram, DiagramVehicle, Place, Underlay } from './crash-diagram-svg.ts';
import { crashPageHtml, type PageTable, type Paper, pageNumber } from './crash-page.ts';
import type { Plot } from './plot.ts';

/** Options of a report to print. */
export interface ReportOptions {
  /** Times at which the vehicles are drawn [s]; default: start and end. */
  readonly times?: readonly number[];
  readonly underlay?: Underlay;
  readonly paper?: Paper;
}

const EVIDENCE = '#c00000';

/** A report to print about a reconstruction, as a page of HTML: time 0 is the impact, or the start of the scene. */
export function reconstructionReport(
  given: ReconstructionCase,
  found: Reconstruction,
  { times, underlay, paper }: ReportOptions = {},
): string {
  const { document, names } = given;
  const end = Math.max(
    ...found.prediction.vehicles.map(({ path }) => path.step * (path.states.length / RUN_OUT_STRIDE - 1)),
  );
  const shownTimes = times ?? [0, end / 4, end];
  const last = shownTimes[shownTimes.length - 1];
  const vehicles = found.prediction.vehicles.map((vehicle, i) => diagramVehicle(vehicle, names[i], last));
  const diagram: CrashDiagram = {
    title: `Top view: ${document.title}`,
    vehicles,
    times: shownTimes,
    ...(underlay && { underlay }),
    points: evidencePoints(given),
  };
  const page = {
    title: document.title,
    ...(document.description !== undefined && { description: document.description }),
    diagram,
    tables: [estimateTable(found), derivedTable(found), measurementTable(found), ...inputTables(found)],
    plots: [...motionPlots(found), ...regionPlots(found)],
    notes: notesOf(given, found),
  };
  return crashPageHtml(page, paper);
}

/** With marks until the time `last` [s]. */
function diagramVehicle(vehicle: VehiclePrediction, name: string, last: number): DiagramVehicle {
  const { states, step } = vehicle.path;
  const motion: [number, number, number, number][] = [];
  for (let k = 0; k < states.length; k += RUN_OUT_STRIDE) {
    motion.push([(k / RUN_OUT_STRIDE) * step, states[k], states[k + 1], states[k + 2]]);
  }
  const marks =
    motion.length < 2 ? [] : [0, 1, 2, 3].map((wheel) => pairs(wheelPath(vehicle, wheel), Math.floor(last / step) + 1));
  return { name, length: vehicle.length, width: vehicle.width, motion, marks };
}

/** At most 400 points of the first `limit` of a line. */
function pairs(path: Float64Array, limit: number): Place[] {
  const count = Math.min(limit, path.length / 2);
  const stride = Math.max(1, Math.ceil(count / 400));
  const places: Place[] = [];
  for (let k = 0; k < count - 1; k += stride) places.push([path[2 * k], path[2 * k + 1]]);
  places.push([path[2 * count - 2], path[2 * count - 1]]);
  return places;
}

function evidencePoints({ document }: ReconstructionCase): NonNullable<CrashDiagram['points']> {
  return document.measurements.flatMap((measured) => {
    if (measured.kind === 'rest-position')
      return [{ label: `rest of ${measured.vehicle}`, at: measured.position, color: EVIDENCE }];
    if (measured.kind === 'tyre-mark')
      return [{ label: `${measured.wheel} mark of ${measured.vehicle}`, at: measured.point, color: EVIDENCE }];
    return [];
  });
}

/** Angles in degrees. */
function shown(value: number, unit: string): string {
  return pageNumber(unit === 'rad' || unit === 'rad/s' ? (value * 180) / Math.PI : value);
}

function withUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} [${unit.replace('rad', 'deg')}]`;
}

function percentOf(found: Reconstruction): string {
  return `${pageNumber(100 * found.confidence)} %`;
}

const interval = (ends: { low: number; high: number } | undefined, unit: string) =>
  ends ? `${shown(ends.low, unit)} to ${shown(ends.high, unit)}` : '';

function estimateTable(found: Reconstruction): PageTable {
  return {
    title: 'Estimated values',
    columns: [
      'unknown',
      'estimate',
      'standard deviation',
      `${percentOf(found)} interval`,
      'from the profile',
      'known before',
    ],
    rows: found.unknowns.map(({ name, unit, value, deviation, low, high, profile, prior, isAtLimit }) => [
      withUnit(name, unit),
      shown(value, unit) + (isAtLimit ? ' (at its limit)' : ''),
      shown(deviation, unit),
      interval({ low, high }, unit),
      interval(profile, unit),
      prior ? `${shown(prior.value, unit)} ± ${shown(prior.deviation, unit)}` : '',
    ]),
  };
}

function derivedTable(found: Reconstruction): PageTable {
  return {
    title: 'Derived values',
    columns: ['', 'value', 'standard deviation', `${percentOf(found)} interval`],
    rows: found.derived.map(({ name, unit, value, deviation, low, high }: Estimate) => [
      withUnit(name, unit),
      shown(value, unit),
      shown(deviation, unit),
      interval({ low, high }, unit),
    ]),
  };
}

function measurementTable(found: Reconstruction): PageTable {
  const region = found.region.names.map((name) => found.unknowns.findIndex((unknown) => unknown.name === name));
  return {
    title:
      'Evidence: residuals in standard deviations, and fraction of the variance of the estimates that is due to each',
    columns: [
      'evidence',
      'measured',
      'standard deviation',
      'computed',
      'residual',
      ...found.region.names.map(shortName),
    ],
    rows: found.measurements.map(({ label, unit, measured, deviation, predicted, residual, varianceFractions }) => [
      withUnit(label, unit),
      shown(measured, unit),
      shown(deviation, unit),
      shown(predicted, unit),
      residual.toFixed(2),
      ...region.map((i) => `${(100 * varianceFractions[i]).toFixed(0)} %`),
    ]),
  };
}

/** `car.speed` of `vehicles.car.speed`. */
function shortName(path: string): string {
  return path.replace(/^(scene\.)?(vehicles|runOut|impact)\./, '');
}

function inputTables(found: Reconstruction): PageTable[] {
  if (found.inputs.length === 0) return [];
  const region = found.region.names.map((name) => found.unknowns.findIndex((unknown) => unknown.name === name));
  const size = ({ effects }: { effects: readonly number[] }) => Math.max(...region.map((i) => Math.abs(effects[i])));
  const largest = [...found.inputs].sort((a, b) => size(b) - size(a)).slice(0, 12);
  return [
    {
      title:
        'Sensitivity: change of the estimates when an input is 1 % larger (an angle: 1 degree); the twelve largest',
      columns: ['input', 'value', ...region.map((i) => withUnit(found.unknowns[i].name, found.unknowns[i].unit))],
      rows: largest.map(({ path, value, effects }) => [
        path,
        pageNumber(value),
        ...region.map((i) => Number(shown(effects[i], found.unknowns[i].unit)).toFixed(3)),
      ]),
    },
  ];
}

function motionPlots({ prediction, vehicles }: Reconstruction): Plot[] {
  const series = (pick: (states: Float64Array, k: number) => number) =>
    prediction.vehicles.map(({ path: { states, step } }, i) => ({
      name: vehicles[i],
      points: sampled(states.length / RUN_OUT_STRIDE).map((k): [number, number] => [
        k * step,
        pick(states, k * RUN_OUT_STRIDE),
      ]),
    }));
  if (prediction.vehicles.every(({ path }) => path.states.length === RUN_OUT_STRIDE)) return [];
  const time = { label: 'time [s]' };
  return [
    { title: 'Speed', x: time, y: { label: 'speed [m/s]' }, series: series((s, k) => Math.hypot(s[k + 3], s[k + 4])) },
    {
      title: 'Yaw rate',
      x: time,
      y: { label: 'yaw rate [deg/s]' },
      series: series((s, k) => (s[k + 5] * 180) / Math.PI),
    },
  ];
}

/** At most 300 indices below `count`, with the last one. */
function sampled(count: number): number[] {
  const stride = Math.max(1, Math.ceil(count / 300));
  const indices = Array.from({ length: Math.ceil(count / stride) }, (_, k) => k * stride);
  return indices[indices.length - 1] === count - 1 ? indices : [...indices, count - 1];
}

function regionPlots({ region, unknowns }: Reconstruction): Plot[] {
  const ellipse = regionEllipse(region);
  if (ellipse.length === 0) return [];
  const [x, y] = region.names.map((name) => withUnit(name, unknowns.find((one) => one.name === name)?.unit ?? ''));
  return [
    {
      title: `Joint ${pageNumber(100 * region.confidence)} % region`,
      x: { label: x },
      y: { label: y },
      series: [
        { name: 'boundary', points: [...ellipse, ellipse[0]] },
        { name: 'estimate', points: [[region.values[0], region.values[1]]], style: 'dots' },
      ],
    },
  ];
}

function notesOf({ document, template }: ReconstructionCase, found: Reconstruction): string[] {
  const { chiSquare, degreesOfFreedom, probability } = found;
  return [
    template
      ? 'The vehicle world computes the contact; vehicles with a run-out then slide and roll to rest.'
      : 'One impulse between two rigid vehicles in the plane, then each slides and rolls to rest on four wheels with static loads.',
    `Least squares: sum of squares ${pageNumber(chiSquare)} with ${degreesOfFreedom} degrees of freedom${probability === undefined ? '' : `, probability ${pageNumber(probability)}`}. ${document.deviations === 'known' ? 'The standard deviations of the evidence are those given.' : 'The residuals determine the size of the standard deviations.'}`,
    ...(probability !== undefined && probability < 0.05
      ? ['Model or standard deviations are in doubt: the evidence does not fit.']
      : []),
    found.isNonlinear
      ? 'The problem is not linear within the uncertainties: intervals from the profile are the better ones.'
      : 'Intervals from the covariance and from the profile of the likelihood agree within a fifth of their half-width.',
    ...(found.otherMinima.length > 0
      ? [
          `Fits from other starts end in other minima, with sums of squares ${found.otherMinima.map((one) => pageNumber(one.chiSquare)).join(', ')}.`,
        ]
      : []),
    'Red crosses: measured positions of rest and points of marks. Dark lines: paths of the tyres.',
  ];
}

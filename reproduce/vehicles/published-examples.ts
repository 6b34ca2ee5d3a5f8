import type { PlatoonVehicle } from '../../src/dynamics/vehicle/vehicle-model.ts';
import { createVec3, lengthVec3, subVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { VehicleContactLaw } from '../../src/response/vehicle-contact/contact-law.ts';
import { atMost, type Check, equals, type ReportItem, type Table } from '../report-item.ts';
import { OFFSET_PLATOON, PASSING_PLATOON } from './example-files.ts';
import { DEGREE, type ExampleRun, headingDegrees, headingSeries, runExample } from './example-run.ts';
import { topViewOf } from './top-views.ts';

/** The first contact of a run, from another program with steps of 1e-4 s. [PATH98-11] */
interface ExpectedContact {
  /** [s] */
  readonly start: number;
  readonly end: number;
  /** On the second vehicle [N s]. */
  readonly impulse: readonly [number, number, number];
  /** [N] */
  readonly peakForce: number;
  /** After the contact [rad/s]. */
  readonly yawRates: readonly [number, number];
  /** [m/s], the same for both. */
  readonly deltaV: number;
  /** [degrees] */
  readonly pdof: readonly [number, number];
  /** At the end of the run [degrees]. */
  readonly headings: readonly [number, number];
}

/** Tolerances between two programs: contact end [s]; impulse, yaw rates and headings relative. */
interface Bars {
  readonly end: number;
  readonly impulse: number;
  readonly yaw: number;
  readonly heading: number;
}

/** Smooth forces; and forces with discontinuous direction, where the end of the contact depends on the steps. */
const SMOOTH: Bars = { end: 1e-5, impulse: 2e-4, yaw: 2e-4, heading: 1e-3 };
const JUMPING: Bars = { end: 2e-3, impulse: 1e-3, yaw: 3e-3, heading: 3e-3 };
/** Contact starts agree to this [s], directions of force to this [degrees]. */
const START_TOLERANCE = 1e-6;
const PDOF_BAR = 1e-3;

interface Case {
  readonly name: string;
  readonly contact: Partial<VehicleContactLaw>;
  readonly tolerances: Bars;
  /** Without: no contact. */
  readonly expected?: ExpectedContact;
}

const OFFSET_CASES: readonly Case[] = [
  {
    name: 'EM',
    contact: { model: 'EM' },
    tolerances: SMOOTH,
    expected: {
      start: 0.769185172,
      end: 0.82078126,
      impulse: [927.840472, -1005.59421, 25.7253032],
      peakForce: 39875.7846,
      yawRates: [0.539143039, 0.54467842],
      deltaV: 0.869988348,
      pdof: [47.3029285, -132.697071],
      headings: [17.7382762, 27.9274088],
    },
  },
  {
    name: 'BM',
    contact: { model: 'BM' },
    tolerances: JUMPING,
    expected: {
      start: 0.869357402,
      end: 0.930260115,
      impulse: [2327.83734, -12.2619402, -31.7337706],
      peakForce: 61279.235,
      yawRates: [-0.742677774, -0.740937483],
      deltaV: 1.4800292,
      pdof: [0.301804131, -179.698196],
      headings: [-34.3544005, -34.1243394],
    },
  },
  {
    name: 'BM, filter of the source',
    contact: { model: 'BM', filter: 'eq1', fallback: false },
    tolerances: JUMPING,
    expected: {
      start: 0.769185172,
      end: 0.831468086,
      impulse: [2330.2482, -12.5220394, -31.7367326],
      peakForce: 61329.8856,
      yawRates: [-0.736137485, -0.734360629],
      deltaV: 1.48156259,
      pdof: [0.307886989, -179.692113],
      headings: [-37.1528109, -36.9064421],
    },
  },
];

const PASSING_CASES: readonly Case[] = [
  {
    name: 'EM',
    contact: { model: 'EM' },
    tolerances: SMOOTH,
    expected: {
      start: 1.92364919,
      end: 1.98904268,
      impulse: [75.1976306, 500.217039, 2.04832632],
      peakForce: 12074.3409,
      yawRates: [-0.0774379531, -0.0769438974],
      deltaV: 0.321577774,
      pdof: [-81.4507434, 98.5492566],
      headings: [-1.37167778, -1.3110915],
    },
  },
  { name: 'BM', contact: { model: 'BM' }, tolerances: JUMPING },
  { name: 'BM, filter of the source', contact: { model: 'BM', filter: 'eq1', fallback: false }, tolerances: JUMPING },
];

interface Result extends Case {
  readonly run: ExampleRun;
}

function runCases(cases: readonly Case[], platoon: readonly PlatoonVehicle[], duration: number): Result[] {
  return cases.map((given) => ({ ...given, run: runExample(platoon, { duration, contact: given.contact }) }));
}

/** Relative difference. */
function fraction(value: number, expected: number): number {
  return Math.abs(value / expected - 1);
}

function contactChecks({ name, run, expected, tolerances }: Result): Check[] {
  const { phases, states } = run.summary;
  if (!expected) return [equals(`${name}: contacts`, phases.length, 0)];
  const [phase] = phases;
  const [x, y, z] = expected.impulse;
  const impulse = createVec3(x, y, z);
  const off = lengthVec3(subVec3(createVec3(), phase.impulse, impulse)) / lengthVec3(impulse);
  const both = (of: (i: 0 | 1) => number) => Math.max(of(0), of(1));
  return [
    equals(`${name}: contact starts [s]`, phase.start, expected.start, START_TOLERANCE),
    equals(`${name}: contact ends [s]`, phase.end, expected.end, tolerances.end),
    atMost(`${name}: relative difference of impulse`, off, tolerances.impulse),
    atMost(
      `${name}: relative difference of peak force`,
      fraction(phase.peakForce, expected.peakForce),
      tolerances.impulse,
    ),
    atMost(
      `${name}: relative difference of delta-V`,
      both((i) => fraction(phase.deltaV[i], expected.deltaV)),
      tolerances.impulse,
    ),
    atMost(
      `${name}: relative difference of yaw rates after contact`,
      both((i) => fraction(phase.after[i].yawRate, expected.yawRates[i])),
      tolerances.yaw,
    ),
    atMost(
      `${name}: difference of directions of force (PDOF) [degrees]`,
      both((i) => Math.abs(phase.pdof[i] / DEGREE - expected.pdof[i])),
      PDOF_BAR,
    ),
    atMost(
      `${name}: relative difference of final headings`,
      both((i) => fraction(headingDegrees(states, i), expected.headings[i])),
      tolerances.heading,
    ),
  ];
}

function contactTable(results: readonly Result[]): Table {
  const pair = (values: readonly number[]) => values.map(formatNumber).join(', ');
  return {
    title: 'First contact, and headings at the end of the run',
    columns: [
      'model',
      'start, end [s]',
      'impulse on vehicle 2 [N s]',
      'peak force [kN]',
      'yaw rates after [rad/s]',
      'delta-V [m/s]',
      'PDOF [degrees]',
      'headings [degrees]',
      'contacts',
    ],
    rows: results.map(({ name, run: { summary } }) => {
      const [phase] = summary.phases;
      const headings = pair([0, 1].map((i) => headingDegrees(summary.states, i)));
      if (!phase) return [name, 'none', '', '', '', '', '', headings, '0'];
      const { start, end, impulse, peakForce, after, deltaV, pdof } = phase;
      return [
        name,
        pair([start, end]),
        pair([impulse.x, impulse.y, impulse.z]),
        formatNumber(peakForce / 1000),
        pair(after.map(({ yawRate }) => yawRate)),
        formatNumber(deltaV[0]),
        pair(pdof.map((angle) => angle / DEGREE)),
        headings,
        String(summary.phases.length),
      ];
    }),
  };
}

/** Time at which the ellipsoids touch [s]. */
function ellipsoidContactTime({ events }: ExampleRun): number {
  return events.find(({ type }) => type === 'ellipsoid-overlap')?.time ?? Number.NaN;
}

function headingPlot(title: string, [ellipsoids, boxes]: readonly Result[]) {
  return {
    title,
    x: { label: 'time [s]' },
    y: { label: 'heading, counter-clockwise [degrees]' },
    series: [
      headingSeries(ellipsoids.run, 0, 'vehicle 1, EM'),
      headingSeries(ellipsoids.run, 1, 'vehicle 2, EM'),
      headingSeries(boxes.run, 0, 'vehicle 1, BM'),
      headingSeries(boxes.run, 1, 'vehicle 2, BM'),
    ],
    marks: [{ x: ellipsoidContactTime(ellipsoids.run), label: 'ellipsoids touch' }],
  };
}

/** +1 if both vehicles rotate counter-clockwise after the first contact, -1 if both clockwise, else 0. */
function rotate({ summary }: ExampleRun): number {
  const signs = summary.phases[0]?.after.map(({ yawRate }) => Math.sign(yawRate)) ?? [0, 0];
  return signs[0] === signs[1] ? signs[0] : 0;
}

export function offsetCollision(): ReportItem {
  const results = runCases(OFFSET_CASES, OFFSET_PLATOON, 2);
  const [ellipsoids, boxes, bySource] = results;
  const [contactEM, contactBM] = [ellipsoids, boxes].map(({ run }) => run.summary.phases[0]);
  return {
    id: 'offset-collision',
    source: '[PATH98-11]',
    title: 'Example 1: ellipsoids rotate the vehicles to the left, boxes to the right',
    description:
      'A vehicle at 29.1 m/s hits one at 26.8 m/s that drives 2 m to its right. According to the source, with ellipsoids (EM) both rotate counter-clockwise, with boxes (BM) clockwise. Reference values are those of another program for the same force law; the source gives none. The boxes touch later than the ellipsoids; the filter of the source lets them collide before they touch, with repeated grazing contacts.',
    checks: [
      equals('EM: both vehicles rotate counter-clockwise (+1)', rotate(ellipsoids.run), 1),
      equals('BM: both rotate clockwise (-1)', rotate(boxes.run), -1),
      equals('BM with the filter of the source: clockwise too', rotate(bySource.run), -1),
      equals('BM with the filter of the source: further grazing contacts', bySource.run.summary.phases.length - 1, 14),
      ...results.flatMap(contactChecks),
    ],
    tables: [contactTable(results)],
    plots: [headingPlot('Example 1: headings', results)],
    drawings: [
      topViewOf('Example 1, ellipsoids (EM)', ellipsoids.run, beforeDuringAfter(contactEM.start, contactEM.end, 2)),
      topViewOf('Example 1, boxes (BM)', boxes.run, beforeDuringAfter(contactBM.start, contactBM.end, 2)),
    ],
  };
}

export function passingVehicles(): ReportItem {
  const results = runCases(PASSING_CASES, PASSING_PLATOON, 3);
  const [ellipsoids, boxes] = results;
  const [contact] = ellipsoids.run.summary.phases;
  const closest = Math.min(...boxes.run.moments.map(({ boxGap }) => boxGap));
  const moments = beforeDuringAfter(contact.start, contact.end, 3);
  return {
    id: 'passing-vehicles',
    source: '[PATH98-2.1], [PATH98-11]',
    title: 'Example 2: ellipsoids collide where boxes pass each other',
    description:
      'The faster vehicle passes the other at a lateral distance of 3.6 m; the boxes are 3 m wide, the ellipsoids of their volume 3.72 m. According to the source there is a collision with ellipsoids, none with boxes. This agrees only if the edges are full edges of the box.',
    checks: [
      equals('EM: contacts', ellipsoids.run.summary.phases.length, 1),
      equals('EM: both vehicles rotate clockwise (-1)', rotate(ellipsoids.run), -1),
      ...results.flatMap(contactChecks),
      equals('BM: the ellipsoids still touch, at [s]', ellipsoidContactTime(boxes.run), 1.92364919, START_TOLERANCE),
      equals('BM: minimum gap of the boxes meanwhile [m]', closest, 0.6, 1e-9),
      ...[0, 1].map((i) =>
        equals(`BM: heading of vehicle ${i + 1} [degrees]`, headingDegrees(boxes.run.summary.states, i), 0),
      ),
    ],
    tables: [contactTable(results)],
    plots: [headingPlot('Example 2: headings', results)],
    drawings: [
      topViewOf('Example 2, ellipsoids (EM)', ellipsoids.run, moments),
      topViewOf('Example 2, boxes (BM)', boxes.run, moments),
    ],
  };
}

function beforeDuringAfter(start: number, end: number, last: number): [string, number][] {
  return [
    ['before', start - 0.4],
    ['during', 0.5 * (start + end)],
    ['after', last],
  ];
}

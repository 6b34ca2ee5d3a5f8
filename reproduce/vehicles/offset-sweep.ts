import { lengthVec3 } from '../../src/math/vec3.ts';
import type { Plot, Series } from '../../src/picture/plot.ts';
import type { VehicleContactModel } from '../../src/response/vehicle-contact/contact-law.ts';
import type { ContactPhase } from '../../src/sim/vehicles/contact-phase.ts';
import { atLeast, atMost, type Check, equals, type ReportItem } from '../report-item.ts';
import { OFFSET_PLATOON } from './example-files.ts';
import { firstPhase } from './example-run.ts';

/** Results of another program: offset of vehicle 2 [m], impulse [N s] and yaw rates [rad/s] of both models. */
const REFERENCE: readonly {
  readonly offset: number;
  readonly EM: readonly [number, number, number];
  readonly BM: readonly [number, number, number];
}[] = [
  { offset: -2.8, EM: [988.1607, 0.3652617, 0.3667868], BM: [986.9729, 0.3643413, 0.365867] },
  { offset: -2.4, EM: [1152.274, 0.4597688, 0.4630017], BM: [2906.273, -0.5882291, -0.5815173] },
  { offset: -2, EM: [1368.496, 0.5391453, 0.5446807], BM: [2328.115, -0.7422563, -0.7405147] },
  { offset: -1.2, EM: [2070.156, 0.6358514, 0.6488537], BM: [3024.828, -0.5705604, -0.5701035] },
  { offset: -0.4, EM: [3292.803, 0.3879512, 0.3984082], BM: [3536.141, -0.2214118, -0.2216977] },
  { offset: 0.8, EM: [2657.402, -0.5957006, -0.6123153], BM: [3328.513, 0.4182354, 0.4183542] },
  { offset: 1.6, EM: [1664.08, -0.6001499, -0.6087076], BM: [2675.366, 0.6724857, 0.6713375] },
];
/** Relative tolerances for steps of 5e-4 s: impulse, yaw rate. */
const IMPULSE_BAR = 2e-3;
const YAW_BAR = 5e-3;

const MODELS: readonly VehicleContactModel[] = ['EM', 'BM'];
/** -3.2 to 3.2 m in steps of 0.2 m; negative is to the right. */
const OFFSETS = Array.from({ length: 33 }, (_, i) => (i - 16) / 5);

interface Row {
  readonly offset: number;
  readonly phase: ContactPhase | undefined;
}

function sweep(model: VehicleContactModel): Row[] {
  const [first, second] = OFFSET_PLATOON;
  const settings = { duration: 1.7, step: 5e-4, contact: { model } };
  return OFFSETS.map((offset) => ({ offset, phase: firstPhase([first, { ...second, Y: offset }], settings) }));
}

const impulseOf = (phase: ContactPhase) => lengthVec3(phase.impulse);
const yawOf = (phase: ContactPhase) => phase.after[0].yawRate;

/** Points of the offsets with a contact. */
function seriesOf(name: string, rows: readonly Row[], of: (phase: ContactPhase) => number): Series {
  return { name, points: rows.flatMap(({ offset, phase }) => (phase ? [[offset, of(phase)] as const] : [])) };
}

function plotOf(
  title: string,
  label: string,
  series: readonly Series[],
  value: (row: readonly number[]) => number,
): Plot {
  const reference = MODELS.map((model): Series => {
    const points = REFERENCE.map((row) => [row.offset, value(row[model])] as const);
    return { name: `${model}, the other program`, style: 'dots', points };
  });
  return { title, x: { label: 'lateral offset of vehicle 2 [m]' }, y: { label }, series: [...series, ...reference] };
}

function referenceChecks(model: VehicleContactModel, rows: readonly Row[]): Check[] {
  const phaseAt = (offset: number) => rows.find((row) => row.offset === offset)?.phase;
  const worst = (off: (phase: ContactPhase, expected: readonly number[]) => number) =>
    Math.max(
      ...REFERENCE.map(({ offset, [model]: expected }) => {
        const phase = phaseAt(offset);
        return phase ? off(phase, expected) : Number.POSITIVE_INFINITY;
      }),
    );
  return [
    atMost(
      `${model}: relative difference of impulses at ${REFERENCE.length} offsets`,
      worst((phase, [impulse]) => Math.abs(impulseOf(phase) / impulse - 1)),
      IMPULSE_BAR,
    ),
    atMost(
      `${model}: relative difference of yaw rates`,
      worst(({ after }, [, ...yaw]) => Math.max(...yaw.map((rate, i) => Math.abs(after[i].yawRate / rate - 1)))),
      YAW_BAR,
    ),
  ];
}

/** Asymmetry between left and right, as a fraction of the maximum. */
function asymmetry(rows: readonly Row[], of: (phase: ContactPhase) => number, sign: 1 | -1): number {
  const values = rows.map(({ phase }) => (phase ? of(phase) : 0));
  const largest = Math.max(...values.map(Math.abs));
  return Math.max(...values.map((value, i) => Math.abs(value - sign * values[values.length - 1 - i]))) / largest;
}

/** Nonzero offsets [m] at which both models have a contact and rotate vehicle 1 in the same sense, or in opposite ones. */
function compareRotations(EM: readonly Row[], BM: readonly Row[], sense: 'same' | 'opposite'): number[] {
  return EM.flatMap(({ offset, phase }, i) => {
    const other = BM[i].phase;
    if (offset === 0 || !phase || !other) return [];
    return yawOf(phase) * yawOf(other) > 0 === (sense === 'same') ? [Math.abs(offset)] : [];
  });
}

export function offsetSweep(): ReportItem {
  const rows = { EM: sweep('EM'), BM: sweep('BM') };
  const opposite = compareRotations(rows.EM, rows.BM, 'opposite');
  const same = compareRotations(rows.EM, rows.BM, 'same');
  const byFallback = rows.BM.filter(({ phase }) => phase?.rules.F).map(({ offset }) => Math.abs(offset));
  return {
    id: 'offset-sweep',
    source: '[PATH98-11], [PATH98-16]',
    title: 'Example 1 at all offsets: differences of ellipsoids and boxes',
    description:
      'The platoon of example 1 with increasing lateral offset of vehicle 2, within 1.7 s, first contact only. The force of ellipsoids has an outward component at every offset; the force of boxes is longitudinal and rotates the vehicles in the opposite direction, until the overlap of the widths is so small that edges touch, or that the box model uses the fallback normal of the ellipsoids.',
    checks: [
      ...MODELS.flatMap((model) => referenceChecks(model, rows[model])),
      atMost(
        'maximum offset at which the models rotate the vehicles in opposite senses [m]',
        Math.max(...opposite),
        2.4,
      ),
      atLeast('minimum offset at which they rotate them in the same sense [m]', Math.min(...same), 2.6),
      // side faces touch beyond 2.79 m [PATH98-16]
      atLeast('minimum offset at which the box model uses the fallback [m]', Math.min(...byFallback), 2.79),
      ...MODELS.flatMap((model) => [
        // rounding of positions up to 50 m, amplified by a contact
        atMost(
          `${model}: impulse, left-right asymmetry relative to the maximum`,
          asymmetry(rows[model], impulseOf, 1),
          1e-9,
        ),
        atMost(
          `${model}: yaw rate, left-right asymmetry relative to the maximum`,
          asymmetry(rows[model], yawOf, -1),
          1e-9,
        ),
      ]),
      equals(
        'completed contacts at an offset of 3.2 m, both models',
        MODELS.flatMap((model) => rows[model]).filter(({ offset, phase }) => Math.abs(offset) === 3.2 && phase).length,
        0,
      ),
    ],
    plots: [
      plotOf(
        'Impulse of the first contact',
        'impulse [N s]',
        MODELS.map((model) => seriesOf(model, rows[model], impulseOf)),
        ([impulse]) => impulse,
      ),
      plotOf(
        'Yaw rate of vehicle 1 after it',
        'yaw rate, counter-clockwise [rad/s]',
        MODELS.map((model) => seriesOf(model, rows[model], yawOf)),
        ([, yaw]) => yaw,
      ),
    ],
  };
}

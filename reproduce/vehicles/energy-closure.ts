import { formatNumber } from '../../src/picture/format-number.ts';
import type { Series } from '../../src/picture/plot.ts';
import { fittedExponent } from '../../src/picture/spread.ts';
import { momentOf } from '../../src/sim/vehicles/contact-phase.ts';
import { runVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { CLOSING_ENERGY, EXAMPLE_MODELS, OFFSET_PLATOON } from './example-files.ts';

const STEPS = [1e-3, 5e-4, 2.5e-4, 1e-4];
const MODELS = ['EM', 'BM'] as const;

/** |E(t) - E(0) + losses - work| at the end of example 1 [J]. */
function closures(model: (typeof MODELS)[number]) {
  return STEPS.map((step) => ({
    step,
    summary: runVehicles(EXAMPLE_MODELS, OFFSET_PLATOON, { step, contact: { model } }),
  }));
}

/** Heading after 1 s of steering by 0.03 rad at 25 m/s [rad]. */
function steeredHeading(step: number): number {
  const vehicle = { model: 1, X: 0, Y: 0, ORIENTATION: 0, SPEED: 25, STEERING: 0.03 };
  return momentOf(runVehicles(EXAMPLE_MODELS, [vehicle], { duration: 1, step }).states, 0).heading;
}

export function energyBalanceError(): ReportItem {
  const runs = MODELS.map((model) => ({ model, rows: closures(model) }));
  const points = runs.map(({ rows }) =>
    rows.map(({ step, summary }) => [step, Math.abs(summary.energyBalanceError)] as const),
  );
  const finest = steeredHeading(1.25e-4);
  const smooth = STEPS.slice(0, 3).map((step) => [step, Math.abs(steeredHeading(step) - finest)] as const);
  const ledgers = runs.map(({ rows }) => rows[rows.length - 1].summary);
  const momentumOff = ledgers.flatMap(({ ledgerStart, ledgerEnd }) =>
    (['x', 'y', 'z'] as const).map((k) => {
      const change = ledgerEnd.momentum[k] - ledgerStart.momentum[k] - ledgerEnd.roadImpulse[k];
      return Math.abs(change) / ledgerEnd.momentumScale;
    }),
  );
  const impulses = ledgers.flatMap(({ ledgerEnd: { contactImpulse: j } }) => [j.x, j.y, j.z].map(Math.abs));
  return {
    id: 'energy-closure',
    source: '[PATH98-8], [PATH98-9]',
    title: 'Balance of energy and momentum over the time step',
    description:
      'The ledger of example 1 has all energies: kinetic, strain, springs, height, dampers, tyres and contacts, all integrated with the motion by classical Runge-Kutta. The balance error decreases with the step. The smooth motion of a steered vehicle converges with order 4; the energy balance even faster, because the method damps vibrations only by (ω h)⁶/144 per step.',
    checks: [
      ...runs.flatMap(({ model }, i) => [
        atMost(`${model}: energy balance error, steps of 1e-3 s [J]`, points[i][0][1], 1),
        atMost(`${model}: over the closing energy, steps of 2.5e-4 s`, points[i][2][1] / CLOSING_ENERGY, 1e-6),
        atMost(`${model}: energy balance error, steps of 1e-4 s [J]`, points[i][3][1], 1e-5),
        atLeast(`${model}: order of the energy balance error`, fittedExponent(points[i]), 4),
      ]),
      equals('order of the heading of a steered vehicle', fittedExponent(smooth), 4, 0.08),
      equals('sum of all contact impulses over both vehicles [N s]', Math.max(...impulses), 0),
      // rounding of 20 000 steps
      atMost('relative error of the momentum balance', Math.max(...momentumOff), 1e-12),
    ],
    tables: [
      {
        title: 'Energy balance error at the end of example 1 [J], of 1.23 MJ',
        columns: ['step [s]', ...MODELS],
        rows: STEPS.map((step, k) => [formatNumber(step), ...points.map((row) => formatNumber(row[k][1]))]),
      },
    ],
    plots: [
      {
        title: 'Energy balance error over the step',
        x: { label: 'step [s]', scale: 'log' },
        y: { label: 'energy [J]', scale: 'log' },
        series: [
          ...MODELS.map((name, i): Series => ({ name, points: points[i] })),
          {
            name: 'order 4',
            style: 'dashed',
            points: STEPS.map((step) => [step, (step / 1e-3) ** 2 * (step / 1e-3) ** 2]),
          },
        ],
      },
    ],
  };
}

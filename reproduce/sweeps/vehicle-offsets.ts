import type { Series } from '../../src/picture/plot.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { failureCount, runExample } from './run-example.ts';

const MODELS = ['EM', 'BM'] as const;
type Model = (typeof MODELS)[number];

interface Row {
  readonly offset: number;
  /** Null without a contact. */
  readonly yawA: number | null;
  readonly yawB: number | null;
}

/** Offsets up to which the models rotate the vehicles in opposite senses [m], as found by `offsetSweep` with steps of half the length. */
const OPPOSITE_UP_TO = 2.4;

/** Maximum deviation from f(-y) = -f(y), relative to the maximum of f. */
function asymmetry(rows: readonly Row[], of: (row: Row) => number | null): number {
  const values = rows.map((row) => of(row) ?? 0);
  const largest = Math.max(...values.map(Math.abs));
  return Math.max(...values.map((value, i) => Math.abs(value + values[values.length - 1 - i]))) / largest;
}

export function vehicleOffsets(): ReportItem {
  const results = runExample('offset-models');
  const [offsets, yawA, yawB] = ['offset', 'yawRateA', 'yawRateB'].map(results.column);
  const models = results.texts('model');
  const rowsOf = (model: Model): Row[] =>
    models.flatMap((one, i) => (one === model ? [{ offset: offsets[i] ?? 0, yawA: yawA[i], yawB: yawB[i] }] : []));
  const rows = { EM: rowsOf('EM'), BM: rowsOf('BM') };
  const products = rows.EM.flatMap(({ offset, yawA: a }, i) => {
    const b = rows.BM[i].yawA;
    return offset === 0 || a === null || b === null ? [] : [{ offset: Math.abs(offset), isOpposite: a * b < 0 }];
  });
  const within = products.filter(({ offset }) => offset < OPPOSITE_UP_TO + 0.01);
  const beyond = products.filter(({ offset }) => offset > OPPOSITE_UP_TO + 0.01);
  const series = MODELS.flatMap((model): Series[] =>
    (['yawA', 'yawB'] as const).map((key, i) => ({
      name: `${model}, vehicle ${i + 1}`,
      ...(i === 1 && { style: 'dots' as const }),
      points: rows[model].flatMap((row) => (row[key] === null ? [] : [[row.offset, row[key]] as const])),
    })),
  );
  return {
    id: 'vehicle-offsets',
    source: '[SWEEP-1], [PATH98-11]',
    title: 'Sweep: lateral offset of the vehicle example under both models',
    description:
      'examples/sweeps/offset-models.sweep.json: the published example 1 at 15 offsets under the ellipsoid model (EM) and the box model (BM). Ellipsoids deflect the vehicles outwards; the flat ends of boxes rotate them in the opposite sense.',
    checks: [
      equals('failed runs', failureCount(results), 0),
      equals(
        `offsets up to ${OPPOSITE_UP_TO} m at which the yaw rates of the models have opposite signs`,
        within.filter(({ isOpposite }) => isOpposite).length,
        within.length,
      ),
      equals(
        'larger offsets at which they have opposite signs',
        beyond.filter(({ isOpposite }) => isOpposite).length,
        0,
      ),
      ...MODELS.map((model) =>
        // rounding of positions up to 50 m, amplified by a contact
        atMost(
          `${model}: left-right asymmetry of the yaw rates, relative to their maximum`,
          Math.max(
            asymmetry(rows[model], (row) => row.yawA),
            asymmetry(rows[model], (row) => row.yawB),
          ),
          1e-9,
        ),
      ),
    ],
    plots: [
      {
        title: 'Yaw rates after the first contact',
        x: { label: 'lateral offset of vehicle 2 [m]' },
        y: { label: 'yaw rate, counter-clockwise [rad/s]' },
        series,
      },
    ],
  };
}

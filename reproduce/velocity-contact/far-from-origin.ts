import { coplanarityCubic, createCoplanarityCubic } from '../../src/ccd/coplanarity.ts';
import { createConstantVelocityMotion } from '../../src/ccd/point-motion.ts';
import { createRelativeMotion, loadNodeTriangle } from '../../src/ccd/relative-motion.ts';
import { lowestExponent, toBigInt } from '../../src/math/exact-integer.ts';
import { createRandom } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { fittedExponent, medianOf } from '../../src/picture/spread.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { bigIntValue, roundedValue } from './expansion.ts';
import { PRINTED_CUBIC } from './printed-expansions.ts';

/** Distances from the origin [m]; the four points lie in a cube of side 2 m. */
const OFFSETS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7];
const FAR = 1e6;
const QUERIES = 200;

interface Volume {
  /** b0 of the given doubles, rounded once. */
  readonly exact: number;
  readonly printed: number;
  readonly compact: number;
}

/** b0 of random points about (offset, offset, offset), by three methods. */
function volumesAt(offset: number): Volume[] {
  const random = createRandom(6);
  const [b0] = PRINTED_CUBIC;
  return Array.from({ length: QUERIES }, () => {
    const x = Float64Array.from({ length: 12 }, () => offset + random.between(-1, 1));
    const unit = x.reduce((low, value) => Math.min(low, lowestExponent(value)), 0);
    const whole = bigIntValue(
      b0,
      Array.from(x, (value) => toBigInt(value, unit)),
    );
    const relativeMotion = loadNodeTriangle(
      createRelativeMotion(),
      createConstantVelocityMotion(x, new Float64Array(12), 1),
      3,
      0,
      1,
      2,
    );
    return {
      exact: Number(whole) * 2 ** (3 * unit),
      printed: roundedValue(b0, x),
      compact: coplanarityCubic(createCoplanarityCubic(), relativeMotion).k[0],
    };
  });
}

function medianError(volumes: readonly Volume[], form: 'printed' | 'compact'): number {
  return medianOf(volumes.map((volume) => Math.abs(volume[form] - volume.exact) / Math.abs(volume.exact)));
}

export function farFromOrigin(): ReportItem {
  const rows = OFFSETS.map((offset) => {
    const volumes = volumesAt(offset);
    const [first] = volumes;
    return { offset, first, printed: medianError(volumes, 'printed'), compact: medianError(volumes, 'compact') };
  });
  const far = rows.find(({ offset }) => offset === FAR) ?? rows[0];
  return {
    id: 'far-from-origin',
    source: '[VBC24-1.3], [VBC24-1.4] (V3)',
    title: 'Absolute coordinates lose every digit',
    description: `b0 of ${QUERIES} queries with points in a cube of side 2 m, at growing distance from the origin: as the source prints it, summed in doubles, and by differences. Both are compared with integer arithmetic, exact for the given doubles. Products of three coordinates grow with the cube of the distance; their sum does not.`,
    checks: [
      atLeast('printed, 1e6 m off: median relative error of b0', far.printed, 1),
      atMost('by differences, 1e6 m off: the same', far.compact, 1e-15),
      atMost('by differences: the same, at any distance', Math.max(...rows.map(({ compact }) => compact)), 1e-15),
      equals(
        'printed: power of the distance with which the error grows, from 100 m on',
        fittedExponent(rows.filter(({ offset }) => offset >= 100).map(({ offset, printed }) => [offset, printed])),
        3,
        0.02,
      ),
    ],
    tables: [
      {
        title: 'b0 of the first query [m³], and the median error of all',
        columns: ['distance [m]', 'exact', 'printed', 'by differences', 'printed: error', 'by differences: error'],
        rows: rows.map(({ offset, first, printed, compact }) =>
          [offset, first.exact, first.printed, first.compact, printed, compact].map(formatNumber),
        ),
      },
    ],
    plots: [
      {
        title: 'Median error of b0',
        x: { label: 'distance from the origin [m]', scale: 'log' },
        y: { label: 'relative error of b0', scale: 'log' },
        series: [
          { name: 'as printed', points: rows.map(({ offset, printed }) => [offset, printed]) },
          { name: 'by differences', points: rows.map(({ offset, compact }) => [offset, compact]) },
        ],
      },
    ],
  };
}

import { formatNumber } from '../../src/picture/format-number.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';
import { reconstructSynthetic } from './synthetic-crashes.ts';

/** Crashes of the series. */
const COUNT = 100;

export function syntheticReconstruction(): ReportItem {
  const results = reconstructSynthetic(COUNT);
  const inside = results.filter(({ distance }) => distance <= 1).length;
  const errors = results.flatMap(({ found, speeds }) => found.region.values.map((value, i) => value - speeds[i]));
  const sorted = errors.map(Math.abs).sort((a, b) => a - b);
  return {
    id: 'synthetic-reconstruction',
    source: '[SWEEP-5]',
    title: 'Reconstruction of crashes with known speeds',
    description:
      'One hundred random crashes, computed with the one-impulse model and the run-out on four wheels. Their positions and headings of rest, points of tyre marks and the energy of the damage get errors of 5 %, as does the assumed friction; from these the speeds of both vehicles are estimated. The true speeds must be inside the joint 95 % region in 90 to 99 of them.',
    checks: [
      atLeast('true speeds inside the 95 % region', inside, 90),
      atMost('true speeds inside the 95 % region', inside, 99),
      atMost('median of the error of a speed [m/s]', sorted[sorted.length / 2], 1),
    ],
    tables: [
      {
        title: 'The first ten: true and estimated speeds',
        columns: ['crash', 'true [m/s]', 'estimated [m/s]', 'distance from the estimate; 1: boundary of the region'],
        rows: results
          .slice(0, 10)
          .map(({ index, speeds, found, distance }) => [
            `${index}`,
            speeds.map((speed) => speed.toFixed(2)).join(', '),
            found.region.values
              .map((value, i) => `${value.toFixed(2)} ± ${Math.sqrt(found.region.covariance[3 * i]).toFixed(2)}`)
              .join(', '),
            formatNumber(Number(distance.toFixed(3))),
          ]),
      },
    ],
  };
}

import { correctPair, FULL_SOLVE } from '../../src/distance/smooth/witness/corrector.ts';
import { countFlatDirections } from '../../src/distance/smooth/witness/hessian-modification.ts';
import type { PairWorkspace } from '../../src/distance/smooth/witness/pair-workspace.ts';
import { setWitness } from '../../src/distance/smooth/witness/witness.ts';
import { pairDistance } from '../../src/distance/smooth/witness/witness-pair.ts';
import { allEqual, atMost, equals, type ReportItem } from '../report-item.ts';
import { flatSquare, quarterCylinder } from './bodies.ts';
import { pairAtRest } from './runs.ts';

type Parameters = readonly [number, number];

/** Solves from the given parameters. */
function solved(work: PairWorkspace, a: Parameters, b: Parameters): PairWorkspace {
  setWitness(work.pair.a, 0, ...a);
  setWitness(work.pair.b, 0, ...b);
  correctPair(work, FULL_SOLVE);
  return work;
}

/** Two squares of side 2, half a metre apart, from witnesses that are not opposite each other. [PG05-5.5] */
export function parallelSquares(): PairWorkspace {
  return solved(pairAtRest(flatSquare(), flatSquare(), 0, 0, 0.5), [0.3, 0.5], [0.5, 0.6]);
}

/** Two cylinders of radius 1 with parallel axes, sqrt(3² + 0.2²) apart. */
export function parallelCylinders(): PairWorkspace {
  return solved(pairAtRest(quarterCylinder(1), quarterCylinder(-1), 0.3, 0.2, 3), [0.3, 0.2], [0.6, 0.9]);
}

export function parallelParts(): ReportItem {
  const squares = parallelSquares();
  const cylinders = parallelCylinders();
  const { a, b } = squares.pair;
  return {
    id: 'parallel-parts',
    source: '[PG05-5.5] (P6, P20)',
    title: 'Parallel flat parts: unique distance, many closest points',
    description:
      'Two squares of side 2 that face each other, and two cylinders side by side. The distance is unique, the closest points are not, and the matrix is singular. It is regularised by one millionth of the metric, so both witnesses move the minimum: half of the mismatch each.',
    checks: [
      equals('squares: distance', pairDistance(squares.pair), 0.5, 1e-15),
      atMost('squares: Newton steps', squares.iterations, 3),
      equals('squares: directions in which the points may slide', countFlatDirections(squares.system), 2),
      allEqual('squares: parameters of A, half way to those of B', [...a.x], [0.4, 0.55], 1e-5),
      allEqual('squares: parameters of B', [...b.x], [0.4, 0.55], 1e-5),
      equals('cylinders: distance', pairDistance(cylinders.pair), Math.sqrt(9.04) - 2, 1e-14),
      atMost('cylinders: Newton steps', cylinders.iterations, 11),
      equals('cylinders: directions in which the points may slide', countFlatDirections(cylinders.system), 1),
    ],
  };
}

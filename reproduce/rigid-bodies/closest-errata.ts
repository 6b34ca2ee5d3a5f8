import { closestLineLine, createLineLine } from '../../src/distance/features/line-line.ts';
import { closestSegmentSegment, createSegmentSegment } from '../../src/distance/features/segment-segment.ts';
import { closestPolygons } from '../../src/distance/planar/polygon-polygon.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { lowestValue } from './lowest-value.ts';
import { type PrintedAnswer, printedBackupRecipe, printedMainRecipe, type SegmentPair } from './printed-recipes.ts';

/** Counter-examples to the printed method for two segments. [CP13-2.3] */
const LATE_CLAMP = segments([0, 0, 2, 0], [3, -1, 3, 1]);
const BEYOND_THE_END = segments([0, 0, 1, 0], [3, 1, 5, 2]);
const MISSING_FACTOR = segments([0, 0, 4, 0], [1, 1, 2, 3]);

function segments([ax, ay, bx, by]: readonly number[], [cx, cy, dx, dy]: readonly number[]): SegmentPair {
  return {
    startA: createVec3(ax, ay),
    endA: createVec3(bx, by),
    startB: createVec3(cx, cy),
    endB: createVec3(dx, dy),
  };
}

function correct({ startA, endA, startB, endB }: SegmentPair): PrintedAnswer {
  return closestSegmentSegment(createSegmentSegment(), startA, endA, startB, endB);
}

/** A larger error is wrong: rounding of numbers of magnitude 1 is smaller. */
const WRONG = 1e-9;

/** True also for NaN. */
export function isWrong(answer: PrintedAnswer, distance: number): boolean {
  return !(Math.abs(answer.distance - distance) <= WRONG);
}

const RANDOM_PAIRS = 2000;

function randomSegments(random: Random, dimension: 2 | 3): SegmentPair {
  const point = () =>
    createVec3(random.between(-1, 1), random.between(-1, 1), dimension === 3 ? random.between(-1, 1) : 0);
  return { startA: point(), endA: point(), startB: point(), endB: point() };
}

/** Failure rate of the recipes on random pairs, and error of this library against a search. */
function randomTrials(dimension: 2 | 3) {
  const random = createRandom(dimension);
  let main = 0;
  let backup = 0;
  let ours = 0;
  for (let i = 0; i < RANDOM_PAIRS; i++) {
    const pair = randomSegments(random, dimension);
    const { distance } = correct(pair);
    if (isWrong(printedMainRecipe(pair), distance)) main++;
    if (isWrong(printedBackupRecipe(pair), distance)) backup++;
    ours = Math.max(ours, Math.abs(distance - searchedDistance(pair)));
  }
  return { main, backup, ours };
}

/** Minimum distance over s (convex), with the closest point on B for each s: slow and independent. */
function searchedDistance({ startA, endA, startB, endB }: SegmentPair): number {
  const d = [endB.x - startB.x, endB.y - startB.y, endB.z - startB.z];
  const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const at = (s: number) => {
    const g = [
      startA.x + s * (endA.x - startA.x) - startB.x,
      startA.y + s * (endA.y - startA.y) - startB.y,
      startA.z + s * (endA.z - startA.z) - startB.z,
    ];
    const t = Math.min(Math.max((g[0] * d[0] + g[1] * d[1] + g[2] * d[2]) / square, 0), 1);
    return Math.hypot(g[0] - t * d[0], g[1] - t * d[1], g[2] - t * d[2]);
  };
  return lowestValue(at, 0, 1);
}

export function segmentErrata(): ReportItem {
  const trials = ([2, 3] as const).map((dimension) => ({ dimension, ...randomTrials(dimension) }));
  const fraction = (count: number) => `${formatNumber((100 * count) / RANDOM_PAIRS)} %`;
  const lines = closestLineLine(
    createLineLine(),
    MISSING_FACTOR.startA,
    MISSING_FACTOR.endA,
    MISSING_FACTOR.startB,
    MISSING_FACTOR.endB,
  );
  return {
    id: 'segment-errata',
    source: '[CP13-2.2], [CP13-2.3] (E1 to E5)',
    title: 'Closest points of two segments: as printed, and corrected',
    description:
      'The recipes of the slides leave a factor out of t (E2) and clamp too late or not at all (E3, E4). Three pairs on which they fail, then random pairs with corners in a box of side 2.',
    checks: [
      equals('(0,0)-(2,0) and (3,-1)-(3,1), as printed: s', printedBackupRecipe(LATE_CLAMP).s, 1.5, 1e-15),
      equals('... distance as printed: a false collision', printedBackupRecipe(LATE_CLAMP).distance, 0, 1e-15),
      equals('... corrected', correct(LATE_CLAMP).distance, 1, 1e-15),
      equals('(0,0)-(1,0) and (3,1)-(5,2), as printed', printedBackupRecipe(BEYOND_THE_END).distance, 1, 1e-15),
      equals('... corrected', correct(BEYOND_THE_END).distance, Math.sqrt(5), 1e-15),
      equals(
        '(0,0)-(4,0) and (1,1)-(2,3), t without its factor',
        printedMainRecipe(MISSING_FACTOR).distance,
        1.572,
        5e-4,
      ),
      equals('... corrected', correct(MISSING_FACTOR).distance, 1, 1e-15),
      equals('... t on the free lines, (a f - b c)/(a e - b²)', lines.t, -0.5, 1e-15),
      atMost(
        'random pairs: maximum deviation of the distance from a search',
        Math.max(...trials.map(({ ours }) => ours)),
        1e-7,
      ),
      ...trials.map(({ dimension, main, backup }) => ({
        what: `random pairs, ${dimension}D: the printed recipes are wrong`,
        expected: 'often (backup about half of the reference pairs, main three quarters)',
        measured: `backup ${fraction(backup)}, main ${fraction(main)}`,
        pass: backup > RANDOM_PAIRS / 4 && main > RANDOM_PAIRS / 2,
      })),
    ],
  };
}

export function containmentErratum(): ReportItem {
  const outer = createPolygon([
    [-2, -2],
    [2, -2],
    [2, 2],
    [-2, 2],
  ]);
  const inner = createPolygon([
    [-0.5, -0.5],
    [0.5, -0.5],
    [0, 0.5],
  ]);
  const found = closestPolygons(inner, outer);
  return {
    id: 'containment-erratum',
    source: '[CP13-2.5] (E6)',
    title: 'A polygon inside another',
    description:
      'The minimum distance over all pairs of edges, as in the slides, is positive for a triangle inside a square: no collision is detected. A containment test is needed.',
    checks: [
      equals('minimum distance of the edges, as in the slides', found.boundaryDistance, 1.5, 1e-15),
      equals('distance of the areas', found.distance, 0),
      { what: 'relation', expected: 'A-in-B', measured: found.relation, pass: found.relation === 'A-in-B' },
    ],
  };
}

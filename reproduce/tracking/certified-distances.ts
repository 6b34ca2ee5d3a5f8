import {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
} from '../../src/distance/smooth/search/closest-tiled.ts';
import { createPose, type Pose } from '../../src/math/pose.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { tiledEllipsoid } from '../../src/shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { conicTriangle, cubicTriangle, frustum, largeLens, smallLens } from './bodies.ts';
import { ellipsoidGap } from './support-gap.ts';

const QUERIES = 150;
const ELLIPSOIDS = [createEllipsoid([1, 0.7, 0.5]), createEllipsoid([0.8, 0.6, 1.1])] as const;

interface Family {
  readonly name: string;
  readonly shapes: () => readonly [TiledBody, TiledBody];
  readonly planar?: boolean;
  /** Distances of the origins, uniformly distributed [m]. */
  readonly apart: readonly [number, number];
}

const FAMILIES: readonly Family[] = [
  {
    name: 'two ellipsoids',
    shapes: () => [tiledEllipsoid([1, 0.7, 0.5]), tiledEllipsoid([0.8, 0.6, 1.1])],
    apart: [1.9, 3.9],
  },
  { name: 'two bodies of three patches', shapes: () => [largeLens(), smallLens()], apart: [1.5, 4] },
  { name: 'flat-faced box and three patches', shapes: () => [frustum(), smallLens()], apart: [1.5, 4] },
  { name: 'two planar bodies', shapes: () => [cubicTriangle(), conicTriangle()], apart: [1.8, 4], planar: true },
];

interface Tally {
  readonly name: string;
  readonly certified: number;
  readonly overlapping: number;
  readonly uncertified: number;
  /** Largest error bound of the certified ones [m], mean Newton steps and cells. */
  readonly bound: number;
  readonly iterations: number;
  readonly cells: number;
  /** Ellipsoids: largest difference to the gap between supporting planes, by formula [m]. */
  readonly formulaError: number;
}

/** Certified distances of random pairs of one family. [PG05-6.8] */
function tally(family: Family, seed: number): Tally {
  const [shapeA, shapeB] = family.shapes();
  const random = createRandom(seed);
  const workspace = createTiledWorkspace(shapeA, shapeB);
  const closest = createTiledClosest();
  const counts = { certified: 0, overlapping: 0, uncertified: 0 };
  let [bound, iterations, cells, formulaError] = [0, 0, 0, 0];
  for (let k = 0; k < QUERIES; k++) {
    const [poseA, poseB] = randomPoses(random, family);
    closestTiled(closest, shapeA, poseA, shapeB, poseB, workspace);
    counts[closest.status]++;
    iterations += closest.iterations / QUERIES;
    cells += closest.cells / QUERIES;
    if (closest.status !== 'certified') continue;
    bound = Math.max(bound, closest.errorBound);
    if (family === FAMILIES[0]) {
      const gap = ellipsoidGap(ELLIPSOIDS[0], poseA, ELLIPSOIDS[1], poseB, closest.normal);
      formulaError = Math.max(formulaError, Math.abs(closest.distance - gap));
    }
  }
  return { name: family.name, ...counts, bound, iterations, cells, formulaError };
}

function randomPoses(random: Random, { planar, apart }: Family): [Pose, Pose] {
  const direction = [random.normal(), random.normal(), planar ? 0 : random.normal()];
  const length = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
  const distance = random.between(...apart);
  const rotate = () => (planar ? random.between(0, 2 * Math.PI) : [0, 1, 2, 3].map(() => random.normal()));
  return [
    createPose([0, 0, 0], rotate()),
    createPose(
      direction.map((x) => (distance * x) / length),
      rotate(),
    ),
  ];
}

export function certifiedDistances(): ReportItem {
  const tallies = FAMILIES.map((family, i) => tally(family, 68 + i));
  const total = (of: (row: Tally) => number) => tallies.reduce((sum, row) => sum + of(row), 0);
  return {
    id: 'certified-distances',
    source: '[PG05-3], [PG05-6.8]',
    title: 'Closest points without an initial guess, with a certificate',
    description: `${QUERIES} random pairs of each kind, searched from a table of points. A slab perpendicular to the segment between the witnesses certifies that no other points are closer; a common point certifies overlap.`,
    checks: [
      equals(
        `neither certified nor overlapping, of ${QUERIES * FAMILIES.length}`,
        total((row) => row.uncertified),
        0,
      ),
      // twice 4e-10 of the radii
      atMost('maximum certified error of a distance [m]', Math.max(...tallies.map(({ bound }) => bound)), 3e-9),
      atMost(
        'ellipsoids: largest difference to the formula of the supporting planes [m]',
        tallies[0].formulaError,
        1e-12,
      ),
      {
        what: 'separated and overlapping pairs both occur',
        expected: 'more separated ones',
        measured: `${total((row) => row.certified)}, ${total((row) => row.overlapping)}`,
        pass: total((row) => row.certified) > total((row) => row.overlapping) && total((row) => row.overlapping) > 0,
      },
    ],
    tables: [
      {
        title: 'Means over the queries',
        columns: ['pair', 'certified separate', 'overlapping', 'undecided', 'Newton steps', 'cells of the certificate'],
        rows: tallies.map(({ name, certified, overlapping, uncertified, iterations, cells }) => [
          name,
          ...[certified, overlapping, uncertified].map(String),
          ...[iterations, cells].map(formatNumber),
        ]),
      },
    ],
  };
}

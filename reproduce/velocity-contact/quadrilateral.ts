import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createNodeQuadContact, nodeQuadContact } from '../../src/ccd/node-quad.ts';
import { createConstantVelocityMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';

const QUERIES = 1000;
const UNIT = 2 ** -20;
const SQUARE = [[-1, -1], [1, -1], [1, 1], [-1, 1]]; // biome-ignore format: four corners

/**
 * Corners 0 to 3, node 4 and, as point 5, the centroid: the mean of the vertices in position and velocity, exact in these numbers. The
 * node is aimed at the line from the centroid to corner 0, the common edge of two of the four triangles.
 */
function randomQuad(random: Random): PointMotion {
  const within = (size: number) => random.below(2 * size + 1) - size;
  const half = 2 ** 20;
  // integer multiples of a unit, so that their mean is a double
  const little = () => within(half / 4);
  const corners = SQUARE.map(([x, y]) => [x * half + little(), y * half + little(), little()]);
  const velocities = corners.map(() => [little(), little(), little()]);
  const mean = (rows: number[][]) => [0, 1, 2].map((axis) => rows.reduce((sum, row) => sum + row[axis] / 4, 0));
  const [centre, drift] = [mean(corners), mean(velocities)];
  // halfway through the step the node is midway between centroid and corner 0
  const target = centre.map((c, i) => (c + drift[i] / 2 + corners[0][i] + velocities[0][i] / 2) / 2);
  const velocity = [within(half), within(half), -2 * half];
  const node = target.map((c, i) => c - velocity[i] / 2);
  const pack = (rows: number[][]) => Float64Array.from(rows.flat(), (value) => value * UNIT);
  return createConstantVelocityMotion(pack([...corners, node, centre]), pack([...velocities, velocity, drift]), 1);
}

function ask(random: Random) {
  const motion = randomQuad(random);
  const quad = nodeQuadContact(createNodeQuadContact(), motion, 4, [0, 1, 2, 3]);
  const times = [0, 1, 2, 3].map((k) => {
    const { hit, time } = nodeTriangleContact(createNodeTriangleContact(), motion, 4, k, (k + 1) % 4, 5);
    return hit ? time : Number.POSITIVE_INFINITY;
  });
  const first = Math.min(...times);
  return {
    hit: quad.hit,
    timeError: Math.abs(quad.time - first),
    weightError: Math.abs(quad.weights.reduce((sum, weight) => sum + weight, -1)),
    isShared: times[0] === first && times[3] === first,
    triangle: quad.triangle,
  };
}

export function quadrilateral(): ReportItem {
  const random = createRandom(4);
  const answers = Array.from({ length: QUERIES }, () => ask(random));
  const shared = answers.filter(({ isShared }) => isShared);
  return {
    id: 'quadrilateral',
    source: '[VBC24-1.5], [VBC24-6.5] (V4)',
    title: 'A quadrilateral is four triangles about its centroid',
    description: `Node 3 of the source is the centroid of a surface with four corners, and moves as their mean: it is not an independent node. ${QUERIES} warped quadrilaterals, each with a node aimed at the line between two of its triangles.`,
    checks: [
      equals('nodes that slip through between two triangles', answers.filter(({ hit }) => !hit).length, 0),
      atMost(
        'maximum difference from the earliest of the four triangles [s]',
        Math.max(...answers.map(({ timeError }) => timeError)),
        1e-12,
      ),
      atMost(
        'maximum difference of the sum of the corner weights from 1',
        Math.max(...answers.map(({ weightError }) => weightError)),
        1e-15,
      ),
      atLeast('nodes that touch triangles 0 and 3 at the same time', shared.length, QUERIES / 2),
      equals('... of which not assigned to the lower index', shared.filter(({ triangle }) => triangle !== 0).length, 0),
    ],
  };
}

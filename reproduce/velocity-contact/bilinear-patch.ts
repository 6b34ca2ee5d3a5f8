import { createNodeBilinearContact, nodeBilinearContact } from '../../src/ccd/node-bilinear.ts';
import { createNodeQuadContact, nodeQuadContact } from '../../src/ccd/node-quad.ts';
import { createConstantVelocityMotion } from '../../src/ccd/point-motion.ts';
import { createRandom } from '../../src/math/random.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';

const QUAD = [0, 1, 2, 3];
/** Points across the patch in each direction. */
const GRID = 17;
const FLAT = 200;

/** A node falls at 2 m/s from 2 m on the patch z = warp x y over the unit square. */
function fall(x: number, y: number, warp: number) {
  const v = new Float64Array(15);
  v[14] = -2;
  const motion = createConstantVelocityMotion(Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, warp, 0, 1, 0, x, y, 2), v, 1);
  return {
    bilinear: nodeBilinearContact(createNodeBilinearContact(), motion, 4, QUAD),
    triangles: nodeQuadContact(createNodeQuadContact(), motion, 4, QUAD),
  };
}

/** Height of the four triangles about the centre (½, ½, ¼). */
function trianglesHeight(x: number, y: number): number {
  if (y <= x && y <= 1 - x) return y / 2;
  if (x <= y && x <= 1 - y) return x / 2;
  return x >= y ? y - (1 - x) / 2 : x - (1 - y) / 2;
}

function flatDisagreements(): { decisions: number; time: number } {
  const random = createRandom(31);
  let [decisions, time] = [0, 0];
  for (let i = 0; i < FLAT; i++) {
    const whole = (size: number) => random.below(2 * size + 1) - size;
    const [p, q] = [whole(3), whole(3)];
    const corners = () =>
      [-4, -4, 4, -4, 4, 4, -4, 4]
        .map((value) => value + whole(1))
        .flatMap((value, k, all) => {
          return k % 2 === 0 ? [] : [all[k - 1], value, p * all[k - 1] + q * value];
        });
    const [x, end] = [
      [...corners(), whole(5), whole(5), 12],
      [...corners(), whole(5), whole(5), -12],
    ];
    const motion = createConstantVelocityMotion(
      Float64Array.from(x),
      Float64Array.from(end, (e, k) => e - x[k]),
      1,
    );
    const a = nodeBilinearContact(createNodeBilinearContact(), motion, 4, QUAD);
    const b = nodeQuadContact(createNodeQuadContact(), motion, 4, QUAD);
    if (a.hit !== b.hit) decisions++;
    time = Math.max(time, Math.abs(a.time - b.time));
  }
  return { decisions, time };
}

export function bilinearPatch(): ReportItem {
  const points = Array.from({ length: GRID * GRID }, (_, i) => [
    (i % GRID) / (GRID - 1),
    Math.floor(i / GRID) / (GRID - 1),
  ]);
  const falls = points.map(([x, y]) => ({ x, y, ...fall(x, y, 1) }));
  const flat = flatDisagreements();
  const diagonal = Array.from({ length: GRID }, (_, i) => i / (GRID - 1));
  return {
    id: 'bilinear-patch',
    source: '[VBC24-1.5] (next to it)',
    title: 'A warped quadrilateral as a bilinear patch',
    description: `A node falls on the patch z = x y over the unit square, at ${GRID * GRID} places, edges and corners included. The bilinear patch passes through z = x y exactly; the four triangles about the centroid lie above it on one diagonal and below it on the other, by up to a sixteenth of the warp. Flat patches are the same surface in both.`,
    checks: [
      equals('nodes that miss the patch', falls.filter(({ bilinear }) => !bilinear.hit).length, 0),
      atMost(
        'bilinear: maximum difference from the closed form t = (2 - x y)/2 [s]',
        Math.max(...falls.map(({ x, y, bilinear }) => Math.abs(bilinear.time - (2 - x * y) / 2))),
        1e-15,
      ),
      atMost(
        'bilinear: maximum difference of ξ, η from 2 x - 1, 2 y - 1',
        Math.max(
          ...falls.flatMap(({ x, y, bilinear: { xi, eta } }) => [Math.abs(xi - 2 * x + 1), Math.abs(eta - 2 * y + 1)]),
        ),
        1e-14,
      ),
      atMost(
        'four triangles: maximum difference from their own closed form [s]',
        Math.max(...falls.map(({ x, y, triangles }) => Math.abs(triangles.time - (2 - trianglesHeight(x, y)) / 2))),
        1e-14,
      ),
      equals(
        'maximum distance of the two surfaces, in units of the warp',
        Math.max(...falls.map(({ bilinear, triangles }) => 2 * Math.abs(bilinear.time - triangles.time))),
        1 / 16,
        1e-14,
      ),
      equals(`decisions that differ on ${FLAT} flat patches`, flat.decisions, 0),
      atMost('... and their times [s]', flat.time, 1e-12),
    ],
    plots: [
      {
        title: 'Height of the two surfaces above the diagonal from corner 0 to corner 2',
        x: { label: 'x = y [m]' },
        y: { label: 'height [m]' },
        series: [
          { name: 'bilinear patch', points: diagonal.map((x) => [x, 2 - 2 * fall(x, x, 1).bilinear.time] as const) },
          {
            name: 'four triangles',
            style: 'dashed',
            points: diagonal.map((x) => [x, 2 - 2 * fall(x, x, 1).triangles.time] as const),
          },
        ],
      },
    ],
  };
}

import { aabbsOverlap, createAabb, fitAabb, writeAabb } from '../../src/bounds/aabb.ts';
import { createBoundingSphere, fitBoundingSphere, spheresOverlap } from '../../src/bounds/bounding-sphere.ts';
import { fitObb2 } from '../../src/bounds/fit-obb.ts';
import { createKdop, fitKdop, kdopsOverlap } from '../../src/bounds/kdop.ts';
import { createObb, obbsOverlap2 } from '../../src/bounds/obb.ts';
import { type BroadPhaseKind, createBroadPhase } from '../../src/broad/broad-phase.ts';
import { createPose } from '../../src/math/pose.ts';
import { createRandom } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { randomPolygon } from './random-polygon.ts';
import { separation, worldCorners } from './separation.ts';

const BODIES = 300;
const STEPS = 20;
const KINDS: readonly BroadPhaseKind[] = ['brute-force', 'sweep-and-prune', 'grid', 'aabb-tree'];

type Outline = [number, number][];

/** Polygons that move and rotate in a square; their vertices in world axes at every step. */
function drift(): Outline[][] {
  const random = createRandom(7);
  const bodies = Array.from({ length: BODIES }, () => ({
    polygon: randomPolygon(random, random.between(0.2, 0.6)),
    place: [random.between(0, 12), random.between(0, 12)],
    velocity: [random.normal(), random.normal()],
    angle: random.between(0, 2 * Math.PI),
    angularVelocity: random.normal(),
  }));
  return Array.from({ length: STEPS }, (_, step) => {
    const t = 0.02 * step;
    return bodies.map(({ polygon, place, velocity, angle, angularVelocity }) =>
      worldCorners(
        polygon,
        createPose([place[0] + t * velocity[0], place[1] + t * velocity[1]], angle + t * angularVelocity),
      ),
    );
  });
}

/** The pairs that each broad phase finds over all steps, as text. */
function pairsOf(kind: BroadPhaseKind, steps: readonly Outline[][]): { count: number; text: string } {
  const phase = createBroadPhase(kind);
  const boxes = new Float64Array(6 * BODIES);
  let count = 0;
  const text = steps.map((outlines) => {
    outlines.forEach((outline, i) => {
      writeAabb(boxes, i, fitAabb(createAabb(), Float64Array.from(outline.flat()), 2));
    });
    const pairs = phase.update(boxes, BODIES);
    count += pairs.count;
    return pairs.indices.slice(0, 2 * pairs.count).join(' ');
  });
  return { count, text: text.join('\n') };
}

type Pair = readonly [number, number];

/** For one kind of volume: pairs whose volumes overlap, and overlapping pairs that it would miss. */
function prune<Volume>(
  outlines: readonly Outline[],
  touching: readonly Pair[],
  bound: (points: Float64Array) => Volume,
  overlap: (a: Volume, b: Volume) => boolean,
): { passed: number; missed: number } {
  const volumes = outlines.map((outline) => bound(Float64Array.from(outline.flat())));
  const isPassed = ([i, j]: Pair) => overlap(volumes[i], volumes[j]);
  return { passed: ALL_PAIRS.filter(isPassed).length, missed: touching.length - touching.filter(isPassed).length };
}

const ALL_PAIRS: readonly Pair[] = Array.from({ length: BODIES }, (_, j) =>
  Array.from({ length: j }, (_, i): Pair => [i, j]),
).flat();

export function broadPhase(): ReportItem {
  const steps = drift();
  const found = KINDS.map((kind) => ({ kind, ...pairsOf(kind, steps) }));
  const [outlines] = steps;
  const touching = ALL_PAIRS.filter(([i, j]) => separation(outlines[i], outlines[j]) < 0);
  const pruned = [
    {
      name: 'circle',
      ...prune(outlines, touching, (points) => fitBoundingSphere(createBoundingSphere(), points, 2), spheresOverlap),
    },
    { name: 'AABB', ...prune(outlines, touching, (points) => fitAabb(createAabb(), points, 2), aabbsOverlap) },
    { name: '8-DOP', ...prune(outlines, touching, (points) => fitKdop(createKdop(8), points), kdopsOverlap) },
    { name: 'OBB', ...prune(outlines, touching, (points) => fitObb2(createObb(), points), obbsOverlap2) },
  ];
  return {
    id: 'broad-phase',
    source: '[CP13-1], [CP13-1.6]',
    title: 'Pairs that remain for the narrow phase',
    description: `${BODIES} polygons move and rotate in a square of 12 m, ${STEPS} steps. A query costs T = N_v C_v + N_p C_p + N_u C_u; a good volume leaves few primitive tests N_p and misses no contact. Every broad phase must find exactly the pairs of brute force.`,
    checks: [
      ...found.slice(1).map(({ kind, text, count }) => ({
        what: `${kind}: pairs over all steps`,
        expected: `the ${found[0].count} of brute force, in order`,
        measured: `${count}, ${text === found[0].text ? 'the same' : 'others'}`,
        pass: text === found[0].text,
      })),
      ...pruned.map(({ name, missed }) => equals(`${name}: overlapping pairs missed`, missed, 0)),
    ],
    tables: [
      {
        title: `Primitive tests N_p left of ${ALL_PAIRS.length} pairs, at the first step`,
        columns: ['volume', 'pairs left', 'fraction'],
        rows: [
          ...pruned.map(({ name, passed }) => [name, passed] as const),
          ['actually overlapping', touching.length] as const,
        ].map(([name, count]) => [name, String(count), `${formatNumber((100 * count) / ALL_PAIRS.length)} %`]),
      },
    ],
  };
}

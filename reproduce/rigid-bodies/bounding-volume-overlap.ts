import { aabbsOverlap, createAabb, fitAabb, transformAabb } from '../../src/bounds/aabb.ts';
import { createBoundingSphere, fitBoundingSphere, spheresOverlap } from '../../src/bounds/bounding-sphere.ts';
import { fitObb2, fitObb3 } from '../../src/bounds/fit-obb.ts';
import { createKdop, fitKdop, KDOP_DIRECTIONS, type KdopPlanes, kdopsOverlap } from '../../src/bounds/kdop.ts';
import { createObb, obbsOverlap3 } from '../../src/bounds/obb.ts';
import { createPose, toWorld } from '../../src/math/pose.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { Outline, OutlinePanel } from '../../src/picture/outline-svg.ts';
import { convexHull2 } from '../../src/shapes/hull/hull2.ts';
import { convexHull3, type Hull3 } from '../../src/shapes/hull/hull3.ts';
import { hullsOverlap3 } from '../../src/shapes/hull/hull3-queries.ts';
import { movePoints } from '../../src/shapes/hull/points.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';

/** Points of a body. */
const POINTS = 24;
const PAIRS = 400;

/** A bounding volume: what it stores, what a rotation costs, and its test. */
interface Volume {
  readonly name: string;
  /** Numbers stored. */
  readonly stored: number;
  /** Multiplications after a rotation, for a body of n points: transformed, or fitted again. */
  readonly rotation: (n: number) => number;
  overlap(a: Float64Array, b: Float64Array): boolean;
}

const kdop = (planes: Exclude<KdopPlanes, 8>): Volume => ({
  name: `${planes}-DOP`,
  stored: planes,
  // fitted again: every point is rotated; the directions are integers, their products are sums
  rotation: (n) => 9 * n,
  overlap: (a, b) => kdopsOverlap(fitKdop(createKdop(planes), a), fitKdop(createKdop(planes), b)),
});

const VOLUMES: readonly Volume[] = [
  {
    name: 'sphere',
    stored: 4,
    rotation: () => 9,
    overlap: (a, b) =>
      spheresOverlap(fitBoundingSphere(createBoundingSphere(), a), fitBoundingSphere(createBoundingSphere(), b)),
  },
  {
    name: 'AABB',
    stored: 6,
    rotation: (n) => 9 * n,
    overlap: (a, b) => aabbsOverlap(fitAabb(createAabb(), a), fitAabb(createAabb(), b)),
  },
  {
    name: 'OBB',
    stored: 15,
    rotation: () => 9 + 27,
    overlap: (a, b) => obbsOverlap3(fitObb3(createObb(), a), fitObb3(createObb(), b)),
  },
  kdop(14),
  kdop(18),
  kdop(26),
];

/** Points on an ellipsoid 1 : 0.5 : 0.25 at a random rotation, in a random direction at this distance from the origin. */
function randomBody(random: Random, distance: number): Float64Array {
  const points = new Float64Array(3 * POINTS);
  for (let i = 0; i < points.length; i += 3) {
    const [a, b, c] = [random.normal(), random.normal(), random.normal()];
    const length = Math.sqrt(a * a + b * b + c * c);
    points.set([a / length, (0.5 * b) / length, (0.25 * c) / length], i);
  }
  const rotation = [random.normal(), random.normal(), random.normal(), random.normal()];
  const [u, v, w] = [random.normal(), random.normal(), random.normal()];
  const k = distance / Math.sqrt(u * u + v * v + w * w);
  return movePoints(points, points, createPose([k * u, k * v, k * w], rotation));
}

interface Pair {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly touching: boolean;
}

function randomPairs(): Pair[] {
  const random = createRandom(18);
  return Array.from({ length: PAIRS }, () => {
    const [a, b] = [randomBody(random, 0), randomBody(random, random.between(0, 2))];
    const [hullA, hullB]: Hull3[] = [convexHull3(a), convexHull3(b)];
    return { a, b, touching: hullsOverlap3(hullA, hullB) };
  });
}

/** Growth of the volume of an AABB that is rotated by its corners instead of fitted again, mean over random rotations. */
function looseGrowth(): number {
  const random = createRandom(27);
  let sum = 0;
  for (let i = 0; i < PAIRS; i++) {
    const body = randomBody(random, 0);
    const pose = createPose([0, 0, 0], [random.normal(), random.normal(), random.normal(), random.normal()]);
    const loose = volumeOf(transformAabb(createAabb(), fitAabb(createAabb(), body), pose));
    sum += loose / volumeOf(fitAabb(createAabb(), movePoints(new Float64Array(body.length), body, pose)));
  }
  return sum / PAIRS;
}

function volumeOf({ min, max }: ReturnType<typeof createAabb>): number {
  return (max.x - min.x) * (max.y - min.y) * (max.z - min.z);
}

/** How often bounding volumes overlap while the bodies do not, and what a rotation costs. [CP13-1] */
export function boundingVolumeOverlap(): ReportItem {
  const pairs = randomPairs();
  const apart = pairs.filter(({ touching }) => !touching);
  const measured = VOLUMES.map((volume) => ({
    ...volume,
    missed: pairs.filter(({ a, b, touching }) => touching && !volume.overlap(a, b)).length,
    falseRate: apart.filter(({ a, b }) => volume.overlap(a, b)).length / apart.length,
  }));
  const [sphere, box, obb, , , finest] = measured.map(({ falseRate }) => falseRate);
  const growth = looseGrowth();
  return {
    id: 'bounding-volume-overlap',
    source: '[CP13-1]',
    title: 'Overlap tests and rotation of bounding volumes',
    description: `${PAIRS} pairs of hulls of ${POINTS} points on ellipsoids 1 : 0.5 : 0.25, randomly rotated, 0 to 2 m apart. A volume that overlaps while the hulls do not costs a test of the primitives; one that misses an overlap would be wrong. Spheres and oriented boxes rotate with the body; the others are fitted again, or become loose.`,
    checks: [
      equals('overlapping pairs that a volume misses', Math.max(...measured.map(({ missed }) => missed)), 0),
      atLeast('pairs that are apart', apart.length, 100),
      atMost('false overlaps: AABB over sphere', box / sphere, 1),
      atMost('false overlaps: OBB over AABB', obb / box, 1),
      atMost('false overlaps: 26-DOP over AABB', finest / box, 1),
      atLeast('AABB rotated without fitting again: mean growth of the volume', growth, 1.5),
    ],
    tables: [
      {
        title: 'Overlap and rotation',
        columns: ['volume', 'numbers stored', 'false overlaps of pairs apart', 'multiplications after a rotation'],
        rows: measured.map(({ name, stored, falseRate, rotation }) => [
          name,
          String(stored),
          formatNumber(falseRate),
          String(rotation(POINTS)),
        ]),
      },
    ],
    drawings: [
      { title: 'Bounding volumes of a bracket, and of the same bracket rotated by 30°', outlinePanels: [bracket(0), bracket(30)] }, // biome-ignore format: one drawing
    ],
  };
}

const BRACKET = Float64Array.of(0, 0, 3, 0, 3, 0.6, 0.7, 0.8, 0.9, 2, 0, 2);

/** The body, its hull, its circle, AABB, OBB and 8-DOP. */
function bracket(degrees: number): OutlinePanel {
  const angle = (degrees * Math.PI) / 180;
  const points = BRACKET.map((value, i) =>
    i % 2 === 0 ? cos(angle) * value - sin(angle) * BRACKET[i + 1] : sin(angle) * BRACKET[i - 1] + cos(angle) * value,
  );
  const { center, radius } = fitBoundingSphere(createBoundingSphere(), points, 2);
  const { min, max } = fitAabb(createAabb(), points, 2);
  const volume = (color: number, positions: readonly (readonly [number, number])[]): Outline => {
    return { points: positions, color, style: 'dashed' };
  };
  return {
    caption: `${degrees}°: circle, AABB, OBB, 8-DOP, hull`,
    outlines: [
      { points: packed(points), color: 0, style: 'filled' },
      volume(1, circlePoints(center.x, center.y, radius)),
      volume(2, [[min.x, min.y], [max.x, min.y], [max.x, max.y], [min.x, max.y]]), // biome-ignore format: four corners
      volume(3, obbCorners(points)),
      volume(4, dopCorners(points)),
      volume(5, packed(convexHull2(points).vertices)),
    ],
  };
}

function packed(points: Float64Array): [number, number][] {
  return Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]);
}

function circlePoints(x: number, y: number, radius: number): [number, number][] {
  return Array.from({ length: 72 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 72;
    return [x + radius * cos(angle), y + radius * sin(angle)];
  });
}

function obbCorners(points: Float64Array): [number, number][] {
  const { center, rotation, halfExtents: h } = fitObb2(createObb(), points);
  const signs = [[-1, -1], [1, -1], [1, 1], [-1, 1]]; // biome-ignore format: four corners
  return signs.map(([i, j]) => {
    const { x, y } = toWorld(createVec3(), { position: center, rotation }, createVec3(i * h.x, j * h.y));
    return [x, y];
  });
}

/** The slabs of the 8-DOP cut from a large square, one side after the other. */
function dopCorners(points: Float64Array): [number, number][] {
  const { min, max } = fitKdop(createKdop(8), points);
  const directions = KDOP_DIRECTIONS[8];
  let corners: [number, number][] = [[-9, -9], [9, -9], [9, 9], [-9, 9]]; // biome-ignore format: four corners
  min.forEach((low, k) => {
    const [dx, dy] = [directions[3 * k], directions[3 * k + 1]];
    corners = clipped(corners, ([x, y]) => max[k] - dx * x - dy * y);
    corners = clipped(corners, ([x, y]) => dx * x + dy * y - low);
  });
  return corners;
}

/** The part of a convex polygon where `inside` is not negative. */
function clipped(corners: [number, number][], inside: (p: [number, number]) => number): [number, number][] {
  return corners.flatMap((p, i) => {
    const q = corners[(i + 1) % corners.length];
    const [a, b] = [inside(p), inside(q)];
    const inner: [number, number][] = a >= 0 ? [p] : [];
    if (a >= 0 === b >= 0) return inner;
    const t = a / (a - b);
    return [...inner, [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]];
  });
}

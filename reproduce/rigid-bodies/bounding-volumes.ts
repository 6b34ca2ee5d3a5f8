import { createAabb, fitAabb } from '../../src/bounds/aabb.ts';
import { createBoundingSphere, fitBoundingSphere, fitRitterSphere } from '../../src/bounds/bounding-sphere.ts';
import { fitObb2, fitObb3 } from '../../src/bounds/fit-obb.ts';
import { createKdop, fitKdop, type KdopPlanes } from '../../src/bounds/kdop.ts';
import { createObb, obbVolume } from '../../src/bounds/obb.ts';
import { createPose } from '../../src/math/pose.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { spreadOf } from '../../src/picture/spread.ts';
import { convexHull2, hullArea } from '../../src/shapes/hull/hull2.ts';
import { convexHull3 } from '../../src/shapes/hull/hull3.ts';
import { hullVolume } from '../../src/shapes/hull/hull3-queries.ts';
import { movePoints } from '../../src/shapes/hull/points.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { kdopVolume } from './kdop-volume.ts';

/** A bounding volume, its size (area or volume), and the mean size over that of the hull in the source. */
interface Volume {
  readonly name: string;
  readonly claimed: number;
  size(points: Float64Array): number;
}

const kdop = (planes: KdopPlanes) => (points: Float64Array) => kdopVolume(fitKdop(createKdop(planes), points));
const ballVolume = (radius: number) => (4 / 3) * Math.PI * radius ** 3;

const SPATIAL: readonly Volume[] = [
  {
    name: 'sphere (Welzl)',
    claimed: 9,
    size: (points) => ballVolume(fitBoundingSphere(createBoundingSphere(), points).radius),
  },
  {
    name: 'sphere (Ritter)',
    claimed: 9.1,
    size: (points) => ballVolume(fitRitterSphere(createBoundingSphere(), points).radius),
  },
  { name: 'AABB', claimed: 3.8, size: (points) => boxVolume(points) },
  {
    name: 'OBB, PCA of the hull surface',
    claimed: 2.11,
    size: (points) => obbVolume(fitObb3(createObb(), points, 'pca')),
  },
  {
    name: 'OBB, faces and calipers',
    claimed: 2.03,
    size: (points) => obbVolume(fitObb3(createObb(), points, 'faces')),
  },
  { name: '14-DOP', claimed: 1.9, size: kdop(14) },
  { name: '18-DOP', claimed: 1.72, size: kdop(18) },
  { name: '26-DOP', claimed: 1.49, size: kdop(26) },
];

const PLANAR: readonly Volume[] = [
  {
    name: 'circle',
    claimed: 2.62,
    size: (points) => Math.PI * fitBoundingSphere(createBoundingSphere(), points, 2).radius ** 2,
  },
  { name: 'AABB', claimed: 1.65, size: (points) => boxArea(points) },
  { name: 'OBB', claimed: 1.31, size: (points) => rectangleArea(points) },
  { name: '8-DOP', claimed: 1.18, size: kdop(8) },
];

function boxVolume(points: Float64Array): number {
  const { min, max } = fitAabb(createAabb(), points);
  return (max.x - min.x) * (max.y - min.y) * (max.z - min.z);
}

function boxArea(points: Float64Array): number {
  const { min, max } = fitAabb(createAabb(), points, 2);
  return (max.x - min.x) * (max.y - min.y);
}

function rectangleArea(points: Float64Array): number {
  const { halfExtents } = fitObb2(createObb(), points);
  return 4 * halfExtents.x * halfExtents.y;
}

const CLOUDS = 100;
/** Both means come from random clouds; that of the AABB, between 2 and 5 by the rotation alone, varies most. */
const SCATTER = 0.06;

/** 60 points on an ellipsoid 1 : 0.5 : 0.25, randomly rotated. */
function ellipsoidPoints(random: Random): Float64Array {
  const points = new Float64Array(180);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [random.normal(), random.normal(), random.normal()];
    const length = Math.hypot(x, y, z);
    points.set([x / length, (0.5 * y) / length, (0.25 * z) / length], i);
  }
  const rotation = [random.normal(), random.normal(), random.normal(), random.normal()];
  return movePoints(points, points, createPose([0, 0, 0], rotation));
}

/** 20 points on an ellipse 1 : 0.4, randomly rotated. */
function ellipsePoints(random: Random): Float64Array {
  const points = new Float64Array(40);
  const rotation = random.between(0, 2 * Math.PI);
  for (let i = 0; i < points.length; i += 2) {
    const angle = random.between(0, 2 * Math.PI);
    const [x, y] = [cos(angle), 0.4 * sin(angle)];
    points.set([cos(rotation) * x - sin(rotation) * y, sin(rotation) * x + cos(rotation) * y], i);
  }
  return points;
}

function tightness(
  volumes: readonly Volume[],
  draw: (random: Random) => Float64Array,
  hull: (points: Float64Array) => number,
) {
  const random = createRandom(60);
  const clouds = Array.from({ length: CLOUDS }, () => draw(random));
  const hulls = clouds.map(hull);
  return volumes.map((volume) => ({
    ...volume,
    ...spreadOf(clouds.map((points, i) => volume.size(points) / hulls[i])),
  }));
}

export function boundingVolumes(): ReportItem {
  const spatial = tightness(SPATIAL, ellipsoidPoints, (points) => hullVolume(convexHull3(points)));
  const planar = tightness(PLANAR, ellipsePoints, (points) => hullArea(convexHull2(points)));
  const rows = (measured: typeof spatial) =>
    measured.map(({ name, claimed, mean, max }) => [name, ...[claimed, mean, max].map(formatNumber)]);
  const columns = ['volume', 'mean, source', 'mean, measured', 'max, measured'];
  const checks = [...spatial, ...planar].map(({ name, claimed, mean }, i) =>
    equals(`${i < spatial.length ? '3D' : '2D'}, ${name}: mean size over that of the hull`, mean, claimed, SCATTER),
  );
  return {
    id: 'bounding-volumes',
    source: '[CP13-1]',
    title: 'Tightness of bounding volumes',
    description: `Size of the bounding volume over size of the convex hull: ${CLOUDS} clouds of 60 points on ellipsoids 1 : 0.5 : 0.25, and of 20 points on ellipses 1 : 0.4, randomly rotated.`,
    checks,
    tables: [
      { title: '3-D', columns, rows: rows(spatial) },
      { title: '2-D', columns, rows: rows(planar) },
    ],
  };
}

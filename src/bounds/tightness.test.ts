import { describe, expect, it } from 'vitest';
import { createPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { convexHull2, hullArea } from '../shapes/hull/hull2.ts';
import { convexHull3 } from '../shapes/hull/hull3.ts';
import { hullVolume } from '../shapes/hull/hull3-queries.ts';
import { movePoints } from '../shapes/hull/points.ts';
import { createAabb, fitAabb } from './aabb.ts';
import { createBoundingSphere, fitBoundingSphere, fitRitterSphere } from './bounding-sphere.ts';
import { fitObb2, fitObb3 } from './fit-obb.ts';
import { createKdop, fitKdop, KDOP_DIRECTIONS, type KdopPlanes } from './kdop.ts';
import { createObb, obbVolume } from './obb.ts';

/** Points with uniformly distributed directions on an ellipsoid with the given semi-axes, at a random orientation. */
function ellipsoidPoints(random: Random, count: number, semiAxes: readonly number[]): Float64Array {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < 3 * count; i += 3) {
    const d = semiAxes.map((a) => (a > 0 ? random.normal() : 0));
    const length = Math.hypot(...d);
    semiAxes.forEach((a, k) => {
      points[i + k] = (a * d[k]) / length;
    });
  }
  const spatial = semiAxes.every((a) => a > 0);
  const rotation = spatial ? [0, 1, 2, 3].map(() => random.normal()) : random.between(0, 2 * Math.PI);
  return movePoints(points, points, createPose([0, 0, 0], rotation));
}

/**
 * Volume of a k-DOP about the origin by duality: the plane d · p = c becomes the point d / c; each face of the hull of
 * these points, n · q = h, is a vertex n / h of the k-DOP.
 */
function kdopVolume(planes: KdopPlanes, points: Float64Array): number {
  const { min, max } = fitKdop(createKdop(planes), points);
  const directions = KDOP_DIRECTIONS[planes];
  const dual = new Float64Array(3 * planes);
  directions.forEach((d, k) => {
    dual[k] = d / max[Math.floor(k / 3)];
    dual[directions.length + k] = d / min[Math.floor(k / 3)];
  });
  const { faces, normals, vertices } = convexHull3(dual);
  const corners = faces.flatMap((loop, face) => {
    const n = normals.subarray(3 * face, 3 * face + 3);
    const h = [0, 1, 2].reduce((sum, k) => sum + n[k] * vertices[3 * loop[0] + k], 0);
    return [...n].map((x) => x / h);
  });
  return hullVolume(convexHull3(Float64Array.from(corners)));
}

/** The same in 2-D: neighbouring points of the dual hull are neighbouring sides of the 8-DOP. */
function octagonArea(points: Float64Array): number {
  const { min, max } = fitKdop(createKdop(8), points);
  const directions = KDOP_DIRECTIONS[8];
  const dual: number[] = [];
  for (let k = 0; k < 4; k++) {
    for (const c of [max[k], min[k]]) dual.push(directions[3 * k] / c, directions[3 * k + 1] / c);
  }
  const { vertices: v } = convexHull2(Float64Array.from(dual));
  const corners: number[] = [];
  for (let i = 0; i < v.length; i += 2) {
    const j = (i + 2) % v.length;
    const cross = v[i] * v[j + 1] - v[i + 1] * v[j];
    corners.push((v[j + 1] - v[i + 1]) / cross, (v[i] - v[j]) / cross);
  }
  return hullArea(convexHull2(Float64Array.from(corners)));
}

const ball = (radius: number) => (4 / 3) * Math.PI * radius ** 3;

/** Volume of each bounding volume over the volume of the hull. */
function spatialTightness(points: Float64Array): Record<string, number> {
  const hull = hullVolume(convexHull3(points));
  const { min, max } = fitAabb(createAabb(), points);
  return {
    sphere: ball(fitBoundingSphere(createBoundingSphere(), points).radius) / hull,
    ritter: ball(fitRitterSphere(createBoundingSphere(), points).radius) / hull,
    aabb: ((max.x - min.x) * (max.y - min.y) * (max.z - min.z)) / hull,
    pca: obbVolume(fitObb3(createObb(), points, 'pca')) / hull,
    faces: obbVolume(fitObb3(createObb(), points, 'faces')) / hull,
    dop14: kdopVolume(14, points) / hull,
    dop18: kdopVolume(18, points) / hull,
    dop26: kdopVolume(26, points) / hull,
  };
}

function planarTightness(points: Float64Array): Record<string, number> {
  const hull = hullArea(convexHull2(points));
  const { min, max } = fitAabb(createAabb(), points, 2);
  const { halfExtents } = fitObb2(createObb(), points);
  return {
    circle: (Math.PI * fitBoundingSphere(createBoundingSphere(), points, 2).radius ** 2) / hull,
    aabb: ((max.x - min.x) * (max.y - min.y)) / hull,
    obb: (4 * halfExtents.x * halfExtents.y) / hull,
    dop8: octagonArea(points) / hull,
  };
}

function mean(rows: readonly Record<string, number>[]): Record<string, number> {
  const names = Object.keys(rows[0]);
  return Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0) / rows.length]));
}

describe('tightness: volume relative to that of the hull [CP13-1]', () => {
  it('test functions: the k-DOP of a cube is the cube, and the 8-DOP of a square the square', () => {
    const cube = Float64Array.from({ length: 24 }, (_, k) => ((Math.floor(k / 3) >> (k % 3)) & 1 ? 1 : -1));
    for (const planes of [14, 18, 26] as const) expect(kdopVolume(planes, cube)).toBeCloseTo(8, 12);
    expect(octagonArea(Float64Array.of(-1, -1, 1, -1, 1, 1, -1, 1))).toBeCloseTo(4, 12);
  });

  it('in 3-D: 60 points on ellipsoids 1 : 0.5 : 0.25, within 4 % of an independent program', () => {
    const random = createRandom(2013);
    const rows = Array.from({ length: 60 }, () => spatialTightness(ellipsoidPoints(random, 60, [1, 0.5, 0.25])));
    const expected = {
      sphere: 9,
      ritter: 9.1,
      aabb: 3.8,
      pca: 2.11,
      faces: 2.03,
      dop14: 1.9,
      dop18: 1.72,
      dop26: 1.49,
    };
    for (const [name, ratio] of Object.entries(mean(rows))) {
      // two deviations of the mean of 60 samples are 3 % for the boxes, less for the others
      expect(Math.abs(ratio / expected[name as keyof typeof expected] - 1), `${name}: ${ratio}`).toBeLessThan(0.04);
    }
  });

  it('in 2-D: 20 points on ellipses 1 : 0.4, within 4 % of an independent program', () => {
    const random = createRandom(2014);
    const flat = () => ellipsoidPoints(random, 20, [1, 0.4, 0]).filter((_, k) => k % 3 < 2);
    const rows = Array.from({ length: 200 }, () => planarTightness(flat()));
    const expected = { circle: 2.62, aabb: 1.65, obb: 1.31, dop8: 1.18 };
    for (const [name, ratio] of Object.entries(mean(rows))) {
      expect(Math.abs(ratio / expected[name as keyof typeof expected] - 1), `${name}: ${ratio}`).toBeLessThan(0.04);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rotationAboutZ } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { convexHull3 } from '../shapes/hull/hull3.ts';
import { liftPoints, movePoints } from '../shapes/hull/points.ts';
import {
  createExtremes,
  createKdop,
  fitKdop,
  KDOP_DIRECTIONS,
  type KdopPlanes,
  kdopsOverlap,
  transformKdop,
} from './kdop.ts';

const PLANES: readonly KdopPlanes[] = [8, 14, 18, 26];

describe('k-DOPs [CP13-1.4]', () => {
  it('have k/2 directions, no two of them parallel', () => {
    for (const planes of PLANES) {
      const directions = KDOP_DIRECTIONS[planes];
      expect(directions.length).toBe((3 * planes) / 2);
      const lines = new Set<string>();
      for (let d = 0; d < directions.length; d += 3) {
        const [x, y, z] = directions.subarray(d, d + 3);
        const length = Math.hypot(x, y, z) * (x || y || z);
        lines.add([x / length, y / length, z / length].map((c) => (Math.abs(c) * Math.sign(c) + 0).toFixed(6)).join());
      }
      expect(lines.size).toBe(planes / 2);
    }
  });

  it('worked example: the unit square extends from 0 to 2 along (1, 1) and from -1 to 1 along (1, -1)', () => {
    const kdop = fitKdop(createKdop(8), Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1));
    expect([...kdop.min]).toEqual([0, 0, 0, -1]);
    expect([...kdop.max]).toEqual([1, 1, 2, 1]);
  });

  it('hill climbing on the hull over a tumbling motion gives the same as projecting every point', () => {
    const random = createRandom(51);
    const points = Float64Array.from({ length: 120 }, () => random.normal());
    const hull = convexHull3(points);
    for (const planes of [14, 18, 26] as const) {
      const extremes = createExtremes(planes);
      const moving = createKdop(planes);
      for (let step = 0; step < 100; step++) {
        // small steps, and an occasional jump
        const s = 0.05 * step + (step % 30 === 29 ? 2 : 0);
        const pose = createPose([s, -s, 2 * s], [Math.cos(s), Math.sin(s), Math.sin(2 * s), 0.3]);
        transformKdop(moving, hull, pose, extremes);
        const fresh = fitKdop(createKdop(planes), movePoints(new Float64Array(points.length), points, pose));
        moving.min.forEach((_, k) => {
          // sums of three products of numbers up to 10, in another order
          expect(Math.abs(moving.min[k] - fresh.min[k])).toBeLessThan(2e-14);
          expect(Math.abs(moving.max[k] - fresh.max[k])).toBeLessThan(2e-14);
        });
      }
    }
  });

  it('hill climbing works in 2-D, on lattices with many equal heights, and on segments and points', () => {
    const rotation = createPose([1, 2], 0);
    for (const list of [
      [0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 1, 2, 0, 2, 0, 1],
      [0, 0, 3, 1],
      [5, 6],
    ]) {
      const flat = Float64Array.from(list);
      const extremes = createExtremes(8);
      for (let step = 0; step < 20; step++) {
        rotationAboutZ(rotation.rotation, 0.4 * step);
        const moved = movePoints(liftPoints(flat), liftPoints(flat), rotation).filter((_, k) => k % 3 < 2);
        const fresh = fitKdop(createKdop(8), moved);
        const moving = transformKdop(createKdop(8), convexHull3(liftPoints(flat)), rotation, extremes);
        moving.min.forEach((_, k) => {
          expect(moving.min[k]).toBeCloseTo(fresh.min[k], 13);
          expect(moving.max[k]).toBeCloseTo(fresh.max[k], 13);
        });
      }
    }
  });

  it('property: sets with a common point overlap; more planes never report more overlaps', () => {
    const point = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -5, max: 5 })));
    const set = fc.array(point, { minLength: 1, maxLength: 6 });
    const check = fc.property(set, set, point, (a, b, common) => {
      const around = (planes: KdopPlanes, list: readonly number[][]) =>
        fitKdop(createKdop(planes), Float64Array.from(list.flat()));
      for (const planes of [14, 18, 26] as const) {
        expect(kdopsOverlap(around(planes, [...a, common]), around(planes, [...b, common]))).toBe(true);
      }
      const both = kdopsOverlap(around(14, a), around(14, b)) && kdopsOverlap(around(18, a), around(18, b));
      expect(kdopsOverlap(around(26, a), around(26, b))).toBe(both);
    });
    fc.assert(check, { seed: 52, numRuns: 500 });
  });

  it('detects a diagonal gap that no axis-aligned box detects', () => {
    const a = fitKdop(createKdop(8), Float64Array.of(0, 0, 2, 0, 0, 2));
    const b = fitKdop(createKdop(8), Float64Array.of(2, 2, 2, 0.5, 0.5, 2));
    expect(kdopsOverlap(a, b)).toBe(false);
  });
});

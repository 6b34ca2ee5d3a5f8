import { describe, expect, it } from 'vitest';
import { runQuery } from './run-query.ts';

const cube = (position: readonly number[]) => ({ shape: { kind: 'box', halfExtents: [1, 1, 1] }, position });
const BETWEEN = { world: 'solids', A: cube([0, 0, 0]), B: cube([0.5, 0, 2.01]) };

describe('manifold', () => {
  it('worked example: a cube above another, shifted by half a metre, touches it at the corners of the overlap', () => {
    const answer = runQuery({ op: 'manifold', ...BETWEEN, tolerance: 0.02 }) as {
      manifolds: { normal: number[]; points: { pointA: number[]; pointB: number[]; distance: number }[] }[];
    };
    expect(answer.manifolds.length).toBe(1);
    const [{ normal, points }] = answer.manifolds;
    expect(normal).toEqual([0, 0, 1]);
    const corners = points.map(({ pointA: [x, y] }) => [x, y]).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    expect(corners).toEqual([[-0.5, -1], [-0.5, 1], [1, -1], [1, 1]]); // biome-ignore format: one rectangle
    for (const { pointA, pointB, distance } of points) {
      expect([pointA[2], pointB[2]]).toEqual([1, expect.closeTo(1.01, 12)]);
      expect(distance).toBeCloseTo(0.01, 12);
    }
  });

  it('is empty beyond the tolerance, whose default is zero', () => {
    expect(runQuery({ op: 'manifold', ...BETWEEN })).toEqual({ manifolds: [] });
    expect(() => runQuery({ op: 'manifold', ...BETWEEN, tolerance: -1 })).toThrow('tolerance: expected at least 0');
  });
});

describe('body-bounds', () => {
  it('worked example: a capsule of 1 m between its centres, rotated onto y', () => {
    const A = {
      shape: { kind: 'capsule', radius: 0.5, halfHeight: 0.5 },
      position: [10, 0, 0],
      rotation: [1, 1, 0, 0],
    };
    const { aabb, box, radius } = runQuery({ op: 'body-bounds', world: 'solids', A }) as Record<string, never>;
    expect(aabb).toEqual({ min: near([9.5, -1, -0.5]), max: near([10.5, 1, 0.5]) });
    expect(box).toEqual({ min: [-0.5, -0.5, -1], max: [0.5, 0.5, 1] });
    expect(radius).toBe(1);
  });

  it('a half-space is unbounded', () => {
    const { aabb, radius } = runQuery({
      op: 'body-bounds',
      A: { shape: { kind: 'halfspace', normal: [0, 0, 1] } },
    }) as {
      aabb: { min: number[]; max: number[] };
      radius: number;
    };
    expect([aabb.min[2], aabb.max[2], radius]).toEqual([-Infinity, 0, Infinity]);
  });
});

function near(values: readonly number[]) {
  return values.map((value) => expect.closeTo(value, 12));
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convexHull2, hullArea } from '../shapes/hull/hull2.ts';
import { createAabb, fitAabb } from './aabb.ts';
import { createBoundingSphere, fitBoundingSphere } from './bounding-sphere.ts';
import { createKdop, fitKdop, type KdopPlanes } from './kdop.ts';
import { minAreaBox } from './min-area-box.ts';

interface Case {
  readonly id: string;
  readonly dim: 2 | 3;
  readonly points: readonly number[][];
  readonly minBall: { readonly center: readonly string[]; readonly radius: string };
  readonly aabb: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly kdop: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly hull?: readonly number[];
  readonly hullArea?: string;
  readonly minAreaBox?: { readonly area: string; readonly hullEdges: readonly number[] };
}

const file = new URL('../../reference/rigid-bodies/bounding-volumes.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };

/** The tolerance of the reference README: 1e-12 times the size of the quantity, at least 1. */
function expectNear(found: number, exact: number | string, size = Math.abs(Number(exact))): void {
  expect(Math.abs(found - Number(exact))).toBeLessThanOrEqual(1e-12 * Math.max(1, size));
}

describe('bounding volumes agree with the exact results [CP13-1]', () => {
  it('the file has its 40 cases', () => expect(cases.length).toBe(40));

  it.each(cases)('$id', ({ dim, points, ...exact }) => {
    const packed = Float64Array.from(points.flat());

    const { center, radius } = fitBoundingSphere(createBoundingSphere(), packed, dim);
    const largest = Math.max(...exact.minBall.center.map((x) => Math.abs(Number(x))));
    [center.x, center.y, center.z].slice(0, dim).forEach((x, k) => {
      expectNear(x, exact.minBall.center[k], largest);
    });
    expectNear(radius, exact.minBall.radius);

    const { min, max } = fitAabb(createAabb(), packed, dim);
    expect([min.x, min.y, min.z].slice(0, dim)).toEqual(exact.aabb.min);
    expect([max.x, max.y, max.z].slice(0, dim)).toEqual(exact.aabb.max);

    for (const [planes, slabs] of Object.entries(exact.kdop)) {
      const kdop = fitKdop(createKdop(Number(planes) as KdopPlanes), packed);
      expect(kdop.min.length).toBe(slabs.length);
      slabs.forEach(([low, high], k) => {
        expectNear(kdop.min[k], low);
        expectNear(kdop.max[k], high);
      });
    }

    if (!exact.hull) return;
    const hull = convexHull2(packed);
    expect([...hull.indices].map((i) => points[i])).toEqual(exact.hull.map((i) => points[i]));
    if (!exact.hullArea || !exact.minAreaBox) return;
    expectNear(hullArea(hull), exact.hullArea);
    const box = minAreaBox(hull);
    expectNear(box.area, exact.minAreaBox.area);
    expect(box.hullEdges).toEqual(exact.minAreaBox.hullEdges);
  });
});

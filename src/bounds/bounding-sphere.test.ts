import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import {
  type BoundingSphere,
  createBoundingSphere,
  fitBoundingSphere,
  fitRitterSphere,
  spheresOverlap,
} from './bounding-sphere.ts';

/** The smallest of all spheres through two, three or four of the points that contain all points, by brute force. */
function smallestByBruteForce(points: readonly (readonly number[])[]): number {
  let best = Infinity;
  const subsets: number[][] = [[]];
  points.forEach((_, i) => {
    subsets.push(...subsets.filter((subset) => subset.length < 4).map((subset) => [...subset, i]));
  });
  for (const subset of subsets.filter((each) => each.length >= 2)) {
    const center = circumcenter(subset.map((i) => points[i]));
    if (!center.every(Number.isFinite)) continue;
    const distances = points.map((p) => Math.hypot(p[0] - center[0], p[1] - center[1], p[2] - center[2]));
    // a sphere that contains all points is a bound, whatever its centre
    best = Math.min(best, Math.max(...distances));
  }
  return best;
}

/** Solves (p_i - p_0) · x = |p_i - p_0|²/2 for x in the span of these differences, by Cramer's rule. */
function circumcenter([p0, ...others]: readonly (readonly number[])[]): number[] {
  const d = others.map((p) => p.map((x, k) => x - p0[k]));
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const gram = d.map((a) => d.map((b) => dot(a, b)));
  const right = d.map((a) => dot(a, a) / 2);
  const whole = determinant(gram);
  const weights = d.map((_, k) => determinant(gram.map((row, i) => row.with(k, right[i]))) / whole);
  return p0.map((x, k) => x + weights.reduce((sum, w, i) => sum + w * d[i][k], 0));
}

function determinant(m: readonly (readonly number[])[]): number {
  if (m.length === 1) return m[0][0];
  return m[0].reduce((sum, x, k) => {
    const minor = m.slice(1).map((row) => row.toSpliced(k, 1));
    return sum + (k % 2 === 0 ? x : -x) * determinant(minor);
  }, 0);
}

function sphereAt(x: number, y: number, z: number, radius: number): BoundingSphere {
  return { center: createVec3(x, y, z), radius };
}

describe('bounding sphere [CP13-1.1]', () => {
  it('worked example: the sphere of a box has its centre and half its diagonal', () => {
    const box = Float64Array.from(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [2 * (i & 1), 3 * ((i >> 1) & 1), 6 * (i >> 2)]),
    );
    const ball = fitBoundingSphere(createBoundingSphere(), box);
    expect(ball.radius).toBeCloseTo(3.5, 14);
    expect([ball.center.x, ball.center.y, ball.center.z]).toEqual([1, 1.5, 3].map((x) => expect.closeTo(x, 14)));
  });

  it('property: as small as the best of all spheres through up to four points', () => {
    const coordinate = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.double({ min: -3, max: 3, noNaN: true }).map((x) => (Math.abs(x) < 1e-90 ? 0 : x)),
    );
    const point = fc.tuple(coordinate, coordinate, coordinate);
    const check = fc.property(fc.array(point, { minLength: 2, maxLength: 8 }), (points) => {
      const { radius } = fitBoundingSphere(createBoundingSphere(), Float64Array.from(points.flat()));
      const distinct = new Set(points.map(String)).size > 1;
      // 1e-12 in r² counts as inside during construction
      if (distinct) expect(radius).toBeLessThanOrEqual(smallestByBruteForce(points) * (1 + 1e-12) + 1e-300);
    });
    fc.assert(check, { seed: 11, numRuns: 300 });
  });

  it('Ritter is a few percent larger than the smallest sphere on scattered points, 20 % at worst', () => {
    const random = createRandom(12);
    let excess = 0;
    for (let round = 0; round < 200; round++) {
      const points = Float64Array.from({ length: 150 }, () => random.between(-1, 1));
      const ritter = fitRitterSphere(createBoundingSphere(), points).radius;
      const exact = fitBoundingSphere(createBoundingSphere(), points).radius;
      expect(ritter).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(ritter).toBeLessThanOrEqual(1.2 * exact);
      excess += ritter / exact - 1;
    }
    expect(excess / 200).toBeLessThan(0.08);
  });

  it('spheres overlap when the distance of their centres is at most the sum of their radii; touching counts', () => {
    expect(spheresOverlap(sphereAt(0, 0, 0, 2), sphereAt(3, 4, 0, 3))).toBe(true);
    expect(spheresOverlap(sphereAt(0, 0, 0, 2), sphereAt(3, 4, 0, 3 - 2 ** -50))).toBe(false);
    expect(spheresOverlap(sphereAt(1, 2, 3, 0), sphereAt(1, 2, 3, 0))).toBe(true);
  });

  it('no points, half a point and NaN are rejected on input', () => {
    for (const bad of [[], [1, 2], [1, 2, Number.NaN]]) {
      expect(() => fitBoundingSphere(createBoundingSphere(), Float64Array.from(bad))).toThrow(RangeError);
    }
  });
});

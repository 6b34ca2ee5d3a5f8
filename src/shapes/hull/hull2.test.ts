import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minAreaBox } from '../../bounds/min-area-box.ts';
import { orientation } from '../../math/orientation.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import {
  convexHull2,
  copyHull2,
  type Hull2,
  hull2ContainsPoint,
  hullArea,
  hullsOverlap2,
  transformHull2,
} from './hull2.ts';

const lattice = fc.integer({ min: -4, max: 4 });
/** Numbers whose products would leave the double range are replaced by zero. */
const inRange = (x: number) => (Math.abs(x) < 1e-90 ? 0 : x);
const real = fc.double({ min: -4, max: 4, noNaN: true }).map(inRange);
const points = fc
  .oneof(
    fc.array(fc.tuple(lattice, lattice), { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(real, real), { minLength: 1, maxLength: 12 }),
  )
  .map((list) => Float64Array.from(list.flat()));

/** Area of the rectangle on every edge, each measured over all vertices. */
function boxAreasByBruteForce({ vertices: v }: Hull2): number[] {
  const n = v.length / 2;
  return Array.from({ length: n }, (_, i) => {
    const j = (i + 1) % n;
    const length = Math.hypot(v[2 * j] - v[2 * i], v[2 * j + 1] - v[2 * i + 1]);
    const ex = (v[2 * j] - v[2 * i]) / length;
    const ey = (v[2 * j + 1] - v[2 * i + 1]) / length;
    const along = Array.from({ length: n }, (_x, k) => v[2 * k] * ex + v[2 * k + 1] * ey);
    const perpendicular = Array.from({ length: n }, (_x, k) => v[2 * k + 1] * ex - v[2 * k] * ey);
    return (Math.max(...along) - Math.min(...along)) * (Math.max(...perpendicular) - Math.min(...perpendicular));
  });
}

describe('convex hull in 2-D [CP13-1.5]', () => {
  it('worked example: a square with points inside, on its edges and twice at a corner', () => {
    const hull = convexHull2(Float64Array.of(1, 1, 0, 0, 2, 0, 2, 2, 0, 2, 1, 0, 2, 1, 0, 0));
    expect([...hull.indices]).toEqual([1, 2, 3, 4]);
    expect(hullArea(hull)).toBe(4);
    expect(minAreaBox(hull)).toEqual({ area: 4, hullEdges: [0, 1, 2, 3], direction: createVec3(1, 0, 0) });
  });

  it('property: convex at every vertex, starts lowest in x then y, and contains every input point', () => {
    const check = fc.property(points, (packed) => {
      const { vertices: v } = convexHull2(packed);
      const n = v.length / 2;
      for (let i = 0; i < n && n > 2; i++) {
        const [a, b, c] = [2 * i, 2 * ((i + 1) % n), 2 * ((i + 2) % n)];
        expect(orientation(v[a], v[a + 1], v[b], v[b + 1], v[c], v[c + 1])).toBeGreaterThan(0);
        expect(v[a] > v[0] || (v[a] === v[0] && v[a + 1] >= v[1])).toBe(true);
      }
      for (let i = 0; i < packed.length; i += 2) {
        const p = createVec3(packed[i], packed[i + 1]);
        expect(hull2ContainsPoint({ indices: new Int32Array(), vertices: v }, p)).toBe(true);
      }
    });
    fc.assert(check, { seed: 15, numRuns: 500 });
  });

  it('property: calipers give on every edge the same as measuring all vertices', () => {
    const check = fc.property(points, (packed) => {
      const hull = convexHull2(packed);
      if (hull.indices.length < 3) return;
      const areas = boxAreasByBruteForce(hull);
      const { area, hullEdges } = minAreaBox(hull);
      const min = Math.min(...areas);
      // a rectangle of sides up to 12 m, a few roundings of coordinates of 4 m each; ties are within 1e-13 of the area
      expect(Math.abs(area - min)).toBeLessThan(1e-13);
      for (const edge of hullEdges) expect(areas[edge]).toBeLessThan(min * (1 + 1e-13) + 1e-13);
    });
    fc.assert(check, { seed: 13, numRuns: 500 });
  });

  it('points outside are outside, also one ulp off an edge', () => {
    const hull = convexHull2(Float64Array.of(0, 0, 3, 0, 0, 3));
    expect(hull2ContainsPoint(hull, createVec3(1.5, 1.5))).toBe(true);
    expect(hull2ContainsPoint(hull, createVec3(1.5, 1.5 + 2 ** -52))).toBe(false);
    const segment = convexHull2(Float64Array.of(0, 0, 2, 2));
    expect([1, 2, 2.1].map((x) => hull2ContainsPoint(segment, createVec3(x, x)))).toEqual([true, true, false]);
  });

  it('property: hulls that share a point overlap; hulls on both sides of a line do not', () => {
    const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 });
    const check = fc.property(
      points,
      points,
      weights,
      fc.double({ min: 0, max: 6.3, noNaN: true }),
      (a, b, w, angle) => {
        const [p, q] = [mixture(a, w), mixture(b, w)];
        const hullA = convexHull2(a);
        const hullB = convexHull2(b);
        // B is moved so that a point of it coincides with one of A, then inwards by the rounding of the move
        const moved = transformHull2(copyHull2(hullB), hullB, createPose([p.x - q.x, p.y - q.y]));
        const widened = convexHull2(
          Float64Array.from([...moved.vertices].flatMap((x, k, v) => (k % 2 ? [] : corners(x, v[k + 1], 1e-14)))),
        );
        expect(hullsOverlap2(hullA, widened)).toBe(true);
        // the sets are within 6 m of the origin
        const away = transformHull2(
          copyHull2(hullB),
          hullB,
          createPose([11.5 * Math.cos(angle), 11.5 * Math.sin(angle)]),
        );
        expect(hullsOverlap2(hullA, away)).toBe(false);
      },
    );
    fc.assert(check, { seed: 14, numRuns: 500 });
  });

  it('points and segments: equal, collinear and apart, crossing, touching', () => {
    const hull = (...numbers: number[]) => convexHull2(Float64Array.from(numbers));
    expect(hullsOverlap2(hull(1, 1), hull(1, 1))).toBe(true);
    expect(hullsOverlap2(hull(1, 1), hull(1, 1.5))).toBe(false);
    expect(hullsOverlap2(hull(0, 0, 1, 1), hull(2, 2, 3, 3))).toBe(false);
    expect(hullsOverlap2(hull(0, 0, 2, 2), hull(0, 2, 2, 0))).toBe(true);
    expect(hullsOverlap2(hull(0, 0, 2, 2), hull(2, 2))).toBe(true);
    expect(hullsOverlap2(hull(0, 0, 3, 0, 0, 3), hull(2, 2))).toBe(false);
  });
});

function corners(x: number, y: number, margin: number): number[] {
  return [x - margin, y - margin, x + margin, y - margin, x - margin, y + margin, x + margin, y + margin];
}

/** A convex combination of the points. */
function mixture(packed: Float64Array, weights: readonly number[]): { x: number; y: number } {
  const sum = { x: 0, y: 0, weight: 0 };
  for (let i = 0; i < packed.length / 2; i++) {
    const w = weights[i] + 1e-3;
    sum.x += w * packed[2 * i];
    sum.y += w * packed[2 * i + 1];
    sum.weight += w;
  }
  return { x: sum.x / sum.weight, y: sum.y / sum.weight };
}

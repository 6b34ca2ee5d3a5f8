import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { convexHull3, type Hull3 } from './hull3.ts';
import { copyHull3, hull3ContainsPoint, hullsOverlap3, hullVolume, transformHull3 } from './hull3-queries.ts';
import { movePoints } from './points.ts';

const lattice = fc.integer({ min: -2, max: 2 });
/** Numbers whose products would leave the double range are replaced by zero. */
const inRange = (x: number) => (Math.abs(x) < 1e-90 ? 0 : x);
const real = fc.double({ min: -2, max: 2, noNaN: true }).map(inRange);
const points = fc
  .oneof(
    fc.array(fc.tuple(lattice, lattice, lattice), { minLength: 1, maxLength: 14 }),
    fc.array(fc.tuple(real, real, real), { minLength: 1, maxLength: 14 }),
    fc.array(fc.tuple(real, lattice, fc.constant(1)), { minLength: 1, maxLength: 14 }),
  )
  .map((list) => Float64Array.from(list.flat()));

const part = fc.double({ min: 0.1, max: 1, noNaN: true });
const quaternion = fc.tuple(part, part, part, part);

function edgeCount(hull: Hull3): number {
  return hull.edges.length / 4;
}

/** Invariants of a closed surface: Euler's formula, two faces at every edge, all vertices behind every face plane. */
function expectValidSurface(hull: Hull3, size: number): void {
  const { vertices: v, faces, normals, edges, neighbours, neighbourStarts } = hull;
  if (hull.dimension === 3) expect(hull.indices.length - edgeCount(hull) + faces.length).toBe(2);
  if (hull.dimension === 2) expect([faces.length, edgeCount(hull)]).toEqual([2, hull.indices.length]);
  expect(neighbours.length).toBe(2 * edgeCount(hull));
  for (let e = 0; e < edges.length; e += 4) {
    const [from, to, along, against] = edges.subarray(e, e + 4);
    expect(neighbours.subarray(neighbourStarts[from], neighbourStarts[from + 1])).toContain(to);
    if (hull.dimension < 2) continue;
    for (const [face, a, b] of [
      [along, from, to],
      [against, to, from],
    ]) {
      const loop = faces[face];
      expect(loop[(loop.indexOf(a) + 1) % loop.length]).toBe(b);
    }
  }
  faces.forEach((loop, face) => {
    const heights = Array.from({ length: v.length / 3 }, (_, i) =>
      [0, 1, 2].reduce((sum, k) => sum + normals[3 * face + k] * (v[3 * i + k] - v[3 * loop[0] + k]), 0),
    );
    // merged faces are flat up to the plane tolerance, 3 · 2^-52 (|x| + |y| + |z|)
    expect(Math.max(...heights)).toBeLessThan(1e-14 * size);
    for (const corner of loop) expect(heights[corner]).toBeGreaterThan(-1e-14 * size);
  });
}

const cube = Float64Array.from({ length: 24 }, (_, k) => (Math.floor(k / 3) >> (k % 3)) & 1);

describe('convex hull in 3-D [CP13-1.5]', () => {
  it('worked example: a cube has 8 vertices, 6 faces of four corners, 12 edges, and volume 1', () => {
    const hull = convexHull3(Float64Array.of(...cube, 0.5, 0.5, 0.5, 1, 0.5, 0.5, 1, 1, 0.5, 1, 1, 1));
    expect([hull.dimension, hull.indices.length, hull.faces.length, edgeCount(hull)]).toEqual([3, 8, 6, 12]);
    expect(hull.faces.map((loop) => loop.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(hullVolume(hull)).toBe(1);
  });

  it('property: a rotated and translated box, also with points on its faces and edges, is a box again', () => {
    const shift = fc.constantFrom(0, 1, 1000, 1e8);
    const check = fc.property(quaternion, shift, fc.integer({ min: 2, max: 4 }), (q, distance, n) => {
      const grid = Array.from({ length: n ** 3 }, (_, i) => [i % n, Math.floor(i / n) % n, Math.floor(i / n / n)]);
      const packed = Float64Array.from(grid.flat(), (x) => x / (n - 1));
      const hull = convexHull3(movePoints(packed, packed, createPose([distance, 0, -distance], q)));
      expect([hull.dimension, hull.indices.length, hull.faces.length, edgeCount(hull)]).toEqual([3, 8, 6, 12]);
      expect(hullVolume(hull)).toBeCloseTo(1, distance > 1000 ? 6 : 11);
      expectValidSurface(hull, 2 + 2 * distance);
    });
    fc.assert(check, { seed: 31, numRuns: 60 });
  });

  it('property: a closed convex surface that contains every input point, for any points', () => {
    const check = fc.property(points, (packed) => {
      const hull = convexHull3(packed);
      expectValidSurface(hull, 6);
      for (let i = 0; i < packed.length; i += 3) {
        expect(hull3ContainsPoint(hull, createVec3(packed[i], packed[i + 1], packed[i + 2]))).toBe(true);
      }
    });
    fc.assert(check, { seed: 32, numRuns: 500 });
  });

  it('property: the volume agrees with counting random points inside', () => {
    const random = createRandom(33);
    const packed = Float64Array.from({ length: 60 }, () => random.between(0, 1));
    const hull = convexHull3(packed);
    const trials = 20000;
    let inside = 0;
    for (let i = 0; i < trials; i++) {
      if (hull3ContainsPoint(hull, createVec3(random.next(), random.next(), random.next()))) inside++;
    }
    const volume = hullVolume(hull);
    // four standard deviations of the count
    expect(Math.abs(inside / trials - volume)).toBeLessThan(4 * Math.sqrt((volume * (1 - volume)) / trials));
  });

  it('degenerate: a point, a segment and a flat set give hulls of dimension 0, 1 and 2', () => {
    const point = convexHull3(Float64Array.of(1, 2, 3, 1, 2, 3));
    expect([point.dimension, point.indices.length, point.faces.length, edgeCount(point)]).toEqual([0, 1, 0, 0]);
    const segment = convexHull3(Float64Array.of(1, 1, 1, 0, 0, 0, 3, 3, 3, 2, 2, 2));
    expect([segment.dimension, [...segment.indices], [...segment.edges]]).toEqual([1, [1, 2], [0, 1, -1, -1]]);
    const square = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0);
    const flat = convexHull3(movePoints(square, square, createPose([3, 2, 1], [0.3, 0.5, 0.1, 0.9])));
    expect([flat.dimension, [...flat.indices], flat.faces.length]).toEqual([2, [0, 1, 2, 3], 2]);
    for (let k = 0; k < 3; k++) expect(flat.normals[k]).toBeCloseTo(-flat.normals[3 + k], 15);
  });

  it('a thousand points on a sphere are all vertices', () => {
    const random = createRandom(34);
    const packed = Float64Array.from({ length: 3000 }, () => random.normal());
    for (let i = 0; i < 3000; i += 3) {
      const length = Math.hypot(packed[i], packed[i + 1], packed[i + 2]);
      for (let k = 0; k < 3; k++) packed[i + k] /= length;
    }
    const hull = convexHull3(packed);
    expect(hull.indices.length).toBe(1000);
    expectValidSurface(hull, 6);
    expect(hullVolume(hull)).toBeGreaterThan(0.98 * ((4 / 3) * Math.PI));
  });
});

describe('overlap of hulls in 3-D', () => {
  it('property: hulls of any dimension with a common point overlap; separated hulls do not', () => {
    const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 });
    const check = fc.property(points, points, weights, quaternion, (a, b, w, q) => {
      const [p, r] = [mixture(a, w), mixture(b, w)];
      const hullA = convexHull3(a);
      const hullB = convexHull3(b);
      const onto = createPose([p[0] - r[0], p[1] - r[1], p[2] - r[2]]);
      // enlarged about the common point by more than the rounding of the move, so that the point is certainly common
      const shared = transformHull3(copyHull3(hullB), hullB, onto);
      const grown = convexHull3(
        Float64Array.from(
          [...cube].flatMap((_, c) => (c < 8 ? [...shared.vertices].map((x, k) => x + sign(c, k % 3)) : [])),
        ),
      );
      expect(hullsOverlap3(hullA, grown)).toBe(true);
      // the sets are within √12 m of the origin each
      const [, x, y, z] = q;
      const k = 7 / Math.hypot(x, y, z);
      const away = transformHull3(copyHull3(hullB), hullB, createPose([k * x, k * y, k * z]));
      expect(hullsOverlap3(hullA, away)).toBe(false);
    });
    fc.assert(check, { seed: 35, numRuns: 200 });
  });

  it('flat, collinear and single: in one plane, on one line and at one point', () => {
    const hull = (...numbers: number[]) => convexHull3(Float64Array.from(numbers));
    const triangle = hull(0, 0, 0, 2, 0, 0, 0, 2, 0);
    expect(hullsOverlap3(triangle, hull(1.5, 1.5, 0, 3, 3, 0, 3, 2, 0))).toBe(false);
    expect(hullsOverlap3(triangle, hull(0.5, 0.5, 0, 3, 3, 0, 3, 2, 0))).toBe(true);
    expect(hullsOverlap3(triangle, hull(1.1, 1.1, -1, 1.1, 1.1, 1))).toBe(false);
    expect(hullsOverlap3(triangle, hull(0.5, 0.5, -1, 0.5, 0.5, 1))).toBe(true);
    expect(hullsOverlap3(triangle, hull(1, 1, 0))).toBe(true);
    expect(hullsOverlap3(triangle, hull(1.1, 1, 0))).toBe(false);
    expect(hullsOverlap3(hull(0, 0, 0, 1, 2, 3), hull(2, 4, 6, 3, 6, 9))).toBe(false);
    expect(hullsOverlap3(hull(0, 0, 0, 1, 1, 0), hull(0, 1, 0, 1, 0.1, 0))).toBe(true);
    expect(hullsOverlap3(hull(0, 0, 0, 1, 1, 0), hull(0, 1, 0, 0.4, 0.6, 0))).toBe(false);
    expect(hullsOverlap3(hull(1, 2, 3), hull(1, 2, 3))).toBe(true);
    expect(hullsOverlap3(hull(1, 2, 3), hull(1, 2, 3.5))).toBe(false);
  });
});

/** ±1e-14 by bit k of c. */
function sign(c: number, k: number): number {
  return (c >> k) & 1 ? 1e-14 : -1e-14;
}

/** A convex combination of the points. */
function mixture(packed: Float64Array, weights: readonly number[]): number[] {
  const count = packed.length / 3;
  const used = weights.slice(0, count).map((w) => w + 1e-3);
  const total = used.reduce((sum, w) => sum + w, 0);
  return [0, 1, 2].map((k) => used.reduce((sum, w, i) => sum + w * packed[3 * i + k], 0) / total);
}

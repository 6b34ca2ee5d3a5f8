import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { closestLineLine, createLineLine } from './line-line.ts';
import { closestPointSegment, createPointSegment } from './point-segment.ts';
import {
  closestPlanarSegments,
  closestSegmentSegment,
  createSegmentSegment,
  pointAlong,
  type SegmentSegment,
  segmentSolutions,
} from './segment-segment.ts';

interface Case {
  id: string;
  kind: string;
  [name: string]: unknown;
}

function readCases<T>(name: string): (Case & T)[] {
  const url = new URL(`../../../reference/rigid-bodies/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')).cases;
}

const vec = ([x, y, z = 0]: readonly number[]): ReadonlyVec3 => createVec3(x, y, z);
const between = (a: ReadonlyVec3, b: ReadonlyVec3) => lengthVec3(subVec3(createVec3(), a, b));
const exact = (numbers: readonly string[]) => vec(numbers.map(Number));

/** Largest coordinate difference of a query. */
function sizeOf(points: readonly ReadonlyVec3[]): number {
  const spans = (['x', 'y', 'z'] as const).map((axis) => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.max(...spans);
}

describe('closestPointSegment [CP13-2.1]', () => {
  it('gives the exact values of the reference file', () => {
    const cases = readCases<{ P: number[]; A: number[]; B: number[]; t: string; Q: string[]; dist: string }>(
      'point-segment',
    );
    expect(cases).toHaveLength(40);
    for (const { id, P, A, B, t, Q, dist } of cases) {
      const found = closestPointSegment(createPointSegment(), vec(P), vec(A), vec(B));
      const limit = 1e-15 * sizeOf([vec(P), vec(A), vec(B)]); // README
      expect(Math.abs(found.distance - Number(dist)), id).toBeLessThanOrEqual(limit);
      expect(between(found.point, exact(Q)), id).toBeLessThanOrEqual(limit);
      expect(Math.abs(found.t - Number(t)), id).toBeLessThan(1e-14);
    }
  });

  it('has full accuracy at any size', () => {
    for (const k of [2 ** -500, 2 ** -30, 1, 2 ** 30, 2 ** 500]) {
      const scaled = (x: number, y: number) => createVec3(k * x, k * y);
      const found = closestPointSegment(createPointSegment(), scaled(1, 1), scaled(0, 0), scaled(3, 0));
      expect(found).toMatchObject({ distance: k, t: 1 / 3 });
    }
  });
});

interface PairCase {
  A1: number[];
  B1: number[];
  A2: number[];
  B2: number[];
  dist: string;
  touching: boolean;
  unique: boolean;
  solutions: { s: string; t: string; Q1: string[]; Q2: string[] }[];
}

describe('closestSegmentSegment [CP13-2.3]', () => {
  for (const [name, dimension] of [
    ['segment-segment-2d', 2],
    ['segment-segment-3d', 3],
  ] as const) {
    it(`gives the exact values of ${name}`, () => {
      const cases = readCases<PairCase>(name);
      expect(cases).toHaveLength(120);
      for (const { id, A1, B1, A2, B2, dist, touching, unique, solutions } of cases) {
        const ends = [A1, B1, A2, B2].map(vec) as [ReadonlyVec3, ReadonlyVec3, ReadonlyVec3, ReadonlyVec3];
        const query = dimension === 2 ? closestPlanarSegments : closestSegmentSegment;
        const found = query(createSegmentSegment(), ...ends);
        const size = sizeOf(ends);
        expect(Math.abs(found.distance - Number(dist)), id).toBeLessThanOrEqual(4e-15 * size); // README
        if (dimension === 2) expect(found.distance === 0, id).toBe(touching);
        else expect(found.distance <= 4e-15 * size, id).toBe(touching);
        expect(found.unique, id).toBe(unique);
        const list = segmentSolutions(found, ...ends);
        expect(list, id).toHaveLength(solutions.length);
        solutions.forEach(({ Q1, Q2 }, i) => {
          expect(between(list[i].pointA, exact(Q1)), id).toBeLessThanOrEqual(1e-12 * size);
          expect(between(list[i].pointB, exact(Q2)), id).toBeLessThanOrEqual(1e-12 * size);
        });
      }
    });
  }

  const planar = (...numbers: number[]) =>
    closestPlanarSegments(
      createSegmentSegment(),
      vec(numbers.slice(0, 2)),
      vec(numbers.slice(2, 4)),
      vec(numbers.slice(4, 6)),
      vec(numbers.slice(6, 8)),
    );

  /** The method of the slides: t clamped, s never; `factorA` adds the missing factor of the printed t (E2, E3). */
  function slides(numbers: number[], factorA: boolean): number {
    const [ax, ay, bx, by, cx, cy, dx, dy] = numbers;
    const [d1x, d1y, d2x, d2y, rx, ry] = [bx - ax, by - ay, dx - cx, dy - cy, ax - cx, ay - cy];
    const [a, e, b] = [d1x * d1x + d1y * d1y, d2x * d2x + d2y * d2y, d1x * d2x + d1y * d2y];
    const [c, f] = [d1x * rx + d1y * ry, d2x * rx + d2y * ry];
    const free = ((factorA ? a : 1) * f - b * c) / (a * e - b * b);
    const t = Math.min(Math.max(free, 0), 1);
    const s = t === free ? (b * f - c * e) / (a * e - b * b) : (b * t - c) / a;
    return Math.hypot(rx + s * d1x - t * d2x, ry + s * d1y - t * d2y);
  }

  it('is correct where the printed method is wrong', () => {
    const falseCollision = [0, 0, 2, 0, 3, -1, 3, 1];
    expect(slides(falseCollision, true)).toBe(0);
    expect(planar(...falseCollision)).toMatchObject({ distance: 1, s: 1, t: 0.5 });
    const tooNear = [0, 0, 1, 0, 3, 1, 5, 2];
    expect(slides(tooNear, true)).toBe(1);
    expect(planar(...tooNear).distance).toBe(Math.sqrt(5));
    const missingFactor = [0, 0, 4, 0, 1, 1, 2, 3];
    expect(slides(missingFactor, false)).toBeCloseTo(1.572, 3);
    expect(planar(...missingFactor).distance).toBe(1);
  });

  it('degenerate pairs: points, collinear, end to end, antiparallel', () => {
    expect(planar(0, 0, 0, 0, 3, 4, 3, 4)).toMatchObject({ distance: 5, unique: true });
    expect(planar(0, 0, 0, 0, -1, 2, 5, 2)).toMatchObject({ distance: 2, unique: true });
    expect(planar(0, 0, 1, 0, 3, 0, 4, 0)).toMatchObject({ distance: 2, s: 1, t: 0, unique: true });
    expect(planar(0, 0, 1, 0, 1, 0, 2, 0)).toMatchObject({ distance: 0, s: 1, t: 0, unique: true });
    expect(planar(0, 0, 4, 0, 3, 0, 9, 0)).toMatchObject({
      distance: 0,
      unique: false,
      firstS: 0.75,
      lastS: 1,
      s: 0.875,
    });
    expect(planar(0, 0, 4, 0, 6, 1, 2, 1)).toMatchObject({
      distance: 1,
      unique: false,
      firstT: 1,
      lastT: 0.5,
      t: 0.75,
    });
    // one ulp off parallel is unique
    expect(planar(0, 0, 4, 0, 0, 1, 4, 1 + 2 ** -52)).toMatchObject({ distance: 1, unique: true, s: 0, t: 0 });
  });

  it('one ulp decides whether segments intersect', () => {
    expect(planar(0, 0, 1, 1, 0.5, 0.5, 1, 0).distance).toBe(0);
    expect(planar(0, 0, 1, 1, 0.5, 0.5 - 2 ** -54, 1, 0).distance).toBeGreaterThan(0);
  });

  it('segments that cross at an angle of rounding error still intersect', () => {
    // in floating point, the free minimum and the ends both have errors of up to 1e-8 of the length
    const random = createRandom(15);
    for (let trial = 0; trial < 2000; trial++) {
      const angle = random.between(0, 7);
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      const k = 2 ** -(10 + random.below(35));
      const [fractionA, fractionB] = [random.between(0.01, 1), random.between(0.01, 1)];
      // the ends of B on opposite sides of A by a multiple of k, far above the rounding error of 2^-53
      const found = planar(
        0,
        0,
        x,
        y,
        0.2 * x + fractionA * k * y,
        0.2 * y - fractionA * k * x,
        0.8 * x - fractionB * k * y,
        0.8 * y + fractionB * k * x,
      );
      expect(found.distance).toBe(0);
    }
  });

  it('property: no sampled pair of points is closer, for any size and position', () => {
    const random = createRandom(23);
    for (let trial = 0; trial < 400; trial++) {
      const scale = [1, 1e-9, 1e9, 1e-150, 1e150][trial % 5];
      const shift = trial % 2 === 0 ? 0 : 1e6 * scale;
      const point = () => createVec3(...[0, 1, 2].map(() => shift + scale * random.between(-1, 1)));
      const ends = [point(), point(), point(), point()] as const;
      const found = closestSegmentSegment(createSegmentSegment(), ...ends);
      let sampled = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 20; i++) {
        for (let j = 0; j <= 20; j++) {
          const p = pointAlong(createVec3(), ends[0], ends[1], i / 20);
          const q = pointAlong(createVec3(), ends[2], ends[3], j / 20);
          sampled = Math.min(sampled, between(p, q));
        }
      }
      // the sampled points themselves have rounding errors
      expect(sampled).toBeGreaterThanOrEqual(found.distance - 4e-16 * (shift + 4 * scale));
    }
  });

  it('property: translating, rotating, scaling and swapping the segments only changes the frame', () => {
    const random = createRandom(24);
    for (let trial = 0; trial < 300; trial++) {
      const ends = Array.from({ length: 4 }, () =>
        createVec3(random.between(-1, 1), random.between(-1, 1), random.next()),
      );
      const query = (list: ReadonlyVec3[]): SegmentSegment =>
        closestSegmentSegment(createSegmentSegment(), list[0], list[1], list[2], list[3]);
      const { distance } = query(ends);
      const angle = random.between(0, 6);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const rotated = ends.map(({ x, y, z }) => createVec3(c * x - s * y + 5, s * x + c * y - 7, z + 3));
      const scaled = ends.map(({ x, y, z }) => createVec3(1e9 * x, 1e9 * y, 1e9 * z));
      // 1e-12 of the size; the rotated points are rounded at coordinates near 10
      expect(Math.abs(query(rotated).distance - distance)).toBeLessThan(1e-12);
      expect(Math.abs(query(scaled).distance / 1e9 - distance)).toBeLessThan(1e-12);
      expect(Math.abs(query([ends[2], ends[3], ends[0], ends[1]]).distance - distance)).toBeLessThan(1e-15);
    }
  });
});

describe('closestLineLine [CP13-2.2]', () => {
  it('finds the feet of the common perpendicular', () => {
    const found = closestLineLine(createLineLine(), vec([0, 0, 0]), vec([2, 0, 0]), vec([3, 4, 5]), vec([3, 6, 5]));
    expect(found).toEqual({
      distance: 5,
      s: 1.5,
      t: -2,
      pointA: vec([3, 0, 0]),
      pointB: vec([3, 0, 5]),
      unique: true,
    });
  });

  it('parallel lines have one distance and no unique pair', () => {
    const found = closestLineLine(createLineLine(), vec([0, 0]), vec([1, 0]), vec([9, 3]), vec([5, 3]));
    expect(found).toMatchObject({ distance: 3, s: 0, t: 2.25, unique: false });
  });

  it('property: the connection of the feet is perpendicular to both lines', () => {
    const random = createRandom(5);
    const point = () => createVec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    for (let trial = 0; trial < 200; trial++) {
      const [a, b, c, d] = [point(), point(), point(), point()];
      const found = closestLineLine(createLineLine(), a, b, c, d);
      const p = pointAlong(createVec3(), a, b, found.s);
      const q = pointAlong(createVec3(), c, d, found.t);
      // nearly parallel lines intersect far away: rounding error grows with the parameters
      const slack = 1e-13 * (1 + Math.abs(found.s) + Math.abs(found.t)) ** 2;
      expect(Math.abs(between(p, q) - found.distance)).toBeLessThan(slack);
    }
  });
});

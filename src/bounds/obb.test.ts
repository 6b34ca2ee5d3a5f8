import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transformTransposedVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, subVec3 } from '../math/vec3.ts';
import { convexHull3 } from '../shapes/hull/hull3.ts';
import { hullsOverlap3, hullVolume } from '../shapes/hull/hull3-queries.ts';
import { movePoints } from '../shapes/hull/points.ts';
import { boxVolumeAlong } from './box-rotation.ts';
import { EXACT_OBB_EDGE_LIMIT, fitObb2, fitObb3 } from './fit-obb.ts';
import { createObb, type Obb, obbContainsPoint, obbsOverlap2, obbsOverlap3, obbVolume, transformObb } from './obb.ts';

const part = fc.double({ min: 0.1, max: 1, noNaN: true });
const quaternion = fc.tuple(part, part, part, part);
const length = fc.double({ min: 0.1, max: 3, noNaN: true });
const coordinate = fc.double({ min: -3, max: 3, noNaN: true });

/** Numbers whose products would leave the double range are replaced by zero. */
const inRange = (x: number) => (Math.abs(x) < 1e-90 ? 0 : x);

/** The eight corners, xyz xyz ... */
function corners(box: Obb): Float64Array {
  const { x, y, z } = box.halfExtents;
  const local = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]),
  );
  return movePoints(local, local, { position: box.center, rotation: box.rotation });
}

function boxAt(q: readonly number[], center: readonly number[], half: readonly number[]): Obb {
  const { position, rotation } = createPose(center, q);
  return { center: position, rotation, halfExtents: createVec3(half[0], half[1], half[2]) };
}

function sortedSizes({ halfExtents: { x, y, z } }: Obb): number[] {
  return [x, y, z].sort((a, b) => a - b);
}

/** Random rotations, accepted when the box gets smaller: finds one local minimum per start. */
function smallestByRotation(points: Float64Array, starts: number, seed: number): number {
  const random = createRandom(seed);
  const randomQuaternion = () => [random.normal(), random.normal(), random.normal(), random.normal()];
  let best = Infinity;
  for (let start = 0; start < starts; start++) {
    let q = randomQuaternion();
    let volume = boxVolumeAlong(points, createPose([0, 0, 0], q).rotation);
    for (let step = 0.5, failures = 0; step > 1e-4; ) {
      const size = Math.hypot(...q);
      const tried = randomQuaternion().map((d, k) => q[k] / size + step * d);
      const triedVolume = boxVolumeAlong(points, createPose([0, 0, 0], tried).rotation);
      failures = triedVolume < volume ? 0 : failures + 1;
      if (triedVolume < volume) [q, volume] = [tried, triedVolume];
      if (failures > 12) [step, failures] = [step / 2, 0];
    }
    best = Math.min(best, volume);
  }
  return best;
}

describe('oriented boxes [CP13-1.3]', () => {
  it('property: the corners of any rotated box give the box itself; principal axes too unless sides are equal', () => {
    const check = fc.property(
      quaternion,
      fc.tuple(coordinate, coordinate, coordinate),
      fc.tuple(length, length, length),
      (q, c, half) => {
        const box = boxAt(q, c, half);
        const sizes = sortedSizes(box);
        for (const tier of ['faces', 'exact'] as const) {
          const found = sortedSizes(fitObb3(createObb(), corners(box), tier));
          // rounding of coordinates of up to 6 m
          found.forEach((size, k) => {
            expect(Math.abs(size - sizes[k])).toBeLessThan(1e-13);
          });
        }
        const different = sizes[1] - sizes[0] > 0.1 && sizes[2] - sizes[1] > 0.1;
        if (!different) return;
        const principal = sortedSizes(fitObb3(createObb(), corners(box), 'pca'));
        principal.forEach((size, k) => {
          expect(Math.abs(size - sizes[k])).toBeLessThan(1e-12); // axes of nearly equal sides are ill-conditioned
        });
      },
    );
    fc.assert(check, { seed: 41, numRuns: 100 });
  });

  it('the regular tetrahedron of edge 1 has the smallest box 1/(2√2) at any rotation', () => {
    const upright = Float64Array.of(1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1).map((x) => x / Math.sqrt(8));
    const random = createRandom(42);
    for (let round = 0; round < 20; round++) {
      const q = [random.normal(), random.normal(), random.normal(), random.normal()];
      const rotated = movePoints(new Float64Array(12), upright, createPose([1, 2, 3], q));
      expect(obbVolume(fitObb3(createObb(), rotated, 'exact'))).toBeCloseTo(1 / (2 * Math.SQRT2), 13);
      // the smallest box on a face is twice that
      expect(obbVolume(fitObb3(createObb(), rotated, 'faces'))).toBeCloseTo(1 / Math.SQRT2, 13);
    }
  });

  it('exact is never larger than the result of a random search over all rotations, or than the other tiers', () => {
    const random = createRandom(43);
    for (let round = 0; round < 12; round++) {
      const points = Float64Array.from({ length: 3 * (4 + round) }, () => random.normal());
      const [pca, faces, exact] = (['pca', 'faces', 'exact'] as const).map((tier) =>
        obbVolume(fitObb3(createObb(), points, tier)),
      );
      expect(exact).toBeLessThanOrEqual(faces * (1 + 1e-13));
      expect(exact).toBeLessThanOrEqual(pca * (1 + 1e-13));
      expect(exact).toBeLessThanOrEqual(smallestByRotation(convexHull3(points).vertices, 12, round) * (1 + 1e-13));
      expect(exact).toBeGreaterThan(hullVolume(convexHull3(points)));
    }
  });

  it('interior and clustered points do not rotate the principal box', () => {
    const box = corners(boxAt([0.9, 0.1, 0.3, 0.2], [0, 0, 0], [3, 2, 1]));
    const crowd = Float64Array.of(
      ...box,
      ...Array.from({ length: 300 }, (_, k) => box[k % 3] * (0.999 - 1e-4 * (k / 3))),
    );
    expect(obbVolume(fitObb3(createObb(), crowd, 'pca'))).toBeCloseTo(48, 10);
  });

  it('flat, collinear and single points give boxes of zero height, width or size', () => {
    const square = Float64Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0);
    const rotated = movePoints(square, square, createPose([1, 1, 1], [0.5, 0.1, 0.7, 0.3]));
    for (const tier of ['pca', 'faces', 'exact'] as const) {
      const flat = sortedSizes(fitObb3(createObb(), rotated, tier));
      expect(flat[0]).toBeLessThan(1e-15);
      if (tier !== 'pca') expect([flat[1], flat[2]]).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
      const straight = sortedSizes(fitObb3(createObb(), Float64Array.of(1, 1, 1, 3, 4, 7), tier));
      expect(straight).toEqual([expect.closeTo(0, 14), expect.closeTo(0, 14), expect.closeTo(3.5, 14)]);
      expect(obbVolume(fitObb3(createObb(), Float64Array.of(1, 2, 3), tier))).toBe(0);
    }
  });

  it('the exact search is rejected for hulls with too many edges', () => {
    const random = createRandom(44);
    const many = Float64Array.from({ length: 120 }, () => random.normal()).map((x, k, all) => {
      const i = 3 * Math.floor(k / 3);
      return x / Math.hypot(all[i], all[i + 1], all[i + 2]);
    });
    expect(() => fitObb3(createObb(), many, 'exact')).toThrow(`up to ${EXACT_OBB_EDGE_LIMIT} hull edges`);
  });

  it('worked example in 2-D: a rotated 4 by 2 rectangle', () => {
    const { rotation } = createPose([0, 0], 0.4);
    const points = Float64Array.from([-2, -1, 2, -1, 2, 1, -2, 1], (_, k) => k);
    [-2, -1, 2, -1, 2, 1, -2, 1].forEach((_, k, xy) => {
      const [x, y] = [xy[k - (k % 2)], xy[k - (k % 2) + 1]];
      points[k] = 5 + (k % 2 === 0 ? rotation.xx * x + rotation.xy * y : rotation.yx * x + rotation.yy * y);
    });
    const box = fitObb2(createObb(), points);
    expect([box.center.x, box.center.y, box.center.z]).toEqual([expect.closeTo(5, 14), expect.closeTo(5, 14), 0]);
    expect(sortedSizes(box)).toEqual([0, expect.closeTo(1, 14), expect.closeTo(2, 14)]);
  });
});

describe('overlap of oriented boxes', () => {
  it('property: in 3-D, the fifteen axes agree with the hulls of the corners', () => {
    const box = fc.tuple(quaternion, fc.tuple(coordinate, coordinate, coordinate), fc.tuple(length, length, length));
    let overlaps = 0;
    const check = fc.property(box, box, ([qa, ca, ha], [qb, cb, hb]) => {
      const a = boxAt(qa, ca, ha);
      const b = boxAt(qb, cb, hb);
      const byHulls = hullsOverlap3(convexHull3(corners(a)), convexHull3(corners(b)));
      expect(obbsOverlap3(a, b)).toBe(byHulls);
      expect(obbsOverlap3(b, a)).toBe(byHulls);
      if (byHulls) overlaps++;
    });
    fc.assert(check, { seed: 45, numRuns: 400 });
    expect(overlaps).toBeGreaterThan(40); // both answers occur
    expect(overlaps).toBeLessThan(360);
  });

  it('property: no false negative - boxes with a common point overlap, parallel, nearly parallel and flat ones too', () => {
    const inside = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true }).map(inRange)));
    const twist = fc.constantFrom(0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 1e-3, 0.5);
    const side = fc.oneof(length, fc.constantFrom(0, 1e-9, 1e9));
    const sides = fc.tuple(side, side, side);
    const check = fc.property(quaternion, twist, sides, sides, inside, inside, (q, t, ha, hb, ua, ub) => {
      const a = boxAt(q, [0, 0, 0], ha);
      const b = boxAt([q[0] + t, q[1], q[2] - t, q[3]], [0, 0, 0], hb);
      // move the point with local coordinates ub in B to the one with ua in A
      const pointAt = (box: Obb, u: readonly number[]) => {
        const { x, y, z } = box.halfExtents;
        return movePoints(new Float64Array(3), Float64Array.of(u[0] * x, u[1] * y, u[2] * z), {
          position: createVec3(),
          rotation: box.rotation,
        });
      };
      const [pa, pb] = [pointAt(a, ua), pointAt(b, ub)];
      const moved = transformObb(createObb(), b, createPose([pa[0] - pb[0], pa[1] - pb[1], pa[2] - pb[2]]));
      expect(obbsOverlap3(a, moved)).toBe(true);
    });
    fc.assert(check, { seed: 46, numRuns: 1000 });
  });

  it('boxes that touch overlap, boxes one part in 1e9 apart do not', () => {
    const unit = boxAt([1, 0, 0, 0], [0, 0, 0], [1, 1, 1]);
    const onEdge = boxAt([Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)], [1 + Math.SQRT2, 0, 0], [1, 1, 1]);
    expect(obbsOverlap3(unit, onEdge)).toBe(true);
    expect(obbsOverlap2(unit, onEdge)).toBe(true);
    onEdge.center.x += 1e-9;
    expect(obbsOverlap3(unit, onEdge)).toBe(false);
    expect(obbsOverlap2(unit, onEdge)).toBe(false);
  });

  it('property: in 2-D, four axes agree with fifteen for the same boxes of zero height', () => {
    const angle = fc.double({ min: 0, max: 7, noNaN: true });
    const box = fc.tuple(angle, fc.tuple(coordinate, coordinate), fc.tuple(length, length));
    let overlaps = 0;
    const check = fc.property(box, box, ([ta, ca, ha], [tb, cb, hb]) => {
      const a: Obb = {
        center: createVec3(...ca),
        rotation: createPose([0, 0], ta).rotation,
        halfExtents: createVec3(...ha),
      };
      const b: Obb = {
        center: createVec3(...cb),
        rotation: createPose([0, 0], tb).rotation,
        halfExtents: createVec3(...hb),
      };
      expect(obbsOverlap2(a, b)).toBe(obbsOverlap3(a, b));
      if (obbsOverlap2(a, b)) overlaps++;
    });
    fc.assert(check, { seed: 47, numRuns: 500 });
    expect(overlaps).toBeGreaterThan(50);
    expect(overlaps).toBeLessThan(450);
  });

  it('a point is in a box when its local coordinates are within the half extents', () => {
    const box = boxAt([0.8, 0.2, 0.4, 0.1], [1, 2, 3], [1, 2, 3]);
    const random = createRandom(48);
    let inside = 0;
    for (let i = 0; i < 1000; i++) {
      const p = createVec3(random.between(-3, 5), random.between(-2, 6), random.between(-1, 7));
      const { x, y, z } = transformTransposedVec3(createVec3(), box.rotation, subVec3(createVec3(), p, box.center));
      expect(obbContainsPoint(box, p)).toBe(Math.max(Math.abs(x), Math.abs(y) / 2, Math.abs(z) / 3) <= 1);
      if (obbContainsPoint(box, p)) inside++;
    }
    expect(inside).toBeGreaterThan(30);
  });
});

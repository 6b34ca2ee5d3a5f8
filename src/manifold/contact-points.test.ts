import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid } from '../../test/solids.ts';
import type { Solid } from '../distance/convex/core.ts';
import { createPose, type Pose, type ReadonlyPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { closest } from '../pairs/query.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createPoint } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { type ContactPoints, createContactPoints, createPairCache, solidContactPoints } from './contact-points.ts';
import { pairFeature } from './point-list.ts';

function touch(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose, margin: number): ContactPoints {
  const out = createContactPoints();
  const count = solidContactPoints(out, shapeA, poseA, shapeB, poseB, margin, createPairCache());
  expect(count).toBe(out.count);
  return out;
}

const vectorAt = (packed: Float64Array, k: number) => [...packed.subarray(3 * k, 3 * k + 3)];
const numbersOf = (points: ContactPoints) => [...points.features.subarray(0, points.count)].sort((p, q) => p - q);

/** Distance of a point from the surface of a body, unsigned. */
function offSurface(shape: Shape, pose: ReadonlyPose, position: readonly number[]): number {
  return Math.abs(closest(createPoint(), createPose(position), shape, pose).distance);
}

/** Checks every pair of points; coordinates are of about the size `size` [m]. */
function checkContract(
  points: ContactPoints,
  [shapeA, poseA]: readonly [Shape, ReadonlyPose],
  [shapeB, poseB]: readonly [Shape, ReadonlyPose],
  size: number,
): void {
  for (let k = 0; k < points.count; k++) {
    const [a, b, n] = [points.pointsA, points.pointsB, points.normals].map((packed) => vectorAt(packed, k));
    expect(Math.abs(Math.hypot(...n) - 1)).toBeLessThan(4e-15);
    // rounding error of coordinates of this size
    for (let i = 0; i < 3; i++) expect(Math.abs(b[i] - a[i] - points.distances[k] * n[i])).toBeLessThan(4e-15 * size);
    // on both surfaces; the closest points of round bodies are accurate to the square of the error of their normals, 1e-7
    expect(offSurface(shapeA, poseA, a)).toBeLessThan(1e-8 * size);
    expect(offSurface(shapeB, poseB, b)).toBeLessThan(1e-8 * size);
    // of equally deep ones the outermost is first
    expect(points.distances[k]).toBeGreaterThanOrEqual(points.distances[0] - 2e-10 * size);
  }
  expect(new Set(numbersOf(points)).size).toBe(points.count);
}

const KINDS = ['box', 'hull', 'cylinder', 'cone', 'capsule', 'sphere', 'ellipsoid', 'segment'] as const;

/** Accurate to machine precision, and no two of their corners close enough to be merged. */
const SHARP = ['box', 'capsule', 'segment'] as const;

/** Poses of bodies near each other: randomly rotated, or nearly aligned. */
function drawPoses(random: Random, trial: number, k: number): [Pose, Pose] {
  const poseA = drawPose(random, 0.8 * k);
  const poseB = drawPose(random, 0.8 * k);
  if (trial % 2 === 0) return [poseA, poseB];
  const rotation = [1, 0, 0, 0];
  rotation[1 + random.below(3)] = random.below(3) - 1;
  rotation[1 + random.below(3)] += 1e-3 * random.below(2) * random.normal();
  const { x, y, z } = poseB.position;
  return [createPose(), createPose([x, y, z], rotation)];
}

describe('solidContactPoints', () => {
  it('property: the deepest gap is the distance of the bodies, and every pair satisfies pointB = pointA + distance · normal', () => {
    const random = createRandom(61);
    let found = 0;
    for (let trial = 0; trial < 1500; trial++) {
      const k = [1, 1, 1e-6, 1e6][random.below(4)];
      const a = drawSolid(random, KINDS[random.below(8)], k);
      const b = drawSolid(random, KINDS[random.below(8)], k);
      const [poseA, poseB] = drawPoses(random, trial, k);
      const margin = 0.05 * k;
      const { distance } = closest(a, poseA, b, poseB);
      const points = touch(a, poseA, b, poseB, margin);
      expect(points.count > 0).toBe(distance <= margin);
      if (points.count === 0) continue;
      found++;
      expect(points.count).toBeLessThanOrEqual(4);
      // the two searches may differ in the last bits
      expect(Math.abs(points.distances[0] - distance)).toBeLessThan(1e-10 * k);
      if (k === 1) checkContract(points, [a, poseA], [b, poseB], 1);
    }
    expect(found).toBeGreaterThan(500);
  });

  it('property: swapping the bodies swaps the points and reverses the normals', () => {
    const random = createRandom(62);
    for (let trial = 0; trial < 1500; trial++) {
      const sharp = trial % 2 === 0;
      const draw = () => drawSolid(random, sharp ? SHARP[random.below(3)] : KINDS[random.below(8)], 1);
      const [a, b] = [draw(), draw()];
      const [poseA, poseB] = drawPoses(random, 0, 1);
      const points = touch(a, poseA, b, poseB, 0.05);
      const mirrored = touch(b, poseB, a, poseA, 0.05);
      expect(mirrored.count > 0).toBe(points.count > 0);
      if (points.count === 0) continue;
      expect(Math.abs(mirrored.distances[0] - points.distances[0])).toBeLessThan(1e-10);
      const [n, m] = [vectorAt(points.normals, 0), vectorAt(mirrored.normals, 0)];
      // normals of round bodies are accurate to 1e-7
      for (let i = 0; i < 3; i++) expect(Math.abs(n[i] + m[i])).toBeLessThan(1e-6);
      if (!sharp) continue;
      const mirror = numbersOf(mirrored).map((feature) => pairFeature(feature & 0xffff, feature >>> 16));
      expect(mirror.sort((p, q) => p - q)).toEqual(numbersOf(points));
    }
  });

  it('bodies farther apart than the margin have no points, and the cached direction shows it in the next query', () => {
    const random = createRandom(63);
    const out = createContactPoints();
    for (let trial = 0; trial < 300; trial++) {
      const [a, b] = [drawSolid(random, KINDS[trial % 8], 1), drawSolid(random, KINDS[random.below(8)], 1)];
      const cache = createPairCache();
      for (let step = 0; step < 5; step++) {
        const poseA = createPose([0, 0, 0], [1, 0.05 * step, 0, 0]);
        const poseB = createPose([1.9 - 0.05 * step, 0.3, 0.2], [1, 0, 0.04 * step, 0.3]);
        const count = solidContactPoints(out, a, poseA, b, poseB, 0.02, cache);
        expect(count > 0).toBe(closest(a, poseA, b, poseB).distance <= 0.02);
      }
    }
  });
});

describe('faces on faces', () => {
  it('a box on a larger box touches with its four lower corners', () => {
    const points = touch(
      createBox([2, 2, 0.5]),
      createPose(),
      createBox([0.5, 1, 0.5]),
      createPose([0.25, 0.5, 1 - 1e-3]),
      0,
    );
    expect(points.count).toBe(4);
    const corners = [0, 1, 2, 3].map((k) => vectorAt(points.pointsB, k).map((x) => Math.round(1e9 * x) / 1e9));
    expect(corners.sort()).toEqual([
      [-0.25, -0.5, 0.499],
      [-0.25, 1.5, 0.499],
      [0.75, -0.5, 0.499],
      [0.75, 1.5, 0.499],
    ]);
    for (let k = 0; k < 4; k++) {
      expect(vectorAt(points.normals, k)[2]).toBe(1);
      expect(points.distances[k]).toBeCloseTo(-1e-3, 15);
    }
  });

  it('of faces at a small angle, the deep points are among the four: not one of them is left out for a wider one that is open', () => {
    const cube = createBox([0.5, 0.5, 0.5]);
    const margin = 6e-3;
    const tilt = 9e-3;
    let [cases, missing] = [0, 0];
    for (let trial = 0; trial < 780; trial++) {
      const [yaw, direction] = [0.17 + 0.09 * (trial % 14), 0.12 * Math.floor(trial / 14)];
      const [c, s] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
      const [x, y] = [(tilt / 2) * Math.cos(direction), (tilt / 2) * Math.sin(direction)];
      // the yaw, then the tilt
      const pose = createPose([0, 0, 0.999], [c, x * c + y * s, y * c - x * s, s]);
      const find = (isComplete: boolean) => {
        const out = createContactPoints(isComplete);
        solidContactPoints(out, cube, createPose(), cube, pose, margin, createPairCache());
        return Array.from({ length: out.count }, (_, k) => ({ at: vectorAt(out.pointsA, k), gap: out.distances[k] }));
      };
      const all = find(true).sort((p, q) => p.gap - q.gap);
      const isFar = ({ at }: { at: number[] }) => Math.hypot(at[0] - all[0].at[0], at[1] - all[0].at[1]) > 0.3;
      const deepest = all.find(isFar);
      if (all.length < 6 || !deepest || deepest.gap > 0) continue;
      cases++;
      const chosen = Math.min(
        ...find(false)
          .filter(isFar)
          .map(({ gap }) => gap),
      );
      if (chosen - deepest.gap > 0.25 * (margin - deepest.gap)) missing++;
    }
    expect(cases).toBeGreaterThan(500);
    // with distances and areas alone, half of all cases
    expect(missing).toBeLessThan(0.02 * cases);
  });

  it('property: the points span the intersection of two faces, up to the limit of four points', () => {
    const random = createRandom(64);
    for (let trial = 0; trial < 400; trial++) {
      const yaw = random.between(-3, 3);
      const [x, y] = [random.between(-0.9, 0.9), random.between(-0.9, 0.9)];
      const sides = [0, 0, 0, 0].map(() => random.between(0.6, 2));
      const [a, b] = [createBox([sides[0] / 2, sides[1] / 2, 0.5]), createBox([sides[2] / 2, sides[3] / 2, 0.5])];
      const gap = trial % 2 === 0 ? 1e-3 : -1e-3;
      const points = touch(a, createPose(), b, createPose([x, y, 1 + gap], yaw), 0.01);
      const common = commonPart(sides, x, y, yaw);
      if (common.length < 3) continue;
      // every point is a corner of the intersection; rounding error of coordinates
      for (let k = 0; k < points.count; k++) {
        const [u, v] = vectorAt(points.pointsA, k);
        expect(Math.min(...common.map((p) => Math.hypot(p[0] - u, p[1] - v)))).toBeLessThan(1e-12);
        expect(points.distances[k]).toBeCloseTo(gap, 14);
      }
      const commonArea = areaOf(common);
      const manifoldArea = areaOf(Array.from({ length: points.count }, (_, k) => vectorAt(points.pointsA, k)));
      // four of up to eight corners: a regular octagon loses 29 %
      if (common.length <= 4) expect(manifoldArea).toBeCloseTo(commonArea, 2);
      else expect(manifoldArea).toBeGreaterThan(0.5 * commonArea);
    }
  });

  it('points are continuous when boxes come into contact, and a pair retains its feature id', () => {
    const [a, b] = [createBox([1, 1, 0.5]), createBox([0.5, 0.5, 0.5])];
    const at = (gap: number) => touch(a, createPose(), b, createPose([0.3, 0.2, 1 + gap], [1, 1e-4, -2e-4, 0.1]), 0.02);
    const before = at(1e-9);
    const after = at(-1e-9);
    expect(before.count).toBe(4);
    expect(numbersOf(after)).toEqual(numbersOf(before));
    for (let k = 0; k < 4; k++) {
      const j = after.features.indexOf(before.features[k]);
      expect(Math.abs(after.distances[j] - before.distances[k] + 2e-9)).toBeLessThan(1e-12);
      for (let i = 0; i < 3; i++) {
        expect(Math.abs(after.pointsA[3 * j + i] - before.pointsA[3 * k + i])).toBeLessThan(1e-8);
        expect(Math.abs(after.normals[3 * j + i] - before.normals[3 * k + i])).toBeLessThan(1e-8);
      }
    }
  });

  it('stacked cubes of equal size retain their feature ids while they rock and slide slightly', () => {
    const random = createRandom(65);
    const cube = createBox([0.5, 0.5, 0.5]);
    const rest = numbersOf(touch(cube, createPose(), cube, createPose([0, 0, 1 - 1e-4]), 0.02));
    expect(rest).toHaveLength(4);
    for (let trial = 0; trial < 300; trial++) {
      const shift = () => 2e-3 * random.between(-1, 1);
      const pose = createPose(
        [shift(), shift(), 1 - 1e-4],
        [1, 1e-3 * random.normal(), 1e-3 * random.normal(), shift()],
      );
      expect(numbersOf(touch(cube, createPose(), cube, pose, 0.02))).toEqual(rest);
    }
  });

  it('crossing edges touch at one point, and a corner only at itself', () => {
    const cube = createBox([0.5, 0.5, 0.5]);
    const [c, s] = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)];
    const crossed = touch(
      cube,
      createPose([0, 0, 0], [c, s, 0, 0]),
      cube,
      createPose([0.1, 0.2, Math.SQRT2 - 0.01], [c, 0, s, 0]),
      0,
    );
    expect(crossed.count).toBe(1);
    expect(crossed.distances[0]).toBeCloseTo(-0.01, 14);
    expect(crossed.pointsA[0]).toBeCloseTo(0.1, 14);
    const corners = touch(cube, createPose(), cube, createPose([1.01, 1.01, 1.01]), 0.02);
    expect(corners.count).toBe(1);
    expect(corners.distances[0]).toBeCloseTo(0.01 * Math.sqrt(3), 14);
  });

  it('the hull of the corners of a box has the same points as the box', () => {
    const random = createRandom(66);
    const signs = [-0.5, 0.5];
    const hull = createHull(signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z]))));
    const cube = createBox([0.5, 0.5, 0.5]);
    for (let trial = 0; trial < 500; trial++) {
      const [poseA, poseB] = drawPoses(random, trial, 0.9);
      const boxes = touch(cube, poseA, cube, poseB, 0.05);
      for (const points of [touch(hull, poseA, cube, poseB, 0.05), touch(hull, poseA, hull, poseB, 0.05)]) {
        expect(points.count > 0).toBe(boxes.count > 0);
        if (boxes.count > 0) expect(Math.abs(points.distances[0] - boxes.distances[0])).toBeLessThan(1e-14);
      }
    }
  });
});

describe('on a half-space', () => {
  const wall = createHalfspace([0, 0, 1]);
  const on = (shape: Solid, height: number, rotation: readonly number[] = [1, 0, 0, 0]) =>
    touch(shape, createPose([3, 2, height - 1e-3], rotation), wall, createPose(), 0.01);

  it('bodies touch with their faces, lines and tips', () => {
    const lying = [1, 1, 0, 0];
    expect(on(createBox([0.5, 0.5, 0.5]), 0.5).count).toBe(4);
    expect(on(createBox([0.5, 0.5, 0.5], 0.1), 0.5).count).toBe(4);
    expect(
      on(createBox([0.5, 0.5, 0.5]), Math.SQRT1_2, [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0]).count,
    ).toBe(2);
    expect(on(createCylinder(0.5, 1), 1).count).toBe(4);
    expect(on(createCylinder(0.5, 1), 0.5, lying).count).toBe(2);
    expect(on(createCone(0.5, 0.5), 0.25).count).toBe(4);
    expect(on(createCone(0.5, 0.5), 0.75, [0, 1, 0, 0]).count).toBe(1);
    expect(on(createCapsule(0.5, 1), 0.5, lying).count).toBe(2);
    expect(on(createCapsule(0.5, 1), 1.5).count).toBe(1);
    expect(on(createSphere(0.5), 0.5).count).toBe(1);
    expect(on(createEllipsoid([1, 2, 3]), 3).count).toBe(1);
  });

  it('property: the deepest point is the lowest point of the body, in either order of the bodies', () => {
    const random = createRandom(67);
    for (let trial = 0; trial < 800; trial++) {
      const shape = drawSolid(random, KINDS[trial % 7], 1);
      const [pose, halfspacePose] = [drawPose(random, 0.7), drawPose(random, 0.1)];
      const points = touch(shape, pose, wall, halfspacePose, 0.05);
      const mirrored = touch(wall, halfspacePose, shape, pose, 0.05);
      const { distance } = closest(shape, pose, wall, halfspacePose);
      expect(points.count > 0).toBe(distance <= 0.05);
      expect(mirrored.count).toBe(points.count);
      if (points.count === 0) continue;
      // rounding error of lengths of 2 m, and of a radius found by iteration
      expect(Math.abs(points.distances[0] - distance)).toBeLessThan(1e-14);
      for (let k = 0; k < points.count; k++) {
        expect(vectorAt(mirrored.pointsA, k)).toEqual(vectorAt(points.pointsB, k));
        expect(offSurface(shape, pose, vectorAt(points.pointsA, k))).toBeLessThan(1e-13);
        expect(mirrored.distances[k]).toBe(points.distances[k]);
      }
    }
  });
});

describe('round bodies', () => {
  it('a cylinder touches a plate with four points of its rim, or along a line', () => {
    const plate = createBox([2, 2, 0.5]);
    const cylinder = createCylinder(0.4, 0.5);
    for (const gap of [-1e-3, 1e-3]) {
      const standing = touch(plate, createPose(), cylinder, createPose([0.2, 0.1, 1 + gap]), 0.01);
      expect(standing.count).toBe(4);
      for (let k = 0; k < 4; k++) {
        expect(Math.hypot(standing.pointsB[3 * k] - 0.2, standing.pointsB[3 * k + 1] - 0.1)).toBeCloseTo(0.4, 12);
      }
      const lying = touch(plate, createPose(), cylinder, createPose([0.2, 0.1, 0.9 + gap], [1, 1, 0, 0]), 0.01);
      const ends = [0, 1].map((k) => lying.pointsB[3 * k + 1]).sort((p, q) => p - q);
      expect(lying.count).toBe(2);
      expect(ends[0]).toBeCloseTo(-0.4, 6);
      expect(ends[1]).toBeCloseTo(0.6, 6);
    }
  });

  it('parallel capsules touch at two points, crossed ones at one', () => {
    const capsule = createCapsule(0.25, 1);
    const parallel = touch(capsule, createPose(), capsule, createPose([0.499, 0, 0.5], [1, 0, 1e-4, 0]), 0.01);
    expect(parallel.count).toBe(2);
    expect([0, 1].map((k) => parallel.pointsA[3 * k + 2]).sort((p, q) => p - q)[0]).toBeCloseTo(-0.5, 3);
    expect(touch(capsule, createPose(), capsule, createPose([0.499, 0, 0], [1, 1, 0, 0]), 0.01).count).toBe(1);
  });

  it('the points of a tilted rounded box lie on its surface, not on that of its core', () => {
    const plate = createBox([2, 2, 0.5]);
    const rounded = createBox([0.5, 0.5, 0.5], 0.2);
    for (const tilt of [0, 0.01, 0.05, 0.3]) {
      const pose = createPose([0, 0, 1.01], [Math.cos(tilt / 2), Math.sin(tilt / 2), 0, 0]);
      const points = touch(plate, createPose(), rounded, pose, 0.2);
      expect(points.count).toBeGreaterThanOrEqual(2);
      checkContract(points, [plate, createPose()], [rounded, pose], 1e-6);
    }
  });
});

/** The corners of the intersection of a rectangle about the origin and a rotated one at (x, y): all candidates that are in both. */
function commonPart(sides: readonly number[], x: number, y: number, yaw: number): number[][] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const signs = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ];
  const a = signs.map(([i, j]) => [(i * sides[0]) / 2, (j * sides[1]) / 2]);
  const b = signs.map(([i, j]) => {
    const [u, v] = [(i * sides[2]) / 2, (j * sides[3]) / 2];
    return [x + c * u - s * v, y + s * u + c * v];
  });
  const inside = (p: readonly number[], polygon: readonly number[][]) =>
    polygon.every((q, k) => {
      const r = polygon[(k + 1) % 4];
      return (r[0] - q[0]) * (p[1] - q[1]) - (r[1] - q[1]) * (p[0] - q[0]) > -1e-12;
    });
  const corners = [...a.filter((p) => inside(p, b)), ...b.filter((p) => inside(p, a))];
  for (const [k, p] of a.entries()) {
    for (const [l, r] of b.entries()) {
      const [q, t] = [a[(k + 1) % 4], b[(l + 1) % 4]];
      const [dx, dy, ex, ey] = [q[0] - p[0], q[1] - p[1], t[0] - r[0], t[1] - r[1]];
      const cross = dx * ey - dy * ex;
      const fraction = ((r[0] - p[0]) * ey - (r[1] - p[1]) * ex) / cross;
      const other = ((r[0] - p[0]) * dy - (r[1] - p[1]) * dx) / cross;
      if (fraction > 0 && fraction < 1 && other > 0 && other < 1)
        corners.push([p[0] + fraction * dx, p[1] + fraction * dy]);
    }
  }
  return corners;
}

/** Area of the convex polygon with these corners, in any order. */
function areaOf(points: readonly (readonly number[])[]): number {
  if (points.length < 3) return 0;
  const u = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const v = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  const around = points.toSorted((p, q) => Math.atan2(p[1] - v, p[0] - u) - Math.atan2(q[1] - v, q[0] - u));
  const twice = around.reduce((sum, p, k) => {
    const q = around[(k + 1) % around.length];
    return sum + p[0] * q[1] - p[1] * q[0];
  }, 0);
  return twice / 2;
}

import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { dotVec3, lengthVec3 } from '../math/vec3.ts';
import { closest } from '../pairs/query.ts';
import { createDisc } from '../shapes/disc.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPolygon } from '../shapes/polygon.ts';
import { createSegment } from '../shapes/segment.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { planarManifold } from './planar-manifold.ts';

const box = (width: number, height: number) =>
  createPolygon([
    [-width, -height],
    [width, -height],
    [width, height],
    [-width, height],
  ]);

function touch(shapeA: PlanarShape, poseA: Pose, shapeB: PlanarShape, poseB: Pose, tolerance: number) {
  const contact = closest(shapeA, poseA, shapeB, poseB);
  return planarManifold(shapeA, poseA, shapeB, poseB, contact, tolerance);
}

describe('planarManifold [CP13-2.6], [CP13-5.3.1]', () => {
  it('a box on a larger box rests on both its lower corners', () => {
    const { normal, points } = touch(box(3, 1), createPose([0, 0]), box(1, 1), createPose([0.5, 2]), 1e-3);
    expect([Math.abs(normal.x), normal.y]).toEqual([0, 1]);
    expect(points.map(({ pointA }) => pointA.x).sort()).toEqual([-0.5, 1.5]);
    for (const { pointA, pointB, distance } of points) {
      expect([pointA.y, pointB.y, distance]).toEqual([1, 1, 0]);
    }
  });

  it('an overhanging box rests on its corner and the edge of the other', () => {
    const { points } = touch(box(1, 1), createPose([0, 0]), box(1, 1), createPose([1.5, 1.999]), 1e-2);
    expect(points.map(({ pointB }) => pointB.x).sort()).toEqual([0.5, 1]);
    for (const { distance } of points) expect(distance).toBeCloseTo(-0.001, 12);
  });

  it('a box on a wall rests on two corners, also when it is tilted less than the tolerance', () => {
    const wall = createHalfspace([0, 1]);
    const { normal, points } = touch(box(1, 0.5), createPose([4, 0.5], 1e-5), wall, createPose([0, 0]), 1e-4);
    expect(normal.y).toBe(-1);
    expect(points).toHaveLength(2);
    expect(points.map(({ distance }) => distance).sort((p, q) => p - q)[0]).toBeCloseTo(-1e-5, 9);
    const steep = touch(box(1, 0.5), createPose([4, 0.5], 1e-3), wall, createPose([0, 0]), 1e-4);
    expect(steep.points).toHaveLength(1);
  });

  it('corners and round bodies touch at one point', () => {
    const tilted = touch(box(1, 1), createPose([0, 0]), box(1, 1), createPose([0, 1 + Math.SQRT2], Math.PI / 4), 1e-3);
    expect(tilted.points).toHaveLength(1);
    expect(touch(createDisc(1), createPose([0, 2]), box(1, 1), createPose([0, 0]), 1e-3).points).toHaveLength(1);
    const wall = createHalfspace([0, 1]);
    expect(touch(createDisc(1), createPose([0, 1]), wall, createPose([0, 0]), 1e-3).points).toHaveLength(1);
  });

  it('a rod along a wall and along a box has two contacts', () => {
    const rod = createSegment([-1, 0], [1, 0]);
    expect(touch(rod, createPose([0, 0]), createHalfspace([0, 1]), createPose([0, 0]), 1e-3).points).toHaveLength(2);
    expect(touch(rod, createPose([0, 1]), box(2, 1), createPose([0, 0]), 1e-3).points).toHaveLength(2);
    expect(touch(box(2, 1), createPose([0, 0]), rod, createPose([0, -1]), 1e-3).points).toHaveLength(2);
  });

  it('a tooth on the floor of a notch', () => {
    const notched = createPolygon([
      [0, 0],
      [4, 0],
      [4, 3],
      [3, 3],
      [3, 1],
      [1, 1],
      [1, 3],
      [0, 3],
    ]);
    const { normal, points } = touch(notched, createPose([0, 0]), box(0.5, 1), createPose([2, 2]), 1e-3);
    expect([Math.abs(normal.x), normal.y]).toEqual([0, 1]);
    expect(points.map(({ pointA }) => pointA.x).sort()).toEqual([1.5, 2.5]);
  });

  it('property: every point satisfies pointB = pointA + distance · normal, and swapping the bodies mirrors the manifold', () => {
    const random = createRandom(8);
    let pairs = 0;
    for (let trial = 0; trial < 400; trial++) {
      const a = box(random.between(0.5, 2), random.between(0.5, 2));
      const b = box(random.between(0.5, 2), random.between(0.5, 2));
      const rotation = random.between(-3, 3);
      const poseA = createPose([0, 0], rotation);
      const [x, y] = [random.between(-3, 3), random.between(-3, 3)];
      const poseB = createPose([x, y], rotation + random.below(4) * (Math.PI / 2) + random.between(-1, 1) * 1e-4);
      const tolerance = 0.05;
      const manifold = touch(a, poseA, b, poseB, tolerance);
      for (const { pointA, pointB, distance } of manifold.points) {
        const gap = { x: pointB.x - pointA.x, y: pointB.y - pointA.y, z: 0 };
        expect(Math.abs(dotVec3(gap, manifold.normal) - distance)).toBeLessThan(1e-14);
        expect(Math.abs(lengthVec3(gap) - Math.abs(distance))).toBeLessThan(1e-14);
      }
      const mirrored = touch(b, poseB, a, poseA, tolerance);
      expect(mirrored.points).toHaveLength(manifold.points.length);
      if (manifold.points.length === 2) pairs++;
    }
    expect(pairs).toBeGreaterThan(100);
  });
});

import { describe, expect, it } from 'vitest';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { closest } from '../pairs/query.ts';
import { createBox } from '../shapes/box.ts';
import { createDisc } from '../shapes/disc.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPolygon } from '../shapes/polygon.ts';
import { createSphere } from '../shapes/sphere.ts';
import { contactManifolds } from './contact-manifolds.ts';

const rectangle = (x: number, y: number) => createPolygon([[-x, -y], [x, -y], [x, y], [-x, y]]); // biome-ignore format: four corners

describe('contactManifolds', () => {
  it('property: two rectangles on each other have the points of two boxes seen along z', () => {
    const random = createRandom(5);
    for (let trial = 0; trial < 200; trial++) {
      const size = () => random.between(0.2, 1);
      const [ax, ay, bx, by] = [size(), size(), size(), size()];
      // B stands on A, with an overlap of at least a tenth of the smaller one
      const x = random.between(-1, 1) * (ax + bx - 0.1 * Math.min(ax, bx));
      const [poseA, poseB] = [createPose([0, 0]), createPose([x, ay + by])];
      const [planar] = contactManifolds(rectangle(ax, ay), poseA, rectangle(bx, by), poseB, 1e-6);
      const [solid] = contactManifolds(createBox([ax, ay, 1]), poseA, createBox([bx, by, 1]), poseB, 1e-6);
      const ends = planar.points.map(({ pointA }) => pointA.x).sort((p, q) => p - q);
      const corners = solid.points.map(({ pointA }) => pointA.x);
      expect(ends).toHaveLength(2);
      expect(Math.abs(ends[0] - Math.min(...corners))).toBeLessThan(1e-9);
      expect(Math.abs(ends[1] - Math.max(...corners))).toBeLessThan(1e-9);
      expect(planar.normal.y).toBeCloseTo(solid.normal.y, 9);
    }
  });

  it('of a disc on a planar half-space is one point, that of closest', () => {
    const [disc, floor] = [createDisc(1), createHalfspace([0, 1])];
    const [above, ground] = [createPose([3, 0.999]), createPose()];
    const [manifold, ...others] = contactManifolds(disc, above, floor, ground, 0.01);
    const { normal, pointA, pointB, distance } = closest(disc, above, floor, ground);
    expect(others).toEqual([]);
    expect(manifold).toEqual({ normal, points: [{ pointA, pointB, distance }] });
  });

  it('are none where the bodies are farther apart than the tolerance, planar or spatial', () => {
    const [here, there] = [createPose([0, 0]), createPose([2.1, 0])];
    expect(contactManifolds(rectangle(1, 1), here, rectangle(1, 1), there, 0.05)).toEqual([]);
    expect(contactManifolds(rectangle(1, 1), here, rectangle(1, 1), there, 0.2)).toHaveLength(1);
    expect(contactManifolds(createSphere(1), here, createSphere(1), there, 0.05)).toEqual([]);
    expect(contactManifolds(createSphere(1), here, createSphere(1), there, 0.2)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { boxMesh, grooveMesh, sheetMesh } from '../../test/mesh-shapes.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { closest } from '../pairs/query.ts';
import { createSphere } from '../shapes/sphere.ts';
import { contactManifolds } from './contact-manifolds.ts';

const ball = createSphere(0.1);
const normalsOf = (manifolds: ReturnType<typeof contactManifolds>) =>
  manifolds.map(({ normal: { x, y, z } }) => [x, y, z].map((c) => (c + 0).toFixed(6)).join()).sort();

describe('a sphere on a mesh', () => {
  it('has one point on a plane region, whichever triangles it is over', () => {
    for (const x of [0, 0.05, 1 / 3, 0.5]) {
      const manifolds = contactManifolds(sheetMesh(1, 6), createPose(), ball, createPose([x, x, 0.0999]), 0.05);
      expect(normalsOf(manifolds)).toEqual(['0.000000,0.000000,1.000000']);
      expect(manifolds[0].points).toHaveLength(1);
    }
  });

  it('on one wall of a groove has an open contact with the other wall before it is over it', () => {
    // 20 mm from the valley, where a ball touches both walls, and 14.1 mm from the plane of the other wall
    const s = Math.SQRT1_2;
    const away = [0.02 * s, 0, 0.1 * Math.SQRT2 + 0.02 * s];
    const manifolds = contactManifolds(grooveMesh(2), createPose(), ball, createPose(away), 0.05);
    expect(normalsOf(manifolds)).toEqual(['-0.707107,0.000000,0.707107', '0.707107,0.000000,0.707107']);
    const gaps = manifolds.flatMap(({ points }) => points.map(({ distance }) => distance)).sort((a, b) => a - b);
    expect(gaps[0]).toBeCloseTo(0, 12);
    expect(gaps[1]).toBeCloseTo(0.02, 12);
  });

  it('property: its deepest point is the closest point of the bodies, at random positions around a mesh box', () => {
    const random = createRandom(7);
    const box = boxMesh([0.3, 0.2, 0.1], 3);
    for (let trial = 0; trial < 500; trial++) {
      const pose = createPose([0, 1, 2].map(() => random.between(-0.45, 0.45)));
      const { distance, normal } = closest(box, createPose(), ball, pose);
      // a centre inside the box has another method
      if (distance > 0.05 || distance < -0.099) continue;
      const [deepest] = contactManifolds(box, createPose(), ball, pose, 0.05);
      expect(deepest.points[0].distance).toBeCloseTo(distance, 12);
      expect(deepest.normal.x * normal.x + deepest.normal.y * normal.y + deepest.normal.z * normal.z).toBeCloseTo(1, 9);
    }
  });
});

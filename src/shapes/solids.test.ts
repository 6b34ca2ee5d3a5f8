import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid } from '../../test/solids.ts';
import { createAabb } from '../bounds/aabb.ts';
import { createHull } from '../bounds/create-hull.ts';
import { shapeAabb } from '../bounds/shape-aabb.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { supportHeight } from '../narrow/continuous/support-height.ts';
import { createBox } from './box.ts';
import { createCapsule } from './capsule.ts';
import { createCone } from './cone.ts';
import { createCylinder } from './cylinder.ts';
import { startCell, startDirection } from './hull.ts';
import { shapeRadius } from './radius.ts';
import type { SolidShape } from './solid.ts';
import { createSphere } from './sphere.ts';

const KINDS: readonly SolidShape['kind'][] = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'];

describe('convex bodies of space', () => {
  it('are checked at the door, by name', () => {
    expect(() => createSphere(-1)).toThrow(/sphere: radius: must be finite and above zero, got -1/);
    expect(() => createCapsule(1, Number.NaN)).toThrow(/capsule: halfLength/);
    expect(() => createCylinder(1, 0)).toThrow(/cylinder: halfHeight/);
    expect(() => createCone(Number.POSITIVE_INFINITY, 1)).toThrow(/cone: radius/);
    expect(() => createBox([1, 2])).toThrow(/box: edges must be three numbers/);
    expect(() => createBox([1, 2, 3], 0.6)).toThrow(/box: radius must be from 0 to 0.5 m/);
    expect(() => createHull([[0, 0]])).toThrow(/hull: points\[0\] must be three numbers/);
    expect(() => createHull([])).toThrow(/hull: points must be three finite numbers each/);
  });

  it('points without volume make no hull, and the message says what they make', () => {
    const flat = [0, 1, 2, 3, 4].map((k) => [Math.cos(k), Math.sin(k), 0.5]);
    expect(() => createHull(flat)).toThrow(/span a volume, got a flat polygon/);
    expect(() => createHull([0, 1, 2, 3].map((k) => [k, 2 * k, 3 * k]))).toThrow(/got a straight line/);
    expect(() => createHull([0, 1, 2, 3].map(() => [1, 1, 1]))).toThrow(/got one point/);
  });

  it('a hull forgets the points inside and on its faces', () => {
    const grid = [-1, 0, 1];
    const hull = createHull(grid.flatMap((x) => grid.flatMap((y) => grid.map((z) => [x, y, z]))));
    expect([hull.vertices.length / 3, hull.faceStarts.length - 1, hull.edges.length / 4]).toEqual([8, 6, 12]);
    expect(hull.reach).toBe(Math.sqrt(3));
  });

  it('every direction belongs to the cell its middle belongs to', () => {
    for (let cell = 0; cell < 96; cell++) expect(startCell(Float64Array.from(startDirection(cell)))).toBe(cell);
  });

  it.each(KINDS)(
    'the box around a %s touches it on all six sides, and its radius is that of its farthest point',
    (kind) => {
      const random = createRandom(61);
      for (let trial = 0; trial < 50; trial++) {
        const shape = drawSolid(random, kind, 1);
        const pose = drawPose(random, 3);
        const { min, max } = shapeAabb(createAabb(), shape, pose);
        for (const axis of ['x', 'y', 'z'] as const) {
          const along = createVec3();
          along[axis] = 1;
          // the support mapping is written apart from the boxes
          expect(Math.abs(pose.position[axis] + supportHeight(shape, pose, along) - max[axis])).toBeLessThan(4e-15);
          along[axis] = -1;
          expect(Math.abs(pose.position[axis] - supportHeight(shape, pose, along) - min[axis])).toBeLessThan(4e-15);
        }
        const radius = shapeRadius(shape);
        let reached = 0;
        for (let k = 0; k < 50; k++) {
          const d = createVec3(random.normal(), random.normal(), random.normal());
          const height = supportHeight(shape, pose, d) / lengthVec3(d);
          expect(height).toBeLessThan(radius * (1 + 1e-15) + 1e-15);
          reached = Math.max(reached, height);
        }
        // fifty random directions come near the farthest point
        expect(reached).toBeGreaterThan(0.6 * radius);
      }
    },
  );
});

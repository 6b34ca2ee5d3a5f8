import { describe, expect, it } from 'vitest';
import { bumpyBall, drawCompound } from '../../test/docked-bodies.ts';
import { drawPose } from '../../test/solids.ts';
import { createMat3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { createBox } from '../shapes/box.ts';
import type { ConvexSolid } from '../shapes/solid.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createAabb, fitAabb } from './aabb.ts';
import { createCompound } from './create-compound.ts';
import { shapeAabb } from './shape-aabb.ts';

describe('createCompound', () => {
  it('rejects invalid pieces and names the index', () => {
    expect(() => createCompound([])).toThrow('compound: must have at least one piece');
    const disc = { kind: 'disc', radius: 1 } as unknown as ConvexSolid;
    expect(() => createCompound([{ shape: createSphere(1) }, { shape: disc }])).toThrow(
      'compound: pieces[1] must be one of',
    );
    const mirror = { position: createVec3(), rotation: createMat3(1, 1, -1) };
    expect(() => createCompound([{ shape: createSphere(1), pose: mirror }])).toThrow('a rotation as its rotation');
    const nowhere = { position: createVec3(Number.NaN), rotation: createMat3() };
    expect(() => createCompound([{ shape: createSphere(1), pose: nowhere }])).toThrow(
      'compound: pieces[0].pose.position.x must be a finite number',
    );
  });

  it('has the bounding radius of its farthest piece', () => {
    const ends = [-2, 2].map((x) => ({ shape: createBox([0.5, 0.5, 0.5]), pose: createPose([x, 0, 0]) }));
    expect(createCompound(ends).boundingRadius).toBeCloseTo(Math.hypot(2.5, 0.5, 0.5), 14);
  });

  it('has the box of all its pieces, at any pose', () => {
    const random = createRandom(5);
    for (let trial = 0; trial < 50; trial++) {
      const compound = drawCompound(random, 1, 4);
      const pose = drawPose(random, 3);
      const box = shapeAabb(createAabb(), compound, pose);
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(box.max[axis]).toBeLessThanOrEqual(pose.position[axis] + compound.boundingRadius + 1e-12);
        expect(box.min[axis]).toBeGreaterThanOrEqual(pose.position[axis] - compound.boundingRadius - 1e-12);
      }
    }
  });
});

describe('the box of a mesh', () => {
  it('is that of its nodes', () => {
    const random = createRandom(6);
    const mesh = bumpyBall(random, 1, 2);
    const box = shapeAabb(createAabb(), mesh, createPose());
    expect(box).toEqual(fitAabb(createAabb(), mesh.positions));
  });
});

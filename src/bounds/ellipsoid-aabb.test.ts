import { describe, expect, it } from 'vitest';
import { createMat3, transformTransposedVec3 } from '../math/mat3.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { createEllipsoid, ellipsoidSupport } from '../shapes/ellipsoid.ts';
import { createAabb } from './aabb.ts';
import { ellipsoidAabb } from './ellipsoid-aabb.ts';

describe('box around an ellipsoid', () => {
  it('ends at the support points along the world axes', () => {
    const shape = createEllipsoid([3, 1, 0.5], createMat3(1, 1.2, 0.9));
    const pose = createPose([10, -4, 2], [0.4, 0.1, -0.8, 0.3]);
    const box = ellipsoidAabb(createAabb(), shape, pose);
    for (const axis of ['x', 'y', 'z'] as const) {
      for (const side of [1, -1]) {
        const d = createVec3();
        d[axis] = side;
        const local = transformTransposedVec3(createVec3(), pose.rotation, d);
        const support = toWorld(createVec3(), pose, ellipsoidSupport(createVec3(), shape, local));
        // rounding of coordinates around 10 m
        expect(Math.abs(support[axis] - (side > 0 ? box.max : box.min)[axis])).toBeLessThan(1e-14);
      }
    }
  });
});

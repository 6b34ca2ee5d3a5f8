import { describe, expect, it } from 'vitest';
import { createMat3, multiplyMat3, type ReadonlyMat3, rotationAboutZ } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { advanceBody } from './advance.ts';
import { createPlanarBody, createSpatialBody } from './rigid-body.ts';

function distanceFromOrthonormal(r: ReadonlyMat3): number {
  const transposed = { xx: r.xx, xy: r.yx, xz: r.zx, yx: r.xy, yy: r.yy, yz: r.zy, zx: r.xz, zy: r.yz, zz: r.zz };
  const product = multiplyMat3(createMat3(), transposed, r);
  const identity = createMat3();
  return Math.max(
    ...(Object.keys(identity) as (keyof typeof identity)[]).map((k) => Math.abs(product[k] - identity[k])),
  );
}

describe('a body in free flight', () => {
  it('follows the parabola and rotates uniformly, exactly, in one step or in many', () => {
    const gravity = createVec3(0, -10);
    const flyer = () => createPlanarBody(createPose([1, 2], 0.3), 1, 1, createVec3(3, 4), 0.5);
    const [once, often] = [flyer(), flyer()];
    advanceBody(once, 2, gravity);
    for (let i = 0; i < 64; i++) advanceBody(often, 2 / 64, gravity);
    expect(once.pose.position).toEqual(createVec3(7, -10));
    expect(once.velocity).toEqual(createVec3(3, -16));
    const rotated = rotationAboutZ(createMat3(), 1.3);
    expect(once.pose.rotation.xx).toBeCloseTo(rotated.xx, 15);
    expect(once.pose.rotation.yx).toBeCloseTo(rotated.yx, 15);
    expect(often.pose.position.y).toBeCloseTo(-10, 13);
    expect(often.pose.rotation.xx).toBeCloseTo(rotated.xx, 14);
  });

  it('moves at constant velocity when no force is given', () => {
    const body = createPlanarBody(createPose(), 1, 1, createVec3(1, 2), 0);
    advanceBody(body, 3);
    expect([body.pose.position, body.velocity]).toEqual([createVec3(3, 6), createVec3(1, 2)]);
  });

  it('has an orthonormal rotation after 100 000 revolutions about an arbitrary axis', () => {
    const body = createSpatialBody(createPose(), 1, createMat3(), createVec3(), createVec3(0.3, -0.7, 1.1));
    for (let i = 0; i < 100_000; i++) advanceBody(body, 0.37);
    expect(distanceFromOrthonormal(body.pose.rotation)).toBeLessThan(2e-15); // one rounding, not the sum of all
  });
});

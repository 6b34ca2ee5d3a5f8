import { describe, expect, it } from 'vitest';
import { createMat3, mat3FromRows } from '../math/mat3.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, dotVec3, lengthVec3 } from '../math/vec3.ts';
import { createEllipsoid, ellipsoidMass, ellipsoidRadius, ellipsoidSupport } from './ellipsoid.ts';

const SHEARED = mat3FromRows([
  [1.1, 0.2, 0],
  [-0.1, 0.9, 0.3],
  [0, 0.1, 1],
]);

describe('ellipsoids', () => {
  it('property: no point of the body lies farther in a direction than the support point', () => {
    const random = createRandom(3);
    const shape = createEllipsoid([3, 1, 0.5], SHEARED);
    for (let run = 0; run < 200; run++) {
      const d = createVec3(random.normal(), random.normal(), random.normal());
      const farthest = dotVec3(ellipsoidSupport(createVec3(), shape, d), d);
      for (let k = 0; k < 20; k++) {
        const other = createVec3(random.normal(), random.normal(), random.normal());
        // rounding of coordinates up to 4 m
        expect(dotVec3(ellipsoidSupport(createVec3(), shape, other), d)).toBeLessThan(farthest + 1e-14);
      }
    }
  });

  it('the support point for the zero direction is the centre', () => {
    expect(ellipsoidSupport(createVec3(1, 1, 1), createEllipsoid([3, 2, 1]), createVec3())).toEqual(createVec3());
  });

  it('the radius is the maximum distance of a point from the centre', () => {
    const shape = createEllipsoid([3, 1, 0.5], SHEARED);
    const random = createRandom(4);
    const d = createVec3(1, 0, 0);
    // a fixed point of the support mapping is the end of the longest axis
    for (let k = 0; k < 200; k++) ellipsoidSupport(d, shape, d);
    expect(Math.abs(lengthVec3(d) - ellipsoidRadius(shape))).toBeLessThan(1e-14);
    for (let k = 0; k < 200; k++) {
      const point = ellipsoidSupport(
        createVec3(),
        shape,
        createVec3(random.normal(), random.normal(), random.normal()),
      );
      expect(lengthVec3(point)).toBeLessThan(ellipsoidRadius(shape) + 1e-14);
    }
  });

  it('worked example: a sphere of 1 kg and 1 m has the inertia 0.4 kg m² about every axis', () => {
    const { mass, inertia } = ellipsoidMass(createEllipsoid([1, 1, 1]), 3 / (4 * Math.PI));
    expect(mass).toBeCloseTo(1, 15);
    expect(inertia.xx).toBeCloseTo(0.4, 15);
    expect(inertia.zz).toBeCloseTo(0.4, 15);
    expect(inertia.xy).toBeCloseTo(0, 15);
  });

  it('property: mass and inertia of a sheared one agree with a sum over points of the body', () => {
    const shape = createEllipsoid([3, 1, 0.5], SHEARED);
    const { mass, inertia } = ellipsoidMass(shape, 2);
    const random = createRandom(5);
    const sum = { xx: 0, zz: 0, xy: 0, yz: 0 };
    const count = 200_000;
    for (let run = 0; run < count; ) {
      const u = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      if (u[0] ** 2 + u[1] ** 2 + u[2] ** 2 > 1) continue;
      run++;
      const [a, b, c] = [3 * u[0], u[1], 0.5 * u[2]];
      const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = SHEARED;
      const [x, y, z] = [xx * a + xy * b + xz * c, yx * a + yy * b + yz * c, zx * a + zy * b + zz * c];
      sum.xx += y * y + z * z;
      sum.zz += x * x + y * y;
      sum.xy -= x * y;
      sum.yz -= y * z;
    }
    // 200 000 random points leave a statistical error of half a percent
    for (const key of ['xx', 'zz', 'xy', 'yz'] as const) {
      expect(Math.abs((mass * sum[key]) / count - inertia[key])).toBeLessThan(0.01 * inertia.zz);
    }
  });

  it('semi-axes and deformation are validated on input', () => {
    expect(() => createEllipsoid([1, 2])).toThrow(/semiAxes/);
    expect(() => createEllipsoid([1, 2, 0])).toThrow(/semiAxes/);
    expect(() => createEllipsoid([1, 2, Number.NaN])).toThrow(/semiAxes/);
    expect(() => createEllipsoid([1, 2, 3], createMat3(1, -1, 1))).toThrow(/deformation/);
    expect(() => ellipsoidMass(createEllipsoid([1, 1, 1]), 0)).toThrow(/density/);
  });
});

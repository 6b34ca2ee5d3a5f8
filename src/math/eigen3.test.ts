import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { symmetricEigen3 } from './eigen3.ts';
import { createMat3, type Mat3, mat3FromRows, rotateTensor } from './mat3.ts';
import { createPose } from './pose.ts';
import { createVec3 } from './vec3.ts';

const names = ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'] as const;

function largestDifference(a: Mat3, b: Mat3): number {
  return Math.max(...names.map((name) => Math.abs(a[name] - b[name])));
}

describe('symmetricEigen3', () => {
  it('worked example: [[2, 1, 0], [1, 2, 0], [0, 0, 5]] has 5, 3 and 1', () => {
    const vectors = createMat3();
    const s = mat3FromRows([
      [2, 1, 0],
      [1, 2, 0],
      [0, 0, 5],
    ]);
    const { x, y, z } = symmetricEigen3(createVec3(), vectors, s);
    expect([x, y, z]).toEqual([5, expect.closeTo(3, 14), expect.closeTo(1, 14)]);
    expect(Math.abs(vectors.zx)).toBe(1);
  });

  it('property: R diag(a) Rᵀ has the eigenvalues a, largest first, and the vectors rebuild the matrix at any scale', () => {
    const value = fc.oneof(fc.double({ min: -5, max: 5, noNaN: true }), fc.constantFrom(0, 1, 1));
    const part = fc.double({ min: 0.1, max: 1, noNaN: true });
    const exponent = fc.constantFrom(-9, 0, 9);
    const quaternion = fc.tuple(part, part, part, part);
    const check = fc.property(value, value, value, quaternion, exponent, (a, b, c, q, power) => {
      const scale = 10 ** power;
      const diagonal = [a * scale, b * scale, c * scale];
      const { rotation } = createPose([0, 0, 0], q);
      const s = rotateTensor(createMat3(), rotation, createMat3(...(diagonal as [number, number, number])));
      const vectors = createMat3();
      const { x, y, z } = symmetricEigen3(createVec3(), vectors, s);
      const sorted = diagonal.toSorted((p, r) => r - p);
      // a few rounding errors of the largest entry, 5 · scale
      const tolerance = 1e-14 * 5 * scale;
      [x, y, z].forEach((found, k) => {
        expect(Math.abs(found - sorted[k])).toBeLessThan(tolerance);
      });
      expect(largestDifference(rotateTensor(createMat3(), vectors, createMat3(x, y, z)), s)).toBeLessThan(tolerance);
      expect(largestDifference(rotateTensor(createMat3(), vectors, createMat3()), createMat3())).toBeLessThan(1e-14);
    });
    fc.assert(check, { seed: 3, numRuns: 500 });
  });

  it('degenerate: the zero matrix has zero eigenvalues and the coordinate axes', () => {
    const vectors = createMat3(0, 0, 0);
    expect(symmetricEigen3(createVec3(1, 1, 1), vectors, createMat3(0, 0, 0))).toEqual(createVec3());
    expect(vectors).toEqual(createMat3());
  });
});

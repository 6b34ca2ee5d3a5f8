import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMat3,
  invertSymmetric,
  mat3FromRows,
  multiplyMat3,
  rotateTensor,
  solveSymmetric,
  transformVec3,
} from './mat3.ts';
import { createPose } from './pose.ts';
import { createVec3, lengthVec3, subVec3 } from './vec3.ts';

const component = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.record({ x: component, y: component, z: component });
/** AᵀA + 0.1: symmetric, positive definite, condition below about 1e4. */
const definite = fc.tuple(vector, vector, vector).map(([a, b, c]) => {
  const rows = [a, b, c].map(({ x, y, z }) => [x, y, z]);
  const gram = [0, 1, 2].map((i) =>
    [0, 1, 2].map(
      (j) => rows[0][i] * rows[0][j] + rows[1][i] * rows[1][j] + rows[2][i] * rows[2][j] + (i === j ? 0.1 : 0),
    ),
  );
  return mat3FromRows(gram);
});

describe('symmetric 3 x 3 systems', () => {
  it('property: S times the solution of S x = b is b', () => {
    fc.assert(
      fc.property(definite, vector, (s, b) => {
        const back = transformVec3(createVec3(), s, solveSymmetric(createVec3(), s, b));
        // condition number (up to 1e3) times rounding error
        expect(lengthVec3(subVec3(back, back, b))).toBeLessThan(1e-12 * (1 + lengthVec3(b)));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('property: S times its inverse is the identity', () => {
    fc.assert(
      fc.property(definite, (s) => {
        const product = multiplyMat3(createMat3(), s, invertSymmetric(createMat3(), s));
        const identity = createMat3();
        for (const key of Object.keys(identity) as (keyof typeof identity)[]) {
          expect(Math.abs(product[key] - identity[key])).toBeLessThan(1e-11); // condition up to 1e4 times rounding
        }
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('degenerate: a planar inertia has no inverse about x and y; the result there is zero', () => {
    const planar = createMat3(0, 0, 4);
    expect(invertSymmetric(createMat3(), planar)).toEqual(createMat3(0, 0, 0.25));
    expect(solveSymmetric(createVec3(), planar, createVec3(0, 0, 8))).toEqual(createVec3(0, 0, 2));
    expect(solveSymmetric(createVec3(), createMat3(0, 0, 0), createVec3(1, 2, 3))).toEqual(createVec3());
  });
});

describe('rotateTensor', () => {
  it('worked example: a quarter turn about z swaps the moments about x and y', () => {
    const quarter = createPose([0, 0, 0], [Math.SQRT1_2, 0, 0, Math.SQRT1_2]).rotation;
    const rotated = rotateTensor(createMat3(), quarter, createMat3(1, 2, 3));
    expect(rotated.xx).toBeCloseTo(2, 14);
    expect(rotated.yy).toBeCloseTo(1, 14);
    expect(rotated.zz).toBeCloseTo(3, 14);
    expect(Math.abs(rotated.xy)).toBeLessThan(1e-15);
  });
});

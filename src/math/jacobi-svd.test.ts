import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftSingularVectors3, polarFactor3, singularValues3 } from './jacobi-svd.ts';
import { createMat3, type Mat3, mat3FromRows, multiplyMat3, type ReadonlyMat3 } from './mat3.ts';
import { createVec3 } from './vec3.ts';

const KEYS = Object.keys(createMat3()) as (keyof Mat3)[];

function transpose(m: ReadonlyMat3): Mat3 {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = m;
  return { xx, xy: yx, xz: zx, yx: xy, yy, yz: zy, zx: xz, zy: yz, zz };
}

function product(...matrices: ReadonlyMat3[]): Mat3 {
  return matrices.reduce<Mat3>((p, q) => multiplyMat3(createMat3(), p, q), createMat3());
}

function largestDifference(a: ReadonlyMat3, b: ReadonlyMat3): number {
  return Math.max(...KEYS.map((key) => Math.abs(a[key] - b[key])));
}

/** Uniformly distributed: random doubles would nearly all be close to zero. */
const entry = fc.integer({ min: -1000, max: 1000 }).map((k) => k / 1000);
const row = fc.tuple(entry, entry, entry);
const matrix = fc.tuple(row, row, row).map(mat3FromRows);

describe('singularValues3', () => {
  it('worked example: a shear by 3/2 has the singular values 2 and 1/2', () => {
    const { x, y, z } = singularValues3(
      createVec3(),
      createMat3(),
      createMat3(),
      mat3FromRows([
        [1, 1.5, 0],
        [0, 1, 0],
        [0, 0, 0.25],
      ]),
    );
    // products of a few numbers near 1
    expect(x).toBeCloseTo(2, 14);
    expect(y).toBeCloseTo(0.5, 14);
    expect(z).toBeCloseTo(0.25, 14);
  });

  it('property: the factors multiply to the matrix, and both frames are orthonormal', () => {
    const check = fc.property(matrix, (a) => {
      const [u, v] = [createMat3(), createMat3()];
      const { x, y, z } = singularValues3(createVec3(), u, v, a);
      expect(x >= y && y >= z && z >= 0).toBe(true);
      // rounding errors of sums of three products of numbers up to 1, over a few sweeps
      expect(largestDifference(product(u, createMat3(x, y, z), transpose(v)), a)).toBeLessThan(4e-15);
      expect(largestDifference(product(transpose(v), v), createMat3())).toBeLessThan(4e-15);
      if (z > 1e-3) expect(largestDifference(product(transpose(u), u), createMat3())).toBeLessThan(1e-12);
    });
    fc.assert(check, { seed: 7, numRuns: 500 });
  });

  it('property: without V, the values and U have the same bits', () => {
    const check = fc.property(matrix, (a) => {
      const [u, left] = [createMat3(), createMat3()];
      const values = singularValues3(createVec3(), u, createMat3(), a);
      expect(leftSingularVectors3(createVec3(), left, a)).toEqual(values);
      expect(left).toEqual(u);
    });
    fc.assert(check, { seed: 8, numRuns: 300 });
  });

  it('small values are relatively accurate: columns scaled by 1, 1e-8 and 1e-16', () => {
    // an orthogonal matrix times a diagonal one; its singular values are the diagonal
    const third = 1 / 3;
    const q = mat3FromRows([
      [2 * third, -2 * third, third],
      [third, 2 * third, 2 * third],
      [2 * third, third, -2 * third],
    ]);
    const { x, y, z } = singularValues3(
      createVec3(),
      createMat3(),
      createMat3(),
      product(q, createMat3(1e-16, 1, 1e-8)),
    );
    expect(Math.abs(x - 1)).toBeLessThan(1e-14);
    expect(Math.abs(y / 1e-8 - 1)).toBeLessThan(1e-14);
    expect(Math.abs(z / 1e-16 - 1)).toBeLessThan(1e-14);
  });

  it('degenerate: the zero matrix has the values 0 and no NaN', () => {
    const u = createMat3();
    expect(singularValues3(createVec3(1, 1, 1), u, createMat3(), createMat3(0, 0, 0))).toEqual(createVec3());
    expect(u).toEqual(createMat3(0, 0, 0));
  });
});

describe('polarFactor3', () => {
  it('property: A = Q S with Q orthogonal and S symmetric', () => {
    const check = fc.property(matrix, (a) => {
      const { z } = singularValues3(createVec3(), createMat3(), createMat3(), a);
      fc.pre(z > 1e-3);
      const q = polarFactor3(createMat3(), a);
      const s = product(transpose(q), a);
      // rounding error, amplified by the ratio of the singular values
      expect(largestDifference(product(transpose(q), q), createMat3())).toBeLessThan(1e-12);
      expect(largestDifference(s, transpose(s))).toBeLessThan(1e-12);
    });
    fc.assert(check, { seed: 8, numRuns: 300 });
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMat3, type Mat3, mat3FromRows, type ReadonlyMat3, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { createEllipsoid, ellipsoidMatrix } from './ellipsoid.ts';
import { createPrincipalAxes, principalAxes } from './principal-axes.ts';
import { boxOfEllipsoid, createVehicleBox } from './vehicle-box.ts';

interface Case {
  readonly id: string;
  readonly F: readonly number[];
  readonly semiAxes: readonly number[];
  readonly axes: readonly number[][];
  readonly alpha: readonly number[];
  readonly boxEdges: readonly number[];
}

const file = new URL('../../reference/vehicles/principal_axes.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };

function matrixOf(f: readonly number[], semiAxes: readonly number[]): Mat3 {
  const deformation = mat3FromRows([f.slice(0, 3), f.slice(3, 6), f.slice(6, 9)]);
  return ellipsoidMatrix(createMat3(), createEllipsoid(semiAxes, deformation));
}

function columns(m: ReadonlyMat3): Vec3[] {
  return [createVec3(m.xx, m.yx, m.zx), createVec3(m.xy, m.yy, m.zy), createVec3(m.xz, m.yz, m.zz)];
}

describe('principal axes agree with 60 digits [PATH98-2.2]', () => {
  it('the file has its 16 cases', () => expect(cases.length).toBe(16));

  it.each(cases)('$id', ({ F, semiAxes, axes, alpha, boxEdges }) => {
    const b = matrixOf(F, semiAxes);
    const found = principalAxes(createPrincipalAxes(), b);
    const box = createVehicleBox([0.5, 0.5, 0.5], 0);
    boxOfEllipsoid(box, createVec3(), b, 0);
    columns(found.rotation).forEach((axis, k) => {
      // the tolerance of the reference README; the actual error is smaller
      expect(lengthVec3(subVec3(axis, axis, createVec3(axes[k][0], axes[k][1], axes[k][2])))).toBeLessThan(1e-12);
    });
    (['x', 'y', 'z'] as const).forEach((axis, k) => {
      expect(Math.abs(found.semiAxes[axis] - alpha[k])).toBeLessThan(1e-12);
      expect(Math.abs(2 * box.halfExtents[axis] - boxEdges[k])).toBeLessThan(1e-12);
    });
  });
});

describe('labels of the principal axes', () => {
  const semiAxes = [5, 3, 2.9].map((edge) => 0.6203504908994 * edge);

  it('M9: a vertical stretch by 4 % makes the height the second axis by length, never by material', () => {
    const b = matrixOf([1, 0, 0, 0, 1, 0, 0, 0, 1.04], semiAxes);
    const [, byLength] = columns(principalAxes(createPrincipalAxes(), b, 'length').rotation);
    const [, byMaterial] = columns(principalAxes(createPrincipalAxes(), b).rotation);
    expect(byLength).toEqual(createVec3(0, 0, 1));
    expect(byMaterial).toEqual(createVec3(0, 1, 0));
  });

  it('a rotated sphere has the axes of its rotation, for lack of others', () => {
    const { rotation } = createPose([0, 0, 0], [0.3, -0.2, 0.7, 0.4]);
    const found = principalAxes(createPrincipalAxes(), rotation);
    columns(found.rotation).forEach((axis, k) => {
      expect(lengthVec3(subVec3(axis, axis, columns(rotation)[k]))).toBeLessThan(1e-15 * 4);
    });
  });

  it('a rotated ellipsoid of revolution has the axes of its rotation too', () => {
    const { rotation } = createPose([0, 0, 0], [0.3, -0.2, 0.7, 0.4]);
    for (const axesOfBody of [
      [3, 2, 2],
      [2, 3, 2],
      [2, 2, 3],
    ]) {
      const b = ellipsoidMatrix(createMat3(), createEllipsoid(axesOfBody, rotation));
      const found = principalAxes(createPrincipalAxes(), b);
      columns(found.rotation).forEach((axis, k) => {
        expect(lengthVec3(subVec3(axis, axis, columns(rotation)[k]))).toBeLessThan(1e-14);
      });
    }
  });

  it('property: along its axes the body extends by its semi-axes, for any deformation', () => {
    const random = createRandom(11);
    for (let run = 0; run < 300; run++) {
      const f = Array.from({ length: 9 }, (_, k) => (k % 4 === 0 ? 1 : 0) + random.between(-0.3, 0.3));
      const b = matrixOf(f, [random.between(1, 4), random.between(1, 4), random.between(1, 4)]);
      const { rotation, semiAxes: alpha } = principalAxes(createPrincipalAxes(), b);
      columns(rotation).forEach((axis, k) => {
        const image = transformVec3(
          createVec3(),
          mat3FromRows([
            [b.xx, b.yx, b.zx],
            [b.xy, b.yy, b.zy],
            [b.xz, b.yz, b.zz],
          ]),
          axis,
        );
        expect(Math.abs(lengthVec3(image) - [alpha.x, alpha.y, alpha.z][k])).toBeLessThan(1e-14 * 4);
        expect(dotVec3(axis, columns(b)[k])).toBeGreaterThan(0);
      });
    }
  });
});

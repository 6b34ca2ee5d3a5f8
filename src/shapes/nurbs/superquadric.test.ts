import { describe, expect, it } from 'vitest';
import { expectNear, expectPatchJet } from '../../../test/nurbs-jets.ts';
import { mat3FromRows } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { CURVE_JET, evaluateCurve } from './curve.ts';
import { evaluatePatch, PATCH_JET } from './patch.ts';
import {
  createSuperquadric,
  type SuperquadricPatch,
  superquadricCorners,
  superquadricSupport,
  transformSuperquadric,
} from './superquadric.ts';

const axes = [1, 0.8, 0.6];
const semiAxes = createVec3(1, 0.8, 0.6);
/** Round, boxy, pillow, nearly a box, double cone, diamond, cushion with edges. */
const shapes: [number, number][] = [
  [1, 1],
  [0.5, 0.5],
  [1, 0.3],
  [0.05, 0.1],
  [2, 1],
  [2, 2],
  [0.7, 2],
];

const jetOf = (patch: SuperquadricPatch, u: number, v: number) =>
  evaluatePatch(new Float64Array(PATCH_JET), patch, u, v);

/** (|x/a|^p + |y/b|^p)^(q/p) + |z/c|^q by the engine's own powers. */
function implicit(point: ArrayLike<number>, exponent1: number, exponent2: number): number {
  const [p, q] = [2 / exponent2, 2 / exponent1];
  const [x, y, z] = axes.map((axis, k) => Math.abs(point[k] / axis));
  return (x ** p + y ** p) ** (q / p) + z ** q;
}

describe('octants of a superellipsoid', () => {
  it('lie on its surface, with outward normals, in their own octant', () => {
    const random = createRandom(51);
    for (const [exponent1, exponent2] of shapes) {
      createSuperquadric(semiAxes, exponent1, exponent2).forEach((patch, index) => {
        const [u, v] = [random.between(0.02, 0.98), random.between(0.02, 0.98)];
        const jet = jetOf(patch, u, v);
        // powers of order 40 multiply relative rounding by 40
        expect(Math.abs(implicit(jet, exponent1, exponent2) - 1)).toBeLessThan(1e-13);
        const [x, y, z, ax, ay, az, bx, by, bz] = jet;
        const n = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
        expect(n[0] * x + n[1] * y + n[2] * z).toBeGreaterThan(0);
        const quadrant = index % 4;
        const signs = [quadrant === 1 || quadrant === 2 ? -1 : 1, quadrant < 2 ? 1 : -1, index < 4 ? -1 : 1];
        expect([x, y, z].map(Math.sign)).toEqual(signs);
      });
    }
  });

  it('have the derivatives of their points', () => {
    const random = createRandom(52);
    for (const [exponent1, exponent2] of shapes.filter(([exponent1]) => exponent1 > 0.05)) {
      for (const patch of createSuperquadric(semiAxes, exponent1, exponent2)) {
        // differences over steps of 1e-3 have an error of about 1e-8 of the sixth derivatives
        expectPatchJet((u, v) => jetOf(patch, u, v), random.between(0.2, 0.8), random.between(0.2, 0.8), 1e-5);
      }
    }
  });

  it('stay finite on the closed square, with a tangent plane everywhere except at the tip', () => {
    for (const [exponent1, exponent2] of shapes) {
      for (const patch of createSuperquadric(semiAxes, exponent1, exponent2)) {
        for (const u of [0, 1e-300, 1e-9, 0.5, 1 - 1e-9, 1]) {
          for (const v of [0, 1e-300, 1e-9, 0.5, 1 - 1e-9, 1]) {
            const jet = jetOf(patch, u, v);
            expect(jet.every(Number.isFinite)).toBe(true);
            const atTip = patch.upper ? v > 0.9 : v < 0.1;
            const [, , , ax, ay, az, bx, by, bz] = jet;
            const n = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
            if (!atTip) expect(n).toBeGreaterThan(0.1);
          }
        }
      }
    }
  });

  it('begin and end at the axes and share their sides with their neighbours', () => {
    const patches = createSuperquadric(semiAxes, 0.5, 0.7);
    expectNear(jetOf(patches[4], 0, 0).subarray(0, 3), [1, 0, 0], 1e-15);
    expectNear(jetOf(patches[4], 1, 0).subarray(0, 3), [0, 0.8, 0], 1e-15);
    expectNear(jetOf(patches[4], 0.3, 1).subarray(0, 3), [0, 0, 0.6], 1e-15);
    for (let quadrant = 0; quadrant < 4; quadrant++) {
      for (const half of [0, 4]) {
        const next = patches[half + ((quadrant + 1) % 4)];
        expectNear(jetOf(patches[half + quadrant], 1, 0.3).subarray(0, 3), jetOf(next, 0, 0.3).subarray(0, 3), 1e-15);
      }
      const [lower, upper] = [patches[quadrant], patches[4 + quadrant]];
      expectNear(jetOf(lower, 0.3, 1).subarray(0, 3), jetOf(upper, 0.3, 0).subarray(0, 3), 1e-15);
    }
  });

  it('their sides are curves with the derivatives of the patch', () => {
    const patch = createSuperquadric(semiAxes, 0.5, 0.7)[1];
    for (const [side, u, v, at] of [
      ['u0', 0, 0.3, 6],
      ['u1', 1, 0.3, 6],
      ['v0', 0.3, 0, 3],
      ['v1', 0.3, 1, 3],
    ] as const) {
      const jet = evaluateCurve(new Float64Array(CURVE_JET), { kind: 'side', patch, side }, 0.3);
      const whole = jetOf(patch, u, v);
      const second = at === 3 ? 9 : 15;
      expect([...jet]).toEqual([0, at, second].flatMap((from) => [...whole.subarray(from, from + 3)]));
    }
  });

  it('a round one is the ellipsoid', () => {
    const [x, y, z] = jetOf(createSuperquadric(semiAxes, 1, 1)[4], 0.37, 0.61);
    expect(Math.hypot(x, y / 0.8, z / 0.6)).toBeCloseTo(1, 15);
  });

  it('the support value is the maximum over all points', () => {
    const random = createRandom(53);
    for (const [exponent1, exponent2] of shapes) {
      for (const patch of createSuperquadric(semiAxes, exponent1, exponent2)) {
        for (let i = 0; i < 3; i++) {
          const n = createVec3(random.normal(), random.normal(), random.normal());
          const support = superquadricSupport(patch, n);
          let max = -Infinity;
          for (let j = 0; j <= 32; j++) {
            for (let k = 0; k <= 32; k++) {
              const [x, y, z] = jetOf(patch, j / 32, k / 32);
              max = Math.max(max, n.x * x + n.y * y + n.z * z);
            }
          }
          expect(max).toBeLessThanOrEqual(support + 1e-14);
          // samples 1/32 apart miss the maximum of a sharply rounded corner by a few hundredths
          expect(max).toBeGreaterThan(support - 0.05 * Math.hypot(n.x, n.y, n.z));
        }
      }
    }
  });

  it('its support is exact at its own normals', () => {
    for (const [exponent1, exponent2] of shapes.filter(([exponent1]) => exponent1 > 0.05)) {
      for (const patch of createSuperquadric(semiAxes, exponent1, exponent2)) {
        const [x, y, z, ax, ay, az, bx, by, bz] = jetOf(patch, 0.4, 0.45);
        const n = createVec3(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
        // on a convex body the point with normal n is the support point in direction n
        expect(superquadricSupport(patch, n)).toBeCloseTo(n.x * x + n.y * y + n.z * z, 13);
      }
    }
  });

  it('lies within its corners, and both follow a transformation', () => {
    const m = mat3FromRows([
      [1, 0.2, 0],
      [0, 2, -0.3],
      [0.1, 0, 1],
    ]);
    const shift = createVec3(5, -6, 7);
    const patch = createSuperquadric(semiAxes, 0.5, 1)[2];
    const moved = transformSuperquadric(patch, m, shift);
    const [x, y, z] = jetOf(patch, 0.3, 0.4);
    const image = [x + 0.2 * y + 5, 2 * y - 0.3 * z - 6, 0.1 * x + z + 7];
    expectNear(jetOf(moved, 0.3, 0.4).subarray(0, 3), image, 1e-15);
    const n = createVec3(0.3, -0.5, 0.7);
    const max = Math.max(...superquadricCorners(moved).map((c) => n.x * c.x + n.y * c.y + n.z * c.z));
    expect(superquadricSupport(moved, n)).toBeLessThanOrEqual(max);
  });

  it.each<[string, () => unknown, string]>([
    [
      'an exponent of infinite curvature',
      () => createSuperquadric(semiAxes, 1.5, 1),
      'exponent1 must be 0.05 to 1, or 2',
    ],
    ['a box', () => createSuperquadric(semiAxes, 1, 0), 'exponent2 must be 0.05 to 1, or 2'],
    ['a concave star', () => createSuperquadric(semiAxes, 3, 1), 'got 3'],
    ['NaN', () => createSuperquadric(semiAxes, Number.NaN, 1), 'got "NaN"'],
    ['no axis', () => createSuperquadric(createVec3(1, 0, 1), 1, 1), 'semiAxes.y: must be finite and above zero'],
  ])('rejects %s', (_name, create, message) => {
    expect(create).toThrow(RangeError);
    expect(create).toThrow(message);
  });
});

import { describe, expect, it } from 'vitest';
import { expectNear, randomCurve } from '../../../test/nurbs-jets.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { arcCurve, type Span } from './arc.ts';
import type { BezierPatch } from './bezier.ts';
import { createBezierCurve } from './create-bezier.ts';
import { CURVE_JET, evaluateCurve } from './curve.ts';
import { evaluatePatch, PATCH_JET } from './patch.ts';
import {
  bilinearPatch,
  conePatch,
  cylinderPatch,
  ellipsoidPatch,
  planePatch,
  spherePatch,
  torusPatch,
} from './quadric-patches.ts';
import { extrudedPatch, revolvedPatch, ruledPatch } from './swept-patches.ts';

const QUARTER = Math.PI / 2;
const around: Span[] = [
  [0, QUARTER],
  [-1, 1.5],
  [2, 2.1],
  [-3, 0.12],
];

/** Points of a patch with their unit normals f_u × f_v. */
function* samples(patch: BezierPatch): Generator<{ p: number[]; n: number[] }> {
  for (const u of [0.05, 0.3, 0.5, 0.71, 0.95]) {
    for (const v of [0.05, 0.35, 0.5, 0.8, 0.95]) {
      const [x, y, z, ax, ay, az, bx, by, bz] = evaluatePatch(new Float64Array(PATCH_JET), patch, u, v);
      const n = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
      const length = Math.hypot(...n);
      yield { p: [x, y, z], n: n.map((value) => value / length) };
    }
  }
}

/**
 * Every point on f = 0, every normal along the gradient and outward. A span of 179 degrees has control points far outside,
 * which costs two digits: all within 1e-13.
 */
function expectSurface(patch: BezierPatch, f: (p: number[]) => number, gradient: (p: number[]) => number[]): void {
  for (const { p, n } of samples(patch)) {
    expect(Math.abs(f(p))).toBeLessThan(1e-13);
    const g = gradient(p);
    const length = Math.hypot(...g);
    expectNear(
      n,
      g.map((value) => value / length),
      1e-13,
    );
  }
}

describe('exact patches', () => {
  it('of spheres and ellipsoids satisfy their equation, normals outward, poles degenerate to one point', () => {
    const axes = [1, 0.7, 0.5];
    for (const longitudes of around) {
      for (const latitudes of [
        [0, QUARTER],
        [-QUARTER, 0],
        [-0.3, 1.2],
      ] as Span[]) {
        expectSurface(
          spherePatch(1, longitudes, latitudes),
          (p) => Math.hypot(...p) - 1,
          (p) => p,
        );
        expectSurface(
          ellipsoidPatch(createVec3(1, 0.7, 0.5), longitudes, latitudes),
          (p) => p.reduce((sum, x, k) => sum + (x / axes[k]) ** 2, -1),
          (p) => p.map((x, k) => x / axes[k] ** 2),
        );
      }
    }
    const { control } = spherePatch(2, [0, QUARTER], [0, QUARTER]);
    for (let i = 0; i < 3; i++) {
      const [x, y, z, w] = control.subarray(12 * i + 8, 12 * i + 12);
      expect([x, y]).toEqual([0, 0]);
      expect(Math.abs(z / w - 2)).toBeLessThan(1e-15);
    }
  });

  it('of cylinders, cones and tori satisfy their equations, normals outward', () => {
    for (const angles of around) {
      expectSurface(
        cylinderPatch(1.5, [-1, 2], angles),
        ([x, y]) => Math.hypot(x, y) - 1.5,
        ([x, y]) => [x, y, 0],
      );
      expectSurface(
        conePatch([2, 0], [0, 4], angles),
        ([x, y, z]) => Math.hypot(x, y) - 0.5 * (4 - z),
        ([x, y]) => [x / Math.hypot(x, y), y / Math.hypot(x, y), 0.5],
      );
      expectSurface(
        conePatch([2, 0], [1, 1], angles),
        ([, , z]) => z - 1,
        () => [0, 0, 1],
      );
      for (const tube of [
        [-1, 1],
        [1, 2.5],
        [2, 4.5],
      ] as Span[]) {
        const toTube = ([x, y, z]: number[]) => {
          const r = Math.hypot(x, y);
          return [((r - 3) * x) / r, ((r - 3) * y) / r, z];
        };
        expectSurface(torusPatch(3, 0.8, angles, tube), (p) => Math.hypot(...toTube(p)) - 0.8, toTube);
      }
    }
  });

  it('arcs have the correct ends and a symmetric parametrisation', () => {
    const arc = arcCurve(createVec3(1, 2, 3), createVec3(2, 0, 0), createVec3(0, 0.5, 0), [0.3, 1.9]);
    const jet = (t: number) => evaluateCurve(new Float64Array(CURVE_JET), arc, t).slice(0, 3);
    const at = (angle: number) => [1 + 2 * Math.cos(angle), 2 + 0.5 * Math.sin(angle), 3];
    // a few roundings of numbers near 3
    expectNear(jet(0), at(0.3), 1e-15);
    expectNear(jet(0.5), at(1.1), 1e-15);
    expectNear(jet(1), at(1.9), 1e-15);
  });

  it('planes and bilinear patches run from corner to corner', () => {
    const plane = planePatch(createVec3(1, 1, 1), createVec3(2, 0, 0), createVec3(0, 3, 0));
    const corners = [createVec3(1, 1, 1), createVec3(3, 1, 1), createVec3(1, 4, 1), createVec3(3, 4, 1)];
    expect(bilinearPatch(corners[0], corners[1], corners[2], corners[3])).toEqual(plane);
    expectSurface(
      plane,
      ([, , z]) => z - 1,
      () => [0, 0, 1],
    );
  });

  it('swept patches contain the curves that generate them', () => {
    const random = createRandom(31);
    const [low, high] = [randomCurve(random, 2), randomCurve(random, 4)];
    const surfacePoint = (patch: BezierPatch, u: number, v: number) =>
      evaluatePatch(new Float64Array(PATCH_JET), patch, u, v).slice(0, 3);
    const point = (curve: typeof low, t: number) => evaluateCurve(new Float64Array(CURVE_JET), curve, t).slice(0, 3);
    // rounding of a few dozen operations on numbers near 1
    const rounding = 1e-14;
    for (const t of [0, 0.3, 1]) {
      expectNear(surfacePoint(ruledPatch(low, high), t, 0), point(low, t), rounding);
      expectNear(surfacePoint(ruledPatch(low, high), t, 1), point(high, t), rounding);
      const [x, y, z] = point(low, t);
      expectNear(surfacePoint(extrudedPatch(low, createVec3(1, 2, 3)), t, 0.5), [x + 0.5, y + 1, z + 1.5], rounding);
      expectNear(surfacePoint(revolvedPatch(low, [0, QUARTER]), 0, t), [x, y, z], rounding);
      expectNear(surfacePoint(revolvedPatch(low, [0, QUARTER]), 1, t), [-y, x, z], rounding);
    }
    // a straight line stays straight between curves of different weights
    const [p, q, r] = [0, 0.4, 1].map((v) => surfacePoint(ruledPatch(low, high), 0.3, v));
    const fraction = (q[0] - p[0]) / (r[0] - p[0]);
    expectNear(
      q,
      p.map((value, k) => value + fraction * (r[k] - value)),
      rounding,
    );
  });

  it.each<[string, () => unknown, string]>([
    [
      'an arc of 180 degrees',
      () => spherePatch(1, [0, Math.PI], [0, 1]),
      'arc: must span more than 0 and at most 179 degrees',
    ],
    ['an arc backwards', () => cylinderPatch(1, [0, 1], [1, 0]), 'arc: must span more than 0'],
    ['no radius', () => spherePatch(0, [0, 1], [0, 1]), 'sphere patch: radius: must be finite and above zero, got 0'],
    ['a semi-axis below zero', () => ellipsoidPatch(createVec3(1, -2, 1), [0, 1], [0, 1]), 'semiAxes.y'],
    ['latitudes beyond the pole', () => spherePatch(1, [0, 1], [1, 2]), 'latitudes must be -π/2 to π/2, got [1,2]'],
    ['a cone without radii', () => conePatch([0, 0], [0, 1], [0, 1]), 'one of the radii must be above zero'],
    ['a cone of one ring', () => conePatch([1, 1], [0, 0], [0, 1]), 'cone patch: all points are one'],
    ['a spindle', () => torusPatch(1, 2, [0, 1], [0, 1]), 'major radius must be above the minor, 2, got 1'],
    [
      'a plane without a width',
      () => planePatch(createVec3(), createVec3(), createVec3()),
      'plane patch: all points are one',
    ],
  ])('rejects %s', (_name, create, message) => {
    expect(create).toThrow(RangeError);
    expect(create).toThrow(message);
  });

  it('a profile may be any curve: a paraboloid from a parabola', () => {
    const profile = createBezierCurve([
      [0, 0],
      [0.5, 0],
      [1, 0, 1],
    ]);
    const bowl = revolvedPatch(profile, [0, QUARTER]);
    expectSurface(
      bowl,
      ([x, y, z]) => x * x + y * y - z,
      ([x, y]) => [2 * x, 2 * y, -1],
    );
  });
});

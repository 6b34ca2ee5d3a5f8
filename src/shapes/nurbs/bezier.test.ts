import { describe, expect, it } from 'vitest';
import {
  casteljau,
  controlPointList,
  differences,
  expectNear,
  expectPatchJet,
  project,
  randomCurve,
  randomPatch,
} from '../../../test/nurbs-jets.ts';
import { createRandom } from '../../math/random.ts';
import { CURVE_JET, evaluateCurve } from './curve.ts';
import { evaluatePatch, PATCH_JET } from './patch.ts';

describe('rational Bezier curves', () => {
  it('agree with de Casteljau at any degree', () => {
    const random = createRandom(1);
    const jet = new Float64Array(CURVE_JET);
    for (let degree = 1; degree <= 15; degree++) {
      const curve = randomCurve(random, degree);
      for (const t of [0, 1, 0.5, random.next(), random.next()]) {
        evaluateCurve(jet, curve, t);
        // rounding of about `degree` additions of numbers near 1
        expectNear(jet.subarray(0, 3), project(casteljau(controlPointList(curve.control), t)), 1e-14);
      }
    }
  });

  it('have the derivatives of their points', () => {
    const random = createRandom(2);
    const jet = new Float64Array(CURVE_JET);
    for (let degree = 1; degree <= 8; degree++) {
      const curve = randomCurve(random, degree);
      const t = random.between(0.1, 0.9);
      const [first, second] = differences((s) => evaluateCurve(new Float64Array(CURVE_JET), curve, s), t);
      evaluateCurve(jet, curve, t);
      // differences over steps of 1e-3 have an error of about 1e-8 of the sixth derivative
      expectNear(jet.subarray(3, 6), first, 1e-6);
      expectNear(jet.subarray(6, 9), second, 1e-6);
    }
  });

  it('are the same in power form', () => {
    const random = createRandom(3);
    for (let degree = 1; degree <= 15; degree++) {
      const { control, power } = randomCurve(random, degree);
      const t = random.next();
      const byPowers = [0, 1, 2, 3].map((k) => {
        let sum = 0;
        for (let i = degree; i >= 0; i--) sum = sum * t + power[4 * i + k];
        return sum;
      });
      // power coefficients of degree n are up to 3ⁿ times larger than the control points, and so is their rounding
      expectNear(byPowers, casteljau(controlPointList(control), t), 1e-15 * 3 ** degree);
    }
  });
});

describe('rational Bezier patches', () => {
  const degrees: [number, number][] = [];
  for (let m = 1; m <= 4; m++) for (let n = 1; n <= 4; n++) degrees.push([m, n]);
  degrees.push([15, 2], [1, 15], [6, 9]);

  it('agree with de Casteljau in both directions', () => {
    const random = createRandom(4);
    const jet = new Float64Array(PATCH_JET);
    for (const [m, n] of degrees) {
      const patch = randomPatch(random, m, n);
      const controlPoints = controlPointList(patch.control);
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
        [random.next(), random.next()],
      ]) {
        const rows = Array.from({ length: m + 1 }, (_, i) =>
          casteljau(controlPoints.slice(i * (n + 1), (i + 1) * (n + 1)), v),
        );
        // rounding of about m n additions of numbers near 1
        expectNear(evaluatePatch(jet, patch, u, v).subarray(0, 3), project(casteljau(rows, u)), 2e-14);
      }
    }
  });

  it('have the derivatives of their points', () => {
    const random = createRandom(5);
    for (const [m, n] of degrees.filter(([m, n]) => m < 5 && n < 5)) {
      const patch = randomPatch(random, m, n);
      const jet = (u: number, v: number) => evaluatePatch(new Float64Array(PATCH_JET), patch, u, v);
      // differences over steps of 1e-3 have an error of about 1e-8 of the sixth derivatives
      expectPatchJet(jet, random.between(0.1, 0.9), random.between(0.1, 0.9), 1e-6);
    }
  });

  it('are the same in power form, stored like the control points', () => {
    const random = createRandom(6);
    for (const [m, n] of degrees.filter(([m, n]) => m < 5 && n < 5)) {
      const patch = randomPatch(random, m, n);
      const [u, v] = [random.next(), random.next()];
      const sum = [0, 0, 0, 0];
      for (let i = 0; i <= m; i++) {
        for (let j = 0; j <= n; j++) {
          for (let k = 0; k < 4; k++) sum[k] += u ** i * v ** j * patch.power[4 * (i * (n + 1) + j) + k];
        }
      }
      const point = evaluatePatch(new Float64Array(PATCH_JET), patch, u, v).subarray(0, 3);
      // rounding grows like 3^(m + n), at most 6561 here
      expectNear(project(sum), point, 1e-12);
      expect(patch.power.length).toBe(patch.control.length);
    }
  });
});

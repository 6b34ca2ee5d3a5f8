import { describe, expect, it } from 'vitest';
import { expectNear, randomCurve, randomPatch } from '../../../test/nurbs-jets.ts';
import { mat3FromRows, transformVec3 } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { controlPointsBox } from './control-points.ts';
import { CURVE_JET, evaluateCurve } from './curve.ts';
import { evaluatePatch, PATCH_JET } from './patch.ts';
import {
  elevateDegree,
  patchSideCurve,
  reverseCurve,
  reversePatch,
  splitCurve,
  splitPatch,
  subCurve,
  subPatch,
  transformCurve,
  transformPatch,
} from './subdivide.ts';

const pointOf = (curve: ReturnType<typeof randomCurve>, t: number) =>
  evaluateCurve(new Float64Array(CURVE_JET), curve, t).slice(0, 3);
const patchPoint = (patch: ReturnType<typeof randomPatch>, u: number, v: number) =>
  evaluatePatch(new Float64Array(PATCH_JET), patch, u, v).slice(0, 3);

/** Rounding of a few dozen operations on numbers near 1, weights within a factor of 4. */
const ROUNDING = 2e-14;

describe('pieces of Bezier curves and patches', () => {
  it('the two parts of a curve equal the curve', () => {
    const random = createRandom(11);
    for (let degree = 1; degree <= 9; degree++) {
      const curve = randomCurve(random, degree);
      const [cut, t] = [random.between(0.1, 0.9), random.next()];
      const [below, above] = splitCurve(curve, cut);
      expectNear(pointOf(below, t), pointOf(curve, cut * t), ROUNDING);
      expectNear(pointOf(above, t), pointOf(curve, cut + (1 - cut) * t), ROUNDING);
      const [from, to] = [0.2 * random.next(), random.between(0.3, 1)];
      expectNear(pointOf(subCurve(curve, from, to), t), pointOf(curve, from + (to - from) * t), ROUNDING);
    }
  });

  it('the two parts of a patch, and any rectangle of it, equal the patch', () => {
    const random = createRandom(12);
    for (const [m, n] of [
      [1, 1],
      [2, 2],
      [3, 2],
      [1, 4],
      [5, 3],
    ]) {
      const patch = randomPatch(random, m, n);
      const [cut, u, v] = [random.between(0.1, 0.9), random.next(), random.next()];
      const [left, right] = splitPatch(patch, 'u', cut);
      expectNear(patchPoint(left, u, v), patchPoint(patch, cut * u, v), ROUNDING);
      expectNear(patchPoint(right, u, v), patchPoint(patch, cut + (1 - cut) * u, v), ROUNDING);
      const [low, high] = splitPatch(patch, 'v', cut);
      expectNear(patchPoint(low, u, v), patchPoint(patch, u, cut * v), ROUNDING);
      expectNear(patchPoint(high, u, v), patchPoint(patch, u, cut + (1 - cut) * v), ROUNDING);
      expectNear(
        patchPoint(subPatch(patch, 0.3, 0.5, 0, 0.9), u, v),
        patchPoint(patch, 0.3 + 0.2 * u, 0.9 * v),
        ROUNDING,
      );
    }
  });

  it('adjacent parts have bitwise equal control points', () => {
    const [below, above] = splitPatch(randomPatch(createRandom(13), 3, 2), 'u', 0.37);
    expect(patchSideCurve(below, 'u1').control).toEqual(patchSideCurve(above, 'u0').control);
  });

  it('splitting does not change the original', () => {
    const curve = randomCurve(createRandom(14), 3);
    const before = curve.control.slice();
    splitCurve(curve, 0.5);
    subCurve(curve, 0.2, 0.7);
    expect(curve.control).toEqual(before);
  });

  it('a curve equals its reverse and its degree elevation', () => {
    const random = createRandom(15);
    for (let degree = 1; degree <= 6; degree++) {
      const curve = randomCurve(random, degree);
      const t = random.next();
      expectNear(pointOf(reverseCurve(curve), 1 - t), pointOf(curve, t), ROUNDING);
      const raised = elevateDegree(curve, degree + 3);
      expect(raised.degree).toBe(degree + 3);
      expectNear(pointOf(raised, t), pointOf(curve, t), ROUNDING);
    }
  });

  it('the sides of a patch have its own parameters', () => {
    const random = createRandom(16);
    const patch = randomPatch(random, 2, 3);
    const t = random.next();
    expectNear(pointOf(patchSideCurve(patch, 'u0'), t), patchPoint(patch, 0, t), ROUNDING);
    expectNear(pointOf(patchSideCurve(patch, 'u1'), t), patchPoint(patch, 1, t), ROUNDING);
    expectNear(pointOf(patchSideCurve(patch, 'v0'), t), patchPoint(patch, t, 0), ROUNDING);
    expectNear(pointOf(patchSideCurve(patch, 'v1'), t), patchPoint(patch, t, 1), ROUNDING);
    expectNear(patchPoint(reversePatch(patch, 'v'), 0.3, t), patchPoint(patch, 0.3, 1 - t), ROUNDING);
    expectNear(patchPoint(reversePatch(patch, 'u'), t, 0.3), patchPoint(patch, 1 - t, 0.3), ROUNDING);
  });

  it('transforming the control points transforms the points', () => {
    const random = createRandom(17);
    const rows = [0, 1, 2].map(() => [0, 1, 2].map(() => random.between(-2, 2)));
    const m = mat3FromRows(rows);
    const shift = createVec3(1, -2, 3);
    const moved = ([x, y, z]: Float64Array) => {
      const p = transformVec3(createVec3(), m, createVec3(x, y, z));
      return [p.x + shift.x, p.y + shift.y, p.z + shift.z];
    };
    const curve = randomCurve(random, 3);
    expectNear(pointOf(transformCurve(curve, m, shift), 0.3), moved(pointOf(curve, 0.3)), ROUNDING);
    const patch = randomPatch(random, 2, 2);
    expectNear(patchPoint(transformPatch(patch, m, shift), 0.3, 0.6), moved(patchPoint(patch, 0.3, 0.6)), ROUNDING);
  });

  it('a box around the control points contains the curve', () => {
    const random = createRandom(18);
    const curve = randomCurve(random, 4);
    const box = controlPointsBox(curve.control);
    for (let t = 0; t <= 1; t += 1 / 64) {
      const point = pointOf(curve, t);
      for (let k = 0; k < 3; k++) {
        expect(point[k]).toBeGreaterThanOrEqual(box[k]);
        expect(point[k]).toBeLessThanOrEqual(box[3 + k]);
      }
    }
  });
});

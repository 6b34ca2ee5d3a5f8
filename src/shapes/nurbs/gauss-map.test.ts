import { describe, expect, it } from 'vitest';
import { randomCurve, randomPatch } from '../../../test/nurbs-jets.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { arcCurve } from './arc.ts';
import type { BezierCurve } from './bezier.ts';
import { createBezierCurve, createBezierPatch } from './create-bezier.ts';
import { CURVE_JET, evaluateCurve } from './curve.ts';
import { gaussMapFitsHemisphere, normalCone, splitByNormals, splitByTurningAngle, turningAngle } from './gauss-map.ts';
import { evaluatePatch, PATCH_JET, type Patch } from './patch.ts';
import { ellipsoidPatch, spherePatch, torusPatch } from './quadric-patches.ts';
import { subCurve, transformCurve, transformPatch } from './subdivide.ts';
import { createSuperquadric } from './superquadric.ts';

const QUARTER = Math.PI / 2;

/** The turning angle of a curve by summing small angles between tangents. */
function sampledAngle(curve: BezierCurve, steps = 2000): number {
  const jet = new Float64Array(CURVE_JET);
  let sum = 0;
  let before: number[] = [];
  for (let i = 0; i <= steps; i++) {
    const tangent = Array.from(evaluateCurve(jet, curve, i / steps).slice(3, 6));
    const length = Math.hypot(...tangent);
    const unit = tangent.map((value) => value / length);
    if (i > 0) sum += 2 * Math.asin(0.5 * Math.hypot(...unit.map((value, k) => value - before[k])));
    before = unit;
  }
  return sum;
}

/** Unit normals at samples inside. */
function sampledNormals(patch: Patch, steps = 12): number[][] {
  const normals: number[][] = [];
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < steps; j++) {
      const jet = evaluatePatch(new Float64Array(PATCH_JET), patch, (i + 0.5) / steps, (j + 0.5) / steps);
      const [, , , ax, ay, az, bx, by, bz] = jet;
      const n = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
      const length = Math.hypot(...n);
      normals.push(n.map((value) => value / length));
    }
  }
  return normals;
}

describe('the turning angle of a curve', () => {
  it('is exact on an arc and zero on a line', () => {
    const [origin, x, y] = [createVec3(), createVec3(1), createVec3(0, 1)];
    for (const angle of [0.1, QUARTER, 3]) {
      expect(turningAngle(arcCurve(origin, x, y, [0.2, 0.2 + angle]))).toBeCloseTo(angle, 12);
    }
    expect(
      turningAngle(
        createBezierCurve([
          [0, 0],
          [1, 2],
          [2, 4],
        ]),
      ),
    ).toBe(0);
  });

  it('is 171.7 degrees for a strongly curved cubic', () => {
    // [PG05-6.3]; known to one decimal
    const cubic = createBezierCurve([
      [-4, 0],
      [1.2, -0.6],
      [1.2, 1],
      [-0.3, 1.4],
    ]);
    expect((turningAngle(cubic) * 180) / Math.PI).toBeCloseTo(171.7, 1);
  });

  it('is never below the angle between tangents, for any weights', () => {
    const random = createRandom(41);
    for (let degree = 2; degree <= 6; degree++) {
      for (let i = 0; i < 5; i++) {
        const curve = randomCurve(random, degree);
        expect(turningAngle(curve)).toBeGreaterThanOrEqual(sampledAngle(curve) - 1e-9); // rounding of 2000 angles
      }
    }
  });

  it('splits into pieces within the limit that cover the curve', () => {
    const curve = randomCurve(createRandom(42), 5);
    const pieces = splitByTurningAngle(curve, QUARTER);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map(({ from }) => from).slice(1)).toEqual(pieces.map(({ to }) => to).slice(0, -1));
    expect([pieces[0].from, pieces.at(-1)?.to]).toEqual([0, 1]);
    for (const piece of pieces) {
      expect(sampledAngle(piece.curve, 200)).toBeLessThanOrEqual(QUARTER);
      const end = evaluateCurve(new Float64Array(CURVE_JET), curve, piece.to)[0];
      expect(evaluateCurve(new Float64Array(CURVE_JET), piece.curve, 1)[0]).toBeCloseTo(end, 13);
    }
  });

  it('has no limit at a cusp', () => {
    const cusp = createBezierCurve([
      [0, 0],
      [1, 1],
      [0, 1],
      [1, 0],
    ]); // halving would remove a cusp at t = ½
    expect(() => splitByTurningAngle(subCurve(cusp, 0, 0.7), QUARTER)).toThrow('it has a fold or a cusp');
  });
});

describe('the cone of normals', () => {
  it('contains every normal of a patch, and is narrow where the patch is flat', () => {
    const random = createRandom(43);
    for (const [m, n] of [
      [1, 1],
      [2, 2],
      [3, 2],
      [3, 3],
    ]) {
      const points = Array.from({ length: m + 1 }, (_, i) =>
        Array.from({ length: n + 1 }, (_, j) => [i, j, 0.3 * random.next()]),
      );
      const weights = points.map((row) => row.map(() => random.between(0.7, 1.5)));
      const patch = createBezierPatch(points, weights);
      const { axis, cosine } = normalCone(patch);
      expect(cosine).toBeGreaterThan(0.4);
      for (const [x, y, z] of sampledNormals(patch)) {
        expect(axis.x * x + axis.y * y + axis.z * z).toBeGreaterThanOrEqual(cosine - 1e-14); // rounding
      }
    }
    const flat = createBezierPatch([
      [
        [0, 0, 1],
        [0, 1, 1],
      ],
      [
        [1, 0, 1],
        [1, 1, 1],
      ],
    ]);
    expect(normalCone(flat)).toEqual({ axis: createVec3(0, 0, 1), cosine: 1 });
  });

  it('of octants fits a hemisphere, also with a degenerate side', () => {
    const octant = spherePatch(1, [0, QUARTER], [0, QUARTER]);
    expect(gaussMapFitsHemisphere(octant)).toBe(true);
    // normals of an octant lie within acos(√⅓) of the diagonal; the Bernstein coefficients are slightly wider
    expect(normalCone(octant).cosine).toBeGreaterThan(0.5);
    expect(normalCone(octant).cosine).toBeLessThan(Math.sqrt(1 / 3) + 1e-12);
    expect(gaussMapFitsHemisphere(ellipsoidPatch(createVec3(1, 0.7, 0.5), [QUARTER, 2 * QUARTER], [-QUARTER, 0]))).toBe(
      true,
    );
  });

  it('and the turning angle do not depend on the size, and little on the position', () => {
    const octant = ellipsoidPatch(createVec3(1, 0.7, 0.5), [0, QUARTER], [0.1, 1.4]);
    const arc = arcCurve(createVec3(), createVec3(1), createVec3(0, 1), [0, 2]);
    for (const [size, shift] of [
      [1e-9, 0],
      [1e9, 0],
      [1, 1e4],
    ]) {
      const [m, by] = [createMat3(size, size, size), createVec3(shift, shift, shift)];
      // positions of 1e4 leave 12 digits of the shape
      expect(normalCone(transformPatch(octant, m, by)).cosine).toBeCloseTo(normalCone(octant).cosine, 10);
      expect(turningAngle(transformCurve(arc, m, by))).toBeCloseTo(2, 10);
    }
  });

  it('of every octant of a superellipsoid fits the hemisphere about its diagonal', () => {
    for (const patch of createSuperquadric(createVec3(1, 2, 3), 0.4, 2)) {
      expect(gaussMapFitsHemisphere(patch)).toBe(true);
      const diagonal = [0, 1, 2].map((k) => patch.frame[3 + k] + patch.frame[6 + k] + patch.frame[9 + k]);
      for (const n of sampledNormals(patch)) {
        expect(n[0] * diagonal[0] + n[1] * diagonal[1] + n[2] * diagonal[2]).toBeGreaterThan(0);
      }
    }
  });

  it('splits patches with a large Gauss map: the inner half of a torus, a wide piece of a sphere', () => {
    for (const patch of [torusPatch(3, 1, [0, 2], [1.6, 4.6]), spherePatch(2, [0, 3.1], [-1.5, 1.5])]) {
      const pieces = splitByNormals(patch, Math.SQRT1_2);
      const area = pieces.reduce((sum, { fromU, toU, fromV, toV }) => sum + (toU - fromU) * (toV - fromV), 0);
      expect(area).toBe(1); // halves of halves add up exactly
      for (const piece of pieces) {
        const normals = sampledNormals(piece.patch, 5);
        for (const a of normals)
          for (const b of normals) expect(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]).toBeGreaterThan(0);
      }
    }
  });

  it('rejects a patch that folds back on itself', () => {
    const fold = createBezierPatch([
      [
        [0, 0],
        [0, 1],
      ],
      [
        [2, 0],
        [2, 1],
      ],
      [
        [0.5, 0],
        [0.5, 1],
      ],
    ]);
    expect(gaussMapFitsHemisphere(fold)).toBe(false);
    expect(() => splitByNormals(fold)).toThrow('it has a fold or a cusp');
    expect(gaussMapFitsHemisphere(randomPatch(createRandom(44), 3, 3))).toBe(false);
  });
});

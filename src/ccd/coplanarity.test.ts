import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactCoefficients, coplanarityCubic, createCoplanarityCubic, planePolynomials } from './coplanarity.ts';
import { coordinateAt, createConstantVelocityMotion, createEndpointMotion, type PointMotion } from './point-motion.ts';
import { createRelativeMotion, loadNodeTriangle } from './relative-motion.ts';

const twelve = fc.array(
  fc.integer({ min: -1000, max: 1000 }).map((n) => n / 100),
  { minLength: 12, maxLength: 12 },
);

function cubicOf(motion: PointMotion) {
  return coplanarityCubic(createCoplanarityCubic(), loadNodeTriangle(createRelativeMotion(), motion, 3, 0, 1, 2));
}

/** (xs - x1)·((x2 - x1)×(x3 - x1)) of the moved points. */
function volumeAt(motion: PointMotion, tau: number): number {
  const at = (point: number) => [0, 1, 2].map((axis) => coordinateAt(motion, 3 * point + axis, tau));
  const [a, b, c, s] = [0, 1, 2, 3].map(at);
  const [g, e, f] = [s, b, c].map((p) => p.map((x, axis) => x - a[axis]));
  const cross = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
  return g[0] * cross[0] + g[1] * cross[1] + g[2] * cross[2];
}

describe('coplanarityCubic [VBC24]', () => {
  it('worked example: falling 1 m at 2 m/s onto a resting triangle', () => {
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 1);
    const v = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2);
    expect(contactCoefficients(cubicOf(createConstantVelocityMotion(x, v, 3)), 3)).toEqual([1, -2, 0, 0]);
  });

  it('is six times the volume of the four moved points, at any time, in both forms', () => {
    const check = fc.property(twelve, twelve, fc.integer({ min: 0, max: 64 }), (a, b, i) => {
      for (const make of [createEndpointMotion, createConstantVelocityMotion]) {
        const motion = make(Float64Array.from(a), Float64Array.from(b), 1.5);
        const tau = i / 64;
        const { k, bound } = cubicOf(motion);
        const value = k[0] + tau * (k[1] + tau * (k[2] + tau * k[3]));
        // the oracle rounds moved coordinates up to 25: about ten times 2^-53 of products below 60³
        expect(Math.abs(value - volumeAt(motion, tau))).toBeLessThanOrEqual(bound + 10 * 2 ** -53 * 60 * 60 * 60);
      }
    });
    fc.assert(check, { seed: 19, numRuns: 500 });
  });

  it('a far-away origin causes no cancellation: at 2^20 m the cubic is the same', () => {
    const check = fc.property(fc.array(fc.integer({ min: -64, max: 64 }), { minLength: 24, maxLength: 24 }), (all) => {
      const [a, b] = [all.slice(0, 12), all.slice(12)].map((half) => Float64Array.from(half, (n) => n / 16));
      const far = createEndpointMotion(
        a.map((x) => x + 2 ** 20),
        b.map((x) => x + 2 ** 20),
      );
      expect(cubicOf(far)).toEqual(cubicOf(createEndpointMotion(a, b)));
    });
    fc.assert(check, { seed: 20, numRuns: 200 });
  });

  it('degenerate: three collinear corners give the zero cubic, not NaN', () => {
    const x = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 0, 0);
    expect(cubicOf(createConstantVelocityMotion(x, new Float64Array(12), 1)).k).toEqual([0, 0, 0, 0]);
  });
});

describe('planePolynomials', () => {
  it('the three moving corners stay on the plane, and substituting the slave gives the cubic', () => {
    const check = fc.property(twelve, twelve, fc.integer({ min: 0, max: 16 }), (a, b, i) => {
      const motion = createConstantVelocityMotion(Float64Array.from(a), Float64Array.from(b), 2);
      const tau = i / 16;
      const t = 2 * tau;
      const { a0, a1, a2, a3 } = planePolynomials(motion, 0, 1, 2);
      const value = (p: number[]) => p.reduceRight((sum, c) => sum * t + c, 0);
      const insert = (point: number) =>
        [a1, a2, a3].reduce((sum, p, axis) => sum + value(p) * coordinateAt(motion, 3 * point + axis, tau), value(a0));
      // rounding error of products of three lengths up to 60 m: the terms of a0 cancel
      const rounding = 200 * 2 ** -53 * 60 * 60 * 60;
      for (const corner of [0, 1, 2]) expect(Math.abs(insert(corner))).toBeLessThanOrEqual(rounding);
      expect(Math.abs(insert(3) - volumeAt(motion, tau))).toBeLessThanOrEqual(rounding);
    });
    fc.assert(check, { seed: 21, numRuns: 300 });
  });
});

import { describe, expect, it } from 'vitest';
import { bigIntValue } from '../../reproduce/velocity-contact/expansion.ts';
import { PRINTED_CUBIC } from '../../reproduce/velocity-contact/printed-expansions.ts';
import { trimmed } from '../../test/oracles/polynomial.ts';
import { rootsInUnit, rounded } from '../../test/oracles/real-root.ts';
import { multiplyPolynomials } from '../math/exact-polynomial.ts';
import { createRandom, type Random } from '../math/random.ts';
import { contactPolynomial, planeAt } from './contact-polynomial.ts';
import { createNodeTriangleContact, nodeTriangleContact } from './first-contact.ts';
import { coordinateAt, createConstantVelocityMotion, type PointMotion } from './point-motion.ts';

/** f(a + b y) as a polynomial of y. */
function substituteLinear(f: readonly bigint[], a: bigint, b: bigint): bigint[] {
  return f.reduceRight<bigint[]>(
    (sum, c) => {
      const [first, ...rest] = multiplyPolynomials(sum, [a, b]);
      return [first + c, ...rest];
    },
    [0n],
  );
}

/** Small integers: aligned points, double roots and vanishing coefficients are common. */
function gridMotion(random: Random, size: number): PointMotion {
  const draw = () => Float64Array.from({ length: 12 }, () => random.below(2 * size + 1) - size);
  return createConstantVelocityMotion(draw(), draw(), 1);
}

describe('contactPolynomial', () => {
  it('has all real roots of the printed cubic, by the theorem of Sturm, with the right signs about the step', () => {
    const random = createRandom(5);
    let multiple = 0;
    for (let i = 0; i < 300; i++) {
      const motion = gridMotion(random, i % 2 === 0 ? 1 : 9);
      const { roots, identicallyZero } = contactPolynomial(motion, 3, 0, 1, 2);
      const values = [...motion.start, ...motion.endOrVelocity].map(BigInt);
      const cubic = PRINTED_CUBIC.map((sum) => bigIntValue(sum, values));
      expect(identicallyZero).toBe(cubic.every((c) => c === 0n));
      if (identicallyZero) continue;
      // t = 2^20 (2 y - 1): every root of these integers lies within a million steps
      const range = 2n ** 20n;
      const expected = rootsInUnit(trimmed(substituteLinear(cubic, -range, 2n * range)));
      expect(roots.length).toBe(expected.length);
      expected.forEach((root, k) => {
        const time = (2 * rounded(root).value - 1) * 2 ** 20;
        expect(Math.abs(roots[k].time - time)).toBeLessThan(1e-9 * Math.max(1, Math.abs(time)));
      });
      for (const { time, reason, multiplicity } of roots) {
        expect(reason === 'before-step').toBe(time < 0);
        expect(reason === 'after-step').toBe(time > 1);
        if (multiplicity > 1) multiple++;
      }
    }
    expect(multiple).toBeGreaterThan(3);
  });

  it('accepts one root exactly where there is contact, and then at its time', () => {
    const random = createRandom(6);
    const contact = createNodeTriangleContact();
    const reasons = new Map<string, number>();
    for (let i = 0; i < 300; i++) {
      const motion = gridMotion(random, 3);
      const { roots, identicallyZero } = contactPolynomial(motion, 3, 0, 1, 2);
      if (identicallyZero) continue;
      const accepted = roots.filter((root) => root.accepted);
      nodeTriangleContact(contact, motion, 3, 0, 1, 2);
      expect(accepted.length).toBe(contact.hit ? 1 : 0);
      if (contact.hit) expect(Math.abs(accepted[0].time - contact.time)).toBeLessThan(1e-12);
      for (const { reason } of roots) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    expect([...reasons.keys()].sort()).toEqual(['after-step', 'before-step', 'first-contact', 'outside']);
  });

  it('worked example: a node crosses a rocking triangle twice, at the roots of 2 t (1 - t) = 0.375', () => {
    const motion = createConstantVelocityMotion(
      Float64Array.of(0, 0, 0, 1, 0, 2, 0, 1, 0, 0, 0.125, 0.375),
      Float64Array.of(0, 0, 0, 0, 0, -2, 0, 0, 0, 1, 0, 0),
      1,
    );
    const { b, roots } = contactPolynomial(motion, 3, 0, 1, 2);
    expect(b).toEqual([0.375, -2, 2, 0]);
    expect(roots.map(({ time, reason }) => [time, reason])).toEqual([
      [0.25, 'first-contact'],
      [0.75, 'later-contact'],
    ]);
    expect(roots[0].weights).toEqual([0.625, 0.25, 0.125]);
  });

  it('weights place the node in the plane at every root', () => {
    const random = createRandom(7);
    for (let i = 0; i < 100; i++) {
      const motion = gridMotion(random, 5);
      for (const { time, weights, multiplicity } of contactPolynomial(motion, 3, 0, 1, 2).roots) {
        if (weights.length === 0 || multiplicity > 1 || Math.abs(time) > 10) continue;
        expect(weights[0] + weights[1] + weights[2]).toBeCloseTo(1, 6);
        for (let axis = 0; axis < 3; axis++) {
          const point = weights.reduce((sum, w, k) => sum + w * coordinateAt(motion, 3 * k + axis, time), 0);
          const size = Math.max(...weights.map(Math.abs));
          expect(Math.abs(point - coordinateAt(motion, 9 + axis, time))).toBeLessThan(1e-6 * size);
        }
      }
    }
  });

  it('the plane at a time contains the corners at that time', () => {
    const motion = gridMotion(createRandom(8), 9);
    const [a0, a1, a2, a3] = planeAt(contactPolynomial(motion, 3, 0, 1, 2).plane, 0.375);
    for (const corner of [0, 1, 2]) {
      const [x, y, z] = [0, 1, 2].map((axis) => coordinateAt(motion, 3 * corner + axis, 0.375));
      expect(a0 + a1 * x + a2 * y + a3 * z).toBe(0);
    }
  });

  it('a node that stays in the plane has no roots to list', () => {
    const motion = createConstantVelocityMotion(
      Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0.5, 0),
      Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0),
      1,
    );
    expect(contactPolynomial(motion, 3, 0, 1, 2)).toMatchObject({ identicallyZero: true, roots: [] });
  });

  it('rejects an index that the motion does not have', () => {
    const motion = gridMotion(createRandom(1), 1);
    expect(() => contactPolynomial(motion, 3, 0, 1, 4)).toThrow('contactPolynomial: c must be an integer from 0 to 3');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstRoot } from './planar-step.ts';

describe('firstRoot', () => {
  it('a stone 2 m up, thrown down at 3 m/s or up at 3 m/s under 10 m/s²', () => {
    expect(firstRoot(2, -3, 10)).toBe(0.4); // 2 - 3 s - 5 s² = 0
    expect(firstRoot(2, 3, 10)).toBe(1);
  });

  it('without deceleration it is height over speed, or never', () => {
    expect(firstRoot(2, -4, 0)).toBe(0.5);
    expect(firstRoot(2, 4, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(firstRoot(2, 0, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('a path that curves away reaches the ground only if it is fast enough', () => {
    expect(firstRoot(2, -5, -4)).toBe(0.5); // 2 - 5 s + 2 s² = 0 at 0.5 and 2
    expect(firstRoot(2, -3, -4)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is a root, and accurate for a small deceleration: the form with cancellation overshot by 6e-11', () => {
    const size = fc.integer({ min: 1, max: 1e6 }).map((n) => n / 1e3);
    const exponent = fc.integer({ min: -15, max: 3 });
    const check = fc.property(size, size, exponent, fc.boolean(), (height, speed, e, up) => {
      const deceleration = 2 ** (3 * e);
      const s = firstRoot(height, up ? speed : -speed, deceleration);
      const terms = [height, (up ? speed : -speed) * s, -0.5 * deceleration * s * s];
      // each of the three terms is rounded, and the rounding of s shifts the sum by as much
      const rounding = 8 * Number.EPSILON * Math.max(...terms.map(Math.abs));
      expect(Math.abs(terms[0] + terms[1] + terms[2])).toBeLessThanOrEqual(rounding);
    });
    fc.assert(check, { seed: 15, numRuns: 500 });
  });
});

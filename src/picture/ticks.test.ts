import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisTicks } from './ticks.ts';

const sizes = fc.double({ min: 1e-12, max: 1e12, noNaN: true });

describe('the ticks of an axis', () => {
  it('are round numbers around the values', () => {
    expect(axisTicks([0.3, 8.9], 'linear').ticks).toEqual([0, 2, 4, 6, 8, 10]);
    expect(axisTicks([-1, 1], 'linear').ticks).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(axisTicks([0.02, 300], 'log').ticks).toEqual([0.01, 0.1, 1, 10, 100, 1000]);
  });

  it('give an axis of nonzero length for one value, and for none', () => {
    for (const scale of ['linear', 'log'] as const) {
      for (const values of [[5], [5, 5], []]) {
        const { low, high } = axisTicks(values, scale);
        expect(high).toBeGreaterThan(low);
      }
    }
  });

  it('property: cover all values, increase, and are few', () => {
    const check = fc.property(fc.array(sizes, { minLength: 1, maxLength: 20 }), fc.boolean(), (values, isLog) => {
      const { low, high, ticks } = axisTicks(
        isLog ? values : values.map((value) => value - values[0]),
        isLog ? 'log' : 'linear',
      );
      const all = isLog ? values : values.map((value) => value - values[0]);
      // tolerance of 1e-9 of a step: a value may exceed the axis by that
      const slack = 1e-8 * Math.max(Math.abs(low), Math.abs(high));
      for (const value of all) expect(value >= low - slack && value <= high + slack).toBe(true);
      ticks.slice(1).forEach((tick, i) => {
        expect(tick).toBeGreaterThan(ticks[i]);
      });
      expect(ticks.length).toBeLessThanOrEqual(10);
    });
    fc.assert(check, { seed: 5, numRuns: 300 });
  });
});

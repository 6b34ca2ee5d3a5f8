import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCompensated, createCompensated, differenceOf } from './compensated.ts';
import { toBigInt } from './exact-integer.ts';

/** In units of 2^-1074, exactly. */
const exact = (x: number) => toBigInt(x, -1074);

describe('compensated sums', () => {
  it('worked example: 2^-60 s after one second differs from one second', () => {
    const sum = addCompensated(createCompensated(), 1, 0, 2 ** -60);
    expect(sum).toEqual({ value: 1, low: 2 ** -60 });
    expect(differenceOf(sum.value, sum.low, 1, 0)).toBe(2 ** -60);
  });

  it('property: a sum of two numbers is exact, and so is the difference back', () => {
    const number = fc.double({ min: -1e20, max: 1e20, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const { value, low } = addCompensated(createCompensated(), a, 0, b);
        expect(exact(value) + exact(low)).toBe(exact(a) + exact(b));
        expect(differenceOf(value, low, a, 0)).toBe(b === 0 ? 0 : b);
      }),
      { seed: 16, numRuns: 1000 },
    );
  });

  it('a thousand flights of a tenth of a second, started after ten years, end at the correct time', () => {
    const start = 3.15e8;
    const sum = createCompensated(start);
    for (let k = 0; k < 1000; k++) addCompensated(sum, sum.value, sum.low, 0.1);
    const passed = exact(sum.value) + exact(sum.low) - exact(start);
    const error = passed - 1000n * exact(0.1);
    // each sum is rounded to an ulp of the low part
    expect(error < exact(1e-20) && -error < exact(1e-20)).toBe(true);
  });

  it('degenerate: an infinite sum is infinite, without NaN', () => {
    expect(addCompensated(createCompensated(), 1, 0.25, Number.POSITIVE_INFINITY)).toEqual({
      value: Number.POSITIVE_INFINITY,
      low: 0,
    });
    expect(differenceOf(Number.POSITIVE_INFINITY, 0, 3, 0)).toBe(Number.POSITIVE_INFINITY);
  });
});

import { describe, expect, it } from 'vitest';
import { hashNumbers } from './hash.ts';
import { createRandom } from './random.ts';

describe('createRandom', () => {
  it('the same seed gives the same stream, a different seed a different one', () => {
    const draw = (seed: number) => Array.from({ length: 100 }, createRandom(seed).next);
    expect(hashNumbers(draw(7))).toBe(hashNumbers(draw(7)));
    expect(hashNumbers(draw(7))).not.toBe(hashNumbers(draw(8)));
  });

  it('is uniform with mean 1/2 and variance 1/12, normal with mean 0 and variance 1', () => {
    const random = createRandom(1);
    const moments = (values: number[]) => {
      const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
      return [mean, values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length];
    };
    const count = 20_000; // standard error of the means below: 0.002 and 0.007
    const [mean, variance] = moments(Array.from({ length: count }, random.next));
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.005);
    const [normalMean, normalVariance] = moments(Array.from({ length: count }, random.normal));
    expect(Math.abs(normalMean)).toBeLessThan(0.03);
    expect(Math.abs(normalVariance - 1)).toBeLessThan(0.05);
  });
});

describe('hashNumbers', () => {
  it('changes with one bit, and with the sign of zero', () => {
    expect(hashNumbers([1])).not.toBe(hashNumbers([1 + Number.EPSILON]));
    expect(hashNumbers([0])).not.toBe(hashNumbers([-0]));
  });
});

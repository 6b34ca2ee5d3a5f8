import { describe, expect, it } from 'vitest';
import { expFixed, logFixed, multiply, tanhFixed, toFixed, ulpError } from '../../test/oracles/fixed-point.ts';
import { exp, log, power, tanh } from './exponential.ts';
import { hashNumbers } from './hash.ts';
import { createRandom } from './random.ts';

const COUNT = 1500;
const INFINITY = Number.POSITIVE_INFINITY;

/** Numbers within ±range, ±range/10 and ±range/1000, cyclically. */
function samples(range: number): number[] {
  const random = createRandom(19);
  return Array.from({ length: COUNT }, (_, i) => random.between(-range, range) / [1, 10, 1000][i % 3]);
}

/** Largest error [ulp] over the samples. */
function worst(values: number[], error: (x: number) => number): number {
  return Math.max(...values.map(error));
}

describe('exp, log, power and tanh', () => {
  // the limits are the largest errors measured on 60 000 arguments, rounded up
  it('are accurate to the last digit, compared with 200-bit arithmetic', () => {
    expect(worst(samples(30), (x) => ulpError(exp(x), expFixed(toFixed(x))))).toBeLessThan(0.7);
    expect(worst(samples(20), (x) => ulpError(tanh(x), tanhFixed(x)))).toBeLessThan(1.1);
    const positive = [...samples(100).map(Math.abs), ...samples(0.5).map((x) => 1 + x)];
    expect(worst(positive, (x) => ulpError(log(x), logFixed(x)))).toBeLessThan(0.51);
    const powers = (x: number) =>
      ulpError(power(1.001 + Math.abs(x), x), expFixed(multiply(toFixed(x), logFixed(1.001 + Math.abs(x)))));
    expect(worst(samples(20), powers)).toBeLessThan(0.7);
  });

  it('agree with the engine over the full range of doubles', () => {
    const random = createRandom(23);
    for (let i = 0; i < 20_000; i++) {
      const x = random.between(-745, 709.7);
      const y = exp(x);
      // 2^-51 of the value: an ulp from each; near zero one step of the smallest doubles
      expect(Math.abs(y - Math.exp(x))).toBeLessThanOrEqual(2 ** -51 * y + 2 ** -1074);
      if (y > 0) expect(Math.abs(log(y) - Math.log(y))).toBeLessThanOrEqual(2 ** -51 * Math.abs(log(y)));
      const exponent = random.between(-3, 3);
      const z = power(y, exponent);
      if (z > 2 ** -1022 && z < INFINITY) expect(Math.abs(z / y ** exponent - 1)).toBeLessThanOrEqual(2 ** -51);
    }
  });

  it('return exact powers exactly', () => {
    for (let base = 2; base < 12; base++) {
      let product = 1;
      for (let n = 0; product < 2 ** 53; n++, product *= base) expect(power(base, n)).toBe(product);
    }
    expect([power(4, -0.5), power(2, -1074), power(0.25, 1.5), power(9, 0.5)]).toEqual([0.5, 2 ** -1074, 0.125, 3]);
  });

  it('take their limits at the ends of the range', () => {
    expect([exp(709.79), exp(-745.14), exp(INFINITY), exp(-INFINITY), exp(-0)]).toEqual([INFINITY, 0, INFINITY, 0, 1]);
    expect([log(0), log(-0), log(INFINITY), log(-1), log(1)]).toEqual([-INFINITY, -INFINITY, INFINITY, Number.NaN, 0]);
    expect([tanh(-0), tanh(20), tanh(-INFINITY), tanh(1e-310)]).toEqual([-0, 1, -1, 1e-310]);
    expect([power(0, 2), power(0, -2), power(0, 0), power(INFINITY, -1), power(INFINITY, 0.5)]).toEqual([
      0,
      INFINITY,
      1,
      0,
      INFINITY,
    ]);
    expect([power(2, INFINITY), power(2, -INFINITY), power(0.5, INFINITY), power(2, 5000), power(1e-300, 2)]).toEqual([
      INFINITY,
      0,
      0,
      INFINITY,
      0,
    ]);
    expect([exp(Number.NaN), log(Number.NaN), tanh(Number.NaN), power(-8, 2), power(2, Number.NaN)]).toEqual(
      Array(5).fill(Number.NaN),
    );
  });

  it('have the same bits on every machine', () => {
    const values = samples(30);
    const results = [exp, (x: number) => log(Math.abs(x)), tanh, (x: number) => power(1 + Math.abs(x), x)];
    expect(results.map((f) => hashNumbers(values.map(f)))).toEqual([
      '47358480b36e939d',
      'f8544026be866410',
      '794f6c9877d1eb18',
      'f2d3dabef522a031',
    ]);
  });
});

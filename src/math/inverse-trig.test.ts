import { describe, expect, it } from 'vitest';
import { angleFixed, sineOfCosine, toFixed, ulpError } from '../../test/oracles/fixed-point.ts';
import { hashNumbers } from './hash.ts';
import { acos, atan, atan2 } from './inverse-trig.ts';
import { createRandom } from './random.ts';

const INFINITY = Number.POSITIVE_INFINITY;

/** Directions of the upper half plane, many of them close to an axis. */
function directions(count: number): [y: number, x: number][] {
  const random = createRandom(31);
  return Array.from({ length: count }, (_, i) => [
    random.next() * [1, 1e-3, 1][i % 3],
    random.between(-1, 1) * [1, 1, 1e-3][i % 3],
  ]);
}

describe('atan2, atan and acos', () => {
  it('are accurate to the last digit, compared with 200-bit arithmetic', () => {
    // rounding alone is 0.5 ulp
    for (const [y, x] of directions(1500)) {
      expect(ulpError(atan2(y, x), angleFixed(toFixed(y), toFixed(x)))).toBeLessThan(0.51);
      expect(ulpError(acos(x), angleFixed(sineOfCosine(x), toFixed(x)))).toBeLessThan(0.51);
      const nearOne = 1 - y * y * 1e-3;
      expect(ulpError(acos(nearOne), angleFixed(sineOfCosine(nearOne), toFixed(nearOne)))).toBeLessThan(0.51);
    }
  });

  it('agree with the engine for directions of any length, tiny and huge', () => {
    for (const [y, x] of directions(5000)) {
      for (const [a, b] of [
        [1e-300, 1e-300],
        [1e308, 1e308],
        [-1e-20, 1e150],
        [1e-320, 1e-320],
        [1, -1],
      ]) {
        const exact = Math.atan2(a * y, b * x);
        // an ulp from each; a subnormal quotient has fewer digits
        expect(Math.abs(atan2(a * y, b * x) - exact)).toBeLessThanOrEqual(2 ** -51 * Math.abs(exact) + 2 ** -1074);
      }
      expect(Math.abs(atan(y / x) - Math.atan(y / x))).toBeLessThanOrEqual(2 ** -51 * Math.abs(atan(y / x)));
    }
  });

  it('preserve the signs of zero and take limits at infinity', () => {
    const values = [0, -0, 1, -1, INFINITY, -INFINITY, 1e-320, -1e308, Number.NaN];
    for (const y of values) for (const x of values) expect(atan2(y, x)).toEqual(Math.atan2(y, x));
    expect([acos(1), acos(-1), acos(0), acos(1.0000000000000002), acos(Number.NaN)]).toEqual([
      0,
      Math.PI,
      Math.PI / 2,
      Number.NaN,
      Number.NaN,
    ]);
    expect([atan(INFINITY), atan(-0), atan(1)]).toEqual([Math.PI / 2, -0, Math.PI / 4]);
  });

  it('have the same bits on every machine', () => {
    const angles = directions(5000);
    expect(hashNumbers(angles.map(([y, x]) => atan2(y, x)))).toBe('78d3da9cb4414d2c');
    expect(hashNumbers(angles.map(([, x]) => acos(x)))).toBe('c2dbb95f094c4f9a');
  });
});

import { describe, expect, it } from 'vitest';
import { hashNumbers } from './hash.ts';
import { createRandom } from './random.ts';
import { cos, cosSin, sin } from './trig.ts';

/** Angles of every size from 1e-9 to 1e12 rad, both signs; powers of ten are read from text, so exact. */
function sampleAngles(count: number): number[] {
  const random = createRandom(53);
  return Array.from({ length: count }, () => random.between(-1, 1) * Number(`1e${random.below(22) - 9}`));
}

describe('sin and cos', () => {
  it('agree with the engine up to the last digit or two', () => {
    for (const angle of sampleAngles(20_000)) {
      // 2^-52: one ulp of a result near 1 from each side; huge angles may in addition move by half their own last digit
      const tolerance = 2 ** -52 + (Math.abs(angle) > 2 ** 20 ? Math.abs(angle) * 2 ** -53 : 0);
      expect(Math.abs(sin(angle) - Math.sin(angle))).toBeLessThanOrEqual(tolerance);
      expect(Math.abs(cos(angle) - Math.cos(angle))).toBeLessThanOrEqual(tolerance);
    }
  });

  it('are relatively accurate where the sine vanishes', () => {
    for (let n = 1; n < 1000; n++) {
      const exact = Math.sin(n * Math.PI); // about n 1e-16: the distance of the double to the true zero
      expect(Math.abs(sin(n * Math.PI) / exact - 1)).toBeLessThan(2 ** -51);
    }
  });

  it('give the table values: multiples of 30 degrees, signed zero, NaN for infinity', () => {
    expect([sin(0), cos(0), sin(-0), sin(1), cos(1)]).toEqual([0, 1, -0, 0.8414709848078965, 0.5403023058681398]);
    expect(sin(Math.PI / 6)).toBeCloseTo(0.5, 15);
    expect(cos(Math.PI)).toBe(-1);
    expect(sin((3 * Math.PI) / 2)).toBe(-1);
    expect([sin(Number.POSITIVE_INFINITY), cos(Number.NaN)]).toEqual([Number.NaN, Number.NaN]);
  });

  it('have the same bits on every machine', () => {
    const angles = sampleAngles(10_000);
    expect(hashNumbers(angles.map(sin))).toBe('e51f1eadf2f7e985');
    expect(hashNumbers(angles.map(cos))).toBe('ca3a03f35bed4608');
  });

  it('have the same bits when computed as a pair', () => {
    const rotation = new Float64Array(2);
    for (const angle of [...sampleAngles(10_000), 0, -0, Number.POSITIVE_INFINITY, Number.NaN]) {
      rotation[0] = angle;
      cosSin(rotation);
      expect([rotation[0], rotation[1]]).toEqual([cos(angle), sin(angle)]);
    }
  });
});

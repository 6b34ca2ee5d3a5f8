import { describe, expect, it } from 'vitest';
import { binaryExponent, powerOfTwo, scaleByPowerOfTwo } from './binary-exponent.ts';

describe('exponents of doubles', () => {
  it('powers of two are built and read back over the full range', () => {
    let power = 1;
    for (let n = 0; n <= 1023; n++, power *= 2) {
      expect(powerOfTwo(n)).toBe(power);
      expect(binaryExponent(-power)).toBe(n);
      expect(binaryExponent(power * 1.999)).toBe(n);
    }
    for (let n = 0, small = 1; n >= -1074; n--, small /= 2) {
      if (n >= -1022) expect(powerOfTwo(n)).toBe(small);
      expect(binaryExponent(small)).toBe(n);
    }
  });

  it('scaling rounds once, also for subnormal doubles and up to infinity', () => {
    expect(scaleByPowerOfTwo(1.5, 1023)).toBe(1.5 * 2 ** 1023);
    expect(scaleByPowerOfTwo(0.75, 1024)).toBe(1.5 * 2 ** 1023);
    expect(scaleByPowerOfTwo(1, 1024)).toBe(Number.POSITIVE_INFINITY);
    expect(scaleByPowerOfTwo(1.5, -1074)).toBe(2 * 2 ** -1074); // half way: to even
    expect(scaleByPowerOfTwo(1.25, -1073)).toBe(2 * 2 ** -1074); // 2.5 units
    expect(scaleByPowerOfTwo(1, -1075)).toBe(0);
  });
});

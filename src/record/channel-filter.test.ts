import { describe, expect, test } from 'vitest';
import { channelCoefficients, channelGain, filterChannel } from './channel-filter.ts';

const T = 1e-4;
const wave = (frequency: number, count = 8000, phase = 0.3) =>
  Float64Array.from({ length: count }, (_, k) => Math.sin(2 * Math.PI * frequency * k * T + phase));

describe('channel filter of SAE J211', () => {
  test('has the coefficients of the standard: CFC 60 and 180 at 10 kHz', () => {
    for (const channel of [60, 180]) {
      const { a0, a1, a2, b1, b2 } = channelCoefficients(channel, T);
      const wa = Math.tan(Math.PI * channel * 2.0775 * T);
      expect(a0).toBeCloseTo(wa ** 2 / (1 + Math.SQRT2 * wa + wa ** 2), 15);
      expect([a1, a2]).toEqual([2 * a0, a0]);
      // unit gain for constants
      expect((a0 + a1 + a2) / (1 - b1 - b2)).toBeCloseTo(1, 10);
    }
  });

  test.each([60, 180])('CFC %i: amplitude response is that of the formula, without phase shift', (channel) => {
    for (const factor of [0.1, 0.5, 1, 5 / 3, 3, 8]) {
      const frequency = factor * channel;
      const input = wave(frequency);
      const output = filterChannel(input, channel, T);
      const gain = channelGain(channel, T, frequency);
      for (let k = 2000; k < 6000; k++) expect(Math.abs(output[k] - gain * input[k])).toBeLessThan(1e-8);
    }
  });

  test('is 3 dB down at the limit frequency of its class, 5/3 of the CFC', () => {
    for (const channel of [60, 180]) {
      expect(20 * Math.log10(channelGain(channel, 1e-6, (5 / 3) * channel))).toBeCloseTo(-3.01, 1.5);
    }
  });

  test('keeps constants and ramps', () => {
    const ramp = Float64Array.from({ length: 500 }, (_, k) => 3 + 0.01 * k);
    filterChannel(ramp, 60, T).forEach((value, k) => {
      expect(Math.abs(value - ramp[k])).toBeLessThan(2e-3);
    });
    for (const value of filterChannel(new Float64Array(100).fill(7), 180, T)) expect(value).toBeCloseTo(7, 9);
  });

  test('rejects samples that are too far apart', () => {
    expect(() => filterChannel(new Float64Array(10), 180, 1e-3)).toThrow('interval: must be at most');
  });
});

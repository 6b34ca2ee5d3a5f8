import { describe, expect, it } from 'vitest';
import { stepTimes, stepTimesLine } from './step-times.ts';

describe('times of steps', () => {
  it('are summarised by mean, 99th percentile and maximum', () => {
    const times = Array.from({ length: 200 }, (_, k) => (k + 1) * 1e-5);
    const summary = stepTimes(1e-3, times.toReversed());
    expect(summary).toEqual({
      step: 1e-3,
      count: 200,
      mean: expect.closeTo(1.005e-3, 12),
      median: 100e-5,
      p99: 198e-5,
      p999: 2e-3,
      worst: 2e-3,
      over: 100,
    });
  });

  it('of one step: the percentile is that step', () => {
    expect(stepTimes(1, [0.5])).toEqual({
      step: 1,
      count: 1,
      mean: 0.5,
      median: 0.5,
      p99: 0.5,
      p999: 0.5,
      worst: 0.5,
      over: 0,
    });
  });

  it('of many steps: the percentile is accurate to 1 %, in bounded memory', () => {
    const times = Array.from({ length: 200_000 }, (_, k) => (k + 1) * 1e-8);
    const { count, p99, worst, over } = stepTimes(1e-3, times.toReversed());
    expect({ count, worst, over }).toEqual({ count: 200_000, worst: 2e-3, over: 100_000 });
    expect(p99).toBeGreaterThanOrEqual(198e-5);
    expect(p99).toBeLessThan(1.01 * 198e-5);
  });

  it('are printed as one line', () => {
    const times = { step: 1e-3, count: 3, mean: 2e-5, median: 1.5e-5, p99: 3e-5, p999: 4e-5, worst: 4e-5, over: 0 };
    expect(stepTimesLine('CPU time', times)).toBe(
      '  3 steps of 1000 µs, CPU time: mean 20 µs, median 15 µs, 99 % within 30 µs, 99.9 % within 40 µs, worst 40 µs; 0 longer than the step\n',
    );
  });
});

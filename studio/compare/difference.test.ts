import { describe, expect, it } from 'vitest';
import { differenceData } from './difference.ts';

const series = (times: number[], values: number[]) => ({
  times: Float64Array.from(times),
  series: [{ name: 'y', values: Float64Array.from(values) }],
});

describe('comparison of two recordings', () => {
  it('uses the times of the left one, with linear interpolation of the right one', () => {
    const left = series([0, 1, 2, 3], [0, 0, 0, 0]);
    const right = series([0, 2, 4], [0, 4, 0]);
    const {
      times,
      series: [difference],
    } = differenceData(left, right, ['a', 'b'], 'difference');
    expect([...times]).toEqual([0, 1, 2, 3]);
    expect([...difference.values]).toEqual([0, 2, 4, 2]);
    expect(difference.name).toBe('y: b − a');
  });

  it('gives no difference where one of them has ended', () => {
    const {
      series: [difference],
    } = differenceData(series([0, 1, 2], [1, 1, 1]), series([0, 1], [1, 2]), ['a', 'b'], 'difference');
    expect([...difference.values]).toEqual([0, 1, Number.NaN]);
  });
});

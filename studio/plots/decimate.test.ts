import { describe, expect, it } from 'vitest';
import { thin } from './decimate.ts';

const times = Float64Array.from({ length: 100_000 }, (_, i) => i / 1000);
const wave = times.map((t) => Math.sin(t));

describe('a long series on a screen', () => {
  it('retains every peak, however narrow', () => {
    const values = times.map((_, i) => (i === 54_321 ? 7 : i === 12_345 ? -3 : 0));
    const {
      values: [shown],
    } = thin(times, [values], 0, 100, 500);
    expect(Math.max(...shown)).toBe(7);
    expect(Math.min(...shown)).toBe(-3);
    expect(shown.length).toBeLessThanOrEqual(1000);
  });

  it('is unchanged if short or zoomed in', () => {
    const { times: shown, values } = thin(times, [wave], 10, 10.2, 500);
    expect(shown.length).toBeLessThan(210);
    expect(values[0][5]).toBe(wave[times.indexOf(shown[5])]);
    expect(shown[0]).toBeLessThanOrEqual(10);
    expect(shown[shown.length - 1]).toBeGreaterThanOrEqual(10.2);
  });

  it('gives ascending times, the same for all series', () => {
    const { times: shown, values } = thin(times, [wave, wave.map((y) => -y)], 0, 100, 300);
    expect(shown.every((t, i) => i === 0 || t >= shown[i - 1])).toBe(true);
    expect(values.map(({ length }) => length)).toEqual([shown.length, shown.length]);
  });

  it('leaves gaps where there are no values', () => {
    const values = times.map((t) => (t > 40 && t < 60 ? Number.NaN : 1));
    const {
      times: shown,
      values: [thinned],
    } = thin(times, [values], 0, 100, 100);
    expect(Number.isNaN(thinned[shown.findIndex((t) => t > 45)])).toBe(true);
    expect(thinned[0]).toBe(1);
  });
});

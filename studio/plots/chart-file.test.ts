import { describe, expect, it } from 'vitest';
import { chartCsv, chartSvg, type SeenChart } from './chart-file.ts';

const seen: SeenChart = {
  title: 'Gap',
  data: {
    times: Float64Array.from([0, 0.001, 0.002, 0.003, 0.004]),
    series: [
      { name: 'a, b', values: Float64Array.from([0.05, 0.04, Number.NaN, 0.02, 0.01]) },
      { name: 'c', values: Float64Array.from([1, 2, 3, 4, 5]) },
      { name: 'a "d"', values: Float64Array.from([0, 0.01, 0.02, 0.03, 0.04]), dashed: true },
    ],
  },
  shown: [0, 2],
  colors: ['#111111', '#222222', '#333333'],
  window: [0.001, 0.003],
  log: false,
  timeUnit: { factor: 1e-3, name: 'ms' },
  unit: { factor: 1e-3, name: 'mm' },
};

describe('a chart as a file', () => {
  it('is a table of the visible lines in the visible range, in the units of the axes', () => {
    expect(chartCsv(seen)).toBe('time [ms],"a, b [mm]","a ""d"" [mm]"\n1,40,10\n2,,20\n3,20,30\n');
    expect(chartCsv({ ...seen, window: [7, 8] })).toBe('time [ms],"a, b [mm]","a ""d"" [mm]"\n');
  });

  it('is a picture of the same, with names, units and colours; lines end where there is no value', () => {
    const svg = chartSvg(seen);
    expect(svg).toContain('time [ms]');
    expect(svg).toContain('[mm]');
    expect(svg).toMatch(/width="640" height="\d+"/);
    expect(svg).toContain('a, b');
    expect(svg).not.toContain('>c<');
    expect(svg).toContain('#111111');
    expect(svg).toContain('#333333');
    expect(svg).not.toContain('#222222');
    // two single points of the first series, one line of the second
    const lines = [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points]) => points.split(' ').length);
    expect(lines).toEqual([1, 1, 3]);
    expect(svg).not.toContain('NaN');
  });
});

import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../test/well-formed.ts';
import { type Plot, plotSvg } from './plot.ts';

const plot = (series: Plot['series'], scale?: 'log'): Plot => ({
  title: 'a < b & "c"',
  x: { label: 'x', scale },
  y: { label: 'y > 0', scale },
  series,
});

describe('a plot', () => {
  it('is well-formed SVG for any names', () => {
    const svg = plotSvg(
      plot([
        {
          name: '<script>',
          points: [
            [0, 1],
            [2, 3],
          ],
        },
      ]),
    );
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;');
  });

  it('maps values to positions: the lowest bottom left, the highest top right', () => {
    const svg = plotSvg(
      plot([
        {
          name: '',
          points: [
            [0, 0],
            [1, 1],
          ],
        },
      ]),
    );
    expect(svg).toContain('<polyline points="74,308 624,36"');
  });

  it('omits NaN, and non-positive values on a log axis', () => {
    const points: [number, number][] = [
      [Number.NaN, 1],
      [1, Number.POSITIVE_INFINITY],
      [0, 1],
      [1, -1],
      [10, 100],
      [100, 10],
    ];
    const svg = plotSvg(plot([{ name: '', points, style: 'dots' }], 'log'));
    expect(xmlFault(svg)).toBeUndefined();
    // two points and the sample in the legend
    expect(svg.match(/<circle/g)).toHaveLength(3);
  });

  it('accepts an empty plot', () => {
    expect(xmlFault(plotSvg(plot([])))).toBeUndefined();
    expect(xmlFault(plotSvg(plot([{ name: 'none', points: [] }], 'log')))).toBeUndefined();
  });

  it('draws a line at every mark, and offsets the labels of close ones', () => {
    const line = { name: '', points: [[0, 0], [10, 1]] as const }; // biome-ignore format: two points
    const marks = [
      { x: 2, label: 'A < B' },
      { x: 2.1, label: 'C' },
      { x: 8, label: 'D' },
    ];
    const svg = plotSvg({ ...plot([line]), marks });
    expect(xmlFault(svg)).toBeUndefined();
    const words = [...svg.matchAll(/translate\(([\d.]+) ([\d.]+)\) rotate\(-90\)" text-anchor="end"[^>]*>([^<]+)</g)];
    expect(words.map(([, , , word]) => word)).toEqual(['A &lt; B', 'C', 'D']);
    const heights = words.map(([, , y]) => Number(y));
    expect(heights[1]).toBeGreaterThan(heights[0] + 30);
    expect(heights[2]).toBe(heights[0]);
  });
});

import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../test/well-formed.ts';
import { drawingSvg } from './drawing.ts';
import type { Place, TopView } from './top-view.ts';

const square = (x: number, y: number): Place[] => [
  [x - 1, y - 1],
  [x + 1, y - 1],
  [x + 1, y + 1],
  [x - 1, y + 1],
];

const view: TopView = {
  title: 'Before & after',
  panels: [0, 1].map((i) => ({
    caption: `<${i}>`,
    vehicles: [
      {
        box: square(4 * i, 0),
        ellipsoid: square(4 * i, 0),
        nose: [
          [4 * i, 0],
          [4 * i + 1, 0],
        ],
        trail: [[0, 0]],
      },
    ],
    arrows:
      i === 0
        ? [
            [
              [0, 0],
              [0, 1],
            ],
          ]
        : [],
  })),
};

describe('a top view', () => {
  const svg = drawingSvg(view);

  it('is a well-formed picture with its texts escaped', () => {
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg).toContain('Before &amp; after');
    expect(svg).toContain('&lt;1&gt;');
  });

  it('shows all instants side by side, with one scale, inside the picture', () => {
    const boxes = [...svg.matchAll(/<path d="M([^"]*)Z" fill="#0072b2"/g)].map(([, path]) =>
      path.split('L').map((place) => place.split(' ').map(Number)),
    );
    expect(boxes.length).toBe(2);
    const [, width, height] = svg.match(/viewBox="0 0 (\d+) (\d+)"/)?.map(Number) ?? [];
    for (const [i, box] of boxes.entries()) {
      for (const [x, y] of box) {
        expect(x > (i * width) / 2 && x < ((i + 1) * width) / 2).toBe(true);
        expect(y > 0 && y < height).toBe(true);
      }
      // 2 m of the 6 m and margins that each half is wide; y up
      expect(box[1][0] - box[0][0]).toBeCloseTo((2 * width) / 2 / 7.2, 1);
      expect(box[2][1]).toBeLessThan(box[1][1]);
    }
  });

  it('has an arrow for each force', () => {
    expect(svg.match(/fill="#000000"/g)?.length).toBe(1);
  });
});

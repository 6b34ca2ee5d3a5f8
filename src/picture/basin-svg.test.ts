import { expect, it } from 'vitest';
import { xmlFault } from '../../test/well-formed.ts';
import type { BasinMap } from '../distance/smooth/tracking/basin-map.ts';
import { basinSvg } from './basin-svg.ts';

const basins: BasinMap = {
  featureA: 'S',
  featureB: 'P',
  axisNames: ['u of A', 'v of A'],
  axes: [0, 1],
  resolution: 2,
  parameters: [0.25, 0.75],
  distance: 1,
  bodyDistance: 1,
  definite: Uint8Array.of(1, 1, 0, 1),
  flow: Uint8Array.of(0, 0, 2, 0),
  newton: Uint8Array.of(0, 3, 3, 3),
  safeguarded: Uint8Array.of(0, 0, 0, 0),
};

it('draws one panel per method with its fraction, and names only the outcomes that occur', () => {
  const svg = basinSvg({ title: 'a < b', basins });
  expect(xmlFault(svg)).toBeUndefined();
  for (const text of ['definite: 75 %', 'printed: 75 %', 'Newton: 25 %', 'search: 100 %']) expect(svg).toContain(text);
  expect(svg).toContain('stops at a bound elsewhere');
  expect(svg).not.toContain('does not come to rest');
});

it('fills every cell once, and joins neighbours of a row', () => {
  const svg = basinSvg({ title: '', basins });
  const widths = [...svg.matchAll(/M[\d.]+ [\d.]+h([\d.]+)v/g)].map(([, width]) => Number(width));
  // four panels of two rows of 250
  expect(widths.reduce((sum, width) => sum + width)).toBe(4 * 2 * 250);
  expect(widths.filter((width) => width === 250)).toHaveLength(5);
});

import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../test/well-formed.ts';
import { pairTable } from '../pairs/query.ts';
import { METHOD_FAMILIES } from './method-families.ts';
import { pairTableSvg } from './pair-table-svg.ts';

describe('the picture of the pair table', () => {
  const svg = pairTableSvg(pairTable);

  it('is well-formed SVG', () => {
    expect(xmlFault(svg)).toBeUndefined();
  });

  it('has one cell for every row, at distinct positions below the diagonal', () => {
    const cells = [...svg.matchAll(/<g data-pair="[^"]+"><title>[^<]*<\/title><rect x="(\d+)" y="(\d+)"/g)];
    expect(cells).toHaveLength(pairTable.length);
    const places = new Set(cells.map(([, x, y]) => `${x} ${y}`));
    expect(places.size).toBe(pairTable.length);
    // 15 kinds give 120 pairs: half of a square with its diagonal
    const kinds = new Set(pairTable.flatMap((row) => row.kinds)).size;
    expect(places.size).toBe((kinds * (kinds + 1)) / 2);
  });

  it('distinguishes families without colours, by letters in the legend', () => {
    expect(new Set(METHOD_FAMILIES.map(({ letter }) => letter)).size).toBe(METHOD_FAMILIES.length);
    for (const { letter, name } of METHOD_FAMILIES) {
      expect(svg).toContain(`font-weight="600">${letter}</text>`);
      expect(svg).toContain(`>${name}</text>`);
    }
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportItem, Reproducible } from '../reproduce/report-item.ts';
import { type Drawing, drawingSvg } from '../src/picture/drawing.ts';
import { plotSvg } from '../src/picture/plot.ts';
import { xmlFault } from './well-formed.ts';

/** Requirements on every item of the report; `tag` names its source. */
export function describeItems(items: readonly Reproducible[], tag: string): void {
  describe.each(items)('$id', ({ id, make }) => {
    let item: ReportItem;
    beforeAll(() => {
      item = make();
    });

    it('agrees with its source', () => {
      expect(item.checks.filter(({ pass }) => !pass)).toEqual([]);
      expect(item.checks.length).toBeGreaterThan(0);
    });

    it('has a title, a source and a description', () => {
      expect(item.id).toBe(id);
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(item.source).toMatch(new RegExp(`\\[${tag}-\\d`));
      for (const text of [item.title, item.description]) expect(text.length).toBeGreaterThan(10);
    });

    it('has finite numbers only, and tables as wide as their heads', () => {
      for (const { columns, rows } of item.tables ?? []) {
        for (const row of rows) expect(row).toHaveLength(columns.length);
      }
      const texts = [
        ...item.checks.flatMap((check) => [check.expected, check.measured]),
        ...(item.tables ?? []).flatMap(({ rows }) => rows.flat()),
      ];
      expect(texts.filter((text) => /NaN|Infinity|undefined/.test(text))).toEqual([]);
      const values = (item.plots ?? []).flatMap(({ series }) => series.flatMap(({ points }) => points.flat()));
      expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
    });

    it('draws well-formed pictures with something in every line', () => {
      for (const plot of item.plots ?? []) {
        expect(xmlFault(plotSvg(plot))).toBeUndefined();
        for (const { points } of plot.series) expect(points.length).toBeGreaterThan(1);
      }
      for (const drawing of item.drawings ?? []) {
        expect(xmlFault(drawingSvg(drawing))).toBeUndefined();
        expect(partsOf(drawing).length).toBeGreaterThan(0);
      }
    });

    if (isRepeated(items, id)) {
      it('gives the same bits when it is repeated', () => {
        expect(JSON.stringify(make())).toBe(JSON.stringify(item));
      });
    }
  });
}

/** Every twelfth item of a source by default, all with REPEAT_ALL=1: items take up to fifteen seconds. */
function isRepeated(items: readonly Reproducible[], id: string): boolean {
  return process.env['REPEAT_ALL'] !== undefined || items.findIndex((item) => item.id === id) % 12 === 1;
}

function partsOf(drawing: Drawing): readonly unknown[] {
  if ('outlinePanels' in drawing) return drawing.outlinePanels;
  if ('basins' in drawing) return [...drawing.basins.flow];
  if ('pairRun' in drawing) return drawing.pairRun;
  if ('voronoi' in drawing) return drawing.voronoi.branches;
  return 'panels' in drawing ? drawing.panels : drawing.taken;
}

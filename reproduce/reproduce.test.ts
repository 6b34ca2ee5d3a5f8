import { describe, expect, it } from 'vitest';
import { xmlFault } from '../test/well-formed.ts';
import { reportHtml } from './html.ts';
import type { ReportItem } from './report-item.ts';
import { reproduce, reproducibles, reproductionOf } from './reproduce.ts';

const item = (pass: boolean): ReportItem => ({
  id: 'claim',
  source: '[X] <1>',
  title: 'One & two',
  description: '"about"',
  checks: [{ what: 'a < b', expected: '1', measured: pass ? '1' : '2', pass }],
  tables: [{ title: 'T', columns: ['<c>'], rows: [['<script>alert(1)</script>']] }],
});

/** The page as XML: without the doctype line and void elements. */
function pageFault(html: string): string | undefined {
  return xmlFault(
    html
      .replace(/^<!doctype html>\n/, '')
      .replace(/<meta [^>]*>/g, '')
      .replace(/<style>[\s\S]*<\/style>/, ''),
  );
}

describe('the page', () => {
  it('escapes every text', () => {
    const html = reportHtml([item(true)]);
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('a &lt; b');
    expect(pageFault(html)).toBeUndefined();
  });

  it('shows charts and drawings after the tables', () => {
    const { html } = reproduce(['planar-body-and-point']);
    expect(pageFault(html)).toBeUndefined();
    const markers = ['<caption>Transitions', '<title>Signed distance</title>', '<title>Section V.B, body A'];
    const order = markers.map((text) => html.indexOf(text));
    expect(order.every((at, i) => at > (order[i - 1] ?? 0))).toBe(true);
  });

  it('says that all checks pass, or how many fail', () => {
    expect(reportHtml([item(true)])).toContain('All 1 checks pass.');
    expect(reportHtml([item(true), item(false)])).toContain('1 of 2 checks fail.');
    expect(reportHtml([item(false)])).toContain('<span class="fail">fail</span>');
  });
});

describe('reproduce', () => {
  const quick = ['impulse-sign', 'stand-in-mass'];

  it('computes the chosen items in the order of the report and reports progress', () => {
    const heard: [number, string][] = [];
    const { items, passed, html } = reproduce([...quick].reverse(), (fraction, next) => heard.push([fraction, next]));
    expect(items.map(({ id }) => id)).toEqual(quick);
    expect(heard).toEqual([
      [0, quick[0]],
      [0.5, quick[1]],
      [1, ''],
    ]);
    expect(passed).toBe(true);
    expect(pageFault(html)).toBeUndefined();
  });

  it('fails as a whole when one check fails', () => {
    expect(reproductionOf([item(true)]).passed).toBe(true);
    expect(reproductionOf([item(true), item(false)]).passed).toBe(false);
  });

  it('has a unique name for every item', () => {
    const ids = reproducibles.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

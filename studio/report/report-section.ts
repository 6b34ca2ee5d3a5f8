import type { ReportItem, Table } from '../../reproduce/index.ts';
import { plotSvg } from '../../src/index.ts';
import { drawingSvg } from '../../src/picture/drawing.ts';
import { element } from '../page/element.ts';

/** An item of the report with its checks, tables, plots and drawings. */
export function reportSection(item: ReportItem): HTMLElement[] {
  const checks: Table = {
    title: 'Checks',
    columns: ['what', 'expected', 'measured', 'verdict'],
    rows: item.checks.map(({ what, expected, measured, pass }) => [what, expected, measured, pass ? 'pass' : 'fail']),
  };
  const pictures = [...(item.plots ?? []).map(plotSvg), ...(item.drawings ?? []).map(drawingSvg)];
  return [
    element('h2', {}, item.title),
    element('p', { className: 'muted report-source' }, item.source),
    element('p', {}, item.description),
    tableOf(checks),
    ...(item.tables ?? []).map(tableOf),
    element('div', { className: 'report-pictures' }, ...pictures.map(picture)),
  ];
}

function tableOf({ title, columns, rows }: Table): HTMLElement {
  const head = columns.map((column) => (column === '' ? element('td', {}) : element('th', { scope: 'col' }, column)));
  const cell = (text: string) => element('td', text === 'pass' || text === 'fail' ? { className: text } : {}, text);
  const table = element(
    'table',
    { className: 'table' },
    element('caption', {}, title),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
  );
  return element('div', { className: 'table-scroll', tabIndex: 0, role: 'group', 'aria-label': title }, table);
}

function picture(svg: string): HTMLElement {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return element('figure', {}, document.importNode(drawn, true));
}

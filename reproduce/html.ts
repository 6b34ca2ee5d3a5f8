import { drawingSvg } from '../src/picture/drawing.ts';
import { escapeXml, plotSvg } from '../src/picture/plot.ts';
import { itemPassed, type ReportItem, type Table } from './report-item.ts';

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; width: 100%; }
th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid #e5e5e5; vertical-align: top; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
.source { color: #555; font-size: 0.9rem; } .pass { color: #00704a; font-weight: 600; } .fail { color: #b00020; font-weight: 600; }
svg { max-width: 40rem; display: block; margin: 1rem 0; border: 1px solid #eee; }
nav a { text-decoration: none; } nav li { margin: 0.15rem 0; }`;

/** Meaning of the tags. */
const SOURCES =
  '[CP13] is Chesi & Pellegrini, Collision Detection and Response Among Rigid Bodies (slides), 2013, with the errata E1 to E22; [PG05] is Patoglu & Gillespie, Feedback Stabilized Minimum Distance Maintenance for Convex Parametric Surfaces, 2005, with the errata P1 to P23; [VBC24] is Velocity Based Contact Check (notebook), 2024, with the errata V1 to V5; [PATH98] is O’Reilly, Papadopoulos, Lo & Varadi, Models of Vehicular Collision: Development and Simulation with Emphasis on Safety IV, 1998, with the errata M1 to M16. An identifier such as [CP13-2.3] is a row of docs/equations.md, which has the formula, the function and the test; [SOLID-16] is a row on spatial bodies, [SWEEP-1] one on sweeps, beyond the sources.';

/** The report as one self-contained page. */
export function reportHtml(items: readonly ReportItem[]): string {
  const failed = items.flatMap(({ checks }) => checks).filter(({ pass }) => !pass).length;
  const total = items.flatMap(({ checks }) => checks).length;
  const verdict = failed === 0 ? `All ${total} checks pass.` : `${failed} of ${total} checks fail.`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Appulse: reproduction of the sources</title><style>${STYLE}</style></head>
<body>
<h1>Reproduction of the sources</h1>
<p>Each item names its source, the values expected from that source (or its correction), and the values measured by this installation. <strong>${verdict}</strong></p>
<p class="source">${escapeXml(SOURCES)}</p>
<nav><ol>${items.map((item) => `<li><a href="#${item.id}">${escapeXml(item.title)}</a> ${verdictMark(item)}</li>`).join('')}</ol></nav>
${items.map(itemHtml).join('\n')}
</body>
</html>
`;
}

function verdictMark(item: ReportItem): string {
  return itemPassed(item) ? '<span class="pass">pass</span>' : '<span class="fail">fail</span>';
}

function itemHtml(item: ReportItem): string {
  const checks: Table = {
    title: 'Checks',
    columns: ['', 'expected', 'measured', ''],
    rows: item.checks.map(({ what, expected, measured, pass }) => [what, expected, measured, pass ? 'pass' : 'fail']),
  };
  return `<section id="${item.id}">
<h2>${escapeXml(item.title)}</h2>
<p class="source">${escapeXml(item.source)}</p>
<p>${escapeXml(item.description)}</p>
${tableHtml(checks)}
${(item.tables ?? []).map(tableHtml).join('\n')}
${(item.plots ?? []).map(plotSvg).join('\n')}
${(item.drawings ?? []).map(drawingSvg).join('\n')}
</section>`;
}

function tableHtml({ title, columns, rows }: Table): string {
  const cell = (text: string) =>
    text === 'pass' || text === 'fail' ? `<td class="${text}">${text}</td>` : `<td>${escapeXml(text)}</td>`;
  return `<table><caption>${escapeXml(title)}</caption>
<thead><tr>${columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table>`;
}

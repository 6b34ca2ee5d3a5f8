import { type CrashDiagram, colorOf, crashDiagramSvg } from './crash-diagram-svg.ts';
import { escapeXml, type Plot, plotSvg } from './plot.ts';

/** A report about a crash to print, as data. */
export interface CrashPage {
  readonly title: string;
  readonly description?: string;
  readonly diagram: CrashDiagram;
  readonly tables: readonly PageTable[];
  readonly plots: readonly Plot[];
  /** Model, settings and limits: a list of sentences. */
  readonly notes: readonly string[];
}

/** A number for a table: four digits, and zero for what only rounding makes different from it. */
export function pageNumber(value: number): string {
  if (Math.abs(value) < 1e-9) return '0';
  const size = Math.abs(value);
  return size < 1e-3 || size >= 1e6 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

/** A table of texts; all columns but the first are numbers. */
export interface PageTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Size of the paper of a page; `any`: that of the printer. */
export type Paper = 'any' | 'A4' | 'letter';

const STYLE = `
:root { color-scheme: light; }
body { font: 11pt/1.4 system-ui, sans-serif; color: #111; background: #fff; max-width: 180mm; margin: 10mm auto; padding: 0 4mm; }
h1 { font-size: 17pt; margin: 0 0 2mm; } h2 { font-size: 12.5pt; margin: 7mm 0 2mm; border-bottom: 0.3mm solid #999; break-after: avoid; }
p { margin: 0 0 2mm; } .legend span { display: inline-block; margin-right: 6mm; } .legend i { display: inline-block; width: 4mm; height: 3mm; margin-right: 1.5mm; border: 0.2mm solid #333; }
table { border-collapse: collapse; width: 100%; font-size: 9pt; margin: 0 0 3mm; font-variant-numeric: tabular-nums; break-inside: avoid; }
caption { text-align: left; font-weight: 600; padding: 1mm 0; }
th, td { text-align: right; padding: 0.7mm 1.5mm; border-bottom: 0.15mm solid #ccc; vertical-align: top; } th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { border-bottom: 0.3mm solid #555; font-weight: 600; }
svg { display: block; max-width: 100%; } svg.diagram { max-width: none; margin: 2mm 0; }
.plots { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm; } .plots svg { width: 100%; height: auto; break-inside: avoid; } .plots text { font-size: 17px; }
ul { margin: 0; padding-left: 5mm; } figure { margin: 0; break-inside: avoid; } footer { margin-top: 6mm; font-size: 8.5pt; color: #555; }
@media print { body { margin: 0; padding: 0; max-width: none; width: 180mm; } }`;

/** The report as one page of HTML without scripts and without other files; it prints on A4 and Letter. */
export function crashPageHtml(
  { title, description, diagram, tables, plots, notes }: CrashPage,
  paper: Paper = 'any',
): string {
  const size = paper === 'any' ? '' : `size: ${paper}; `;
  const legend = diagram.vehicles
    .map(
      (vehicle, i) =>
        `<span><i style="background:${escapeXml(colorOf(vehicle, i))}"></i>${escapeXml(vehicle.name)}</span>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="generator" content="appulse report"><title>${escapeXml(title)}</title><style>@page { ${size}margin: 15mm; }${STYLE}</style></head>
<body>
<h1>${escapeXml(title)}</h1>
${description === undefined ? '' : `<p>${escapeXml(description)}</p>`}
<h2>Positions</h2>
<figure>${crashDiagramSvg(diagram)}<p class="legend">${legend}</p></figure>
<h2>Results</h2>
${tables.map(tableHtml).join('\n')}
${plots.length === 0 ? '' : `<h2>Time histories</h2>\n<div class="plots">${plots.map(plotSvg).join('\n')}</div>`}
<h2>Model and limits</h2>
<ul>${notes.map((note) => `<li>${escapeXml(note)}</li>`).join('')}</ul>
<footer>Made with Appulse.</footer>
</body>
</html>
`;
}

function tableHtml({ title, columns, rows }: PageTable): string {
  return `<table><caption>${escapeXml(title)}</caption>
<thead><tr>${columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody></table>`;
}

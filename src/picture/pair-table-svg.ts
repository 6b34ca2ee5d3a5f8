import { describeAccuracy, isDepthUncertified } from '../pairs/pair-accuracy.ts';
import type { PairMethods } from '../pairs/pair-methods.ts';
import type { ShapeKind } from '../shapes/shape.ts';
import { familyOf, METHOD_FAMILIES } from './method-families.ts';
import { escapeXml, PALETTE } from './plot.ts';

/** Size of the cell of a pair [px]; the picture is as wide as a page of the guide. */
const CELL = { width: 70, height: 46 };
const LEFT = 104;
const TOP = 64;
/** The legend is in the unused half of the square. */
const LEGEND = { width: 400, line: 30 };

/**
 * The pair table as a picture: a row and a column for each kind of shape, the simpler kind as column. A cell shows the family of
 * its method by a letter and a colour, and the accuracy of the distance relative to the size of the query.
 */
export function pairTableSvg(table: readonly PairMethods[]): string {
  const kinds = [...new Set(table.flatMap((row) => row.kinds))];
  const right = LEFT + CELL.width * kinds.length;
  const bottom = TOP + CELL.height * kinds.length;
  const [width, height] = [right + 24, bottom + 44];
  const title = 'Methods of closest, and their accuracy';
  const body = [
    ...kinds.map((kind, i) => kindName(kind, i)),
    ...kinds.map((kind, i) => columnName(kind, i, bottom)),
    ...table.map((row) => cell(row, ...placeOf(row, kinds))),
    ...legend(right - LEGEND.width),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="24" y="34" font-size="18" font-weight="600">${title}</text>
${body.join('\n')}
</svg>
`;
}

/** Column and row: below the diagonal, for either order of kinds. */
function placeOf({ kinds: [kindA, kindB] }: PairMethods, kinds: readonly ShapeKind[]): [number, number] {
  const [a, b] = [kinds.indexOf(kindA), kinds.indexOf(kindB)];
  return [Math.min(a, b), Math.max(a, b)];
}

function kindName(kind: ShapeKind, i: number): string {
  return `<text x="${LEFT - 10}" y="${TOP + CELL.height * (i + 0.5) + 5}" text-anchor="end">${kind}</text>`;
}

function columnName(kind: ShapeKind, i: number, bottom: number): string {
  return `<text x="${LEFT + CELL.width * (i + 0.5)}" y="${bottom + 22}" text-anchor="middle">${kind}</text>`;
}

function cell(row: PairMethods, column: number, line: number): string {
  const [x, y] = [LEFT + CELL.width * column + 2, TOP + CELL.height * line + 2];
  const [width, height] = [CELL.width - 4, CELL.height - 4];
  const family = familyOf(row);
  const color = PALETTE[METHOD_FAMILIES.indexOf(family)];
  const words = `${row.kinds.join(' and ')}: ${row.method}. Accuracy: ${describeAccuracy(row.accuracy)}`;
  const dashed = row.planar ? ' stroke-dasharray="4 3"' : '';
  const midpoint = `x="${x + width / 2}" text-anchor="middle"`;
  return [
    `<g data-pair="${row.kinds.join(' ')}"><title>${escapeXml(words)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="${color}" fill-opacity="0.2" stroke="${color}"${dashed}/>`,
    `<text ${midpoint} y="${y + 19}" font-size="15" font-weight="600">${family.letter}</text>`,
    `<text ${midpoint} y="${y + 35}" font-size="12">${row.accuracy.distance}</text>`,
    isDepthUncertified(row.accuracy) ? corner(x + width, y) : '',
    '</g>',
  ].join('');
}

function corner(x: number, y: number): string {
  return `<path d="M${x} ${y}v12l-12 -12z" fill="#444"/>`;
}

function legend(x: number): string[] {
  const line = (i: number) => TOP + 24 + LEGEND.line * i;
  const text = (i: number, words: string, from = x + 34) =>
    `<text x="${from}" y="${line(i)}">${escapeXml(words)}</text>`;
  const box = (i: number, paint: string) =>
    `<rect x="${x}" y="${line(i) - 17}" width="24" height="24" rx="3" ${paint}/>`;
  const families = METHOD_FAMILIES.flatMap(({ letter, name }, i) => [
    box(i, `fill="${PALETTE[i]}" fill-opacity="0.2" stroke="${PALETTE[i]}"`),
    `<text x="${x + 12}" y="${line(i)}" text-anchor="middle" font-weight="600">${letter}</text>`,
    text(i, name),
  ]);
  const after = METHOD_FAMILIES.length;
  return [
    ...families,
    box(after, 'fill="none" stroke="#444" stroke-dasharray="4 3"'),
    text(after, 'both in one plane'),
    corner(x + 24, line(after + 1) - 17),
    text(after + 1, 'overlapping: the depth is a bound, or not certified'),
    text(after + 2, '1e-14', x),
    text(after + 2, 'maximum error of the distance, in L', x + 64),
  ];
}

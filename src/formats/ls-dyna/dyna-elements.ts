import { CELL } from '../cell-types.ts';
import { collapseCell } from '../collapse-cell.ts';
import { failAtLine, type TextLine } from '../keyword-lines.ts';
import { type DynaLine, type DynaReader, dynaInteger, dynaReal } from './dyna-cards.ts';
import type { DynaFile } from './dyna-file.ts';

const INTEGERS = [8, 8, 8, 8, 8, 8, 8, 8, 8, 8] as const;
const REALS = [16, 16, 16, 16, 16] as const;

/** Options that add cards after each element, with the number of cards. */
const SHELL_OPTIONS: ReadonlyMap<string, number> = new Map([
  ['THICKNESS', 1],
  ['BETA', 1],
  ['MCID', 1],
  ['OFFSET', 1],
  ['DOF', 1],
]);
const SOLID_OPTIONS: ReadonlyMap<string, number> = new Map([
  ['ORTHO', 2],
  ['DOF', 1],
  ['BETA', 1],
]);

/** Number of cards after each element that the options of a keyword add; THICKNESS, BETA and MCID share one. */
function optionCards(
  keyword: string,
  at: TextLine,
  known: ReadonlyMap<string, number>,
): { cards: number; hasThickness: boolean } {
  const options = keyword.split('_').slice(2);
  const unknown = options.find((option) => !known.has(option));
  if (unknown !== undefined)
    failAtLine(at, `*${keyword} is not read: its options must be among ${[...known.keys()].join(', ')}`, unknown);
  const isShell = known.has('THICKNESS');
  const shared = isShell ? options.filter((option) => ['THICKNESS', 'BETA', 'MCID'].includes(option)) : [];
  const cards = options.reduce((sum, option) => sum + (known.get(option) ?? 0), 0) - Math.max(shared.length - 1, 0);
  return { cards, hasThickness: shared.length > 0 };
}

/** `*ELEMENT_SHELL`: element, part and up to eight nodes; with THICKNESS the thicknesses at the corners in the next card. */
export function openShells(keyword: string, head: TextLine, file: DynaFile): DynaReader {
  const { cards, hasThickness } = optionCards(keyword, head, SHELL_OPTIONS);
  let left = 0;
  let isThicknessNext = false;
  let isQuadratic = false;
  let cell = -1;
  return {
    data: (line) => {
      if (left === 0) {
        const element = readNumbers(line);
        if (element === undefined) return;
        cell = addShell(element, line.at, file);
        isQuadratic = element.slice(6).some((node) => node !== 0);
        isThicknessNext = hasThickness;
        // the corners of a quadratic shell have one card, the nodes on its sides another
        left = cards + (hasThickness && isQuadratic ? 1 : 0);
        return;
      }
      left--;
      if (!isThicknessNext) return;
      isThicknessNext = false;
      const values = line
        .fields(REALS)
        .slice(0, 4)
        .map((field) => dynaReal(line.at, field, 'a thickness'));
      const given = values.filter((value) => value !== 0);
      if (given.some((value) => value < 0)) failAtLine(line.at, 'a thickness must not be negative', values);
      if (given.length > 0) file.thicknessOfCell.set(cell, given.reduce((sum, value) => sum + value, 0) / given.length);
    },
    end: () => {
      if (left > 0) failAtLine(head, `truncated: the last element of *${keyword} must have ${cards} more cards`);
    },
  };
}

function readNumbers(line: DynaLine): number[] | undefined {
  if (line.text.trim() === '') return undefined;
  return line
    .fields(INTEGERS)
    .map((field, k) => dynaInteger(line.at, field, k === 0 ? 'an element number' : 'a number of an element'));
}

function addShell([label, part, ...nodes]: readonly number[], at: TextLine, file: DynaFile): number {
  const corners = nodes.slice(0, 4);
  const sides = nodes.slice(4).filter((node) => node !== 0);
  if (corners[3] === 0) corners[3] = corners[2];
  const isTriangle = corners[3] === corners[2];
  let shell: { type: number; nodes: readonly number[] };
  if (sides.length === 0) shell = collapseCell(CELL.quad, corners);
  else if (isTriangle && sides.length >= 3)
    shell = { type: CELL.triangle6, nodes: [...corners.slice(0, 3), ...sides.slice(0, 3)] };
  else if (sides.length === 4) shell = { type: CELL.quad8, nodes: [...corners, ...sides] };
  else return failAtLine(at, `shell ${label} must have 3, 4, 6 or 8 nodes`, nodes);
  return addCell(shell, label, part, at, file, file.shells);
}

function addCell(
  { type, nodes }: { type: number; nodes: readonly number[] },
  label: number,
  part: number,
  at: TextLine,
  file: DynaFile,
  cells: Map<number, number>,
): number {
  if (cells.has(label)) failAtLine(at, 'elements of one kind must have different numbers', label);
  const cell = file.builder.addCell(type, nodes, label, at.line, at.source);
  cells.set(label, cell);
  file.partOfCell.push(part);
  file.isShell.push(cells === file.shells);
  return cell;
}

/** `*ELEMENT_SOLID`: element, part and eight nodes in one card; or element and part, then up to ten nodes in the next card. */
export function openSolids(keyword: string, head: TextLine, file: DynaFile): DynaReader {
  const { cards } = optionCards(keyword, head, SOLID_OPTIONS);
  let left = 0;
  let pending: { at: TextLine; label: number; part: number } | undefined;
  return {
    data: (line) => {
      if (left > 0) {
        left--;
        return;
      }
      const numbers = readNumbers(line);
      if (numbers === undefined) return;
      const [label, part, ...nodes] = numbers;
      if (pending) {
        addSolid(pending.label, pending.part, numbers, line.at, file);
        pending = undefined;
        left = cards;
      } else if (nodes.every((node) => node === 0)) pending = { at: line.at, label, part };
      else {
        addSolid(label, part, nodes, line.at, file);
        left = cards;
      }
    },
    end: () => {
      if (pending) failAtLine(pending.at, `truncated: solid ${pending.label} must have its nodes in the next card`);
    },
  };
}

function addSolid(label: number, part: number, nodes: readonly number[], at: TextLine, file: DynaFile): void {
  const count = nodes.findLastIndex((node) => node !== 0) + 1;
  const given = nodes.slice(0, count);
  const distinct = new Set(given).size;
  // four nodes may be written alone, without repetitions
  const solid =
    count === 10 && distinct === 10
      ? { type: CELL.tetrahedron10, nodes: given }
      : count === 4
        ? { type: CELL.tetrahedron, nodes: given }
        : collapseCell(CELL.hexahedron, given);
  if (![4, 8, 10].includes(count)) failAtLine(at, `solid ${label} must have 4, 8 or 10 nodes`, given);
  addCell(solid, label, part, at, file, file.solids);
}

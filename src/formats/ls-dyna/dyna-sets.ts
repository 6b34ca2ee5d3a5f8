import { failAtLine } from '../keyword-lines.ts';
import { type DynaLine, type DynaReader, dynaInteger, dynaReal } from './dyna-cards.ts';
import type { DynaFile, DynaSet, SetKind } from './dyna-file.ts';

const CARD = [10, 10, 10, 10, 10, 10, 10, 10] as const;

/** `*PART`: a title, then part, section and other numbers. With options, which add cards, only the first part is read. */
export function openPart(keyword: string, { parts }: DynaFile): DynaReader {
  let title: string | undefined;
  let isDone = false;
  return {
    data: ({ at, text, fields }) => {
      if (isDone) return;
      if (title === undefined) {
        title = text.trim();
        return;
      }
      const [part, section] = fields(CARD)
        .slice(0, 2)
        .map((field) => dynaInteger(at, field, 'a number of *PART'));
      if (part <= 0) failAtLine(at, 'a part number must be above 0', part);
      if (parts.has(part)) failAtLine(at, 'parts must have different numbers', part);
      parts.set(part, { title, section });
      title = undefined;
      isDone = keyword !== 'PART';
    },
  };
}

/** Layers per card of a composite section. */
const LAYERS = 8;

/** `*SECTION_SHELL`: number and options, then the thicknesses at the corners, then the angles of layers (ICOMP = 1). */
export function openShellSection(keyword: string, { sections }: DynaFile): DynaReader {
  const hasTitle = keyword.endsWith('_TITLE');
  let step = hasTitle ? 0 : 1;
  let section = 0;
  let layers = 0;
  return {
    data: ({ at, fields }) => {
      if (step === 0) step = 1;
      else if (step === 1) {
        const card = fields(CARD);
        section = dynaInteger(at, card[0], 'a section number');
        const [points, isComposite] = [dynaReal(at, card[3], 'NIP'), dynaReal(at, card[6], 'ICOMP')];
        layers = isComposite === 1 ? Math.min(Math.ceil(Math.max(points, 0) / LAYERS), 1000) : 0;
        step = 2;
      } else if (step === 2) {
        const given = fields(CARD)
          .slice(0, 4)
          .map((field) => dynaReal(at, field, 'a thickness'));
        if (given.some((value) => value < 0)) failAtLine(at, 'a thickness must not be negative', given);
        const corners = given.filter((value) => value > 0);
        if (corners.length > 0) sections.set(section, corners.reduce((sum, value) => sum + value, 0) / corners.length);
        step = layers > 0 ? 3 : hasTitle ? 0 : 1;
      } else if (--layers === 0) step = hasTitle ? 0 : 1;
    },
    end: () => {},
  };
}

const KINDS: readonly SetKind[] = ['node', 'shell', 'solid', 'part', 'segment'];

/** `*SET_NODE_LIST`, `*SET_SEGMENT` and so on: a title with the option TITLE, the number of the set, then its members. */
export function openSet(keyword: string, { sets }: DynaFile): DynaReader {
  const [, name, ...options] = keyword.split('_');
  const kind = KINDS.find((known) => known.toUpperCase() === name);
  const [form, ...others] = options.filter((option) => option !== 'TITLE' && option !== 'LIST');
  const isListed = form === undefined || form === 'GENERATE' || form === 'COLUMN';
  // sets by other criteria are not read
  if (kind === undefined || !isListed || others.length > 0) return { data: () => {} };
  let title = options.includes('TITLE') ? undefined : '';
  let set: DynaSet | undefined;
  return {
    data: (line) => {
      if (title === undefined) title = line.text.trim();
      else if (set === undefined) {
        const id = dynaInteger(line.at, line.fields(CARD)[0], 'a set number');
        set = { kind, id, title, members: [], ranges: [] };
        sets.push(set);
      } else addMembers(set, line, form);
    },
  };
}

function addMembers({ kind, members, ranges }: DynaSet, line: DynaLine, form: string | undefined): void {
  const { at } = line;
  if (line.text.trim() === '') return;
  const fields = line.fields(CARD);
  const count = kind === 'segment' ? 4 : form === 'COLUMN' ? 1 : 8;
  const numbers = fields.slice(0, count).map((field) => dynaInteger(at, field, `a member of a ${kind} set`));
  if (kind === 'segment') {
    const [a, b, c, d] = numbers;
    members.push({ at, numbers: d === 0 || d === c ? [a, b, c] : numbers });
  } else if (form === 'GENERATE') {
    for (let k = 0; k < 8; k += 2) {
      const [first, last] = [numbers[k], numbers[k + 1]];
      if (first === 0 && last === 0) continue;
      if (!(first > 0 && last >= first)) failAtLine(at, 'a range must be its first and its last number', [first, last]);
      ranges.push({ at, first, last });
    }
  } else members.push({ at, numbers: numbers.filter((number) => number !== 0) });
}

import { referencedFile } from '../file-references.ts';
import { failAtLine, fortranNumber, type TextLine, textLines } from '../keyword-lines.ts';
import { meshText } from '../mesh-text.ts';

/** Widths of the columns of a card in the standard format; each column has 20 characters in the long format. */
export type Columns = readonly number[];

/** A data line of a keyword. */
export interface DynaLine {
  readonly at: TextLine;
  /** Fields without spaces around them, between commas or in fixed columns; missing ones are empty. */
  fields(columns: Columns): readonly string[];
  readonly text: string;
}

/** Reads the data lines of a keyword; `end` checks that they are complete. */
export interface DynaReader {
  readonly data: (line: DynaLine) => void;
  readonly end?: () => void;
}

export type DynaItem = { readonly keyword: string; readonly at: TextLine } | { readonly data: DynaLine };

const LONG = 20;
/** Numbers of nodes and elements, in columns of 8 characters, have 10 with I10=Y of *KEYWORD or % after a keyword. */
const WIDE_INTEGER = 10;

/** Widths of columns that differ from those of the standard format. */
interface CardFormat {
  isLong: boolean;
  isWide: boolean;
}
/** More nested files are an input error. */
const MAX_DEPTH = 8;

/** Keywords and data lines of a file and of the files that it includes, up to *END, without comments; empty lines are data, such as an empty title. */
export function* dynaItems(
  source: string,
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array> | undefined,
  format: CardFormat = { isLong: false, isWide: false },
  depth = 0,
): Generator<DynaItem, undefined> {
  const lines = textLines(source, meshText(source, bytes));
  let own = { ...format };
  let isInclude = false;
  for (const at of lines) {
    const text = at.text.trimEnd();
    if (text.startsWith('$')) continue;
    if (text.startsWith('*')) {
      const { keyword, mark, rest } = parseKeyword(at, text);
      if (keyword === 'END') return undefined;
      if (keyword === 'KEYWORD') {
        format.isLong = /\bLONG\s*=\s*[SY]/i.test(rest);
        format.isWide = /\bI10\s*=\s*Y/i.test(rest);
      }
      own = { isLong: mark === '+' || (mark !== '-' && format.isLong), isWide: mark === '%' || format.isWide };
      isInclude = keyword === 'INCLUDE';
      if (!isInclude && keyword.startsWith('INCLUDE')) failAtLine(at, `*${keyword} is not read, only *INCLUDE`);
      if (!isInclude) yield { keyword, at };
    } else if (isInclude && text !== '') {
      if (depth >= MAX_DEPTH) failAtLine(at, `files must include each other at most ${MAX_DEPTH} deep`, text.trim());
      const { path, bytes: included } = referencedFile(source, { line: at.line }, text.trim(), files);
      yield* dynaItems(path, included, files, format, depth + 1);
    } else {
      yield { data: dynaLine(at, text, own) };
    }
  }
  return undefined;
}

/** The files that a file includes. */
export function dynaIncludes(source: string, bytes: Uint8Array): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = [];
  let isInclude = false;
  for (const at of textLines(source, meshText(source, bytes))) {
    const text = at.text.trim();
    if (text.startsWith('$')) continue;
    if (/^\*END$/i.test(text)) break;
    if (text.startsWith('*')) isInclude = /^\*INCLUDE$/i.test(text);
    else if (isInclude && text !== '') found.push({ name: text, line: at.line });
  }
  return found;
}

function parseKeyword(at: TextLine, text: string): { keyword: string; mark: string; rest: string } {
  const match = /^\*([A-Za-z][\w-]*?)\s*([+%-]?)(?:\s+(.*))?$/.exec(text);
  if (match === null) return failAtLine(at, 'a keyword line must be * and a keyword', text.slice(0, 80));
  return { keyword: match[1].toUpperCase(), mark: match[2], rest: match[3] ?? '' };
}

function dynaLine(at: TextLine, text: string, { isLong, isWide }: CardFormat): DynaLine {
  const widthOf = (width: number) => (isLong ? LONG : isWide && width === 8 ? WIDE_INTEGER : width);
  return {
    at,
    text,
    fields(columns) {
      if (text.includes(',')) {
        const words = text.split(',').map((word) => word.trim());
        return columns.map((_, k) => words[k] ?? '');
      }
      let from = 0;
      return columns.map((width) => {
        from += widthOf(width);
        return text.slice(from - widthOf(width), from).trim();
      });
    },
  };
}

/** An integer field; 0 if it is empty. */
export function dynaInteger(at: TextLine, field: string, what: string): number {
  if (field === '') return 0;
  return /^[+-]?\d{1,15}$/.test(field) ? Number(field) : failAtLine(at, `${what} must be an integer`, field);
}

/** A real field; 0 if it is empty. */
export function dynaReal(at: TextLine, field: string, what: string): number {
  if (field === '') return 0;
  const value = fortranNumber(field) ?? failAtLine(at, `${what} must be a number`, field);
  return Number.isFinite(value) ? value : failAtLine(at, `${what} must be a finite number`, field);
}

import { referencedFile } from '../file-references.ts';
import { failAtLine, type TextLine, textLines } from '../keyword-lines.ts';
import { meshText } from '../mesh-text.ts';

/** A keyword line of an Abaqus file: `*NSET, NSET=top, GENERATE`. */
export interface Card {
  readonly at: TextLine;
  /** In capitals, with single spaces: `SHELL SECTION`. */
  readonly keyword: string;
  /** By their names in capitals; without a value: empty. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A data line: fields without spaces around them. */
export interface DataLine {
  readonly at: TextLine;
  readonly fields: readonly string[];
  /** The line ends with a comma: the data may continue in the next line. */
  readonly continues: boolean;
}

export type AbaqusItem = { readonly card: Card } | { readonly data: DataLine };

/** More nested files are an input error. */
const MAX_DEPTH = 8;

/** Keyword and data lines of a file and of the files that it includes; comments and empty lines are skipped. */
export function* abaqusItems(
  source: string,
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array> | undefined,
  depth = 0,
): Generator<AbaqusItem, undefined> {
  const lines = textLines(source, meshText(source, bytes));
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const at = next.value;
    const text = at.text.trim();
    if (text === '' || text.startsWith('**')) continue;
    if (!text.startsWith('*')) {
      yield { data: dataLine(at, text) };
      continue;
    }
    let whole = text;
    while (whole.endsWith(',')) {
      const more = lines.next();
      if (more.done) return failAtLine(at, 'truncated: a keyword line that ends with a comma must continue');
      whole += more.value.text.trim();
    }
    const card = parseCard(at, whole);
    if (card.keyword !== 'INCLUDE') {
      yield { card };
      continue;
    }
    const name = card.parameters.get('INPUT') ?? failAtLine(at, '*INCLUDE must have INPUT=file');
    if (depth >= MAX_DEPTH) failAtLine(at, `files must include each other at most ${MAX_DEPTH} deep`, name);
    const { path, bytes: included } = referencedFile(source, { line: at.line }, name, files);
    yield* abaqusItems(path, included, files, depth + 1);
  }
  return undefined;
}

/** The files that a file includes. */
export function abaqusIncludes(source: string, bytes: Uint8Array): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = [];
  for (const at of textLines(source, meshText(source, bytes))) {
    if (!/^\s*\*\s*INCLUDE\s*,/i.test(at.text)) continue;
    const name = parseCard(at, at.text.trim()).parameters.get('INPUT');
    if (name) found.push({ name, line: at.line });
  }
  return found;
}

function dataLine(at: TextLine, text: string): DataLine {
  const fields = text.split(',').map((field) => field.trim());
  const continues = fields.at(-1) === '';
  return { at, fields: continues ? fields.slice(0, -1) : fields, continues };
}

function parseCard(at: TextLine, text: string): Card {
  const [head, ...rest] = splitFields(text.slice(1));
  const keyword = head.trim().replaceAll(/\s+/g, ' ').toUpperCase();
  if (!/^[A-Z]/.test(keyword)) failAtLine(at, 'a keyword line must be * and a keyword', text.slice(0, 80));
  const parameters = new Map<string, string>();
  for (const field of rest) {
    const [name, ...value] = field.split('=');
    if (name.trim() !== '') parameters.set(name.trim().toUpperCase(), unquoted(value.join('=').trim()));
  }
  return { at, keyword, parameters };
}

/** Fields between commas that are not in quotes. */
function splitFields(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^,"]|")+/g) ?? [''];
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}

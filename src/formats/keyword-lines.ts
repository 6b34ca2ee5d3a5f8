import { MeshFileError } from './mesh-file-error.ts';

/** A line of a text, without its end. */
export interface TextLine {
  readonly source: string;
  readonly line: number;
  readonly text: string;
}

/** The lines of a text; those end with \n, \r\n or \r. */
export function* textLines(source: string, text: string): Generator<TextLine, undefined> {
  let line = 1;
  for (let at = 0; at < text.length; line++) {
    let end = at;
    for (let code = text.charCodeAt(end); end < text.length && code !== 10 && code !== 13; code = text.charCodeAt(end))
      end++;
    yield { source, line, text: text.slice(at, end) };
    at = end + (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? 2 : 1);
  }
  return undefined;
}

export function failAtLine({ source, line }: TextLine, expected: string, got?: unknown): never {
  throw new MeshFileError(source, { line }, expected, got);
}

/** A decimal number, with the exponent letters E and D of Fortran; undefined for any other text. */
export function fortranNumber(word: string): number | undefined {
  const match = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+|[+-]\d+)?$/.test(word);
  if (!match) return undefined;
  // the letter of an exponent may be missing: 1.5-3
  const text = word.replace(/[dD]/, 'e').replace(/(\d|\.)([+-]\d+)$/, '$1e$2');
  return Number(text);
}

import { describeValue } from '../shapes/checks.ts';

/** Location in a file: a line of a text, from 1, or a byte of binary data, from 0. `source`: of another file, which is included. */
export type FileLocation = { readonly line: number; readonly source?: string } | { readonly byte: number };

/** Error in a mesh file: the first problem found, with its `source` and its `line` or `byte`. */
export class MeshFileError extends Error {
  override readonly name = 'MeshFileError';
  /** The file, or another name of the source of the bytes. */
  readonly source: string;
  /** Line of a text file, from 1. */
  readonly line?: number;
  /** Offset in a binary file, from 0. */
  readonly byte?: number;

  /** `location` is undefined for the whole file; `got` is omitted where it would not help. */
  constructor(source: string, location: FileLocation | undefined, expected: string, got?: unknown) {
    const file = location !== undefined && 'line' in location ? (location.source ?? source) : source;
    const where = location === undefined ? '' : 'line' in location ? `:${location.line}` : `, byte ${location.byte}`;
    super(`${file}${where}: ${expected}${got === undefined ? '' : `, got ${describeValue(got)}`}`);
    this.source = file;
    if (location !== undefined && 'line' in location) this.line = location.line;
    else if (location !== undefined) this.byte = location.byte;
  }
}

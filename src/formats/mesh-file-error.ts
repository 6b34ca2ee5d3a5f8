import { describeValue } from '../shapes/checks.ts';

/** Where in a file: a line of a text, from 1, or a byte of binary data, from 0. */
export type FileLocation = { readonly line: number } | { readonly byte: number };

/** What is wrong with a mesh file: the first problem found, and where it is. */
export class MeshFileError extends Error {
  override readonly name = 'MeshFileError';
  /** The file, or whatever name the bytes were read under. */
  readonly source: string;
  readonly line?: number;
  readonly byte?: number;

  /** `place` is undefined for the whole file; `got` is left out where showing it would not help. */
  constructor(source: string, place: FileLocation | undefined, expected: string, got?: unknown) {
    const where = place === undefined ? '' : 'line' in place ? `:${place.line}` : `, byte ${place.byte}`;
    super(`${source}${where}: ${expected}${got === undefined ? '' : `, got ${describeValue(got)}`}`);
    this.source = source;
    if (place !== undefined && 'line' in place) this.line = place.line;
    else if (place !== undefined) this.byte = place.byte;
  }
}

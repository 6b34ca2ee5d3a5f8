import { describeValue } from '../../shapes/checks.ts';

/** Error in a URDF model or in a mesh file that it names: the first problem found, with its `source` and `line`. */
export class UrdfError extends Error {
  override readonly name = 'UrdfError';
  /** The file, or another name of the source of the text. */
  readonly source: string;
  /** Line of the element concerned, from 1. */
  readonly line: number;

  /** `got` is the content of the file there, omitted where it would not help. */
  constructor(source: string, line: number, expected: string, got?: unknown) {
    super(`${source}:${line}: ${expected}${got === undefined ? '' : `, got ${describeValue(got)}`}`);
    this.source = source;
    this.line = line;
  }
}

/** A remark on content that is ignored or unusual; the model is usable. */
export interface UrdfNotice {
  /** Line of the element concerned, from 1. */
  readonly line: number;
  /** What is ignored or unusual. */
  readonly text: string;
}

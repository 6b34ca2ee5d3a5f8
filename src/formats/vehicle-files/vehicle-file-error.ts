/** Error codes of vehicle data files. [PATH98-10] */
export type VehicleFileCode =
  | 'E_EXPECTED'
  | 'E_EOF'
  | 'E_NUMBER'
  | 'E_UNKNOWN_KEY'
  | 'E_DUPLICATE_KEY'
  | 'E_MISSING_KEY'
  | 'E_RANGE'
  | 'E_COUNT'
  | 'E_MODEL_REF';

/** Location of a token; both counts start at 1. */
export interface TokenLocation {
  readonly line: number;
  readonly column: number;
}

/** Error in a data file of vehicles: the first problem found, with `code`, `line`, `column` and `key`. */
export class VehicleFileError extends Error {
  override readonly name = 'VehicleFileError';
  readonly code: VehicleFileCode;
  /** The file, or another name of the source of the text. */
  readonly source: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
  /** The key or keyword concerned. */
  readonly key: string;

  /** `got` is the content of the file there, omitted where it would not help. */
  constructor(
    code: VehicleFileCode,
    source: string,
    at: TokenLocation,
    key: string,
    expected: string,
    got?: string | number,
  ) {
    super(`${source}:${at.line}:${at.column} ${key}: ${expected}${got === undefined ? '' : `, got ${got}`} (${code})`);
    this.code = code;
    this.source = source;
    this.line = at.line;
    this.column = at.column;
    this.key = key;
  }
}

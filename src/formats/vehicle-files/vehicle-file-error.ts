/** What can be wrong with a data file of vehicles. [PATH98] spec 10 */
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

/** Where a word stands; both counts start at 1. */
export interface TokenLocation {
  readonly line: number;
  readonly column: number;
}

/** The first problem of a data file, and where it is. */
export class VehicleFileError extends Error {
  override readonly name = 'VehicleFileError';
  readonly code: VehicleFileCode;
  /** The file, or whatever name the text was read under. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** The key or keyword concerned. */
  readonly key: string;

  /** `got` is what the file has there, left out where showing it would not help. */
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

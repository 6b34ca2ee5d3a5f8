import { isTooDeep, MAX_JSON_LEVELS } from '../formats/json-depth.ts';
import { describeValue } from '../shapes/checks.ts';
import { findOperation, queryOperations } from './catalogue.ts';
import { isFields, QueryError } from './fields.ts';
import type { Fields, Finding, QueryOperation, SiblingReader } from './query-operation.ts';
import { answerCase, isRejection } from './run-query.ts';

/** Results for a file of exact answers, by kind. */
export interface VerifyReport {
  /** The name given to `verifyFile`. */
  readonly source: string;
  /** The file's `format` tag. */
  readonly format: string;
  /** One row for each kind of case. */
  readonly rows: readonly VerifyRow[];
  /** True if every case agrees within its tolerance. */
  readonly passed: boolean;
}

/** Agreement of one kind of cases with their exact answers. */
export interface VerifyRow {
  /** The `kind` of the cases, `all` where they have none. */
  readonly kind: string;
  /** Number of cases. */
  readonly cases: number;
  /** Maximum error relative to its tolerance; 1 is the limit. */
  readonly worstError: number;
  /** What that was. */
  readonly worstField: string;
  /** Number of cases with an error above the tolerance. */
  readonly failures: number;
  /** The first case that failed and why. */
  readonly firstFailure?: string;
}

/** An invalid file of exact answers. */
export class VerifyError extends Error {
  override name = 'VerifyError';
}

/**
 * Runs every case of a file of exact answers through the same code as `appulse query` and compares. `source` names the
 * text in the report; `sibling` reads the files in the same folder that it refers to. Throws a VerifyError for a file
 * in another form.
 */
export function verifyFile(text: string, source: string, sibling: SiblingReader): VerifyReport {
  const { format, cases, operation } = readExactFile(text, source, sibling);
  const rows = new Map<string, { cases: number; worst: Finding; failures: number; firstFailure?: string }>();
  cases.forEach((exact, index) => {
    const kind = typeof exact.kind === 'string' ? exact.kind : 'all';
    const row = rows.get(kind) ?? { cases: 0, worst: { what: '', error: 0, limit: 1 }, failures: 0 };
    rows.set(kind, row);
    row.cases++;
    const { worst, failure } = checkCase(operation, exact, index);
    if (fraction(worst) > fraction(row.worst)) row.worst = worst;
    if (failure === undefined) return;
    row.failures++;
    row.firstFailure ??= failure;
  });
  const report = [...rows].map(([kind, { worst, ...row }]) => ({
    kind,
    ...row,
    worstError: fraction(worst),
    worstField: worst.what,
  }));
  return { source, format, rows: report, passed: report.every(({ failures }) => failures === 0) };
}

type Checked = QueryOperation & Required<Pick<QueryOperation, 'check'>>;

interface ExactFile {
  readonly format: string;
  readonly cases: readonly Fields[];
  readonly operation: Checked;
}

/** The cases of a file of exact answers and their query operation. */
export function readExactFile(text: string, source: string, sibling: SiblingReader): ExactFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new VerifyError(`${source}: expected JSON (${(error as Error).message})`);
  }
  if (isTooDeep(file))
    throw new VerifyError(`${source}: expected at most ${MAX_JSON_LEVELS} levels of lists and objects`);
  if (!isFields(file) || typeof file.format !== 'string') {
    throw new VerifyError(`${source}: expected an object with a "format" such as "segment-segment-3d/1"`);
  }
  const { format } = file;
  const operation = findOperation(format.split('/')[0]);
  if (!operation?.check || !format.endsWith('/1')) {
    const known = queryOperations.filter(({ check }) => check).map(({ name }) => `${name}/1`);
    throw new VerifyError(`${source}: format: expected one of ${known.join(', ')}, got ${describeValue(format)}`);
  }
  const cases = operation.casesIn ? casesOf(operation.casesIn, file, source, sibling) : file.cases;
  if (!Array.isArray(cases) || cases.length === 0 || !cases.every(isFields)) {
    throw new VerifyError(`${source}: cases: expected a list of at least one case`);
  }
  return { format, cases, operation: operation as Checked };
}

/** The cases of a file in another form than a list; any exception of its reader is an error of the file. */
function casesOf(
  casesIn: NonNullable<QueryOperation['casesIn']>,
  file: Fields,
  source: string,
  sibling: SiblingReader,
): readonly Fields[] {
  const siblingFile = (name: string) => {
    try {
      return sibling(name);
    } catch (cause) {
      throw new VerifyError(`${source}: cannot read ${describeValue(name)} in the same folder`, { cause });
    }
  };
  try {
    return casesIn(file, siblingFile);
  } catch (cause) {
    if (cause instanceof VerifyError) throw cause;
    const why = cause instanceof QueryError ? `: ${cause.message}` : '';
    throw new VerifyError(`${source}: expected a file in the form of its format${why}`, { cause });
  }
}

/** Error of a finding relative to its tolerance. */
function fraction({ error, limit }: Finding): number {
  if (error <= limit) return limit > 0 ? error / limit : 0;
  return limit > 0 ? error / limit : Number.POSITIVE_INFINITY;
}

/** Maximum length of the name of a case in messages [characters]. */
const LONGEST_ID = 200;

function checkCase(operation: Checked, exact: Fields, index: number): { worst: Finding; failure?: string } {
  const id = typeof exact.id === 'string' ? exact.id.slice(0, LONGEST_ID) : `cases[${index}]`;
  const failed = (what: string, why: string) => ({
    worst: { what, error: Number.POSITIVE_INFINITY, limit: 1 },
    failure: `${id}: ${why}`,
  });
  let answer: Fields;
  try {
    answer = answerCase(operation, exact);
  } catch (error) {
    if (!isRejection(error)) throw error;
    return failed(error instanceof QueryError ? error.path : 'question', error.message);
  }
  const findings = compare(operation, exact, answer);
  if (findings.length === 0) return failed('exact answer', 'expected an exact answer to compare with');
  const worst = findings.reduce((a, b) => (fraction(b) > fraction(a) ? b : a));
  if (worst.error <= worst.limit) return { worst };
  return { worst, failure: `${id}: ${worst.what} is off by ${worst.error}, allowed ${worst.limit}` };
}

/** Empty if the exact answer does not have the form that the comparison assumes. */
function compare(operation: Checked, exact: Fields, answer: Fields): Finding[] {
  try {
    return operation.check(exact, answer);
  } catch (error) {
    if (error instanceof TypeError || error instanceof QueryError) return [];
    throw error;
  }
}

import { join } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';
import { type Command, Option } from 'commander';
import { readMarks } from '../sweep/results.ts';
import { InputError } from './failure.ts';
import { formatTable, print } from './output.ts';
import { readFooter, requireManifest, type SweepManifest } from './sweep-folder.ts';
import { partsOf } from './sweep-status.ts';

interface QueryOptions {
  readonly format: 'table' | 'csv' | 'json';
}

export function addQueryResultsCommand(command: Command): void {
  command
    .command('query')
    .summary('query the results in SQL, with DuckDB')
    .description('Answers a query in SQL about the results of a sweep, which are the table results.')
    .argument('<results>', 'folder of the results')
    .argument('<sql>', 'query, such as "select status, count(*) from results group by status"')
    .addOption(new Option('--format <format>', 'output').choices(['table', 'csv', 'json']).default('table'))
    .addHelpText(
      'after',
      `
Examples:
  appulse sweep query out/docking.sweep "select * from results order by run limit 10"
  appulse sweep query out/docking.sweep "select avg(dockings) from results where status = 'end'"
  appulse sweep query out/docking.sweep "select * from results" --format csv > results.csv

Names of columns with dots need quotes: "ledgerEnd.kineticEnergy". DuckDB is not part of the package: npm install @duckdb/node-api`,
    )
    .action(async (folder: string, sql: string, { format }: QueryOptions) => {
      const { names, rows } = await queryResults(folder, sql);
      if (format === 'json') {
        for (const row of rows)
          await print(`${JSON.stringify(Object.fromEntries(row.map((cell, i) => [names[i], jsonCell(cell)])))}\n`);
      } else if (format === 'csv') {
        await print(`${names.map(csvCell).join(',')}\n`);
        for (const row of rows) await print(`${row.map((cell) => csvCell(cellText(cell))).join(',')}\n`);
      } else {
        const numeric = names.map((_, i) => rows.every((row) => row[i] === null || isNumber(row[i])));
        const align = numeric.map((one) => (one ? 'r' : 'l')).join('');
        await print(`${formatTable([names, ...rows.map((row) => row.map(cellText))], align)}\n`);
      }
    });
}

interface Answer {
  readonly names: readonly string[];
  readonly rows: readonly (readonly DuckDBValue[])[];
}

async function queryResults(folder: string, sql: string): Promise<Answer> {
  const manifest = requireManifest(folder);
  const files = resultFiles(folder, manifest);
  const { DuckDBInstance } = await loadDuckDb();
  const connection = await (await DuckDBInstance.create()).connect();
  try {
    await connection.run(`create view results as select * from read_parquet([${files.map(sqlText).join(', ')}])`);
    const reader = await connection.runAndReadAll(sql);
    return { names: reader.columnNames(), rows: reader.getRows() as DuckDBValue[][] };
  } catch (error) {
    throw new InputError(`query: ${(error as Error).message}`);
  } finally {
    connection.closeSync();
  }
}

async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError('queries need DuckDB, which is not installed: npm install @duckdb/node-api');
  }
}

/** The merged file if it is complete, otherwise the parts. */
function resultFiles(folder: string, manifest: SweepManifest): string[] {
  const merged = join(folder, 'results.parquet');
  if (isComplete(merged, manifest)) return [merged];
  const parts = Array.from(partsOf(folder, manifest), ({ path }) => path);
  if (parts.length === 0) throw new InputError(`there are no results in '${folder}' yet`);
  return parts;
}

function isComplete(path: string, { hash, runs }: SweepManifest): boolean {
  const footer = readFooter(path);
  if (!footer) return false;
  const { marks, rowCount } = readMarks(footer);
  return marks['sweep'] === hash && rowCount === runs;
}

function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function isNumber(cell: DuckDBValue): boolean {
  return typeof cell === 'number' || typeof cell === 'bigint';
}

function cellText(cell: DuckDBValue): string {
  if (cell === null) return '';
  return Object.is(cell, -0) ? '-0' : String(cell);
}

function jsonCell(cell: DuckDBValue): unknown {
  if (typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'object' && cell !== null ? String(cell) : cell;
}

/** Quoted where a comma, a quote or a line break would be read as CSV syntax (RFC 4180). */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

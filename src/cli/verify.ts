import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Command } from 'commander';
import { type VerifyReport, type VerifyRow, verifyFile } from '../index.ts';
import { plainJson } from '../record/exact-json.ts';
import { type ExitCode, reportFailure } from './failure.ts';
import { findInput, listFiles, packagePath, readTextFile } from './files.ts';
import { colors, formatNumber, formatTable, plural, print } from './output.ts';
import { plainText } from './plain-text.ts';

/** Maximum size of a file of exact answers [bytes]. */
const MAX_ANSWERS_BYTES = 256 * 1024 * 1024;

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .summary('check this installation against exact answers')
    .description('Runs files of exact answers through the library; without a file, the sets that come with it.')
    .argument('[file...]', 'files of exact answers, identified by their "format"')
    .option('--json', 'print the reports as JSON, one file per line')
    .addHelpText(
      'after',
      `
Examples:
  appulse verify
  appulse verify reference/rigid-bodies/friction.json
  appulse verify my-answers.json && echo as exact as promised

The worst error is relative to the tolerance of its set: below 1 passes. The exit code is 1 when a case fails, 2 when
a file cannot be read or has an unknown format. A path that begins with reference/ is found in the package if there is
no such file here.`,
    )
    .action(verify);
}

async function verify(files: string[], options: { readonly json?: boolean }): Promise<void> {
  const shipped = files.length === 0;
  const paths = shipped ? await listFiles(packagePath('reference'), '.json') : files;
  let worst: ExitCode = 0;
  const rows: string[][] = [['file', 'kind', 'cases', 'worst error', 'failures'].map(colors.bold)];
  const firstFailures: string[] = [];
  let cases = 0;
  for (const path of paths) {
    const source = shipped ? relative(packagePath(''), path) : path;
    try {
      const text = await readTextFile(path, 'exact answers', MAX_ANSWERS_BYTES);
      const folder = dirname(await findInput(path));
      const report = verifyFile(text, source, (name) => readFileSync(join(folder, name), 'utf8'));
      if (options.json) await print(`${plainJson(report)}\n`);
      rows.push(...reportRows(report));
      firstFailures.push(...report.rows.flatMap((row) => firstFailure(source, row)));
      cases += report.rows.reduce((sum, row) => sum + row.cases, 0);
      if (!report.passed && worst === 0) worst = 1;
    } catch (error) {
      worst = Math.max(worst, reportFailure(error)) as ExitCode; // the other files are still checked
    }
  }
  process.exitCode = worst;
  // no table if no file could be read
  if (options.json || rows.length === 1) return;
  const verdict = worst === 0 ? colors.green(`all ${plural(cases, 'case')} within tolerance`) : colors.red('failed');
  await print([formatTable(rows, 'llrrr'), ...firstFailures, '', verdict, ''].join('\n'));
}

function reportRows({ source, rows }: VerifyReport): string[][] {
  return rows.map(({ kind, cases, worstError, failures }, i) => [
    i === 0 ? plainText(source) : '',
    plainText(kind),
    String(cases),
    // boolean answers have no error
    worstError < Number.POSITIVE_INFINITY ? formatNumber(worstError, 2) : 'wrong',
    failures === 0 ? '0' : colors.red(String(failures)),
  ]);
}

function firstFailure(source: string, { kind, firstFailure }: VerifyRow): string[] {
  return firstFailure === undefined ? [] : [plainText(`  ${source}, ${kind}: ${firstFailure}`)];
}

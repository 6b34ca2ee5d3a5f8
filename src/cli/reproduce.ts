import { join } from 'node:path';
import type { Command } from 'commander';
import type { ReportItem, Reproduction } from '../../reproduce/index.ts';
import { InputError } from './failure.ts';
import { colors, createProgress, formatTable, plural, print } from './output.ts';
import { type FolderKind, placeFolder, writeFolder } from './staging.ts';

const REPORT_KIND: FolderKind = {
  what: 'report',
  names: /^report\.(html|json)$/,
  mark: { file: 'report.html', start: /^<!doctype html>/i },
};

/** Loaded when it is asked for: the items would double the time in which other commands start. */
const loadItems = () => import('../../reproduce/index.ts');
type Items = Awaited<ReturnType<typeof loadItems>>;

interface ReproduceOptions {
  readonly output: string;
  readonly json?: boolean;
  readonly force?: boolean;
}

export function addReproduceCommand(program: Command): void {
  program
    .command('reproduce')
    .summary('re-run the figures and tables of the sources; write a report')
    .description('Re-runs the examples, figures and tables of the published sources and writes a report with plots.')
    .argument('[item...]', 'items to re-run (default: all)')
    .option('-o, --output <folder>', 'folder of report.html and report.json', join('out', 'reproduction'))
    .option('--json', 'print the report as JSON')
    .option('--force', 'write into a folder that has other files in it')
    .addHelpText(
      'after',
      `
Examples:
  appulse reproduce
  appulse reproduce bounding-volumes
  appulse reproduce -o paper --json | jq '.items[].checks[] | select(.pass | not)'

The exit code is 1 when an item does not reproduce its source.`,
    )
    .action(reproduceItems);
}

async function reproduceItems(ids: string[], options: ReproduceOptions): Promise<void> {
  const module = await loadItems();
  const known = module.reproducibles.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new InputError(`no item '${unknown}' to reproduce, expected ${known.join(', ')}`);
  placeFolder(options.output, REPORT_KIND, options.force);
  const report = reproduceWithProgress(module, ids.length === 0 ? known : ids);
  const files = reportFiles(report);
  await writeFolder(options.output, files, REPORT_KIND, options.force);
  if (!report.passed) process.exitCode = 1;
  if (options.json) return print(files.get('report.json') ?? '');
  await print(
    `${report.items.map((item) => itemLines(module, item)).join('\n')}\n\n${reportVerdict(module, report)}\n`,
  );
  await print(`report in ${join(options.output, 'report.html')}\n`);
}

function reproduceWithProgress({ reproduce }: Items, ids: readonly string[]): Reproduction {
  const progress = createProgress('reproducing the sources', 1);
  try {
    return reproduce(ids, (fraction) => progress.update(fraction));
  } finally {
    progress.stop();
  }
}

function reportFiles({ html, items, passed }: Reproduction): Map<string, string> {
  return new Map([
    ['report.html', html],
    ['report.json', `${JSON.stringify({ format: 'appulse-report/1', passed, items }, null, 2)}\n`],
  ]);
}

function reportVerdict({ itemPassed }: Items, { items }: Reproduction): string {
  return `${items.filter(itemPassed).length} of ${plural(items.length, 'item')} of the sources reproduced`;
}

/** One line per item, and one for each failed check. */
function itemLines({ itemPassed }: Items, item: ReportItem): string {
  const verdict = itemPassed(item) ? colors.green('pass') : colors.red('FAIL');
  const failed = item.checks.filter(({ pass }) => !pass);
  const rows = failed.map(({ what, expected, measured }) => [what, `expected ${expected}`, `measured ${measured}`]);
  const line = `${verdict}  ${item.source}  ${item.title} (${plural(item.checks.length, 'check')})`;
  return rows.length === 0 ? line : `${line}\n${formatTable(rows, 'lll', '      ')}`;
}

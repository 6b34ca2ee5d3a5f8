import { once } from 'node:events';
import cliProgress from 'cli-progress';
import pc from 'picocolors';
import { expectFinite } from '../math/finite.ts';
import { reportFailure } from './failure.ts';
import { plainText } from './plain-text.ts';

/** Colours only on a terminal that supports them; in a pipe only with FORCE_COLOR. */
export const colors = pc.createColors(wantsColors(process.env, Boolean(process.stdout.isTTY)));

function wantsColors(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  return Boolean(env['FORCE_COLOR']) || (isTerminal && env['TERM'] !== 'dumb');
}

/** Writes a result to stdout, and waits while the reader is behind. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A note in addition to the result, on stderr. */
export function note(text: string): void {
  process.stderr.write(`appulse: ${plainText(text)}\n`);
}

/** `| head` closes the pipe early: this is not a failure. */
export function endQuietlyOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : reportFailure(error));
  });
}

/** A quantity to `digits` significant digits, without trailing zeros; throws a NonFiniteError for NaN and infinities. */
export function formatNumber(value: number, digits = 7): string {
  const rounded = Number(expectFinite(value, 'a number to be printed').toPrecision(digits));
  return rounded === 0 ? '0' : String(rounded);
}

/** Relative error of a balance, to two digits. */
export function formatBalanceError(error: number): string {
  return `balance error ${formatNumber(error, 2)}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Escape sequences have no width. */
function visibleLength(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  return text.replaceAll(/\x1b\[\d+m/g, '').length;
}

/** Lines of aligned columns, two spaces apart; `align` has one letter per column, l or r. */
export function formatTable(rows: readonly (readonly string[])[], align: string, indent = '  '): string {
  const widths = Array.from(align, (_, i) => Math.max(0, ...rows.map((row) => visibleLength(row[i] ?? ''))));
  const cell = (text: string, i: number) => {
    const padding = ' '.repeat(widths[i] - visibleLength(text));
    return align[i] === 'r' ? padding + text : text + padding;
  };
  return rows.map((row) => `${indent}${row.map(cell).join('  ')}`.trimEnd()).join('\n');
}

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** A progress bar on stderr if that is a terminal. */
export function createProgress(label: string, total: number): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} };
  // braces would be parsed as placeholders
  const format = `${plainText(label.slice(0, 40)).replaceAll(/[{}]/g, '')} {bar} {percentage} %`;
  // cursor and line wrap are not changed: they could not be restored after Ctrl-C
  const options = { format, stream: process.stderr, clearOnComplete: true, hideCursor: false, linewrap: true };
  const bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return bar;
}

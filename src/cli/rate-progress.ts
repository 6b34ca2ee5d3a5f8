import cliProgress from 'cli-progress';
import type { Progress } from './output.ts';
import { plainText } from './plain-text.ts';

/** A progress bar for many runs, with their rate and the time left, on stderr if that is a terminal. */
export function createRateProgress(label: string, total: number): Progress {
  if (!process.stderr.isTTY || total === 0) return { update() {}, stop() {} };
  // braces would be parsed as placeholders
  const name = plainText(label.slice(0, 30)).replaceAll(/[{}]/g, '');
  const format = `${name} {bar} {percentage} % {value}/{total} runs, {rate} runs/s, {left} left`;
  // cursor and line wrap are not changed: they could not be restored after Ctrl-C
  const options = { format, stream: process.stderr, clearOnComplete: true, hideCursor: false, linewrap: true };
  const bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
  const start = performance.now();
  bar.start(total, 0, { rate: '-', left: '-' });
  return {
    update(done: number): void {
      const rate = (1000 * done) / (performance.now() - start);
      bar.update(done, { rate: Number(rate.toPrecision(3)), left: formatDuration((total - done) / rate) });
    },
    stop: () => bar.stop(),
  };
}

/** `45 s`, `12 min`, `3.5 h`, `2 d`: to two digits. */
export function formatDuration(seconds: number): string {
  const two = (value: number) => Number(value.toPrecision(2));
  if (!(seconds < Number.POSITIVE_INFINITY)) return '-';
  if (seconds < 100) return `${two(seconds)} s`;
  if (seconds < 6000) return `${two(seconds / 60)} min`;
  return seconds < 72 * 3600 ? `${two(seconds / 3600)} h` : `${two(seconds / 86400)} d`;
}

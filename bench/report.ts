import type { Measurement, Quartiles, Target, TargetResult, WorkloadResult } from './harness.ts';

/** The results of a run, as `--json` writes them. */
export interface Report {
  readonly format: 'appulse-bench/1';
  readonly quick: boolean;
  readonly machine: { readonly node: string; readonly cpu: string; readonly cores: number };
  /** Installed version of each peer, or null. */
  readonly peers: Record<string, string | null>;
  readonly suites: SuiteReport[];
}

export interface SuiteReport {
  readonly suite: string;
  readonly description: string;
  readonly workloads: WorkloadResult[];
}

/** Number of wrong answers of this library, which decides the exit code. */
export function wrongAnswersOfAppulse(suites: readonly SuiteReport[]): number {
  const measurements = suites.flatMap((suite) => suite.workloads).flatMap((result) => result.measurements);
  return measurements.reduce((sum, m) => sum + (m.isAppulse ? m.wrong : 0), 0);
}

export function formatHead(report: Report): string {
  const { node, cpu, cores } = report.machine;
  const peers = Object.entries(report.peers).map(([name, version]) => `${name} ${version ?? '(missing)'}`);
  return [
    `Node ${node}, ${cores} x ${cpu}${report.quick ? '; quick: rough figures' : ''}`,
    `peers: ${peers.join(', ')}`,
    'Rates are operations per second of CPU time: median and quartiles over the rounds. The ratio is the speed of the first',
    'implementation of Appulse over that of the row, computed per round. Errors and wrong answers are those of the timed answers.',
    '',
  ].join('\n');
}

export function formatWorkload(suite: string, result: WorkloadResult): string {
  const facts = Object.entries(result.distribution).map(([name, value]) => `${name}: ${value}`);
  return [
    `${suite} / ${result.workload}: ${result.cases} cases, ${result.rounds} rounds`,
    `  inputs: ${facts.join('; ')}`,
    `  oracle: ${result.oracle}`,
    ...formatTable(result).map((line) => `  ${line}`),
    ...Object.entries(result.absent).map(([peer, reason]) => `  absent: ${peer}: ${reason}`),
    ...result.targets.map((target) => `  target: ${formatTarget(target)}`),
    '',
  ].join('\n');
}

function formatTable({ measurements, operation, error }: WorkloadResult): string[] {
  const figures = [...new Set(measurements.flatMap((m) => Object.keys(m.figures)))];
  const head = [
    'implementation',
    `${operation}/s`,
    'quartiles',
    'ratio',
    error,
    'wrong',
    `bytes/${operation}`,
    ...figures,
  ];
  const rows = measurements.map((m) => [
    m.implementation,
    formatRate(m.rate.median),
    `${formatRate(m.rate.low)} .. ${formatRate(m.rate.high)}`,
    m.ratio === null ? '' : formatRatio(m.ratio),
    formatSmall(m.worstError),
    formatFailures(m),
    Number.isNaN(m.bytesPerOperation) ? '' : String(m.bytesPerOperation),
    ...figures.map((name) => (name in m.figures ? formatSmall(m.figures[name]) : '')),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column])).join('  ');
  return [head, ...rows].map((cells) => line(cells).trimEnd());
}

function formatFailures({ wrong, failures }: Measurement): string {
  const kinds = Object.entries(failures).filter(([kind]) => kind !== 'wrong');
  return kinds.length === 0 ? String(wrong) : `${wrong} (${kinds.map(([kind, n]) => `${n} ${kind}`).join(', ')})`;
}

function formatTarget({ target, value, met }: TargetResult): string {
  if (met === null || value === null) return `${describeTarget(target)}: not evaluated, peer absent`;
  const shown = target.kind === 'figure' ? formatSmall(value) : value.toFixed(2);
  return `${describeTarget(target)}: ${met ? 'met' : 'NOT MET'} (${shown})`;
}

function describeTarget(target: Target): string {
  if (target.kind === 'reference') {
    return `at least ${target.atLeast} operations in the time of a thousand of the reference kernel`;
  }
  return target.kind === 'speed'
    ? `at least ${Number(target.atLeast.toPrecision(3))} times the speed of ${target.peer}`
    : `${target.figure} at most ${formatSmall(target.atMost)}`;
}

function formatRatio({ low, median, high }: Quartiles): string {
  return `${median.toFixed(2)} (${low.toFixed(2)} .. ${high.toFixed(2)})`;
}

function formatRate(rate: number): string {
  if (rate >= 1e6) return `${(rate * 1e-6).toFixed(2)} M`;
  if (rate >= 1e3) return `${(rate * 1e-3).toFixed(1)} k`;
  return rate.toPrecision(3);
}

function formatSmall(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) || !(size >= 0.01 && size < 1e6)) return formatExtreme(value);
  return size >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function formatExtreme(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : value.toExponential(1);
}

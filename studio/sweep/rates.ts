import { wilsonInterval } from '../../src/entries/sweeps.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { type Bins, createBins } from '../../src/statistics/bins.ts';
import { element } from '../page/element.ts';
import { themeColor } from '../page/theme.ts';
import { type ChartFrame, createCanvasChart, drawFrame, type Surface } from './canvas-chart.ts';
import { axisOfBins, binText } from './histogram.ts';
import { columnChoice, firstColumns, type SweepView } from './sweep-context.ts';
import { type Column, plottable, type SweepResults } from './sweep-results.ts';

const CONDITIONS = {
  '≥': (value: number, limit: number) => value >= limit,
  '>': (value: number, limit: number) => value > limit,
  '≤': (value: number, limit: number) => value <= limit,
  '<': (value: number, limit: number) => value < limit,
  '=': (value: number, limit: number) => value === limit,
  '≠': (value: number, limit: number) => value !== limit,
} as const;
type Condition = keyof typeof CONDITIONS;

/** Values of an axis that each have a rate; more are divided into intervals. */
const MAX_DISCRETE = 24;
const INTERVALS = 12;

interface Group {
  readonly successes: number;
  readonly trials: number;
}

/** Rate of the runs that satisfy a condition, with its confidence interval, in total and over an axis. */
export const rates: SweepView = ({ results }, signal) => {
  const columns = plottable(results);
  const { axes, outputs } = firstColumns(columns);
  const start = startColumn(results, outputs);
  const column = columnChoice('Runs with', columns, start, () => {
    fillValues();
    change();
  });
  const condition = choice(Object.keys(CONDITIONS), '≥', 'Condition');
  const number = element('input', {
    className: 'field sweep-limit',
    type: 'number',
    step: 'any',
    'aria-label': 'Value',
  });
  const text = element('select', { className: 'field', 'aria-label': 'Value' });
  const level = choice(['90 %', '95 %', '99 %'], '95 %', 'Confidence level');
  const over = columnChoice('over', columns, axes[0], () => change());
  const total = element('p', { className: 'sweep-total', role: 'status' });
  const body = element('tbody');
  const fillValues = () => {
    const { texts } = column.get();
    number.hidden = texts !== undefined;
    text.hidden = texts === undefined;
    condition.value = texts ? '=' : '≥';
    text.replaceChildren(...(texts ?? []).map((name, i) => element('option', { value: String(i) }, name)));
    if (texts) text.value = String(Math.max(texts.indexOf('end'), 0));
    else number.value = String(Math.max(1, 0));
  };
  let groups: readonly Group[] = [];
  let bins: Bins;
  const change = () => {
    const isMissing = column.get().texts === undefined && (number.value === '' || !number.checkValidity());
    number.setAttribute('aria-invalid', String(isMissing));
    if (isMissing) {
      total.textContent = 'Not applied: the value to compare with is not a number.';
      return;
    }
    const limit = Number(column.get().texts ? text.value : number.value);
    const isSuccess = (row: number) => CONDITIONS[condition.value as Condition](column.get().values[row], limit);
    bins = createBins(over.get().values, MAX_DISCRETE, INTERVALS);
    groups = groupsOf(over.get(), bins, results.rowCount, isSuccess);
    const all = groupOf(results.rowCount, isSuccess);
    const confidence = Number.parseFloat(level.value) / 100;
    total.textContent = all.trials === 0 ? 'no runs' : `${groupText(all, confidence)} of all runs`;
    body.replaceChildren(...groups.map((group, bin) => groupRow(binText(over.get(), bins, bin), group, confidence)));
    chart.redraw();
  };
  const chart = createCanvasChart(
    'Rates with confidence intervals; the table below has the numbers',
    (surface) => drawRates(surface, over.get(), bins, groups, Number.parseFloat(level.value) / 100),
    signal,
  );
  for (const control of [condition, number, text, level]) control.addEventListener('change', change);
  fillValues();
  change();
  const head = ['', 'runs', 'rate', 'from', 'to'].map((name) =>
    name === '' ? element('td', {}) : element('th', { scope: 'col', className: 'number' }, name),
  );
  const note =
    'Confidence intervals of Wilson. They assume independent runs: samples of the method random. Empty values do not satisfy a condition.';
  return element(
    'div',
    { className: 'sweep-view sweep-scroll' },
    element('div', { className: 'sweep-choices' }, column.element, condition, number, text, over.element, level),
    total,
    chart.element,
    element('table', { className: 'table' }, element('thead', {}, element('tr', {}, ...head)), body),
    element('p', { className: 'muted sweep-note' }, note),
  );
};

function choice(options: readonly string[], initial: string, label: string): HTMLSelectElement {
  const select = element(
    'select',
    { className: 'field', 'aria-label': label },
    ...options.map((option) => element('option', {}, option)),
  );
  select.value = initial;
  return select;
}

/** The first output that counts something: 0 in some runs, 1 or more in others; else the status. */
function startColumn({ columns }: SweepResults, outputs: readonly Column[]): Column | undefined {
  const counts = outputs.find(
    ({ values, texts }) =>
      !texts &&
      values.includes(0) &&
      values.some((value) => value >= 1) &&
      values.every((value) => Number.isNaN(value) || Number.isInteger(value)),
  );
  return counts ?? columns.find(({ name }) => name === 'status');
}

function groupOf(rowCount: number, isSuccess: (row: number) => boolean): Group {
  let successes = 0;
  for (let row = 0; row < rowCount; row++) if (isSuccess(row)) successes++;
  return { successes, trials: rowCount };
}

function groupsOf({ values }: Column, bins: Bins, rowCount: number, isSuccess: (row: number) => boolean): Group[] {
  const successes = new Uint32Array(bins.count);
  const trials = new Uint32Array(bins.count);
  for (let row = 0; row < rowCount; row++) {
    const bin = bins.indexOf(values[row]);
    if (bin < 0) continue;
    trials[bin]++;
    if (isSuccess(row)) successes[bin]++;
  }
  return Array.from(trials, (count, bin) => ({ successes: successes[bin], trials: count }));
}

function groupText({ successes, trials }: Group, level: number): string {
  const { rate, low, high } = wilsonInterval(successes, trials, level);
  return `${successes} of ${trials}: ${percent(rate)}, ${Math.round(100 * level)} % confidence interval ${percent(low)} to ${percent(high)}`;
}

function percent(value: number): string {
  return `${formatNumber(Number((100 * value).toPrecision(4)))} %`;
}

function groupRow(name: string, { successes, trials }: Group, level: number): HTMLElement {
  const numbers = trials === 0 ? ['0', '–', '–', '–'] : numbersOf(successes, trials, level);
  const cells = numbers.map((text) => element('td', { className: 'number' }, text));
  return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
}

function numbersOf(successes: number, trials: number, level: number): string[] {
  const { rate, low, high } = wilsonInterval(successes, trials, level);
  return [String(trials), percent(rate), percent(low), percent(high)];
}

function drawRates(surface: Surface, column: Column, bins: Bins, groups: readonly Group[], level: number): void {
  const { context } = surface;
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const frame: ChartFrame = drawFrame(surface, axisOfBins(column, bins), {
    label: 'rate',
    min: -0.02,
    max: 1.02,
    ticks,
  });
  context.strokeStyle = context.fillStyle = themeColor('--accent');
  context.lineWidth = 2;
  groups.forEach(({ successes, trials }, bin) => {
    if (trials === 0) return;
    const { rate, low, high } = wilsonInterval(successes, trials, level);
    const x = frame.xOf(bins.centers[bin]);
    context.beginPath();
    for (const [x0, y0, x1, y1] of [
      [x, low, x, high],
      [x - 5, low, x + 5, low],
      [x - 5, high, x + 5, high],
    ]) {
      context.moveTo(x0, frame.yOf(y0));
      context.lineTo(x1, frame.yOf(y1));
    }
    context.stroke();
    context.beginPath();
    context.arc(x, frame.yOf(rate), 4, 0, 2 * Math.PI);
    context.fill();
  });
}

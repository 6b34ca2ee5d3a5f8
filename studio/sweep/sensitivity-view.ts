import type { AxisIndex } from '../../src/entries/sweeps.ts';
import { element } from '../page/element.ts';
import type { SweepContext, SweepView } from './sweep-context.ts';
import type { OutputSensitivity, SensitivityTable } from './sweep-results.ts';

/** Effect of every axis on an output: rank correlations and first-order Sobol indices. */
export const sensitivityView: SweepView = (context, signal) => {
  const { studio, results } = context;
  const place = element(
    'div',
    { className: 'sweep-view sweep-scroll' },
    element('p', { role: 'status' }, 'Computing …'),
  );
  const { columns, shape } = results;
  const wanted = columns.filter(({ role }) => role !== 'status');
  const job = studio.runner.start('sensitivity', { columns: wanted, shape });
  signal.addEventListener('abort', () => job.cancel(), { once: true });
  job.result.then(
    (table) => signal.aborted || place.replaceChildren(...content(context, table)),
    (error: Error) => signal.aborted || place.replaceChildren(element('p', { role: 'status' }, error.message)),
  );
  return place;
};

function content({ results }: SweepContext, { axes, outputs }: SensitivityTable): HTMLElement[] {
  if (outputs.length === 0) return [element('p', {}, 'The sweep has no numeric output.')];
  const select = element(
    'select',
    { className: 'field' },
    ...outputs.map(({ output }, i) => element('option', { value: String(i) }, output)),
  );
  const varying = outputs.findIndex(({ indices }) => indices.some(({ kind }) => kind === 'index'));
  select.value = String(Math.max(varying, 0));
  const place = element('div', {});
  const show = () => place.replaceChildren(...tableOf(axes, outputs[Number(select.value)]));
  select.addEventListener('change', show);
  show();
  const { gridCount, sampleCount } = results.shape;
  const estimator =
    sampleCount > 1
      ? `Sampled axes: the ${sampleCount} samples are divided into groups of similar values of the axis; the variance of the means of the groups, less the scatter of these means, is divided by the total variance (analysis of variance). Needs independent axes and at least 64 samples; variations that are narrower than a group are missed.`
      : `The ${gridCount} points of the grid count equally.`;
  const grid = gridCount > 1 && sampleCount > 1 ? ' Axes of the grid: the variance of the means of their values.' : '';
  return [
    element('div', { className: 'sweep-choices' }, element('label', {}, 'Output ', select)),
    place,
    element(
      'p',
      { className: 'muted sweep-note' },
      'Rank correlation (Spearman): 1 or -1 if the output always increases or decreases with the axis; near 0 there may still be an effect that is not monotonic. In brackets the 95 % confidence interval. ',
      'First-order index (Sobol): fraction of the variance of the output that the axis explains by itself. ',
      `${estimator}${grid} ± is the standard deviation of the index of an axis without effect.`,
    ),
  ];
}

function tableOf(axes: readonly string[], { correlations, indices }: OutputSensitivity): HTMLElement[] {
  // an axis with a single value has no effect
  const shown = [...axes.keys()].filter((i) => !isFixed(indices[i]));
  const rows = shown.map((i) => {
    const axis = axes[i];
    const correlation = correlations[i];
    const index = indices[i];
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, axis),
      element('td', {}, correlation ? bar(correlation.value, true) : ''),
      element(
        'td',
        { className: 'number' },
        correlation ? `${fixed(correlation.value)} [${fixed(correlation.low)}, ${fixed(correlation.high)}]` : '–',
      ),
      element('td', {}, index.kind === 'index' ? bar(index.value, false) : ''),
      element('td', { className: index.kind === 'index' ? 'number' : 'muted' }, indexText(index)),
    );
  });
  const heads = ['axis', '', 'rank correlation', '', 'first-order index'].map((text) =>
    text === '' ? element('td', {}) : element('th', { scope: 'col' }, text),
  );
  const values = indices.flatMap((index) => (index.kind === 'index' ? [index.value] : []));
  const sum = values.reduce((total, value) => total + value, 0);
  const text =
    values.length === axes.length
      ? `Sum of the indices ${fixed(sum)}; the rest is due to combinations of axes, and noise. `
      : '';
  const used = indices.find((index) => index.kind === 'index' && index.noise > 0);
  const samples = used?.kind === 'index' ? `Samples with this output: ${used.count}.` : '';
  return [
    element(
      'table',
      { className: 'table sweep-sensitivity' },
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...rows),
    ),
    element('p', { className: 'sweep-status' }, text, samples),
  ];
}

function isFixed(index: AxisIndex): boolean {
  return index.kind === 'index' && index.groups === 1;
}

function indexText(index: AxisIndex): string {
  if (index.kind === 'none') return index.reason;
  return index.noise > 0 ? `${fixed(index.value)} ± ${fixed(index.noise)}` : fixed(index.value);
}

function fixed(value: number, digits = 3): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** A bar from 0 to a value in [-1, 1], or in [0, 1]. */
function bar(value: number, isSigned: boolean): HTMLElement {
  const fill = element('span', { className: `sweep-bar-fill${value < 0 ? ' negative' : ''}` });
  const size = Math.min(Math.abs(value), 1) * (isSigned ? 50 : 100);
  fill.style.width = `${isSigned || value > 0 ? size : 0}%`;
  if (isSigned) fill.style.left = `${value < 0 ? 50 - size : 50}%`;
  return element('span', { className: `sweep-bar${isSigned ? ' signed' : ''}`, 'aria-hidden': 'true' }, fill);
}

import { element } from '../page/element.ts';
import { formatLink } from '../page/link.ts';
import type { Studio } from '../page/studio.ts';
import { loadScene } from '../session/actions.ts';
import { createSession } from '../session/session.ts';
import { createStore } from '../session/store.ts';
import { timelinePanel } from '../timeline/timeline-panel.ts';
import { viewPanel } from '../view/view-panel.ts';
import { runStatus } from '../workbench/run-status.ts';
import { createRunClient } from '../worker/run-client.ts';
import { cellText } from './sweep-context.ts';
import type { SweepResults } from './sweep-results.ts';

export interface CasePanel {
  readonly element: HTMLElement;
  /** Runs the case of a row and shows it. */
  run(row: number): void;
}

/** The case of a row: its values, and its run as a recording that can be played. */
export function createCasePanel(studio: Studio, name: string, results: SweepResults, signal: AbortSignal): CasePanel {
  // an own worker: a long run must not delay the views of the results
  const side: Studio = {
    ...studio,
    session: createSession(),
    runner: createRunClient(),
    stage: createStore({ view: undefined }) as Studio['stage'],
  };
  signal.addEventListener('abort', () => side.runner.close(), { once: true });
  const title = element('h2', {}, 'No run chosen');
  const hint = element('p', { className: 'muted' }, 'Choose a row or a point to run that case and watch it here.');
  const values = element('dl', { className: 'sweep-values' });
  const open = element('button', { type: 'button', className: 'button', hidden: true }, 'Open with all tools');
  const head = element('div', { className: 'sweep-case-head' }, title, runStatus(side, signal), open);
  const stage = element('div', { className: 'sweep-stage', hidden: true });
  let isBuilt = false;
  let shown = 0;
  let text: string | undefined;
  const caseName = (run: number) => `${name}-run-${run}`;
  open.addEventListener('click', async () => {
    if (text === undefined) return;
    const time = side.session.get().time;
    location.assign(await formatLink({ route: { page: 'own', name: caseName(shown), text }, time }));
  });
  const build = () => {
    if (isBuilt) return;
    isBuilt = true;
    const view = element('div', { className: 'sweep-case-view' }, viewPanel(side, signal));
    stage.append(view, timelinePanel(side, signal));
  };
  return {
    element: element('section', { className: 'sweep-case', 'aria-label': 'Case' }, head, hint, stage, values),
    run(row) {
      const run = results.columns[0].values[row];
      shown = run;
      title.textContent = `Run ${run}`;
      hint.hidden = true;
      stage.hidden = false;
      values.replaceChildren(...valuesOf(results, row));
      text = undefined;
      open.hidden = true;
      build();
      side.session.set({ recorded: undefined, run: { kind: 'idle' } });
      void start(run).catch((error: Error) => {
        if (!signal.aborted && shown === run) studio.announce(error.message, 'error');
      });
    },
  };

  async function start(run: number): Promise<void> {
    const made = await side.runner.start('sweep-case', { source: results.source, run }).result;
    if (signal.aborted || shown !== run) return;
    text = made.text;
    open.hidden = false;
    await loadScene(side, { kind: 'own', name: caseName(run) }, made.text);
  }
}

function valuesOf({ columns }: SweepResults, row: number): HTMLElement[] {
  return columns.slice(1).flatMap((column) => {
    const text = cellText(column, row, 'full');
    if (column.name === 'reason' && text === '') return [];
    const unit = text === '' || column.unit === '' || column.unit === '1' ? '' : ` ${column.unit}`;
    return [
      element('dt', { className: column.role, title: column.meaning }, column.name),
      element('dd', { className: 'mono' }, text === '' ? '–' : `${text}${unit}`),
    ];
  });
}

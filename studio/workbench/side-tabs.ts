import { element } from '../page/element.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { keep, readStored } from '../page/theme.ts';

export interface Tab {
  readonly id: string;
  readonly label: string;
  load(): Promise<Panel>;
}

const KEY = 'appulse-tab';

/** Tabbed panels; each is created when first shown. Arrow keys switch tabs. */
export function sideTabs(studio: Studio, signal: AbortSignal, tabs: readonly Tab[]): HTMLElement {
  const buttons = tabs.map(({ id, label }) =>
    element('button', { type: 'button', id: `tab-${id}`, role: 'tab', 'aria-controls': `panel-${id}` }, label),
  );
  const containers = tabs.map(({ id }) =>
    element('div', {
      id: `panel-${id}`,
      role: 'tabpanel',
      className: 'side-panel',
      'aria-labelledby': `tab-${id}`,
      tabIndex: 0,
    }),
  );
  const show = (shown: number) => {
    keep(KEY, tabs[shown].id);
    tabs.forEach(({ load }, i) => {
      buttons[i].setAttribute('aria-selected', String(i === shown));
      buttons[i].tabIndex = i === shown ? 0 : -1;
      containers[i].hidden = i !== shown;
      if (i === shown && !containers[i].dataset['loaded']) fill(containers[i], load);
    });
  };
  const fill = (place: HTMLElement, load: Tab['load']) => {
    place.dataset['loaded'] = 'yes';
    load().then(
      (panel) => signal.aborted || place.append(panel(studio, signal)),
      (error: Error) => studio.announce(`A part of the page could not be loaded: ${error.message}`, 'error'),
    );
  };
  buttons.forEach((button, i) => {
    button.addEventListener('click', () => show(i));
    button.addEventListener('keydown', ({ key }) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1 }[key];
      if (to === undefined) return;
      const next = (to + tabs.length) % tabs.length;
      show(next);
      buttons[next].focus();
    });
  });
  show(
    Math.max(
      0,
      tabs.findIndex(({ id }) => id === readStored(KEY)),
    ),
  );
  const list = element('div', { role: 'tablist', className: 'tabs', 'aria-label': 'Panels' }, ...buttons);
  return element('div', { className: 'workbench-side' }, list, ...containers);
}

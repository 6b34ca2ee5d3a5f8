import './report.css';
import { reportParts } from 'virtual:report';
import { itemPassed, type ReportItem } from '../../reproduce/index.ts';
import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Page } from '../page/studio.ts';
import { createRunClient } from '../worker/run-client.ts';
import { reportSection } from './report-section.ts';

/** Items computed in this visit, so they are not computed twice. */
const finished = new Map<string, ReportItem>();

const ids = reportParts.flatMap((part) => part.ids);

/** Figures and tables of the sources, reproduced in this page one after the other; a linked item is first. */
export const reportPage: Page = (studio, { route }, signal) => {
  const wanted = route.page === 'report' ? route.item : undefined;
  const verdict = element('p', { className: 'report-verdict', role: 'status' });
  const bar = element('progress', { 'aria-label': 'Items done', max: ids.length, value: 0 });
  const marks = new Map(ids.map((id) => [id, element('li', {}, itemLink(id))]));
  const places = new Map(
    ids.map((id) => [id, element('section', { id: `item-${id}`, className: 'report-item', hidden: true })]),
  );

  const show = (id: string, item: ReportItem) => {
    finished.set(id, item);
    marks.get(id)?.replaceChildren(itemLink(id, item));
    const place = places.get(id);
    place?.replaceChildren(...reportSection(item));
    if (place) place.hidden = false;
    bar.value = finished.size;
    bar.hidden = finished.size === ids.length;
    verdict.textContent = verdictOf([...finished.values()]);
  };
  for (const [id, item] of finished) show(id, item);

  const runner = createRunClient();
  signal.addEventListener('abort', runner.close, { once: true });
  const todo = [...ids].sort((a, b) => Number(b === wanted) - Number(a === wanted)).filter((id) => !finished.has(id));
  const button = element('button', { type: 'button', className: 'button' });
  let stopped = false;
  const work = async () => {
    stopped = false;
    button.textContent = 'Stop';
    while (todo.length > 0 && !stopped && !signal.aborted) {
      try {
        show(todo[0], await runner.start('reproduce', { id: todo[0] }).result);
      } catch (error) {
        if (signal.aborted) return;
        studio.announce(`${todo[0]}: ${error instanceof Error ? error.message : String(error)}`, 'error');
      }
      todo.shift();
      keepInView();
    }
    button.textContent = 'Continue';
    button.hidden = todo.length === 0;
  };
  button.addEventListener('click', () => {
    if (stopped) void work();
    else {
      stopped = true;
      button.textContent = 'Continue';
    }
  });
  // items above the linked one appear after it: it stays in view until the reader moves the page
  let isFollowed = wanted !== undefined;
  const keepInView = () => {
    if (isFollowed && wanted !== undefined && finished.has(wanted)) scrollToItem(wanted);
  };
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(
      type,
      () => {
        isFollowed = false;
      },
      { signal, passive: true },
    );
  }
  void work();
  requestAnimationFrame(keepInView);
  const lists = reportParts.flatMap(({ title, ids }) => [
    element('h2', {}, title),
    element('ol', {}, ...ids.flatMap((id) => marks.get(id) ?? [])),
  ]);
  const lead =
    'Every figure and table of the sources that can be checked, computed in this page: the expected value from the source or its correction, and the computed value.';
  return element(
    'main',
    { className: 'page report' },
    element(
      'div',
      { className: 'report-head' },
      element('h1', {}, 'Reproduction of the sources'),
      element('p', { className: 'lead' }, lead),
      element('div', { className: 'report-state' }, verdict, bar, button),
    ),
    element('nav', { className: 'report-contents', 'aria-label': 'Items of the report' }, ...lists),
    element('div', { className: 'report-body' }, ...places.values()),
  );
};

function scrollToItem(id: string | undefined): void {
  document.getElementById(`item-${id}`)?.scrollIntoView();
}

/** Until an item is done only its id is known. */
function itemLink(id: string, item?: ReportItem): HTMLElement {
  const link = element('a', { href: routeHref({ page: 'report', item: id }) }, item?.title ?? id.replaceAll('-', ' '));
  link.addEventListener('click', (event) => {
    if (!finished.has(id)) return;
    // it is already on this page
    event.preventDefault();
    history.replaceState(null, '', link.href);
    scrollToItem(id);
  });
  if (item) link.append(' ', verdictMark(itemPassed(item)));
  return link;
}

export function verdictMark(passed: boolean): HTMLElement {
  return element('span', { className: passed ? 'pass' : 'fail' }, passed ? 'pass' : 'fail');
}

function verdictOf(items: readonly ReportItem[]): string {
  const checks = items.flatMap(({ checks }) => checks);
  const failed = checks.filter(({ pass }) => !pass).length;
  const count = items.length === ids.length ? `all ${ids.length} items` : `${items.length} of ${ids.length} items`;
  return `${count}: ${failed === 0 ? `all ${checks.length} checks pass` : `${failed} of ${checks.length} checks fail`}`;
}

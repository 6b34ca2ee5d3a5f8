import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { type Fact, factsOf } from './properties.ts';

/** Properties of the selection at the current time. */
export function createFactsView(studio: Studio, signal: AbortSignal): HTMLElement {
  const { session } = studio;
  const title = element('h2', { className: 'facts-title' });
  const body = element('tbody');
  const table = element(
    'table',
    { className: 'table facts-table' },
    element('caption', { className: 'visually-hidden' }, 'Values of the selection'),
    body,
  );
  const copy = element(
    'button',
    { type: 'button', className: 'button quiet', onclick: () => void copyFacts(studio) },
    'Copy as JSON',
  );
  const follow = element(
    'button',
    { type: 'button', className: 'button quiet', onclick: () => toggleFollow(studio) },
    'Follow',
  );
  const none = element(
    'p',
    { className: 'muted' },
    'No selection: choose a body or a contact in the view, a mark on the timeline, or a line below.',
  );
  const box = element(
    'section',
    { className: 'selection', 'aria-label': 'Selection' },
    title,
    none,
    table,
    element('div', { className: 'facts-buttons' }, copy, follow),
  );

  session.follow(
    ['selection', 'time', 'recorded', 'followed'],
    ({ selection, time, recorded, followed }) => {
      const facts = recorded && selection ? factsOf(recorded, selection, time) : undefined;
      none.hidden = facts !== undefined;
      table.hidden = copy.hidden = facts === undefined;
      follow.hidden = selection?.kind !== 'body' || facts === undefined;
      follow.setAttribute('aria-pressed', String(selection?.kind === 'body' && followed === selection.body));
      title.textContent = facts?.title ?? 'Selection';
      body.replaceChildren(...(facts?.facts ?? []).map(factRow));
    },
    signal,
  );
  return box;
}

function factRow({ name, value, unit }: Fact): HTMLTableRowElement {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, name),
    element('td', { className: 'mono' }, formatFact(value)),
    element('td', { className: 'muted' }, unit),
  );
}

function formatFact(value: Fact['value']): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? formatNumber(value) : value.map(formatNumber).join(', ');
}

function toggleFollow({ session }: Studio): void {
  const { selection, followed } = session.get();
  if (selection?.kind === 'body') session.set({ followed: followed === selection.body ? undefined : selection.body });
}

/** Full digits, with units. */
async function copyFacts({ session, announce }: Studio): Promise<void> {
  const { recorded, selection, time } = session.get();
  const facts = recorded && selection ? factsOf(recorded, selection, time) : undefined;
  if (facts === undefined) return;
  const values = Object.fromEntries(
    facts.facts.map(({ name, value, unit }) => [name, unit === '' ? value : { value, unit }]),
  );
  try {
    await navigator.clipboard.writeText(JSON.stringify({ title: facts.title, time, ...values }, undefined, 2));
    announce('Copied.');
  } catch (error) {
    announce(`could not copy: ${error instanceof Error ? error.message : String(error)}`, 'error');
  }
}

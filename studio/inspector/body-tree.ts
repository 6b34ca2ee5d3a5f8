import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { seek } from '../session/actions.ts';
import type { Recorded, Selection } from '../session/session.ts';
import { describeEvent } from '../timeline/event-marks.ts';

/** Maximum number of lines of one kind; use the filter for the others. */
const MAX_LINES = 200;

interface Line {
  readonly text: string;
  readonly selection: Selection;
}

/** A tree of selectable items (bodies, sensors, events) with a name filter. */
export function createOutline(studio: Studio, signal: AbortSignal): HTMLElement {
  const { session } = studio;
  const filter = element('input', {
    type: 'search',
    className: 'field',
    placeholder: 'Filter',
    'aria-label': 'Filter the tree',
  });
  const tree = element('ul', { className: 'outline-tree', role: 'tree', 'aria-label': 'Scene tree' });
  const box = element(
    'section',
    { className: 'outline', 'aria-label': 'Outline' },
    element('h2', {}, 'Outline'),
    filter,
    tree,
  );
  const fill = () => {
    const { recorded, selection } = session.get();
    const wanted = filter.value.trim().toLowerCase();
    const groups = recorded ? linesOf(recorded) : [];
    tree.replaceChildren(
      ...groups
        .map(([name, lines]) => [name, lines.filter(({ text }) => text.toLowerCase().includes(wanted))] as const)
        .filter(([, lines]) => lines.length > 0)
        .map(([name, lines]) => createGroup(studio, name, lines, selection)),
    );
    const first = tree.querySelector<HTMLElement>('[role=treeitem]');
    if (first && tree.querySelector('[tabindex="0"]') === null) first.tabIndex = 0;
  };
  filter.addEventListener('input', fill, { signal });
  tree.addEventListener('keydown', (event) => moveFocus(tree, event), { signal });
  session.follow(['recorded'], fill, signal);
  session.follow(['selection'], ({ selection }) => markSelected(tree, selection), signal);
  return box;
}

function linesOf({ recording, scene }: Recorded): [string, Line[]][] {
  const sensors = 'sensors' in scene ? scene.sensors : [];
  return [
    ['Bodies', recording.bodies.map((text, body) => ({ text, selection: { kind: 'body', body } }))],
    ['Sensors', sensors.map(({ name: text }, sensor) => ({ text, selection: { kind: 'sensor', sensor } }))],
    [
      'Events',
      recording.events.map((event, i) => ({
        text: `${formatNumber(event.time)} s  ${describeEvent(event)}`,
        selection: { kind: 'event', event: i },
      })),
    ],
  ];
}

function keyOf(selection: Selection): string {
  const { kind, ...place } = selection;
  return `${kind} ${Object.values(place).join()}`;
}

function createGroup(
  studio: Studio,
  name: string,
  lines: readonly Line[],
  selection: Selection | undefined,
): HTMLElement {
  const items = lines.slice(0, MAX_LINES).map(({ text, selection: own }) =>
    element(
      'li',
      {
        role: 'treeitem',
        tabIndex: -1,
        className: 'outline-line',
        'data-key': keyOf(own),
        'aria-selected': String(selection !== undefined && keyOf(selection) === keyOf(own)),
        onclick: (event: Event) => {
          event.stopPropagation();
          select(studio, own);
        },
      },
      text,
    ),
  );
  if (lines.length > MAX_LINES) {
    items.push(
      element(
        'li',
        { role: 'none', className: 'outline-more muted' },
        `and ${(lines.length - MAX_LINES).toLocaleString('en')} more: use the filter`,
      ),
    );
  }
  const group = element('ul', { role: 'group', hidden: name === 'Events' && lines.length > 20 }, ...items);
  const count = element('span', { className: 'muted' }, ` ${lines.length.toLocaleString('en')}`);
  const item: HTMLElement = element(
    'li',
    {
      role: 'treeitem',
      tabIndex: -1,
      className: 'outline-group',
      'aria-expanded': String(!group.hidden),
      'aria-selected': 'false',
    },
    element('span', { className: 'outline-name' }, name, count),
    group,
  );
  item.onclick = () => {
    group.hidden = !group.hidden;
    item.setAttribute('aria-expanded', String(!group.hidden));
  };
  return item;
}

function select({ session }: Studio, selection: Selection): void {
  session.set({ selection });
  const event = selection.kind === 'event' ? session.get().recorded?.recording.events[selection.event] : undefined;
  if (event === undefined) return;
  session.set({ playing: false });
  seek(session, event.time);
}

function markSelected(tree: HTMLElement, selection: Selection | undefined): void {
  for (const line of tree.querySelectorAll('[aria-selected=true]')) line.setAttribute('aria-selected', 'false');
  if (selection === undefined) return;
  const line = tree.querySelector(`[data-key="${keyOf(selection)}"]`);
  line?.setAttribute('aria-selected', 'true');
  if (line) scrollWithin(tree, line);
}

/** Scrolls the tree alone: the values of the selection above it stay in sight. */
function scrollWithin(tree: HTMLElement, line: Element): void {
  const [outer, inner] = [tree.getBoundingClientRect(), line.getBoundingClientRect()];
  if (inner.top < outer.top) tree.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) tree.scrollTop += inner.bottom - outer.bottom;
}

/** Up and down through visible items, left and right to collapse and expand, Enter or space to select. */
function moveFocus(tree: HTMLElement, event: KeyboardEvent): void {
  const shown = [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(
    (item) => item.closest('[hidden]') === null,
  );
  const at = shown.indexOf(document.activeElement as HTMLElement);
  const current = shown[at];
  if (current === undefined) return;
  const isGroup = current.hasAttribute('aria-expanded');
  const isOpen = current.getAttribute('aria-expanded') === 'true';
  const target = { ArrowDown: shown[at + 1], ArrowUp: shown[at - 1], Home: shown[0], End: shown[shown.length - 1] }[
    event.key
  ];
  if (target) {
    current.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  } else if (
    event.key === 'Enter' ||
    event.key === ' ' ||
    (isGroup && event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight'))
  ) {
    current.click();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

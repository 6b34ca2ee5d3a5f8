import type { Recording } from '../../src/index.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { CONTACT_MODES } from '../../src/record/columns.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { contactRows, frameAt } from '../session/frames.ts';

/** Maximum number of rows; use the plots or the export for more. */
const MAX_ROWS = 60;

const HEADINGS = ['A', 'B', 'gap [m]', 'closing [m/s]', 'impulse [N s]', 'mode'] as const;

/** The contacts between the previous and the shown frame, each row with a button. */
export function createContactTable(studio: Studio, signal: AbortSignal): HTMLElement {
  const { session } = studio;
  const caption = element('caption', { className: 'contacts-caption muted' });
  const body = element('tbody');
  const heads = HEADINGS.map((heading) => element('th', { scope: 'col' }, heading));
  const head = element('thead', {}, element('tr', {}, ...heads));
  const table = element('table', { className: 'table contacts-table' }, caption, head, body);
  let shown = '';
  session.follow(
    ['time', 'recorded', 'selection'],
    ({ recorded, time, selection }, changed) => {
      const [first, end] = recorded ? contactRows(recorded.recording, frameAt(recorded.recording, time), time) : [0, 0];
      const key = `${first} ${end} ${selection?.kind === 'contact' ? selection.row : ''}`;
      if (key === shown && !changed.has('recorded')) return;
      shown = key;
      caption.textContent = captionFor(end - first, recorded?.recording.summary.vehicles?.model);
      head.hidden = first === end;
      const rows = Array.from({ length: Math.min(end - first, MAX_ROWS) }, (_, i) => first + i);
      const chosen = selection?.kind === 'contact' ? selection.row : -1;
      body.replaceChildren(
        ...(recorded ? rows.map((row) => contactRow(studio, recorded.recording, row, row === chosen)) : []),
      );
    },
    signal,
  );
  return element(
    'section',
    { className: 'contacts', 'aria-label': 'Contacts' },
    element('h2', {}, 'Contacts'),
    element(
      'div',
      { className: 'contacts-scroll', tabIndex: 0, role: 'region', 'aria-label': 'Table of contacts' },
      table,
    ),
  );
}

/** With the contact geometry of vehicles: ellipsoids (EM) or boxes (BM). */
function captionFor(count: number, model?: 'EM' | 'BM'): string {
  const words = count === 0 ? 'No contact' : count === 1 ? 'One contact' : `${count} contacts`;
  const shapes = model === undefined ? '' : model === 'EM' ? ' of ellipsoids (EM)' : ' of boxes (BM)';
  return `${words}${shapes} at this frame${count > MAX_ROWS ? `, the first ${MAX_ROWS}` : ''}`;
}

function contactRow(
  { session }: Studio,
  { contacts, bodies }: Recording,
  row: number,
  isChosen: boolean,
): HTMLTableRowElement {
  const { bodyA, bodyB, distance, closingSpeed, jx, jy, jz, mode } = contacts.columns;
  const select = () => session.set({ selection: { kind: 'contact', row } });
  const impulse = Math.hypot(jx[row], jy[row], jz[row]);
  const name = element('button', { type: 'button', className: 'link-button', onclick: select }, bodies[bodyA[row]]);
  const cells = [
    bodies[bodyB[row]],
    ...[distance[row], closingSpeed[row], impulse].map(formatNumber),
    CONTACT_MODES[mode[row]],
  ];
  return element(
    'tr',
    { className: isChosen ? 'chosen' : '' },
    element('td', {}, name),
    ...cells.map((text, i) => element('td', { className: i > 0 && i < 4 ? 'mono' : '' }, text)),
  );
}

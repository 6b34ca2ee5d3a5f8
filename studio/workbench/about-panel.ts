import { gallery } from 'virtual:gallery';
import { energyCreationWarning, incompleteReason, type Recording, type RunSummary } from '../../src/index.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Panel } from '../page/studio.ts';
import type { Origin, Recorded, SessionState } from '../session/session.ts';

/** Description of the scene, results of its run, and the balance errors of its ledger. */
export const aboutPanel: Panel = ({ session }, signal) => {
  const place = element('div', { className: 'about' });
  session.follow(
    ['recorded', 'run'],
    (state, changed) => {
      // during a run the last one is shown
      if (changed.has('recorded') || state.recorded === undefined) place.replaceChildren(...contents(state));
    },
    signal,
  );
  return place;
};

function contents(state: SessionState): HTMLElement[] {
  const { recorded, run } = state;
  if (recorded) {
    return [
      ...introduction(state),
      element('h2', {}, 'This run'),
      factList(recorded),
      element('h2', {}, 'Ledger'),
      ledgerTable(recorded.recording.summary),
    ];
  }
  if (run.kind !== 'failed') return introduction(state);
  const advice = run.failure.kind === 'scene' ? 'Correct the scene under Edit.' : undefined;
  return [
    element('h2', {}, 'This scene does not run'),
    element('p', { className: 'about-failure' }, run.failure.message),
    element('p', {}, advice),
  ];
}

/** The description of an example is known before its first run ends. */
function introduction({ recorded, origin }: SessionState): HTMLElement[] {
  const entry = gallery.find(({ name }) => origin?.kind === 'example' && name === origin.name);
  const [page, section] = entry?.guide.split('/', 2) ?? [];
  const guide =
    page && element('a', { href: routeHref({ page: 'guide', name: page, section }) }, 'Read more in the guide');
  const { description = '', source } = recorded?.scene ?? entry ?? {};
  const links = element(
    'p',
    { className: 'about-links' },
    source && element('span', { className: 'chip' }, source),
    guide,
    origin && origin.kind !== 'own' && element('a', { href: compareHref(origin) }, 'Compare'),
  );
  return [element('p', {}, description), links];
}

/** The scene or recording on both sides of the page that compares: the other side is chosen there. */
function compareHref({ kind, name }: Origin): string {
  return routeHref({ page: 'compare', left: kind === 'recording' ? `recording:${name}` : name });
}

function factList({ recording, scene }: Recorded): HTMLElement {
  const { summary, events, bodies, ledger, contacts } = recording;
  const reason = incompleteReason(summary);
  const warning = energyCreationWarning(summary);
  const facts: [string, string][] = [
    ['World', scene.world],
    ...(reason === undefined ? [] : ([['Incomplete', reason]] as [string, string][])),
    ...(warning === undefined ? [] : ([['Warning', warning]] as [string, string][])),
    ['Simulated', `${formatNumber(summary.time)} s in ${count(summary.steps, 'step')}`],
    [
      'Recorded',
      `${count(ledger.rowCount, 'frame')} of ${bodies.length === 1 ? 'one body' : `${bodies.length} bodies`}, ${count(contacts.rowCount, 'contact row')}`,
    ],
    ['Events', String(events.length)],
    ['Collisions', String(summary.collisions)],
    ...(summary.dockings > 0 ? ([['Dockings', String(summary.dockings)]] as [string, string][]) : []),
    ...(summary.maxPenetration > 0
      ? ([['Maximum penetration', `${formatNumber(summary.maxPenetration)} m`]] as [string, string][])
      : []),
    ...minDistance(recording),
    ['Final state hash', summary.stateHash],
  ];
  return element(
    'dl',
    { className: 'facts' },
    ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function minDistance({ tracking, summary }: Recording): [string, string][] {
  const closest = summary.distances?.minimum;
  if (closest !== undefined) {
    const { distance, time, bodies } = closest;
    return [['Minimum distance', `${formatNumber(distance)} m, ${bodies.join(' and ')}, at ${formatNumber(time)} s`]];
  }
  if (tracking === undefined) return [];
  const min = tracking.columns.distance.reduce((min, distance) => Math.min(min, distance));
  return [['Minimum distance', `${formatNumber(min)} m`]];
}

/** Momentum and energy at start and end, and balance errors. */
function ledgerTable(summary: RunSummary): HTMLElement {
  const { ledgerStart: start, ledgerEnd: end, balance } = summary;
  const size = ({ x, y, z }: { x: number; y: number; z: number }) => Math.sqrt(x * x + y * y + z * z);
  // rounding errors are no error of the method
  const creationError = energyCreationWarning(summary) === undefined ? undefined : balance.energyCreationError;
  const rows: [string, number, number, number | undefined][] = [
    ['Momentum [N\u00a0s]', size(start.momentum), size(end.momentum), balance.momentumError],
    [
      'Angular momentum [N\u00a0m\u00a0s]',
      size(start.angularMomentum),
      size(end.angularMomentum),
      balance.angularMomentumError,
    ],
    ['Kinetic energy [J]', start.kineticEnergy, end.kineticEnergy, undefined],
    ['Potential energy [J]', start.potentialEnergy, end.potentialEnergy, undefined],
    ['Contact work [J]', start.contactWork, end.contactWork, undefined],
    ['Energy created by contacts [J]', start.energyCreated, end.energyCreated, creationError],
    ['External work [J]', start.externalWork, end.externalWork, undefined],
    ['Total energy [J]', energy(start), energy(end), balance.energyError],
  ];
  const used = rows.filter(([, before, after, error]) => error !== undefined || before !== 0 || after !== 0);
  const cell = (value: number) => element('td', { className: 'number' }, formatNumber(value));
  const body = used.map(([name, before, after, error]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      cell(before),
      cell(after),
      element(
        'td',
        { className: 'number' },
        error === undefined ? '' : error === 0 ? 'exact' : Number(error.toPrecision(2)).toExponential(),
      ),
    ),
  );
  const head = ['', 'start', 'end', 'error'].map((name) =>
    name === '' ? element('td', {}) : element('th', { scope: 'col', className: 'number' }, name),
  );
  const caption = element('caption', {}, 'Magnitudes at start and end; the error is the relative balance error.');
  return element(
    'table',
    { className: 'table' },
    caption,
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
}

function energy(row: RunSummary['ledgerStart']): number {
  return row.kineticEnergy + row.potentialEnergy;
}

import type { ReadonlyVec3 } from '../../src/index.ts';
import { element } from '../page/element.ts';
import type { ImpactResponse, Totals } from './impact-answer.ts';
import { formatDigits, formatVector } from './play-format.ts';

/** Velocities before and after the impulse, and the balance of momentum and energy. */
export function createResponseTable() {
  const body = element('tbody');
  const table = element(
    'table',
    { className: 'table play-table' },
    element('caption', { className: 'visually-hidden' }, 'Before and after the impact'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...['', 'before', 'after'].map((name) =>
          element('th', { scope: 'col' }, name || element('span', { className: 'visually-hidden' }, 'Quantity')),
        ),
      ),
    ),
    body,
  );
  const box = element(
    'div',
    { className: 'table-scroll', tabIndex: 0, role: 'group', 'aria-label': 'Before and after the impact' },
    table,
  );
  return {
    element: box,
    show(found: ImpactResponse | undefined): void {
      box.hidden = found === undefined;
      if (found === undefined) return;
      const rows = rowsOf(found);
      if (body.children.length !== rows.length) {
        body.replaceChildren(
          ...rows.map(() =>
            element(
              'tr',
              {},
              element('th', { scope: 'row' }),
              element('td', { className: 'mono' }),
              element('td', { className: 'mono' }),
            ),
          ),
        );
      }
      for (const [i, row] of rows.entries())
        for (const [k, text] of row.entries()) body.children[i].children[k].textContent = text;
    },
  };
}

function rowsOf({
  response,
  before,
  totalsBefore,
  totalsAfter,
}: ImpactResponse): (readonly [string, string, string])[] {
  const vector = (v: ReadonlyVec3) => formatVector(v, 3);
  const total = (name: string, of: (totals: Totals) => string) => [name, of(totalsBefore), of(totalsAfter)] as const;
  return [
    ['v of A [m/s]', vector(before[0].velocity), vector(response.velocityA)],
    ['ω of A [rad/s]', vector(before[0].angularVelocity), vector(response.angularVelocityA)],
    ['v of B [m/s]', vector(before[1].velocity), vector(response.velocityB)],
    ['ω of B [rad/s]', vector(before[1].angularVelocity), vector(response.angularVelocityB)],
    total('Momentum [N s]', ({ momentum }) => vector(momentum)),
    total('Angular momentum [N m s]', ({ angularMomentum }) => vector(angularMomentum)),
    total('Kinetic energy [J]', ({ energy }) => formatDigits(energy)),
  ];
}

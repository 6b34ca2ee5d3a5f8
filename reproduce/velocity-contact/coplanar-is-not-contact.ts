import { coplanarityCubic, createCoplanarityCubic } from '../../src/ccd/coplanarity.ts';
import { distanceAt } from '../../src/ccd/feature-distance.ts';
import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createEndpointMotion } from '../../src/ccd/point-motion.ts';
import { createRelativeMotion, loadNodeTriangle, type RelativeMotion } from '../../src/ccd/relative-motion.ts';
import { algebraicToNumber, rootsInUnit } from '../../src/math/algebraic-number.ts';
import { lowestExponent, toBigInt } from '../../src/math/exact-integer.ts';
import type { IntegerCubic } from '../../src/math/integer-polynomial.ts';
import { createRandom } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { atLeast, equals, type ReportItem } from '../report-item.ts';

const QUERIES = 4000;
/** A coplanar node this close to the triangle [m] is inside: no random query is so close to its boundary. */
const NEAR = 1e-9;

const weights = new Float64Array(3);

/** The roots of the contact polynomial in the step, as fractions of it. */
function rootsOf(relativeMotion: RelativeMotion): number[] {
  const { k } = coplanarityCubic(createCoplanarityCubic(), relativeMotion);
  const unit = Math.min(...k.map(lowestExponent));
  const cubic = k.map((value) => toBigInt(value, unit)) as unknown as IntegerCubic;
  return rootsInUnit(cubic).map(algebraicToNumber);
}

function randomQueries() {
  const random = createRandom(2);
  const points = () => Float64Array.from({ length: 12 }, () => random.between(-1, 1));
  const contact = createNodeTriangleContact();
  return Array.from({ length: QUERIES }, () => {
    const motion = createEndpointMotion(points(), points());
    const relativeMotion = loadNodeTriangle(createRelativeMotion(), motion, 3, 0, 1, 2);
    const roots = rootsOf(relativeMotion);
    const contacts = roots.filter((tau) => distanceAt(weights, relativeMotion, tau) <= NEAR);
    const { hit, time } = nodeTriangleContact(contact, motion, 3, 0, 1, 2);
    const agrees = hit ? Math.abs(contacts[0] - time) <= NEAR : contacts.length === 0;
    return { roots, contacts, agrees };
  });
}

export function coplanarIsNotContact(): ReportItem {
  const queries = randomQueries();
  const count = (of: (query: (typeof queries)[number]) => number | boolean) =>
    queries.reduce((sum, query) => sum + Number(of(query)), 0);
  const roots = count((query) => query.roots.length);
  const contacts = count((query) => query.contacts.length);
  const crossed = count((query) => query.roots.length > 0);
  const hits = count((query) => query.contacts.length > 0);
  const later = count(({ roots: [first], contacts: [contact] }) => contact !== undefined && contact > first);
  return {
    id: 'coplanar-is-not-contact',
    source: '[VBC24-1.3], [VBC24-2.1] (V2)',
    title: 'Coplanar is not in contact',
    description: `“The solution is the time for intersection”, says the source. It is the time at which the node is in the plane of the triangle, which is unbounded. ${QUERIES} random queries, points within a cube of side 2 m at both ends of the step: every root of the polynomial in the step, with the distance of the node from the triangle at that time.`,
    checks: [
      atLeast('fraction of roots that are not a contact', 1 - contacts / roots, 0.5),
      equals(
        'queries in which the first root with the node inside is not the answer of the exact check',
        count(({ agrees }) => !agrees),
        0,
      ),
    ],
    tables: [
      {
        title: 'Roots and contacts',
        columns: ['', 'count', 'share'],
        rows: [
          ['queries with a root in the step', crossed, crossed / QUERIES],
          ['roots', roots, 1],
          ['roots with the node inside the triangle', contacts, contacts / roots],
          ['queries with a contact', hits, hits / QUERIES],
          ['contacts that are not at the first root', later, later / hits],
        ].map(([what, number, fraction]) => [
          String(what),
          String(number),
          `${formatNumber(100 * Number(fraction))} %`,
        ]),
      },
    ],
  };
}

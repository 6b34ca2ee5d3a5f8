import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createRandom } from '../../src/math/random.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { AIMED_KINDS, type AimedKind, aimedQuery } from './aimed-queries.ts';
import { closedFormTime } from './closed-form.ts';

const QUERIES = 200;
/** Closed-form times with a larger error [s] are wrong. */
const WRONG = 1e-6;

interface Tally {
  readonly kind: AimedKind;
  /** Exact check: contacts not found, or found after the known time. */
  readonly exactMisses: number;
  /** Closed form: contacts not found, and contacts found at another time. */
  readonly missed: number;
  readonly mistimed: number;
}

function tally(kind: AimedKind): Tally {
  const random = createRandom(AIMED_KINDS.indexOf(kind) + 1);
  const contact = createNodeTriangleContact();
  let [exactMisses, missed, mistimed] = [0, 0, 0];
  for (let i = 0; i < QUERIES; i++) {
    const { motion, time } = aimedQuery(random, kind);
    nodeTriangleContact(contact, motion, 3, 0, 1, 2);
    // its times are accurate to 1e-12 of the step
    if (!(contact.hit && contact.time <= time + 1e-12)) exactMisses++;
    const closed = closedFormTime(motion);
    if (closed === undefined) missed++;
    else if (Math.abs(closed - contact.time) > WRONG) mistimed++;
  }
  return { kind, exactMisses, missed, mistimed };
}

export function closedFormMisses(): ReportItem {
  const tallies = AIMED_KINDS.map(tally);
  const total = (of: (row: Tally) => number) => tallies.reduce((sum, row) => sum + of(row), 0);
  const missed = total((row) => row.missed);
  const plain = tallies[0];
  return {
    id: 'closed-form-misses',
    source: '[VBC24-2.3], [VBC24-6] (V2, V3)',
    title: 'Missed contacts: closed form and exact check',
    description: `${QUERIES} nodes of each kind, aimed so that the node certainly is in the triangle at a known time. The closed form is a direct reading of the source: its printed sums in doubles, Cardano's formula, and an inside test without tolerance. The exact check is exact for the given doubles.`,
    checks: [
      equals(
        `exact check: contacts missed or late, of ${QUERIES * AIMED_KINDS.length}`,
        total((row) => row.exactMisses),
        0,
      ),
      equals(`closed form: contacts missed of the ${QUERIES} inside an ordinary triangle`, plain.missed, 0),
      {
        what: `closed form: contacts missed of all ${QUERIES * AIMED_KINDS.length}`,
        expected: 'more than one in ten',
        measured: String(missed),
        pass: missed > (QUERIES * AIMED_KINDS.length) / 10,
      },
    ],
    tables: [
      {
        title: `Contacts of ${QUERIES} that were missed`,
        columns: [
          'contact of node and triangle',
          'exact check',
          'closed form',
          'closed form: found, but at a wrong time',
        ],
        rows: tallies.map((row) => [row.kind, ...[row.exactMisses, row.missed, row.mistimed].map(String)]),
      },
    ],
  };
}

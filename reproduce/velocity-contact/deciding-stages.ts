import type { DecisionStage } from '../../src/ccd/decision-stage.ts';
import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createEndpointMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import { createRandom } from '../../src/math/random.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { AIMED_KINDS, aimedQuery } from './aimed-queries.ts';

const PATHS: readonly DecisionStage[] = ['culled', 'filter', 'polish', 'exact'];
const RANDOM_QUERIES = 20_000;
const AIMED_QUERIES = 500;

interface Tally {
  readonly name: string;
  readonly queries: number;
  readonly contacts: number;
  readonly paths: ReadonlyMap<DecisionStage, number>;
}

function tally(name: string, queries: number, next: () => PointMotion): Tally {
  const contact = createNodeTriangleContact();
  const paths = new Map(PATHS.map((path) => [path, 0]));
  let contacts = 0;
  for (let i = 0; i < queries; i++) {
    const { hit, stage } = nodeTriangleContact(contact, next(), 3, 0, 1, 2);
    paths.set(stage, (paths.get(stage) ?? 0) + 1);
    if (hit) contacts++;
  }
  return { name, queries, contacts, paths };
}

/** Points within a cube of side 2 m, that move by up to `range` [m] along each axis. */
function randomTally(range: number): Tally {
  const random = createRandom(8);
  return tally(`at random, moving by up to ${range} m`, RANDOM_QUERIES, () => {
    const start = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
    return createEndpointMotion(
      start,
      start.map((x) => x + random.between(-range, range)),
    );
  });
}

export function decidingStages(): ReportItem {
  const chance = [0.1, 0.5, 2].map(randomTally);
  const aimed = AIMED_KINDS.map((kind) => {
    const random = createRandom(AIMED_KINDS.indexOf(kind) + 101);
    return tally(`aimed: ${kind}`, AIMED_QUERIES, () => aimedQuery(random, kind).motion);
  });
  const exactOf = (tallies: readonly Tally[]) => tallies.reduce((sum, { paths }) => sum + (paths.get('exact') ?? 0), 0);
  return {
    id: 'deciding-stages',
    source: '[VBC24-6.2] to [VBC24-6.4]',
    title: 'Frequency of the deciding stages',
    description:
      'The exact check uses cheap tests first: boxes, then doubles with certified error bounds, then a more accurate time in double-double; big integers only for the rest. Counted, not timed. Exact zeros (an edge, a vertex, a plane) cannot be decided by any error bound and reach the last stage.',
    checks: [
      equals(`big integers needed by ${3 * RANDOM_QUERIES} random queries`, exactOf(chance), 0),
      equals(
        `contacts missed among ${AIMED_QUERIES * AIMED_KINDS.length} aimed queries`,
        aimed.reduce((sum, { queries, contacts }) => sum + queries - contacts, 0),
        0,
      ),
      equals('big integers needed by contacts inside an ordinary triangle', exactOf(aimed.slice(0, 1)), 0),
    ],
    tables: [
      {
        title: 'Queries by the stage that decides them',
        columns: ['queries', 'number', 'contacts', ...PATHS],
        rows: [...chance, ...aimed].map(({ name, queries, contacts, paths }) => [
          name,
          ...[queries, contacts, ...PATHS.map((path) => paths.get(path) ?? 0)].map(String),
        ]),
      },
    ],
  };
}

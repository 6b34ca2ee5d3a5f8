import { createRandom } from '../../src/math/random.ts';
import {
  type FirstContact,
  type FourPoints,
  firstContactEdgeEdge,
  firstContactEdgeEdgeVelocity,
  firstContactNodeTriangle,
  firstContactNodeTriangleVelocity,
} from '../oracles/first-contact.ts';
import { byVelocities, FEATURE_PAIRS, type FeaturePair, makeNasty, NASTY_KINDS, type NastyKind } from './queries.ts';

/** A way to find first contacts, by end positions and by velocities. */
export interface ContactFinder {
  readonly ends: Readonly<Record<FeaturePair, (points0: FourPoints, points1: FourPoints) => FirstContact>>;
  readonly velocities: Readonly<
    Record<FeaturePair, (positions: FourPoints, velocities: FourPoints, dt: number) => FirstContact>
  >;
}

export const ORACLE: ContactFinder = {
  ends: { 'node-triangle': firstContactNodeTriangle, 'edge-edge': firstContactEdgeEdge },
  velocities: { 'node-triangle': firstContactNodeTriangleVelocity, 'edge-edge': firstContactEdgeEdgeVelocity },
};

/** What a finder promises: |t - t*| up to this part of the step ([VBC24] spec 6.1). */
const TIME_ERROR = 1e-12;

/** One query of the endless list that belongs to a seed, and what two finders say. */
export interface Comparison {
  readonly pair: FeaturePair;
  readonly kind: NastyKind;
  /** The query itself: end positions, or positions and velocities with dt. */
  readonly query: object;
  readonly expected: FirstContact;
  readonly found: FirstContact;
  /** |t - t*| as part of the step; 0 for a miss. */
  readonly timeError: number;
  readonly agrees: boolean;
}

/** Pairs and kinds take turns along the list, and after each round the two forms of input. */
export function compareNasty(finder: ContactFinder, seed: number, index: number): Comparison {
  const pair = FEATURE_PAIRS[index % 2];
  const kind = NASTY_KINDS[Math.floor(index / 2) % NASTY_KINDS.length];
  const round = Math.floor(index / (2 * NASTY_KINDS.length));
  // a generator of its own for each query, so that any of them can be asked for alone
  const random = createRandom(Math.imul(seed, 0x9e3779b1) + index);
  const ends = makeNasty(pair, kind, random);
  const [query, answer, duration] =
    round % 2 === 0
      ? ([ends, (by: ContactFinder) => by.ends[pair](ends.points0, ends.points1), 1] as const)
      : askByVelocities(pair, byVelocities(ends, random));
  const [expected, found] = [answer(ORACLE), answer(finder)];
  const timeError = expected.hit && found.hit ? Math.abs(found.time - expected.time) / duration : 0;
  return {
    pair,
    kind,
    query,
    expected,
    found,
    timeError,
    agrees: expected.hit === found.hit && timeError <= TIME_ERROR,
  };
}

function askByVelocities(pair: FeaturePair, query: ReturnType<typeof byVelocities>) {
  const { positions, velocities, dt } = query;
  return [query, (by: ContactFinder) => by.velocities[pair](positions, velocities, dt), dt] as const;
}

import type * as meshes from '../../../src/entries/meshes.ts';
import { createRandom } from '../../../src/math/random.ts';
import {
  type FirstContact,
  firstContactEdgeEdge,
  firstContactEdgeEdgeVelocity,
  firstContactNodeTriangle,
  firstContactNodeTriangleVelocity,
} from '../../oracles/first-contact.ts';
import { FEATURE_PAIRS, type FeaturePair, type NastyQuery } from './moving-features.ts';
import {
  ADVERSARIAL_KINDS,
  type AdversarialKind,
  byVelocities,
  makeQuery,
  type NastyVelocityQuery,
} from './queries.ts';

type Query = NastyQuery | NastyVelocityQuery;

export type ContactFinder = (pair: FeaturePair, query: Query) => meshes.FirstContact;

/** The library's way, from its sources or as built. */
export function libraryFinder(library: typeof meshes): ContactFinder {
  return (pair, query) => {
    const motion =
      'dt' in query
        ? library.constantVelocityMotion(
            new Float64Array(query.positions),
            new Float64Array(query.velocities),
            query.dt,
          )
        : library.endpointMotion(new Float64Array(query.points0), new Float64Array(query.points1));
    return pair === 'node-triangle'
      ? library.nodeTriangleContact(library.createNodeTriangleContact(), motion, 0, 1, 2, 3)
      : library.edgeEdgeContact(library.createEdgeEdgeContact(), motion, 0, 1, 2, 3);
  };
}

function exactContact(pair: FeaturePair, query: Query): FirstContact {
  const isNode = pair === 'node-triangle';
  if ('dt' in query) {
    const byVelocity = isNode ? firstContactNodeTriangleVelocity : firstContactEdgeEdgeVelocity;
    return byVelocity(query.positions, query.velocities, query.dt);
  }
  return (isNode ? firstContactNodeTriangle : firstContactEdgeEdge)(query.points0, query.points1);
}

/** Guaranteed accuracy: |t - t*| up to this fraction of the step ([VBC24-6.1]). */
const TIME_ERROR = 1e-12;

/** The exact time by velocities is rounded twice, so it may be low by this part of itself. */
const ROUNDED_TWICE = 2 ** -52;

/** What to ask. */
export interface AdversarialQuery {
  readonly pair: FeaturePair;
  readonly kind: AdversarialKind;
  readonly query: Query;
}

/**
 * Query `index` of the endless sequence of a seed. Pairs and kinds alternate along the sequence, and after each round the
 * two forms of input.
 */
export function adversarialQuery(seed: number, index: number): AdversarialQuery {
  const pair = FEATURE_PAIRS[index % 2];
  const kind = ADVERSARIAL_KINDS[Math.floor(index / 2) % ADVERSARIAL_KINDS.length];
  const round = Math.floor(index / (2 * ADVERSARIAL_KINDS.length));
  // a separate random stream for each query, so that each can be run alone
  const random = createRandom(Math.imul(seed, 0x9e3779b1) + index);
  const ends = makeQuery(pair, kind, random);
  return { pair, kind, query: round % 2 === 0 ? ends : byVelocities(ends, random) };
}

export interface Comparison {
  readonly expected: FirstContact;
  readonly found: meshes.FirstContact;
  /** |t - t*| as part of the step; 0 for a miss. */
  readonly timeError: number;
  /** Same decision, time as near as promised, safe time not after the exact one. */
  readonly agrees: boolean;
}

/** What the exact oracle and a finder say. */
export function compareQuery(find: ContactFinder, { pair, query }: AdversarialQuery): Comparison {
  const [expected, found] = [exactContact(pair, query), find(pair, query)];
  const duration = 'dt' in query ? query.dt : 1;
  const timeError = expected.hit && found.hit ? Math.abs(found.time - expected.time) / duration : 0;
  const isSafe = !expected.hit || found.safeTime <= expected.time * (1 + ROUNDED_TWICE);
  const agrees = expected.hit === found.hit && timeError <= TIME_ERROR && isSafe;
  return { expected, found, timeError, agrees };
}

import {
  type Closest,
  type ClosestInto,
  createPairQueries,
  type ImpactInto,
  type ImpactOptions,
  type ImpactQuery,
} from './create-queries.ts';
import type { PairMethods } from './pair-methods.ts';
import { partsRows } from './parts-rows.ts';
import { planarRows } from './planar-rows.ts';
import { smoothRows } from './smooth-rows.ts';
import { solidRows } from './solid-rows.ts';

export type { ImpactOptions, PairMethods };

const queries = createPairQueries([planarRows, smoothRows, solidRows, partsRows]);

/**
 * THE pair table: the method for each pair of kinds, simpler kind first. The same row serves the other order with A and B swapped.
 * A new shape kind adds its rows.
 */
export const pairTable: readonly PairMethods[] = queries.table;

/** Signed distance of two bodies, closest points and normal from A to B. */
export const closest: Closest = queries.closest;

/**
 * `closest` into an existing contact. With a persistent `cache` per pair, GJK on convex polygons starts from its last result; always pass
 * the bodies in the same order with it. The numbers of the poses are not checked.
 */
export const closestInto: ClosestInto = queries.closestInto;

/** First time within `duration` [s] at which two moving bodies touch or come within a `separation`. */
export const impact: ImpactQuery = queries.impact;

/** `impact` into an existing result. The numbers of the motions are not checked. */
export const impactInto: ImpactInto = queries.impactInto;

/** `appulse/pairs`: queries for chosen groups of rows of the pair table, so that a page loads the code of these alone. */
export {
  type Closest,
  type ClosestInto,
  createClosest,
  createPairQueries,
  type ImpactInto,
  type ImpactQuery,
  type TableQueries,
} from '../pairs/create-queries.ts';
export type { PairMethods, PairQueries, PairRows } from '../pairs/pair-methods.ts';
export { partsRows } from '../pairs/parts-rows.ts';
export { planarRows } from '../pairs/planar-rows.ts';
export { smoothRows } from '../pairs/smooth-rows.ts';
export { solidRows } from '../pairs/solid-rows.ts';

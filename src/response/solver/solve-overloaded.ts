import type { ContactRows } from './contact-rows.ts';
import { EXTRA_PASS, type SolverSettings, solveRows } from './solve-rows.ts';

/**
 * Extra passes where one pass per substep is not enough: a light body under a heavy one sinks, because one pass raises its impulses by no
 * more than its own mass allows.
 */

/** Load per extra pass, in units of the weight of the lighter body. */
const WEIGHTS_PER_PASS = 5;
const MAX_PASSES = 100;
/**
 * Impacts count as loads, and a large world always has some. Limit of the manifolds solved in all extra passes: this fraction of all
 * manifolds, or MAX_MANIFOLDS if larger.
 */
const MAX_FRACTION = 0.25;
const MAX_MANIFOLDS = 200;

/** Extra passes over the overloaded manifolds; all others are unchanged. */
export function solveOverloaded(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  const { overloadedCount, manifoldCount, load } = contacts;
  if (overloadedCount === 0) return;
  const affordable = Math.max(MAX_FRACTION * manifoldCount, MAX_MANIFOLDS) / overloadedCount;
  const passes = Math.min(load / WEIGHTS_PER_PASS, MAX_PASSES, affordable);
  for (let pass = 0; pass < passes; pass++) solveRows(contacts, records, settings, EXTRA_PASS);
}

/** Extra passes over all manifolds, for the first step of a world, which has no impulses for a warm start. */
export function solveInitial(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  contacts.overloadedCount = contacts.manifoldCount;
  for (let manifold = 0; manifold < contacts.manifoldCount; manifold++) contacts.overloaded[manifold] = manifold;
  for (let pass = 0; pass < MAX_PASSES; pass++) solveRows(contacts, records, settings, EXTRA_PASS);
}

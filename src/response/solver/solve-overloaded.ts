import type { ContactRows } from './contact-rows.ts';
import { EXTRA_PASS, type SolverSettings, solveRows } from './solve-rows.ts';

/**
 * Further passes where a single one a substep is too little: a light body under a heavy one sinks, because its impulses grow by no more
 * than its own mass allows in a pass.
 */

/** One pass for so many times the weight of the lighter body. */
const WEIGHTS_A_PASS = 5;
const MAX_PASSES = 100;
/** Blows count as loads, too, and in a large world something always strikes: no more patches in all than this share of them, or so many. */
const MAX_SHARE = 0.25;
const MAX_PATCHES = 200;

/** Over the patches under a heavy load; all others are left alone. */
export function solveOverloaded(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  const { overloadedCount, patchCount, load } = contacts;
  if (overloadedCount === 0) return;
  const affordable = Math.max(MAX_SHARE * patchCount, MAX_PATCHES) / overloadedCount;
  const passes = Math.min(load / WEIGHTS_A_PASS, MAX_PASSES, affordable);
  for (let pass = 0; pass < passes; pass++) solveRows(contacts, records, settings, EXTRA_PASS);
}

/** Over all patches: for a world that begins, whose contacts know nothing of what they carry. */
export function solveFirst(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  contacts.overloadedCount = contacts.patchCount;
  for (let patch = 0; patch < contacts.patchCount; patch++) contacts.overloaded[patch] = patch;
  for (let pass = 0; pass < MAX_PASSES; pass++) solveRows(contacts, records, settings, EXTRA_PASS);
}

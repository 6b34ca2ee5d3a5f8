import type { RunSummary } from './observer.ts';

/**
 * Energy created by contacts up to this fraction of the energies in the balance needs no warning; the ledger shows it. The position correction
 * of fixed steps lifts stacked bodies by fractions of the slop: up to 3e-4 of the energy in the examples.
 */
const HARMLESS = 1e-3;

/**
 * A warning about the energy that contacts created in a run; undefined if there is none beyond rounding. Contacts lose energy or keep it, and
 * the balance of the ledger does not show when a method fails in that, because it includes their work.
 *
 * @example
 * ```ts
 * import { energyCreationWarning, readScene, runScene } from 'appulse';
 *
 * const text = `{
 *   "title": "A disc", "description": "It starts 0.1 m deep in the floor, and is lifted out.",
 *   "bodies": [
 *     { "name": "floor", "shape": { "kind": "halfspace", "normal": [0, 1] }, "motion": "fixed" },
 *     { "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0.4], "mass": 1 }
 *   ],
 *   "forces": { "gravity": [0, -10] },
 *   "time": { "method": "steps", "step": 0.01, "end": 1 }
 * }`;
 * const summary = runScene(readScene(text, 'disc.scene.json'), { frame() {}, contact() {}, event() {} });
 * console.log(energyCreationWarning(summary)); // contacts created 0.99 J (20 % of the energy), an error of the method: use a smaller time step
 * ```
 */
export function energyCreationWarning({ balance, ledgerStart, ledgerEnd }: RunSummary): string | undefined {
  const fraction = balance.energyCreationError;
  if (!(fraction > HARMLESS)) return undefined;
  const created = Number((ledgerEnd.energyCreated - ledgerStart.energyCreated).toPrecision(3));
  const percent = Number((100 * fraction).toPrecision(2));
  return `contacts created ${created} J (${percent} % of the energy), an error of the method: use a smaller time step`;
}

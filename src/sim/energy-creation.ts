import type { RunSummary } from './observer.ts';

/**
 * Energy created by contacts up to this fraction of the energies in the balance needs no warning: rounding of 1e6 steps is below 1e-9, and the
 * integration error of penalty forces at the default step of the vehicle scenes is 2e-7.
 */
const HARMLESS = 1e-6;

/** A warning about energy created by contacts, in the words of the summary; undefined if there is none beyond rounding. */
export function energyCreationWarning({ balance, ledgerStart, ledgerEnd }: RunSummary): string | undefined {
  const fraction = balance.energyCreationError;
  if (!(fraction > HARMLESS)) return undefined;
  const created = Number((ledgerEnd.energyCreated - ledgerStart.energyCreated).toPrecision(3));
  const percent = Number((100 * fraction).toPrecision(2));
  return `contacts created ${created} J (${percent} % of the energy), an error of the method: use a smaller time step`;
}

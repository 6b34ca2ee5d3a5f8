import type { CaseDocument } from './case-schema.ts';
import type { CrashPrediction } from './crash-prediction.ts';

/** [m/s²] */
const GRAVITY = 9.80665;

export interface DerivedNumber {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
}

/** Results of a crash that follow from its estimated values. */
export function derivedNumbers(
  { vehicles, energy }: CrashPrediction,
  { braking, vehicles: given }: CaseDocument,
  names: readonly string[],
): DerivedNumber[] {
  return [
    ...names.flatMap((name, i) => [
      { name: `delta-V of ${name}`, unit: 'm/s', value: vehicles[i].deltaV },
      { name: `PDOF of ${name}`, unit: 'rad', value: vehicles[i].pdof },
    ]),
    { name: 'energy of the damage', unit: 'J', value: energy },
    ...braking.flatMap(({ vehicle, length, friction }) => {
      const speed = given?.find(({ name }) => name === vehicle)?.speed;
      if (speed === undefined) return [];
      const value = Math.sqrt(speed * speed + 2 * friction * GRAVITY * length);
      return [{ name: `speed of ${vehicle} before braking`, unit: 'm/s', value }];
    }),
  ];
}

/** Exponents of the base units of a unit. */
export type BaseUnits = Partial<Record<'kg' | 'm' | 's' | 'rad', number>>;

/** Units of the variables, by name. */
export const UNITS = {
  m: { m: 1 },
  s: { s: 1 },
  kg: { kg: 1 },
  rad: { rad: 1 },
  'm/s': { m: 1, s: -1 },
  'm/s2': { m: 1, s: -2 },
  'rad/s': { rad: 1, s: -1 },
  N: { kg: 1, m: 1, s: -2 },
  'N.m': { kg: 1, m: 2, s: -2 },
  'N.s': { kg: 1, m: 1, s: -1 },
  'N.m.s': { kg: 1, m: 2, s: -1 },
  'kg.m2': { kg: 1, m: 2 },
  J: { kg: 1, m: 2, s: -2 },
} as const satisfies Record<string, BaseUnits>;

/** A type of variables: its unit, and the name of its quantity in ISO 80000. */
interface Quantity {
  readonly quantity: string;
  readonly unit: keyof typeof UNITS;
}

/** Types of the variables that have a unit. */
export const QUANTITIES = {
  Time: { quantity: 'Time', unit: 's' },
  Position: { quantity: 'Length', unit: 'm' },
  Angle: { quantity: 'Angle', unit: 'rad' },
  Velocity: { quantity: 'Velocity', unit: 'm/s' },
  AngularVelocity: { quantity: 'AngularVelocity', unit: 'rad/s' },
  Acceleration: { quantity: 'Acceleration', unit: 'm/s2' },
  Force: { quantity: 'Force', unit: 'N' },
  Torque: { quantity: 'Torque', unit: 'N.m' },
  Impulse: { quantity: 'Impulse', unit: 'N.s' },
  AngularMomentum: { quantity: 'AngularMomentum', unit: 'N.m.s' },
  Mass: { quantity: 'Mass', unit: 'kg' },
  Inertia: { quantity: 'MomentOfInertia', unit: 'kg.m2' },
  Energy: { quantity: 'Energy', unit: 'J' },
} as const satisfies Record<string, Quantity>;

/** Name of a type of variables. */
export type QuantityName = keyof typeof QUANTITIES;

/** The type of variables with this unit; undefined for numbers without one. */
export function quantityOfUnit(unit: string): QuantityName | undefined {
  return (Object.keys(QUANTITIES) as QuantityName[]).find((name) => QUANTITIES[name].unit === unit);
}

/** A unit of an axis: the shown number times `factor` is the value in SI. */
export interface AxisUnit {
  readonly factor: number;
  readonly name: string;
}

const PREFIXES: readonly (readonly [exponent: number, prefix: string])[] = [
  [9, 'G'],
  [6, 'M'],
  [3, 'k'],
  [0, ''],
  [-3, 'm'],
  [-6, 'µ'],
  [-9, 'n'],
  [-12, 'p'],
];
/** First symbols of units that take prefixes, and whether also those above one: ks and krad are not in use. */
const SYMBOLS: Readonly<Record<string, 'all' | 'small'>> = {
  m: 'all',
  N: 'all',
  J: 'all',
  W: 'all',
  Pa: 'all',
  s: 'small',
  rad: 'small',
};

/**
 * The unit for values up to `largest` (absolute, SI): with the prefix by which it is from 1 to 1000. Values above 0.1 and
 * below 10 000 keep the unit without one. Composed units take the prefix at their first symbol: mm/s, kN m.
 */
export function unitFor(unit: string, largest: number): AxisUnit {
  const plain: AxisUnit = { factor: 1, name: unit };
  // milliseconds of wall-clock time
  if (unit === 'ms') {
    const { factor, name } = unitFor('s', 1e-3 * largest);
    return { factor: 1e3 * factor, name };
  }
  const kind = unit.includes(',') ? undefined : SYMBOLS[/^[A-Za-z]+/.exec(unit)?.[0] ?? ''];
  if (kind === undefined || !(largest > 0) || !Number.isFinite(largest)) return plain;
  if (largest > 0.1 * (1 + 1e-9) && largest < 1e4) return plain;
  if (largest >= 1e4 && kind === 'small') return plain;
  // a number such as 999.9999 of rounding counts as 1000
  const exponent = 3 * Math.floor((Math.log10(largest) + 1e-9) / 3);
  const found = PREFIXES.find(([power]) => power <= exponent) ?? PREFIXES[PREFIXES.length - 1];
  return { factor: Number(`1e${found[0]}`), name: `${found[1]}${unit}` };
}

/** `[mm]`; empty for numbers. */
export function unitLabel({ name }: AxisUnit): string {
  return name === '1' ? '' : `[${name}]`;
}

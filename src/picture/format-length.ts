const UNITS: readonly (readonly [number, string])[] = [
  [1e3, 'km'],
  [1, 'm'],
  [1e-2, 'cm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
  [1e-9, 'nm'],
];

/** A length in the largest unit that it has at least one of, for scale bars: `2 cm`. */
export function formatLength(length: number): string {
  const [unit, name] = UNITS.find(([size]) => length >= 0.999 * size) ?? UNITS[UNITS.length - 1];
  return `${Number((length / unit).toPrecision(6))} ${name}`;
}

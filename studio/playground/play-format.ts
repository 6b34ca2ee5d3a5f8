/** Texts of numbers in the playground. */

const PREFIXES = [
  { size: 1, unit: 'm', digits: 4 },
  { size: 1e-3, unit: 'mm', digits: 4 },
  { size: 1e-6, unit: 'µm', digits: 4 },
  { size: 1e-9, unit: 'nm', digits: 3 },
] as const;

/** Below this a length is the rounding of zero [m]. */
const ZERO_LENGTH = 1e-15;

/** A length with a prefix: `0.1235 m`, `−3.21 mm`. */
export function formatLength(value: number): string {
  return formatScaled(value, 'm');
}

/** A time with a prefix. */
export function formatTime(value: number): string {
  return formatScaled(value, 's');
}

function formatScaled(value: number, unit: 'm' | 's'): string {
  if (!Number.isFinite(value)) return `${value < 0 ? '−' : ''}∞`;
  const size = Math.abs(value);
  if (size < ZERO_LENGTH) return `0 ${unit}`;
  const prefix = PREFIXES.find((candidate) => size >= 0.1 * candidate.size) ?? PREFIXES[PREFIXES.length - 1];
  return `${formatDigits(value / prefix.size, prefix.digits)} ${prefix.unit.slice(0, -1)}${unit}`;
}

/** A number with a number of significant digits, with a proper minus sign. */
export function formatDigits(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return `${value < 0 ? '−' : ''}∞`;
  const size = Math.abs(value);
  if (size < 1e-13) return '0';
  const text =
    size < 1e-3 || size >= 1e5 ? value.toExponential(2).replace('e+', 'e') : String(Number(value.toPrecision(digits)));
  return text.replaceAll('-', '−');
}

/** Components of a vector: `0.5, −0.25, 0`. */
export function formatVector(
  v: readonly number[] | { readonly x: number; readonly y: number; readonly z: number },
  digits = 4,
): string {
  const list = 'x' in v ? [v.x, v.y, v.z] : v;
  return list.map((value) => formatDigits(value, digits)).join(', ');
}

/** A duration of a computation: `0.12 ms`. */
export function formatTook(milliseconds: number): string {
  return milliseconds < 0.1
    ? 'below 0.1 ms'
    : `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

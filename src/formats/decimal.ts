const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
/** As printed by C: `nan`, `-nan`, `nan(ind)`. */
const NAN = /^[+-]?nan(?:\(\w*\))?$/i;

/** The double nearest to a decimal number, NaN and the infinities by their names in C; undefined for any other token. */
export function parseDecimal(word: string): number | undefined {
  if (DECIMAL.test(word)) return Number(word);
  const infinite = INFINITE.exec(word);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NAN.test(word) ? Number.NaN : undefined;
}

/** The fewest digits from which `parseDecimal` restores the same double. */
export function formatDecimal(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

/** The numbers `values[from]` to `values[from + count - 1]`, separated by spaces. */
export function formatDecimals(values: ArrayLike<number>, from: number, count: number): string {
  let text = formatDecimal(values[from]);
  for (let k = from + 1; k < from + count; k++) text += ` ${formatDecimal(values[k])}`;
  return text;
}

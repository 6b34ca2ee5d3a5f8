/** A readable number: five digits, exponents outside 1e-3 to 1e5. */
export function formatNumber(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size < 1e-3 || size >= 1e5
    ? Number(value.toPrecision(3)).toExponential().replace('e+', 'e')
    : String(Number(value.toPrecision(5)));
}

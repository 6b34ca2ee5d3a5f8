/** Indices of the values in increasing order; equal values stay in their order. No value may be NaN. */
export function sortedOrder(values: ArrayLike<number>): Uint32Array {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i);
  return order.sort((i, k) => values[i] - values[k] || i - k);
}

/** The different values in increasing order, empty ones (NaN) left out; undefined if there are more than `max`. */
export function distinctValues(values: ArrayLike<number>, max: number): Float64Array | undefined {
  const seen = new Set<number>();
  for (let i = 0; i < values.length && seen.size <= max; i++) {
    // 0 and -0 are one value
    if (!Number.isNaN(values[i])) seen.add(values[i] + 0);
  }
  return seen.size > max ? undefined : Float64Array.from(seen).sort();
}

export function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}

/** The largest integer k with k³ <= n: equal in every engine, unlike a rounded cube root. */
export function integerCubeRoot(n: number): number {
  let k = 0;
  while ((k + 1) * (k + 1) * (k + 1) <= n) k++;
  return k;
}

/** Squares and products of four lengths stay in the double range for lengths between these [m]. */
const SMALLEST = 1e-70;
const LARGEST = 1e70;

/**
 * A power of two to divide all lengths of a query by before multiplying them, so that no product overflows or underflows:
 * 1 for common values of `size` (largest coordinate difference), else the nearest power. The division is exact.
 * [CP13-0]
 */
export function safeScale(size: number): number {
  if ((size > SMALLEST && size < LARGEST) || size === 0 || !(size < Number.POSITIVE_INFINITY)) return 1;
  return 2 ** Math.round(Math.log2(size));
}

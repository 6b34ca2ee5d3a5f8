import { toBigInt } from './exact-integer.ts';
import { orientation } from './orientation.ts';

/** Every double is an integer multiple of 2^-1074. */
const UNIT = -1074;

/**
 * Are the planar directions a → b and c → d exactly parallel, that is (b - a) × (d - c) = 0 for the given doubles? Valid for
 * coordinates of any size; differences that are not exact in doubles are computed in integers.
 */
// biome-ignore format: one point per pair of arguments
export function crossIsZero(
  ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number,
): boolean {
  const ex = bx - ax, ey = by - ay, fx = dx - cx, fy = dy - cy;
  const exact = rounding(bx, ax) === 0 && rounding(by, ay) === 0 && rounding(dx, cx) === 0 && rounding(dy, cy) === 0;
  const sizes = Math.max(Math.abs(ex), Math.abs(ey)) * Math.max(Math.abs(fx), Math.abs(fy));
  if (exact && sizes > 1e-200 && sizes < 1e200) return orientation(ex, ey, fx, fy, 0, 0) === 0;
  return bigIntDifference(bx, ax) * bigIntDifference(dy, cy) === bigIntDifference(by, ay) * bigIntDifference(dx, cx);
}

/** Rounding error of p - q (Knuth's two-sum). */
function rounding(p: number, q: number): number {
  const difference = p - q;
  const back = p - difference;
  return p - (difference + back) + (back - q);
}

function bigIntDifference(p: number, q: number): bigint {
  return toBigInt(p, UNIT) - toBigInt(q, UNIT);
}

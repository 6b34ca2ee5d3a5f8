import { orientation } from './orientation.ts';

/**
 * Are the directions a → b and c → d of the plane exactly parallel, that is (b - a) × (d - c) = 0 for the given doubles? Any
 * size of coordinates; differences that a double cannot hold are taken in whole numbers.
 */
// biome-ignore format: one point per pair of arguments
export function crossIsZero(
  ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number,
): boolean {
  const ex = bx - ax, ey = by - ay, fx = dx - cx, fy = dy - cy;
  const exact = rounding(bx, ax) === 0 && rounding(by, ay) === 0 && rounding(dx, cx) === 0 && rounding(dy, cy) === 0;
  const sizes = Math.max(Math.abs(ex), Math.abs(ey)) * Math.max(Math.abs(fx), Math.abs(fy));
  if (exact && sizes > 1e-200 && sizes < 1e200) return orientation(ex, ey, fx, fy, 0, 0) === 0;
  return (
    (wholeNumber(bx) - wholeNumber(ax)) * (wholeNumber(dy) - wholeNumber(cy)) ===
    (wholeNumber(by) - wholeNumber(ay)) * (wholeNumber(dx) - wholeNumber(cx))
  );
}

/** What p - q loses to rounding (Knuth's two-sum). */
function rounding(p: number, q: number): number {
  const difference = p - q;
  const back = p - difference;
  return p - (difference + back) + (back - q);
}

const bits = new DataView(new ArrayBuffer(8));

/** value · 2^1074, which is a whole number for every double. */
function wholeNumber(value: number): bigint {
  bits.setFloat64(0, Math.abs(value));
  const all = bits.getBigUint64(0);
  const exponent = all >> 52n;
  const fraction = all & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return value < 0 ? -size : size;
}

import { orient2d } from 'robust-predicates';

/**
 * Twice the signed area of the triangle a b c: above zero when the turn a → b → c is counter-clockwise, and exactly
 * zero only when the three points lie on one line. The sign is exact for the given doubles as long as products of
 * coordinate differences stay inside the double range (differences between about 1e-140 and 1e150).
 */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  // robust-predicates counts clockwise as positive in axes with y up.
  return -orient2d(ax, ay, bx, by, cx, cy);
}

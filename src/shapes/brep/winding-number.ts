import { orientation } from '../../math/orientation.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';

/**
 * Winding number of closed loops of rational Bezier curves about a planar point, by signed crossings of the ray from the point
 * along +x. A curve whose control points all lie above the ray, below it or behind the point does not cross it; one whose control points all
 * lie ahead of the point crosses it as often as its ends say; all other curves are halved. Lines use the exact orientation predicate. The point
 * counts as above the ray at equality, and neighbouring curves share their end points bit for bit, so no crossing is lost or counted twice.
 * The result is exact unless the point lies within rounding error of a curve.
 */

/** Halvings after which a curve is as short as the spacing of doubles. */
const MAX_DEPTH = 56;
/** Highest degree of a trimming curve. */
export const MAX_TRIM_DEGREE = 25;

const SIZE = 3 * (MAX_TRIM_DEGREE + 1);
/** Control points (x - px) w, (y - py) w, w of the curves on the stack. */
const stack = new Float64Array(SIZE * (MAX_DEPTH + 2));

/** Winding number about (px, py); the loops are closed, with shared end points. */
export function windingNumber(loops: readonly (readonly BezierCurve[])[], px: number, py: number): number {
  let winding = 0;
  for (let l = 0; l < loops.length; l++) {
    const loop = loops[l];
    for (let k = 0; k < loop.length; k++) winding += crossings(loop[k], px, py);
  }
  return winding;
}

/** Signed crossings of the ray by one curve: 1 upward, -1 downward. */
function crossings({ control, degree }: BezierCurve, px: number, py: number): number {
  if (degree === 1) return lineCrossing(control, px, py);
  for (let i = 0; i <= degree; i++) {
    const w = control[4 * i + 3];
    stack[3 * i] = control[4 * i] - px * w;
    stack[3 * i + 1] = control[4 * i + 1] - py * w;
    stack[3 * i + 2] = w;
  }
  return stackCrossings(degree, 0);
}

function lineCrossing(c: Float64Array, px: number, py: number): number {
  const [ax, ay, bx, by] = [c[0] / c[3], c[1] / c[3], c[4] / c[7], c[5] / c[7]];
  const above = ay >= py;
  if (above === by >= py) return 0;
  const side = orientation(ax, ay, bx, by, px, py);
  // an upward line has the point on its left if it is ahead of it
  if (!above) return side > 0 ? 1 : 0;
  return side < 0 ? -1 : 0;
}

function stackCrossings(degree: number, depth: number): number {
  const from = SIZE * depth;
  let above = 0;
  let ahead = 0;
  let behind = 0;
  for (let i = 0; i <= degree; i++) {
    if (stack[from + 3 * i + 1] >= 0) above++;
    if (stack[from + 3 * i] > 0) ahead++;
    else behind++;
  }
  if (above === 0 || above === degree + 1 || behind === degree + 1) return 0;
  if (ahead === degree + 1 || depth === MAX_DEPTH) {
    const starts = stack[from + 1] >= 0;
    const ends = stack[from + 3 * degree + 1] >= 0;
    return starts === ends ? 0 : ends ? 1 : -1;
  }
  halve(degree, from);
  // the lower half is on top; the upper half remains below it
  const lower = stackCrossings(degree, depth + 1);
  stack.copyWithin(from + SIZE, from, from + SIZE);
  return lower + stackCrossings(degree, depth + 1);
}

/** De Casteljau at one half: the lower half goes above, the upper half stays. */
function halve(degree: number, from: number): void {
  const to = from + SIZE;
  for (let k = 0; k < 3; k++) {
    for (let step = 0; step <= degree; step++) {
      stack[to + 3 * step + k] = stack[from + k];
      for (let i = 0; i < degree - step; i++) {
        const at = from + 3 * i + k;
        stack[at] = 0.5 * (stack[at] + stack[at + 3]);
      }
    }
  }
}

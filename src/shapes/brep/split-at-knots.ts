import type { BezierCurve } from '../nurbs/bezier.ts';
import { subCurve } from '../nurbs/subdivide.ts';

/** A coefficient below this fraction of the range of the parameters is zero: the curve touches the knot line there. */
const ON_LINE = 1e-13;
/** Length in the parameter of the curve below which a crossing is a point. */
const SHORTEST = 1e-13;

/** The curve in parts that do not cross the lines u = knot and v = knot. */
export function splitAtKnots(
  curve: BezierCurve,
  knotsU: readonly number[],
  knotsV: readonly number[],
): readonly BezierCurve[] {
  const times: number[] = [];
  const range = (knots: readonly number[]) => knots[knots.length - 1] - knots[0];
  for (const knot of knotsU.slice(1, -1)) findCrossings(times, curve, 0, knot, range(knotsU));
  for (const knot of knotsV.slice(1, -1)) findCrossings(times, curve, 1, knot, range(knotsV));
  times.sort((a, b) => a - b);
  const ends = [0, ...times.filter((t, i) => i === 0 || t - times[i - 1] > 1e-9), 1];
  return ends.slice(1).map((to, i) => (ends[i] === 0 && to === 1 ? curve : subCurve(curve, ends[i], to)));
}

function findCrossings(
  out: number[],
  { control, degree }: BezierCurve,
  axis: number,
  knot: number,
  range: number,
): void {
  const c = Float64Array.from({ length: degree + 1 }, (_, i) => {
    const height = control[4 * i + axis] - knot * control[4 * i + 3];
    return Math.abs(height) <= ON_LINE * range * control[4 * i + 3] ? 0 : height;
  });
  isolate(out, c, 0, 1);
}

/** Sign changes of a polynomial given by its Bernstein coefficients over [from, to]. */
function isolate(out: number[], c: Float64Array, from: number, to: number): void {
  if (c.every((x) => x >= 0) || c.every((x) => x <= 0)) return;
  const midpoint = 0.5 * (from + to);
  if (to - from < SHORTEST) {
    if (c[0] * c[c.length - 1] <= 0 && midpoint > 1e-9 && midpoint < 1 - 1e-9) out.push(midpoint);
    return;
  }
  const above = c.slice();
  const below = new Float64Array(c.length);
  for (let step = 0; step < c.length; step++) {
    below[step] = above[0];
    for (let i = 0; i < c.length - 1 - step; i++) above[i] = 0.5 * (above[i] + above[i + 1]);
  }
  // a crossing exactly in the midpoint has no sign change on either side
  if (above[0] === 0 && below.some((x) => x !== 0) && above.some((x) => x !== 0)) out.push(midpoint);
  isolate(out, below, from, midpoint);
  isolate(out, above, midpoint, to);
}

/** Crossings of a ray and a planar Bezier curve: the roots of one polynomial, each certified to be the only one in its interval. */

import {
  type CellStack,
  createCellStack,
  hasCapacity,
  resetCells,
  splitCell,
} from '../distance/smooth/witness/cell-stack.ts';
import type { BezierCurve } from '../shapes/nurbs/bezier.ts';
import { CURVE_JET, evaluateCurveAt } from '../shapes/nurbs/curve.ts';
import { storeIfNearer } from './nearest-span.ts';

import { ENTER, ERROR, EXIT, FEATURE, FROM, setNormal, span } from './ray-span.ts';

/** Parts of a curve shorter than this, in its parameter, are treated as a point. */
const SMALLEST = 1e-13;
/** Bisection steps in an interval with one sign change: to the last bit of the parameter. */
const HALVINGS = 60;

const cells = createCellStack();
const parameter = new Float64Array(1);
const jet = new Float64Array(CURVE_JET);

/** Stores the first crossing of curve number `feature` as a span, if it precedes the stored one. */
export function rayCurve(line: Float64Array, curve: BezierCurve, feature: number, rayAxes: Float64Array): void {
  const { degree, control } = curve;
  const heights = resetCells(cells, degree + 1, 1);
  for (let i = 0, at = 0; i <= degree; i++, at += 4) {
    const w = control[at + 3];
    heights[i] = rayAxes[0] * (control[at] - w * line[0]) + rayAxes[1] * (control[at + 1] - w * line[1]);
  }
  cells.fraction[0] = 0.5;
  while (cells.count > 0) {
    const verdict = judgeTop(cells);
    const low = cells.rectangles[4 * (cells.count - 1)];
    const high = cells.rectangles[4 * (cells.count - 1) + 1];
    if (verdict === 'none') {
      cells.count--;
    } else if (verdict === 'one' || high - low < SMALLEST || !hasCapacity(cells)) {
      cells.count--;
      storeCrossing(line, curve, feature, low, high, rayAxes);
    } else {
      splitCell(cells, true);
    }
  }
}

/** Roots of the polynomial on top: `one` if its coefficients change sign and are monotonic. */
function judgeTop({ coefficients: c, width, count }: CellStack): 'none' | 'one' | 'unknown' {
  const from = (count - 1) * width;
  let below = false;
  let above = false;
  let rises = false;
  let falls = false;
  for (let k = from; k < from + width; k++) {
    below ||= c[k] <= 0;
    above ||= c[k] >= 0;
    rises ||= k > from && c[k] > c[k - 1];
    falls ||= k > from && c[k] < c[k - 1];
  }
  if (!(below && above)) return 'none';
  return rises && falls ? 'unknown' : 'one';
}

/** Perpendicular offset of the curve at `t` from the ray; leaves its point and tangent in `jet`. */
function heightAt(line: Float64Array, curve: BezierCurve, t: number, rayAxes: Float64Array): number {
  parameter[0] = t;
  evaluateCurveAt(jet, curve, parameter);
  return rayAxes[0] * (jet[0] - line[0]) + rayAxes[1] * (jet[1] - line[1]);
}

function storeCrossing(
  line: Float64Array,
  curve: BezierCurve,
  feature: number,
  low: number,
  high: number,
  rayAxes: Float64Array,
): void {
  const rising = heightAt(line, curve, high, rayAxes) > heightAt(line, curve, low, rayAxes);
  let [from, to] = [low, high];
  for (let k = 0; k < HALVINGS; k++) {
    const midpoint = 0.5 * (from + to);
    if (heightAt(line, curve, midpoint, rayAxes) > 0 === rising) to = midpoint;
    else from = midpoint;
  }
  heightAt(line, curve, to, rayAxes);
  const t = rayAxes[6] * (jet[0] - line[0]) + rayAxes[7] * (jet[1] - line[1]);
  if (t < span[FROM]) return;
  span[ENTER] = t;
  span[EXIT] = Number.POSITIVE_INFINITY;
  span[FEATURE] = feature;
  span[ERROR] = 0;
  const length = Math.sqrt(jet[3] * jet[3] + jet[4] * jet[4]);
  setNormal(jet[4] / length, -jet[3] / length, 0);
  storeIfNearer();
}

import type { ReadonlyMat3 } from '../../math/mat3.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { BezierCurve, BezierPatch } from './bezier.ts';
import { bezierCurve, bezierPatch } from './bezier.ts';
import {
  type ControlRows,
  curveRows,
  type Direction,
  mixRows,
  reverseRows,
  surfaceRows,
  takeRows,
} from './control-rows.ts';
import type { PatchSide } from './curve.ts';

/** Splitting, reversal, degree elevation and transformation of Bezier curves and patches. All return new objects. */

/**
 * De Casteljau: splits every block of rows at t. Returns the control points below t; `control` then holds those above.
 */
function splitRows(control: Float64Array, rows: ControlRows, t: number): Float64Array {
  const { blocks, count, width } = rows;
  const below = new Float64Array(control.length);
  for (let block = 0; block < blocks; block++) {
    const start = block * count * width;
    for (let step = 0; step < count; step++) {
      below.set(control.subarray(start, start + width), start + step * width);
      for (let i = 0; i < count - 1 - step; i++) {
        const at = start + i * width;
        mixRows(control, at, control, at, at + width, width, t);
      }
    }
  }
  return below;
}

/** The segments over [0, t] and [t, 1], each with its own parameter from 0 to 1. */
export function splitCurve(curve: BezierCurve, t: number): [BezierCurve, BezierCurve] {
  const above = curve.control.slice();
  const below = splitRows(above, curveRows(curve.degree + 1), t);
  return [bezierCurve(curve.degree, below), bezierCurve(curve.degree, above)];
}

/** The patches below and above t in one direction, each with its own parameters from 0 to 1. */
export function splitPatch(patch: BezierPatch, direction: Direction, t: number): [BezierPatch, BezierPatch] {
  const { degreeU, degreeV } = patch;
  const above = patch.control.slice();
  const below = splitRows(above, surfaceRows(direction, degreeU + 1, degreeV + 1), t);
  return [bezierPatch(degreeU, degreeV, below), bezierPatch(degreeU, degreeV, above)];
}

/** The segment over [from, to] of [0, 1], with its own parameter from 0 to 1. */
export function subCurve(curve: BezierCurve, from: number, to: number): BezierCurve {
  const control = cutRows(curve.control, curveRows(curve.degree + 1), from, to);
  return bezierCurve(curve.degree, control);
}

/** The patch over the rectangle [fromU, toU] x [fromV, toV], with its own parameters from 0 to 1. */
export function subPatch(patch: BezierPatch, fromU: number, toU: number, fromV: number, toV: number): BezierPatch {
  const { degreeU, degreeV } = patch;
  const strip = cutRows(patch.control, surfaceRows('u', degreeU + 1, degreeV + 1), fromU, toU);
  return bezierPatch(degreeU, degreeV, cutRows(strip, surfaceRows('v', degreeU + 1, degreeV + 1), fromV, toV));
}

function cutRows(control: Float64Array, rows: ControlRows, from: number, to: number): Float64Array {
  const piece = to < 1 ? splitRows(control.slice(), rows, to) : control.slice();
  if (from > 0) splitRows(piece, rows, from / to);
  return piece;
}

/** The same curve with reversed direction. */
export function reverseCurve(curve: BezierCurve): BezierCurve {
  return bezierCurve(curve.degree, reverseRows(curve.control, curveRows(curve.degree + 1)));
}

/** The same patch reversed in one direction: its normal f_u × f_v changes sign. */
export function reversePatch(patch: BezierPatch, direction: Direction): BezierPatch {
  const { degreeU, degreeV, control } = patch;
  return bezierPatch(degreeU, degreeV, reverseRows(control, surfaceRows(direction, degreeU + 1, degreeV + 1)));
}

/** The curve of a side, with the patch's own parameter. */
export function patchSideCurve(patch: BezierPatch, side: PatchSide): BezierCurve {
  const { degreeU, degreeV, control } = patch;
  const alongV = side === 'u0' || side === 'u1';
  const rows = surfaceRows(alongV ? 'u' : 'v', degreeU + 1, degreeV + 1);
  const controlPoints = takeRows(control, rows, side === 'u0' || side === 'v0' ? 0 : rows.count - 1, 1);
  return bezierCurve(alongV ? degreeV : degreeU, controlPoints);
}

/** Degree elevation: Q_i = (i P_{i-1} + (n + 1 - i) P_i) / (n + 1), repeated up to `degree`. */
export function elevateDegree(curve: BezierCurve, degree: number): BezierCurve {
  let control = curve.control;
  for (let n = curve.degree; n < degree; n++) {
    const raised = new Float64Array(4 * (n + 2));
    raised.set(control);
    for (let i = 1; i <= n; i++) mixRows(raised, 4 * i, control, 4 * i, 4 * (i - 1), 4, i / (n + 1));
    raised.set(control.subarray(4 * n), 4 * (n + 1));
    control = raised;
  }
  return bezierCurve(Math.max(curve.degree, degree), control);
}

/** The curve with every point p moved to M p + shift [m]; a new curve. */
export function transformCurve(curve: BezierCurve, m: ReadonlyMat3, shift: ReadonlyVec3): BezierCurve {
  return bezierCurve(curve.degree, transformControlPoints(curve.control, m, shift));
}

/**
 * The patch with every point f moved to M f + shift [m]; a new patch. A reflection (det M < 0) makes the normal point
 * inward: reverse it in one direction.
 */
export function transformPatch(patch: BezierPatch, m: ReadonlyMat3, shift: ReadonlyVec3): BezierPatch {
  return bezierPatch(patch.degreeU, patch.degreeV, transformControlPoints(patch.control, m, shift));
}

function transformControlPoints(control: Float64Array, m: ReadonlyMat3, shift: ReadonlyVec3): Float64Array {
  const moved = new Float64Array(control.length);
  for (let at = 0; at < control.length; at += 4) {
    const [x, y, z, w] = control.subarray(at, at + 4);
    moved[at] = m.xx * x + m.xy * y + m.xz * z + shift.x * w;
    moved[at + 1] = m.yx * x + m.yy * y + m.yz * z + shift.y * w;
    moved[at + 2] = m.zx * x + m.zy * y + m.zz * z + shift.z * w;
    moved[at + 3] = w;
  }
  return moved;
}

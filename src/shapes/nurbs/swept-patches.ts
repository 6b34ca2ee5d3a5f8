import type { ReadonlyVec3 } from '../../math/vec3.ts';
import { arcControlPoints, type Span } from './arc.ts';
import type { BezierCurve, BezierPatch } from './bezier.ts';
import { bezierPatch } from './bezier.ts';
import { elevateDegree } from './subdivide.ts';

/** Patches swept by curves, exact for any degree and weights of the curves. */

/**
 * The straight lines from `from`(u) at v = 0 to `to`(u) at v = 1. The degree of the lower curve is elevated to the other's.
 * Outward is the direction of the curves × the direction of the lines.
 */
export function ruledPatch(from: BezierCurve, to: BezierCurve): BezierPatch {
  const degree = Math.max(from.degree, to.degree);
  const sides = [elevateDegree(from, degree).control, elevateDegree(to, degree).control];
  const control = new Float64Array(8 * (degree + 1));
  for (let i = 0; i <= degree; i++) {
    sides.forEach((side, j) => {
      control.set(side.subarray(4 * i, 4 * i + 4), 8 * i + 4 * j);
    });
  }
  return bezierPatch(degree, 1, control);
}

/**
 * `curve`(u) + v · vector. A counter-clockwise curve in the xy plane and a vector along z give outward normals.
 */
export function extrudedPatch(curve: BezierCurve, vector: ReadonlyVec3): BezierPatch {
  const { degree, control } = curve;
  const controlPoints = new Float64Array(8 * (degree + 1));
  for (let i = 0; i <= degree; i++) {
    const [x, y, z, w] = control.subarray(4 * i, 4 * i + 4);
    controlPoints.set([x, y, z, w, x + w * vector.x, y + w * vector.y, z + w * vector.z, w], 8 * i);
  }
  return bezierPatch(degree, 1, controlPoints);
}

/**
 * `profile` revolved about the z axis: u runs along `angles` [rad], at most 179 degrees, v along the profile. A profile in
 * the half-plane x > 0, y = 0 with the body on its left, x to the right and z up, gives outward normals. An end on the axis
 * gives a degenerate side.
 */
export function revolvedPatch(profile: BezierCurve, angles: Span): BezierPatch {
  const { degree, control } = profile;
  const row = 4 * (degree + 1);
  const controlPoints = new Float64Array(3 * row);
  arcControlPoints(angles).forEach(({ c, s, w: arcWeight }, i) => {
    for (let j = 0; j <= degree; j++) {
      const [x, y, z, w] = control.subarray(4 * j, 4 * j + 4);
      controlPoints.set([c * x - s * y, s * x + c * y, arcWeight * z, arcWeight * w], i * row + 4 * j);
    }
  });
  return bezierPatch(2, degree, controlPoints);
}

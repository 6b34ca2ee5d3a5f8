/**
 * A rational Bezier curve over [0, 1]. `control` holds its control points in homogeneous form, xw yw zw w each, so that
 * operations linear in the control points (subdivision, planes) need no division. Created by `bezierCurve` only.
 */
export interface BezierCurve {
  readonly kind: 'bezier';
  /** Number of control points minus 1. */
  readonly degree: number;
  /** (degree + 1) · 4 numbers [m]; every weight is above zero. */
  readonly control: Float64Array;
  /** The same curve in power form, Σ t^i power[4 i + k], k = 0..3 for xw, yw, zw, w; use `control` above degree 3. */
  readonly power: Float64Array;
}

/**
 * A rational Bezier patch over the square 0 <= u, v <= 1. `control` holds its control points in homogeneous form,
 * xw yw zw w each; control point (i, j) begins at 4 (i (degreeV + 1) + j), i along u. The cross product of the tangents
 * f_u × f_v points outward. Created by `bezierPatch` only.
 */
export interface BezierPatch {
  readonly kind: 'bezier';
  /** Number of control points along u, minus 1. */
  readonly degreeU: number;
  /** Number of control points along v, minus 1. */
  readonly degreeV: number;
  /** (degreeU + 1)(degreeV + 1) · 4 numbers [m]; every weight is above zero. */
  readonly control: Float64Array;
  /**
   * The same patch in power form: Σ u^i v^j power[4 (i (degreeV + 1) + j) + k], k = 0..3 for xw, yw, zw, w. Accurate to a
   * few roundings for degrees up to 3; at high degrees the power form loses accuracy: use `control`.
   */
  readonly power: Float64Array;
}

/** The only factories of Bezier curves and patches, so that all objects have one hidden class. */

/** `control` in homogeneous form, xw yw zw w each; neither copied nor checked. */
export function bezierCurve(degree: number, control: Float64Array): BezierCurve {
  const power = control.slice();
  toPowers(power, degree, 4, 0, 4);
  return { kind: 'bezier', degree, control, power };
}

/** Control point (i, j) begins at `control[4 (i (degreeV + 1) + j)]`; neither copied nor checked. */
export function bezierPatch(degreeU: number, degreeV: number, control: Float64Array): BezierPatch {
  const power = control.slice();
  const row = 4 * (degreeV + 1);
  toPowers(power, degreeU, row, 0, row);
  for (let i = 0; i <= degreeU; i++) toPowers(power, degreeV, 4, i * row, 4);
  return { kind: 'bezier', degreeU, degreeV, control, power };
}

/**
 * From Bernstein to power coefficients, in place: a_i = C(n, i) Δⁱ b_0 with forward differences Δ. The n + 1 coefficients
 * start at `start`, `stride` apart, with `width` components each.
 */
function toPowers(a: Float64Array, n: number, stride: number, start: number, width: number): void {
  for (let order = 1; order <= n; order++) {
    for (let i = n; i >= order; i--) {
      const at = start + i * stride;
      for (let k = 0; k < width; k++) a[at + k] -= a[at - stride + k];
    }
  }
  let binomial = 1;
  for (let i = 1; i <= n; i++) {
    binomial = (binomial * (n - i + 1)) / i;
    for (let k = 0; k < width; k++) a[start + i * stride + k] *= binomial;
  }
}

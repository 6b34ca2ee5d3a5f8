import type { BezierCurve } from './curve.ts';
import type { BezierPatch } from './patch.ts';

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

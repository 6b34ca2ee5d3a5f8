import { type Bernstein, createBernstein } from '../../math/bernstein.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';

/** The homogeneous components xw, yw, zw, w as polynomials, about `origin`; a curve has degreeV = 0. */
export function controlPointPolynomials(
  control: Float64Array,
  degreeU: number,
  degreeV: number,
  origin: ReadonlyVec3,
): Bernstein[] {
  return [origin.x, origin.y, origin.z, 0].map((shift, k) => {
    const p = createBernstein(degreeU, degreeV);
    p.coefficients.forEach((_, i) => {
      p.coefficients[i] = control[4 * i + k] - shift * control[4 * i + 3];
    });
    return p;
  });
}

import {
  addScaledBernstein,
  type Bernstein,
  createBernstein,
  differentiateU,
  differentiateV,
  isNonNegative,
  largestCoefficient,
  multiplyBernstein,
} from '../../math/bernstein.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';
import { controlPointPolynomials } from '../nurbs/control-polynomials.ts';
import type { Patch } from '../nurbs/patch.ts';

/**
 * Convexity of curves and patches, certified by the signs of polynomials in Bernstein form. With homogeneous control
 * points A = W (f, 1) in 3-D and A = W (p, 1) in 2-D
 *   det(A, A_u, A_v, A_uu) = -W⁴ (f_u × f_v)·f_uu    (likewise uv, vv),    det(A, A', A'') = W³ p' × p''.
 * If convexity cannot be certified the result is false.
 */

/** Rounding of the products in a determinant, as a fraction of their size. */
const ROUNDING = 1e-12;

/** A polynomial and the size of its terms, to which its rounding is relative. */
interface Sized {
  readonly value: Bernstein;
  readonly size: number;
}

/** Is the curvature of a planar curve nowhere negative (counter-clockwise everywhere)? */
export function hasNonNegativeCurvature(curve: BezierCurve, origin: ReadonlyVec3): boolean {
  const [x, y, , w] = components(curve.control, curve.degree, 0, origin);
  const a = [x, y, w];
  const d1 = a.map(alongU);
  const d2 = d1.map(alongU);
  const determinant = sumOfProducts(
    [
      [1, 2],
      [2, 0],
      [0, 1],
    ].map(([j, k], i) => [a[i], minor(d1, d2, j, k), 1]),
  );
  return isNowhereNegative(determinant);
}

/** Does the whole curve run counter-clockwise around `origin`? W² p × p' >= 0 */
export function windsAround(curve: BezierCurve, origin: ReadonlyVec3): boolean {
  const a = components(curve.control, curve.degree, 0, origin);
  return isNowhereNegative(minor(a, a.map(alongU), 0, 1));
}

/**
 * Is the patch convex, curved away from its outward normal everywhere? With L M N minus its second fundamental form:
 * L, N >= 0 and LN >= M². A superellipsoid is a level set of a norm and therefore convex.
 */
export function isConvexPatch(patch: Patch, origin: ReadonlyVec3): boolean {
  if (patch.kind === 'superquadric') return true;
  const a = components(patch.control, patch.degreeU, patch.degreeV, origin);
  const [au, av] = [a.map(alongU), a.map(alongV)];
  const first = minors(a, au);
  const [l, m, n] = [au.map(alongU), au.map(alongV), av.map(alongV)].map((second) =>
    determinant(first, minors(av, second)),
  );
  const discriminant = sumOfProducts([
    [l, n, 1],
    [m, m, -1],
  ]);
  return isNowhereNegative(l) && isNowhereNegative(n) && isNowhereNegative(discriminant);
}

function isNowhereNegative({ value, size }: Sized): boolean {
  return isNonNegative(value, ROUNDING * size);
}

/** The components xw, yw, zw, w of the control points, relative to `origin`. */
function components(control: Float64Array, degreeU: number, degreeV: number, origin: ReadonlyVec3): Sized[] {
  return controlPointPolynomials(control, degreeU, degreeV, origin).map(sized);
}

function sized(value: Bernstein): Sized {
  return { value, size: largestCoefficient(value) };
}

function alongU({ value }: Sized): Sized {
  return sized(differentiateU(value));
}

function alongV({ value }: Sized): Sized {
  return sized(differentiateV(value));
}

/** Σ sign p q */
function sumOfProducts(terms: readonly (readonly [Sized, Sized, number])[]): Sized {
  let value = createBernstein(0, 0);
  let size = 0;
  for (const [p, q, sign] of terms) {
    value = addScaledBernstein(value, multiplyBernstein(p.value, q.value), sign);
    size += p.size * q.size;
  }
  return { value, size };
}

/** p_i q_j - p_j q_i */
function minor(p: readonly Sized[], q: readonly Sized[], i: number, j: number): Sized {
  return sumOfProducts([
    [p[i], q[j], 1],
    [p[j], q[i], -1],
  ]);
}

/** Pairs of rows of two columns, the index of the complementary pair in this list, and the sign in Laplace's expansion. */
const PAIRS = [
  [0, 1, 5, 1],
  [0, 2, 4, -1],
  [0, 3, 3, 1],
  [1, 2, 2, 1],
  [1, 3, 1, -1],
  [2, 3, 0, 1],
] as const;

function minors(p: readonly Sized[], q: readonly Sized[]): Sized[] {
  return PAIRS.map(([i, j]) => minor(p, q, i, j));
}

/** det of four columns from the minors of the first two and of the last two. */
function determinant(first: readonly Sized[], last: readonly Sized[]): Sized {
  return sumOfProducts(PAIRS.map(([, , rest, sign], i) => [first[i], last[rest], sign]));
}

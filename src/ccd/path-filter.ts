/**
 * Certified misses in doubles for points on linear or quadratic paths. Polynomials of τ are in Bernstein form on the step, coefficient
 * i times its binomial, so that products are convolutions: coefficients of one sign prove that the polynomial has no root.
 */
import type { AcceleratedMotion } from './accelerated-motion.ts';
import type { PointMotion } from './point-motion.ts';

/** The difference of two points: coefficients for each axis, and a bound of the magnitude of each of them. */
export interface PathDifference {
  readonly coefficients: readonly [Float64Array, Float64Array, Float64Array];
  readonly size: readonly [number, number, number];
}

/** A polynomial, and a bound of the error of each coefficient. */
export interface BoundedPolynomial {
  readonly coefficients: Float64Array;
  /** Bound of the magnitude of the products in each coefficient. */
  readonly size: number;
  readonly error: number;
}

const EPSILON = 2 ** -53;
/** Roundings of one coefficient of a difference: two differences, two or three products, two sums. */
const DIFFERENCE = 8 * EPSILON;
/**
 * Error of a coefficient of a·(b×c) relative to the product of sizes: at most 7 terms of the convolution, with 80 roundings each.
 */
const TRIPLE = 1024 * EPSILON;
/** Of a difference of two products of such polynomials: at most 7 terms, each with both errors and 20 roundings. */
const PRODUCT = 2 ** 17 * EPSILON;
/** Sizes [m] beyond which a product of six may overflow: no decision. */
const MAX_SIZE = 1e50;
/** Absolute errors of underflow, for sizes up to `MAX_SIZE`. */
const UNDERFLOW = 1e-200;

/** The path of point `to` relative to point `from` (indices). */
export function pathDifference(motion: PointMotion | AcceleratedMotion, to: number, from: number): PathDifference {
  const axes = [0, 1, 2].map((axis) => axisDifference(motion, 3 * to + axis, 3 * from + axis));
  return {
    coefficients: [axes[0].c, axes[1].c, axes[2].c],
    size: [axes[0].size, axes[1].size, axes[2].size],
  };
}

function axisDifference(motion: PointMotion | AcceleratedMotion, i: number, j: number) {
  const { start, duration: dt } = motion;
  const x = start[i] - start[j];
  if (motion.given === 'accelerations') {
    const change = dt * (motion.velocities[i] - motion.velocities[j]);
    const bend = 0.5 * dt * (dt * (motion.accelerations[i] - motion.accelerations[j]));
    const size = 2 * Math.abs(x) + Math.abs(change) + Math.abs(bend);
    return { c: Float64Array.of(x, 2 * x + change, x + change + bend), size };
  }
  const endOrVelocity = motion.endOrVelocity[i] - motion.endOrVelocity[j];
  const change = motion.given === 'ends' ? endOrVelocity : dt * endOrVelocity;
  const end = motion.given === 'ends' ? change : x + change;
  return { c: Float64Array.of(x, end), size: Math.abs(x) + Math.abs(change) };
}

/** Can some axis separate all paths from the origin? Their hull then never contains it. */
export function areSeparatedByAxis(paths: readonly PathDifference[]): boolean {
  return [0, 1, 2].some((axis) =>
    [1, -1].some((side) =>
      paths.every(({ coefficients, size }) => {
        const margin = DIFFERENCE * size[axis] + UNDERFLOW;
        return coefficients[axis].every((c) => side * c > margin);
      }),
    ),
  );
}

/** Are all sizes small enough for the bounds of the products? */
export function areBounded(paths: readonly PathDifference[]): boolean {
  return paths.every(({ size }) => size.every((s) => s < MAX_SIZE));
}

/** a·(b×c) */
export function boundedTripleProduct(a: PathDifference, b: PathDifference, c: PathDifference): BoundedPolynomial {
  const degree = a.coefficients[0].length - 1;
  const coefficients = new Float64Array(3 * degree + 1);
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    addTriple(coefficients, a.coefficients[axis], b.coefficients[i], c.coefficients[j], 1);
    addTriple(coefficients, a.coefficients[axis], b.coefficients[j], c.coefficients[i], -1);
    size += a.size[axis] * (b.size[i] * c.size[j] + b.size[j] * c.size[i]);
  }
  return { coefficients, size, error: TRIPLE * size + UNDERFLOW };
}

function addTriple(out: Float64Array, a: Float64Array, b: Float64Array, c: Float64Array, sign: number): void {
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      const product = sign * a[i] * b[j];
      for (let k = 0; k < c.length; k++) out[i + j + k] += product * c[k];
    }
  }
}

/** a b - c d for results of `boundedTripleProduct`. */
export function boundedProductDifference(
  a: BoundedPolynomial,
  b: BoundedPolynomial,
  c: BoundedPolynomial,
  d: BoundedPolynomial,
): BoundedPolynomial {
  const coefficients = new Float64Array(2 * a.coefficients.length - 1);
  for (let i = 0; i < a.coefficients.length; i++) {
    for (let j = 0; j < b.coefficients.length; j++) {
      coefficients[i + j] += a.coefficients[i] * b.coefficients[j] - c.coefficients[i] * d.coefficients[j];
    }
  }
  const size = a.size * b.size + c.size * d.size;
  return { coefficients, size, error: PRODUCT * size + UNDERFLOW };
}

/** The sign that a polynomial certainly has on the whole step, or 0. */
export function certainSign({ coefficients, error }: BoundedPolynomial): -1 | 0 | 1 {
  if (coefficients.every((c) => c > error)) return 1;
  return coefficients.every((c) => c < -error) ? -1 : 0;
}

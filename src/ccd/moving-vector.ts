/** Vectors whose components are integer polynomials of τ in [0, 1]: points of a motion without rounding, their products. */
import { lowestExponent, toBigInt } from '../math/exact-integer.ts';
import {
  addPolynomials,
  type ExactPolynomial,
  multiplyPolynomials,
  subtractPolynomials,
} from '../math/exact-polynomial.ts';
import type { AcceleratedMotion } from './accelerated-motion.ts';
import { bigIntPoints } from './exact-contact.ts';
import type { PointMotion } from './point-motion.ts';

export type MovingVector = readonly [x: ExactPolynomial, y: ExactPolynomial, z: ExactPolynomial];

/** The points with these indices, in a common unit that is a power of two. */
export function movingPoints(motion: PointMotion | AcceleratedMotion, points: readonly number[]): MovingVector[] {
  const offsets = points.map((point) => 3 * point);
  if (motion.given === 'accelerations') return acceleratedPoints(motion, offsets);
  return bigIntPoints(motion, offsets).map(({ start, change }) => {
    const component = (axis: number) => [start[axis], change[axis]];
    return [component(0), component(1), component(2)];
  });
}

/** 2 x + 2 v Δt τ + a Δt² τ² in the smallest unit of the three. */
function acceleratedPoints(motion: AcceleratedMotion, offsets: readonly number[]): MovingVector[] {
  const { start, velocities, accelerations, duration } = motion;
  const used = offsets.flatMap((at) => [at, at + 1, at + 2]);
  const lowest = (values: Float64Array) => used.reduce((low, i) => Math.min(low, lowestExponent(values[i])), 1024);
  const [unitX, unitV, unitA, unitT] = [
    lowest(start),
    lowest(velocities),
    lowest(accelerations),
    lowestExponent(duration),
  ];
  const unit = Math.min(unitX + 1, unitV + unitT + 1, unitA + 2 * unitT);
  const dt = toBigInt(duration, unitT);
  const shift = (exponent: number) => BigInt(exponent - unit);
  const coordinate = (i: number) => [
    toBigInt(start[i], unitX) << shift(unitX + 1),
    (toBigInt(velocities[i], unitV) * dt) << shift(unitV + unitT + 1),
    (toBigInt(accelerations[i], unitA) * dt * dt) << shift(unitA + 2 * unitT),
  ];
  return offsets.map((at) => [coordinate(at), coordinate(at + 1), coordinate(at + 2)]);
}

export function differenceOfVectors(a: MovingVector, b: MovingVector): MovingVector {
  return [subtractPolynomials(a[0], b[0]), subtractPolynomials(a[1], b[1]), subtractPolynomials(a[2], b[2])];
}

export function sumOfVectors(a: MovingVector, b: MovingVector): MovingVector {
  return [addPolynomials(a[0], b[0]), addPolynomials(a[1], b[1]), addPolynomials(a[2], b[2])];
}

/** One component of a×b. */
export function crossComponent(a: MovingVector, b: MovingVector, axis: number): ExactPolynomial {
  const i = axis === 2 ? 0 : axis + 1;
  const j = 3 - axis - i;
  return subtractPolynomials(multiplyPolynomials(a[i], b[j]), multiplyPolynomials(a[j], b[i]));
}

export function crossOfVectors(a: MovingVector, b: MovingVector): MovingVector {
  return [crossComponent(a, b, 0), crossComponent(a, b, 1), crossComponent(a, b, 2)];
}

export function dotOfVectors(a: MovingVector, b: MovingVector): ExactPolynomial {
  const [x, y, z] = [0, 1, 2].map((axis) => multiplyPolynomials(a[axis], b[axis]));
  return addPolynomials(addPolynomials(x, y), z);
}

/** a·(b×c) */
export function tripleProductOf(a: MovingVector, b: MovingVector, c: MovingVector): ExactPolynomial {
  return dotOfVectors(a, crossOfVectors(b, c));
}

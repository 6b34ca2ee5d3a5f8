import type { LaneVector } from './manifold-pairs.ts';
import { type FunctionWriter, f64x2, type V128, type Variable } from './wasm-writer.ts';

/**
 * The orientations w x y z of two bodies after the rotation vector 2 `half` `rates`, with the series of `rotateAboutAxis`; `square` is that of the
 * half angle.
 */
export function rotateLanes(
  w: FunctionWriter,
  orientation: readonly Variable<'v128'>[],
  rates: LaneVector,
  half: V128,
  square: Variable<'v128'>,
): Variable<'v128'>[] {
  const { add, multiply, subtract } = f64x2;
  const [q, x, y, z] = orientation;
  const constant = (value: number) => f64x2.constant(value, value);
  const c = w.variable(series(square, [1 / 720, 1 / 24, 1 / 2, 1].map(constant)));
  const factor = w.variable(multiply(half, series(square, [1 / 5040, 1 / 120, 1 / 6, 1].map(constant))));
  const [a, b, d] = rates.map((rate) => w.variable(multiply(factor, rate)));
  // c w - a x - b y - d z, and so on
  const sum = (first: V128, ...rest: readonly [typeof add, V128, V128][]) =>
    w.variable(rest.reduce((value, [operator, p, r]) => operator(value, multiply(p, r)), multiply(c, first)));
  const rotated = [
    sum(q, [subtract, a, x], [subtract, b, y], [subtract, d, z]),
    sum(x, [add, a, q], [add, b, z], [subtract, d, y]),
    sum(y, [subtract, a, z], [add, b, q], [add, d, x]),
    sum(z, [add, a, y], [subtract, b, x], [add, d, q]),
  ];
  const lengthSq = rotated.map((value) => multiply(value, value)).reduce(add);
  // one Newton step for 1/√
  const scale = w.variable(subtract(constant(1.5), multiply(constant(0.5), lengthSq)));
  const isRotated = w.variable(f64x2.notEqual(square, f64x2.constant(0, 0)));
  return rotated.map((value, k) => w.variable(f64x2.select(isRotated, multiply(scale, value), orientation[k])));
}

/** d - s (c - s (b - s a)) */
function series(s: V128, [first, ...rest]: readonly V128[]): V128 {
  return rest.reduce((sum, coefficient) => f64x2.subtract(coefficient, f64x2.multiply(s, sum)), first);
}

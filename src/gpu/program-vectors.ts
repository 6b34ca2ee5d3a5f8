/** Vectors of a pair in programs of the exact stage. */
import type { Rounding } from '../ccd/float-filter.ts';
import type { PointMotion } from '../ccd/point-motion.ts';
import type { Assembler, Value } from './assembler.ts';
import type { PairKind } from './pair-kinds.ts';

export type Triple = readonly [Value, Value, Value];

/** One of the vectors P Q R T: start, end and magnitude. */
export interface Vector {
  readonly start: Triple;
  readonly end: Triple;
  readonly size: Triple;
}

export interface Context {
  readonly asm: Assembler;
  readonly kind: PairKind;
  readonly given: PointMotion['given'];
  readonly rounding: Rounding;
  readonly duration: Value;
}

/** R = T of the triangles of a quadrilateral: the sum over its corners, in the order of `loadTriangle` of `node-quad.ts`. */
export function sumOfCorners(context: Context): Vector {
  const { asm } = context;
  const [a, b, c, d] = [1, 2, 3, 4].map((slot) => difference(context, slot, 0));
  const sum = (part: keyof Vector) =>
    triple((axis) => asm.add(asm.add(a[part][axis], b[part][axis]), asm.add(c[part][axis], d[part][axis])));
  return { start: sum('start'), end: sum('end'), size: sum('size') };
}

export function triple(of: (axis: 0 | 1 | 2) => Value): Triple {
  return [of(0), of(1), of(2)];
}

/** Point `to` minus point `from`; see `loadCorner` of `cull-pair.ts`. */
export function difference({ asm, given, duration }: Context, to: number, from: number): Vector {
  const ends = given === 'ends';
  const start = triple((axis) => asm.subtract(asm.load(to, axis, false), asm.load(from, axis, false)));
  const change = triple((axis) => {
    const value = asm.subtract(asm.load(to, axis, true), asm.load(from, axis, true));
    return ends ? value : asm.multiply(value, duration, value);
  });
  const size = triple((axis) => asm.add(asm.absolute(start[axis]), asm.absolute(change[axis])));
  return { start, end: ends ? change : triple((axis) => asm.add(change[axis], start[axis])), size };
}

/** a × b, component by component. */
export function cross(asm: Assembler, a: Triple, b: Triple): Triple {
  return triple((axis) => minor(asm, a, b, axis));
}

export function minor(asm: Assembler, a: Triple, b: Triple, axis: 0 | 1 | 2): Value {
  const u = ((axis + 1) % 3) as 0 | 1 | 2;
  const v = ((axis + 2) % 3) as 0 | 1 | 2;
  return asm.subtract(asm.multiply(a[u], b[v]), asm.multiply(a[v], b[u]));
}

export function dot(asm: Assembler, a: Triple, b: Triple): Value {
  return asm.add(asm.add(asm.multiply(a[0], b[0]), asm.multiply(a[1], b[1])), asm.multiply(a[2], b[2]));
}

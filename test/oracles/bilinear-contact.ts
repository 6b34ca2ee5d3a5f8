/**
 * First contact of a node and a moving bilinear patch by another method than the library's: the time by Sturm's theorem from another
 * elimination, ξ and η by the quadratic formula with more than 60 digits.
 *
 * With corners relative to the node the patch is A + Bξ + Cη + Dξη, ξ and η in [0, 1]. Taking the triple product of A + Bξ + η(C + Dξ) = 0
 * with B and with D gives ξ = -[A C B]/[A D B] = -[A C D]/[B C D], hence a polynomial of time. Within 1e-30 of the boundary of the patch this
 * oracle says `boundary` and leaves the decision open.
 */
import { add, isZero, multiply, type Polynomial, subtract } from './polynomial.ts';
import { type RealRoot, refine, rootsInUnit, rounded, ZERO } from './real-root.ts';

export type MovingPoint = readonly [Polynomial, Polynomial, Polynomial];

export interface OracleContact {
  readonly status: 'hit' | 'none' | 'boundary' | 'undecided';
  /** Fraction of the step; of `boundary` the time of the open decision. */
  readonly time: number;
}

/** Bits of τ, and of ξ and η. */
const TIME_BITS = 260;
const BITS = 300n;
const ONE = 1n << BITS;
/** 1e-30 and 1e-45. */
const MARGIN = ONE / 10n ** 30n;
const RESIDUAL = 10n ** 45n;

export function firstContactBilinear([node, ...corners]: readonly MovingPoint[]): OracleContact {
  const [a, p1, p2, p3] = corners.map((corner) => combine(corner, node, subtract));
  const [b, c] = [combine(p1, a, subtract), combine(p3, a, subtract)];
  const d = combine(combine(p2, p1, subtract), c, subtract);
  const elimination = subtract(multiply(triple(a, c, b), triple(b, c, d)), multiply(triple(a, c, d), triple(a, d, b)));
  const heights = [triple(a, b, c), triple(a, b, d), triple(a, c, d)];
  const polynomial = [elimination, ...heights].find((f) => !isZero(f));
  if (!polynomial) return { status: 'undecided', time: 0 };
  for (const root of [ZERO, ...rootsInUnit(polynomial)]) {
    const where = locate([a, b, c, d], root);
    if (where !== 'outside') return { status: where === 'inside' ? 'hit' : 'boundary', time: rounded(root).value };
  }
  return { status: 'none', time: 1 };
}

type Vector = readonly bigint[];

/** Where the origin lies relative to the patch at a time. */
function locate(vectors: readonly MovingPoint[], root: RealRoot): 'inside' | 'outside' | 'boundary' {
  let fine = root;
  while (fine.width !== 0n && fine.k < TIME_BITS) fine = refine(fine);
  const [n, k] = fine.width === 0n ? [fine.n, fine.k] : [2n * fine.n + 1n, fine.k + 1];
  const degree = Math.max(...vectors.flat().map((f) => f.length - 1), 0);
  const value = (f: Polynomial) =>
    f.reduce((sum, coefficient, i) => sum + ((coefficient * n ** BigInt(i)) << BigInt(k * (degree - i))), 0n);
  return locateStatic(vectors.map((v) => v.map(value)));
}

/** The same for fixed vectors A, B, C, D. */
export function locateStatic([a, b, c, d]: readonly Vector[]): 'inside' | 'outside' | 'boundary' {
  const size = [a, b, c, d].flat().reduce((sum, x) => sum + absolute(x), 0n);
  let result: 'inside' | 'outside' | 'boundary' = 'outside';
  for (const xi of quadraticRoots([cross(a, c), sumOf(cross(a, d), cross(b, c)), cross(b, d)])) {
    const x = a.map((value, i) => value * ONE + b[i] * xi);
    const y = c.map((value, i) => value * ONE + d[i] * xi);
    const length = dot(y, y);
    // a line of the patch that is one point: any η
    const eta = length === 0n ? ONE / 2n : (-dot(x, y) * ONE) / length;
    const miss = x.map((value, i) => absolute(value * ONE + y[i] * eta));
    if (miss.some((value) => value * RESIDUAL > size * ONE * ONE)) continue;
    const within = (margin: bigint) => [xi, eta].every((u) => u >= -margin && u <= ONE + margin);
    if (within(-MARGIN)) return 'inside';
    if (within(MARGIN)) result = 'boundary';
  }
  return result;
}

/** Roots in [0, 1] and a little beyond, in units of 2^-BITS, of the component with the largest coefficients; a double root of a nearly negative discriminant too. */
function quadraticRoots([q0, q1, q2]: readonly Vector[]): bigint[] {
  const roots: bigint[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [c0, c1, c2] = [q0[axis], q1[axis], q2[axis]];
    if (c1 === 0n && c2 === 0n) {
      // every ξ: the ends and the middle stand for all
      if (c0 === 0n) roots.push(0n, ONE / 2n, ONE);
      continue;
    }
    const discriminant = c1 * c1 - 4n * c0 * c2;
    const root = squareRoot((discriminant < 0n ? 0n : discriminant) << (2n * BITS));
    const s = -(c1 << BITS) + (c1 < 0n ? root : -root);
    if (c2 !== 0n) roots.push(s / (2n * c2));
    if (s !== 0n) roots.push(((2n * c0) << (2n * BITS)) / s);
  }
  return roots.filter((u) => u > -ONE && u < 2n * ONE);
}

function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

function absolute(x: bigint): bigint {
  return x < 0n ? -x : x;
}

function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function sumOf(a: Vector, b: Vector): Vector {
  return a.map((x, i) => x + b[i]);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function combine(a: MovingPoint, b: MovingPoint, how: typeof add): MovingPoint {
  return [how(a[0], b[0]), how(a[1], b[1]), how(a[2], b[2])];
}

function triple(a: MovingPoint, b: MovingPoint, c: MovingPoint): Polynomial {
  const minor = (i: number, j: number) => subtract(multiply(b[i], c[j]), multiply(b[j], c[i]));
  return add(add(multiply(a[0], minor(1, 2)), multiply(a[1], minor(2, 0))), multiply(a[2], minor(0, 1)));
}

import { add, isZero, multiply, type Polynomial, subtract, trimmed } from './polynomial.ts';
import { type RealRoot, rootsInUnit, rounded, signAtRoot, ZERO } from './real-root.ts';

/**
 * First contact of a moving node with a moving triangle, and of two moving edges: [VBC24-2.1] decided exactly for
 * the given doubles, by a different method than the library ([VBC24-6.4]) and slow.
 *
 * Both are one problem: when does a triangle P Q R, its corners moving on straight lines, first contain the origin?
 * For a node P, Q, R are the corners as seen from it. For two edges, the differences of their points fill a
 * parallelogram, which is two triangles.
 *
 * Whether the origin is in the closed triangle depends on the signs of a few polynomials of time only:
 *   N·N of the normal N = Q×R + R×P + P×Q; where it is above zero,
 *     F = P·(Q×R) must be zero and no weight (Q×R)·N, (R×P)·N, (P×Q)·N below zero;
 *   where it is zero, the origin must be on a side, say P Q: |P×Q|² = 0 and P·Q <= 0.
 * The first time of contact is therefore 0 or a root of one of them (of F, if that is not the zero polynomial).
 * Roots are isolated with Sturm's theorem, and signs at a root are decided with greatest common divisors.
 */

export interface FirstContact {
  readonly hit: boolean;
  /** The exact time rounded to the nearest double; Infinity for a miss. */
  readonly time: number;
}

/** xyz xyz xyz xyz. Node and triangle: the node first. Edges: the ends of one, then of the other. */
export type FourPoints = ArrayLike<number>;

/** The points move from `points0` at time 0 to `points1` at time 1. */
export function firstContactNodeTriangle(points0: FourPoints, points1: FourPoints): FirstContact {
  return nodeTriangle(betweenEnds(points0, points1));
}

/** The points move from `points0` at time 0 to `points1` at time 1. */
export function firstContactEdgeEdge(points0: FourPoints, points1: FourPoints): FirstContact {
  return edgeEdge(betweenEnds(points0, points1));
}

/** From `positions` with `velocities` for a time `dt`; the answer is in [0, dt], within an ulp of the exact time. */
export function firstContactNodeTriangleVelocity(
  positions: FourPoints,
  velocities: FourPoints,
  dt: number,
): FirstContact {
  return stretched(nodeTriangle(withVelocity(positions, velocities, dt)), dt);
}

/** From `positions` with `velocities` for a time `dt`; the answer is in [0, dt], within an ulp of the exact time. */
export function firstContactEdgeEdgeVelocity(positions: FourPoints, velocities: FourPoints, dt: number): FirstContact {
  return stretched(edgeEdge(withVelocity(positions, velocities, dt)), dt);
}

function stretched({ hit, time }: FirstContact, dt: number): FirstContact {
  return { hit, time: hit ? time * dt : time };
}

/** A vector that depends on time in [0, 1]. */
export type Moving = readonly [Polynomial, Polynomial, Polynomial];

export function nodeTriangle([node, ...triangle]: Moving[]): FirstContact {
  const [p, q, r] = triangle.map((corner) => difference(corner, node));
  return contactAt(firstAroundOrigin(p, q, r));
}

export function edgeEdge([a0, a1, b0, b1]: Moving[]): FirstContact {
  const [p, q, r, s] = [difference(b0, a0), difference(b1, a0), difference(b1, a1), difference(b0, a1)];
  return contactAt(Math.min(firstAroundOrigin(p, q, r), firstAroundOrigin(p, r, s)));
}

function contactAt(time: number): FirstContact {
  return { hit: time <= 1, time };
}

function firstAroundOrigin(p: Moving, q: Moving, r: Moving): number {
  const [qr, rp, pq] = [cross(q, r), cross(r, p), cross(p, q)];
  const normal = sum(sum(qr, rp), pq);
  const areaSq = dot(normal, normal);
  const weights = [dot(qr, normal), dot(rp, normal), dot(pq, normal)];
  const sides = [
    { offsetSq: dot(pq, pq), facing: dot(p, q) },
    { offsetSq: dot(qr, qr), facing: dot(q, r) },
    { offsetSq: dot(rp, rp), facing: dot(r, p) },
  ];

  const contains = (time: RealRoot) =>
    signAtRoot(areaSq, time) > 0
      ? weights.every((weight) => signAtRoot(weight, time) >= 0)
      : sides.some(({ offsetSq, facing }) => signAtRoot(offsetSq, time) === 0 && signAtRoot(facing, time) <= 0);

  const volume = dot(p, qr);
  const always = [areaSq, ...weights, ...sides.flatMap(({ offsetSq, facing }) => [offsetSq, facing])];
  const candidates = isZero(volume)
    ? [ZERO, ...always.filter((polynomial) => !isZero(polynomial)).flatMap(rootsInUnit)]
    : rootsInUnit(volume);
  // rounding keeps the order, so two times that round to the same double need no comparison
  const inOrder = candidates.map(rounded).sort((a, b) => a.value - b.value);
  return inOrder.find(({ root }) => contains(root))?.value ?? Number.POSITIVE_INFINITY;
}

function difference(a: Moving, b: Moving): Moving {
  return [subtract(a[0], b[0]), subtract(a[1], b[1]), subtract(a[2], b[2])];
}

function sum(a: Moving, b: Moving): Moving {
  return [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])];
}

function dot(a: Moving, b: Moving): Polynomial {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
}

function cross(a: Moving, b: Moving): Moving {
  const component = (i: number, j: number) => subtract(multiply(a[i], b[j]), multiply(a[j], b[i]));
  return [component(1, 2), component(2, 0), component(0, 1)];
}

/** mantissa times 2^exponent. */
interface Exact {
  readonly mantissa: bigint;
  readonly exponent: number;
}

function betweenEnds(points0: FourPoints, points1: FourPoints): Moving[] {
  const whole = wholeNumbers([...Array.from(points0, exact), ...Array.from(points1, exact)]);
  const [start, end] = [whole.slice(0, 12), whole.slice(12)];
  return movingPoints(
    start,
    end.map((value, i) => value - start[i]),
  );
}

/** Points with velocities and accelerations for a time `dt`, as polynomials of the fraction of the step; the unit of length is arbitrary. */
export function acceleratedPoints(
  positions: FourPoints,
  velocities: FourPoints,
  accelerations: FourPoints,
  dt: number,
): Moving[] {
  const product = (a: Exact, b: Exact) => ({ mantissa: a.mantissa * b.mantissa, exponent: a.exponent + b.exponent });
  const duration = exact(dt);
  const half = { mantissa: 1n, exponent: -1 };
  const whole = wholeNumbers([
    ...Array.from(positions, exact),
    ...Array.from(velocities, (v) => product(exact(v), duration)),
    ...Array.from(accelerations, (a) => product(product(exact(a), half), product(duration, duration))),
  ]);
  const count = positions.length;
  const coordinate = (i: number) => trimmed([whole[i], whole[count + i], whole[2 * count + i]]);
  return Array.from({ length: count / 3 }, (_, p) => [coordinate(3 * p), coordinate(3 * p + 1), coordinate(3 * p + 2)]);
}

function withVelocity(positions: FourPoints, velocities: FourPoints, dt: number): Moving[] {
  const duration = exact(dt);
  const paths = Array.from(velocities, exact).map(({ mantissa, exponent }) => ({
    mantissa: mantissa * duration.mantissa,
    exponent: exponent + duration.exponent,
  }));
  const whole = wholeNumbers([...Array.from(positions, exact), ...paths]);
  return movingPoints(whole.slice(0, 12), whole.slice(12));
}

function movingPoints(start: bigint[], path: bigint[]): Moving[] {
  const coordinate = (i: number) => trimmed([start[i], path[i]]);
  return [0, 3, 6, 9].map((i) => [coordinate(i), coordinate(i + 1), coordinate(i + 2)]);
}

/** All numbers times one power of two, which changes no decision. */
function wholeNumbers(values: readonly Exact[]): bigint[] {
  const lowest = Math.min(...values.map(({ exponent }) => exponent));
  return values.map(({ mantissa, exponent }) => mantissa << BigInt(exponent - lowest));
}

function exact(value: number): Exact {
  if (!Number.isFinite(value)) throw new RangeError(`first contact: numbers must be finite, got ${value}`);
  let mantissa = value;
  let exponent = 0;
  while (!Number.isInteger(mantissa)) {
    // large steps first: the smallest double has its only digit at 2^-1074
    const step = Math.abs(mantissa) < 2 ** -64 ? 64 : 1;
    mantissa *= 2 ** step;
    exponent -= step;
  }
  return { mantissa: BigInt(mantissa), exponent };
}

/**
 * The plane and the polynomial as the source has them: sums of products of absolute coordinates and velocities, expanded.
 * [VBC24-1.1]
 *
 * Points 0, 1, 2 are the corners n1, n2, n3 and point 3 the slave node. Symbols 0 to 11 are their coordinates, 12 to 23 their
 * velocities, and 24 is the time t.
 */
import { type Expansion, factorOf, product, sum, symbol } from './expansion.ts';

const TIME = 24;

/** Names of the symbols: coordinates x y z and velocities u v w of the corners 1, 2, 3 and the slave s, and the time. */
export const SYMBOL_NAMES: readonly string[] = [
  ...['xyz', 'uvw'].flatMap((letters) => ['1', '2', '3', 's'].flatMap((point) => [...letters].map((c) => c + point))),
  't',
];

type ExpansionVector = readonly [Expansion, Expansion, Expansion];

function vector(component: (axis: number) => Expansion): ExpansionVector {
  return [component(0), component(1), component(2)];
}

/** x + v t */
function path(point: number): ExpansionVector {
  return vector((axis) => sum(symbol(3 * point + axis), product(symbol(12 + 3 * point + axis), symbol(TIME))));
}

function difference(a: ExpansionVector, b: ExpansionVector): ExpansionVector {
  return vector((axis) => sum(a[axis], b[axis], -1));
}

function cross(a: ExpansionVector, b: ExpansionVector): ExpansionVector {
  return vector((axis) => {
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    return sum(product(a[i], b[j]), product(a[j], b[i]), -1);
  });
}

function dot(a: ExpansionVector, b: ExpansionVector): Expansion {
  return [0, 1, 2].map((axis) => product(a[axis], b[axis])).reduce((p, q) => sum(p, q));
}

const [N1, N2, N3, SLAVE] = [0, 1, 2, 3].map(path);
const NORMAL = cross(difference(N1, N3), difference(N2, N1));

/** a0, a1, a2, a3 of the plane a0 + a1 x + a2 y + a3 z = 0. */
export const PRINTED_PLANE: readonly Expansion[] = [sum([], dot(NORMAL, N1), -1), ...NORMAL];

/** A point's path inserted into the plane equation. */
export function insertInPlane(point: 0 | 1 | 2 | 3): Expansion {
  const [a0, a1, a2, a3] = PRINTED_PLANE;
  return sum(a0, dot([a1, a2, a3], [N1, N2, N3, SLAVE][point]));
}

/** The coefficients of 1, t, t² ... of an expansion. */
export function powersOfTime(a: Expansion, count: number): Expansion[] {
  return Array.from({ length: count }, (_, power) => factorOf(a, TIME, power));
}

/** b0, b1, b2, b3 */
export const PRINTED_CUBIC: readonly Expansion[] = powersOfTime(insertInPlane(3), 4);

/** F = g·(e2×e3) with all vectors relative to n1: the form of the library. [VBC24-1.2] */
export function compactForm(): Expansion {
  const [g, e2, e3] = [SLAVE, N2, N3].map((p) => difference(p, N1));
  return dot(g, cross(e2, e3));
}

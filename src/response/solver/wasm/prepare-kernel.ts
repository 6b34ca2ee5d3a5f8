import { MIN_TANGENT_MASS, NORMAL_MASS } from '../contact-rows.ts';
import {
  type Arms,
  cross,
  dot,
  eachPair,
  eachRow,
  type Lanes,
  type LaneVector,
  loadArms,
  loadMasses,
  loadPair,
  loadPairs,
  loadRows,
  loadShifts,
  MANIFOLD_ARRAYS,
  type Pair,
  type PairMasses,
  recordsOf,
  shiftArms,
  storePairs,
  transform,
  vector,
} from './manifold-pairs.ts';
import { type FunctionWriter, f64x2, i32, type Parameters, type V128, writeModule } from './wasm-writer.ts';

/** xx xy xz yy yz zz */
type Symmetric = readonly V128[];

/** The module of `prepareRow` for all rows of manifolds. */
export function writePrepareModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof MANIFOLD_ARRAYS>) => {
    eachPair(w, p, (manifolds) => {
      const a = loadMasses(w, recordsOf(w, p, p.bodiesA, manifolds));
      const b = loadMasses(w, recordsOf(w, p, p.bodiesB, manifolds));
      const shifts = loadShifts(w, p, manifolds, a, b);
      const bodies = { a, b, mass: w.variable(f64x2.add(a.inverseMass, b.inverseMass)) };
      const rows = loadRows(w, p, manifolds);
      const tangents = createTangents(w);
      eachRow(w, rows, () => {
        const [x, y, z] = loadPairs(w, rows.at, 0, 4);
        const arms = shiftArms(w, loadArms(w, rows), shifts);
        prepareRow(w, rows.at, [x, y, z], arms, bodies, tangents);
      });
    });
    return i32.constant(0);
  };
  return writeModule(MANIFOLD_ARRAYS, write, isShared);
}

/** The bodies of a pair, and the sum of their inverse masses. */
export interface PreparedBodies {
  readonly a: PairMasses;
  readonly b: PairMasses;
  readonly mass: V128;
}

/** The effective masses of a pair of rows. */
export function prepareRow(
  w: FunctionWriter,
  at: Pair,
  normal: LaneVector,
  arms: Arms,
  { a, b, mass }: PreparedBodies,
  tangents: Tangents,
): void {
  updateTangents(w, normal, tangents);
  const [partA, partB] = [angularPart(w, arms.a, a.inverseInertia), angularPart(w, arms.b, b.inverseInertia)];
  // K: the diagonal includes the masses
  const k = partA.map((part, i) =>
    w.variable(f64x2.add(i === 0 || i === 3 || i === 5 ? f64x2.add(mass, part) : part, partB[i])),
  );
  writeMasses(w, at, k, tangents);
}

/** The part of one body in the inverse mass matrix of a contact point, -[r]× J [r]×. */
function angularPart(w: FunctionWriter, [x, y, z]: LaneVector, inertia: readonly V128[]): Symmetric {
  const [ixx, ixy, ixz, iyy, iyz, izz] = inertia;
  const difference = (p: V128, q: V128, r: V128, s: V128) =>
    w.variable(f64x2.subtract(f64x2.multiply(p, q), f64x2.multiply(r, s)));
  // columns of J [r]×ᵀ, J (r × eᵢ)
  const [xy, xz] = [difference(iyy, z, iyz, y), difference(iyz, z, izz, y)];
  const [yx, yy, yz] = [difference(ixz, x, ixx, z), difference(iyz, x, ixy, z), difference(izz, x, ixz, z)];
  const [zx, zy, zz] = [difference(ixx, y, ixy, x), difference(ixy, y, iyy, x), difference(ixz, y, iyz, x)];
  return [
    difference(z, xy, y, xz),
    difference(z, yy, y, yz),
    difference(z, zy, y, zz),
    difference(x, yz, z, yx),
    difference(x, zz, z, zx),
    difference(y, zx, x, zy),
  ];
}

/** The normal of a row and two tangents. Most rows of a manifold have the normal of the one before. */
export type Tangents = Readonly<Record<'n' | 't' | 'u', Lanes>>;

export function createTangents(w: FunctionWriter): Tangents {
  const zeros = () => vector(() => w.variable(f64x2.constant(0, 0)));
  return { n: zeros(), t: zeros(), u: zeros() };
}

function updateTangents(w: FunctionWriter, normal: LaneVector, { n, t, u }: Tangents): void {
  const differs = n.map((component, k) => f64x2.notEqual(component, normal[k])).reduce(f64x2.or);
  const assign = (to: Lanes, values: LaneVector) => {
    for (let k = 0; k < 3; k++) w.assign(to[k], values[k]);
  };
  w.when(f64x2.any(differs), () => {
    assign(n, normal);
    assign(t, tangent(w, n));
    assign(u, cross(w, n, t));
  });
}

/** The effective masses of a row along its normal and in its tangent plane. */
function writeMasses(w: FunctionWriter, at: Pair, k: Symmetric, { n, t, u }: Tangents): void {
  const [one, half] = [f64x2.constant(1, 1), f64x2.constant(0.5, 0.5)];
  const product = (matrix: Symmetric, v: LaneVector) => vector((i) => w.variable(transform(matrix, v)[i]));
  const normalMass = w.variable(f64x2.divide(one, dot(n, product(k, n))));
  storePairs(w, at, NORMAL_MASS, [normalMass, w.variable(loadPair(at, NORMAL_MASS + 1))]);
  const [f, g] = [product(k, t), product(k, u)];
  const [tt, tu, uu] = [dot(t, f), dot(u, f), dot(u, g)].map((value) => w.variable(value));
  const determinant = f64x2.subtract(f64x2.multiply(tt, uu), f64x2.multiply(tu, tu));
  const inverse = w.variable(f64x2.divide(one, determinant));
  const p = w.variable(f64x2.multiply(inverse, uu));
  const q = w.variable(f64x2.multiply(f64x2.negate(inverse), tu));
  const r = w.variable(f64x2.multiply(inverse, tt));
  const twice = w.variable(f64x2.multiply(f64x2.constant(2, 2), q));
  const times = (factor: V128, x: V128, y: V128) => f64x2.multiply(f64x2.multiply(factor, x), y);
  const masses: V128[] = [];
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const mixed =
        i === j
          ? times(twice, t[i], u[i])
          : f64x2.multiply(q, f64x2.add(f64x2.multiply(t[i], u[j]), f64x2.multiply(t[j], u[i])));
      const sum = f64x2.add(f64x2.add(times(p, t[i], t[j]), mixed), times(r, u[i], u[j]));
      masses.push(w.variable(sum));
    }
  }
  const radius = w.variable(f64x2.multiply(half, f64x2.subtract(tt, uu)));
  const root = f64x2.sqrt(f64x2.add(f64x2.multiply(radius, radius), f64x2.multiply(tu, tu)));
  const largest = f64x2.add(f64x2.multiply(half, f64x2.add(tt, uu)), root);
  const minMass = w.variable(f64x2.divide(one, largest));
  // the smallest mass is before the others
  const before = w.variable(loadPair(at, MIN_TANGENT_MASS - 1));
  storePairs(w, at, MIN_TANGENT_MASS - 1, [before, minMass, ...masses]);
}

/** A unit vector perpendicular to n and to the axis of its smallest coordinate. */
function tangent(w: FunctionWriter, n: LaneVector): LaneVector {
  const one = w.variable(f64x2.constant(1, 1));
  const zero = w.variable(f64x2.constant(0, 0));
  const [x, y, z] = n.map((component) => w.variable(f64x2.abs(component)));
  const isX = f64x2.and(f64x2.lessOrEqual(x, y), f64x2.lessOrEqual(x, z));
  const sx = w.variable(f64x2.and(isX, one));
  const sy = w.variable(f64x2.and(f64x2.and(f64x2.equal(sx, zero), f64x2.lessOrEqual(y, z)), one));
  const sz = w.variable(f64x2.subtract(f64x2.subtract(one, sx), sy));
  const c = cross(w, n, [sx, sy, sz]);
  const scale = w.variable(f64x2.divide(one, f64x2.sqrt(dot(c, c))));
  return vector((k) => w.variable(f64x2.multiply(scale, c[k])));
}

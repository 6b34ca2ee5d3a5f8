import { MIN_TANGENT_MASS, NORMAL_MASS, ROW, TANGENT_MASS } from '../contact-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS } from '../solver-bodies.ts';
import type { LaneVector } from './body-lanes.ts';
import { armsOf, loadShifts } from './moved-arms.ts';
import { eachManifold, element, recordAddress } from './solve-kernel.ts';
import {
  type F64,
  type FunctionWriter,
  f64,
  f64x2,
  type I32,
  i32,
  type Parameters,
  type V128,
  type Variable,
  writeModule,
} from './wasm-writer.ts';

/** Byte addresses of packed arrays; as in `prepareRow`. */
const SIGNATURE = {
  bodiesA: 'i32',
  bodiesB: 'i32',
  starts: 'i32',
  fractions: 'i32',
  rows: 'i32',
  records: 'i32',
  /** Indices of manifolds; 0 for all manifolds. */
  list: 'i32',
  count: 'i32',
} as const;

/** The module of `prepareRow` for all rows of manifolds. */
export function writePrepareModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof SIGNATURE>) => {
    eachManifold(w, p, (manifold) => {
      const a = recordAddress(w, p, p.bodiesA, manifold);
      const b = recordAddress(w, p, p.bodiesB, manifold);
      const { shifts } = loadShifts(w, a, b, w.variable(f64.load(element(p.fractions, manifold, 8))));
      const inertia = [0, 1, 2, 3, 4, 5].map((k) => w.variable(f64x2.loadLanes(a, b, INVERSE_INERTIA + k)));
      const mass = w.variable(f64.add(f64.load(a, INVERSE_MASS), f64.load(b, INVERSE_MASS)));
      const start = w.variable(element(p.starts, manifold, 4));
      const at = w.variable(element(p.rows, i32.load(start), 8 * ROW));
      const end = w.variable(element(p.rows, i32.load(start, 4), 8 * ROW));
      const tangents = createTangents(w);
      w.loopWhile(i32.less(at, end), () => {
        updateTangents(w, at, tangents);
        writeMasses(w, at, inverseMassMatrix(w, armsOf(w, at, shifts), inertia, mass), tangents);
        w.assign(at, i32.add(at, i32.constant(8 * ROW)));
      });
    });
    return i32.constant(0);
  };
  return writeModule(SIGNATURE, write, isShared);
}

/** xx xy xz yy yz zz */
type Symmetric = readonly F64[];
type Vector = readonly F64[];

/** The inverse mass matrix K of a contact point. */
function inverseMassMatrix(w: FunctionWriter, arms: LaneVector, inertia: readonly V128[], mass: F64): Symmetric {
  const [x, y, z] = arms;
  const [ixx, ixy, ixz, iyy, iyz, izz] = inertia;
  const difference = (p: V128, q: V128, r: V128, s: V128) =>
    w.variable(f64x2.subtract(f64x2.multiply(p, q), f64x2.multiply(r, s)));
  // columns of J [r]×ᵀ, J (r × eᵢ), of both bodies
  const [xy, xz] = [difference(iyy, z, iyz, y), difference(iyz, z, izz, y)];
  const [yx, yy, yz] = [difference(ixz, x, ixx, z), difference(iyz, x, ixy, z), difference(izz, x, ixz, z)];
  const [zx, zy, zz] = [difference(ixx, y, ixy, x), difference(ixy, y, iyy, x), difference(ixz, y, iyz, x)];
  const off = (part: V128) => w.variable(f64.add(f64.lane(part, 0), f64.lane(part, 1)));
  const diagonal = (part: V128) => w.variable(f64.add(f64.add(mass, f64.lane(part, 0)), f64.lane(part, 1)));
  return [
    diagonal(difference(z, xy, y, xz)),
    off(difference(z, yy, y, yz)),
    off(difference(z, zy, y, zz)),
    diagonal(difference(x, yz, z, yx)),
    off(difference(x, zz, z, zx)),
    diagonal(difference(y, zx, x, zy)),
  ];
}

/** The normal of a row and two tangents. Most rows of a manifold have the normal of the one before. */
type Tangents = Readonly<Record<'n' | 't' | 'u', readonly Variable<'f64'>[]>>;

function createTangents(w: FunctionWriter): Tangents {
  const zeros = () => [0, 1, 2].map(() => w.variable(f64.constant(0)));
  return { n: zeros(), t: zeros(), u: zeros() };
}

function updateTangents(w: FunctionWriter, at: I32, { n, t, u }: Tangents): void {
  const isKnown = n.map((component, i) => f64.equal(component, f64.load(at, i))).reduce(i32.and);
  const assign = (to: readonly Variable<'f64'>[], values: Vector) => {
    for (let i = 0; i < 3; i++) w.assign(to[i], values[i]);
  };
  w.when(i32.not(isKnown), () => {
    assign(n, [f64.load(at, 0), f64.load(at, 1), f64.load(at, 2)]);
    assign(t, tangent(w, n));
    assign(u, crossOf(w, n, t));
  });
}

/** The effective masses of a row along its normal and in its tangent plane. */
function writeMasses(w: FunctionWriter, at: I32, k: Symmetric, { n, t, u }: Tangents): void {
  const one = f64.constant(1);
  const half = f64.constant(0.5);
  w.storeF64(at, NORMAL_MASS, f64.divide(one, dot(n, transform(w, k, n))));
  const [f, g] = [transform(w, k, t), transform(w, k, u)];
  const [tt, tu, uu] = [dot(t, f), dot(u, f), dot(u, g)].map((value) => w.variable(value));
  const determinant = f64.subtract(f64.multiply(tt, uu), f64.multiply(tu, tu));
  const inverse = w.variable(f64.divide(one, determinant));
  const p = w.variable(f64.multiply(inverse, uu));
  const q = w.variable(f64.multiply(f64.negate(inverse), tu));
  const r = w.variable(f64.multiply(inverse, tt));
  const twice = w.variable(f64.multiply(f64.constant(2), q));
  const product = (factor: F64, a: F64, b: F64) => f64.multiply(f64.multiply(factor, a), b);
  let offset = TANGENT_MASS;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const mixed =
        i === j
          ? product(twice, t[i], u[i])
          : f64.multiply(q, f64.add(f64.multiply(t[i], u[j]), f64.multiply(t[j], u[i])));
      w.storeF64(at, offset++, f64.add(f64.add(product(p, t[i], t[j]), mixed), product(r, u[i], u[j])));
    }
  }
  const radius = w.variable(f64.multiply(half, f64.subtract(tt, uu)));
  const root = f64.sqrt(f64.add(f64.multiply(radius, radius), f64.multiply(tu, tu)));
  w.storeF64(at, MIN_TANGENT_MASS, f64.divide(one, f64.add(f64.multiply(half, f64.add(tt, uu)), root)));
}

function dot([ax, ay, az]: Vector, [bx, by, bz]: Vector): F64 {
  return f64.add(f64.add(f64.multiply(ax, bx), f64.multiply(ay, by)), f64.multiply(az, bz));
}

function transform(w: FunctionWriter, [xx, xy, xz, yy, yz, zz]: Symmetric, v: Vector): Vector {
  return [dot([xx, xy, xz], v), dot([xy, yy, yz], v), dot([xz, yz, zz], v)].map((value) => w.variable(value));
}

function crossOf(w: FunctionWriter, [ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  const component = (p: F64, q: F64, r: F64, s: F64) =>
    w.variable(f64.subtract(f64.multiply(p, q), f64.multiply(r, s)));
  return [component(ay, bz, az, by), component(az, bx, ax, bz), component(ax, by, ay, bx)];
}

/** A unit vector perpendicular to n and to the axis of its smallest coordinate. */
function tangent(w: FunctionWriter, n: Vector): Vector {
  const [zero, one] = [f64.constant(0), f64.constant(1)];
  const [x, y, z] = n.map((component) => w.variable(f64.abs(component)));
  const isX = i32.and(f64.lessOrEqual(x, y), f64.lessOrEqual(x, z));
  const sx = w.variable(f64.select(isX, one, zero));
  const sy = w.variable(f64.select(i32.and(f64.equal(sx, zero), f64.lessOrEqual(y, z)), one, zero));
  const sz = w.variable(f64.subtract(f64.subtract(one, sx), sy));
  const c = crossOf(w, n, [sx, sy, sz]);
  const scale = w.variable(f64.divide(one, f64.sqrt(dot(c, c))));
  return c.map((component) => w.variable(f64.multiply(scale, component)));
}

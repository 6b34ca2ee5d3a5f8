import { CLEARLY } from '../../../../distance/convex/box-sat.ts';
import {
  AXIS,
  DIRECTION,
  ONE,
  OTHER_AXIS,
  POSE,
  RELATIVE,
  SEPARATION,
  SIZES_A,
  SIZES_B,
  ZERO,
} from '../../../../manifold/box-record.ts';
import { type FunctionWriter, f64, f64x2, i32, type V128 } from '../../../../response/solver/wasm/wasm-writer.ts';
import { both, dot, loadVector, type PairLanes, type Vector, writeBlockModule } from './pair-lanes.ts';

const { abs, add, divide, greater, multiply, or, select, sqrt, subtract } = f64x2;

/**
 * Table of the 15 axes: `AXIS_WORDS` offsets of fields in a record [bytes], of the components x, y, z of the axis and of p and q, whose
 * hypotenuse is its length, then the signs of the components. Components of the axes of A are 0 or 1.
 */
const AXIS_WORDS = 5;
const AXIS_SIGNS = 3;
const ROW_BYTES = 48;
/** Address of the table; the records follow it. */
const AXIS_TABLE = 64;
export const AXIS_TABLE_END = AXIS_TABLE + 15 * ROW_BYTES;

/** Writes the table to the memory of the kernels. */
export function writeAxisTable(buffer: ArrayBuffer): void {
  for (let axis = 0; axis < 15; axis++) {
    const { fields, signs } = describeAxis(axis);
    new Int32Array(buffer, AXIS_TABLE + ROW_BYTES * axis, AXIS_WORDS).set(fields.map((field) => 16 * field));
    new Float64Array(buffer, AXIS_TABLE + ROW_BYTES * axis + 8 * AXIS_SIGNS, 3).set(signs);
  }
}

/** As in `writeAxis` of `boxSat`. */
function describeAxis(axis: number): { fields: number[]; signs: number[] } {
  if (axis < 3) return { fields: [...[0, 1, 2].map((k) => (k === axis ? ONE : ZERO)), ONE, ZERO], signs: [1, 1, 1] };
  if (axis < 6) return { fields: [...[0, 1, 2].map((k) => RELATIVE + 3 * k + axis - 3), ONE, ZERO], signs: [1, 1, 1] };
  const i = Math.floor((axis - 6) / 3);
  const j = (axis - 6) % 3;
  const p = RELATIVE + 3 * ((i + 1) % 3) + j;
  const q = RELATIVE + 3 * ((i + 2) % 3) + j;
  const fields = [ZERO, ZERO, ZERO, p, q];
  // eᵢ × b = -q e_{i+1} + p e_{i+2}
  fields[(i + 1) % 3] = q;
  fields[(i + 2) % 3] = p;
  const signs = [1, 1, 1];
  signs[(i + 1) % 3] = -1;
  return { fields, signs };
}

/**
 * The module that computes the rotation matrices and the separation along the axis of the last search, as `boxSatFrom` does first. It marks
 * pairs for which another axis is better, or may be. The result is the number of blocks with such pairs.
 */
export function writeSatModule(): Uint8Array<ArrayBuffer> {
  return writeBlockModule((w, lanes) => {
    const { keep, store } = lanes;
    const r = writeRelative(lanes);
    const t = loadVector(lanes, POSE + 4);
    const a = loadVector(lanes, SIZES_A);
    const b = loadVector(lanes, SIZES_B);
    const axis = loadAxis(w, lanes);
    const sign = keep(select(f64x2.less(dot(axis, t), both(0)), both(-1), both(1)));
    const n = axis.map((component) => keep(multiply(sign, component))) as unknown as Vector;
    for (const [k, component] of n.entries()) store(DIRECTION + k, component);
    let gap = subtract(abs(dot(n, t)), dot(a, n.map(abs) as unknown as Vector));
    for (let j = 0; j < 3; j++) {
      gap = subtract(gap, multiply(b[j], abs(dot([r[j], r[3 + j], r[6 + j]], n))));
    }
    const apart = keep(gap);
    store(SEPARATION, apart);
    const sum = [...a, ...b].reduce(add);
    const limit = keep(add(apart, multiply(both(CLEARLY), sum)));
    const isBetter = [
      f64x2.not(greater(apart, both(Number.NEGATIVE_INFINITY))),
      ...faceGaps(r, t, a, b).map((face) => greater(face, limit)),
      ...betterEdges(lanes, r, t, a, b, limit),
    ];
    const mask = keep(isBetter.reduce(or));
    store(OTHER_AXIS, f64x2.and(mask, both(1)));
    return f64x2.any(mask);
  });
}

/** The rotation matrix of the quaternion, and the position. */
function writeRelative(lanes: PairLanes): V128[] {
  const { keep, load, store } = lanes;
  const [w, x, y, z] = [0, 1, 2, 3].map((k) => load(POSE + k));
  const twice = (p: V128, q: V128, sum: typeof add) => keep(multiply(both(2), sum(p, q)));
  const diagonal = (p: V128, q: V128) =>
    keep(subtract(both(1), multiply(both(2), add(multiply(p, p), multiply(q, q)))));
  const [xy, xz, yz] = [multiply(x, y), multiply(x, z), multiply(y, z)].map(keep);
  const [wx, wy, wz] = [multiply(w, x), multiply(w, y), multiply(w, z)].map(keep);
  const r = [
    ...[diagonal(y, z), twice(xy, wz, subtract), twice(xz, wy, add)],
    ...[twice(xy, wz, add), diagonal(x, z), twice(yz, wx, subtract)],
    ...[twice(xz, wy, subtract), twice(yz, wx, add), diagonal(x, y)],
  ];
  for (const [k, value] of r.entries()) store(RELATIVE + k, value);
  for (let k = 0; k < 3; k++) store(RELATIVE + 9 + k, load(POSE + 4 + k));
  return r;
}

/** The axis of the last search as a unit vector, of either sign. */
function loadAxis(w: FunctionWriter, { at, keep }: PairLanes): Vector {
  const rows = [0, 1].map((lane) => {
    const axis = i32.truncate(f64.load(at, 2 * AXIS + lane));
    return w.variable(i32.multiply(axis, i32.constant(ROW_BYTES)));
  });
  // loads follow the stores of the matrix
  const component = (word: number) => {
    const [a, b] = rows.map((row, lane) =>
      w.variable(i32.add(i32.add(at, i32.constant(8 * lane)), i32.load(row, AXIS_TABLE + 4 * word))),
    );
    return keep(f64x2.loadLanes(a, b));
  };
  const [p, q] = [component(3), component(4)];
  const length = keep(sqrt(add(multiply(p, p), multiply(q, q))));
  const signed = (word: number) => {
    const sign = f64x2.loadLanes(rows[0], rows[1], AXIS_TABLE / 8 + AXIS_SIGNS + word);
    return keep(divide(multiply(sign, component(word)), length));
  };
  return [signed(0), signed(1), signed(2)];
}

/** Separations along the axes of A and B. */
function faceGaps(r: readonly V128[], t: Vector, a: Vector, b: Vector): V128[] {
  const gaps: V128[] = [];
  for (let i = 0; i < 3; i++) {
    const row: Vector = [abs(r[3 * i]), abs(r[3 * i + 1]), abs(r[3 * i + 2])];
    gaps.push(subtract(subtract(abs(t[i]), a[i]), dot(b, row)));
  }
  for (let j = 0; j < 3; j++) {
    const column: Vector = [r[j], r[3 + j], r[6 + j]];
    gaps.push(subtract(subtract(abs(dot(column, t)), dot(a, column.map(abs) as unknown as Vector)), b[j]));
  }
  return gaps;
}

/** For each cross product of edges, whether the separation along it may exceed the limit. */
function betterEdges(
  { keep }: PairLanes,
  r: readonly V128[],
  [tx, ty, tz]: Vector,
  [ax, ay, az]: Vector,
  b: Vector,
  limit: V128,
): V128[] {
  const product = (p: V128, q: V128) => multiply(p, q);
  const limitSq = keep(multiply(limit, abs(limit)));
  const absolute = r.map((value) => keep(abs(value)));
  const masks: V128[] = [];
  for (let j = 0; j < 3; j++) {
    const [j1, j2] = [(j + 1) % 3, (j + 2) % 3];
    const [x, y, z] = [r[j], r[3 + j], r[6 + j]];
    const [u, v, w] = [absolute[j], absolute[3 + j], absolute[6 + j]];
    const [xx, yy, zz] = [x, y, z].map((value) => keep(multiply(value, value)));
    const extent = (i: number) => add(product(b[j1], absolute[3 * i + j2]), product(b[j2], absolute[3 * i + j1]));
    const exceeds = (i: number, along: V128, ofA: V128, lengthSq: V128) => {
      const gap = keep(subtract(subtract(abs(along), ofA), extent(i)));
      masks.push(greater(multiply(gap, abs(gap)), multiply(limitSq, lengthSq)));
    };
    exceeds(0, subtract(product(y, tz), product(z, ty)), add(product(ay, w), product(az, v)), add(yy, zz));
    exceeds(1, subtract(product(z, tx), product(x, tz)), add(product(az, u), product(ax, w)), add(zz, xx));
    exceeds(2, subtract(product(x, ty), product(y, tx)), add(product(ax, v), product(ay, u)), add(xx, yy));
  }
  return masks;
}

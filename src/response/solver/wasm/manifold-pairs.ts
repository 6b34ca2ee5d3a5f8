import { ARM_A, ROW } from '../contact-rows.ts';
import { INVERSE_MASS, RECORD, TRANSLATION, VELOCITY } from '../solver-bodies.ts';
import { type F64, type FunctionWriter, f64, f64x2, type I32, i32, type V128, type Variable } from './wasm-writer.ts';

/**
 * Two manifolds side by side: lane 0 holds the numbers of the first one, lane 1 those of the second. They have as many rows, and no movable
 * body in common. Every operation is done for both at once, in the order of the TypeScript kernels, so the results have the same bits. A pass
 * waits for the results of each row before the next one of the manifold: two at once take hardly longer than one. A manifold without a
 * partner is in both lanes.
 */

/** Addresses of the same data of both manifolds. */
export type Pair = readonly [Variable<'i32'>, Variable<'i32'>];

/** The coordinates x, y, z of a vector of each manifold. */
export type LaneVector<T extends V128 = V128> = readonly [T, T, T];
export type Lanes = LaneVector<Variable<'v128'>>;

/** The parameters that all kernels have: byte addresses of packed arrays. */
export interface ManifoldArrays {
  readonly bodiesA: I32;
  readonly bodiesB: I32;
  readonly starts: I32;
  readonly fractions: I32;
  readonly rows: I32;
  readonly records: I32;
  /** Indices of the manifolds of each pair, and the number of pairs. */
  readonly pairs: I32;
  readonly count: I32;
}

/** Signature of `ManifoldArrays`. */
export const MANIFOLD_ARRAYS = {
  bodiesA: 'i32',
  bodiesB: 'i32',
  starts: 'i32',
  fractions: 'i32',
  rows: 'i32',
  records: 'i32',
  pairs: 'i32',
  count: 'i32',
} as const;

/** Address of element `index` of an array of elements of `size` bytes. */
function element(array: I32, index: I32, size: number): I32 {
  return i32.add(array, i32.multiply(index, i32.constant(size)));
}

/** Addresses of an element of both. */
export function elements(w: FunctionWriter, array: I32, [first, second]: readonly I32[], size: number): Pair {
  return [w.variable(element(array, first, size)), w.variable(element(array, second, size))];
}

/** A number of each manifold. */
export function loadPair([first, second]: Pair, offset = 0): V128 {
  return f64x2.loadLanes(first, second, offset);
}

/** An even count of consecutive numbers of each manifold, two at a time: half of the instructions of single numbers. */
export function loadPairs(w: FunctionWriter, [a, b]: Pair, offset: number, count: number): Variable<'v128'>[] {
  const numbers: Variable<'v128'>[] = [];
  for (let k = offset; k < offset + count; k += 2) {
    const [first, second] = [w.variable(f64x2.load(a, k)), w.variable(f64x2.load(b, k))];
    numbers.push(w.variable(f64x2.join(first, second, 0)), w.variable(f64x2.join(first, second, 1)));
  }
  return numbers;
}

/** Stores an even count of consecutive numbers of each manifold. A later load of two numbers would wait for two single stores. */
export function storePairs(w: FunctionWriter, pair: Pair, offset: number, numbers: readonly V128[]): void {
  for (const lane of [0, 1] as const) storeLanes(w, pair[lane], offset, numbers, lane);
}

export function storeLanes(
  w: FunctionWriter,
  address: I32,
  offset: number,
  numbers: readonly V128[],
  lane: 0 | 1,
): void {
  for (let k = 0; k < numbers.length; k += 2) {
    w.storeF64x2(address, offset + k, f64x2.join(numbers[k], numbers[k + 1], lane));
  }
}

/** Stores a number of each manifold, where it is rarely done. */
export function storePair(w: FunctionWriter, pair: Pair, offset: number, value: Variable<'v128'>): void {
  pair.forEach((address, lane) => {
    w.storeLane(address, offset, value, lane as 0 | 1);
  });
}

/** A vector of the values for k = 0, 1, 2. */
export function vector<T>(value: (k: number) => T): readonly [T, T, T] {
  return [value(0), value(1), value(2)];
}

/** Writes a loop over the pairs. */
export function eachPair(w: FunctionWriter, { pairs, count }: ManifoldArrays, write: (pair: Pair) => void): void {
  const at = w.variable(pairs);
  const end = w.variable(element(pairs, count, 8));
  w.loopWhile(i32.less(at, end), () => {
    write([w.variable(i32.load(at)), w.variable(i32.load(at, 4))]);
    w.assign(at, i32.add(at, i32.constant(8)));
  });
}

/** The rows of a pair: addresses of the present ones, and the end of the first manifold's. */
export interface PairRows {
  readonly at: Pair;
  readonly first: Pair;
  readonly end: I32;
}

export function loadRows(w: FunctionWriter, p: ManifoldArrays, manifolds: Pair): PairRows {
  const starts = elements(w, p.starts, manifolds, 4);
  const firstRow = (k: number) => w.variable(element(p.rows, i32.load(starts[k]), 8 * ROW));
  const first = [firstRow(0), firstRow(1)] as const;
  const end = w.variable(element(p.rows, i32.load(starts[0], 4), 8 * ROW));
  return { first, end, at: [w.variable<'i32'>(first[0]), w.variable<'i32'>(first[1])] };
}

/** Writes a loop over the rows of a pair. */
export function eachRow(w: FunctionWriter, { at, first, end }: PairRows, write: () => void): void {
  for (const k of [0, 1]) w.assign(at[k], first[k]);
  w.loopWhile(i32.less(at[0], end), () => {
    write();
    for (const address of at) w.assign(address, i32.add(address, i32.constant(8 * ROW)));
  });
}

/** The bodies A, or the bodies B, of a pair. */
export interface PairBodies {
  readonly records: Pair;
  readonly velocity: Lanes;
  readonly angularVelocity: Lanes;
  readonly inverseMass: Variable<'v128'>;
  /** xx xy xz yy yz zz */
  readonly inverseInertia: readonly Variable<'v128'>[];
  /** Since detection. */
  readonly translation: Lanes;
}

/** Addresses of the records of the bodies whose indices are in the array `bodies`. */
export function recordsOf(w: FunctionWriter, { records }: ManifoldArrays, bodies: I32, manifolds: Pair): Pair {
  const index = (k: number) => i32.load(element(bodies, manifolds[k], 4));
  return elements(w, records, [index(0), index(1)], 8 * RECORD);
}

export function loadBodies(w: FunctionWriter, records: Pair): PairBodies {
  return { ...loadMasses(w, records), ...loadVelocities(w, records), records };
}

export type PairVelocities = Pick<PairBodies, 'velocity' | 'angularVelocity'>;

export function loadVelocities(w: FunctionWriter, records: Pair): PairVelocities {
  const [x, y, z, wx, wy, wz] = loadPairs(w, records, VELOCITY, 6);
  return { velocity: [x, y, z], angularVelocity: [wx, wy, wz] };
}

/** What a body has besides its velocities. */
export type PairMasses = Pick<PairBodies, 'inverseMass' | 'inverseInertia' | 'translation'>;

export function loadMasses(w: FunctionWriter, records: Pair): PairMasses {
  // neighbours in the records
  const [inverseMass, ...rest] = loadPairs(w, records, INVERSE_MASS, TRANSLATION + 3 - INVERSE_MASS);
  return { inverseMass, inverseInertia: rest.slice(0, 6), translation: [rest[6], rest[7], rest[8]] };
}

/** Stores the velocities of movable bodies. Those of immovable ones are the same; other threads may read them meanwhile. */
export function storeBodies(w: FunctionWriter, { records, velocity, angularVelocity }: PairBodies): void {
  records.forEach((record, lane) => {
    w.when(f64.greater(f64.load(record, INVERSE_MASS), f64.constant(0)), () => {
      storeLanes(w, record, VELOCITY, [...velocity, ...angularVelocity], lane as 0 | 1);
    });
  });
}

/** The displacement of B relative to A since detection, and the parts of it by which the arms of A grow and those of B shrink. */
export interface Shifts {
  readonly d: Lanes;
  readonly ofA: Lanes;
  readonly ofB: Lanes;
}

export function loadShifts(
  w: FunctionWriter,
  p: ManifoldArrays,
  manifolds: Pair,
  a: Pick<PairBodies, 'translation'>,
  b: Pick<PairBodies, 'translation'>,
): Shifts {
  const fractionA = w.variable(loadPair(elements(w, p.fractions, manifolds, 8)));
  const fractionB = w.variable(f64x2.subtract(f64x2.constant(1, 1), fractionA));
  const d = vector((k) => w.variable(f64x2.subtract(b.translation[k], a.translation[k])));
  const part = (fraction: V128) => vector((k) => w.variable(f64x2.multiply(fraction, d[k])));
  return { d, ofA: part(fractionA), ofB: part(fractionB) };
}

/** Arms of the present rows. */
export interface Arms {
  readonly a: Lanes;
  readonly b: Lanes;
}

/** At detection. */
export function loadArms(w: FunctionWriter, { at }: PairRows): Arms {
  const [ax, ay, az, bx, by, bz] = loadPairs(w, at, ARM_A, 6);
  return { a: [ax, ay, az], b: [bx, by, bz] };
}

/** At the present positions. */
export function shiftArms(w: FunctionWriter, { a, b }: Arms, { ofA, ofB }: Shifts): Arms {
  return {
    a: vector((k) => w.variable(f64x2.add(a[k], ofA[k]))),
    b: vector((k) => w.variable(f64x2.subtract(b[k], ofB[k]))),
  };
}

export function cross(w: FunctionWriter, [ax, ay, az]: LaneVector, [bx, by, bz]: LaneVector): Lanes {
  const component = (p: V128, q: V128, r: V128, s: V128) =>
    w.variable(f64x2.subtract(f64x2.multiply(p, q), f64x2.multiply(r, s)));
  return [component(ay, bz, az, by), component(az, bx, ax, bz), component(ax, by, ay, bx)];
}

/** (ax bx + ay by) + az bz */
export function dot([ax, ay, az]: LaneVector, [bx, by, bz]: LaneVector): V128 {
  return f64x2.add(f64x2.add(f64x2.multiply(ax, bx), f64x2.multiply(ay, by)), f64x2.multiply(az, bz));
}

/** The product of a symmetric matrix, xx xy xz yy yz zz, and a vector. */
export function transform([xx, xy, xz, yy, yz, zz]: readonly V128[], v: LaneVector): LaneVector {
  return [dot([xx, xy, xz], v), dot([xy, yy, yz], v), dot([xz, yz, zz], v)];
}

/** Adds `sign` (1 or -1) times the impulse j, and its angular impulse l, to the velocities of one body of both manifolds. */
export function addImpulse(w: FunctionWriter, body: PairBodies, sign: 1 | -1, j: LaneVector, l: LaneVector): void {
  const change = sign === 1 ? f64x2.add : f64x2.subtract;
  body.velocity.forEach((v, k) => {
    w.assign(v, change(v, f64x2.multiply(body.inverseMass, j[k])));
  });
  const response = transform(body.inverseInertia, l);
  body.angularVelocity.forEach((v, k) => {
    w.assign(v, change(v, response[k]));
  });
}

/** As `storeClosingSpeed`. */
export function closingSpeed(n: LaneVector, a: PairVelocities, b: PairVelocities, arms: Arms): V128 {
  const parts = [0, 1, 2].map((k) => {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3];
    let u: V128 = f64x2.add(b.velocity[k], f64x2.multiply(b.angularVelocity[l], arms.b[m]));
    u = f64x2.subtract(u, f64x2.multiply(b.angularVelocity[m], arms.b[l]));
    u = f64x2.subtract(u, a.velocity[k]);
    u = f64x2.subtract(u, f64x2.multiply(a.angularVelocity[l], arms.a[m]));
    u = f64x2.add(u, f64x2.multiply(a.angularVelocity[m], arms.a[l]));
    return f64x2.multiply(n[k], u);
  });
  return f64x2.add(f64x2.add(parts[0], parts[1]), parts[2]);
}

/** A number in both lanes. */
export function splat(w: FunctionWriter, value: F64): Variable<'v128'> {
  return w.variable(f64x2.splat(value));
}

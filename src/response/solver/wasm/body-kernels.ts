import { INVERSE_MASS, RECORD, VELOCITY } from '../solver-bodies.ts';
import {
  dot,
  elements,
  type Lanes,
  type LaneVector,
  loadPair,
  loadPairs,
  type Pair,
  type PairVelocities,
  splat,
  storeLanes,
  vector,
} from './manifold-pairs.ts';
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

/**
 * Loops over all bodies, two at a time: lane 0 holds the numbers of the first one, lane 1 those of the second; the last one of an odd number is in
 * both. Sums are in the order of the bodies, as in the TypeScript code.
 */

/** Byte addresses: records, and an array of sums, which receives the results; first body, and end. */
export const BODY_RANGE = { records: 'i32', sums: 'i32', first: 'i32', end: 'i32' } as const;
const GRAVITY = { gravityX: 'f64', gravityY: 'f64', gravityZ: 'f64', time: 'f64' } as const;

const KICK = { ...BODY_RANGE, centres: 'i32', before: 'i32', ...GRAVITY } as const;
const ADD = { ...BODY_RANGE, pseudoVelocities: 'i32', sign: 'f64' } as const;
const WORK = {
  ...BODY_RANGE,
  before: 'i32',
  pseudoVelocities: 'i32',
  moments: 'i32',
  orientations: 'i32',
  ...GRAVITY,
} as const;

/** Writes a loop over the bodies while `condition` holds; `isPair` is 0 if the second body is the first one again. */
export function eachTwoBodies(
  w: FunctionWriter,
  { first, end }: { readonly first: I32; readonly end: I32 },
  condition: I32,
  write: (bodies: Pair, isPair: I32) => void,
): Variable<'i32'> {
  const i = w.variable(first);
  w.loopWhile(i32.and(i32.less(i, end), condition), () => {
    const next = w.variable(i32.add(i, i32.constant(1)));
    const isPair = w.variable(i32.less(next, end));
    write([w.variable<'i32'>(i), w.variable(i32.add(i, isPair))], isPair);
    w.assign(i, i32.add(i, i32.constant(2)));
  });
  return i;
}

/** Adds one term of each body to a sum, in their order. */
export function addInOrder(
  w: FunctionWriter,
  isPair: I32,
  sums: readonly Variable<'f64'>[],
  terms: readonly V128[],
): void {
  const add = (lane: 0 | 1) => {
    for (const [k, sum] of sums.entries()) w.assign(sum, f64.add(sum, f64.lane(terms[k], lane)));
  };
  add(0);
  w.when(isPair, () => add(1));
}

/** Three numbers of each body. */
export function loadVectors(w: FunctionWriter, at: Pair): Lanes {
  const [x, y] = loadPairs(w, at, 0, 2);
  return [x, y, w.variable(loadPair(at, 2))];
}

/** Whether a number of a record is positive. */
export const isPositive = (record: I32, offset: number) => f64.greater(f64.load(record, offset), f64.constant(0));

export function loadMotion(w: FunctionWriter, records: Pair): PairVelocities & { inverseMass: Variable<'v128'> } {
  const [x, y, z, wx, wy, wz, inverseMass] = loadPairs(w, records, VELOCITY, INVERSE_MASS + 2);
  return { velocity: [x, y, z], angularVelocity: [wx, wy, wz], inverseMass };
}

const gravityOf = (w: FunctionWriter, p: Record<'gravityX' | 'gravityY' | 'gravityZ', F64>): Lanes => [
  splat(w, p.gravityX),
  splat(w, p.gravityY),
  splat(w, p.gravityZ),
];

/** The module of `kick` of `substeps.ts` without forces besides gravity: stores the velocities before it; the sums are the impulse and its moment. */
export function writeKickModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof KICK>) => {
    const [gravity, time] = [gravityOf(w, p), splat(w, p.time)];
    const zero = w.variable(f64x2.constant(0, 0));
    const sums = Array.from({ length: 6 }, () => w.variable(f64.constant(0)));
    eachTwoBodies(w, p, i32.constant(1), (bodies, isPair) => {
      const records = elements(w, p.records, bodies, 8 * RECORD);
      const before = elements(w, p.before, bodies, 48);
      const [x, y, z] = loadVectors(w, elements(w, p.centres, bodies, 24));
      const { velocity, angularVelocity, inverseMass } = loadMotion(w, records);
      const isMovable = w.variable(f64x2.notEqual(inverseMass, zero));
      const impulse = vector((k) => {
        const force = f64x2.add(f64x2.divide(gravity[k], inverseMass), zero);
        return w.variable(f64x2.and(isMovable, f64x2.multiply(time, force)));
      });
      const after = vector((k) => w.variable(f64x2.add(velocity[k], f64x2.multiply(inverseMass, impulse[k]))));
      for (const lane of [0, 1] as const) {
        w.when(isPositive(records[lane], INVERSE_MASS), () => {
          storeLanes(w, before[lane], 0, [...velocity, ...angularVelocity], lane);
          storeLanes(w, records[lane], VELOCITY, [...after, angularVelocity[0]], lane);
        });
      }
      const [px, py, pz] = impulse;
      const moment = (a: V128, b: V128, c: V128, d: V128) =>
        w.variable(f64x2.and(isMovable, f64x2.subtract(f64x2.multiply(a, b), f64x2.multiply(c, d))));
      const moments = [moment(y, pz, z, py), moment(z, px, x, pz), moment(x, py, y, px)];
      addInOrder(w, isPair, sums, [...impulse, ...moments]);
    });
    for (const [k, sum] of sums.entries()) w.storeF64(p.sums, k, sum);
    return i32.constant(0);
  };
  return writeModule(KICK, write, isShared);
}

/** The module of `addVelocities` of `substeps.ts`. */
export function writeAddModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof ADD>) => {
    const sign = splat(w, p.sign);
    const i = w.variable<'i32'>(p.first);
    w.loopWhile(i32.less(i, p.end), () => {
      const [record, pseudo] = [
        elements(w, p.records, [i, i], 8 * RECORD)[0],
        elements(w, p.pseudoVelocities, [i, i], 48)[0],
      ];
      for (let k = 0; k < 6; k += 2) {
        const velocity = f64x2.multiply(sign, f64x2.load(record, VELOCITY + k));
        w.storeF64x2(pseudo, k, f64x2.add(f64x2.load(pseudo, k), velocity));
      }
      w.assign(i, i32.add(i, i32.constant(1)));
    });
    return i32.constant(0);
  };
  return writeModule(ADD, write, isShared);
}

/** The module of `workOfContacts` of `step-work.ts` without forces besides gravity; the sum is the work. */
export function writeWorkModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof WORK>) => {
    const [gravity, time] = [gravityOf(w, p), splat(w, p.time)];
    const [zero, half] = [w.variable(f64x2.constant(0, 0)), w.variable(f64x2.constant(0.5, 0.5))];
    const work = w.variable(f64.constant(0));
    eachTwoBodies(w, p, i32.constant(1), (bodies, isPair) => {
      const { velocity, angularVelocity, inverseMass } = loadMotion(w, elements(w, p.records, bodies, 8 * RECORD));
      const [bx, by, bz, cx, cy, cz] = loadPairs(w, elements(w, p.before, bodies, 48), 0, 6);
      const before = [bx, by, bz];
      const correction = loadPairs(w, elements(w, p.pseudoVelocities, bodies, 48), 0, 4);
      const isMovable = w.variable(f64x2.notEqual(inverseMass, zero));
      const mass = w.variable(f64x2.divide(f64x2.constant(1, 1), inverseMass));
      const force = vector((k) => w.variable(f64x2.multiply(time, f64x2.add(f64x2.multiply(mass, gravity[k]), zero))));
      // impulse of the contacts times the mean of the velocities before and after
      const [ofX, ofY, ofZ] = vector((k) => {
        const change = f64x2.multiply(mass, f64x2.subtract(velocity[k], before[k]));
        return f64x2.multiply(
          f64x2.multiply(half, f64x2.subtract(change, force[k])),
          f64x2.add(velocity[k], before[k]),
        );
      });
      const ofCorrection = dot(
        force,
        vector((k) => correction[k]),
      );
      const mean = vector((k) => w.variable(f64x2.multiply(half, f64x2.add(angularVelocity[k], [cx, cy, cz][k]))));
      const change = vector((k) => w.variable(f64x2.subtract(angularVelocity[k], [cx, cy, cz][k])));
      const rotation = rotationWork(w, p, bodies, mean, change);
      const terms = [f64x2.add(f64x2.add(ofX, ofY), ofZ), f64x2.negate(ofCorrection), rotation].map((term) =>
        w.variable(f64x2.and(isMovable, term)),
      );
      const add = (lane: 0 | 1) => {
        for (const term of terms) w.assign(work, f64.add(work, f64.lane(term, lane)));
      };
      add(0);
      w.when(isPair, () => add(1));
    });
    w.storeF64(p.sums, 0, work);
    return i32.constant(0);
  };
  return writeModule(WORK, write, isShared);
}

/** ω̄·I (ω - ω0): as `findRotationWork`, where the moments are not equal. */
function rotationWork(
  w: FunctionWriter,
  p: Parameters<typeof WORK>,
  bodies: Pair,
  mean: LaneVector,
  change: LaneVector,
): V128 {
  const moments = loadVectors(w, elements(w, p.moments, bodies, 24));
  const [a, b, c] = moments;
  const work = w.variable(f64x2.multiply(a, dot(mean, change)));
  const differ = w.variable(f64x2.or(f64x2.notEqual(a, b), f64x2.notEqual(a, c)));
  w.when(f64x2.any(differ), () => {
    const [q, x, y, z] = loadPairs(w, elements(w, p.orientations, bodies, 32), 0, 4);
    const axes = principalAxes(w, q, [x, y, z]);
    const along = (v: LaneVector, k: number) => dot(axes[k], v);
    const [first, second, third] = vector((k) =>
      f64x2.multiply(f64x2.multiply(moments[k], along(mean, k)), along(change, k)),
    );
    const zero = f64x2.constant(0, 0);
    const isChanged = change.map((value) => f64x2.notEqual(value, zero)).reduce(f64x2.or);
    const general = f64x2.and(isChanged, f64x2.add(f64x2.add(first, second), third));
    w.assign(work, f64x2.select(differ, general, work));
  });
  return work;
}

/** The columns of the rotation matrix of the quaternion q, v. */
function principalAxes(w: FunctionWriter, q: V128, [x, y, z]: LaneVector): readonly LaneVector[] {
  const [one, two] = [f64x2.constant(1, 1), f64x2.constant(2, 2)];
  const product = f64x2.multiply;
  const diagonal = (a: V128, b: V128) =>
    w.variable(f64x2.subtract(one, product(two, f64x2.add(product(a, a), product(b, b)))));
  const sum = (a: V128, b: V128, c: V128) => w.variable(product(two, f64x2.add(product(a, b), product(q, c))));
  const difference = (a: V128, b: V128, c: V128) =>
    w.variable(product(two, f64x2.subtract(product(a, b), product(q, c))));
  return [
    [diagonal(y, z), sum(x, y, z), difference(x, z, y)],
    [difference(x, y, z), diagonal(x, z), sum(y, z, x)],
    [sum(x, z, y), difference(y, z, x), diagonal(x, y)],
  ];
}

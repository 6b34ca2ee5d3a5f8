import { CLOSING, GAP, IMPULSE, NORMAL_IMPULSE, PRESENT_GAP } from '../contact-rows.ts';
import { TRANSLATION } from '../solver-bodies.ts';
import { HEAVY, VERY_HEAVY } from '../solver-settings.ts';
import {
  type Arms,
  addImpulse,
  closingSpeed,
  cross,
  eachPair,
  eachRow,
  elements,
  type Lanes,
  type LaneVector,
  loadArms,
  loadBodies,
  loadPair,
  loadPairs,
  loadRows,
  loadShifts,
  loadVelocities,
  MANIFOLD_ARRAYS,
  type Pair,
  recordsOf,
  shiftArms,
  storeBodies,
  storePairs,
  vector,
} from './manifold-pairs.ts';
import {
  type FunctionWriter,
  f64,
  f64x2,
  type I32,
  i32,
  type Parameters,
  type V128,
  writeModule,
} from './wasm-writer.ts';

/** Byte addresses of packed arrays, and the velocity change by gravity per substep; as in `warmStart`. */
const SIGNATURE = {
  ...MANIFOLD_ARRAYS,
  /** Receives 1 for every overloaded manifold, 2 for the very heavily loaded ones, 0 for the others. */
  marks: 'i32',
  gravityDisplacement: 'f64',
} as const;

type WarmStartParameters = Parameters<typeof SIGNATURE>;

/** The module of `warmStart`; `run` returns the number of overloaded manifolds. */
export function writeWarmStartModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: WarmStartParameters) => {
    const overloadedCount = w.variable(i32.constant(0));
    const zero = w.variable(f64x2.constant(0, 0));
    eachPair(w, p, (manifolds) => {
      const recordsA = recordsOf(w, p, p.bodiesA, manifolds);
      const recordsB = recordsOf(w, p, p.bodiesB, manifolds);
      const [motionA, motionB] = [loadMotion(w, recordsA), loadMotion(w, recordsB)];
      const shifts = loadShifts(w, p, manifolds, motionA, motionB);
      const rows = loadRows(w, p, manifolds);
      const sums = createSums(w, zero);
      eachRow(w, rows, () => {
        const [nx, ny, nz] = loadPairs(w, rows.at, 0, PRESENT_GAP + 1);
        const n = [nx, ny, nz] as const;
        const initialArms = loadArms(w, rows);
        const motion = presentMotion(w, initialArms, shifts.d, motionA.rotation, motionB.rotation);
        storePairs(w, rows.at, PRESENT_GAP - 1, [nz, w.variable(presentGap(rows.at, n, motion))]);
        const arms = shiftArms(w, initialArms, shifts);
        const impulses = loadPairs(w, rows.at, NORMAL_IMPULSE, 4);
        const isLoaded = w.variable(f64x2.notEqual(impulses[0], zero));
        w.when(f64x2.any(isLoaded), () => addRow(w, rows.at, n, arms, impulses, isLoaded, sums));
        const isFree = w.variable(f64x2.equal(impulses[0], zero));
        w.when(f64x2.any(isFree), () => {
          const [mass, before] = loadPairs(w, rows.at, CLOSING - 1, 2);
          const closing = w.variable(
            f64x2.select(
              isFree,
              closingSpeed(n, loadVelocities(w, recordsA), loadVelocities(w, recordsB), arms),
              before,
            ),
          );
          storePairs(w, rows.at, CLOSING - 1, [mass, closing]);
        });
      });
      // not before the loop: fewer numbers wait for registers
      const [a, b] = [loadBodies(w, recordsA), loadBodies(w, recordsB)];
      const count = markOverloaded(w, p, manifolds, f64x2.max(a.inverseMass, b.inverseMass), sums.carried);
      w.assign(overloadedCount, i32.add(overloadedCount, count));
      addImpulse(w, a, -1, sums.impulse, sums.ofA);
      addImpulse(w, b, 1, sums.impulse, sums.ofB);
      storeBodies(w, a);
      storeBodies(w, b);
    });
    return overloadedCount;
  };
  return writeModule(SIGNATURE, write, isShared);
}

/** Translation and rotation of bodies since detection. */
function loadMotion(w: FunctionWriter, records: Pair): { translation: Lanes; rotation: Lanes } {
  const [, x, y, z, rx, ry, rz] = loadPairs(w, records, TRANSLATION - 1, 8);
  return { translation: [x, y, z], rotation: [rx, ry, rz] };
}

/**
 * Displacement of the point of B relative to that of A, as in `updateGaps`: d, e and f are the displacement of B relative to A and the
 * rotations of both since detection.
 */
function presentMotion(w: FunctionWriter, arms: Arms, d: LaneVector, e: LaneVector, f: LaneVector): Lanes {
  return vector((k) => {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3];
    let motion: V128 = f64x2.add(d[k], f64x2.multiply(f[l], arms.b[m]));
    motion = f64x2.subtract(motion, f64x2.multiply(f[m], arms.b[l]));
    motion = f64x2.subtract(motion, f64x2.multiply(e[l], arms.a[m]));
    return w.variable(f64x2.add(motion, f64x2.multiply(e[m], arms.a[l])));
  });
}

function presentGap(at: Pair, n: LaneVector, motion: LaneVector): V128 {
  const products = n.map((component, k) => f64x2.multiply(component, motion[k]));
  return products.reduce((sum, product) => f64x2.add(sum, product), loadPair(at, GAP));
}

/** Sums over the rows: normal impulses, impulses, and angular impulses on A and B. */
interface Sums {
  readonly carried: Lanes[0];
  readonly impulse: Lanes;
  readonly ofA: Lanes;
  readonly ofB: Lanes;
}

function createSums(w: FunctionWriter, zero: V128): Sums {
  const zeros = () => vector(() => w.variable(zero));
  return { carried: w.variable(zero), impulse: zeros(), ofA: zeros(), ofB: zeros() };
}

function addRow(
  w: FunctionWriter,
  at: Pair,
  n: LaneVector,
  arms: Arms,
  [normalImpulse, ...friction]: readonly V128[],
  isLoaded: V128,
  { carried, impulse, ofA, ofB }: Sums,
): void {
  w.assign(carried, f64x2.add(carried, normalImpulse));
  const component = (k: number) => f64x2.add(f64x2.multiply(normalImpulse, n[k]), friction[k]);
  const j = vector((k) => w.variable(f64x2.and(isLoaded, component(k))));
  const [ra, rb] = [cross(w, arms.a, j), cross(w, arms.b, j)];
  const [sx, sy, sz, next] = loadPairs(w, at, IMPULSE, 4);
  storePairs(w, at, IMPULSE, [...[sx, sy, sz].map((sum, k) => w.variable(f64x2.add(sum, j[k]))), next]);
  for (let k = 0; k < 3; k++) {
    w.assign(impulse[k], f64x2.add(impulse[k], j[k]));
    w.assign(ofA[k], f64x2.add(ofA[k], ra[k]));
    w.assign(ofB[k], f64x2.add(ofB[k], rb[k]));
  }
}

/** Writes the marks of both manifolds; the number of overloaded ones. */
function markOverloaded(
  w: FunctionWriter,
  p: WarmStartParameters,
  manifolds: Pair,
  inverseMass: V128,
  carried: V128,
): I32 {
  const gravity = f64x2.splat(p.gravityDisplacement);
  const weights = w.variable(f64x2.divide(f64x2.multiply(carried, inverseMass), gravity));
  const exceeds = (limit: number) => w.variable(f64x2.bits(f64x2.greater(weights, f64x2.constant(limit, limit))));
  const [heavy, veryHeavy] = [exceeds(HEAVY), exceeds(VERY_HEAVY)];
  const hasGravity = w.variable(f64.greater(p.gravityDisplacement, f64.constant(0)));
  const count = w.variable(i32.constant(0));
  elements(w, p.marks, manifolds, 4).forEach((mark, lane) => {
    const bit = (bits: I32) =>
      i32.and(i32.equal(i32.and(bits, i32.constant(1 << lane)), i32.constant(1 << lane)), hasGravity);
    const isHeavy = w.variable(bit(heavy));
    w.storeI32(mark, i32.add(isHeavy, bit(veryHeavy)));
    // a manifold in both lanes counts once
    const isCounted = lane === 0 ? isHeavy : i32.and(isHeavy, i32.not(i32.equal(manifolds[0], manifolds[1])));
    w.assign(count, i32.add(count, isCounted));
  });
  return count;
}

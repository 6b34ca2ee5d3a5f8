import {
  ARM_A,
  ARM_B,
  CLOSING,
  FRICTION_IMPULSE,
  GAP,
  IMPULSE,
  NORMAL_IMPULSE,
  PRESENT_GAP,
  ROW,
} from '../contact-rows.ts';
import { INVERSE_MASS, ROTATION } from '../solver-bodies.ts';
import { HEAVY, VERY_HEAVY } from '../solver-settings.ts';
import { addAngularImpulse, type BodyLanes, cross, type LaneVector, loadBodies, storeBodies } from './body-lanes.ts';
import { armsOf, loadShifts, type Shifts } from './moved-arms.ts';
import { eachManifold, element, recordAddress } from './solve-kernel.ts';
import {
  type F64,
  type FunctionWriter,
  f64,
  f64x2,
  type I32,
  i32,
  type Parameters,
  type Variable,
  writeModule,
} from './wasm-writer.ts';

/** Byte addresses of packed arrays, and the velocity change by gravity per substep; as in `warmStart`. */
const SIGNATURE = {
  bodiesA: 'i32',
  bodiesB: 'i32',
  starts: 'i32',
  fractions: 'i32',
  rows: 'i32',
  records: 'i32',
  /** Receives 1 for every overloaded manifold, 2 for the very heavily loaded ones, 0 for the others. */
  marks: 'i32',
  /** Indices of manifolds; 0 for all manifolds in order. */
  list: 'i32',
  count: 'i32',
  gravityDisplacement: 'f64',
} as const;

/** Motion of the bodies of a manifold since detection. */
interface Motion extends Shifts {
  /** Rotations of A and B. */
  readonly e: readonly F64[];
  readonly f: readonly F64[];
}

/** The module of `warmStart`; `run` returns the number of overloaded manifolds. */
export function writeWarmStartModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof SIGNATURE>) => {
    const overloadedCount = w.variable(i32.constant(0));
    eachManifold(w, p, (manifold) => {
      const a = recordAddress(w, p, p.bodiesA, manifold);
      const b = recordAddress(w, p, p.bodiesB, manifold);
      const bodies = loadBodies(w, a, b);
      const motion = loadMotion(w, a, b, w.variable(f64.load(element(p.fractions, manifold, 8))));
      const start = w.variable(element(p.starts, manifold, 4));
      const at = w.variable(element(p.rows, i32.load(start), 8 * ROW));
      const end = w.variable(element(p.rows, i32.load(start, 4), 8 * ROW));
      const sums = createSums(w);
      w.loopWhile(i32.less(at, end), () => {
        updateGap(w, at, motion);
        const arms = armsOf(w, at, motion.shifts);
        const normalImpulse = w.variable(f64.load(at, NORMAL_IMPULSE));
        const isFree = f64.equal(normalImpulse, f64.constant(0));
        const storeClosing = () => w.storeF64(at, CLOSING, closingSpeed(w, at, bodies, arms));
        w.when(isFree, storeClosing, () => addRow(w, at, arms, normalImpulse, sums));
        w.assign(at, i32.add(at, i32.constant(8 * ROW)));
      });
      const larger = f64.max(f64.load(a, INVERSE_MASS), f64.load(b, INVERSE_MASS));
      const weights = w.variable(f64.divide(f64.multiply(sums.carried, larger), p.gravityDisplacement));
      const hasGravity = f64.greater(p.gravityDisplacement, f64.constant(0));
      const isOverloaded = w.variable(i32.and(hasGravity, f64.greater(weights, f64.constant(HEAVY))));
      const isVeryHeavy = i32.and(isOverloaded, f64.greater(weights, f64.constant(VERY_HEAVY)));
      w.storeI32(element(p.marks, manifold, 4), i32.add(isOverloaded, isVeryHeavy));
      w.assign(overloadedCount, i32.add(overloadedCount, isOverloaded));
      bodies.velocity.forEach((v, k) => {
        w.assign(v, f64x2.add(v, f64x2.multiply(bodies.inverseMass, sums.impulse[k])));
      });
      addAngularImpulse(w, bodies, sums.angularImpulse);
      storeBodies(w, bodies, a, b);
    });
    return overloadedCount;
  };
  return writeModule(SIGNATURE, write, isShared);
}

function loadMotion(w: FunctionWriter, a: I32, b: I32, fractionA: F64): Motion {
  const rotation = (body: I32) => [0, 1, 2].map((k) => w.variable(f64.load(body, ROTATION + k)));
  return { ...loadShifts(w, a, b, fractionA), e: rotation(a), f: rotation(b) };
}

/** The gap of a row at the present positions, as `updateGaps`. */
function updateGap(w: FunctionWriter, at: I32, { d, e, f }: Motion): void {
  let gap = f64.load(at, GAP);
  for (let k = 0; k < 3; k++) {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3];
    let motion: F64 = f64.add(d[k], f64.multiply(f[l], f64.load(at, ARM_B + m)));
    motion = f64.subtract(motion, f64.multiply(f[m], f64.load(at, ARM_B + l)));
    motion = f64.subtract(motion, f64.multiply(e[l], f64.load(at, ARM_A + m)));
    motion = f64.add(motion, f64.multiply(e[m], f64.load(at, ARM_A + l)));
    gap = f64.add(gap, f64.multiply(f64.load(at, k), motion));
  }
  w.storeF64(at, PRESENT_GAP, gap);
}

/** As `storeClosingSpeed`. */
function closingSpeed(w: FunctionWriter, at: I32, { velocity, angularVelocity }: BodyLanes, arms: LaneVector): F64 {
  const parts = [0, 1, 2].map((k) => {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3];
    const forward = w.variable(f64x2.multiply(angularVelocity[l], arms[m]));
    const backward = w.variable(f64x2.multiply(angularVelocity[m], arms[l]));
    let u = f64.add(f64.lane(velocity[k], 1), f64.lane(forward, 1));
    u = f64.subtract(u, f64.lane(backward, 1));
    u = f64.subtract(u, f64.lane(velocity[k], 0));
    u = f64.subtract(u, f64.lane(forward, 0));
    u = f64.add(u, f64.lane(backward, 0));
    return f64.multiply(f64.load(at, k), u);
  });
  return f64.add(f64.add(parts[0], parts[1]), parts[2]);
}

/** Sums over the rows of a manifold; the impulse is in both lanes. */
interface Sums {
  readonly carried: Variable<'f64'>;
  readonly impulse: LaneVector<Variable<'v128'>>;
  readonly angularImpulse: LaneVector<Variable<'v128'>>;
}

function createSums(w: FunctionWriter): Sums {
  const zero = () => w.variable(f64x2.constant(0, 0));
  return {
    carried: w.variable(f64.constant(0)),
    impulse: [zero(), zero(), zero()],
    angularImpulse: [zero(), zero(), zero()],
  };
}

function addRow(w: FunctionWriter, at: I32, arms: LaneVector, normalImpulse: F64, sums: Sums): void {
  w.assign(sums.carried, f64.add(sums.carried, normalImpulse));
  const component = (k: number) =>
    w.variable(
      f64x2.add(
        f64x2.multiply(f64x2.splat(normalImpulse), f64x2.loadSplat(at, k)),
        f64x2.loadSplat(at, FRICTION_IMPULSE + k),
      ),
    );
  const j = [component(0), component(1), component(2)] as const;
  j.forEach((value, k) => {
    w.storeF64(at, IMPULSE + k, f64.add(f64.load(at, IMPULSE + k), f64.lane(value, 0)));
    w.assign(sums.impulse[k], f64x2.add(sums.impulse[k], value));
  });
  cross(w, arms, j).forEach((value, k) => {
    w.assign(sums.angularImpulse[k], f64x2.add(sums.angularImpulse[k], value));
  });
}

import { APPROACH, ARM_A, CLOSING, GAP, IMPULSE, NORMAL_IMPULSE } from '../contact-rows.ts';
import { POSE } from '../solver-bodies.ts';
import {
  type Arms,
  closingSpeed,
  dot,
  eachPair,
  eachRow,
  elements,
  type Lanes,
  type LaneVector,
  loadArms,
  loadMasses,
  loadPair,
  loadPairs,
  loadRows,
  loadShifts,
  loadVelocities,
  MANIFOLD_ARRAYS,
  type ManifoldArrays,
  type Pair,
  type PairRows,
  type PairVelocities,
  recordsOf,
  shiftArms,
  splat,
  storePairs,
  vector,
} from './manifold-pairs.ts';
import { createTangents, prepareRow } from './prepare-kernel.ts';
import { type FunctionWriter, f64x2, type I32, i32, type Parameters, type V128, writeModule } from './wasm-writer.ts';

/** Byte addresses of packed arrays, and half of a substep [s]; as in `writeRows` of `write-rows.ts`. */
const SIGNATURE = { ...MANIFOLD_ARRAYS, poses: 'i32', halfTime: 'f64' } as const;

/**
 * The module of `writeRows` and `prepareRow` for all rows. A raw row has the normal in the axes of A and the points in the axes of both bodies
 * in place of the normal and the arms, the cached impulses, and the gap of too deep contacts in place of the work. `run` returns how many
 * pairs of rows have a contact that would be deeper.
 */
export function writeRowsModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof SIGNATURE>) => {
    const deepCount = w.variable(i32.constant(0));
    const zero = w.variable(f64x2.constant(0, 0));
    const halfTime = splat(w, p.halfTime);
    eachPair(w, p, (manifolds) => {
      const geometry = loadGeometry(w, p, manifolds);
      const rows = loadRows(w, p, manifolds);
      const tangents = createTangents(w);
      const [a, b] = [loadMasses(w, geometry.recordsA), loadMasses(w, geometry.recordsB)];
      const shifts = loadShifts(w, p, manifolds, a, b);
      const bodies = { a, b, mass: w.variable(f64x2.add(a.inverseMass, b.inverseMass)) };
      eachRow(w, rows, () => {
        const { normal, arms, gap } = placeRow(w, rows, geometry);
        const closing = w.variable(closingSpeed(normal, geometry.velocityA, geometry.velocityB, arms));
        const [, deepest] = loadPairs(w, rows.at, GAP, 2);
        const isDeep = f64x2.less(f64x2.add(gap, f64x2.multiply(halfTime, closing)), deepest);
        w.assign(deepCount, i32.add(deepCount, f64x2.any(isDeep)));
        writeImpulses(w, rows.at, normal, zero);
        storePairs(w, rows.at, CLOSING - 1, [zero, closing]);
        storePairs(w, rows.at, APPROACH, [zero, zero]);
        storePairs(w, rows.at, GAP, [gap, zero]);
        prepareRow(w, rows.at, normal, shiftArms(w, arms, shifts), bodies, tangents);
      });
    });
    return deepCount;
  };
  return writeModule(SIGNATURE, write, isShared);
}

/** Poses and velocities of the bodies of a pair. */
interface Geometry {
  readonly recordsA: Pair;
  readonly recordsB: Pair;
  /** Rotation matrices, row by row. */
  readonly rotationA: readonly V128[];
  readonly rotationB: readonly V128[];
  /** From the centre of mass of A to that of B. */
  readonly between: Lanes;
  /** Fraction of the gap at which impulses act, and the rest of it. */
  readonly fraction: V128;
  readonly rest: V128;
  readonly velocityA: PairVelocities;
  readonly velocityB: PairVelocities;
}

function loadGeometry(w: FunctionWriter, p: ManifoldArrays & { readonly poses: I32 }, manifolds: Pair): Geometry {
  const poseOf = (bodies: I32) => {
    const indices = elements(w, bodies, manifolds, 4).map((address) => i32.load(address));
    return loadPairs(w, elements(w, p.poses, indices, 8 * POSE), 0, POSE);
  };
  const [poseA, poseB] = [poseOf(p.bodiesA), poseOf(p.bodiesB)];
  const fraction = w.variable(loadPair(elements(w, p.fractions, manifolds, 8)));
  const [recordsA, recordsB] = [recordsOf(w, p, p.bodiesA, manifolds), recordsOf(w, p, p.bodiesB, manifolds)];
  return {
    recordsA,
    recordsB,
    rotationA: poseA.slice(0, 9),
    rotationB: poseB.slice(0, 9),
    between: vector((k) => w.variable(f64x2.subtract(poseB[9 + k], poseA[9 + k]))),
    fraction,
    rest: w.variable(f64x2.subtract(f64x2.constant(1, 1), fraction)),
    velocityA: loadVelocities(w, recordsA),
    velocityB: loadVelocities(w, recordsB),
  };
}

/** Replaces the raw normal and points of a row by those in world axes. */
function placeRow(w: FunctionWriter, rows: PairRows, geometry: Geometry): { normal: Lanes; arms: Arms; gap: V128 } {
  const { rotationA, rotationB, between, fraction, rest } = geometry;
  const [x, y, z, next] = loadPairs(w, rows.at, 0, 4);
  const raw = loadArms(w, rows);
  const normal = rotate(w, rotationA, [x, y, z]);
  const [a, b] = [rotate(w, rotationA, raw.a), rotate(w, rotationB, raw.b)];
  // from the point of A to the point of B
  const g = vector((k) => w.variable(f64x2.subtract(f64x2.add(between[k], b[k]), a[k])));
  const arms = {
    a: vector((k) => w.variable(f64x2.add(a[k], f64x2.multiply(fraction, g[k])))),
    b: vector((k) => w.variable(f64x2.subtract(b[k], f64x2.multiply(rest, g[k])))),
  };
  storePairs(w, rows.at, 0, [...normal, next]);
  storePairs(w, rows.at, ARM_A, [...arms.a, ...arms.b]);
  return { normal, arms, gap: w.variable(dot(normal, g)) };
}

function rotate(w: FunctionWriter, rotation: readonly V128[], v: LaneVector): Lanes {
  return vector((k) => w.variable(dot([rotation[3 * k], rotation[3 * k + 1], rotation[3 * k + 2]], v)));
}

/** Projects the cached friction impulse onto the tangent plane; there is no impulse in the step yet. */
function writeImpulses(w: FunctionWriter, at: Pair, normal: LaneVector, zero: V128): void {
  const [impulse, x, y, z] = loadPairs(w, at, NORMAL_IMPULSE, 4);
  const across = w.variable(dot(normal, [x, y, z]));
  const friction = [x, y, z].map((d, k) => w.variable(f64x2.subtract(d, f64x2.multiply(across, normal[k]))));
  storePairs(w, at, NORMAL_IMPULSE, [impulse, ...friction]);
  storePairs(w, at, IMPULSE, [zero, zero, zero, zero]);
}

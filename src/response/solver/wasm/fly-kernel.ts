import { MODE, RECORD, ROTATION, TRANSLATION } from '../solver-bodies.ts';
import { addInOrder, BODY_RANGE, eachTwoBodies, isPositive, loadMotion, loadVectors } from './body-kernels.ts';
import { dot, elements, type LaneVector, loadPair, loadPairs, splat, storeLanes, vector } from './manifold-pairs.ts';
import { rotateLanes } from './rotate-lanes.ts';
import {
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

const FLY = {
  ...BODY_RANGE,
  pseudoVelocities: 'i32',
  orientations: 'i32',
  centres: 'i32',
  time: 'f64',
  correctionTime: 'f64',
  /** Square of the half angle above which a rotation is not for this kernel. */
  maxSquare: 'f64',
} as const;

/**
 * The module of `fly` for bodies of the mode 1; the sums 1 to 3 are those of the flight. `run` returns the first body of the two at which it has
 * stopped, because one of them has the mode 2 or rotates far; else the end, or one more.
 */
export function writeFlyModule(isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: Parameters<typeof FLY>) => {
    const [time, correctionTime, maxSquare] = [splat(w, p.time), splat(w, p.correctionTime), splat(w, p.maxSquare)];
    const [zero, one] = [w.variable(f64x2.constant(0, 0)), w.variable(f64x2.constant(1, 1))];
    const [half, halfCorrection] = [time, correctionTime].map((value) =>
      w.variable(f64x2.multiply(f64x2.constant(0.5, 0.5), value)),
    );
    const sums = [1, 2, 3].map((k) => w.variable(f64.load(p.sums, k)));
    const stopped = w.variable(i32.constant(0));
    const i = eachTwoBodies(w, p, i32.not(stopped), (bodies, isPair) => {
      const records = elements(w, p.records, bodies, 8 * RECORD);
      const mode = w.variable(loadPair(records, MODE));
      const { velocity, angularVelocity, inverseMass } = loadMotion(w, records);
      const [ux, uy, uz, sx, sy, sz] = loadPairs(w, elements(w, p.pseudoVelocities, bodies, 48), 0, 6);
      const correction = [sx, sy, sz] as const;
      const square = squareOf(w, half, angularVelocity);
      const correctionSquare = squareOf(w, halfCorrection, correction);
      const isFar = f64x2.or(f64x2.greater(square, maxSquare), f64x2.greater(correctionSquare, maxSquare));
      const isOther = f64x2.or(f64x2.greater(mode, one), f64x2.and(f64x2.equal(mode, one), isFar));
      w.assign(stopped, f64x2.any(isOther));
      w.when(i32.not(stopped), () => {
        const orientations = elements(w, p.orientations, bodies, 32);
        const rotated = rotateLanes(w, loadPairs(w, orientations, 0, 4), angularVelocity, half, square);
        const corrected = rotateLanes(w, rotated, correction, halfCorrection, correctionSquare);
        const shift = vector((k) => w.variable(f64x2.multiply(correctionTime, [ux, uy, uz][k])));
        const displacement = vector((k) => w.variable(f64x2.add(f64x2.multiply(time, velocity[k]), shift[k])));
        const [tx, ty, tz, rx, ry, rz] = loadPairs(w, records, TRANSLATION, ROTATION + 3 - TRANSLATION);
        const moved = [tx, ty, tz].map((value, k) => w.variable(f64x2.add(value, displacement[k])));
        const angles = [rx, ry, rz].map((value, k) => {
          const angle = f64x2.add(
            f64x2.multiply(time, angularVelocity[k]),
            f64x2.multiply(correctionTime, correction[k]),
          );
          return w.variable(f64x2.add(value, angle));
        });
        const centres = elements(w, p.centres, bodies, 24);
        const centre = loadVectors(w, centres).map((value, k) => w.variable(f64x2.add(value, displacement[k])));
        for (const lane of [0, 1] as const) {
          w.when(isPositive(records[lane], MODE), () => {
            storeLanes(w, orientations[lane], 0, corrected, lane);
            storeLanes(w, records[lane], TRANSLATION, [...moved, ...angles], lane);
            storeLanes(w, centres[lane], 0, centre.slice(0, 2), lane);
            w.storeLane(centres[lane], 2, centre[2], lane);
          });
        }
        addMoments(w, { isPair, sums, mode, inverseMass, zero, one }, shift, velocity);
      });
    });
    for (const [k, sum] of sums.entries()) w.storeF64(p.sums, k + 1, sum);
    // the index has been advanced past the two bodies at which the loop has stopped
    return i32.add(i, i32.multiply(stopped, i32.constant(-2)));
  };
  return writeModule(FLY, write, isShared);
}

/** The square of the half angle of a rotation. */
function squareOf(w: FunctionWriter, half: V128, rates: LaneVector): Variable<'v128'> {
  return w.variable(f64x2.multiply(f64x2.multiply(half, half), dot(rates, rates)));
}

interface MomentSums {
  readonly isPair: I32;
  readonly sums: readonly Variable<'f64'>[];
  readonly mode: V128;
  readonly inverseMass: V128;
  readonly zero: V128;
  readonly one: V128;
}

/** Position correction moves a body with its momentum: subtracts the change of the angular momentum from the sums. */
function addMoments(
  w: FunctionWriter,
  { isPair, sums, mode, inverseMass, zero, one }: MomentSums,
  [qx, qy, qz]: LaneVector,
  [vx, vy, vz]: LaneVector,
): void {
  const mass = w.variable(f64x2.divide(one, inverseMass));
  const isMoved = w.variable(f64x2.notEqual(mode, zero));
  const moment = (a: V128, b: V128, c: V128, d: V128) => {
    const cross = f64x2.subtract(f64x2.multiply(a, b), f64x2.multiply(c, d));
    return w.variable(f64x2.and(isMoved, f64x2.negate(f64x2.multiply(mass, cross))));
  };
  addInOrder(w, isPair, sums, [moment(qy, vz, qz, vy), moment(qz, vx, qx, vz), moment(qx, vy, qy, vx)]);
}

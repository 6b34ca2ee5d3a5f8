import {
  AXIS,
  AXIS_Y,
  CENTRE_X,
  DIRECTION,
  FACE_Y,
  FRAME,
  INVERSE_AREA_Y,
  NEGATIVE_Y,
  POSE_Y,
  RELATIVE,
  SIZES_A,
  SIZES_B,
} from '../../../../manifold/box-record.ts';
import { f64x2, i32, type V128 } from '../../../../response/solver/wasm/wasm-writer.ts';
import { both, choose, dot, loadVector, type PairLanes, type Vector, writeBlockModule } from './pair-lanes.ts';

const { abs, add, and, divide, equal, greater, greaterOrEqual, less, multiply, negate, not, or, select, subtract } =
  f64x2;
const [ZERO, ONE, TWO] = [both(0), both(1), both(2)];

/** Frame and face of the reference box X. */
interface Reference {
  readonly frame: readonly V128[];
  /** In the order of the fields from `CENTRE_X` to `NEGATIVE_X`. */
  readonly face: readonly V128[];
}

/** The module that sets the contact frames and the faces of both boxes, as `setFaceFrame`, `setEdgeFrame` and `setFaceOfY` do. */
export function writeFrameModule(): Uint8Array<ArrayBuffer> {
  return writeBlockModule((_, lanes) => {
    const { keep, load, store } = lanes;
    const axis = load(AXIS);
    const isSwapped = keep(and(greaterOrEqual(axis, both(3)), less(axis, both(6))));
    const isEdge = keep(greaterOrEqual(axis, both(6)));
    const pose = writePose(lanes, isSwapped);
    const sizesA = loadVector(lanes, SIZES_A);
    const sizesB = loadVector(lanes, SIZES_B);
    const ofBoth = (p: Vector, q: Vector) => p.map((_, k) => keep(select(isSwapped, q[k], p[k]))) as unknown as Vector;
    const byFace = faceReference(lanes, axis, isSwapped, ofBoth(sizesA, sizesB));
    const byEdge = edgeReference(lanes, axis, sizesA);
    const chosen = (edge: V128, face: V128) => keep(select(isEdge, edge, face));
    const frame = byFace.frame.map((value, k) => chosen(byEdge.frame[k], value));
    for (const [k, value] of frame.entries()) store(FRAME + k, value);
    for (const [k, value] of byFace.face.entries()) store(CENTRE_X + k, chosen(byEdge.face[k], value));
    writeFaceOfY(lanes, frame, pose, ofBoth(sizesB, sizesA));
    return i32.constant(0);
  });
}

/** The pose of Y relative to X: that of B relative to A, or its inverse, Rᵀ and -Rᵀ t. */
function writePose(lanes: PairLanes, isSwapped: V128): V128[] {
  const { keep, load, store } = lanes;
  const r = Array.from({ length: 12 }, (_, k) => load(RELATIVE + k));
  const t: Vector = [r[9], r[10], r[11]];
  const inverse = [
    ...[0, 1, 2].flatMap((row) => [r[row], r[3 + row], r[6 + row]]),
    ...[0, 1, 2].map((k) => negate(dot([r[k], r[3 + k], r[6 + k]], t))),
  ];
  const pose = r.map((value, k) => keep(select(isSwapped, inverse[k], value)));
  for (const [k, value] of pose.entries()) store(POSE_Y + k, value);
  return pose;
}

/** Masks for a number that is 0, 1 or 2. */
function indexMasks({ keep }: PairLanes, index: V128): Vector {
  return [keep(equal(index, ZERO)), keep(equal(index, ONE)), keep(equal(index, TWO))];
}

/** The face axis of X, its face the rectangle about the origin. */
function faceReference(lanes: PairLanes, axis: V128, isSwapped: V128, sizes: Vector): Reference {
  const { keep } = lanes;
  const n = loadVector(lanes, DIRECTION);
  const face = keep(select(isSwapped, subtract(axis, both(3)), axis));
  const is = indexMasks(lanes, face);
  const columns = [0, 1, 2].map((row) => {
    const [x, y, z] = [0, 1, 2].map((column) => lanes.load(RELATIVE + 3 * row + column));
    return choose(is, [x, y, z]);
  }) as unknown as Vector;
  const isNegative = keep(select(isSwapped, greater(dot(n, columns), ZERO), less(choose(is, n), ZERO)));
  const sign = keep(select(isNegative, both(-1), ONE));
  const unit = (k: number) => and(is[k], ONE);
  const [x, y, z] = sizes;
  return {
    // t1 along the next axis, t2 along the one after it
    frame: [...is.map((mask) => and(mask, sign)), ...[unit(2), unit(0), unit(1)], ...[unit(1), unit(2), unit(0)]],
    face: [ZERO, choose(is, [y, z, x]), choose(is, [z, x, y]), choose(is, sizes), ZERO, face, and(isNegative, ONE)],
  };
}

/** A cross product of edge i of A and an edge of B: t1 is the edge of A, t2 = n × t1. */
function edgeReference(lanes: PairLanes, axis: V128, sizes: Vector): Reference {
  const { keep } = lanes;
  const n = loadVector(lanes, DIRECTION);
  const is: Vector = [
    keep(less(axis, both(9))),
    keep(and(greaterOrEqual(axis, both(9)), less(axis, both(12)))),
    keep(greaterOrEqual(axis, both(12))),
  ];
  const [x, y, z] = n;
  // along the axes j and k after the edge
  const nj = keep(choose(is, [y, z, x]));
  const nk = keep(choose(is, [z, x, y]));
  const minus = keep(negate(nj));
  const [lengthJ, lengthK] = [keep(abs(nj)), keep(abs(nk))];
  const isJ = keep(or(greater(lengthJ, lengthK), and(equal(lengthJ, lengthK), not(is[1]))));
  const at = (i: V128, j: V128, k: V128) => [choose(is, [i, k, j]), choose(is, [j, i, k]), choose(is, [k, j, i])];
  const [sx, sy, sz] = sizes;
  const [sizeI, sizeJ, sizeK] = [choose(is, sizes), choose(is, [sy, sz, sx]), choose(is, [sz, sx, sy])].map(keep);
  const ofAxis = (j: V128, k: V128) => keep(select(isJ, j, k));
  const normal = ofAxis(nj, nk);
  const isNegative = keep(less(normal, ZERO));
  const sign = select(isNegative, both(-1), ONE);
  const size = ofAxis(sizeJ, sizeK);
  const along = ofAxis(minus, nk);
  const slope = keep(divide(ofAxis(nk, nj), along));
  const v = keep(multiply(multiply(sign, size), ofAxis(nk, minus)));
  return {
    frame: [...at(ZERO, nj, nk), ...is.map((mask) => and(mask, ONE)), ...at(ZERO, nk, minus)],
    face: [
      v,
      sizeI,
      multiply(ofAxis(sizeK, sizeJ), along),
      subtract(multiply(abs(normal), size), multiply(slope, v)),
      slope,
      ofAxis(choose(is, [ONE, TWO, ZERO]), choose(is, [TWO, ZERO, ONE])),
      and(isNegative, ONE),
    ],
  };
}

/** The face of Y whose outward normal is closest to -n. */
function writeFaceOfY(lanes: PairLanes, frame: readonly V128[], r: readonly V128[], sizes: Vector): void {
  const { keep, store } = lanes;
  const vector = (numbers: readonly V128[], at: number): Vector => [numbers[at], numbers[at + 1], numbers[at + 2]];
  const [n, t, u] = [vector(frame, 0), vector(frame, 3), vector(frame, 6)];
  const column = (k: number): Vector => [r[k], r[3 + k], r[6 + k]];
  const [n0, n1, n2] = [0, 1, 2].map((k) => keep(abs(dot(n, column(k)))));
  const isFirst = keep(and(greaterOrEqual(n0, n1), greaterOrEqual(n0, n2)));
  const isSecond = keep(greaterOrEqual(n1, n2));
  const is: Vector = [isFirst, isSecond, isSecond];
  const columnOf = (a: number, b: number, c: number) =>
    [0, 1, 2].map((row) => keep(choose(is, [r[3 * row + a], r[3 * row + b], r[3 * row + c]]))) as unknown as Vector;
  const [m, p, q] = [columnOf(0, 1, 2), columnOf(1, 2, 0), columnOf(2, 0, 1)];
  const [x, y, z] = sizes;
  const along = keep(dot(n, m));
  const isNegative = keep(greater(along, ZERO));
  const size = keep(choose(is, sizes));
  const out = keep(select(isNegative, negate(size), size));
  const centre = m.map((component, k) => keep(add(r[9 + k], multiply(out, component)))) as unknown as Vector;
  const [centreU, centreV] = [keep(dot(t, centre)), keep(dot(u, centre))];
  const [sizeP, sizeQ] = [keep(choose(is, [y, z, x])), keep(choose(is, [z, x, y]))];
  const slope = (tangent: Vector) => keep(divide(negate(dot(tangent, m)), along));
  const [slopeU, slopeV] = [slope(t), slope(u)];
  const side = (length: V128, tangent: Vector, edge: Vector) => keep(multiply(length, dot(tangent, edge)));
  const [pu, pv, qu, qv] = [side(sizeP, t, p), side(sizeP, u, p), side(sizeQ, t, q), side(sizeQ, u, q)];
  const height = subtract(subtract(dot(n, centre), multiply(slopeU, centreU)), multiply(slopeV, centreV));
  const area = subtract(multiply(pu, qv), multiply(pv, qu));
  const numbers = [centreU, centreV, pu, pv, qu, qv, height, slopeU, slopeV];
  for (const [k, value] of numbers.entries()) store(FACE_Y + k, value);
  store(INVERSE_AREA_Y, divide(ONE, area));
  store(AXIS_Y, choose(is, [ZERO, ONE, TWO]));
  store(NEGATIVE_Y, and(isNegative, ONE));
}

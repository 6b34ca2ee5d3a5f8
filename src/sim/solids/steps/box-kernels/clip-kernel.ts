import {
  ACCEPTED,
  CANDIDATE,
  CANDIDATES,
  CENTRE_X,
  FACE_Y,
  HEIGHT_X,
  INVERSE_AREA_Y,
  MARGIN,
  MIN_GAP,
  SIDES_X,
  SLOPE_X,
} from '../../../../manifold/box-record.ts';
import {
  END_OF_P,
  END_OF_Q,
  LOWER_U,
  LOWER_V,
  ON_EDGE,
  START_OF_P,
  START_OF_Q,
  UPPER_U,
  UPPER_V,
  vertexName,
} from '../../../../manifold/clip-by-rectangle.ts';
import {
  type FunctionWriter,
  f64x2,
  i32,
  type V128,
  type Variable,
} from '../../../../response/solver/wasm/wasm-writer.ts';
import { both, type PairLanes, writeBlockModule } from './pair-lanes.ts';

const {
  abs,
  add,
  and,
  divide,
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  maximum,
  minimum,
  multiply,
  negate,
  or,
} = f64x2;
const { select, subtract } = f64x2;
const [ZERO, ONE] = [both(0), both(1)];

/** A point (u, v), or a vector. */
type Point = readonly [V128, V128];

/** The rectangle of X, and the limits by which a point is on its sides. */
interface Rectangle {
  readonly centreV: V128;
  readonly limit: Point;
}

/** Candidates are written to consecutive places, accepted or not. */
interface CandidateWriter {
  add(point: Point, isInside: V128, name: V128): void;
  finish(): void;
}

/**
 * The modules that clip the faces of Y by those of X, as `clipByRectangle` does: the sides of Y along P, those along Q, then the corners of X.
 * They run in this order.
 */
export function writeClipModules(): Uint8Array<ArrayBuffer>[] {
  return [0, 1, 2].map((part) =>
    writeBlockModule((w, lanes) => {
      if (part === 0) {
        lanes.store(ACCEPTED, ZERO);
        lanes.store(MIN_GAP, both(Number.POSITIVE_INFINITY));
      }
      const writer = createCandidateWriter(w, lanes, 4 * part);
      if (part < 2) clipSides(lanes, writer, part === 0);
      else addCorners(lanes, writer);
      writer.finish();
      return i32.constant(0);
    }),
  );
}

/** The two sides of Y along P, or those along Q. */
function clipSides(lanes: PairLanes, writer: CandidateWriter, alongP: boolean): void {
  const [u, v, pu, pv, qu, qv] = [0, 1, 2, 3, 4, 5].map((k) => lanes.load(FACE_Y + k));
  const x = loadRectangle(lanes, [pu, pv, qu, qv]);
  const [direction, offset]: [Point, Point] = alongP
    ? [
        [pu, pv],
        [qu, qv],
      ]
    : [
        [qu, qv],
        [pu, pv],
      ];
  const start = (move: typeof add): Point => [lanes.keep(move(u, offset[0])), lanes.keep(move(v, offset[1]))];
  const parallel = createParallel(lanes, direction);
  clipSide(lanes, writer, x, parallel, start(add), alongP ? END_OF_Q : END_OF_P);
  clipSide(lanes, writer, x, parallel, start(subtract), alongP ? START_OF_Q : START_OF_P);
}

function loadRectangle({ keep, load }: PairLanes, sides: readonly V128[]): Rectangle {
  const half: Point = [keep(abs(load(SIDES_X))), keep(abs(load(SIDES_X + 1)))];
  const tolerance = keep(multiply(both(ON_EDGE), [...half, ...sides.map(abs)].reduce(add)));
  return { centreV: load(CENTRE_X), limit: [keep(add(half[0], tolerance)), keep(add(half[1], tolerance))] };
}

/** Writes candidates from number `first` on, with their heights and gaps, as `setHeights` computes them. */
function createCandidateWriter(w: FunctionWriter, { keep, load, store }: PairLanes, first: number): CandidateWriter {
  const [heightX, slopeX] = [load(HEIGHT_X), load(SLOPE_X)];
  const [heightY, slopeU, slopeV] = [6, 7, 8].map((k) => load(FACE_Y + k));
  const margin = load(MARGIN);
  const accepted: Variable<'v128'> = load(ACCEPTED);
  const smallest: Variable<'v128'> = load(MIN_GAP);
  let count = first;
  return {
    add([u, v], isInside, name) {
      const at = CANDIDATES + CANDIDATE * count;
      const height = keep(add(add(heightX, multiply(ZERO, u)), multiply(slopeX, v)));
      const plane = add(add(heightY, multiply(slopeU, u)), multiply(slopeV, v));
      const gap = keep(subtract(plane, height));
      const isAccepted = keep(and(isInside, lessOrEqual(gap, margin)));
      for (const [k, value] of [u, v, height, gap, name].entries()) store(at + k, value);
      w.assign(accepted, add(accepted, and(isAccepted, both(2 ** count))));
      w.assign(smallest, select(and(isAccepted, less(gap, smallest)), gap, smallest));
      count++;
    },
    finish() {
      store(ACCEPTED, accepted);
      store(MIN_GAP, smallest);
    },
  };
}

/** What sides of the same direction share, for u and v: the inverse length, whether it is positive, and whether it is 0. */
interface Parallel {
  readonly direction: Point;
  readonly scale: Point;
  readonly isForward: Point;
  readonly isZero: Point;
}

function createParallel({ keep }: PairLanes, direction: Point): Parallel {
  const [u, v] = direction;
  return {
    direction,
    scale: [keep(divide(ONE, abs(u))), keep(divide(ONE, abs(v)))],
    isForward: [keep(greater(u, ZERO)), keep(greater(v, ZERO))],
    isZero: [keep(equal(u, ZERO)), keep(equal(v, ZERO))],
  };
}

/** Range of a side, from -1 to 1, inside a slab; a side parallel to it is inside or outside as a whole. */
interface Slab {
  readonly low: V128;
  readonly high: V128;
  readonly isInside: V128;
}

function clipBySlab({ keep }: PairLanes, x: Rectangle, parallel: Parallel, start: V128, axis: 0 | 1): Slab {
  // the rectangle is centred at u = 0
  const from = axis === 0 ? start : keep(subtract(start, x.centreV));
  const limit = x.limit[axis];
  const centre = keep(select(parallel.isForward[axis], negate(from), from));
  const bound = (sum: typeof add, outside: number) =>
    keep(select(parallel.isZero[axis], both(outside), multiply(sum(centre, limit), parallel.scale[axis])));
  return {
    low: bound(subtract, -2),
    high: bound(add, 2),
    isInside: or(f64x2.not(parallel.isZero[axis]), lessOrEqual(abs(from), limit)),
  };
}

/** Adds the ends of a side of Y, start + s direction with s from -1 to 1, inside the rectangle. The corners belong to the sides along P. */
function clipSide(
  lanes: PairLanes,
  writer: CandidateWriter,
  x: Rectangle,
  parallel: Parallel,
  start: Point,
  line: number,
): void {
  const { keep } = lanes;
  const { direction, isForward } = parallel;
  const alongP = line === END_OF_Q || line === START_OF_Q;
  const [u, v] = [clipBySlab(lanes, x, parallel, start[0], 0), clipBySlab(lanes, x, parallel, start[1], 1)];
  const [low, high] = [keep(maximum(u.low, v.low)), keep(minimum(u.high, v.high))];
  const isRange = and(lessOrEqual(low, high), and(lessOrEqual(low, ONE), greaterOrEqual(high, both(-1))));
  const isInside = keep(and(and(u.isInside, v.isInside), isRange));
  const addEnd = (s: V128, isCut: V128, isU: V128, isEnd: boolean) => {
    const nameOn = (axis: 0 | 1, lower: number, upper: number) => {
      const [first, second] = (isEnd ? [upper, lower] : [lower, upper]).map((other) => both(vertexName(line, other)));
      return select(isForward[axis], first, second);
    };
    const cutName = select(isU, nameOn(0, LOWER_U, UPPER_U), nameOn(1, LOWER_V, UPPER_V));
    const cut = (axis: 0 | 1) => add(start[axis], multiply(s, direction[axis]));
    const corner = (axis: 0 | 1) => (isEnd ? add : subtract)(start[axis], direction[axis]);
    const coordinate = (axis: 0 | 1) => keep(alongP ? select(isCut, cut(axis), corner(axis)) : cut(axis));
    const name = alongP ? select(isCut, cutName, both(vertexName(line, isEnd ? END_OF_P : START_OF_P))) : cutName;
    writer.add([coordinate(0), coordinate(1)], alongP ? isInside : and(isInside, isCut), name);
  };
  addEnd(low, keep(greater(low, both(-1))), greater(u.low, v.low), false);
  addEnd(high, keep(less(high, ONE)), less(u.high, v.high), true);
}

/** The corners of X inside the face of Y. */
function addCorners({ keep, load }: PairLanes, writer: CandidateWriter): void {
  const [yu, yv, p, pv, q, qv] = [0, 1, 2, 3, 4, 5].map((k) => load(FACE_Y + k));
  const scale = load(INVERSE_AREA_Y);
  const [halfU, halfV] = [keep(abs(load(SIDES_X))), keep(abs(load(SIDES_X + 1)))];
  const centreV = load(CENTRE_X);
  const [du, dv] = [keep(subtract(ZERO, yu)), keep(subtract(centreV, yv))];
  const product = (a: V128, b: V128) => keep(multiply(multiply(a, b), scale));
  // position along P and Q of the centre, and its change along half a side
  const alongP = keep(multiply(subtract(multiply(du, qv), multiply(dv, q)), scale));
  const alongQ = keep(multiply(subtract(multiply(dv, p), multiply(du, pv)), scale));
  const [pOfU, pOfV] = [product(halfU, qv), product(negate(halfV), q)];
  const [qOfU, qOfV] = [product(negate(halfU), pv), product(halfV, p)];
  const inside = both(1 - ON_EDGE);
  for (let k = 0; k < 4; k++) {
    const moveU = (k & 1) === 0 ? add : subtract;
    const moveV = (k & 2) === 0 ? add : subtract;
    const isInside = (along: V128, ofU: V128, ofV: V128) => less(abs(moveV(moveU(along, ofU), ofV)), inside);
    const name = vertexName((k & 1) === 0 ? UPPER_U : LOWER_U, (k & 2) === 0 ? UPPER_V : LOWER_V);
    const point: Point = [keep(moveU(ZERO, halfU)), keep(moveV(centreV, halfV))];
    writer.add(point, and(isInside(alongP, pOfU, pOfV), isInside(alongQ, qOfU, qOfV)), both(name));
  }
}

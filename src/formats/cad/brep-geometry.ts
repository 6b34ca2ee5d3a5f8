import { type BrepTokens, failAt, nextCount, nextNumber, nextNumbers } from './brep-tokens.ts';
import type {
  CadCurve2,
  CadCurve3,
  CadFrame,
  CadSpline,
  CadSplineSurface,
  CadSurface,
  Pair,
  Vector,
} from './cad-geometry.ts';

/** Curves and surfaces of the text format of OpenCascade (`.brep`): a number for the kind, then its values. */

const MAX_NESTED = 8;

function pair(tokens: BrepTokens): Pair {
  return nextNumbers(tokens, 2) as unknown as Pair;
}

function vector(tokens: BrepTokens): Vector {
  return nextNumbers(tokens, 3) as unknown as Vector;
}

const times = <V extends readonly number[]>(v: V, factor: number): V => v.map((x) => factor * x) as unknown as V;

/** A planar curve. */
export function readCurve2(tokens: BrepTokens, depth = 0): CadCurve2 {
  checkDepth(tokens, depth);
  const kind = nextCount(tokens, 'a kind of planar curve', 9);
  switch (kind) {
    case 1:
      return { kind: 'line', origin: pair(tokens), direction: pair(tokens) };
    case 2:
    case 3: {
      const [center, x, y] = [pair(tokens), pair(tokens), pair(tokens)];
      const radius = nextNumber(tokens);
      return { kind: 'conic', center, x: times(x, radius), y: times(y, kind === 3 ? nextNumber(tokens) : radius) };
    }
    case 4:
      nextNumbers(tokens, 7);
      return { kind: 'other', name: 'parabola' };
    case 5:
      nextNumbers(tokens, 8);
      return { kind: 'other', name: 'hyperbola' };
    case 6:
      return readBezier(tokens, pair);
    case 7:
      return readSpline(tokens, pair);
    case 8:
      nextNumbers(tokens, 2);
      return readCurve2(tokens, depth + 1);
    case 9:
      nextNumber(tokens);
      readCurve2(tokens, depth + 1);
      return { kind: 'other', name: 'offset curve' };
    default:
      return failAt(tokens, 'expected a kind of planar curve from 1 to 9, got 0');
  }
}

/** A curve in space. */
export function readCurve3(tokens: BrepTokens, depth = 0): CadCurve3 {
  checkDepth(tokens, depth);
  const kind = nextCount(tokens, 'a kind of curve', 9);
  switch (kind) {
    case 1:
      return { kind: 'line', origin: vector(tokens), direction: vector(tokens) };
    case 2:
    case 3: {
      const center = vector(tokens);
      vector(tokens);
      const [x, y] = [vector(tokens), vector(tokens)];
      const radius = nextNumber(tokens);
      return { kind: 'conic', center, x: times(x, radius), y: times(y, kind === 3 ? nextNumber(tokens) : radius) };
    }
    case 4:
      nextNumbers(tokens, 13);
      return { kind: 'other', name: 'parabola' };
    case 5:
      nextNumbers(tokens, 14);
      return { kind: 'other', name: 'hyperbola' };
    case 6:
      return readBezier(tokens, vector);
    case 7:
      return readSpline(tokens, vector);
    case 8:
      nextNumbers(tokens, 2);
      return readCurve3(tokens, depth + 1);
    case 9:
      nextNumbers(tokens, 4);
      readCurve3(tokens, depth + 1);
      return { kind: 'other', name: 'offset curve' };
    default:
      return failAt(tokens, 'expected a kind of curve from 1 to 9, got 0');
  }
}

function readFrame(tokens: BrepTokens): CadFrame {
  const [origin, z, x, y] = [vector(tokens), vector(tokens), vector(tokens), vector(tokens)];
  return { origin, x, y, z };
}

/** A surface. */
export function readSurface(tokens: BrepTokens, depth = 0): CadSurface {
  checkDepth(tokens, depth);
  const kind = nextCount(tokens, 'a kind of surface', 11);
  switch (kind) {
    case 1:
      return { kind: 'plane', frame: readFrame(tokens) };
    case 2:
      return { kind: 'cylinder', frame: readFrame(tokens), radius: nextNumber(tokens) };
    case 3:
      return { kind: 'cone', frame: readFrame(tokens), radius: nextNumber(tokens), angle: nextNumber(tokens) };
    case 4:
      return { kind: 'sphere', frame: readFrame(tokens), radius: nextNumber(tokens) };
    case 5:
      return { kind: 'torus', frame: readFrame(tokens), major: nextNumber(tokens), minor: nextNumber(tokens) };
    case 6:
      return { kind: 'extrusion', direction: vector(tokens), curve: readCurve3(tokens, depth + 1) };
    case 7:
      return {
        kind: 'revolution',
        origin: vector(tokens),
        direction: vector(tokens),
        curve: readCurve3(tokens, depth + 1),
      };
    case 8:
      return readBezierSurface(tokens);
    case 9:
      return readSplineSurface(tokens);
    case 10:
      nextNumbers(tokens, 4);
      return readSurface(tokens, depth + 1);
    case 11:
      nextNumber(tokens);
      readSurface(tokens, depth + 1);
      return { kind: 'other', name: 'offset surface' };
    default:
      return failAt(tokens, 'expected a kind of surface from 1 to 11, got 0');
  }
}

function checkDepth(tokens: BrepTokens, depth: number): void {
  if (depth > MAX_NESTED) failAt(tokens, `expected at most ${MAX_NESTED} nested curves or surfaces`);
}

/** Largest degree of OpenCascade. */
const MAX_DEGREE = 25;

function readBezier<Point>(tokens: BrepTokens, read: (tokens: BrepTokens) => Point): CadSpline<Point> {
  const rational = nextCount(tokens, '0 or 1', 1) === 1;
  const degree = nextCount(tokens, 'a degree', MAX_DEGREE);
  const [points, weights] = readPoles(tokens, degree + 1, rational, read);
  const knots = [...Array<number>(degree + 1).fill(0), ...Array<number>(degree + 1).fill(1)];
  return { kind: 'spline', degree, points, weights, knots };
}

function readPoles<Point>(
  tokens: BrepTokens,
  count: number,
  rational: boolean,
  read: (tokens: BrepTokens) => Point,
): [Point[], number[]] {
  const points: Point[] = [];
  const weights: number[] = [];
  for (let k = 0; k < count; k++) {
    points.push(read(tokens));
    weights.push(rational ? nextNumber(tokens) : 1);
  }
  return [points, weights];
}

/** Distinct knots with their multiplicities as a flat vector. */
function readKnots(tokens: BrepTokens, count: number): { flat: number[]; multiplicities: number[] } {
  const flat: number[] = [];
  const multiplicities: number[] = [];
  for (let k = 0; k < count; k++) {
    const knot = nextNumber(tokens);
    const multiplicity = nextCount(tokens, 'a multiplicity', MAX_DEGREE + 1);
    multiplicities.push(multiplicity);
    for (let m = 0; m < multiplicity; m++) flat.push(knot);
  }
  return { flat, multiplicities };
}

function readSpline<Point>(tokens: BrepTokens, read: (tokens: BrepTokens) => Point): CadSpline<Point> {
  const rational = nextCount(tokens, '0 or 1', 1) === 1;
  const periodic = nextCount(tokens, '0 or 1', 1) === 1;
  const degree = nextCount(tokens, 'a degree', MAX_DEGREE);
  const [poleCount, knotCount] = [nextCount(tokens, 'a number of points'), nextCount(tokens, 'a number of knots')];
  const [points, weights] = readPoles(tokens, poleCount, rational, read);
  const { flat, multiplicities } = readKnots(tokens, knotCount);
  const spline: CadSpline<Point> = { kind: 'spline', degree, points, weights, knots: flat };
  return periodic ? unrollSpline(tokens, spline, multiplicities) : spline;
}

/** A periodic spline over one period as an ordinary one: knots and points repeat. */
function unrollSpline<Point>(
  tokens: BrepTokens,
  { degree, points, weights, knots }: CadSpline<Point>,
  multiplicities: readonly number[],
): CadSpline<Point> {
  const { flat, indices } = unroll(tokens, degree, points.length, knots, multiplicities);
  return {
    kind: 'spline',
    degree,
    points: indices.map((i) => points[i]),
    weights: indices.map((i) => weights[i]),
    knots: flat,
  };
}

/**
 * Flat knots and indices of the points of a periodic spline over one period: the flat sequence of a period, with first and last multiplicity
 * equal, repeats in both directions.
 */
function unroll(
  tokens: BrepTokens,
  degree: number,
  count: number,
  knots: readonly number[],
  multiplicities: readonly number[],
): { flat: number[]; indices: number[] } {
  const first = multiplicities[0];
  const cycle = knots.slice(0, knots.length - multiplicities[multiplicities.length - 1]);
  const period = knots[knots.length - 1] - knots[0];
  if (cycle.length !== count || !(period > 0) || count === 0) {
    return failAt(tokens, `expected as many knots in a period as points, ${count}, got ${cycle.length}`);
  }
  const at = (k: number) => cycle[((k % count) + count) % count] + period * Math.floor(k / count);
  // points i of the period begin at the flat knot with index i + first - 1 - degree relative to the first knot
  const start = first - 1 - degree;
  const pieces = count + degree + 1 - first;
  const total = Math.max(pieces, degree + 1) + first - 1;
  const flat = Array.from({ length: total + degree + 1 }, (_, k) => at(start + k));
  const indices = Array.from({ length: total }, (_, i) => i % count);
  return { flat, indices };
}

function readBezierSurface(tokens: BrepTokens): CadSplineSurface {
  const rational = nextCount(tokens, '0 or 1', 1) + nextCount(tokens, '0 or 1', 1) > 0;
  const [degreeU, degreeV] = [nextCount(tokens, 'a degree', MAX_DEGREE), nextCount(tokens, 'a degree', MAX_DEGREE)];
  const [points, weights] = readGrid(tokens, degreeU + 1, degreeV + 1, rational);
  const clamped = (n: number) => [...Array<number>(n + 1).fill(0), ...Array<number>(n + 1).fill(1)];
  const [knotsU, knotsV] = [clamped(degreeU), clamped(degreeV)];
  return { kind: 'spline-surface', degreeU, degreeV, points, weights, knotsU, knotsV, periodU: 0, periodV: 0 };
}

function readGrid(tokens: BrepTokens, countU: number, countV: number, rational: boolean): [Vector[][], number[][]] {
  if (countU * countV * 3 > tokens.words.length - tokens.at) failAt(tokens, 'expected more points, but the file ends');
  const points: Vector[][] = [];
  const weights: number[][] = [];
  for (let i = 0; i < countU; i++) {
    const [row, rowWeights] = readPoles(tokens, countV, rational, vector);
    points.push(row);
    weights.push(rowWeights);
  }
  return [points, weights];
}

function readSplineSurface(tokens: BrepTokens): CadSplineSurface {
  const flag = () => nextCount(tokens, '0 or 1', 1) === 1;
  const [rationalU, rationalV, periodicU, periodicV] = [flag(), flag(), flag(), flag()];
  const [degreeU, degreeV] = [nextCount(tokens, 'a degree', MAX_DEGREE), nextCount(tokens, 'a degree', MAX_DEGREE)];
  const [countU, countV] = [nextCount(tokens, 'a number of points'), nextCount(tokens, 'a number of points')];
  const [knotCountU, knotCountV] = [nextCount(tokens, 'a number of knots'), nextCount(tokens, 'a number of knots')];
  const [points, weights] = readGrid(tokens, countU, countV, rationalU || rationalV);
  const [u, v] = [readKnots(tokens, knotCountU), readKnots(tokens, knotCountV)];
  const all = (count: number) => Array.from({ length: count }, (_, i) => i);
  const alongU = periodicU
    ? unroll(tokens, degreeU, countU, u.flat, u.multiplicities)
    : { flat: u.flat, indices: all(countU) };
  const alongV = periodicV
    ? unroll(tokens, degreeV, countV, v.flat, v.multiplicities)
    : { flat: v.flat, indices: all(countV) };
  return {
    kind: 'spline-surface',
    degreeU,
    degreeV,
    points: alongU.indices.map((i) => alongV.indices.map((j) => points[i][j])),
    weights: alongU.indices.map((i) => alongV.indices.map((j) => weights[i][j])),
    knotsU: alongU.flat,
    knotsV: alongV.flat,
    periodU: periodicU ? u.flat[u.flat.length - 1] - u.flat[0] : 0,
    periodV: periodicV ? v.flat[v.flat.length - 1] - v.flat[0] : 0,
  };
}

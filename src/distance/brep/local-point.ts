/**
 * Points of one face or edge near a start: the one farthest along a direction and the one closest to a point. Used for contact points, which
 * start from triangles: a step is at most as long as a triangle, so that the points of a line of contact stay apart.
 */
import type { BrepEdge, BrepFace } from '../../shapes/brep/brep.ts';
import { pieceOf } from '../../shapes/brep/face-normal.ts';
import { isInsideLoops } from '../../shapes/brep/trimmed-cell.ts';
import { CURVE_JET, evaluateCurve } from '../../shapes/nurbs/curve.ts';
import { evaluatePatch, PATCH_JET } from '../../shapes/nurbs/patch.ts';

/** A point of a face or edge, body axes. */
export interface LocalPoint {
  /** Parameters: u and v of a face, t of an edge. */
  u: number;
  v: number;
  /** Point [m]. */
  readonly point: Float64Array;
  /** Outward unit normal of a face. */
  readonly normal: Float64Array;
}

export function createLocalPoint(): LocalPoint {
  return { u: 0.5, v: 0.5, point: new Float64Array(3), normal: new Float64Array(3) };
}

const jet = new Float64Array(PATCH_JET);
const curveJet = new Float64Array(CURVE_JET);
const MAX_STEPS = 12;
const MAX_HALVINGS = 6;
/** Differences of points of a closed surface, relative to its size. */
const SAME_POINT = 1e-9;
/** Bisections that bring a point back into its face. */
const BISECTIONS = 30;
/** Gains below this fraction of the limit of a step end the search. */
const NO_GAIN = 1e-24;
/** Gains below this fraction are hidden by the rounding of heights. */
const ROUNDING = 1e-9;
/** A face or edge that bends by less than this over a step is flat there: a point on a rim that lies in the plane stays [rad]. */
const FLAT = 1e-6;
/** Squared sine of the angle between the normal and the direction to a point above which the closest point is on the boundary of its face. */
const PERPENDICULAR = 1e-12;

/** Jet of a face at (u, v), with derivatives by these parameters. */
function evaluateFace(face: BrepFace, atU: number, atV: number): void {
  const range = rangeOf(face);
  const u = wrap(atU, range.lowU, range.highU, range.closedU);
  const v = wrap(atV, range.lowV, range.highV, range.closedV);
  const piece = pieceOf(face, u, v);
  const [width, height] = [piece.toU - piece.fromU, piece.toV - piece.fromV];
  evaluatePatch(jet, piece.patch, (u - piece.fromU) / width, (v - piece.fromV) / height);
  for (let k = 0; k < 3; k++) {
    jet[3 + k] /= width;
    jet[6 + k] /= height;
    jet[9 + k] /= width * width;
    jet[12 + k] /= width * height;
    jet[15 + k] /= height * height;
  }
}

function dot(a: Float64Array, i: number, b: ArrayLike<number>): number {
  return a[i] * b[0] + a[i + 1] * b[1] + a[i + 2] * b[2];
}

function dotJet(i: number, j: number): number {
  return jet[i] * jet[j] + jet[i + 1] * jet[j + 1] + jet[i + 2] * jet[j + 2];
}

/** Writes point and normal of the last jet. False at a pole, where there is no normal. */
function writePoint(out: LocalPoint, { reversed }: BrepFace): boolean {
  const { point, normal } = out;
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    point[k] = jet[k];
    normal[k] = jet[3 + i] * jet[6 + j] - jet[3 + j] * jet[6 + i];
  }
  const length = Math.sqrt(dot(normal, 0, normal)) * (reversed ? -1 : 1);
  if (!(Math.abs(length) > 1e-9 * Math.max(dotJet(3, 3), dotJet(6, 6)))) return false;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return true;
}

/** Parameters of a surface, and whether it closes in u or v, as a cylinder does at its seam. */
interface Range {
  readonly lowU: number;
  readonly highU: number;
  readonly lowV: number;
  readonly highV: number;
  readonly closedU: boolean;
  readonly closedV: boolean;
}

const ranges = new WeakMap<BrepFace, Range>();

function rangeOf(face: BrepFace): Range {
  let range = ranges.get(face);
  if (range === undefined) {
    const { pieces } = face;
    const last = pieces[pieces.length - 1];
    const [lowU, lowV, highU, highV] = [pieces[0].fromU, pieces[0].fromV, last.toU, last.toV];
    const at = (u: number, v: number) => {
      const { patch, fromU, toU, fromV, toV } = pieceOf(face, u, v);
      return evaluatePatch(jet, patch, (u - fromU) / (toU - fromU), (v - fromV) / (toV - fromV)).slice(0, 3);
    };
    const coincide = (a: Float64Array, b: Float64Array, c: Float64Array) =>
      a.every((x, k) => Math.abs(x - b[k]) <= SAME_POINT * Math.abs(x - c[k]) + SAME_POINT * Math.abs(x));
    const fractions = [0.2, 0.5, 0.9];
    const [midU, midV] = [0.5 * (lowU + highU), 0.5 * (lowV + highV)];
    range = {
      lowU,
      lowV,
      highU,
      highV,
      closedU: fractions.every((t) => {
        const v = lowV + t * (highV - lowV);
        return coincide(at(lowU, v), at(highU, v), at(midU, v));
      }),
      closedV: fractions.every((t) => {
        const u = lowU + t * (highU - lowU);
        return coincide(at(u, lowV), at(u, highV), at(u, midV));
      }),
    };
    ranges.set(face, range);
  }
  return range;
}

/** The parameter in the range of a closed surface, or its nearest end. */
function wrap(t: number, low: number, high: number, isClosed: boolean): number {
  if (t >= low && t <= high) return t;
  if (!isClosed) return t < low ? low : high;
  const periods = Math.floor((t - low) / (high - low));
  return Math.min(Math.max(t - periods * (high - low), low), high);
}

/** A parameter that may leave the range of a closed surface only. */
function limited(t: number, low: number, high: number, isClosed: boolean): number {
  return isClosed ? t : Math.min(Math.max(t, low), high);
}

/** Fraction of the range of the parameters: a point this far outside of a loop is on it. */
const ON_LOOP = 1e-9;

/** Is a point inside the loops, or on them? */
function isOnFace(face: BrepFace, atU: number, atV: number): boolean {
  const { lowU, highU, lowV, highV, closedU, closedV } = rangeOf(face);
  const u = wrap(atU, lowU, highU, closedU);
  const v = wrap(atV, lowV, highV, closedV);
  if (isInsideLoops(face, u, v)) return true;
  const [du, dv] = [ON_LOOP * (highU - lowU), ON_LOOP * (highV - lowV)];
  for (const i of [-1, 1]) {
    for (const j of [-1, 1]) if (isInsideLoops(face, u + i * du, v + j * dv)) return true;
  }
  return false;
}

/** Step in u and v, and the expected gain [m]. */
const step = new Float64Array(3);

/**
 * Moves (out.u, out.v) to the local maximum of d·S along the directions in which the face curves away from d; `limit`: longest step [m]. Along
 * straight lines of the face the point stays. Returns the gain [m].
 */
export function climbFace(out: LocalPoint, face: BrepFace, d: Float64Array, limit: number): number {
  const range = rangeOf(face);
  const { u: startU, v: startV } = out;
  evaluateFace(face, startU, startV);
  const start = dot(jet, 0, d);
  let height = start;
  for (let k = 0; k < MAX_STEPS; k++) {
    if (!setClimb(d, limit)) break;
    let fraction = 1;
    let next = height;
    let [u, v] = [out.u, out.v];
    if (step[2] < ROUNDING * limit) {
      // the height no longer shows the progress; Newton's step does
      out.u = limited(u + step[0], range.lowU, range.highU, range.closedU);
      out.v = limited(v + step[1], range.lowV, range.highV, range.closedV);
      break;
    }
    for (let j = 0; j < MAX_HALVINGS && !(next > height); j++, fraction *= 0.5) {
      u = limited(out.u + fraction * step[0], range.lowU, range.highU, range.closedU);
      v = limited(out.v + fraction * step[1], range.lowV, range.highV, range.closedV);
      evaluateFace(face, u, v);
      next = dot(jet, 0, d);
    }
    if (!(next > height)) break;
    [out.u, out.v, height] = [u, v, next];
  }
  if (!isOnFace(face, out.u, out.v)) returnInside(out, face, startU, startV);
  evaluateFace(face, out.u, out.v);
  if (!writePoint(out, face)) return 0;
  return dot(jet, 0, d) - start;
}

/** Bisects towards a start on the face; a start on its boundary may count as outside and is then taken. */
function returnInside(out: LocalPoint, face: BrepFace, startU: number, startV: number): void {
  let [inside, outside] = [0, 1];
  const { u, v } = out;
  for (let k = 0; k < BISECTIONS; k++) {
    const t = 0.5 * (inside + outside);
    if (isOnFace(face, startU + t * (u - startU), startV + t * (v - startV))) inside = t;
    else outside = t;
  }
  out.u = startU + inside * (u - startU);
  out.v = startV + inside * (v - startV);
}

/** Newton's step in the principal directions of the height over the tangent plane, where it is concave. False: nothing to gain. */
function setClimb(d: Float64Array, limit: number): boolean {
  const lengthU = Math.sqrt(dotJet(3, 3));
  if (!(lengthU > 0)) return false;
  const skew = dotJet(3, 6) / (lengthU * lengthU);
  const acrossSq = dotJet(6, 6) - skew * skew * lengthU * lengthU;
  if (!(acrossSq > 1e-18 * dotJet(6, 6))) return false;
  const across = Math.sqrt(acrossSq);
  // orthonormal tangents S_u / |S_u| and (S_v - skew S_u) / across
  const g1 = dot(jet, 3, d) / lengthU;
  const g2 = (dot(jet, 6, d) - skew * dot(jet, 3, d)) / across;
  const [uu, uv, vv] = [dot(jet, 9, d), dot(jet, 12, d), dot(jet, 15, d)];
  const h11 = uu / (lengthU * lengthU);
  const h12 = (uv - skew * uu) / (lengthU * across);
  const h22 = (vv - 2 * skew * uv + skew * skew * uu) / acrossSq;
  const mean = 0.5 * (h11 + h22);
  const half = Math.hypot(0.5 * (h11 - h22), h12);
  let [s1, s2, gain] = [0, 0, 0];
  for (const sign of [-1, 1]) {
    const bend = mean + sign * half;
    // eigenvector of the larger row
    let [e1, e2] = Math.abs(h11 - bend) > Math.abs(h22 - bend) ? [-h12, h11 - bend] : [h22 - bend, -h12];
    const length = Math.hypot(e1, e2);
    [e1, e2] = length > 0 ? [e1 / length, e2 / length] : sign < 0 ? [1, 0] : [0, 1];
    const slope = g1 * e1 + g2 * e2;
    if (!(bend < 0) || !(slope * slope > -2 * NO_GAIN * limit * bend)) continue;
    if (-bend * limit < FLAT) continue;
    const along = Math.min(Math.max(-slope / bend, -limit), limit);
    s1 += along * e1;
    s2 += along * e2;
    gain += slope * along;
  }
  if (!(gain > NO_GAIN * limit)) return false;
  step[2] = gain;
  step[1] = s2 / across;
  step[0] = s1 / lengthU - skew * step[1];
  return true;
}

/**
 * Moves (out.u, out.v) to the point of a face closest to `q`, in body axes, from a start near it. False if that is on the boundary or outside of the
 * loops: farther than `tolerance` [m] from the normal through the point found.
 */
export function projectOnFace(out: LocalPoint, face: BrepFace, q: Float64Array, tolerance: number): boolean {
  const range = rangeOf(face);
  evaluateFace(face, out.u, out.v);
  let squared = distanceSq(q);
  for (let k = 0; k < MAX_STEPS; k++) {
    setProjection(q);
    let [u, v, next] = [out.u, out.v, squared];
    for (let j = 0, fraction = 1; j < MAX_HALVINGS && !(next < squared); j++, fraction *= 0.5) {
      u = limited(out.u + fraction * step[0], range.lowU, range.highU, range.closedU);
      v = limited(out.v + fraction * step[1], range.lowV, range.highV, range.closedV);
      evaluateFace(face, u, v);
      next = distanceSq(q);
    }
    if (!(next < squared)) break;
    [out.u, out.v, squared] = [u, v, next];
  }
  evaluateFace(face, out.u, out.v);
  if (!writePoint(out, face) || !isOnFace(face, out.u, out.v)) return false;
  const { normal, point } = out;
  const along = normal[0] * (q[0] - point[0]) + normal[1] * (q[1] - point[1]) + normal[2] * (q[2] - point[2]);
  return squared - along * along <= Math.max(PERPENDICULAR * squared, tolerance * tolerance);
}

function distanceSq(q: Float64Array): number {
  return (jet[0] - q[0]) ** 2 + (jet[1] - q[1]) ** 2 + (jet[2] - q[2]) ** 2;
}

/** Newton's step for |S - q|²/2, or that of Gauss and Newton where the second derivative is not positive definite. */
function setProjection(q: Float64Array): void {
  const [x, y, z] = [jet[0] - q[0], jet[1] - q[1], jet[2] - q[2]];
  const along = (i: number) => jet[i] * x + jet[i + 1] * y + jet[i + 2] * z;
  let [a, b, c] = [dotJet(3, 3) + along(9), dotJet(3, 6) + along(12), dotJet(6, 6) + along(15)];
  if (!(a > 0 && a * c - b * b > 1e-9 * dotJet(3, 3) * dotJet(6, 6))) {
    [a, b, c] = [dotJet(3, 3), dotJet(3, 6), dotJet(6, 6)];
  }
  const determinant = a * c - b * b;
  const [gu, gv] = [along(3), along(6)];
  const usable = determinant > 1e-18 * a * c;
  step[0] = usable ? (b * gv - c * gu) / determinant : 0;
  step[1] = usable ? (b * gu - a * gv) / determinant : 0;
}

/** Moves out.u between `from` and `to` to the local maximum of d·C on an edge where it curves away from d. Returns the gain [m]. */
export function climbEdge(out: LocalPoint, { curve }: BrepEdge, d: Float64Array, from: number, to: number): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  evaluateCurve(curveJet, curve, out.u);
  const start = dot(curveJet, 0, d);
  let height = start;
  for (let k = 0; k < MAX_STEPS; k++) {
    const [slope, bend] = [dot(curveJet, 3, d), dot(curveJet, 6, d)];
    const speed = Math.sqrt(dot(curveJet, 3, curveJet.subarray(3, 6)));
    if (!(-bend * (high - low) > FLAT * speed)) break;
    const t = Math.min(Math.max(out.u - slope / bend, low), high);
    evaluateCurve(curveJet, curve, t);
    const next = dot(curveJet, 0, d);
    if (!(next > height)) break;
    [out.u, height] = [t, next];
  }
  evaluateCurve(curveJet, curve, out.u);
  for (let k = 0; k < 3; k++) out.point[k] = curveJet[k];
  return height - start;
}

/** Moves out.u between `from` and `to` to the point of an edge closest to `q`. Returns the distance [m]. */
export function projectOnEdge(out: LocalPoint, { curve }: BrepEdge, q: Float64Array, from: number, to: number): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const squaredAt = (t: number) => {
    evaluateCurve(curveJet, curve, t);
    return (curveJet[0] - q[0]) ** 2 + (curveJet[1] - q[1]) ** 2 + (curveJet[2] - q[2]) ** 2;
  };
  let squared = squaredAt(out.u);
  for (let k = 0; k < MAX_STEPS; k++) {
    const [x, y, z] = [curveJet[0] - q[0], curveJet[1] - q[1], curveJet[2] - q[2]];
    const slope = curveJet[3] * x + curveJet[4] * y + curveJet[5] * z;
    const speedSq = curveJet[3] ** 2 + curveJet[4] ** 2 + curveJet[5] ** 2;
    const bend = speedSq + curveJet[6] * x + curveJet[7] * y + curveJet[8] * z;
    const t = Math.min(Math.max(out.u - slope / (bend > 1e-3 * speedSq ? bend : speedSq), low), high);
    const next = squaredAt(t);
    if (!(next < squared)) break;
    [out.u, squared] = [t, next];
  }
  squaredAt(out.u);
  for (let k = 0; k < 3; k++) out.point[k] = curveJet[k];
  return Math.sqrt(squared);
}

/**
 * The first crossing of a ray and a Bezier patch, with proof.
 *
 * In axes across and along the ray the patch is (x, y, z)/w, and is met where the polynomials x and y vanish, at the way z/w. Poles
 * enclose what they make, so a part of the patch whose poles are all on one side of the ray, or all beyond a crossing already known, is
 * left out; other parts are halved, the nearer half first. A part on which (u, v) → (x, y), brought near to the identity by its slopes
 * in the middle, is proven one to one (its slopes are all diagonally dominant) has one crossing at most: Newton's method finds it.
 */
import { type BezierPatch, evaluatePatchAt, PATCH_JET } from '../shapes/nurbs/patch.ts';
import { keepNearer, nearestEntry } from './nearest-span.ts';
import { ENTER, ERROR, EXIT, FEATURE, FROM, NORMAL, setNormal, span } from './ray-span.ts';

/** Axes of the ray by rows: two across it, then its direction. */
export const rayAxes = new Float64Array(9);

/** A part this small, as a share of the size, is one place: a pole of the patch, or a place that is grazed. */
const SMALLEST = 1e-13;
/** Parts looked at before a patch is given up: only rays that graze a surface all along meet so many. */
const MAX_PARTS = 20000;
/** A pole this near to the ray is on it, as a share of the size: rounding. */
const ON_RAY = 4e-16;
/** Steps of Newton's method; parameters that change by less have settled. */
const NEWTON_STEPS = 12;
const SETTLED = 4e-15;
/** Crossings this far outside the part they were searched in, in parameters, count: rounding at the seams of patches. */
const BEYOND = 4e-14;

/** Poles (x, y, z, w) of the parts that wait, and their rectangles u from, u to, v from, v to. */
let controlPoints = new Float64Array(0);
const CAPACITY = 128;
const rectangles = new Float64Array(4 * CAPACITY);
let count = 0;
let width = 0;
let size = 0;

const place = new Float64Array(2);
const jet = new Float64Array(PATCH_JET);

/** Keeps the first crossing of face number `feature` as a span, if it comes before those kept so far. */
export function rayPatch(line: Float64Array, patch: BezierPatch, feature: number): void {
  loadPatch(line, patch);
  for (let parts = 0; count > 0 && parts < MAX_PARTS; parts++) {
    if (!mayCross()) {
      count--;
    } else if (isPoint()) {
      keepMiddle(line, patch, feature);
      count--;
    } else if (isOneToOne(patch) && settle(line, patch)) {
      keepCrossing(line, patch, feature, 0);
      count--;
    } else {
      halve(patch);
    }
  }
  // given up: the nearest part left is as good a crossing as its length is short
  if (count > 0 && mayCross()) keepMiddle(line, patch, feature);
}

/** The middle of the part on top, whose bounds are known, as a crossing. */
function keepMiddle(line: Float64Array, patch: BezierPatch, feature: number): void {
  place[0] = 0.5 * (rectangles[4 * count - 4] + rectangles[4 * count - 3]);
  place[1] = 0.5 * (rectangles[4 * count - 2] + rectangles[4 * count - 1]);
  keepCrossing(line, patch, feature, bounds[5] - bounds[4]);
}

/** The whole patch as the only part, in the axes of the ray. */
function loadPatch(line: Float64Array, { control, degreeU, degreeV }: BezierPatch): void {
  width = 4 * (degreeU + 1) * (degreeV + 1);
  if (controlPoints.length < width * CAPACITY) controlPoints = new Float64Array(width * CAPACITY);
  size = 0;
  for (let at = 0; at < width; at += 4) {
    const w = control[at + 3];
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += rayAxes[3 * k + c] * (control[at + c] - w * line[c]);
      controlPoints[at + k] = sum;
      size = Math.max(size, Math.abs(sum) / w);
    }
    controlPoints[at + 3] = w;
  }
  rectangles[0] = 0;
  rectangles[1] = 1;
  rectangles[2] = 0;
  rectangles[3] = 1;
  count = 1;
}

/** Bounds of x/w, y/w and z/w over the poles of the part on top: low, high of each. */
const bounds = new Float64Array(6);

/** Can the part on top hold a crossing that comes first? */
function mayCross(): boolean {
  const from = (count - 1) * width;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let at = from; at < from + width; at += 4) {
      const value = controlPoints[at + k] / controlPoints[at + 3];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    bounds[2 * k] = low;
    bounds[2 * k + 1] = high;
  }
  const slack = ON_RAY * size;
  for (let k = 0; k < 4; k += 2) if (bounds[k] > slack || bounds[k + 1] < -slack) return false;
  return bounds[4] < nearestEntry() && bounds[5] >= span[FROM];
}

/** Is the part on top so small that all of it is one place? */
function isPoint(): boolean {
  const extent = Math.max(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]);
  return extent <= SMALLEST * size || count === CAPACITY;
}

/** Mean slopes: of x and y along u, then along v. */
const slopes = new Float64Array(4);

/** Is (u, v) → (x, y) proven one to one on the part on top? */
function isOneToOne({ degreeU, degreeV }: BezierPatch): boolean {
  const from = (count - 1) * width;
  const row = 4 * (degreeV + 1);
  slopes.fill(0);
  for (let at = 0; at < width; at += 4) {
    for (let k = 0; k < 2; k++) {
      if (at >= row) slopes[k] += (controlPoints[from + at + k] - controlPoints[from + at + k - row]) / (degreeV + 1);
      if (at % row > 0)
        slopes[2 + k] += (controlPoints[from + at + k] - controlPoints[from + at + k - 4]) / (degreeU + 1);
    }
  }
  const xu = slopes[0];
  const yu = slopes[1];
  const xv = slopes[2];
  const yv = slopes[3];
  const determinant = xu * yv - xv * yu;
  if (determinant === 0) return false;
  // the largest departures of the slopes from those of the identity: of the first row along u and v, of the second along u and v
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0; at < width; at += 4) {
    if (at >= row) {
      const dx = degreeU * (controlPoints[from + at] - controlPoints[from + at - row]);
      const dy = degreeU * (controlPoints[from + at + 1] - controlPoints[from + at + 1 - row]);
      a = Math.max(a, Math.abs((yv * dx - xv * dy) / determinant - 1));
      c = Math.max(c, Math.abs((xu * dy - yu * dx) / determinant));
    }
    if (at % row > 0) {
      const dx = degreeV * (controlPoints[from + at] - controlPoints[from + at - 4]);
      const dy = degreeV * (controlPoints[from + at + 1] - controlPoints[from + at - 3]);
      b = Math.max(b, Math.abs((yv * dx - xv * dy) / determinant));
      d = Math.max(d, Math.abs((xu * dy - yu * dx) / determinant - 1));
    }
  }
  return a + b < 1 && c + d < 1;
}

/** Newton's method from the middle of the part on top; false if it leaves it. The place found is left in `place`, its jet in `jet`. */
// biome-ignore format: one vector per line
function settle(line: Float64Array, patch: BezierPatch): boolean {
  const r = 4 * (count - 1);
  const u0 = rectangles[r], u1 = rectangles[r + 1], v0 = rectangles[r + 2], v1 = rectangles[r + 3];
  let u = 0.5 * (u0 + u1), v = 0.5 * (v0 + v1);
  let settled = false;
  for (let step = 0; !settled && step < NEWTON_STEPS; step++) {
    place[0] = u; place[1] = v;
    evaluatePatchAt(jet, patch, place);
    const x = across(line, 0), y = across(line, 3);
    const xu = slope(0, 3), yu = slope(3, 3), xv = slope(0, 6), yv = slope(3, 6);
    const determinant = xu * yv - xv * yu;
    if (determinant === 0) return false;
    const du = (xv * y - yv * x) / determinant, dv = (yu * x - xu * y) / determinant;
    // a step may lead out of the part for once, by less than its size
    u = Math.min(Math.max(u + du, 2 * u0 - u1), 2 * u1 - u0);
    v = Math.min(Math.max(v + dv, 2 * v0 - v1), 2 * v1 - v0);
    settled = Math.abs(du) + Math.abs(dv) <= SETTLED;
  }
  if (!(settled && u >= u0 - BEYOND && u <= u1 + BEYOND && v >= v0 - BEYOND && v <= v1 + BEYOND)) return false;
  place[0] = Math.min(Math.max(u, 0), 1); place[1] = Math.min(Math.max(v, 0), 1);
  return true;
}

/** The component along an axis of the ray of the point in `jet`, seen from the ray. */
function across(line: Float64Array, axis: number): number {
  return (
    rayAxes[axis] * (jet[0] - line[0]) + rayAxes[axis + 1] * (jet[1] - line[1]) + rayAxes[axis + 2] * (jet[2] - line[2])
  );
}

/** The same of a derivative in `jet`. */
function slope(axis: number, at: number): number {
  return rayAxes[axis] * jet[at] + rayAxes[axis + 1] * jet[at + 1] + rayAxes[axis + 2] * jet[at + 2];
}

function keepCrossing(line: Float64Array, patch: BezierPatch, feature: number, error: number): void {
  evaluatePatchAt(jet, patch, place);
  const t = across(line, 6);
  if (t < span[FROM]) return;
  span[ENTER] = t;
  span[EXIT] = Number.POSITIVE_INFINITY;
  span[FEATURE] = feature;
  span[ERROR] = error;
  // near a collapsed side a tangent is short and mostly rounding: the mixed derivative has its direction there
  if (
    !writeNormal(3, 6, 1) &&
    !writeNormal(3, 12, place[0] < 0.5 ? 1 : -1) &&
    !writeNormal(12, 6, place[1] < 0.5 ? 1 : -1)
  ) {
    setNormal(-line[3], -line[4], -line[5]);
  }
  keepNearer();
}

/** A tangent shorter than this share of the other one is as long as its place is far from a collapsed side. */
const DEGENERATE = 1e-8;

/** The product of two derivatives of `jet`, f_u × f_v or what it tends to; false if it is next to nothing, and not written. */
function writeNormal(first: number, second: number, sign: number): boolean {
  const ux = jet[first];
  const uy = jet[first + 1];
  const uz = jet[first + 2];
  const vx = jet[second];
  const vy = jet[second + 1];
  const vz = jet[second + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const spread = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
  if (!(length > DEGENERATE * spread)) return false;
  span[NORMAL] = (sign * x) / length;
  span[NORMAL + 1] = (sign * y) / length;
  span[NORMAL + 2] = (sign * z) / length;
  return true;
}

/** Halves the part on top in the direction in which its poles lie farther apart; the half that begins nearer comes on top. */
function halve({ degreeU, degreeV }: BezierPatch): void {
  const from = (count - 1) * width;
  const row = 4 * (degreeV + 1);
  let alongU = 0;
  let alongV = 0;
  for (let at = from; at < from + width; at += 4) {
    for (let k = 0; k < 3; k++) {
      if (at - from >= row)
        alongU = Math.max(
          alongU,
          Math.abs(
            controlPoints[at + k] / controlPoints[at + 3] - controlPoints[at + k - row] / controlPoints[at + 3 - row],
          ),
        );
      if ((at - from) % row > 0)
        alongV = Math.max(
          alongV,
          Math.abs(controlPoints[at + k] / controlPoints[at + 3] - controlPoints[at + k - 4] / controlPoints[at - 1]),
        );
    }
  }
  const inU = alongU * degreeU >= alongV * degreeV;
  splitTop(inU ? degreeU : degreeV, inU ? row : 4, inU ? degreeV + 1 : degreeU + 1, inU ? 4 : row);
  const r = 4 * (count - 1);
  for (let k = 0; k < 4; k++) rectangles[r + 4 + k] = rectangles[r + k];
  const low = inU ? 0 : 2;
  const midpoint = 0.5 * (rectangles[r + low] + rectangles[r + low + 1]);
  rectangles[r + low] = midpoint;
  rectangles[r + 5 + low] = midpoint;
  count++;
  if (nearestPole(count - 2) < nearestPole(count - 1)) exchangeTop();
}

/** De Casteljau at one half: the upper half stays, the lower one is put above it. `lines` rows of degree + 1 poles. */
function splitTop(degree: number, stride: number, lines: number, between: number): void {
  const from = (count - 1) * width;
  const to = count * width;
  for (let line = 0; line < lines; line++) {
    for (let k = 0; k < 4; k++) {
      const start = line * between + k;
      for (let step = 0; step <= degree; step++) {
        controlPoints[to + start + step * stride] = controlPoints[from + start];
        for (let i = 0; i < degree - step; i++) {
          const at = from + start + i * stride;
          controlPoints[at] = 0.5 * (controlPoints[at] + controlPoints[at + stride]);
        }
      }
    }
  }
}

function nearestPole(part: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = part * width; at < (part + 1) * width; at += 4)
    nearest = Math.min(nearest, controlPoints[at + 2] / controlPoints[at + 3]);
  return nearest;
}

function exchangeTop(): void {
  const a = (count - 2) * width;
  const b = (count - 1) * width;
  for (let k = 0; k < width; k++) {
    const kept = controlPoints[a + k];
    controlPoints[a + k] = controlPoints[b + k];
    controlPoints[b + k] = kept;
  }
  for (let k = 4 * (count - 2); k < 4 * (count - 1); k++) {
    const kept = rectangles[k];
    rectangles[k] = rectangles[k + 4];
    rectangles[k + 4] = kept;
  }
}

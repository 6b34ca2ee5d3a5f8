/**
 * The first crossing of a ray and a Bezier patch, certified.
 *
 * In axes perpendicular to and along the ray the patch is (x, y, z)/w, and crosses it where the polynomials x and y vanish, at distance
 * z/w. By the convex hull property, a part of the patch whose control points all lie on one side of the ray, or all beyond a known
 * crossing, is discarded; other parts are halved, the nearer half first. A part on which (u, v) → (x, y), preconditioned by its mean
 * slopes, is certified to be one-to-one (all its slopes are diagonally dominant) has at most one crossing: Newton's method finds it.
 */

import type { BezierPatch } from '../shapes/nurbs/bezier.ts';
import { evaluatePatchAt, PATCH_JET } from '../shapes/nurbs/patch.ts';
import { nearestEntry, storeIfNearer } from './nearest-span.ts';
import { ENTER, ERROR, EXIT, FEATURE, FROM, NORMAL, setNormal, span } from './ray-span.ts';

/** A part this small, relative to the size, is treated as a point: a pole of the patch, or a grazing point. */
const SMALLEST = 1e-13;
/** Maximum number of parts tested per patch: reached only by rays that graze a surface along a curve. */
const MAX_PARTS = 20000;
/** A control point this near to the ray, relative to the size, is on it: rounding. */
const ON_RAY = 4e-16;
/** Maximum number of Newton steps, and the parameter change at which they have converged. */
const NEWTON_STEPS = 12;
const CONVERGED = 4e-15;
/** Crossings this far outside their part, in parameters, count: rounding at the edges of patches. */
const BEYOND = 4e-14;

/** Control points (x, y, z, w) of the parts on the stack, and their rectangles: u from, u to, v from, v to. */
let controlPoints = new Float64Array(0);
const CAPACITY = 128;
const rectangles = new Float64Array(4 * CAPACITY);
let count = 0;
let width = 0;
let size = 0;

const parameters = new Float64Array(2);
const jet = new Float64Array(PATCH_JET);

/** A trimmed part of a patch: which parameters belong to it, and whether its outward normal is -(f_u × f_v). */
export interface PatchTrim {
  readonly reversed: boolean;
  readonly contains: (u: number, v: number) => boolean;
}

/** The trim of the current patch; null: the whole patch. */
let trim: PatchTrim | null = null;

/**
 * Stores the first crossing of face number `feature` as a span, if it precedes the stored one. `rayAxes` are the axes of the ray by rows: two perpendicular to it, then
 * its direction.
 */
export function rayPatch(
  line: Float64Array,
  patch: BezierPatch,
  feature: number,
  rayAxes: Float64Array,
  patchTrim: PatchTrim | null = null,
): void {
  trim = patchTrim;
  loadPatch(line, patch, rayAxes);
  for (let parts = 0; count > 0 && parts < MAX_PARTS; parts++) {
    if (!mayCross()) {
      count--;
    } else if (isPoint()) {
      storeMidpoint(line, patch, feature, rayAxes);
      count--;
    } else if (isOneToOne(patch) && newton(line, patch, rayAxes)) {
      storeCrossing(line, patch, feature, 0, rayAxes);
      count--;
    } else {
      halve(patch);
    }
  }
  // part limit reached: take the nearest remaining part, with its length as the error
  if (count > 0 && mayCross()) storeMidpoint(line, patch, feature, rayAxes);
}

/** Stores the midpoint of the part on top, whose bounds are known, as a crossing. */
function storeMidpoint(line: Float64Array, patch: BezierPatch, feature: number, rayAxes: Float64Array): void {
  parameters[0] = 0.5 * (rectangles[4 * count - 4] + rectangles[4 * count - 3]);
  parameters[1] = 0.5 * (rectangles[4 * count - 2] + rectangles[4 * count - 1]);
  storeCrossing(line, patch, feature, bounds[5] - bounds[4], rayAxes);
}

/** Sets the whole patch as the only part, in the axes of the ray. */
function loadPatch(line: Float64Array, { control, degreeU, degreeV }: BezierPatch, rayAxes: Float64Array): void {
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

/** Bounds of x/w, y/w and z/w over the control points of the part on top: low, high of each. */
const bounds = new Float64Array(6);

/** Can the part on top contain the first crossing? */
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

/** Is the part on top small enough to be treated as a point? */
function isPoint(): boolean {
  const extent = Math.max(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]);
  return extent <= SMALLEST * size || count === CAPACITY;
}

/** Mean slopes: of x and y along u, then along v. */
const slopes = new Float64Array(4);

/** Is (u, v) → (x, y) certified to be one-to-one on the part on top? */
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
  // maximum deviations of the slopes from the identity: first row along u and v, second row along u and v
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

/** Newton's method from the midpoint of the part on top; false if it leaves the part. Writes the result to `parameters` and `jet`. */
// biome-ignore format: one vector per line
function newton(line: Float64Array, patch: BezierPatch, rayAxes: Float64Array): boolean {
  const r = 4 * (count - 1);
  const u0 = rectangles[r], u1 = rectangles[r + 1], v0 = rectangles[r + 2], v1 = rectangles[r + 3];
  let u = 0.5 * (u0 + u1), v = 0.5 * (v0 + v1);
  let converged = false;
  for (let step = 0; !converged && step < NEWTON_STEPS; step++) {
    parameters[0] = u; parameters[1] = v;
    evaluatePatchAt(jet, patch, parameters);
    const x = component(line, 0, rayAxes), y = component(line, 3, rayAxes);
    const xu = slopeAlong(0, 3, rayAxes), yu = slopeAlong(3, 3, rayAxes), xv = slopeAlong(0, 6, rayAxes), yv = slopeAlong(3, 6, rayAxes);
    const determinant = xu * yv - xv * yu;
    if (determinant === 0) return false;
    const du = (xv * y - yv * x) / determinant, dv = (yu * x - xu * y) / determinant;
    // a step may leave the part temporarily, by less than its size
    u = Math.min(Math.max(u + du, 2 * u0 - u1), 2 * u1 - u0);
    v = Math.min(Math.max(v + dv, 2 * v0 - v1), 2 * v1 - v0);
    converged = Math.abs(du) + Math.abs(dv) <= CONVERGED;
  }
  if (!(converged && u >= u0 - BEYOND && u <= u1 + BEYOND && v >= v0 - BEYOND && v <= v1 + BEYOND)) return false;
  parameters[0] = Math.min(Math.max(u, 0), 1); parameters[1] = Math.min(Math.max(v, 0), 1);
  return true;
}

/** Component of the point in `jet`, relative to the ray, along an axis of the ray. */
function component(line: Float64Array, axis: number, rayAxes: Float64Array): number {
  return (
    rayAxes[axis] * (jet[0] - line[0]) + rayAxes[axis + 1] * (jet[1] - line[1]) + rayAxes[axis + 2] * (jet[2] - line[2])
  );
}

/** Component of a derivative in `jet` along an axis of the ray. */
function slopeAlong(axis: number, at: number, rayAxes: Float64Array): number {
  return rayAxes[axis] * jet[at] + rayAxes[axis + 1] * jet[at + 1] + rayAxes[axis + 2] * jet[at + 2];
}

function storeCrossing(
  line: Float64Array,
  patch: BezierPatch,
  feature: number,
  error: number,
  rayAxes: Float64Array,
): void {
  if (trim !== null && !trim.contains(parameters[0], parameters[1])) return;
  evaluatePatchAt(jet, patch, parameters);
  const t = component(line, 6, rayAxes);
  if (t < span[FROM]) return;
  span[ENTER] = t;
  span[EXIT] = Number.POSITIVE_INFINITY;
  span[FEATURE] = feature;
  span[ERROR] = error;
  // near a degenerate edge a tangent is short and mostly rounding: the mixed derivative has its direction there
  if (
    !writeNormal(3, 6, 1) &&
    !writeNormal(3, 12, parameters[0] < 0.5 ? 1 : -1) &&
    !writeNormal(12, 6, parameters[1] < 0.5 ? 1 : -1)
  ) {
    setNormal(-line[3], -line[4], -line[5]);
  } else if (trim?.reversed) {
    setNormal(-span[NORMAL], -span[NORMAL + 1], -span[NORMAL + 2]);
  }
  storeIfNearer();
}

/** A tangent shorter than this fraction of the other one is degenerate: near a degenerate edge its length vanishes. */
const DEGENERATE = 1e-8;

/** Writes the cross product of two derivatives of `jet`, f_u × f_v or its limit, as the normal; false, without writing, if it vanishes. */
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

/** Halves the part on top in the direction of its larger extent; the half that begins nearer is placed on top. */
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
  if (nearestControlPoint(count - 2) < nearestControlPoint(count - 1)) swapTop();
}

/** De Casteljau at one half: the upper half stays, the lower half goes above it. `lines` rows of degree + 1 control points. */
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

function nearestControlPoint(part: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = part * width; at < (part + 1) * width; at += 4)
    nearest = Math.min(nearest, controlPoints[at + 2] / controlPoints[at + 3]);
  return nearest;
}

function swapTop(): void {
  const a = (count - 2) * width;
  const b = (count - 1) * width;
  for (let k = 0; k < width; k++) {
    const swapped = controlPoints[a + k];
    controlPoints[a + k] = controlPoints[b + k];
    controlPoints[b + k] = swapped;
  }
  for (let k = 4 * (count - 2); k < 4 * (count - 1); k++) {
    const swapped = rectangles[k];
    rectangles[k] = rectangles[k + 4];
    rectangles[k + 4] = swapped;
  }
}

import { popHeap, pushHeap } from '../../math/heap.ts';
import { type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { Brep } from '../../shapes/brep/brep.ts';
import { faceParameter, isInsideLoops } from '../../shapes/brep/trimmed-cell.ts';
import { bezierPatch } from '../../shapes/nurbs/bezier.ts';
import { boundaryOf, patchCell } from './boundary.ts';
import { createLocalPair, findLocalMinimum } from './local-minimum.ts';
import { halvesOf, type SearchCell, type SearchFeature } from './search-cell.ts';
import { isMonotonicAlong } from './slope-test.ts';

/** Tolerance of the height, relative to the radius. */
const TOLERANCE = 1e-12;
/** Cells tested before a search stops with the point reached. */
const MAX_CELLS = 60_000;

interface CellHeight {
  readonly cell: SearchCell;
  /** Upper bound of the height of its points [m]. */
  readonly bound: number;
}

/** The highest point found: its height [m], feature, parameters of that feature and position in body axes. */
const best = { height: 0.5, feature: null as SearchFeature | null, x: new Float64Array(4), point: new Float64Array(3) };
const queue: CellHeight[] = [];
const n = new Float64Array(3);

function precedes(p: CellHeight, q: CellHeight): boolean {
  return p.bound > q.bound;
}

/**
 * The point of a body of trimmed faces that is farthest along `d`, of any length, body axes. Branch and bound over the cells of its boundary,
 * highest control point first; a part of a face or edge whose height is monotonic has its maximum on other features. The last step is
 * Newton's, because the height near a maximum fixes the point only to the square root of its tolerance.
 */
export function brepSupport(out: Vec3, brep: Brep, d: ReadonlyVec3): Vec3 {
  const length = Math.sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  if (!(length > 0)) return setVec3(out, brep.vertices[0], brep.vertices[1], brep.vertices[2]);
  setVector(n, d.x / length, d.y / length, d.z / length);
  const tolerance = TOLERANCE * brep.radius;
  best.height = Number.NEGATIVE_INFINITY;
  best.feature = null;
  queue.length = 0;
  offer(boundaryOf(brep), tolerance);
  for (let cells = 0; cells < MAX_CELLS; cells++) {
    const top = popHeap(queue, precedes);
    if (top === undefined || top.bound <= best.height + tolerance) break;
    const { cell } = top;
    if (cell.children !== null) for (const part of cell.children) offer(part, tolerance);
    else if (cell.feature !== null && !isMonotonicAlong(cell, n)) {
      for (const part of halvesOf(cell, isHigherAlongU(cell))) offer(part, tolerance);
    }
  }
  queue.length = 0;
  improve(brep, tolerance);
  return setVec3(out, best.point[0], best.point[1], best.point[2]);
}

function setVector(v: Float64Array, x: number, y: number, z: number): void {
  v[0] = x;
  v[1] = y;
  v[2] = z;
}

function heightOf(p: Float64Array, at: number): number {
  return n[0] * p[at] + n[1] * p[at + 1] + n[2] * p[at + 2];
}

/** Keeps the highest corner of a cell if it is on the body, and the cell if it may contain a higher point. */
function offer(cell: SearchCell, tolerance: number): void {
  const { points, center, half, feature } = cell;
  let bound = heightOf(center, 0);
  if (feature === null) for (let k = 0; k < 3; k++) bound += Math.abs(n[k]) * half[k];
  else {
    bound = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < points.length; at += 3) bound = Math.max(bound, heightOf(points, at));
    tryCorners(cell, feature);
  }
  if (bound > best.height + tolerance) pushHeap(queue, { cell, bound }, precedes);
}

/** The corners of a cell are points of its feature; those of a face that its loops cross may be outside of it. */
function tryCorners({ points, range, degreeU, degreeV, trimmed }: SearchCell, feature: SearchFeature): void {
  const row = 3 * (degreeV + 1);
  for (let i = 0; i <= 1 && i <= degreeU; i++) {
    for (let j = 0; j <= 1 && j <= degreeV; j++) {
      const at = i * degreeU * row + 3 * j * degreeV;
      const height = heightOf(points, at);
      if (!(height > best.height)) continue;
      const [u, v] = [range[i], range[2 + j]];
      if (trimmed !== null && trimmed.trims.length > 0 && !isOnFace(feature, u, v)) continue;
      best.height = height;
      best.feature = feature;
      best.x[0] = feature.dimension > 0 ? u : 0;
      best.x[1] = feature.dimension > 1 ? v : 0;
      setVector(best.point, points[at], points[at + 1], points[at + 2]);
    }
  }
}

function isOnFace({ face, piece, dimension }: SearchFeature, u: number, v: number): boolean {
  if (face === null || piece === null || dimension < 2) return true;
  const { fromU, toU, fromV, toV } = piece;
  return isInsideLoops(face, faceParameter(fromU, toU, u), faceParameter(fromV, toV, v));
}

/**
 * Do the control points rise above the ends of their rows more along u than along v? Halves along the other direction would have nearly the same
 * bound: the lowest line of a cylinder is not divided along its length.
 */
function isHigherAlongU({ points, degreeU, degreeV }: SearchCell): boolean {
  const row = 3 * (degreeV + 1);
  let [riseU, riseV, spanU, spanV] = [0, 0, 0, 0];
  for (let i = 0; i <= degreeU; i++) {
    for (let j = 0; j <= degreeV; j++) {
      const height = heightOf(points, i * row + 3 * j);
      const [u0, u1] = [heightOf(points, 3 * j), heightOf(points, degreeU * row + 3 * j)];
      const [v0, v1] = [heightOf(points, i * row), heightOf(points, i * row + 3 * degreeV)];
      riseU = Math.max(riseU, height - Math.max(u0, u1));
      riseV = Math.max(riseV, height - Math.max(v0, v1));
      spanU = Math.max(spanU, Math.abs(u1 - u0));
      spanV = Math.max(spanV, Math.abs(v1 - v0));
    }
  }
  return riseU === riseV ? spanU >= spanV : riseU > riseV;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
const local = createLocalPair();
const start = new Float64Array(4);

/** Newton's method from the best point, as the nearest one to a square beyond the body that is perpendicular to n and wider than it. */
function improve({ center: c, radius }: Brep, tolerance: number): void {
  const { feature, point: p } = best;
  if (feature === null || feature.dimension === 0) return;
  const least = [1, 2].reduce((k, i) => (Math.abs(n[i]) < Math.abs(n[k]) ? i : k), 0);
  // two axes perpendicular to n and the coordinate axis of its smallest component
  const e = [0, 1, 2].map((k) => (k === least ? 1 : 0) - n[k] * n[least]);
  const width = (2 * radius) / Math.sqrt(e[0] ** 2 + e[1] ** 2 + e[2] ** 2);
  const u = e.map((x) => width * x);
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  const centre = [c.x, c.y, c.z].map((x, k) => x + 2 * radius * n[k]);
  const corners = [-1, 1].flatMap((s) => [-1, 1].flatMap((t) => [...centre.map((x, k) => x + s * u[k] + t * v[k]), 1]));
  const square = patchCell(bezierPatch(1, 1, Float64Array.from(corners)), 0).feature;
  if (square === null) return;
  start.set(best.x);
  const along = (axis: number[]) =>
    0.5 + axis.reduce((sum, a, k) => sum + a * (p[k] - centre[k]), 0) / (8 * radius * radius);
  start[2] = along(u);
  start[3] = along(v);
  findLocalMinimum(local, IDENTITY, feature, square, start);
  if (heightOf(local.pointA, 0) < best.height - tolerance || !isOnFace(feature, start[0], start[1])) return;
  setVector(best.point, local.pointA[0], local.pointA[1], local.pointA[2]);
}

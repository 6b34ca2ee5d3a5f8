/**
 * Distance of a point from a closed triangle, including needles, with barycentric coordinates. [VBC24-2.4]
 *
 * In a frame on the longest edge AB, with C off it: x along AB, y perpendicular to it in the plane, z out of the plane, each
 * orthogonalised twice. The usual formula with the normal e2×e3 loses contacts with needles of height 1e-6 to 1e-9 of their
 * length.
 */
import { safeScale } from '../../math/scale.ts';
import { copyVec3, createVec3, dotVec3, lengthVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../../math/vec3.ts';

export interface PointTriangle {
  /** Unsigned [m]. */
  distance: number;
  /** Barycentric coordinates of the closest point: weights of the three corners, non-negative, with sum 1. */
  readonly weights: [number, number, number];
}

export function createPointTriangle(): PointTriangle {
  return { distance: 0, weights: [1, 0, 0] };
}

const corners = [createVec3(), createVec3(), createVec3()];
const edges = [createVec3(), createVec3(), createVec3()];
const point = createVec3();
const third = createVec3();
const along = createVec3();
const perpendicular = createVec3();
/** Barycentric coordinates of the best point so far, and its squared distance in the plane. */
const best = new Float64Array(4);

/** Closest point of the triangle 0, e2, e3 to g. */
export function closestPointTriangle(
  out: PointTriangle,
  g: ReadonlyVec3,
  e2: ReadonlyVec3,
  e3: ReadonlyVec3,
): PointTriangle {
  const scale = safeScale(Math.max(largest(g), largest(e2), largest(e3)));
  divide(corners[1], e2, scale);
  divide(corners[2], e3, scale);
  const first = longestEdge();
  const a = corners[first];
  divide(point, g, scale);
  subVec3(point, point, a);
  subVec3(third, corners[(first + 2) % 3], a);
  copyVec3(along, edges[first]);
  const length = lengthVec3(along);
  let x = 0;
  let thirdX = 0;
  if (length > 0) {
    divide(along, along, length);
    x = removeComponent(point, along);
    thirdX = removeComponent(third, along);
  }
  const height = lengthVec3(third);
  let y = 0;
  if (height > 0) {
    divide(perpendicular, third, height);
    y = removeComponent(point, perpendicular);
  }
  const planar = distanceSqInPlane(x, y, length, thirdX, height);
  out.distance = scale * Math.sqrt(planar + dotVec3(point, point));
  for (let i = 0; i < 3; i++) out.weights[(first + i) % 3] = best[i];
  return out;
}

function largest(a: ReadonlyVec3): number {
  return Math.max(Math.abs(a.x), Math.abs(a.y), Math.abs(a.z));
}

function divide(out: Vec3, a: ReadonlyVec3, k: number): void {
  out.x = a.x / k;
  out.y = a.y / k;
  out.z = a.z / k;
}

/** Loads the edges, each from corner i to corner i + 1; returns the longest. */
function longestEdge(): number {
  let longest = 0;
  let lengthSq = -1;
  for (let i = 0; i < 3; i++) {
    subVec3(edges[i], corners[(i + 1) % 3], corners[i]);
    const square = dotVec3(edges[i], edges[i]);
    if (square > lengthSq) {
      lengthSq = square;
      longest = i;
    }
  }
  return longest;
}

/**
 * Removes from a its component along a unit vector, and returns it: twice, so that the rest is orthogonal to machine precision.
 */
function removeComponent(a: Vec3, unit: ReadonlyVec3): number {
  let sum = 0;
  for (let pass = 0; pass < 2; pass++) {
    const part = dotVec3(a, unit);
    sum += part;
    a.x -= part * unit.x;
    a.y -= part * unit.y;
    a.z -= part * unit.z;
  }
  return sum;
}

/** Squared distance of (x, y) and the triangle (0, 0), (l, 0), (c, h); weights in `best`. */
function distanceSqInPlane(x: number, y: number, l: number, c: number, h: number): number {
  if (h > 0 && y >= 0 && (c - l) * y - h * (x - l) >= 0 && h * x - c * y >= 0) {
    best[2] = Math.min(y / h, 1);
    best[1] = Math.min(Math.max((x - best[2] * c) / l, 0), 1 - best[2]);
    best[0] = Math.max(1 - best[1] - best[2], 0);
    return 0;
  }
  best[3] = Number.POSITIVE_INFINITY;
  trySide(0, 1, x, y, 0, 0, l, 0);
  trySide(1, 2, x, y, l, 0, c, h);
  trySide(2, 0, x, y, c, h, 0, 0);
  return best[3];
}

/** Closest point of the side from corner i at (ax, ay) to corner j at (bx, by). */
// biome-ignore format: one point per pair of arguments
function trySide(i: number, j: number, x: number, y: number, ax: number, ay: number, bx: number, by: number): void {
  const dx = bx - ax, dy = by - ay;
  const lengthSq = dx * dx + dy * dy;
  const t = lengthSq > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / lengthSq, 0), 1) : 0;
  const ex = x - ax - t * dx, ey = y - ay - t * dy;
  const distanceSq = ex * ex + ey * ey;
  if (!(distanceSq < best[3])) return;
  best.fill(0);
  best[i] = 1 - t;
  best[j] = t;
  best[3] = distanceSq;
}

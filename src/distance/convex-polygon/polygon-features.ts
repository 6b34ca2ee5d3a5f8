/**
 * Closest features of two separate convex polygons (Lin and Canny): from two vertices, or an edge and a vertex, the search steps to
 * neighbours that are closer, until each feature lies in the Voronoi region of the other. For convex bodies that is the closest pair: a line
 * perpendicular to the normal separates A and B. With cached features of an earlier query, one test of the neighbours mostly suffices.
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';
import type { SimplexCache } from '../simplex-cache.ts';
import { NEAR } from './corner-normal.ts';
import { writeCorners, writeEdgeAndCorner } from './plain-contact.ts';
import type { PolygonWorkspace } from './scratch.ts';

import { EDGE_END } from './simplex-witness.ts';
import { supportVertex } from './support.ts';

const facing = new Float64Array(7);

/** Current features: a vertex each, an edge of A, an edge of B. */
const VERTICES = 0;
const EDGE_A = 1;
const EDGE_B = 2;

/** A vertex whose edges rise by less than this fraction of their length may lie inside a straight side that faces away. */
const FLAT = 1e-12;
/** The same relative to the coordinates: rounding error of the difference of two corners. */
const ROUNDING = 1e-15;
/** Past this many steps the search cycles through rounding errors. */
const STEP_LIMIT = 32;

/** No result: the bodies overlap or nearly touch. */
export const DIVERGED = 0;
/** Converged, and the contact is written; otherwise sides may be parallel, and the contact is still to be computed from the features. */
export const WRITTEN = 3;

/**
 * Starts from the features in `cache`, or from the support vertices along the line between the centres; `relative` is set. Returns
 * `DIVERGED`, `WRITTEN`, or 1 for two vertices, 2 for an edge and a vertex, in `indices` in the order of a simplex (a1 b1 a2 b2), with the
 * difference of a1 and b1 in `simplex`. Stores the features in `cache`.
 */
// biome-ignore format: one vector per line
export function polygonClosestFeatures(
  workspace: PolygonWorkspace, out: Contact, va: Float64Array, poseA: ReadonlyPose, vb: Float64Array, poseB: ReadonlyPose, cache: SimplexCache,
): number {
  const { relative, direction, simplex } = workspace;
  const na = va.length >> 1, nb = vb.length >> 1;
  const c = relative[0], s = relative[1], tx = relative[2], ty = relative[3];
  const { count, vertexA0, vertexB0, vertexA1, vertexB1 } = cache;
  let state = VERTICES, a = vertexA0, b = vertexB0;
  if (count > 0 && a < na && b < nb && vertexA1 < na && vertexB1 < nb) {
    // an edge is numbered by its first vertex
    if (vertexA1 !== a && vertexB1 === b) { state = EDGE_A; if (vertexA1 !== (a + 1 < na ? a + 1 : 0)) a = vertexA1; }
    else if (vertexB1 !== b && vertexA1 === a) { state = EDGE_B; if (vertexB1 !== (b + 1 < nb ? b + 1 : 0)) b = vertexB1; }
  } else {
    // centre of a body: the midpoint of two opposite vertices
    const i = na & -2, j = nb & -2;
    const mx = 0.5 * (vb[0] + vb[j]), my = 0.5 * (vb[1] + vb[j + 1]);
    const dx = tx + c * mx - s * my - 0.5 * (va[0] + va[i]), dy = ty + s * mx + c * my - 0.5 * (va[1] + va[i + 1]);
    direction[0] = dx; direction[1] = dy;
    a = supportVertex(workspace, va, na);
    direction[0] = -c * dx - s * dy; direction[1] = s * dx - c * dy;
    b = supportVertex(workspace, vb, nb);
  }
  for (let step = 1; step <= STEP_LIMIT; step++) {
    if (state === VERTICES) {
      // from a to b, in A's frame and in B's; an edge is closer if it points towards, and faces, the other vertex
      const ax = va[2 * a], ay = va[2 * a + 1], bx = vb[2 * b], by = vb[2 * b + 1];
      const x = tx + c * bx - s * by - ax, y = ty + s * bx + c * by - ay;
      const u = c * x + s * y, v = c * y - s * x;
      const nextA = a + 1 < na ? a + 1 : 0, beforeA = a > 0 ? a - 1 : na - 1;
      const nextB = b + 1 < nb ? b + 1 : 0, beforeB = b > 0 ? b - 1 : nb - 1;
      const ex = va[2 * nextA] - ax, ey = va[2 * nextA + 1] - ay, fx = va[2 * beforeA] - ax, fy = va[2 * beforeA + 1] - ay;
      const gx = vb[2 * nextB] - bx, gy = vb[2 * nextB + 1] - by, hx = vb[2 * beforeB] - bx, hy = vb[2 * beforeB + 1] - by;
      if (ex * x + ey * y > 0 && ey * x > ex * y) { state = EDGE_A; }
      else if (fx * x + fy * y > 0 && fx * y > fy * x) { state = EDGE_A; a = beforeA; }
      else if (gx * u + gy * v < 0 && gx * v > gy * u) { state = EDGE_B; }
      else if (hx * u + hy * v < 0 && hy * u > hx * v) { state = EDGE_B; b = beforeB; }
      else {
        const e = ex * x + ey * y, f = fx * x + fy * y, g = gx * u + gy * v, h = hx * u + hy * v;
        const edgesA = Math.abs(ex) + Math.abs(ey) + Math.abs(fx) + Math.abs(fy), edgesB = Math.abs(gx) + Math.abs(gy) + Math.abs(hx) + Math.abs(hy);
        const extent = Math.abs(x) + Math.abs(y) + Math.abs(ax) + Math.abs(ay);
        const flat = FLAT * (Math.abs(x) + Math.abs(y)) + ROUNDING * extent;
        const isNearest = e <= 0 && f <= 0 && g >= 0 && h >= 0 && -e - f > flat * edgesA && g + h > flat * edgesB;
        if (!isNearest || !(x * x + y * y > NEAR * NEAR * extent * extent)) return DIVERGED;
        storeSimplex(cache, 1, a, b, a, b);
        out.iterations = step;
        // sides perpendicular to the difference of the corners may face each other
        const isPlain = Math.max(e, f) < -flat * edgesA && Math.min(g, h) > flat * edgesB;
        if (!isPlain) { simplex[0] = x; simplex[1] = y; simplex[4] = extent; return storeFeatures(workspace, 1, a, b, a, b); }
        facing[0] = ax; facing[1] = ay; facing[2] = x; facing[3] = y;
        writeCorners(out, poseA, a, b, facing);
        return WRITTEN;
      }
      continue;
    }
    // edge i of v from p along d, vertex j of w relative to p; in the frame of v, w is rotated (sine q) and translated by o
    const onA = state === EDGE_A;
    let v = va, w = vb, nv = na, nw = nb, i = a, j = b, q = s, ox = tx, oy = ty;
    if (!onA) { v = vb; w = va; nv = nb; nw = na; i = b; j = a; q = -s; ox = -(c * tx + s * ty); oy = s * tx - c * ty; }
    const end = i + 1 < nv ? i + 1 : 0, next = j + 1 < nw ? j + 1 : 0, before = j > 0 ? j - 1 : nw - 1;
    const px = v[2 * i], py = v[2 * i + 1], dx = v[2 * end] - px, dy = v[2 * end + 1] - py;
    const wx = w[2 * j], wy = w[2 * j + 1];
    const x = ox + c * wx - q * wy - px, y = oy + q * wx + c * wy - py;
    const along = x * dx + y * dy, lengthSq = dx * dx + dy * dy;
    if (!(along > 0 && along < lengthSq)) {
      const corner = along > 0 ? end : i;
      if (onA) a = corner; else b = corner;
      state = VERTICES;
      continue;
    }
    const height = dy * x - dx * y;
    const extent = Math.abs(x) + Math.abs(y) + Math.abs(px) + Math.abs(py);
    if (!(height > 0 && height * height > NEAR * NEAR * extent * extent * lengthSq)) return DIVERGED;
    const ux = w[2 * next] - wx, uy = w[2 * next + 1] - wy, rx = w[2 * before] - wx, ry = w[2 * before + 1] - wy;
    // the edges at the vertex, in the frame of v, and how they rise above the edge
    const ex = c * ux - q * uy, ey = q * ux + c * uy, fx = c * rx - q * ry, fy = q * rx + c * ry;
    const rise = dy * ex - dx * ey, riseBefore = dy * fx - dx * fy;
    if (rise >= 0 && riseBefore >= 0) {
      const flat = FLAT * (Math.abs(dx) + Math.abs(dy)) * (Math.abs(ux) + Math.abs(uy) + Math.abs(rx) + Math.abs(ry));
      if (!(rise + riseBefore > flat)) return DIVERGED;
      if (onA) storeSimplex(cache, 2, i, j, end, j); else storeSimplex(cache, 2, j, i, j, end);
      out.iterations = step;
      const isPlain = rise > flat && riseBefore > flat && along > EDGE_END * lengthSq && along < (1 - EDGE_END) * lengthSq;
      if (!isPlain) { simplex[4] = extent; return onA ? storeFeatures(workspace, 2, i, j, end, j) : storeFeatures(workspace, 2, j, i, j, end); }
      facing[0] = px; facing[1] = py; facing[2] = dx; facing[3] = dy; facing[4] = along; facing[5] = lengthSq; facing[6] = height;
      writeEdgeAndCorner(out, onA ? poseA : poseB, onA, i, j, facing);
      return WRITTEN;
    }
    const isNext = rise < 0;
    const further = along + (isNext ? ex * dx + ey * dy : fx * dx + fy * dy);
    const lower = isNext ? next : before;
    if (further > 0 && further < lengthSq) {
      if (onA) b = lower; else a = lower;
    } else {
      // past the end of the edge: from there the descending edge is closer
      const corner = further > 0 ? end : i, edge = isNext ? j : before;
      if (onA) { a = corner; b = edge; state = EDGE_B; } else { b = corner; a = edge; state = EDGE_A; }
    }
  }
  return DIVERGED;
}

// biome-ignore format: one vector per line
function storeSimplex(cache: SimplexCache, count: number, a1: number, b1: number, a2: number, b2: number): void {
  cache.count = count;
  cache.vertexA0 = a1; cache.vertexB0 = b1; cache.vertexA1 = a2; cache.vertexB1 = b2;
}

// biome-ignore format: one vector per line
function storeFeatures(workspace: PolygonWorkspace, size: number, a1: number, b1: number, a2: number, b2: number): number {
  const { indices } = workspace;
  indices[0] = a1; indices[1] = b1; indices[2] = a2; indices[3] = b2;
  return size;
}

import type { ReadonlyPose } from '../../math/pose.ts';
import type { Polygon } from '../../shapes/polygon.ts';
import type { Contact } from '../contact.ts';
import type { SimplexCache } from '../simplex-cache.ts';
import { NEAR } from './corner-normal.ts';
import { DIVERGED, polygonClosestFeatures, WRITTEN } from './polygon-features.ts';
import { polygonSat } from './polygon-sat.ts';
import { createPolygonWorkspace, moveToWorld, setRelativePose } from './scratch.ts';
import { simplexContact } from './simplex-witness.ts';
import { climbVertex, supportVertex } from './support.ts';

const workspace = createPolygonWorkspace();
const relative = workspace.relative;
const direction = workspace.direction;
const indices = workspace.indices;
const simplex = workspace.simplex;

/** GJK converges in a few iterations; past this many it cycles through rounding errors, and all pairs are tested instead. */
const ITERATION_LIMIT = 64;
/** Relative gain of an iteration below which the distance has converged: rounding error of the heights. */
const GAIN = 1e-15;
/** The same relative to the coordinates: rounding error of a height, as a fraction of |d| |w|. */
const FLOOR = 4e-16;
/** Up to this many vertices an inline scan is faster than a call that climbs. */
const SCAN_LIMIT = 6;
/** No closest features found: the bodies overlap or nearly touch. */
const OVERLAP = 0;

/**
 * Signed distance of two convex polygons. GJK on the Minkowski difference B - A in A's frame finds the closest features; the distance is then
 * computed from those features, so it is as accurate as testing all edge pairs. [CP13-2.5].
 */
export function closestConvexPolygons(
  out: Contact,
  polygonA: Polygon,
  poseA: ReadonlyPose,
  polygonB: Polygon,
  poseB: ReadonlyPose,
  cache: SimplexCache,
): Contact {
  return closestConvex(out, polygonA.vertices, poseA, polygonB.vertices, poseB, cache);
}

/** The same for convex outlines given as packed vertices; one vertex is a point, two are a segment. */
export function closestConvex(
  out: Contact,
  verticesA: Float64Array,
  poseA: ReadonlyPose,
  verticesB: Float64Array,
  poseB: ReadonlyPose,
  cache: SimplexCache,
): Contact {
  setRelativePose(workspace, poseA, poseB);
  // points and segments have no interior that defines the front of an edge
  const hasInteriors = verticesA.length > 4 && verticesB.length > 4;
  const features = hasInteriors
    ? polygonClosestFeatures(workspace, out, verticesA, poseA, verticesB, poseB, cache)
    : DIVERGED;
  if (features === WRITTEN) return out;
  if (features !== DIVERGED && simplexContact(workspace, out, verticesA, verticesB, features))
    return moveToWorld(out, poseA);
  const size = searchSimplex(out, verticesA, verticesB, cache);
  if (size === OVERLAP || !simplexContact(workspace, out, verticesA, verticesB, size))
    polygonSat(workspace, out, verticesA, verticesB);
  return moveToWorld(out, poseA);
}

/**
 * GJK in the plane. The simplex is one or two points w = b - a of the Minkowski difference (none at a cold start); d is the
 * direction of its point closest to the origin (from A to B, not normalised: no division in the loop). Returns the simplex size,
 * or `OVERLAP` when the bodies overlap, nearly touch, or the search does not converge; `simplex` and `indices` hold the points.
 */
// biome-ignore format: one vector per line
function searchSimplex(out: Contact, va: Float64Array, vb: Float64Array, cache: SimplexCache): number {
  const na = va.length >> 1, nb = vb.length >> 1;
  const c = relative[0], s = relative[1], tx = relative[2], ty = relative[3];
  let size = 0, iteration = 0, extent = 0;
  let a1 = 0, b1 = 0, x1 = 0, y1 = 0, a2 = 0, b2 = 0, x2 = 0, y2 = 0;
  let dx = 0, dy = 0, height = 0, lengthSq = 0;

  if (cache.count > 0 && cache.vertexA0 < na && cache.vertexB0 < nb && cache.vertexA1 < na && cache.vertexB1 < nb) {
    // warm start: the vertex pairs of the last query
    size = cache.count;
    a1 = cache.vertexA0; b1 = cache.vertexB0;
    a2 = cache.vertexA1; b2 = cache.vertexB1;
    x1 = tx + c * vb[2 * b1] - s * vb[2 * b1 + 1] - va[2 * a1];
    y1 = ty + s * vb[2 * b1] + c * vb[2 * b1 + 1] - va[2 * a1 + 1];
    x2 = tx + c * vb[2 * b2] - s * vb[2 * b2 + 1] - va[2 * a2];
    y2 = ty + s * vb[2 * b2] + c * vb[2 * b2 + 1] - va[2 * a2 + 1];
    extent = Math.abs(x1) + Math.abs(y1);
  } else {
    // cold start: from the centre of A to the centre of B, each the midpoint of two opposite vertices
    const i = na & -2, j = nb & -2;
    const mx = 0.5 * (vb[0] + vb[j]), my = 0.5 * (vb[1] + vb[j + 1]);
    dx = tx + c * mx - s * my - 0.5 * (va[0] + va[i]);
    dy = ty + s * mx + c * my - 0.5 * (va[1] + va[i + 1]);
  }

  for (;;) {
    // point of the simplex closest to the origin: direction d, and the height of the simplex along d
    if (size === 2) {
      const ex = x2 - x1, ey = y2 - y1;
      const foot = -(x1 * ex + y1 * ey);
      lengthSq = ex * ex + ey * ey;
      if (foot <= 0) {
        size = 1;
      } else if (foot >= lengthSq) {
        size = 1;
        x1 = x2; y1 = y2; a1 = a2; b1 = b2;
      } else {
        height = x1 * ey - y1 * ex;
        dx = ey; dy = -ex;
        if (height < 0) { dx = -dx; dy = -dy; height = -height; }
      }
    }
    if (size === 1) {
      dx = x1; dy = y1;
      height = dx * dx + dy * dy;
      lengthSq = height;
    }
    if (size > 0 && (!(height * height > NEAR * NEAR * extent * extent * lengthSq) || ++iteration > ITERATION_LIMIT)) {
      size = OVERLAP;
      break;
    }

    // support points of A in direction d, of B in -d; few vertices are scanned inline, without a call and boxing
    let a = 0, b = 0;
    if (na > SCAN_LIMIT) {
      direction[0] = dx; direction[1] = dy;
      a = size > 0 ? climbVertex(workspace, va, na, a1) : supportVertex(workspace, va, na);
    } else {
      let top = dx * va[0] + dy * va[1];
      for (let k = 1; k < na; k++) {
        const h = dx * va[2 * k] + dy * va[2 * k + 1];
        if (h > top) { top = h; a = k; }
      }
    }
    const ux = -c * dx - s * dy, uy = s * dx - c * dy;
    if (nb > SCAN_LIMIT) {
      direction[0] = ux; direction[1] = uy;
      b = size > 0 ? climbVertex(workspace, vb, nb, b1) : supportVertex(workspace, vb, nb);
    } else {
      let top = ux * vb[0] + uy * vb[1];
      for (let k = 1; k < nb; k++) {
        const h = ux * vb[2 * k] + uy * vb[2 * k + 1];
        if (h > top) { top = h; b = k; }
      }
    }
    if ((size > 0 && a === a1 && b === b1) || (size === 2 && a === a2 && b === b2)) break;
    const bx = vb[2 * b], by = vb[2 * b + 1];
    const x = tx + c * bx - s * by - va[2 * a], y = ty + s * bx + c * by - va[2 * a + 1];
    const sum = Math.abs(x) + Math.abs(y);
    if (sum > extent) extent = sum;
    if (size === 0) {
      x1 = x; y1 = y; a1 = a; b1 = b;
      size = 1;
      continue;
    }
    const gain = height - (dx * x + dy * y);
    if (!(gain > GAIN * height + FLOOR * (Math.abs(dx) + Math.abs(dy)) * extent)) break;

    if (size === 1) {
      x2 = x; y2 = y; a2 = a; b2 = b;
      size = 2;
      continue;
    }
    // triangle: the new point stays; the origin is outside one of its two new edges, or inside
    const ex = x1 - x, ey = y1 - y, fx = x2 - x, fy = y2 - y;
    const area = ex * fy - ey * fx;
    const sideE = (x * ey - y * ex) * area, sideF = (x * fy - y * fx) * area;
    if (sideE >= 0 && sideF <= 0) {
      size = OVERLAP;
      break;
    }
    if (sideE < 0 && x * ex + y * ey < 0) {
      x2 = x; y2 = y; a2 = a; b2 = b;
    } else if (sideF > 0 && x * fx + y * fy < 0) {
      x1 = x; y1 = y; a1 = a; b1 = b;
    } else {
      x1 = x; y1 = y; a1 = a; b1 = b;
      size = 1;
    }
  }

  cache.count = size;
  cache.vertexA0 = a1; cache.vertexB0 = b1;
  cache.vertexA1 = size === 2 ? a2 : a1; cache.vertexB1 = size === 2 ? b2 : b1;
  indices[0] = a1; indices[1] = b1; indices[2] = a2; indices[3] = b2;
  simplex[0] = x1; simplex[1] = y1; simplex[2] = x2; simplex[3] = y2; simplex[4] = extent;
  out.iterations = iteration;
  return size;
}

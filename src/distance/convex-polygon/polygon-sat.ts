import type { Contact } from '../contact.ts';
import type { PolygonWorkspace } from './scratch.ts';

import { edgeContact, vertexContact } from './simplex-witness.ts';
import { supportVertex } from './support.ts';

/** Up to this fraction of the coordinates an overlap is rounding error: the bodies touch. [CP13] */
const TOUCHING = 3e-15;

/** Separations that differ by less than this fraction of the coordinates are equal: rounding error. */
const ROUNDING = 2e-15;

/** Overlaps that differ by this fraction of the coordinates are equal. */
const EQUAL = 4e-15;

/** No edge is skipped. */
const NONE = -1;

/** The edge whose outward normal gives the maximum separation of two convex outlines, or the minimum overlap. */
export interface Separation {
  /** Gap along the edge's outward normal [m]; below zero minus the penetration depth. */
  separation: number;
  /** Is it an edge of A (else of B)? */
  onA: boolean;
  edge: number;
  /** Support vertex of the other body against the edge normal: closest to the line of the edge, or deepest behind it. */
  vertex: number;
  /** Does another edge give the same separation or overlap, to machine precision? */
  tied: boolean;
}

export function createSeparation(): Separation {
  const none = Number.NEGATIVE_INFINITY;
  return {
    separation: none,
    onA: false,
    edge: 0,
    vertex: 0,
    tied: false,
  };
}

/**
 * Separating axis test (SAT) over all edge normals of both outlines, with B's pose in A's frame in `relative`. Ties go to B, then to the
 * smaller index. [CP13-2.6].
 */
export function findSeparation(
  workspace: PolygonWorkspace,
  out: Separation,
  va: Float64Array,
  vb: Float64Array,
): Separation {
  out.separation = Number.NEGATIVE_INFINITY;
  out.tied = false;
  searchEdges(workspace, out, va, vb, false, vb.length >> 1, NONE);
  searchEdges(workspace, out, va, vb, true, va.length >> 1, NONE);
  return out;
}

// biome-ignore format: one vector per line
function searchEdges(
  workspace: PolygonWorkspace, out: Separation, va: Float64Array, vb: Float64Array, onA: boolean, edgeCount: number, skipped: number,
): void {
  const { relative, simplex, direction } = workspace;
  const v = onA ? va : vb, w = onA ? vb : va;
  const count = v.length >> 1, countW = w.length >> 1;
  // pose of the other body in the frame of the body with the edges: `relative` or its inverse
  const c = relative[0], s = onA ? relative[1] : -relative[1];
  const tx = onA ? relative[2] : -(c * relative[2] - s * relative[3]);
  const ty = onA ? relative[3] : -(s * relative[2] + c * relative[3]);
  let vertex = -1, lastX = 0, lastY = 0;
  const slack = EQUAL * simplex[4];
  let best = out.separation, enough = best - slack;
  for (let i = 0; i < edgeCount; i++) {
    if (i === skipped) continue;
    const next = i + 1 < count ? i + 1 : 0;
    const px = v[2 * i], py = v[2 * i + 1];
    const dx = v[2 * next] - px, dy = v[2 * next + 1] - py;
    const lengthSq = dx * dx + dy * dy;
    if (lengthSq === 0) continue;
    // support vertex of the other body against the outward normal (dy, -dx): it advances with the edges, in the same sense
    const ux = s * dx - c * dy, uy = c * dx + s * dy;
    if (vertex >= 0 && dx * lastX + dy * lastY >= 0) {
      let height = ux * w[2 * vertex] + uy * w[2 * vertex + 1];
      for (;;) {
        const ahead = vertex + 1 < countW ? vertex + 1 : 0;
        const heightAhead = ux * w[2 * ahead] + uy * w[2 * ahead + 1];
        if (!(heightAhead > height)) break;
        height = heightAhead;
        vertex = ahead;
      }
    } else {
      // first edge, or a sharp corner after which the vertex may lie on a straight side that faces away
      direction[0] = ux; direction[1] = uy;
      vertex = supportVertex(workspace, w, countW);
    }
    lastX = dx; lastY = dy;
    const x = w[2 * vertex], y = w[2 * vertex + 1];
    const gx = tx + c * x - s * y - px, gy = ty + s * x + c * y - py;
    const separation = (dy * gx - dx * gy) / Math.sqrt(lengthSq);
    // one rarely taken branch that also detects ties
    if (separation > enough) {
      out.tied = separation <= best + slack;
      if (separation > best) {
        best = separation; enough = best - slack;
        out.onA = onA; out.edge = i; out.vertex = vertex;
      }
    }
  }
  out.separation = best;
}

/** Separation along the outward normal of one edge, over all vertices of the other body. */
export function separationOfEdge(
  workspace: PolygonWorkspace,
  va: Float64Array,
  vb: Float64Array,
  onA: boolean,
  edge: number,
): number {
  const v = onA ? va : vb;
  const next = (2 * edge + 2) % v.length;
  const single = Float64Array.of(v[2 * edge], v[2 * edge + 1], v[next], v[next + 1]);
  const out = createSeparation();
  searchEdges(workspace, out, onA ? single : va, onA ? vb : single, onA, 1, NONE);
  return out.separation;
}

const found = createSeparation();
/** The second-best edge. */
const other = createSeparation();

/**
 * Contact of two convex outlines without an iterative search: the separating axis test where they overlap or touch along
 * an edge, else the closest of all vertex-edge pairs.
 */
export function polygonSat(workspace: PolygonWorkspace, out: Contact, va: Float64Array, vb: Float64Array): void {
  const { simplex } = workspace;
  findSeparation(workspace, found, va, vb);
  if (found.separation === Number.NEGATIVE_INFINITY) {
    vertexContact(workspace, out, va, vb, 0, 0);
    return;
  }
  edgeContact(workspace, out, va, vb, found.onA, found.edge, found.vertex);
  if (found.tied && hasOtherTranslation(workspace, va, vb)) out.unique = false;
  const insideEdge = (found.onA ? out.featureA : out.featureB) === 'edge';
  if (insideEdge || found.separation < -TOUCHING * simplex[4]) return;
  const { x, y } = out.normal;
  nearestPair(workspace, out, va, vb);
  // touching bodies have several closest pairs to machine precision, and not all of their normals separate the bodies
  if (!(widthAlong(workspace, out.normal.x, out.normal.y, va, vb) < found.separation - ROUNDING * simplex[4])) return;
  if (!(out.distance < found.separation + 2 * TOUCHING * simplex[4])) return;
  out.normal.x = x;
  out.normal.y = y;
}

/** Gap of two outlines in direction (x, y), a unit vector in A's frame [m]. */
function widthAlong(workspace: PolygonWorkspace, x: number, y: number, va: Float64Array, vb: Float64Array): number {
  const { direction, relative } = workspace;
  direction[0] = x;
  direction[1] = y;
  const a = 2 * supportVertex(workspace, va, va.length >> 1);
  const c = relative[0];
  const s = relative[1];
  direction[0] = -(c * x + s * y);
  direction[1] = s * x - c * y;
  const b = 2 * supportVertex(workspace, vb, vb.length >> 1);
  const heightOfB = direction[0] * vb[b] + direction[1] * vb[b + 1];
  return relative[2] * x + relative[3] * y - heightOfB - (va[a] * x + va[a + 1] * y);
}

/** Edge normals within this angle are equal [rad]. */
const SAME_DIRECTION = 1e-9;

/** Do the outlines overlap, and does the second-best edge give the same overlap in another direction? */
function hasOtherTranslation(workspace: PolygonWorkspace, va: Float64Array, vb: Float64Array): boolean {
  const { simplex } = workspace;
  if (!(found.separation < -TOUCHING * simplex[4])) return false;
  setOutward(workspace, first, found.onA, found.edge, va, vb);
  other.separation = Number.NEGATIVE_INFINITY;
  searchEdges(workspace, other, va, vb, false, vb.length >> 1, found.onA ? NONE : found.edge);
  searchEdges(workspace, other, va, vb, true, va.length >> 1, found.onA ? found.edge : NONE);
  setOutward(workspace, second, other.onA, other.edge, va, vb);
  const cross = first[0] * second[1] - first[1] * second[0];
  return Math.abs(cross) > SAME_DIRECTION || first[0] * second[0] + first[1] * second[1] < 0;
}

const first = new Float64Array(2);
const second = new Float64Array(2);

/** Unit normal of an edge, from A to B, in A's frame. */
// biome-ignore format: one vector per line
function setOutward(workspace: PolygonWorkspace, out: Float64Array, onA: boolean, edge: number, va: Float64Array, vb: Float64Array): void {
  const { relative } = workspace;
  const v = onA ? va : vb, i = 2 * edge, k = i + 2 < v.length ? i + 2 : 0;
  const dx = v[k] - v[i], dy = v[k + 1] - v[i + 1], length = Math.sqrt(dx * dx + dy * dy);
  const c = onA ? 1 : -relative[0], s = onA ? 0 : -relative[1];
  out[0] = (c * dy + s * dx) / length; out[1] = (s * dy - c * dx) / length;
}

/** Closest vertex-edge or vertex-vertex pair. For separate outlines, one of the two closest points is always a vertex. */
// biome-ignore format: one vector per line
function nearestPair(workspace: PolygonWorkspace, out: Contact, va: Float64Array, vb: Float64Array): void {
  const { relative } = workspace;
  const c = relative[0], s = relative[1], tx = relative[2], ty = relative[3];
  let bestSq = Number.POSITIVE_INFINITY, onA = true, edge = 0, vertex = 0, end = -1;
  for (let side = 0; side < 2; side++) {
    const edgesOfA = side === 0;
    const v = edgesOfA ? va : vb, w = edgesOfA ? vb : va;
    for (let j = 0; j < w.length; j += 2) {
      // the vertex in the frame of the edges
      const wx = edgesOfA ? w[j] : w[j] - tx, wy = edgesOfA ? w[j + 1] : w[j + 1] - ty;
      const x = edgesOfA ? tx + c * wx - s * wy : c * wx + s * wy;
      const y = edgesOfA ? ty + s * wx + c * wy : c * wy - s * wx;
      for (let i = 0; i < v.length; i += 2) {
        const k = i + 2 < v.length ? i + 2 : 0;
        const dx = v[k] - v[i], dy = v[k + 1] - v[i + 1];
        const gx = x - v[i], gy = y - v[i + 1];
        const lengthSq = dx * dx + dy * dy;
        const t = lengthSq > 0 ? Math.min(Math.max((gx * dx + gy * dy) / lengthSq, 0), 1) : 0;
        const rx = gx - t * dx, ry = gy - t * dy;
        const distanceSq = rx * rx + ry * ry;
        if (distanceSq < bestSq) {
          bestSq = distanceSq;
          onA = edgesOfA;
          edge = i >> 1;
          vertex = j >> 1;
          end = t <= 0 ? i >> 1 : t >= 1 ? k >> 1 : -1;
        }
      }
    }
  }
  if (end < 0) {
    edgeContact(workspace, out, va, vb, onA, edge, vertex);
    // a segment has one edge per side
    if (out.distance < 0 && (onA ? va : vb).length === 4) edgeContact(workspace, out, va, vb, onA, 1 - edge, vertex);
  } else vertexContact(workspace, out, va, vb, onA ? end : vertex, onA ? vertex : end);
  if (out.distance < 0) out.distance = 0;
}

import type { Contact } from '../contact.ts';
import { chooseNormal, NEAR, SAME_WIDTH, scoreOf, setNormal } from './corner-normal.ts';
import type { PolygonWorkspace } from './scratch.ts';

const facing = new Float64Array(2);

// Witness points: from the closest features to the contact, in A's frame.

/** Edges at a smaller angle than this [rad] are parallel: rounding error of a rotation. */
const PARALLEL = 1e-15;
/** A foot point within this fraction of the edge length from its end belongs to the vertex. */
export const EDGE_END = 1e-12;

/** Contact from a GJK simplex of `size` 1 or 2; false if its features do not face each other (rounding). */
export function simplexContact(
  workspace: PolygonWorkspace,
  out: Contact,
  va: Float64Array,
  vb: Float64Array,
  size: number,
): boolean {
  const { indices, simplex } = workspace;
  const a1 = indices[0];
  const b1 = indices[1];
  if (size === 1) {
    // a side perpendicular to the line of the two vertices may face a side of the other body
    const side = perpendicularSide(workspace, va, a1);
    if (side < 0) return vertexContact(workspace, out, va, vb, a1, b1);
    return faceContact(workspace, out, va, vb, true, side, b1) || vertexContact(workspace, out, va, vb, a1, b1);
  }
  const a2 = indices[2];
  const b2 = indices[3];
  if (a1 !== a2 && b1 !== b2) {
    // parallel sides: the longer one is parallel to the simplex to machine precision, a much shorter one need not be
    const edgeA = edgeBetween(va.length >> 1, a1, a2);
    const edgeB = edgeBetween(vb.length >> 1, b1, b2);
    const alongA = edgeB < 0 || (edgeA >= 0 && lengthSqBetween(va, a1, a2) >= lengthSqBetween(vb, b1, b2));
    const edge = alongA ? edgeA : edgeB;
    if (edge < 0) return false;
    const isFacing =
      faceContact(workspace, out, va, vb, alongA, edge, alongA ? b1 : a1) ||
      faceContact(workspace, out, va, vb, alongA, edge, alongA ? b2 : a2);
    return isFacing && out.distance <= simplexDistance(workspace) + SAME_WIDTH * simplex[4];
  }
  const onA = a1 !== a2;
  const edge = onA ? edgeBetween(va.length >> 1, a1, a2) : edgeBetween(vb.length >> 1, b1, b2);
  return edge >= 0 && faceContact(workspace, out, va, vb, onA, edge, onA ? b1 : a1);
}

/** Distance of a two-point simplex from the origin [m]: if it differs from the edge distance, the edges are not parallel. */
function simplexDistance(workspace: PolygonWorkspace): number {
  const { simplex } = workspace;
  const ex = simplex[2] - simplex[0];
  const ey = simplex[3] - simplex[1];
  return Math.abs(simplex[0] * ey - simplex[1] * ex) / Math.sqrt(ex * ex + ey * ey);
}

/** `edgeContact` in front of the edge. A segment has two edges, one per side. */
// biome-ignore format: fits one line
function faceContact(workspace: PolygonWorkspace, out: Contact, va: Float64Array, vb: Float64Array, onA: boolean, edge: number, vertex: number): boolean {
  let facing = edgeContact(workspace, out, va, vb, onA, edge, vertex);
  if (out.distance < 0 && (onA ? va : vb).length === 4) facing = edgeContact(workspace, out, va, vb, onA, 1 - edge, vertex);
  return facing && out.distance >= 0;
}

/** Square of the distance of two vertices [m²]. */
function lengthSqBetween(v: Float64Array, i: number, j: number): number {
  const x = v[2 * i] - v[2 * j];
  const y = v[2 * i + 1] - v[2 * j + 1];
  return x * x + y * y;
}

/** The edge between two vertices, or -1 for a chord. */
function edgeBetween(count: number, i: number, j: number): number {
  if (j === i + 1 || (j === 0 && i === count - 1)) return i;
  return i === j + 1 || (i === 0 && j === count - 1) ? j : -1;
}

/** The edge of A at vertex `a` that is perpendicular to the first point of the simplex, or -1. */
function perpendicularSide(workspace: PolygonWorkspace, va: Float64Array, a: number): number {
  const { simplex } = workspace;
  const count = va.length >> 1;
  if (count === 1) return -1;
  const before = a > 0 ? a - 1 : count - 1;
  const next = a + 1 < count ? a + 1 : 0;
  const x = simplex[0];
  const y = simplex[1];
  const ex = va[2 * next] - va[2 * a];
  const ey = va[2 * next + 1] - va[2 * a + 1];
  const fx = va[2 * before] - va[2 * a];
  const fy = va[2 * before + 1] - va[2 * a + 1];
  const limit = PARALLEL * PARALLEL * (x * x + y * y);
  const e = ex * x + ey * y;
  const f = fx * x + fy * y;
  if (e * e <= limit * (ex * ex + ey * ey)) return a;
  return f * f <= limit * (fx * fx + fy * fy) ? before : -1;
}

/** Contact of vertex `a` of A and vertex `b` of B. Always true. */
export function vertexContact(
  workspace: PolygonWorkspace,
  out: Contact,
  va: Float64Array,
  vb: Float64Array,
  a: number,
  b: number,
): boolean {
  const { relative, simplex } = workspace;
  const c = relative[0];
  const s = relative[1];
  const bx = vb[2 * b];
  const by = vb[2 * b + 1];
  const x = relative[2] + c * bx - s * by - va[2 * a];
  const y = relative[3] + s * bx + c * by - va[2 * a + 1];
  const distance = Math.sqrt(x * x + y * y);
  out.distance = distance;
  out.pointA.x = va[2 * a];
  out.pointA.y = va[2 * a + 1];
  out.featureA = 'vertex';
  out.featureB = 'vertex';
  out.indexA = a;
  out.indexB = b;
  out.unique = true;
  const { normal } = out;
  normal.x = x / distance;
  normal.y = y / distance;
  // two points: their direction, or any if they coincide
  if (va.length === 2 && vb.length === 2) {
    if (distance === 0) setNormal(out, 1, 0);
    return true;
  }
  facing[0] = x;
  facing[1] = y;
  const isNear = !(distance > NEAR * simplex[4]);
  if (
    !isNear &&
    scoreOf(workspace, distance, va, vb, a, b, normal.x, normal.y, facing) >= distance - SAME_WIDTH * simplex[4]
  )
    return true;
  chooseNormal(workspace, out, va, vb, a, b, facing);
  return true;
}

/**
 * Contact of edge `edge` of one body (A if `onA`) and vertex `vertex` of the other. The distance is measured perpendicular to the
 * edge, below zero behind it. If an edge at the vertex is parallel, both overlap in an interval, and its midpoint is taken.
 * True if the vertex, or part of its parallel edge, projects between the ends of the edge: only then is it a closest pair.
 */
// biome-ignore format: one vector per line
export function edgeContact(
  workspace: PolygonWorkspace, out: Contact, va: Float64Array, vb: Float64Array, onA: boolean, edge: number, vertex: number,
): boolean {
  const { relative } = workspace;
  const v = onA ? va : vb, w = onA ? vb : va;
  const count = v.length >> 1, countW = w.length >> 1;
  const c = relative[0], s = relative[1];
  const next = edge + 1 < count ? edge + 1 : 0;

  // the edge d, and g from its start to the vertex, in the frame of the body with the edge
  const px = v[2 * edge], py = v[2 * edge + 1];
  const dx = v[2 * next] - px, dy = v[2 * next + 1] - py;
  let gx = w[2 * vertex], gy = w[2 * vertex + 1];
  const tx = relative[2], ty = relative[3];
  if (onA) {
    const x = tx + c * gx - s * gy - px;
    gy = ty + s * gx + c * gy - py; gx = x;
  } else {
    const x = gx - tx, y = gy - ty;
    gx = c * x + s * y - px; gy = c * y - s * x - py;
  }
  const lengthSq = dx * dx + dy * dy;
  const length = Math.sqrt(lengthSq);
  const foot = (gx * dx + gy * dy) / lengthSq;
  const separation = (dy * gx - dx * gy) / length;

  // a parallel edge at the vertex extends the foot point to an interval
  let from = foot, to = foot, parallel = -1;
  const q = onA ? s : -s;
  for (let k = 0; k < 2; k++) {
    const other = k === 0 ? (vertex + 1 < countW ? vertex + 1 : 0) : vertex > 0 ? vertex - 1 : countW - 1;
    const ux = w[2 * other] - w[2 * vertex], uy = w[2 * other + 1] - w[2 * vertex + 1];
    const ex = c * ux - q * uy, ey = q * ux + c * uy;
    const cross = dx * ey - dy * ex;
    if (cross * cross <= PARALLEL * PARALLEL * lengthSq * (ux * ux + uy * uy)) {
      const end = foot + (ex * dx + ey * dy) / lengthSq;
      if (end < from) from = end;
      if (end > to) to = end;
      parallel = k === 0 ? vertex : other;
    }
  }
  const low = Math.max(from, 0), high = Math.min(to, 1);
  const shared = parallel >= 0 && high > low;
  // a foot point beyond an end (rounding, nearly parallel facing sides) is clamped to the end
  const t = shared ? 0.5 * (low + high) : Math.min(Math.max(foot, 0), 1);

  const mx = dy / length, my = -dx / length;
  const inside = t > EDGE_END && t < 1 - EDGE_END;
  const index = inside ? edge : t <= EDGE_END ? edge : next;
  out.distance = separation;
  out.unique = !shared;
  if (onA) {
    out.pointA.x = px + t * dx; out.pointA.y = py + t * dy;
    out.normal.x = mx; out.normal.y = my;
    out.featureA = inside ? 'edge' : 'vertex'; out.indexA = index;
    out.featureB = shared ? 'edge' : 'vertex'; out.indexB = shared ? parallel : vertex;
  } else {
    // the point on A is opposite the foot point on B's edge: foot + separation * outward normal, in A's frame
    const x = px + t * dx + separation * mx, y = py + t * dy + separation * my;
    out.pointA.x = tx + c * x - s * y; out.pointA.y = ty + s * x + c * y;
    out.normal.x = s * my - c * mx; out.normal.y = -s * mx - c * my;
    out.featureA = shared ? 'edge' : 'vertex'; out.indexA = shared ? parallel : vertex;
    out.featureB = inside ? 'edge' : 'vertex'; out.indexB = index;
  }
  return shared || (foot >= 0 && foot <= 1);
}

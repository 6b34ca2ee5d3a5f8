/** Intersection of two projected faces. */
import type { ManifoldWorkspace } from './manifold-workspace.ts';
import { LENGTH_SQ, type ProjectedFace } from './projected-face.ts';

/** Buffer for the next cut; swapped with `clipped.positions`. */
let cutPositions: Float64Array = new Float64Array(32);
/** Twice the signed area of the triangle of each vertex and the cutting edge. */
let sides = new Float64Array(16);

/** A point outside an edge by at most this fraction of the size is on it. */
const ON_EDGE = 1e-12;

/** Fills `clipped`. A round face (no corners) gives an empty result; for two lines see `clipParallelLines`. */
export function clipPolygons(manifold: ManifoldWorkspace, a: ProjectedFace, b: ProjectedFace): void {
  const { clipped } = manifold;
  clipped.count = 0;
  reserve(manifold, a.count + b.count);
  if (a.count > 2 && b.count > 2) cutFace(manifold, a, b);
  else if (a.count === 2 && b.count > 2) cutLine(manifold, a, b);
  else if (a.count > 2 && b.count === 2) cutLine(manifold, b, a);
  else if (a.count === 2 && b.count === 2) clipParallelLines(manifold, a, b);
}

/** Fills `clipped` with a whole polygon: the other face is unbounded. */
export function copyPolygon(manifold: ManifoldWorkspace, a: ProjectedFace): void {
  const { clipped } = manifold;
  reserve(manifold, a.count);
  for (let k = 0; k < 2 * a.count; k++) clipped.positions[k] = a.positions[k];
  clipped.count = a.count;
}

function reserve(manifold: ManifoldWorkspace, count: number): void {
  const { clipped } = manifold;
  if (count <= sides.length) return;
  clipped.positions = new Float64Array(4 * count);
  cutPositions = new Float64Array(4 * count);
  sides = new Float64Array(2 * count);
}

/** A face clipped by a face, edge by edge (Sutherland-Hodgman). */
function cutFace(manifold: ManifoldWorkspace, a: ProjectedFace, b: ProjectedFace): void {
  const { clipped } = manifold;
  let { count } = a;
  copyPolygon(manifold, a);
  setExtent(a, b);
  for (let k = 0; k < b.count && count > 0; k++) count = cutByEdge(manifold, b, k, count);
  clipped.count = count;
}

/** Approximate maximum distance between vertices of the two polygons [m]: in an array, because numbers get boxed. */
const extent = new Float64Array(1);

function setExtent({ positions: p, numbers: a }: ProjectedFace, { positions: q, numbers: b }: ProjectedFace): void {
  extent[0] = Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]) + Math.sqrt(a[LENGTH_SQ]) + Math.sqrt(b[LENGTH_SQ]);
}

/** Clips the polygon to the left of edge `k` of B. Returns its vertex count. */
// biome-ignore format: one vector per line
function cutByEdge(manifold: ManifoldWorkspace, b: ProjectedFace, k: number, count: number): number {
  const { clipped } = manifold;
  const { positions: q } = b;
  const { positions: p } = clipped;
  const next = k + 1 === b.count ? 0 : k + 1;
  const u0 = q[2 * k], v0 = q[2 * k + 1];
  const du = q[2 * next] - u0, dv = q[2 * next + 1] - v0;
  const floor = -ON_EDGE * extent[0] * (Math.abs(du) + Math.abs(dv));
  let inside = 0;
  for (let i = 0; i < count; i++) {
    const side = du * (p[2 * i + 1] - v0) - dv * (p[2 * i] - u0);
    sides[i] = side;
    if (side >= floor) inside++;
  }
  if (inside === count || inside === 0) return inside;
  const cut = cutPositions;
  let size = 0;
  for (let i = 0; i < count; i++) {
    const j = i + 1 === count ? 0 : i + 1;
    const here = sides[i], there = sides[j];
    const u = p[2 * i], v = p[2 * i + 1];
    if (here >= floor) {
      cut[2 * size] = u; cut[2 * size + 1] = v;
      size++;
    }
    if (here >= floor === there >= floor) continue;
    const fraction = Math.max(0, Math.min(1, here / (here - there)));
    cut[2 * size] = u + fraction * (p[2 * j] - u); cut[2 * size + 1] = v + fraction * (p[2 * j + 1] - v);
    size++;
  }
  clipped.positions = cut;
  cutPositions = p;
  return size;
}

/** Is a point inside a face, or on its edge? */
// biome-ignore format: one vector per line
export function isInside({ count, positions: q }: ProjectedFace, u: number, v: number): boolean {
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const du = q[2 * next] - q[2 * k], dv = q[2 * next + 1] - q[2 * k + 1];
    const pu = u - q[2 * k], pv = v - q[2 * k + 1];
    if (du * pv - dv * pu < -ON_EDGE * (Math.abs(pu) + Math.abs(pv)) * (Math.abs(du) + Math.abs(dv))) return false;
  }
  return count > 2;
}

/** A line clipped by a face: the part inside, as parameters from its first end to the second. */
// biome-ignore format: one vector per line
function cutLine(manifold: ManifoldWorkspace, line: ProjectedFace, face: ProjectedFace): void {
  const { clipped } = manifold;
  const { positions: p } = line;
  const { positions: q } = face;
  const wu = p[2] - p[0], wv = p[3] - p[1];
  let from = 0, to = 1;
  for (let k = 0; k < face.count; k++) {
    const next = k + 1 === face.count ? 0 : k + 1;
    const du = q[2 * next] - q[2 * k], dv = q[2 * next + 1] - q[2 * k + 1];
    const u = p[0] - q[2 * k], v = p[1] - q[2 * k + 1];
    const start = du * v - dv * u, rate = du * wv - dv * wu;
    const floor = -ON_EDGE * (Math.abs(u) + Math.abs(v) + Math.abs(wu) + Math.abs(wv)) * (Math.abs(du) + Math.abs(dv));
    if (start >= floor && start + rate >= floor) continue;
    if (start < floor && start + rate < floor) return;
    if (rate > 0) from = Math.max(from, -start / rate);
    else to = Math.min(to, -start / rate);
  }
  if (from > to) return;
  clipped.positions[0] = p[0] + from * wu; clipped.positions[1] = p[1] + from * wv;
  clipped.positions[2] = p[0] + to * wu; clipped.positions[3] = p[1] + to * wv;
  clipped.count = 2;
}

/** Lines at a larger angle than this (cosine) cross. */
const PARALLEL = 0.99;

/**
 * Two nearly parallel lines: the ends of their common interval along the mean direction, each midway between the lines, where
 * the bodies around the lines touch.
 */
// biome-ignore format: one vector per line
function clipParallelLines(manifold: ManifoldWorkspace, a: ProjectedFace, b: ProjectedFace): void {
  const { clipped } = manifold;
  const { positions: p } = a;
  const { positions: q } = b;
  const au = p[2] - p[0], av = p[3] - p[1], bu = q[2] - q[0], bv = q[3] - q[1];
  const dot = au * bu + av * bv;
  const lengthA = Math.sqrt(au * au + av * av), lengthB = Math.sqrt(bu * bu + bv * bv);
  if (!(Math.abs(dot) > PARALLEL * lengthA * lengthB)) return;
  const sign = dot < 0 ? -1 : 1;
  const mu = au / lengthA + sign * bu / lengthB, mv = av / lengthA + sign * bv / lengthB;
  const a0 = p[0] * mu + p[1] * mv, a1 = p[2] * mu + p[3] * mv;
  const b0 = q[0] * mu + q[1] * mv, b1 = q[2] * mu + q[3] * mv;
  const from = Math.max(a0, Math.min(b0, b1)), to = Math.min(a1, Math.max(b0, b1));
  if (!(to > from)) return;
  for (let end = 0; end < 2; end++) {
    const coordinate = end === 0 ? from : to;
    const ofA = (coordinate - a0) / (a1 - a0), ofB = (coordinate - b0) / (b1 - b0);
    clipped.positions[2 * end] = 0.5 * (p[0] + ofA * au + q[0] + ofB * bu);
    clipped.positions[2 * end + 1] = 0.5 * (p[1] + ofA * av + q[1] + ofB * bv);
  }
  clipped.count = 2;
}

/**
 * Distance of two triangles by their features: the minimum over the 6 corner-face pairs and the 9 edge-edge pairs is
 * the distance of triangles that do not intersect. Each pair is measured independently to machine precision, so that nearly parallel
 * edges and nearly coplanar faces need no special case. For triangles not clearly apart, exact predicates decide whether they
 * intersect (`triangles-intersect.ts`); the penetration depth comes from SAT (`triangle-depth.ts`).
 */

import type { TrianglePair } from './triangle-corners.ts';

// Offsets in `result`.
/** Distance [m], below zero: minus the depth of overlapping triangles. */
export const DISTANCE = 0;
/** Unit vector from A to B. */
export const NORMAL = 1;
/** The closest point of A; that of B is `DISTANCE` along the normal from it. */
export const POINT = 4;

// Offsets in `features`: number of corners that span the feature of A (1: a corner, 2: an edge, 3: the face), the first of them, the same for B.
export const VERTEX_COUNT_A = 0;
export const FIRST_A = 1;
export const VERTEX_COUNT_B = 2;
export const FIRST_B = 3;
/** 1 if the closest points are unique, to machine precision. */
export const UNIQUE = 4;

/** Relative to the size: distances that differ by less than the first are equal, points that differ by more than the second are distinct. */
const EQUAL = 4e-15;
const ELSEWHERE = 1e-6;
/** Squared sine of the angle between edges below which the determinant of the normal equations is inaccurate. */
const OBLIQUE_SQ = 1e-2;
/** Squared distance, relative to the squared size, above which a plane between two edges certifies their distance to machine precision. */
const FAR_SQ = 1e-2;
/** Minimum distance of corners behind such a plane, relative to the distance. */
const BEYOND = 1e-9;
/** Distances below this fraction of the size are rounding errors and have no direction. */
export const ROUNDING = 1e-15;

/** Result of `sideOf`: the other triangle is farther than `limit`, its closest corner is above the face, or neither. */
export const FARTHER = 2;
const DECIDED = 1;
export const OPEN = 0;

/**
 * If the other triangle is on one side of the plane of `body`, its closest corner gives a lower bound: if the corner is above the face, it is
 * the result.
 */
export function sideOf(triangles: TrianglePair, body: number): number {
  const { heights, areas, limit, size, features } = triangles;
  const k = 3 * body;
  const h0 = heights[k];
  const h1 = heights[k + 1];
  const h2 = heights[k + 2];
  const above = h0 > 0 && h1 > 0 && h2 > 0;
  if (!above && !(h0 < 0 && h1 < 0 && h2 < 0)) return OPEN;
  const p = Math.abs(h0);
  const q = Math.abs(h1);
  const r = Math.abs(h2);
  const min = Math.min(p, q, r);
  const area = areas[body];
  if (min > limit[0] * area) return FARTHER;
  const corner = p === min ? 0 : q === min ? 1 : 2;
  if (!isOverFace(triangles, body, corner)) return OPEN;
  writeCornerFace(triangles, body, corner);
  const equal = min + EQUAL * size[0] * area;
  features[UNIQUE] = (p <= equal ? 1 : 0) + (q <= equal ? 1 : 0) + (r <= equal ? 1 : 0) > 1 ? 0 : 1;
  return DECIDED;
}

/** Is a corner of the other triangle in the Voronoi region of the face of `body`? n×e points to the inner side of edge e. */
// biome-ignore format: one vector per line
function isOverFace(triangles: TrianglePair, body: number, corner: number): boolean {
  const { normals, edges, corners } = triangles;
  const i = 9 * body, j = 9 - i + 3 * corner;
  const nx = normals[3 * body], ny = normals[3 * body + 1], nz = normals[3 * body + 2];
  for (let k = i; k < i + 9; k += 3) {
    const ex = edges[k], ey = edges[k + 1], ez = edges[k + 2];
    const px = corners[j] - corners[k], py = corners[j + 1] - corners[k + 1], pz = corners[j + 2] - corners[k + 2];
    if (!((ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz >= 0)) return false;
  }
  return true;
}

/** Writes the pair of the face of `body` and a corner of the other triangle above it. */
// biome-ignore format: one vector per line
function writeCornerFace(triangles: TrianglePair, body: number, corner: number): void {
  const { heights, areas, normals, result, corners, features } = triangles;
  const h = heights[3 * body + corner], area = areas[body];
  // from A to B: out of the face of A, or into that of B
  const sign = (h < 0 ? -1 : 1) * (body === 0 ? 1 : -1), distance = Math.abs(h) / area;
  const nx = sign * normals[3 * body] / area, ny = sign * normals[3 * body + 1] / area, nz = sign * normals[3 * body + 2] / area;
  const j = 9 - 9 * body + 3 * corner, back = body === 0 ? distance : 0;
  result[DISTANCE] = distance;
  result[NORMAL] = nx; result[NORMAL + 1] = ny; result[NORMAL + 2] = nz;
  result[POINT] = corners[j] - back * nx; result[POINT + 1] = corners[j + 1] - back * ny; result[POINT + 2] = corners[j + 2] - back * nz;
  features[VERTEX_COUNT_A] = body === 0 ? 3 : 1; features[FIRST_A] = body === 0 ? 0 : corner;
  features[VERTEX_COUNT_B] = body === 0 ? 1 : 3; features[FIRST_B] = body === 0 ? corner : 0;
}

/** Squared distances of the pairs of edges, A's edge first, and the parameters on them, 0 to 1. */
const squares = new Float64Array(9);
const alongA = new Float64Array(9);
const alongB = new Float64Array(9);

/** The closest pair of edges and its squared distance. */
const nearestEdges = { pair: 0, squared: 0.5 };

/** Measures all pairs of edges. */
export function measureEdges(triangles: TrianglePair): void {
  nearestEdges.squared = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) measureEdgePair(triangles, i, j);
  }
}

/**
 * Measures pairs of edges of clearly separate triangles, until one has both third corners clearly behind its closest points: then it is
 * the unique closest pair. True if there is such a pair, which is written. False if no pair has this certificate.
 */
export function findCertifiedEdges(triangles: TrianglePair): boolean {
  const { size, features } = triangles;
  nearestEdges.squared = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      measureEdgePair(triangles, i, j);
      const pair = 3 * i + j;
      if (
        nearestEdges.pair === pair &&
        nearestEdges.squared > FAR_SQ * size[0] * size[0] &&
        isCertified(triangles, i, j)
      ) {
        writeEdges(triangles);
        features[UNIQUE] = 1;
        return true;
      }
    }
  }
  return false;
}

/** Are the third corners of both triangles behind the closest points of edges i and j, which are not parallel? */
// biome-ignore format: one vector per line
function isCertified(triangles: TrianglePair, i: number, j: number): boolean {
  const { edges, corners, lengthsSq } = triangles;
  const k = 3 * i, l = 9 + 3 * j, m = 3 * ((i + 2) % 3), n = 9 + 3 * ((j + 2) % 3);
  const dx = edges[k], dy = edges[k + 1], dz = edges[k + 2];
  const ex = edges[l], ey = edges[l + 1], ez = edges[l + 2];
  const s = alongA[3 * i + j], t = alongB[3 * i + j];
  const px = corners[k] + s * dx, py = corners[k + 1] + s * dy, pz = corners[k + 2] + s * dz;
  const qx = corners[l] + t * ex, qy = corners[l + 1] + t * ey, qz = corners[l + 2] + t * ez;
  const wx = qx - px, wy = qy - py, wz = qz - pz;
  const margin = BEYOND * nearestEdges.squared;
  if (!(wx * (corners[m] - px) + wy * (corners[m + 1] - py) + wz * (corners[m + 2] - pz) < -margin)) return false;
  if (!(wx * (corners[n] - qx) + wy * (corners[n + 1] - qy) + wz * (corners[n + 2] - qz) > margin)) return false;
  const de = dx * ex + dy * ey + dz * ez, dd = lengthsSq[i], ee = lengthsSq[3 + j];
  return dd * ee - de * de > OBLIQUE_SQ * dd * ee;
}

/**
 * Closest points r + s d - t e of two edges, textbook method: on the lines, s clamped, t for that s, and if t is clamped, s again.
 * Edges at a small angle take s from cross products: the determinant of the normal equations would cancel.
 */
// biome-ignore format: one vector per line
function measureEdgePair(triangles: TrianglePair, i: number, j: number): void {
  const { edges, corners, lengthsSq } = triangles;
  const k = 3 * i, l = 9 + 3 * j;
  const dx = edges[k], dy = edges[k + 1], dz = edges[k + 2];
  const ex = edges[l], ey = edges[l + 1], ez = edges[l + 2];
  const rx = corners[k] - corners[l], ry = corners[k + 1] - corners[l + 1], rz = corners[k + 2] - corners[l + 2];
  const dd = lengthsSq[i], ee = lengthsSq[3 + j];
  const de = dx * ex + dy * ey + dz * ez;
  const dr = dx * rx + dy * ry + dz * rz, er = ex * rx + ey * ry + ez * rz;
  const determinant = dd * ee - de * de;
  let s: number;
  if (determinant > OBLIQUE_SQ * dd * ee) {
    s = (de * er - dr * ee) / determinant;
  } else {
    const nx = dy * ez - dz * ey, ny = dz * ex - dx * ez, nz = dx * ey - dy * ex;
    const nn = nx * nx + ny * ny + nz * nz;
    s = nn > 0 ? (nx * (ey * rz - ez * ry) + ny * (ez * rx - ex * rz) + nz * (ex * ry - ey * rx)) / nn : 0;
  }
  if (!(s > 0)) s = 0;
  else if (s > 1) s = 1;
  let t = (de * s + er) / ee;
  if (!(t > 0 && t < 1)) {
    t = t > 0 ? 1 : 0;
    s = (de * t - dr) / dd;
    if (!(s > 0)) s = 0;
    else if (s > 1) s = 1;
  }
  const x = rx + s * dx - t * ex, y = ry + s * dy - t * ey, z = rz + s * dz - t * ez;
  const squared = x * x + y * y + z * z, pair = 3 * i + j;
  squares[pair] = squared; alongA[pair] = s; alongB[pair] = t;
  if (squared < nearestEdges.squared) { nearestEdges.squared = squared; nearestEdges.pair = pair; }
}

/** Writes the closest pair of edges, or a corner-face pair if that is closer. */
export function writeNearest(triangles: TrianglePair): void {
  const { heights, areas, features } = triangles;
  let body = -1;
  let corner = 0;
  let min = Math.sqrt(nearestEdges.squared);
  for (let k = 0; k < 6; k++) {
    const face = k < 3 ? 0 : 1;
    const height = Math.abs(heights[k]) / areas[face];
    if (!(height < min) || !isOverFace(triangles, face, k % 3)) continue;
    body = face;
    corner = k % 3;
    min = height;
  }
  if (body < 0) {
    writeEdges(triangles);
    setUnique(triangles);
    return;
  }
  writeCornerFace(triangles, body, corner);
  features[UNIQUE] = 1;
}

/** Writes the closest pair of edges. */
// biome-ignore format: one vector per line
function writeEdges(triangles: TrianglePair): void {
  const { corners, edges, result, features } = triangles;
  const pair = nearestEdges.pair, i = (pair / 3) | 0, j = pair % 3, k = 3 * i, l = 9 + 3 * j;
  const s = alongA[pair], t = alongB[pair];
  const px = corners[k] + s * edges[k], py = corners[k + 1] + s * edges[k + 1], pz = corners[k + 2] + s * edges[k + 2];
  const wx = corners[l] - corners[k] + t * edges[l] - s * edges[k];
  const wy = corners[l + 1] - corners[k + 1] + t * edges[l + 1] - s * edges[k + 1];
  const wz = corners[l + 2] - corners[k + 2] + t * edges[l + 2] - s * edges[k + 2];
  const distance = Math.sqrt(wx * wx + wy * wy + wz * wz);
  result[DISTANCE] = distance;
  result[NORMAL] = distance > 0 ? wx / distance : 0; result[NORMAL + 1] = distance > 0 ? wy / distance : 0; result[NORMAL + 2] = distance > 0 ? wz / distance : 0;
  result[POINT] = px; result[POINT + 1] = py; result[POINT + 2] = pz;
  features[VERTEX_COUNT_A] = s > 0 && s < 1 ? 2 : 1; features[FIRST_A] = s < 1 ? i : (i + 1) % 3;
  features[VERTEX_COUNT_B] = t > 0 && t < 1 ? 2 : 1; features[FIRST_B] = t < 1 ? j : (j + 1) % 3;
  if (features[VERTEX_COUNT_A] + features[VERTEX_COUNT_B] === 4) setCrossNormal(triangles, k, l);
}

/** Sets whether the closest pair of edges, just written, is unique. */
function setUnique(triangles: TrianglePair): void {
  const { features, result } = triangles;
  features[UNIQUE] = isOnlyPair(triangles, result[DISTANCE]) ? 1 : 0;
}

/** For edges that cross within a small distance, their cross product is a more accurate normal than the difference of the points. */
// biome-ignore format: one vector per line
function setCrossNormal(triangles: TrianglePair, k: number, l: number): void {
  const { edges, result, size } = triangles;
  const dx = edges[k], dy = edges[k + 1], dz = edges[k + 2];
  const ex = edges[l], ey = edges[l + 1], ez = edges[l + 2];
  const nx = dy * ez - dz * ey, ny = dz * ex - dx * ez, nz = dx * ey - dy * ex;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz), distance = result[DISTANCE];
  const lengths = Math.sqrt((dx * dx + dy * dy + dz * dz) * (ex * ex + ey * ey + ez * ez));
  // errors of both directions: rounding divided by the sine of the angle, and by the distance relative to the size
  if (!(length * size[0] > distance * lengths)) return;
  const along = nx * result[NORMAL] + ny * result[NORMAL + 1] + nz * result[NORMAL + 2];
  const sign = along < 0 ? -1 / length : 1 / length;
  result[DISTANCE] = along * sign * distance;
  result[NORMAL] = sign * nx; result[NORMAL + 1] = sign * ny; result[NORMAL + 2] = sign * nz;
}

/** Is no other pair of edges, and no corner above a face, equally close at another point? */
function isOnlyPair(triangles: TrianglePair, distance: number): boolean {
  const { size, heights, areas } = triangles;
  const equal = distance + EQUAL * (size[0] + distance);
  for (let pair = 0; pair < 9; pair++) {
    if (squares[pair] <= equal * equal && isElsewhere(triangles, pair)) return false;
  }
  for (let k = 0; k < 6; k++) {
    const face = k < 3 ? 0 : 1;
    if (
      Math.abs(heights[k]) <= equal * areas[face] &&
      isOverFace(triangles, face, k % 3) &&
      isFarFrom(triangles, 9 - 9 * face + 3 * (k % 3))
    )
      return false;
  }
  return true;
}

/** Is the point of a pair of edges distinct from that in `result`? */
// biome-ignore format: one vector per line
function isElsewhere(triangles: TrianglePair, pair: number): boolean {
  const { size, corners, edges, result } = triangles;
  const k = 3 * ((pair / 3) | 0), s = alongA[pair], far = ELSEWHERE * size[0];
  const x = corners[k] + s * edges[k] - result[POINT];
  const y = corners[k + 1] + s * edges[k + 1] - result[POINT + 1];
  const z = corners[k + 2] + s * edges[k + 2] - result[POINT + 2];
  return x * x + y * y + z * z > far * far;
}

/** Is a corner distinct from the point of `result` on its own triangle? */
// biome-ignore format: one vector per line
function isFarFrom(triangles: TrianglePair, at: number): boolean {
  const { result, size, corners } = triangles;
  const offset = at < 9 ? 0 : result[DISTANCE], far = ELSEWHERE * size[0];
  const x = corners[at] - result[POINT] - offset * result[NORMAL];
  const y = corners[at + 1] - result[POINT + 1] - offset * result[NORMAL + 1];
  const z = corners[at + 2] - result[POINT + 2] - offset * result[NORMAL + 2];
  return x * x + y * y + z * z > far * far;
}

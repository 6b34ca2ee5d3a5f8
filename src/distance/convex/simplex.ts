/**
 * GJK sub-algorithm: the point of a simplex closest to the origin. The simplex has one to four points w = a - b of the Minkowski difference of two
 * bodies, the newest last; it is reduced to the points that span the face with the closest point.
 */
import type { GjkWorkspace } from './gjk-workspace.ts';

/** Number of distinct vertices of a body, 1 to 3, in a simplex of up to three points; `first` is the offset of its numbers. */
export function distinctVertexCount(workspace: GjkWorkspace, first: number, count: number): number {
  const { vertexNumbers } = workspace;
  const i = vertexNumbers[first];
  const j = vertexNumbers[first + 1];
  const k = vertexNumbers[first + 2];
  // branch-free: the branches would mostly be mispredicted
  return 1 + (+(count > 1) & +(i !== j)) + (+(count > 2) & +(i !== k) & +(j !== k));
}

/** Squared sine of the angle below which a triangle is a sliver that needs care, and of that below which it is a line. */
const SHARP_SQ = 1e-4;
const SLIVER_SQ = 1e-26;
/** Squared slope below which a tetrahedron is flat. */
const FLAT_SQ = 1e-26;
/** Squared rounding error of a corner, relative to its squared distance from the origin. */
const CORNER_SQ = 1e-30;

/** The points of the best face so far, in ascending order, and their count. */
const chosen = new Int32Array(4);
const COUNT = 3;

/** Reduces the simplex of `count` points. Returns how many remain; 4 if the origin is inside the tetrahedron. */
export function reduceSimplex(workspace: GjkWorkspace, count: number): number {
  const { nearest } = workspace;
  nearest[3] = Number.POSITIVE_INFINITY;
  if (count === 3) tryTriangle(workspace, 0, 3, 6);
  else if (count === 2) tryEdge(workspace, 0, 3);
  else if (count === 1) tryPoint(workspace, 0);
  else if (!tryTetrahedron(workspace)) return 4;
  return chosen[COUNT] < count ? moveToFront(workspace) : count;
}

// Points are identified by their offset in `simplex`: 0, 3, 6 or 9.

// biome-ignore format: one vector per line
function tryPoint(workspace: GjkWorkspace, i: number): void {
  const { simplex, nearest, weights } = workspace;
  const x = simplex[i], y = simplex[i + 1], z = simplex[i + 2];
  const lengthSq = x * x + y * y + z * z;
  if (!(lengthSq < nearest[3])) return;
  nearest[0] = x; nearest[1] = y; nearest[2] = z; nearest[3] = lengthSq;
  chosen[0] = i; chosen[COUNT] = 1;
  weights[0] = 1;
}

/**
 * Point of the segment from j to i < j. v = u×(c×u)/|u|² is exactly perpendicular to the edge u, which c + t u is not
 * where the edge is long and v short.
 */
// biome-ignore format: one vector per line
function tryEdge(workspace: GjkWorkspace, i: number, j: number): void {
  const { simplex, nearest, weights } = workspace;
  const cx = simplex[j], cy = simplex[j + 1], cz = simplex[j + 2];
  const ux = simplex[i] - cx, uy = simplex[i + 1] - cy, uz = simplex[i + 2] - cz;
  const uu = ux * ux + uy * uy + uz * uz;
  const t = -(cx * ux + cy * uy + cz * uz);
  if (!(t > 0 && t < uu)) {
    tryPoint(workspace, t > 0 ? i : j);
    return;
  }
  const mx = cy * uz - cz * uy, my = cz * ux - cx * uz, mz = cx * uy - cy * ux;
  const x = (uy * mz - uz * my) / uu, y = (uz * mx - ux * mz) / uu, z = (ux * my - uy * mx) / uu;
  const lengthSq = x * x + y * y + z * z;
  if (!(lengthSq < nearest[3])) return;
  nearest[0] = x; nearest[1] = y; nearest[2] = z; nearest[3] = lengthSq;
  chosen[0] = i; chosen[1] = j; chosen[COUNT] = 2;
  weights[0] = t / uu; weights[1] = 1 - t / uu;
}

/**
 * The foot point v of the origin on the plane of a triangle is h N, exactly perpendicular to the face: a weighted sum of points
 * would not be. Barycentric weights come from the corners relative to v; relative to the origin, small distant triangles would lose them.
 */
// biome-ignore format: one vector per line
function tryTriangle(workspace: GjkWorkspace, i: number, j: number, k: number): void {
  const { simplex, nearest, weights } = workspace;
  const ax = simplex[i], ay = simplex[i + 1], az = simplex[i + 2];
  const bx = simplex[j], by = simplex[j + 1], bz = simplex[j + 2];
  const cx = simplex[k], cy = simplex[k + 1], cz = simplex[k + 2];
  const ux = ax - cx, uy = ay - cy, uz = az - cz;
  const wx = bx - cx, wy = by - cy, wz = bz - cz;
  const uu = ux * ux + uy * uy + uz * uz, ww = wx * wx + wy * wy + wz * wz;
  let nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
  let nn = nx * nx + ny * ny + nz * nz;
  if (nn < SHARP_SQ * uu * ww) {
    if (!(nn > SLIVER_SQ * uu * ww)) {
      tryEdge(workspace, i, k);
      tryEdge(workspace, j, k);
      tryEdge(workspace, i, j);
      return;
    }
    // a sliver: N has a rounding error along its long edge; make it perpendicular
    const lean = uu > ww ? (nx * ux + ny * uy + nz * uz) / uu : (nx * wx + ny * wy + nz * wz) / ww;
    nx -= lean * (uu > ww ? ux : wx); ny -= lean * (uu > ww ? uy : wy); nz -= lean * (uu > ww ? uz : wz);
    nn = nx * nx + ny * ny + nz * nz;
  }
  const h = (nx * cx + ny * cy + nz * cz) / nn;
  const vx = nx * h, vy = ny * h, vz = nz * h;
  const px = ax - vx, py = ay - vy, pz = az - vz;
  const qx = bx - vx, qy = by - vy, qz = bz - vz;
  const rx = cx - vx, ry = cy - vy, rz = cz - vz;
  const la = nx * (qy * rz - qz * ry) + ny * (qz * rx - qx * rz) + nz * (qx * ry - qy * rx);
  const lb = nx * (ry * pz - rz * py) + ny * (rz * px - rx * pz) + nz * (rx * py - ry * px);
  const lc = nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx);
  if (!(la > 0 && lb > 0 && lc > 0)) {
    // only edges whose outer side contains the foot point
    if (!(lb > 0)) tryEdge(workspace, i, k);
    if (!(la > 0)) tryEdge(workspace, j, k);
    if (!(lc > 0)) tryEdge(workspace, i, j);
    return;
  }
  const lengthSq = h * h * nn;
  if (!(lengthSq < nearest[3])) return;
  const scale = 1 / (la + lb + lc);
  nearest[0] = vx; nearest[1] = vy; nearest[2] = vz; nearest[3] = lengthSq;
  chosen[0] = i; chosen[1] = j; chosen[2] = k; chosen[COUNT] = 3;
  weights[0] = la * scale; weights[1] = lb * scale; weights[2] = lc * scale;
}

/** Tests the faces with the newest point that have the origin in front. False: there is none, the origin is inside. */
function tryTetrahedron(workspace: GjkWorkspace): boolean {
  const front0 = faceTowardsOrigin(workspace, 3, 6, 0);
  const front1 = faceTowardsOrigin(workspace, 0, 6, 3);
  const front2 = faceTowardsOrigin(workspace, 0, 3, 6);
  if (front0) tryTriangle(workspace, 3, 6, 9);
  if (front1) tryTriangle(workspace, 0, 6, 9);
  if (front2) tryTriangle(workspace, 0, 3, 9);
  return front0 || front1 || front2;
}

/**
 * Does the face of i, j and the newest point separate the origin from the point `other`? Also true where a height above the face may be rounding
 * error: parallel faces give flat tetrahedra, and round bodies small ones, whose N has the rounding error of their corners.
 */
// biome-ignore format: one vector per line
function faceTowardsOrigin(workspace: GjkWorkspace, i: number, j: number, other: number): boolean {
  const { simplex } = workspace;
  const dx = simplex[9], dy = simplex[10], dz = simplex[11];
  const ux = simplex[i] - dx, uy = simplex[i + 1] - dy, uz = simplex[i + 2] - dz;
  const wx = simplex[j] - dx, wy = simplex[j + 1] - dy, wz = simplex[j + 2] - dz;
  const nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
  const qx = simplex[other] - dx, qy = simplex[other + 1] - dy, qz = simplex[other + 2] - dz;
  const s = -(dx * nx + dy * ny + dz * nz);
  const q = qx * nx + qy * ny + qz * nz;
  if (!(s * q > 0)) return true;
  const dd = dx * dx + dy * dy + dz * dz;
  const spread = CORNER_SQ * (ux * ux + uy * uy + uz * uz + wx * wx + wy * wy + wz * wz);
  const flat = dd * (FLAT_SQ * (nx * nx + ny * ny + nz * nz) + spread * (qx * qx + qy * qy + qz * qz));
  return !(q * q > flat && s * s > spread * dd * dd);
}

/** Moves the chosen points and their vertices to the front. Returns their count. */
// biome-ignore format: one vector per line
function moveToFront(workspace: GjkWorkspace): number {
  const { simplex, vertexNumbers } = workspace;
  const count = chosen[COUNT];
  for (let to = 0; to < count; to++) {
    const i = chosen[to], k = 3 * to;
    if (i === k) continue;
    const from = (i / 3) | 0;
    simplex[k] = simplex[i]; simplex[k + 1] = simplex[i + 1]; simplex[k + 2] = simplex[i + 2];
    vertexNumbers[to] = vertexNumbers[from]; vertexNumbers[4 + to] = vertexNumbers[4 + from];
  }
  return count;
}

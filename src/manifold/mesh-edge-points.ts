/** Contact points of crossing edges of two meshes: along their common perpendicular, with a signed gap. */
import { isOriginBehind, type MeshPair, type MeshSide, mayContain } from './mesh-side.ts';
import { CONCAVE, FLAT, FLUSH } from './mesh-topology.ts';

/** Edges at a smaller angle than this (sine) are parallel: the nodes at their ends decide. */
const PARALLEL = 1e-3;

/** Unit vector along e × f. */
const perpendicular = new Float64Array(3);
/** Coordinates of the closest points along the edges, from 0 to 1, and their distance along `perpendicular` [m]. */
const along = new Float64Array(3);

/** An edge of two triangles belongs to the first of them. Plane regions have no edges, and the valleys of closed bodies do not touch. */
export function hasEdge({ mesh, topology, triangle }: MeshSide, k: number): boolean {
  const side = 3 * triangle + k;
  const kind = topology.sideKinds[side];
  if (kind === FLAT || (kind === CONCAVE && mesh.closed)) return false;
  return !(mesh.neighbours[side] >= 0 && mesh.neighbours[side] < triangle);
}

/** Sets the points and the normal of the pair, for edge k of A and edge l of B, and returns the gap [m]; Infinity if there is no contact. */
// biome-ignore format: one vector per line
export function edgeGap(pair: MeshPair, k: number, l: number): number {
  const { a, b, pointA, pointB, normal } = pair;
  if (!doEdgesCross(pair, k, l) || Math.abs(along[2]) > pair.margin) return Infinity;
  const distance = along[2];
  const inOrder = leadAway(pair, k, l, 1), reversed = leadAway(pair, k, l, -1);
  if (!inOrder && !reversed) return Infinity;
  // edges of open surfaces can touch on both sides
  const sign = inOrder && reversed ? (distance >= 0 ? 1 : -1) : inOrder ? 1 : -1;
  const i = 3 * k, i1 = k === 2 ? 0 : i + 3;
  for (let m = 0; m < 3; m++) {
    normal[m] = sign * perpendicular[m];
    pointA[m] = a.corners[i + m] + along[0] * (a.corners[i1 + m] - a.corners[i + m]);
    pointB[m] = pointA[m] + distance * perpendicular[m];
  }
  const gap = sign * distance;
  if (gap >= 0) return gap;
  const isOpen = !a.mesh.closed || !b.mesh.closed;
  if (isOpen && -gap > pair.shallow && !isOriginBehind(a, pointB, normal)) return Infinity;
  return mayContain(pair, b, pointA) && mayContain(pair, a, pointB) ? gap : Infinity;
}

/** p + s e and q + t f with n = e × f and w = q - p: s = (w × f)·n/|n|², t = (w × e)·n/|n|², and the distance w·n/|n|. */
// biome-ignore format: one vector per line
export function doEdgesCross({ a, b, shift, tolerance }: MeshPair, k: number, l: number): boolean {
  const p = a.corners, q = b.corners;
  const i = 3 * k, i1 = k === 2 ? 0 : i + 3, j = 3 * l, j1 = l === 2 ? 0 : j + 3;
  const ex = p[i1] - p[i], ey = p[i1 + 1] - p[i + 1], ez = p[i1 + 2] - p[i + 2];
  const fx = q[j1] - q[j], fy = q[j1 + 1] - q[j + 1], fz = q[j1 + 2] - q[j + 2];
  const nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
  const wx = q[j] - p[i] - shift[0], wy = q[j + 1] - p[i + 1] - shift[1], wz = q[j + 2] - p[i + 2] - shift[2];
  const lengthSq = nx * nx + ny * ny + nz * nz;
  const eSq = ex * ex + ey * ey + ez * ez, fSq = fx * fx + fy * fy + fz * fz;
  if (lengthSq <= PARALLEL * PARALLEL * eSq * fSq) return false;
  const s = ((wy * fz - wz * fy) * nx + (wz * fx - wx * fz) * ny + (wx * fy - wy * fx) * nz) / lengthSq;
  const t = ((wy * ez - wz * ey) * nx + (wz * ex - wx * ez) * ny + (wx * ey - wy * ex) * nz) / lengthSq;
  const length = Math.sqrt(lengthSq);
  perpendicular[0] = nx / length; perpendicular[1] = ny / length; perpendicular[2] = nz / length;
  along[0] = s; along[1] = t; along[2] = (wx * nx + wy * ny + wz * nz) / length;
  const sSlack = tolerance / Math.sqrt(eSq), tSlack = tolerance / Math.sqrt(fSq);
  return s >= -sSlack && s <= 1 + sSlack && t >= -tSlack && t <= 1 + tSlack;
}

/** Does the perpendicular, times `sign`, lead away from the triangles at edge k of A, and its opposite from those at edge l of B? */
function leadAway({ a, b }: MeshPair, k: number, l: number, sign: number): boolean {
  return leadsAway(a, k, sign) && leadsAway(b, l, -sign);
}

/** The directions away from both triangles of an edge; those of a closed body are on the side of its normals. */
// biome-ignore format: one vector per line
function leadsAway({ inward: m, normal: n, mesh, triangle, transform: r, corners: c }: MeshSide, k: number, sign: number): boolean {
  const x = sign * perpendicular[0], y = sign * perpendicular[1], z = sign * perpendicular[2];
  const i = 3 * k, j = k === 2 ? 0 : i + 3;
  if (m[i] * x + m[i + 1] * y + m[i + 2] * z > FLUSH) return false;
  const neighbour = 3 * mesh.neighbours[3 * triangle + k];
  if (neighbour < 0) return true;
  const u = mesh.normals[neighbour], v = mesh.normals[neighbour + 1], w = mesh.normals[neighbour + 2];
  const ox = r[0] * u + r[1] * v + r[2] * w, oy = r[3] * u + r[4] * v + r[5] * w, oz = r[6] * u + r[7] * v + r[8] * w;
  // the neighbour has the edge in reverse: its inward direction is o × (-e)
  const ex = c[i] - c[j], ey = c[i + 1] - c[j + 1], ez = c[i + 2] - c[j + 2];
  const inward = (oy * ez - oz * ey) * x + (oz * ex - ox * ez) * y + (ox * ey - oy * ex) * z;
  if (inward > FLUSH * Math.sqrt(ex * ex + ey * ey + ez * ez)) return false;
  return !mesh.closed || (n[0] + ox) * x + (n[1] + oy) * y + (n[2] + oz) * z > 0;
}

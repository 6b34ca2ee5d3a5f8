/** Measures of two triangles of different meshes that may intersect, in the frame of A. */
import type { MeshSide } from './mesh-side.ts';
import { FLAT } from './mesh-topology.ts';

/**
 * How far the triangle of `own` reaches behind that of `other` [m], with all its corners or only those over the plane region of the other, to
 * `tolerance` [m]. A closed mesh has one back; through an open one the shorter part decides.
 */
// biome-ignore format: one vector per line
export function depthBehind(tolerance: number, own: MeshSide, other: MeshSide, isOnlyOver: boolean): number {
  const { corners: p } = own;
  const { corners: q, normal: n } = other;
  let below = 0, above = 0, belowOver = 0, aboveOver = 0;
  for (let k = 0; k < 9; k += 3) {
    const height = n[0] * (p[k] - q[0]) + n[1] * (p[k + 1] - q[1]) + n[2] * (p[k + 2] - q[2]);
    below = Math.max(below, -height);
    above = Math.max(above, height);
    if (!isOnlyOver || !isOverRegion(tolerance, own, k, other)) continue;
    belowOver = Math.max(belowOver, -height);
    aboveOver = Math.max(aboveOver, height);
  }
  if (other.mesh.closed || below <= above) return isOnlyOver ? belowOver : below;
  return isOnlyOver ? aboveOver : above;
}

/** Is a corner over the triangle, or beyond a flat side of it? */
// biome-ignore format: one vector per line
function isOverRegion(tolerance: number, { corners: p }: MeshSide, k: number, other: MeshSide): boolean {
  const { corners: q, inward: m, topology, triangle } = other;
  for (let side = 0; side < 3; side++) {
    const i = 3 * side;
    const inside = m[i] * (p[k] - q[i]) + m[i + 1] * (p[k + 1] - q[i + 1]) + m[i + 2] * (p[k + 2] - q[i + 2]);
    if (inside < -tolerance && topology.sideKinds[3 * triangle + side] !== FLAT) return false;
  }
  return true;
}

/** Planes at a smaller angle than this (sine) are parallel. */
const PARALLEL = 1e-6;

/** Direction of the line in which the two planes intersect; the interval of a triangle on it [m]. */
const line = new Float64Array(3);
const interval = new Float64Array(2);

/** Length of the line in which the triangles intersect [m]; 0 if they do not, Infinity for parallel planes. */
// biome-ignore format: one vector per line
export function crossingLength(a: MeshSide, b: MeshSide): number {
  const m = a.normal, n = b.normal;
  const x = m[1] * n[2] - m[2] * n[1], y = m[2] * n[0] - m[0] * n[2], z = m[0] * n[1] - m[1] * n[0];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length < PARALLEL) return Infinity;
  line[0] = x / length; line[1] = y / length; line[2] = z / length;
  findInterval(a, b);
  const from = interval[0], to = interval[1];
  findInterval(b, a);
  return Math.max(0, Math.min(to, interval[1]) - Math.max(from, interval[0]));
}

/** The interval along the line in which the triangle of `own` meets the plane of the other. */
// biome-ignore format: one vector per line
function findInterval({ corners: p }: MeshSide, { corners: q, normal: n }: MeshSide): void {
  interval[0] = Infinity; interval[1] = -Infinity;
  for (let k = 0; k < 9; k += 3) {
    const l = k === 6 ? 0 : k + 3;
    const h = n[0] * (p[k] - q[0]) + n[1] * (p[k + 1] - q[1]) + n[2] * (p[k + 2] - q[2]);
    const i = n[0] * (p[l] - q[0]) + n[1] * (p[l + 1] - q[1]) + n[2] * (p[l + 2] - q[2]);
    if (h * i > 0 || h === i) continue;
    const s = h / (h - i);
    const at =
      line[0] * (p[k] + s * (p[l] - p[k])) + line[1] * (p[k + 1] + s * (p[l + 1] - p[k + 1])) + line[2] * (p[k + 2] + s * (p[l + 2] - p[k + 2]));
    interval[0] = Math.min(interval[0], at);
    interval[1] = Math.max(interval[1], at);
  }
}

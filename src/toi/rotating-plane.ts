import { COUNT } from '../distance/convex/gjk-result.ts';
import type { GjkWorkspace } from '../distance/convex/gjk-workspace.ts';
import { distinctVertexCount } from '../distance/convex/simplex.ts';
import { loadEdge } from '../distance/convex/support.ts';
import type { RotatingCore } from './rotating-core.ts';
import type { SeparatingPlane } from './separating-plane.ts';

const point = new Float64Array(3);

/**
 * Choice of the angular velocity of the separating plane, from the features of the last distance query. The best choice makes a
 * search converge quadratically, and faster for a face; any choice is safe.
 */

/** Between two vertices of each body: edges in world axes. */
const edgeA = new Float64Array(3);
const edgeB = new Float64Array(3);

/**
 * Sets W to the angular velocity of the face closest to the other body's feature, or of the plane along two edges. Returns whether
 * that is faster than both bodies rotate: for nearly parallel edges, where the rotation of a body may be the better choice.
 */
export function rotateWithFeatures(
  workspace: GjkWorkspace,
  plane: SeparatingPlane,
  a: RotatingCore,
  b: RotatingCore,
): boolean {
  const { result } = workspace;
  const count = result[COUNT] | 0;
  const cornersA = distinctVertexCount(workspace, 0, count);
  const cornersB = distinctVertexCount(workspace, 4, count);
  if (cornersA === 2 && cornersB === 2) {
    setEdge(workspace, edgeA, a, 0);
    setEdge(workspace, edgeB, b, 4);
    rotateWithEdges(plane, a.angularVelocity, b.angularVelocity);
    const { rotationRate: w } = plane;
    const fastest = Math.max(a.angularSpeed, b.angularSpeed);
    return w[0] * w[0] + w[1] * w[1] + w[2] * w[2] > fastest * fastest;
  }
  if (cornersA > cornersB) rotateWith(plane, a.angularVelocity);
  else rotateWith(plane, cornersB > 1 ? b.angularVelocity : AT_REST);
  return false;
}

const AT_REST = new Float64Array(3);

/** The plane rotates with a body. */
export function rotateWith({ rotationRate }: SeparatingPlane, angularVelocity: Float64Array): void {
  rotationRate[0] = angularVelocity[0];
  rotationRate[1] = angularVelocity[1];
  rotationRate[2] = angularVelocity[2];
}

/** The edge between the two vertices of a body in the simplex, in world axes. */
function setEdge(
  workspace: GjkWorkspace,
  edge: Float64Array,
  { core, rotation: m }: RotatingCore,
  first: number,
): void {
  loadEdge(workspace, point, core, first);
  for (let i = 0; i < 3; i++) edge[i] = m[3 * i] * point[0] + m[3 * i + 1] * point[1] + m[3 * i + 2] * point[2];
}

/** Squared sine of the angle below which edges are parallel: rounding. */
const PARALLEL_SQ = 1e-28;

/** N = e×f, N' = (ωA×e)×f + e×(ωB×f), W = n×N'/(N·n); zero for parallel edges. */
// biome-ignore format: one vector per line
function rotateWithEdges({ normal, rotationRate }: SeparatingPlane, wA: Float64Array, wB: Float64Array): void {
  const ex = edgeA[0], ey = edgeA[1], ez = edgeA[2];
  const fx = edgeB[0], fy = edgeB[1], fz = edgeB[2];
  const nx = normal[0], ny = normal[1], nz = normal[2];
  const rx = wA[1] * ez - wA[2] * ey, ry = wA[2] * ex - wA[0] * ez, rz = wA[0] * ey - wA[1] * ex;
  const sx = wB[1] * fz - wB[2] * fy, sy = wB[2] * fx - wB[0] * fz, sz = wB[0] * fy - wB[1] * fx;
  const dx = ry * fz - rz * fy + ey * sz - ez * sy;
  const dy = rz * fx - rx * fz + ez * sx - ex * sz;
  const dz = rx * fy - ry * fx + ex * sy - ey * sx;
  const along = nx * (ey * fz - ez * fy) + ny * (ez * fx - ex * fz) + nz * (ex * fy - ey * fx);
  const lengthsSq = (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
  const k = along * along > PARALLEL_SQ * lengthsSq ? 1 / along : 0;
  rotationRate[0] = k * (ny * dz - nz * dy);
  rotationRate[1] = k * (nz * dx - nx * dz);
  rotationRate[2] = k * (nx * dy - ny * dx);
}

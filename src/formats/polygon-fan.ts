import { safeScale } from '../math/scale.ts';

/**
 * The corner of a polygon from which a fan of triangles covers it: the first one whose triangles all have the polygon's
 * orientation, which is its Newell normal: any corner of a convex polygon, and those of a concave one that see all of
 * it. -1 if there is none. `nodes[from]` to `nodes[to - 1]` are the corners.
 */
export function fanCorner(positions: ArrayLike<number>, nodes: ArrayLike<number>, from: number, to: number): number {
  const count = to - from;
  const base = 3 * nodes[from];
  const offset = (k: number, axis: number) => positions[3 * nodes[from + (k % count)] + axis] - positions[base + axis];
  let size = 0;
  for (let k = 1; k < count; k++) for (let axis = 0; axis < 3; axis++) size = Math.max(size, Math.abs(offset(k, axis)));
  const scale = safeScale(size);
  const at = (k: number, axis: number) => offset(k, axis) / scale;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let k = 0; k < count; k++) {
    nx += at(k, 1) * at(k + 1, 2) - at(k, 2) * at(k + 1, 1);
    ny += at(k, 2) * at(k + 1, 0) - at(k, 0) * at(k + 1, 2);
    nz += at(k, 0) * at(k + 1, 1) - at(k, 1) * at(k + 1, 0);
  }
  const facesAlong = (i: number, j: number, k: number) => {
    const ex = at(j, 0) - at(i, 0);
    const ey = at(j, 1) - at(i, 1);
    const ez = at(j, 2) - at(i, 2);
    const fx = at(k, 0) - at(i, 0);
    const fy = at(k, 1) - at(i, 1);
    const fz = at(k, 2) - at(i, 2);
    // collinear corners have no area and no orientation
    return (ey * fz - ez * fy) * nx + (ez * fx - ex * fz) * ny + (ex * fy - ey * fx) * nz >= 0;
  };
  for (let first = 0; first < count; first++) {
    let k = 1;
    while (k < count - 1 && facesAlong(first, first + k, first + k + 1)) k++;
    if (k === count - 1) return first;
  }
  return -1;
}

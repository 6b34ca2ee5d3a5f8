import { setVec3, type Vec3 } from '../../math/vec3.ts';
import type { VehicleBox } from '../../shapes/vehicle-box.ts';

/** Corners of the clipped polygon as x, y, relative to the centre of A: two quadrilaterals have at most eight. */
const CORNERS = 8;
const polygon = new Float64Array(2 * CORNERS);
const clipped = new Float64Array(2 * CORNERS);
const other = new Float64Array(8);

/**
 * Centroid of the overlap of two upright boxes seen from above, at the centre of their common heights (world axes [m]). The outlines
 * are those of the faces 1 and 2, with sharp corners. Where the outlines do not overlap, the midpoint of the centres.
 */
export function overlapCentroid(out: Vec3, a: VehicleBox, b: VehicleBox): Vec3 {
  writeOutline(polygon, a, 0, 0);
  writeOutline(other, b, b.center.x - a.center.x, b.center.y - a.center.y);
  let count = 4;
  for (let k = 0; k < 4 && count > 0; k++) count = clip(count, k);
  let [area, x, y] = [0, 0, 0];
  // about the first corner, so that thin overlaps lose no digits
  const [x0, y0] = [polygon[0], polygon[1]];
  for (let k = 1; k < count - 1; k++) {
    const [ax, ay] = [polygon[2 * k] - x0, polygon[2 * k + 1] - y0];
    const [bx, by] = [polygon[2 * k + 2] - x0, polygon[2 * k + 3] - y0];
    const twice = ax * by - ay * bx;
    area += twice;
    x += twice * (ax + bx);
    y += twice * (ay + by);
  }
  const low = Math.max(a.center.z - heightOf(a), b.center.z - heightOf(b));
  const high = Math.min(a.center.z + heightOf(a), b.center.z + heightOf(b));
  const z = 0.5 * (low + high);
  if (!(area > 0)) return setVec3(out, 0.5 * (a.center.x + b.center.x), 0.5 * (a.center.y + b.center.y), z);
  return setVec3(out, a.center.x + x0 + x / (3 * area), a.center.y + y0 + y / (3 * area), z);
}

/** Half the height of a box [m]. */
function heightOf({ halfExtents: h, rotation: r }: VehicleBox): number {
  return Math.abs(r.zx) * h.x + Math.abs(r.zy) * h.y + Math.abs(r.zz) * h.z;
}

/** Corners of the outline, counter-clockwise, about (x, y). */
function writeOutline(out: Float64Array, { halfExtents: h, rotation: r }: VehicleBox, x: number, y: number): void {
  const sign = r.xx * r.yy - r.yx * r.xy >= 0 ? 1 : -1;
  const [fx, fy] = [r.xx * h.x, r.yx * h.x];
  const [lx, ly] = [sign * r.xy * h.y, sign * r.yy * h.y];
  out[0] = x + fx + lx;
  out[1] = y + fy + ly;
  out[2] = x - fx + lx;
  out[3] = y - fy + ly;
  out[4] = x - fx - lx;
  out[5] = y - fy - ly;
  out[6] = x + fx - lx;
  out[7] = y + fy - ly;
}

/** Clips `polygon` by edge k of `other` (Sutherland and Hodgman); returns the number of corners left. */
function clip(count: number, k: number): number {
  const [px, py] = [other[2 * k], other[2 * k + 1]];
  const next = (2 * k + 2) % 8;
  const [ex, ey] = [other[next] - px, other[next + 1] - py];
  let left = 0;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const [x, y, u, v] = [polygon[2 * i], polygon[2 * i + 1], polygon[2 * j], polygon[2 * j + 1]];
    const here = ex * (y - py) - ey * (x - px);
    const there = ex * (v - py) - ey * (u - px);
    if (here >= 0) {
      clipped[2 * left] = x;
      clipped[2 * left++ + 1] = y;
    }
    if (here >= 0 !== there >= 0) {
      const t = here / (here - there);
      clipped[2 * left] = x + t * (u - x);
      clipped[2 * left++ + 1] = y + t * (v - y);
    }
  }
  polygon.set(clipped);
  return left;
}

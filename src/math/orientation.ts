import { orient2d, orient3d } from 'robust-predicates';

/**
 * Twice the signed area of the triangle a b c: above zero when a → b → c is counter-clockwise, and exactly
 * zero only when the three points lie on one line. The sign is exact for the given doubles as long as products of
 * coordinate differences stay inside the double range (differences between about 1e-140 and 1e150).
 */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  // robust-predicates has the opposite sign: clockwise is positive in axes with y up
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/**
 * How the closed planar segments a b and c d intersect: `cross` at one point inside both, `touch` in any other way (an end on
 * the other segment, a shared end, an overlap on one line), `apart` not at all. Exact, as `orientation` is.
 */
// biome-ignore format: one point per pair of arguments
export function segmentsIntersect(
  ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number,
): 'apart' | 'touch' | 'cross' {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return 'apart';
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return 'apart';
  const c = orientation(ax, ay, bx, by, cx, cy);
  const d = orientation(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return 'apart';
  const a = orientation(cx, cy, dx, dy, ax, ay);
  const b = orientation(cx, cy, dx, dy, bx, by);
  if ((a > 0 && b > 0) || (a < 0 && b < 0)) return 'apart';
  if (a !== 0 && b !== 0 && c !== 0 && d !== 0) return 'cross';
  // an end lies on the other line; it is on the other segment if it lies in its box
  const touch =
    (a === 0 && inBox(ax, ay, cx, cy, dx, dy)) || (b === 0 && inBox(bx, by, cx, cy, dx, dy)) ||
    (c === 0 && inBox(cx, cy, ax, ay, bx, by)) || (d === 0 && inBox(dx, dy, ax, ay, bx, by));
  return touch ? 'touch' : 'apart';
}

/** Is the point p in the box spanned by a and b? For a point on the line a b: is it on the segment? */
export function inBox(px: number, py: number, ax: number, ay: number, bx: number, by: number): boolean {
  return px >= Math.min(ax, bx) && px <= Math.max(ax, bx) && py >= Math.min(ay, by) && py <= Math.max(ay, by);
}

/**
 * Six times the signed volume of the tetrahedron of points a b c d of a packed array (xyz xyz ...): above zero when d
 * lies on the side from which a → b → c is counter-clockwise, and exactly zero only when all four lie in one plane.
 * The sign is exact as long as products of three coordinate differences stay inside the double range.
 */
export function orientation3(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  // b and c swapped: robust-predicates has the opposite sign
  // biome-ignore format: one point per line
  return orient3d(
    points[i], points[i + 1], points[i + 2],
    points[k], points[k + 1], points[k + 2],
    points[j], points[j + 1], points[j + 2],
    points[l], points[l + 1], points[l + 2],
  );
}

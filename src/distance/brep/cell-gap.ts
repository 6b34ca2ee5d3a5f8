import type { RelativeFrame } from './relative-frame.ts';
import type { SearchCell } from './search-cell.ts';
import { SQUARE, squaresOf } from './squared-gap.ts';
import { type Valleys, valleyGap } from './valley.ts';

const between = new Float64Array(3);
const direction = new Float64Array(3);
const inB = new Float64Array(3);
let moved = new Float64Array(0);
/** Rounding of the squared distances, relative to the square of the size of both cells and their gap. */
const ROUNDING = 4e-15;

/**
 * A lower bound of the distance of two cells [m], at least `least`; refined until it reaches `enough`. Bounds of increasing cost: the boxes; two
 * planes perpendicular to a direction, one in front of each; the squared distance as a polynomial, whose smallest coefficient bounds it,
 * and which is exact where all points of a cell are equally far away (a point on the axis of a cylinder).
 */
// biome-ignore format: one group per line
export function cellGap(
  relative: RelativeFrame, a: SearchCell, b: SearchCell, normal: Float64Array, { straight, circular }: Valleys, least: number, enough: number,
): number {
  let apartSq = 0;
  for (let i = 0; i < 3; i++) {
    const r = 3 * i;
    between[i] =
      relative[r] * b.center[0] + relative[r + 1] * b.center[1] + relative[r + 2] * b.center[2] + relative[9 + i] - a.center[i];
    const extent =
      a.half[i] +
      Math.abs(relative[r]) * b.half[0] + Math.abs(relative[r + 1]) * b.half[1] + Math.abs(relative[r + 2]) * b.half[2];
    const gap = Math.abs(between[i]) - extent;
    if (gap > 0) apartSq += gap * gap;
  }
  let bound = Math.max(least, Math.sqrt(apartSq));
  if (bound >= enough || a.feature === null || b.feature === null) return bound;
  direction.set(between);
  bound = Math.max(bound, slabGap(relative, a, b, direction));
  if (bound >= enough) return bound;
  bound = Math.max(bound, slabGap(relative, a, b, normal));
  if (bound >= enough) return bound;
  bound = Math.max(bound, squaredGap(relative, a, b));
  return bound >= enough ? bound : Math.max(bound, valleyGap(straight, relative, a, b), valleyGap(circular, relative, a, b));
}

/** min over B minus max over A of the heights of the control points along m (axes of A, any length). */
function slabGap(relative: RelativeFrame, a: SearchCell, b: SearchCell, m: Float64Array): number {
  const [x, y, z] = m;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return 0;
  for (let j = 0; j < 3; j++) inB[j] = relative[j] * x + relative[3 + j] * y + relative[6 + j] * z;
  const [bx, by, bz] = inB;
  // relative to the centres, so that small cells lose no digits
  const [ax, ay, az] = a.center;
  const [cx, cy, cz] = b.center;
  const p = a.points;
  const q = b.points;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < p.length; at += 3) {
    const height = (p[at] - ax) * x + (p[at + 1] - ay) * y + (p[at + 2] - az) * z;
    if (height > highest) highest = height;
  }
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < q.length; at += 3) {
    const height = (q[at] - cx) * bx + (q[at + 1] - cy) * by + (q[at + 2] - cz) * bz;
    if (height < lowest) lowest = height;
  }
  return (between[0] * x + between[1] * y + between[2] * z + lowest - highest) / length;
}

/** Root of the smallest coefficient of |x - y|² over both cells; see `squared-gap.ts`. `between` is set. */
function squaredGap(relative: RelativeFrame, a: SearchCell, b: SearchCell): number {
  const p = squaresOf(a);
  const q = squaresOf(b);
  if (moved.length < q.length) moved = new Float64Array(q.length);
  const [dx, dy, dz] = between;
  // y relative to the centre of A: R y + d, and its square |y|² + 2 d·R y + d·d
  for (let at = 0; at < q.length; at += SQUARE) {
    const [x, y, z] = [q[at + 1], q[at + 2], q[at + 3]];
    const mx = relative[0] * x + relative[1] * y + relative[2] * z;
    const my = relative[3] * x + relative[4] * y + relative[5] * z;
    const mz = relative[6] * x + relative[7] * y + relative[8] * z;
    moved[at] = q[at] + 2 * (dx * mx + dy * my + dz * mz) + dx * dx + dy * dy + dz * dz;
    moved[at + 1] = 2 * (mx + dx);
    moved[at + 2] = 2 * (my + dy);
    moved[at + 3] = 2 * (mz + dz);
  }
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < p.length; i += SQUARE) {
    const [s, x, y, z] = [p[i], p[i + 1], p[i + 2], p[i + 3]];
    for (let at = 0; at < q.length; at += SQUARE) {
      const value = s + moved[at] - (x * moved[at + 1] + y * moved[at + 2] + z * moved[at + 3]);
      if (value < least) least = value;
    }
  }
  const scale = a.size + b.size + Math.sqrt(dx * dx + dy * dy + dz * dz);
  const certain = least - ROUNDING * scale * scale;
  return certain > 0 ? Math.sqrt(certain) : 0;
}

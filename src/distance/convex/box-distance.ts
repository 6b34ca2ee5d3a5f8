/**
 * Distance of two boxes, mostly without GJK. In A's frame: A's points are |p_k| ≤ a_k, B's q = t + R b with |b_k| ≤ b̂_k.
 *
 * The closest point of A to the current point q of B is q clamped; the clamped coordinates select the Voronoi region: a corner, edge
 * or face of A. For each of these the closest point of B has a closed form: to a corner, the corner clamped in B's frame; to an edge, the
 * minimum of a convex function of one variable; to a face, the support point of B against its normal. When that point of B lies in the same
 * Voronoi region of A, the two points are closest; the plane perpendicular to their difference is the certificate. Most pairs take two
 * rounds. Pairs without a certificate (a few percent, parallel edges among them) are left to GJK.
 */
import type { SimplexCache } from '../simplex-cache.ts';
import { type Core, SIZES } from './core.ts';
import {
  APART,
  COUNT,
  DISTANCE,
  LOWER,
  NORMAL,
  OFF,
  OVERLAP,
  POINT_A,
  STEPS,
  UNCONVERGED,
  UPPER,
} from './gjk-result.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';

/** Maximum number of features of A tested; maximum number of steps along an edge. */
const ROUNDS = 6;
const EDGE_STEPS = 10;
/** Steps along an edge shorter than this fraction of it are rounding errors. */
const CONVERGED = 1e-15;
/** Certificate: allowed difference of the bounds, relative to the squared distance, and to the distance times the size. */
const GAIN = 1e-15;
const FLOOR = 5e-16;
/** Allowed squared difference of the points and the perpendicular vector v, relative to the squared size: rounding error. */
const LOOSE_SQ = 16e-30;
/** |v|² relative to the squared size: below this, the boxes touch. */
const TOUCHING_SQ = 1e-28;
/** Squared sine of the angle between edges below which they are parallel. */
const PARALLEL_SQ = 1e-12;
/** Makes x/|x| 0 for x = 0: the midpoint of an edge is as extreme as its ends. */
const TINY = 1e-300;

/**
 * Position of a point relative to A, as bits: 1, 4, 16 above the upper bound of x, y, z; 2, 8, 32 below the lower bound. The Voronoi region of A
 * follows: the face perpendicular to axis 0, 1, 2; the edge along axis 3 - 3, 4 - 3, 5 - 3; a corner.
 */
const CORNER = 6;
const partOfSides = Int8Array.from({ length: 64 }, (_, sides) => {
  const beyond = [sides & 3, sides & 12, sides & 48].map((side) => side !== 0);
  const count = beyond.filter(Boolean).length;
  if (count === 3) return CORNER;
  return count === 2 ? 3 + beyond.indexOf(false) : beyond.indexOf(true);
});

/** Workspace: a point x of A in B's frame, its excess beyond B along each axis, and its parameter on an edge of A. */
const probe = new Float64Array(7);
const ALONG = 6;

/** Signed excess of x beyond ±h; 0 between. Exact and branch-free: a clamped x is x minus this. */
function beyond(x: number, h: number): number {
  const above = x - h;
  const below = -x - h;
  return 0.5 * (above + Math.abs(above) - (below + Math.abs(below)));
}

/**
 * Completes `found` and `vertexNumbers` for two cores of kind `BOX`, of any dimension. A `cache` with a count above
 * 0 gives the start point on B. `UNCONVERGED`: no result, use GJK.
 */
// biome-ignore format: one vector per line
export function boxDistance(workspace: GjkWorkspace, coreA: Core, coreB: Core, relative: Float64Array, cache: SimplexCache): number {
  const { result } = workspace;
  const a = coreA.numbers, b = coreB.numbers;
  const ax = a[SIZES], ay = a[SIZES + 1], az = a[SIZES + 2];
  const hx = b[SIZES], hy = b[SIZES + 1], hz = b[SIZES + 2];
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  let bx = 0, by = 0, bz = 0, free = 7;
  if (cache.count > 0) {
    // the mean of the final corners of the last search
    const { count, vertexB0, vertexB1, vertexB2 } = cache;
    const second = count > 1 ? vertexB1 : vertexB0, third = count > 2 ? vertexB2 : vertexB0;
    const all = vertexB0 & second & third, any = vertexB0 | second | third;
    bx = hx * (1 - (all & 1) - (any & 1)); by = hy * (1 - ((all & 2) + (any & 2)) / 2); bz = hz * (1 - ((all & 4) + (any & 4)) / 4);
  }
  let before = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const cx = r0 * bx + r1 * by + r2 * bz, cy = r3 * bx + r4 * by + r5 * bz, cz = r6 * bx + r7 * by + r8 * bz;
    // q and its excess beyond A; their difference is the closest point of A
    const qx = tx + cx, qy = ty + cy, qz = tz + cz;
    const dx = beyond(qx, ax), dy = beyond(qy, ay), dz = beyond(qz, az);
    const sides = +(dx > 0) + 2 * +(dx < 0) + 4 * +(dy > 0) + 8 * +(dy < 0) + 16 * +(dz > 0) + 32 * +(dz < 0);
    if (sides === 0) { result[STEPS] = round; return OVERLAP; }
    const part = partOfSides[sides];
    if (sides === before) {
      result[STEPS] = round;
      result[POINT_A] = qx - dx; result[POINT_A + 1] = qy - dy; result[POINT_A + 2] = qz - dz;
      probe[0] = -dx; probe[1] = -dy; probe[2] = -dz;
      const signs = +(bx < 0) + 2 * +(by < 0) + 4 * +(bz < 0);
      return certify(workspace, a, b, relative, part, free, signs);
    }
    before = sides;
    if (part < 3) {
      const sign = (sides & 42) !== 0 ? 1 : -1;
      const x = sign * relative[3 * part], y = sign * relative[3 * part + 1], z = sign * relative[3 * part + 2];
      bx = hx * x / Math.max(Math.abs(x), TINY); by = hy * y / Math.max(Math.abs(y), TINY); bz = hz * z / Math.max(Math.abs(z), TINY);
      free = +(x === 0) + 2 * +(y === 0) + 4 * +(z === 0);
    } else {
      const ex = cx - dx, ey = cy - dy, ez = cz - dz;
      const x = r0 * ex + r3 * ey + r6 * ez, y = r1 * ex + r4 * ey + r7 * ez, z = r2 * ex + r5 * ey + r8 * ez;
      probe[0] = x; probe[1] = y; probe[2] = z;
      probe[3] = beyond(x, hx); probe[4] = beyond(y, hy); probe[5] = beyond(z, hz);
      if (part < CORNER) {
        probe[ALONG] = part === 3 ? qx : part === 4 ? qy : qz;
        searchEdge(a, b, relative, part - 3);
      }
      bx = probe[0] - probe[3]; by = probe[1] - probe[4]; bz = probe[2] - probe[5];
      free = +(probe[3] === 0) + 2 * +(probe[4] === 0) + 4 * +(probe[5] === 0);
    }
  }
  return UNCONVERGED;
}

/**
 * The point of an edge of A, along axis k, closest to B. Half the squared distance from B of the point at parameter s is convex; its
 * derivative f' = e·r, with e the excess beyond B and r the edge direction in B's frame, is piecewise linear, with kinks where the edge crosses
 * planes of B's faces. Newton's method with the current f'', safeguarded by a bracket of the root of f'.
 */
// biome-ignore format: one vector per line
function searchEdge(a: Float64Array, b: Float64Array, relative: Float64Array, k: number): void {
  const hx = b[SIZES], hy = b[SIZES + 1], hz = b[SIZES + 2], end = a[SIZES + k];
  const rx = relative[3 * k], ry = relative[3 * k + 1], rz = relative[3 * k + 2];
  let x = probe[0], y = probe[1], z = probe[2];
  let ex = probe[3], ey = probe[4], ez = probe[5];
  let s = probe[ALONG], low = -end, high = end, slopeLow = 0, slopeHigh = 0;
  for (let step = 0; step < EDGE_STEPS; step++) {
    const slope = ex * rx + ey * ry + ez * rz;
    // inside B, or perpendicular to the edge: at the minimum
    if (slope === 0) break;
    const curvature = +(ex !== 0) * rx * rx + +(ey !== 0) * ry * ry + +(ez !== 0) * rz * rz;
    if (slope > 0) { high = s; slopeHigh = slope; } else { low = s; slopeLow = slope; }
    let next = s - slope / curvature;
    if (!(next > low && next < high)) {
      const isStraddled = slopeLow < 0 && slopeHigh > 0;
      next = isStraddled ? low - (slopeLow * (high - low)) / (slopeHigh - slopeLow) : slope > 0 ? low : high;
    }
    const delta = next - s;
    if (Math.abs(delta) <= CONVERGED * end) break;
    s = next;
    x += delta * rx; y += delta * ry; z += delta * rz;
    ex = beyond(x, hx); ey = beyond(y, hy); ez = beyond(z, hz);
  }
  probe[0] = x; probe[1] = y; probe[2] = z;
  probe[3] = ex; probe[4] = ey; probe[5] = ez;
}

/**
 * Given v = p - q in `probe`, the free axes of B's point as bits, and its signs: makes v exactly perpendicular to the closest features of A
 * and B, which a difference of close points is not. The plane perpendicular to v through the support point of A - B in direction -v bounds
 * all of A - B, at the height
 *
 *   v·w = -v·t - Σ a_k |v_k| - Σ b̂_k |(Rᵀv)_k|.
 */
// biome-ignore format: one vector per line
function certify(workspace: GjkWorkspace, a: Float64Array, b: Float64Array, relative: Float64Array, part: number, free: number, signs: number): number {
  const { result } = workspace;
  const ax = a[SIZES], ay = a[SIZES + 1], az = a[SIZES + 2];
  const hx = b[SIZES], hy = b[SIZES + 1], hz = b[SIZES + 2];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  let vx = probe[0], vy = probe[1], vz = probe[2], offSq = 0;
  const upper = Math.sqrt(vx * vx + vy * vy + vz * vz);
  if (free !== 0 && part > 2) {
    const isEdge = free === 1 || free === 2 || free === 4;
    // the edge of B, or the normal of its face
    const j = isEdge ? free >> 1 : free === 6 ? 0 : free === 5 ? 1 : 2;
    const ux = relative[j], uy = relative[3 + j], uz = relative[6 + j];
    if (isEdge && part < CORNER) {
      const nx = part === 3 ? 0 : part === 4 ? uz : -uy, ny = part === 4 ? 0 : part === 5 ? ux : -uz, nz = part === 5 ? 0 : part === 3 ? uy : -ux;
      const nn = nx * nx + ny * ny + nz * nz;
      if (nn < PARALLEL_SQ) return UNCONVERGED;
      const k = (nx * vx + ny * vy + nz * vz) / nn;
      vx = k * nx; vy = k * ny; vz = k * nz;
    } else {
      const k = ux * vx + uy * vy + uz * vz;
      vx = isEdge ? vx - k * ux : k * ux; vy = isEdge ? vy - k * uy : k * uy; vz = isEdge ? vz - k * uz : k * uz;
    }
    // the change of v is the distance of a point from its box
    const sx = vx - probe[0], sy = vy - probe[1], sz = vz - probe[2];
    offSq = sx * sx + sy * sy + sz * sz;
  }
  const vv = vx * vx + vy * vy + vz * vz, distance = Math.sqrt(vv);
  const ux = relative[0] * vx + relative[3] * vy + relative[6] * vz;
  const uy = relative[1] * vx + relative[4] * vy + relative[7] * vz;
  const uz = relative[2] * vx + relative[5] * vy + relative[8] * vz;
  const height = -(vx * tx + vy * ty + vz * tz) - (ax * Math.abs(vx) + ay * Math.abs(vy) + az * Math.abs(vz))
    - (hx * Math.abs(ux) + hy * Math.abs(uy) + hz * Math.abs(uz));
  const size = Math.abs(tx) + Math.abs(ty) + Math.abs(tz) + ax + ay + az + hx + hy + hz;
  const isCertified = vv > TOUCHING_SQ * size * size && offSq <= LOOSE_SQ * size * size && vv - height <= GAIN * vv + FLOOR * distance * size;
  if (!isCertified) return UNCONVERGED;
  result[DISTANCE] = distance; result[LOWER] = height / distance; result[UPPER] = upper; result[OFF] = 0;
  result[NORMAL] = -vx / distance; result[NORMAL + 1] = -vy / distance; result[NORMAL + 2] = -vz / distance;
  nameCorners(workspace, a, b, part, free, signs);
  return APART;
}

/** Axes along which a feature of A extends, by its number, as bits. */
const freeOfPart = Int8Array.of(6, 5, 3, 1, 2, 4, 0);

/** Corners of both boxes that span the closest features, in the order of a GJK simplex, numbered by their signs. */
// biome-ignore format: one vector per line
function nameCorners(workspace: GjkWorkspace, a: Float64Array, b: Float64Array, part: number, free: number, signs: number): void {
  const { result, vertexNumbers } = workspace;
  const freeA = freeOfPart[part] & widths(a), freeB = free & widths(b);
  const vertexA = (+(result[POINT_A] < 0) + 2 * +(result[POINT_A + 1] < 0) + 4 * +(result[POINT_A + 2] < 0)) & ~freeA;
  const vertexB = signs & ~freeB;
  const firstA = freeA & -freeA, secondA = freeA ^ firstA;
  const firstB = freeB & -freeB, secondB = freeB ^ firstB;
  // features with more than two free axes together are parallel
  const isParallel = +(firstA > 0) + +(secondA > 0) + +(firstB > 0) + +(secondB > 0) > 2;
  let flipA1 = firstA, flipA2 = secondA, flipB1 = firstB, flipB2 = secondB;
  if (!isParallel) {
    flipB1 = firstA > 0 ? 0 : firstB;
    flipB2 = firstA > 0 ? (secondA > 0 ? 0 : firstB) : secondB;
  }
  vertexNumbers[0] = vertexA; vertexNumbers[1] = vertexA ^ flipA1; vertexNumbers[2] = vertexA ^ flipA2;
  vertexNumbers[4] = vertexB; vertexNumbers[5] = vertexB ^ flipB1; vertexNumbers[6] = vertexB ^ flipB2;
  result[COUNT] = 1 + +((flipA1 | flipB1) > 0) + +((flipA2 | flipB2) > 0);
}

/** Axes along which a box has a width above 0, as bits. */
function widths(numbers: Float64Array): number {
  return +(numbers[SIZES] > 0) + 2 * +(numbers[SIZES + 1] > 0) + 4 * +(numbers[SIZES + 2] > 0);
}

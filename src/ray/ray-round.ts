/** A ray and a round body: cylinder, cone, ellipsoid. */
import { createMat3, determinantMat3 } from '../math/mat3.ts';
import type { Cone } from '../shapes/cone.ts';
import type { Cylinder } from '../shapes/cylinder.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../shapes/ellipsoid.ts';
import { ENTER, EXIT, FEATURE, missBody, NORMAL, setNormal, span } from './ray-span.ts';

/** Feature numbers of cylinders and cones. */
const SIDE = 0;
const BOTTOM = 1;
const TOP = 2;

/** The intersection of the infinite cylinder and the slab between its ends. */
export function rayCylinder(line: Float64Array, { radius, halfHeight }: Cylinder): void {
  const ox = line[0];
  const oy = line[1];
  const dx = line[3];
  const dy = line[4];
  const dd = dx * dx + dy * dy;
  const nearest = dd > 0 ? -(ox * dx + oy * dy) / dd : 0;
  const px = ox + nearest * dx;
  const py = oy + nearest * dy;
  const miss = Math.sqrt(px * px + py * py);
  if (miss > radius) {
    missBody();
    return;
  }
  const half = dd > 0 ? Math.sqrt(((radius - miss) * (radius + miss)) / dd) : Number.POSITIVE_INFINITY;
  span[ENTER] = nearest - half;
  span[EXIT] = nearest + half;
  span[FEATURE] = SIDE;
  clipHeights(line, -halfHeight, halfHeight);
  if (span[FEATURE] === SIDE && span[ENTER] < Number.POSITIVE_INFINITY) {
    // normalised by its own length: for a ray almost along the axis, the rounding of the coordinates exceeds the radius of a thin cylinder
    const nx = px - half * dx;
    const ny = py - half * dy;
    const length = Math.sqrt(nx * nx + ny * ny);
    setNormal(nx / length, ny / length, 0);
  }
}

/** Clips the span to heights from `bottom` to `top`; a later entry is through that end. */
function clipHeights(line: Float64Array, bottom: number, top: number): void {
  const o = line[2];
  const d = line[5];
  if (d === 0) {
    if (o < bottom || o > top) missBody();
    return;
  }
  const near = ((d > 0 ? bottom : top) - o) / d;
  const far = ((d > 0 ? top : bottom) - o) / d;
  if (near > span[ENTER]) {
    span[ENTER] = near;
    span[FEATURE] = d > 0 ? BOTTOM : TOP;
    setNormal(0, 0, d > 0 ? -1 : 1);
  }
  if (far < span[EXIT]) span[EXIT] = far;
  if (!(span[ENTER] <= span[EXIT])) missBody();
}

/**
 * With the apex as origin, p = (x, y, s) and depth s below it, the infinite cone is x² + y² ≤ k² s², s ≥ 0. The quadratic
 * a t² + 2 b t + c of the ray has the discriminant k²(m_x² + m_y²) - m_z², m = p × d: no avoidable cancellation. Where a and c have
 * opposite signs, b² - a c is a sum.
 */
export function rayCone(line: Float64Array, { radius, halfHeight }: Cone): void {
  const height = 2 * halfHeight;
  const apex = 0.75 * height;
  const k = radius / height;
  const x = line[0];
  const y = line[1];
  const dx = line[3];
  const dy = line[4];
  const s = apex - line[2];
  const ds = -line[5];
  const mx = y * ds - s * dy;
  const my = s * dx - x * ds;
  const mz = x * dy - y * dx;
  const a = dx * dx + dy * dy - k * k * ds * ds;
  const b = x * dx + y * dy - k * k * s * ds;
  const c = x * x + y * y - k * k * s * s;
  if (a === 0 && b === 0 && c > 0) {
    // along the side and level with the apex, but outside
    missBody();
    return;
  }
  const discriminant = a * c < 0 ? b * b - a * c : k * k * (mx * mx + my * my) - mz * mz;
  const root = Math.sqrt(Math.max(discriminant, 0));
  // the two roots without cancellation; along the side one of them is at infinity, and all of that side is level with the apex
  const q = b > 0 ? -(b + root) : root - b;
  const first = a !== 0 ? q / a : q === 0 ? -s / ds : q < 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const second = q !== 0 ? c / q : first;
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  if (a > 0) {
    // a chord, of this cone or of its mirror image above the apex
    if (discriminant < 0 || s + 0.5 * (low + high) * ds < 0) {
      missBody();
      return;
    }
    span[ENTER] = low;
    span[EXIT] = high;
  } else {
    // steeper than the side, or along it: a single crossing
    span[ENTER] = ds > 0 ? high : Number.NEGATIVE_INFINITY;
    span[EXIT] = ds > 0 ? Number.POSITIVE_INFINITY : low;
  }
  span[FEATURE] = SIDE;
  const side = span[ENTER];
  clipHeights(line, -0.25 * height, apex);
  if (span[FEATURE] === TOP) span[FEATURE] = SIDE;
  if (!(span[FEATURE] === SIDE && span[ENTER] < Number.POSITIVE_INFINITY)) return;
  writeSideNormal(x + side * dx, y + side * dy, k);
  // at the apex all side normals are possible: take the one that faces the ray
  if (span[NORMAL] * dx + span[NORMAL + 1] * dy - span[NORMAL + 2] * ds > 0) writeSideNormal(-dx, -dy, k);
}

/** Normal at (x, y) of the side; at the apex straight up. */
function writeSideNormal(x: number, y: number, k: number): void {
  const radial = Math.sqrt(x * x + y * y);
  const length = Math.sqrt(1 + k * k);
  if (radial > 0) setNormal(x / (radial * length), y / (radial * length), k / length);
  else setNormal(0, 0, 1);
}

const matrix = createMat3();

/** In coordinates of the unit sphere, p = B y, the ray is a straight line too; the normal at y is along B⁻ᵀy. */
// biome-ignore format: one row per line
export function rayEllipsoid(line: Float64Array, shape: Ellipsoid): void {
  const m = ellipsoidMatrix(matrix, shape);
  const k = 1 / determinantMat3(m);
  // B⁻¹ by cofactors
  const ixx = k * (m.yy * m.zz - m.yz * m.zy), ixy = k * (m.xz * m.zy - m.xy * m.zz), ixz = k * (m.xy * m.yz - m.xz * m.yy);
  const iyx = k * (m.yz * m.zx - m.yx * m.zz), iyy = k * (m.xx * m.zz - m.xz * m.zx), iyz = k * (m.xz * m.yx - m.xx * m.yz);
  const izx = k * (m.yx * m.zy - m.yy * m.zx), izy = k * (m.xy * m.zx - m.xx * m.zy), izz = k * (m.xx * m.yy - m.xy * m.yx);
  const ox = line[0], oy = line[1], oz = line[2], dx = line[3], dy = line[4], dz = line[5];
  const ux = ixx * ox + ixy * oy + ixz * oz, uy = iyx * ox + iyy * oy + iyz * oz, uz = izx * ox + izy * oy + izz * oz;
  const vx = ixx * dx + ixy * dy + ixz * dz, vy = iyx * dx + iyy * dy + iyz * dz, vz = izx * dx + izy * dy + izz * dz;
  const vv = vx * vx + vy * vy + vz * vz;
  const nearest = -(ux * vx + uy * vy + uz * vz) / vv;
  const px = ux + nearest * vx, py = uy + nearest * vy, pz = uz + nearest * vz;
  const miss = Math.sqrt(px * px + py * py + pz * pz);
  if (miss > 1) {
    missBody();
    return;
  }
  const half = Math.sqrt(((1 - miss) * (1 + miss)) / vv);
  span[ENTER] = nearest - half; span[EXIT] = nearest + half;
  span[FEATURE] = -1;
  const yx = px - half * vx, yy = py - half * vy, yz = pz - half * vz;
  const nx = ixx * yx + iyx * yy + izx * yz;
  const ny = ixy * yx + iyy * yy + izy * yz;
  const nz = ixz * yx + iyz * yy + izz * yz;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  setNormal(nx / length, ny / length, nz / length);
}

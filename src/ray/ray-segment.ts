/** A ray and a segment, inflated by a radius or of zero width. */
import { rayBox } from './ray-box.ts';
import { ENTER, EXIT, FEATURE, FROM, missBody, NORMAL, RAY_LENGTH, setNormal, span } from './ray-span.ts';

const box = new Float64Array(4);

/** A ray hits a segment of zero width if it passes this near, relative to the size of the query. */
const INCIDENT = 1e-12;

/** Orthonormal axes by rows: two perpendicular to the segment, then along it. */
const axes = new Float64Array(9);
const rotated = new Float64Array(RAY_LENGTH);

/** The segment with the `ends` xyz xyz, inflated by `radius` > 0: a capsule, in its own axes. */
export function rayInflatedSegment(line: Float64Array, radius: number, ends: Float64Array): void {
  const length = alignAxes(ends);
  for (let k = 0; k < 3; k++) {
    let along = 0;
    let position = 0;
    for (let c = 0; c < 3; c++) {
      along += axes[3 * k + c] * line[3 + c];
      position += axes[3 * k + c] * (line[c] - 0.5 * (ends[c] + ends[3 + c]));
    }
    rotated[k] = position;
    rotated[3 + k] = along;
  }
  box[0] = 0;
  box[1] = 0;
  box[2] = 0.5 * length;
  box[3] = radius;
  rayBox(rotated, box);
  if (span[ENTER] === Number.POSITIVE_INFINITY) return;
  const x = span[NORMAL];
  const y = span[NORMAL + 1];
  const z = span[NORMAL + 2];
  for (let c = 0; c < 3; c++) span[NORMAL + c] = axes[c] * x + axes[3 + c] * y + axes[6 + c] * z;
}

/** Sets `axes` and returns the length of the segment; for length zero any axes serve. */
// biome-ignore format: one vector per line
function alignAxes(ends: Float64Array): number {
  const dx = ends[3] - ends[0], dy = ends[4] - ends[1], dz = ends[5] - ends[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const x = length > 0 ? dx / length : 0, y = length > 0 ? dy / length : 0, z = length > 0 ? dz / length : 1;
  // perpendicular to the coordinate axis with the smallest component
  const ax = Math.abs(x), ay = Math.abs(y), az = Math.abs(z);
  const ux = ax <= ay && ax <= az ? 0 : ay <= az ? z : -y;
  const uy = ax <= ay && ax <= az ? -z : ay <= az ? 0 : x;
  const uz = ax <= ay && ax <= az ? y : ay <= az ? -x : 0;
  const size = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const px = ux / size, py = uy / size, pz = uz / size;
  axes[0] = px; axes[1] = py; axes[2] = pz;
  axes[3] = y * pz - z * py; axes[4] = z * px - x * pz; axes[5] = x * py - y * px;
  axes[6] = x; axes[7] = y; axes[8] = z;
  return length;
}

/**
 * The segment in `ends` itself, which the ray must pass through, to machine precision: always possible in the plane, exceptional in space.
 * The normal is perpendicular to the segment and faces the ray; for a point, and along the segment, it is opposite to the ray.
 */
// biome-ignore format: one vector per line
export function rayThinSegment(line: Float64Array, ends: Float64Array): void {
  const ex = ends[3] - ends[0], ey = ends[4] - ends[1], ez = ends[5] - ends[2];
  const gx = ends[0] - line[0], gy = ends[1] - line[1], gz = ends[2] - line[2];
  const dx = line[3], dy = line[4], dz = line[5];
  const ee = ex * ex + ey * ey + ez * ez, ed = ex * dx + ey * dy + ez * dz;
  // components perpendicular to the ray: of the segment and of its start
  const cx = ex - ed * dx, cy = ey - ed * dy, cz = ez - ed * dz;
  const cc = cx * cx + cy * cy + cz * cz;
  const size = Math.max(Math.sqrt(Math.max(ee, gx * gx + gy * gy + gz * gz)), Math.abs(span[FROM]));
  const along = !(cc > INCIDENT * INCIDENT * ee);
  const start = gx * dx + gy * dy + gz * dz;
  // along the ray the nearer end is hit; else the point whose perpendicular offset vanishes
  const u = along ? (ed < 0 ? 1 : 0) : Math.min(Math.max(-(gx * cx + gy * cy + gz * cz) / cc, 0), 1);
  const t = start + u * ed;
  const mx = gx + u * ex - t * dx, my = gy + u * ey - t * dy, mz = gz + u * ez - t * dz;
  if (mx * mx + my * my + mz * mz > INCIDENT * INCIDENT * size * size) {
    missBody();
    return;
  }
  span[ENTER] = t;
  span[EXIT] = along ? t + Math.abs(ed) : t;
  span[FEATURE] = -1;
  // -d without its component along the segment
  const k = along ? 0 : ed / ee;
  const nx = k * ex - dx, ny = k * ey - dy, nz = k * ez - dz;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  setNormal(nx / length, ny / length, nz / length);
}

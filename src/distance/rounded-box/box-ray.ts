import { safeScale } from '../../math/scale.ts';
import { createVec3, normalizeVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { VehicleStatus } from '../../shapes/vehicle-error.ts';

/** Region of a rounded box. Along its own axes the normal has one component on a face, two on an edge, three on a corner. */
export type BoxRegion = 'face' | 'edge' | 'corner';

const REGIONS: readonly BoxRegion[] = ['face', 'edge', 'corner'];

/** Exit point t r of a ray from the centre of a rounded box. */
export interface BoxRay {
  /** Multiple of r at the exit point. */
  t: number;
  /** Outward unit normal there, in the axes of the box. */
  normal: Vec3;
  region: BoxRegion;
}

/** An empty result for `boxRay`. */
export function createBoxRay(): BoxRay {
  return { t: 0, normal: createVec3(1, 0, 0), region: 'face' };
}

/** Without rounding, faces that the ray hits within this fraction of t are hit together. */
const TIE = 1e-12;

/** |r|, core half extents c = h - R, and the axes by the t = c/|r| at which the ray leaves the core slab, smallest first. */
const a = new Float64Array(3);
const c = new Float64Array(3);
const passed = new Float64Array(3);
const order = new Uint8Array(3);

/**
 * The outward normal where the ray t r, t > 0, leaves the box with half extents `halfExtents` and edge radius `radius` [m]; r is in the
 * axes of the box. Fails with E_ZERO_RAY for r = 0, with `out` unchanged. [PATH98-2.3]
 *
 * The surface is where Σ max(t aᵢ - cᵢ, 0)² = R², which increases with t: only axes passed before count, so one pass over the
 * three values finds the root. No case distinction and no tolerance; the printed code has both (M1 to M7).
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { boxRay, createBoxRay } from 'appulse/vehicles';
 *
 * const found = createBoxRay();
 * const status = boxRay(found, vec3(2.5, 1.5, 1.45), 0.3, vec3(2, 1.2, 0));
 * console.log(status, found.region, found.normal.x.toFixed(3), found.normal.y.toFixed(3)); // ok edge 0.629 0.777
 * ```
 */
export function boxRay(out: BoxRay, halfExtents: ReadonlyVec3, radius: number, r: ReadonlyVec3): VehicleStatus {
  const largest = Math.max(Math.abs(r.x), Math.abs(r.y), Math.abs(r.z));
  if (!(largest > 0)) return 'E_ZERO_RAY';
  const scale = safeScale(largest);
  a[0] = Math.abs(r.x) / scale;
  a[1] = Math.abs(r.y) / scale;
  a[2] = Math.abs(r.z) / scale;
  c[0] = halfExtents.x - radius;
  c[1] = halfExtents.y - radius;
  c[2] = halfExtents.z - radius;
  sortAxes();
  const t = radius > 0 ? leaveRounded(radius) : passed[order[0]];
  const { normal } = out;
  if (radius > 0) setVec3(normal, beyond(t, 0), beyond(t, 1), beyond(t, 2));
  else setVec3(normal, hitsFace(t, 0), hitsFace(t, 1), hitsFace(t, 2));
  const components = Number(normal.x > 0) + Number(normal.y > 0) + Number(normal.z > 0);
  if (r.x < 0) normal.x = -normal.x;
  if (r.y < 0) normal.y = -normal.y;
  if (r.z < 0) normal.z = -normal.z;
  normalizeVec3(normal, normal);
  out.t = t / scale;
  out.region = REGIONS[components - 1];
  return 'ok';
}

function sortAxes(): void {
  for (let k = 0; k < 3; k++) {
    passed[k] = a[k] > 0 ? c[k] / a[k] : Number.POSITIVE_INFINITY;
    order[k] = k;
  }
  sortPair(0, 1);
  sortPair(1, 2);
  sortPair(0, 1);
}

function sortPair(i: number, j: number): void {
  if (passed[order[i]] <= passed[order[j]]) return;
  const swapped = order[i];
  order[i] = order[j];
  order[j] = swapped;
}

/** The root, with the first one, two or three axes: |t a - c|² = R² over them, up to the next axis. */
function leaveRounded(radius: number): number {
  let aa = 0;
  let ac = 0;
  let crossed = 0;
  let t = 0;
  for (let k = 0; k < 3 && passed[order[k]] < Number.POSITIVE_INFINITY; k++) {
    const i = order[k];
    aa += a[i] * a[i];
    ac += a[i] * c[i];
    for (let l = 0; l < k; l++) {
      const j = order[l];
      const cross = a[i] * c[j] - a[j] * c[i];
      crossed += cross * cross;
    }
    // (a·c)² - a² (c² - R²), without cancellation
    const discriminant = aa * radius * radius - crossed;
    if (discriminant < 0) continue;
    t = (ac + Math.sqrt(discriminant)) / aa;
    if (k === 2 || t <= passed[order[k + 1]]) break;
  }
  return t;
}

function beyond(t: number, k: number): number {
  return Math.max(t * a[k] - c[k], 0);
}

/** 1 for a face of the sharp box that the ray hits at t. */
function hitsFace(t: number, k: number): number {
  return a[k] > 0 && passed[k] <= t * (1 + TIE) ? 1 : 0;
}

/**
 * A ray and a triangle mesh. In sheared ray coordinates (Woop, Benthin and Wald, Watertight Ray/Triangle Intersection, 2013) the sign of
 * each edge is bitwise identical in both triangles that share it: no ray passes between them.
 */
import type { Trimesh } from '../shapes/trimesh.ts';
import { startNearest, storeIfNearer, takeNearest } from './nearest-span.ts';
import { visitItems } from './ray-bvh.ts';
import { rayInflatedSegment } from './ray-segment.ts';
import { ENTER, EXIT, FEATURE, FROM, missBody, NORMAL, ray, span } from './ray-span.ts';

const ends = new Float64Array(6);

// Arguments of the current query: the visitor receives only an index.
let mesh: Trimesh;
let radius = 0;

/** The axis of the largest component of the direction and the two others, in an order that preserves handedness. */
let along = 2;
let across = 0;
let up = 1;
/** Slopes of the ray along the two other axes, and 1 over its largest component. */
const shear = new Float64Array(3);

/** Corners of a triangle in ray coordinates: two perpendicular offsets and the distance along the ray, per corner. */
const seen = new Float64Array(9);

/** The first crossing of the surface after the start, from either side. */
export function rayTrimesh(surface: Trimesh): void {
  mesh = surface;
  startQuery();
  startNearest();
  visitItems(surface.bvh, ray, 0, visitTriangle);
  takeNearest();
}

/** Sphere cast with radius `size`: triangles offset to both sides, and their edges as capsules. */
export function rayInflatedTrimesh(surface: Trimesh, size: number): void {
  mesh = surface;
  radius = size;
  startQuery();
  startNearest();
  visitItems(surface.bvh, ray, size, visitInflatedTriangle);
  takeNearest();
}

function startQuery(): void {
  const x = Math.abs(ray[3]);
  const y = Math.abs(ray[4]);
  const z = Math.abs(ray[5]);
  along = x > y && x > z ? 0 : y > z ? 1 : 2;
  across = (along + 1) % 3;
  up = (along + 2) % 3;
  const d = ray[3 + along];
  shear[0] = ray[3 + across] / d;
  shear[1] = ray[3 + up] / d;
  shear[2] = 1 / d;
}

function visitTriangle(triangle: number): void {
  crossTriangle(triangle, 0);
  if (span[ENTER] < Number.POSITIVE_INFINITY) storeIfNearer();
}

/** Intersection of the ray with the plane of the triangle, offset by `lift` along its normal, into `span`. */
// biome-ignore format: one corner per line
function crossTriangle(triangle: number, lift: number): void {
  const { normals, triangles, positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const p = 3 * triangles[3 * triangle + k];
    const depth = positions[p + along] + lift * normals[3 * triangle + along] - ray[along];
    seen[3 * k] = positions[p + across] + lift * normals[3 * triangle + across] - ray[across] - shear[0] * depth;
    seen[3 * k + 1] = positions[p + up] + lift * normals[3 * triangle + up] - ray[up] - shear[1] * depth;
    seen[3 * k + 2] = shear[2] * depth;
  }
  const u = seen[6] * seen[4] - seen[7] * seen[3];
  const v = seen[0] * seen[7] - seen[1] * seen[6];
  const w = seen[3] * seen[1] - seen[4] * seen[0];
  const area = u + v + w;
  const outside = (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0);
  if (outside || area === 0) {
    missBody();
    return;
  }
  const t = (u * seen[2] + v * seen[5] + w * seen[8]) / area;
  if (t < span[FROM]) {
    missBody();
    return;
  }
  span[ENTER] = t; span[EXIT] = Number.POSITIVE_INFINITY;
  span[FEATURE] = triangle;
  span[NORMAL] = normals[3 * triangle]; span[NORMAL + 1] = normals[3 * triangle + 1]; span[NORMAL + 2] = normals[3 * triangle + 2];
}

function visitInflatedTriangle(triangle: number): void {
  const { normals, triangles, positions } = mesh;
  for (let lift = -radius; lift <= radius; lift += 2 * radius) {
    crossTriangle(triangle, lift);
    if (span[ENTER] === Number.POSITIVE_INFINITY) continue;
    // on the side that is hit the normal points away from the triangle
    const sign = Math.sign(lift);
    const rate =
      normals[3 * triangle] * ray[3] + normals[3 * triangle + 1] * ray[4] + normals[3 * triangle + 2] * ray[5];
    if (sign * rate > 0) continue;
    for (let k = 0; k < 3; k++) span[NORMAL + k] *= sign;
    storeIfNearer();
  }
  for (let k = 0; k < 3; k++) {
    const p = 3 * triangles[3 * triangle + k];
    const q = 3 * triangles[3 * triangle + ((k + 1) % 3)];
    for (let c = 0; c < 3; c++) {
      ends[c] = positions[p + c];
      ends[3 + c] = positions[q + c];
    }
    rayInflatedSegment(ray, radius, ends);
    span[FEATURE] = triangle;
    storeIfNearer();
  }
}

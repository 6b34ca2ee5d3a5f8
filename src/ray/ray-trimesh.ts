/**
 * A ray and a surface of triangles. Seen along the ray (Woop, Benthin and Wald, Watertight Ray/Triangle Intersection, 2013) the sign of
 * each side of a triangle is the same, to the bit, in both triangles that share it: no ray slips through between them.
 */
import type { Trimesh } from '../shapes/trimesh.ts';
import { keepNearer, startNearest, takeNearest } from './nearest-span.ts';
import { visitItems } from './ray-bvh.ts';
import { ends, rayGrownSegment } from './ray-segment.ts';
import { ENTER, EXIT, FEATURE, FROM, missBody, NORMAL, ray, span } from './ray-span.ts';

// The query under way: what is visited is told nothing but a number.
let mesh: Trimesh;
let radius = 0;

/** The longest component of the direction and the two others, in an order that keeps the sense of rotation. */
let along = 2;
let across = 0;
let up = 1;
/** Slopes of the ray across and up, and 1 over its longest component. */
const shear = new Float64Array(3);

/** The corners of a triangle seen along the ray: across, up, and the way along the ray, of one after the other. */
const seen = new Float64Array(9);

/** The first crossing of the surface after the start, from whichever side. */
export function rayTrimesh(surface: Trimesh): void {
  mesh = surface;
  startQuery();
  startNearest();
  visitItems(surface.hierarchy, ray, 0, visitTriangle);
  takeNearest();
}

/** A ball of `size` that moves along the ray: triangles lifted to both sides, and their sides as capsules. */
export function rayGrownTrimesh(surface: Trimesh, size: number): void {
  mesh = surface;
  radius = size;
  startQuery();
  startNearest();
  visitItems(surface.hierarchy, ray, size, visitGrownTriangle);
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
  if (span[ENTER] < Number.POSITIVE_INFINITY) keepNearer();
}

/** Where the ray crosses the plane of the triangle moved by `lift` along its normal, into `span`. */
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

function visitGrownTriangle(triangle: number): void {
  const { normals, triangles, positions } = mesh;
  for (let lift = -radius; lift <= radius; lift += 2 * radius) {
    crossTriangle(triangle, lift);
    if (span[ENTER] === Number.POSITIVE_INFINITY) continue;
    // on the side that is met the normal leads away from the triangle
    const sign = Math.sign(lift);
    const rate =
      normals[3 * triangle] * ray[3] + normals[3 * triangle + 1] * ray[4] + normals[3 * triangle + 2] * ray[5];
    if (sign * rate > 0) continue;
    for (let k = 0; k < 3; k++) span[NORMAL + k] *= sign;
    keepNearer();
  }
  for (let k = 0; k < 3; k++) {
    const p = 3 * triangles[3 * triangle + k];
    const q = 3 * triangles[3 * triangle + ((k + 1) % 3)];
    for (let c = 0; c < 3; c++) {
      ends[c] = positions[p + c];
      ends[3 + c] = positions[q + c];
    }
    rayGrownSegment(ray, radius);
    span[FEATURE] = triangle;
    keepNearer();
  }
}

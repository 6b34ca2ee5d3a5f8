import { symmetricEigen3 } from '../math/eigen3.ts';
import {
  copyMat3,
  createMat3,
  type Mat3,
  type ReadonlyMat3,
  transformTransposedVec3,
  transformVec3,
} from '../math/mat3.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  lengthVec3,
  normalizeVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { convexHull2 } from '../shapes/hull/hull2.ts';
import { convexHull3, type Hull3 } from '../shapes/hull/hull3.ts';
import { binaryScale, liftPoints, offsetBetween } from '../shapes/hull/points.ts';
import { createAabb, uniteAabb } from './aabb.ts';
import { type BoxRotation, frameAlong, frameFromAxes, smallestBoxAlong } from './box-rotation.ts';
import { smallestBoxOnEdges } from './exact-obb.ts';
import { minAreaBox } from './min-area-box.ts';
import type { Obb } from './obb.ts';

/** `pca`: principal axes of the hull surface; `faces`: smallest box with a side on a hull face; `exact`: smallest box. */
export type ObbTier = 'pca' | 'faces' | 'exact';

/** Maximum number of hull edges of the exact search, which takes cubic time in it [CP13-1.3]. */
export const EXACT_OBB_EDGE_LIMIT = 60;

/**
 * Writes the rectangle of minimum area around planar points xy xy ... [m] into `out` and returns it.
 *
 * @example
 * ```ts
 * import { createObb, fitObb2 } from 'appulse/bounds';
 *
 * const { center } = fitObb2(createObb(), Float64Array.of(0, 0, 4, 3, 3.4, 3.8, -0.6, 0.8)); // a rotated rectangle
 * console.log(center.x.toFixed(6), center.y.toFixed(6)); // 1.700000 1.900000
 * ```
 */
export function fitObb2(out: Obb, points: Float64Array): Obb {
  const { direction: x } = minAreaBox(convexHull2(points));
  return boxAlong(out, liftPoints(points), frameFromAxes(x, createVec3(-x.y, x.x)));
}

/**
 * Writes a box around packed points xyz xyz ... [m] into `out` and returns it. Flat, collinear and single points give a
 * box of zero height, width or size. The smaller the box, the longer the search: see `ObbTier`.
 *
 * @example
 * ```ts
 * import { createObb, fitObb3, obbVolume } from 'appulse/bounds';
 *
 * const base = [0, 0, 0, 4, 3, 0, 3.4, 3.8, 0, -0.6, 0.8, 0]; // a rotated rectangle of 5 m by 1 m
 * const points = Float64Array.of(...base, ...base.map((x, i) => (i % 3 === 2 ? 2 : x))); // and 2 m above it
 * console.log(obbVolume(fitObb3(createObb(), points)).toFixed(3)); // 10.000
 * ```
 */
export function fitObb3(out: Obb, points: Float64Array, tier: ObbTier = 'faces'): Obb {
  const hull = convexHull3(points);
  return boxAlong(out, points, hull.dimension < 2 ? segmentRotation(hull) : tierRotation(hull, tier));
}

function tierRotation(hull: Hull3, tier: ObbTier): ReadonlyMat3 {
  if (tier === 'pca') return principalAxes(hull);
  const onFace = smallestBoxOnFace(hull);
  if (tier === 'faces' || hull.dimension === 2) return onFace.rotation;
  const edgeCount = hull.edges.length / 4;
  if (edgeCount > EXACT_OBB_EDGE_LIMIT) {
    throw new RangeError(`obb: exact takes up to ${EXACT_OBB_EDGE_LIMIT} hull edges, got ${edgeCount}; use 'faces'`);
  }
  return smallestBoxOnEdges(hull, onFace).rotation;
}

function segmentRotation(hull: Hull3): Mat3 {
  const line = offsetBetween(createVec3(), hull.vertices, 0, hull.indices.length - 1);
  return lengthVec3(line) > 0 ? frameAlong(normalizeVec3(line, line)) : createMat3();
}

function smallestBoxOnFace(hull: Hull3): BoxRotation {
  const { normals, vertices } = hull;
  const boxes = hull.faces.map((_, face) =>
    smallestBoxAlong(vertices, createVec3(normals[3 * face], normals[3 * face + 1], normals[3 * face + 2])),
  );
  return boxes.reduce((best, box) => (box.volume < best.volume ? box : best));
}

/** The principal axes of the hull surface. */
function principalAxes(hull: Hull3): Mat3 {
  const axes = createMat3();
  symmetricEigen3(createVec3(), axes, surfaceCovariance(hull));
  return axes;
}

/**
 * Covariance of the hull surface, not of its points, whose density may vary [CP13-1.3]:
 *   C = Σ A/12 (9 m mᵀ + Σ p pᵀ) / ΣA - μ μᵀ
 * over triangles with area A, corners p (from vertex 0 of the hull) and centroid m; μ is the centroid of the surface.
 */
function surfaceCovariance(hull: Hull3): Mat3 {
  const scale = binaryScale(hull.vertices); // the axes do not depend on it, and fourth powers stay in range
  const vertices = hull.vertices.map((x) => x / scale);
  const sum = createMat3(0, 0, 0);
  const mean = createVec3();
  let total = 0;
  const corners: [Vec3, Vec3, Vec3] = [createVec3(), createVec3(), createVec3()];
  for (const loop of hull.faces) {
    offsetBetween(corners[0], vertices, 0, loop[0]);
    for (let k = 1; k + 1 < loop.length; k++) {
      offsetBetween(corners[1], vertices, 0, loop[k]);
      offsetBetween(corners[2], vertices, 0, loop[k + 1]);
      const area = triangleArea(corners);
      const centroid = addVec3(createVec3(), addVec3(createVec3(), corners[0], corners[1]), corners[2]);
      setVec3(centroid, centroid.x / 3, centroid.y / 3, centroid.z / 3);
      addOuterProduct(sum, centroid, (9 * area) / 12);
      for (const corner of corners) addOuterProduct(sum, corner, area / 12);
      addScaledVec3(mean, mean, centroid, area);
      total += area;
    }
  }
  scaleVec3(mean, mean, 1 / total);
  addOuterProduct(sum, mean, -total);
  return sum;
}

function triangleArea([a, b, c]: readonly [Vec3, Vec3, Vec3]): number {
  const ab = subVec3(createVec3(), b, a);
  return lengthVec3(crossVec3(ab, ab, subVec3(createVec3(), c, a))) / 2;
}

/** S += k v vᵀ */
function addOuterProduct(s: Mat3, v: Vec3, k: number): void {
  s.xx += k * v.x * v.x;
  s.xy += k * v.x * v.y;
  s.xz += k * v.x * v.z;
  s.yx += k * v.y * v.x;
  s.yy += k * v.y * v.y;
  s.yz += k * v.y * v.z;
  s.zx += k * v.z * v.x;
  s.zy += k * v.z * v.y;
  s.zz += k * v.z * v.z;
}

/**
 * The smallest box with the axes `rotation` around packed points. Half extents are measured from the rounded centre, with
 * the same products as in `obbContainsPoint`: every point is inside exactly.
 */
function boxAlong(out: Obb, points: Float64Array, rotation: ReadonlyMat3): Obb {
  const local = createVec3();
  const offset = createVec3();
  const range = createAabb();
  copyMat3(out.rotation, rotation);
  for (let i = 0; i < points.length / 3; i++) {
    transformTransposedVec3(local, rotation, offsetBetween(offset, points, 0, i));
    uniteAabb(range, range, { min: local, max: local });
  }
  const { min, max } = range;
  setVec3(local, (min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2);
  const first = setVec3(offset, points[0], points[1], points[2]);
  addVec3(out.center, first, transformVec3(local, rotation, local));
  const half = setVec3(out.halfExtents, 0, 0, 0);
  for (let i = 0; i < points.length; i += 3) {
    subVec3(local, setVec3(local, points[i], points[i + 1], points[i + 2]), out.center);
    const { x, y, z } = transformTransposedVec3(local, rotation, local);
    setVec3(half, Math.max(half.x, Math.abs(x)), Math.max(half.y, Math.abs(y)), Math.max(half.z, Math.abs(z)));
  }
  return out;
}

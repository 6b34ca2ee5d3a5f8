import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import { binaryScale, checkPoints, liftPoints } from '../shapes/hull/points.ts';

/** A closed bounding sphere; for planar points a disc with its centre at z = 0. */
export interface BoundingSphere {
  /** [m] */
  readonly center: Vec3;
  /** [m] */
  radius: number;
}

/** A point this far outside, relative to r², counts as inside during construction [CP13-1.1]. */
const INSIDE_SLACK = 1e-12;

/** A support point is dependent if its distance² from the span of the others is below this fraction of r². */
const SINGULAR_PIVOT = 1e-12;

/** Rounding can leave a point outside; it is moved to the front and the construction repeated, at most this many times. */
const MAX_PASSES = 10;

/** A new sphere of radius 0 at the origin, to be written into. */
export function createBoundingSphere(): BoundingSphere {
  return { center: createVec3(), radius: 0 };
}

/**
 * Writes the minimum enclosing ball of packed points [m], xyz xyz ... or xy xy ... in 2-D, into `out` and returns it.
 * Welzl's algorithm with move-to-front, expected O(n); deterministic. [CP13-1.1]
 *
 * @example
 * ```ts
 * import { createBoundingSphere, fitBoundingSphere } from 'appulse/bounds';
 *
 * const corners = Float64Array.of(0, 0, 4, 0, 4, 3, 0, 3); // a rectangle of 4 m by 3 m
 * const { center, radius } = fitBoundingSphere(createBoundingSphere(), corners, 2);
 * console.log(center, radius); // { x: 2, y: 1.5, z: 0 } 2.5
 * ```
 */
export function fitBoundingSphere(out: BoundingSphere, points: Float64Array, dimension: 2 | 3 = 3): BoundingSphere {
  checkPoints(points, dimension);
  const spatial = dimension === 2 ? liftPoints(points) : points;
  const offsets = offsetsFromFirst(spatial);
  const scale = binaryScale(offsets);
  for (let i = 0; i < offsets.length; i++) offsets[i] /= scale;
  const center = smallestSphereCenter(offsets);
  setVec3(out.center, spatial[0] + scale * center.x, spatial[1] + scale * center.y, spatial[2] + scale * center.z);
  out.radius = farthestFrom(spatial, out.center).distance;
  return out;
}

/**
 * Writes Ritter's sphere around packed points [m] into `out` and returns it: two passes over the points, at most some
 * 10 % too large in practice. [CP13-1.1]
 */
export function fitRitterSphere(out: BoundingSphere, points: Float64Array, dimension: 2 | 3 = 3): BoundingSphere {
  checkPoints(points, dimension);
  const spatial = dimension === 2 ? liftPoints(points) : points;
  const a = pointAt(spatial, farthestFrom(spatial, pointAt(spatial, 0)).index);
  const b = pointAt(spatial, farthestFrom(spatial, a).index);
  const center = createVec3(a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2, a.z + (b.z - a.z) / 2);
  let radius = distance(center, b.x, b.y, b.z);
  for (let i = 0; i < spatial.length; i += 3) {
    const d = distance(center, spatial[i], spatial[i + 1], spatial[i + 2]);
    if (d <= radius) continue;
    radius += (d - radius) / 2;
    const k = (d - radius) / d;
    center.x += (spatial[i] - center.x) * k;
    center.y += (spatial[i + 1] - center.y) * k;
    center.z += (spatial[i + 2] - center.z) * k;
  }
  setVec3(out.center, center.x, center.y, center.z);
  out.radius = farthestFrom(spatial, center).distance;
  return out;
}

/** Writes the sphere after a rigid motion into `out` and returns it: the centre moves, the radius does not change. */
export function transformSphere(out: BoundingSphere, sphere: BoundingSphere, pose: ReadonlyPose): BoundingSphere {
  toWorld(out.center, pose, sphere.center);
  out.radius = sphere.radius;
  return out;
}

/** Do two closed spheres have a common point? Touching counts. */
export function spheresOverlap(a: BoundingSphere, b: BoundingSphere): boolean {
  return distance(a.center, b.center.x, b.center.y, b.center.z) <= a.radius + b.radius;
}

/** Does the closed sphere contain the point [m]? A point on the surface is inside. */
export function sphereContainsPoint(sphere: BoundingSphere, p: ReadonlyVec3): boolean {
  return distance(sphere.center, p.x, p.y, p.z) <= sphere.radius;
}

const offset = createVec3();

function distance(from: ReadonlyVec3, x: number, y: number, z: number): number {
  return lengthVec3(setVec3(offset, x - from.x, y - from.y, z - from.z));
}

function pointAt(points: Float64Array, index: number): Vec3 {
  return createVec3(points[3 * index], points[3 * index + 1], points[3 * index + 2]);
}

function offsetsFromFirst(points: Float64Array): Float64Array {
  const first = [points[0], points[1], points[2]];
  return points.map((x, i) => x - first[i % 3]);
}

function farthestFrom(points: Float64Array, from: ReadonlyVec3): { index: number; distance: number } {
  const farthest = { index: 0, distance: 0 };
  for (let i = 0; i < points.length; i += 3) {
    const d = distance(from, points[i], points[i + 1], points[i + 2]);
    if (d > farthest.distance) {
      farthest.distance = d;
      farthest.index = i / 3;
    }
  }
  return farthest;
}

function smallestSphereCenter(points: Float64Array): Vec3 {
  const order = shuffledIndices(points.length / 3);
  const sphere = createSupportSphere();
  const best = { center: createVec3(), radius: Infinity };
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    growSphere(sphere, points, order, order.length);
    const { index, distance: radius } = farthestFrom(points, sphere.center);
    if (!(radius < best.radius)) break;
    best.radius = radius;
    setVec3(best.center, sphere.center.x, sphere.center.y, sphere.center.z);
    if (radius * radius <= sphere.radiusSq * (1 + INSIDE_SLACK)) break;
    moveToFront(order, order.indexOf(index));
  }
  return best.center;
}

/** Welzl's recursion: the smallest sphere of the first `count` points with the current support on its boundary. */
function growSphere(sphere: SupportSphere, points: Float64Array, order: Int32Array, count: number): void {
  setSphere(sphere);
  if (sphere.size === 4) return;
  for (let i = 0; i < count; i++) {
    const k = 3 * order[i];
    const { center } = sphere;
    const dx = points[k] - center.x;
    const dy = points[k + 1] - center.y;
    const dz = points[k + 2] - center.z;
    if (dx * dx + dy * dy + dz * dz <= sphere.radiusSq * (1 + INSIDE_SLACK)) continue;
    if (!pushSupport(sphere, points[k], points[k + 1], points[k + 2])) continue;
    growSphere(sphere, points, order, i);
    sphere.size--;
    moveToFront(order, i);
  }
}

function moveToFront(order: Int32Array, i: number): void {
  const index = order[i];
  order.copyWithin(1, 0, i);
  order[0] = index;
}

function shuffledIndices(count: number): Int32Array {
  const random = createRandom(1);
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * The sphere through up to four support points, stored for every prefix of them, so that removing the newest is free.
 * For support point m: vm is its offset from the first, made orthogonal to the earlier ones, and zm = 2 |vm|².
 */
interface SupportSphere {
  size: number;
  readonly first: Vec3;
  readonly vs: readonly Vec3[];
  readonly zs: Float64Array;
  readonly centers: readonly Vec3[];
  readonly radiiSq: Float64Array;
  /** The last sphere; remains after its support points are removed. */
  readonly center: Vec3;
  radiusSq: number;
}

function createSupportSphere(): SupportSphere {
  const four = () => [createVec3(), createVec3(), createVec3(), createVec3()];
  return {
    size: 0,
    first: createVec3(),
    vs: four(),
    zs: new Float64Array(4),
    centers: four(),
    radiiSq: new Float64Array(4),
    center: createVec3(),
    radiusSq: -1,
  };
}

function setSphere(sphere: SupportSphere): void {
  const { size } = sphere;
  if (size === 0) {
    sphere.radiusSq = -1; // no point is inside the empty sphere
    return;
  }
  const { x, y, z } = sphere.centers[size - 1];
  setVec3(sphere.center, x, y, z);
  sphere.radiusSq = sphere.radiiSq[size - 1];
}

/** Adds a support point: the Gram system of [CP13-1.1], solved row by row. Returns false when the point is dependent. */
function pushSupport(sphere: SupportSphere, x: number, y: number, z: number): boolean {
  const { size: m, first, vs, zs, centers, radiiSq } = sphere;
  if (m === 0) {
    setVec3(first, x, y, z);
    setVec3(centers[0], x, y, z);
    radiiSq[0] = 0;
    sphere.size = 1;
    return true;
  }
  const v = setVec3(vs[m], x - first.x, y - first.y, z - first.z);
  for (let i = 1; i < m; i++) {
    const u = vs[i];
    const a = (2 * (u.x * v.x + u.y * v.y + u.z * v.z)) / zs[i];
    setVec3(v, v.x - a * u.x, v.y - a * u.y, v.z - a * u.z);
  }
  zs[m] = 2 * (v.x * v.x + v.y * v.y + v.z * v.z);
  if (!(zs[m] > SINGULAR_PIVOT * sphere.radiusSq)) return false;
  // move the centre along v until the new point is as far away as the others
  const c = centers[m - 1];
  const excess = (x - c.x) ** 2 + (y - c.y) ** 2 + (z - c.z) ** 2 - radiiSq[m - 1];
  const f = excess / zs[m];
  setVec3(centers[m], c.x + f * v.x, c.y + f * v.y, c.z + f * v.z);
  radiiSq[m] = radiiSq[m - 1] + (excess * f) / 2;
  sphere.size = m + 1;
  return true;
}

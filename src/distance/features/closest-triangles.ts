import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact, FeatureKind } from '../contact.ts';
import { createTrianglePair, prepareTriangles, transformTriangles } from './triangle-corners.ts';
import { writeDepth, writeTouchingNormal } from './triangle-depth.ts';
import {
  DISTANCE,
  FARTHER,
  FIRST_A,
  FIRST_B,
  findCertifiedEdges,
  NORMAL,
  OPEN,
  POINT,
  ROUNDING,
  sideOf,
  UNIQUE,
  VERTEX_COUNT_A,
  VERTEX_COUNT_B,
  writeNearest,
} from './triangle-pair.ts';
import { trianglesIntersect } from './triangles-intersect.ts';

const triangles = createTrianglePair();
const limit = triangles.limit;
const corners = triangles.corners;
const result = triangles.result;
const size = triangles.size;
const features = triangles.features;

/** By the number of corners that span a feature. */
const FEATURES: readonly FeatureKind[] = ['vertex', 'vertex', 'edge', 'face'];
/** A gap above this fraction of the size is not a rounding error. */
const CLEAR = 1e-12;

/** A candidate separating direction, and a distance above which the triangles are irrelevant [m]. */
export interface TriangleLimit {
  readonly direction: Float64Array;
  distance: number;
}

const NO_LIMIT: TriangleLimit = { direction: new Float64Array(3), distance: Number.POSITIVE_INFINITY };

/**
 * Contact of two triangles, corners xyz xyz xyz in the frames of A and B; `relative` is the pose of B in A's frame. False, with `out`
 * unchanged, if they are certainly farther apart than the limit.
 */
export function closestTriangles(
  out: Contact,
  verticesA: Float64Array,
  poseA: ReadonlyPose,
  verticesB: Float64Array,
  relative: Float64Array,
  { direction, distance }: TriangleLimit = NO_LIMIT,
): boolean {
  transformTriangles(triangles, verticesA, verticesB, relative);
  limit[0] = distance;
  if (distance < Number.POSITIVE_INFINITY && gapAlong(direction) > distance) return false;
  prepareTriangles(triangles);
  let side = sideOf(triangles, 0);
  if (side === OPEN) side = sideOf(triangles, 1);
  if (side === FARTHER) return false;
  if (side === OPEN) compareFeatures();
  writeContact(out, poseA);
  return true;
}

/** No corner is above the other face, to machine precision: edge-edge pairs, or triangles that intersect. */
function compareFeatures(): void {
  if (findCertifiedEdges(triangles)) return;
  writeNearest(triangles);
  if (!isClear() && trianglesIntersect(corners)) writeDepth(triangles);
  else if (!(result[DISTANCE] > ROUNDING * size[0]) && features[VERTEX_COUNT_A] + features[VERTEX_COUNT_B] < 4)
    writeTouchingNormal(triangles);
}

/** Does the plane perpendicular to the difference of the closest points clearly separate the triangles? */
function isClear(): boolean {
  axis[0] = result[NORMAL];
  axis[1] = result[NORMAL + 1];
  axis[2] = result[NORMAL + 2];
  return gapAlong(axis) > CLEAR * (size[0] + result[DISTANCE]);
}

const axis = new Float64Array(3);

/** Separation of B from A along a direction of length 1 or 0 [m]; below zero they overlap along it. */
// biome-ignore format: one vector per line
function gapAlong(d: Float64Array): number {
  const x = d[0], y = d[1], z = d[2], c = corners;
  const ox = c[0], oy = c[1], oz = c[2];
  const a1 = x * (c[3] - ox) + y * (c[4] - oy) + z * (c[5] - oz);
  const a2 = x * (c[6] - ox) + y * (c[7] - oy) + z * (c[8] - oz);
  const b0 = x * (c[9] - ox) + y * (c[10] - oy) + z * (c[11] - oz);
  const b1 = x * (c[12] - ox) + y * (c[13] - oy) + z * (c[14] - oz);
  const b2 = x * (c[15] - ox) + y * (c[16] - oy) + z * (c[17] - oz);
  return Math.min(b0, b1, b2) - Math.max(0, a1, a2);
}

/** The result in world axes. */
// biome-ignore format: one vector per line
function writeContact(out: Contact, { position, rotation: r }: ReadonlyPose): void {
  const { pointA, pointB, normal } = out;
  const distance = result[DISTANCE];
  const mx = result[NORMAL], my = result[NORMAL + 1], mz = result[NORMAL + 2];
  const px = result[POINT], py = result[POINT + 1], pz = result[POINT + 2];
  const nx = r.xx * mx + r.xy * my + r.xz * mz;
  const ny = r.yx * mx + r.yy * my + r.yz * mz;
  const nz = r.zx * mx + r.zy * my + r.zz * mz;
  const ax = position.x + (r.xx * px + r.xy * py + r.xz * pz);
  const ay = position.y + (r.yx * px + r.yy * py + r.yz * pz);
  const az = position.z + (r.zx * px + r.zy * py + r.zz * pz);
  normal.x = nx; normal.y = ny; normal.z = nz;
  pointA.x = ax; pointA.y = ay; pointA.z = az;
  pointB.x = ax + distance * nx; pointB.y = ay + distance * ny; pointB.z = az + distance * nz;
  const vertexCountA = features[VERTEX_COUNT_A], vertexCountB = features[VERTEX_COUNT_B];
  out.distance = distance;
  out.featureA = FEATURES[vertexCountA]; out.featureB = FEATURES[vertexCountB];
  out.indexA = vertexCountA === 1 ? features[FIRST_A] : -1; out.indexB = vertexCountB === 1 ? features[FIRST_B] : -1;
  out.unique = features[UNIQUE] === 1;
  out.status = 'exact';
  out.errorBound = 0;
  out.iterations = 0;
}

/**
 * Signed distance of a point from a convex 3-D body in closed form, also inside, in the frame of the body. Where several surface points
 * are equally close, one of them: for a box on the face along the first axis, on an axis of rotation the one towards x.
 */
import { singularValues3 } from '../../math/jacobi-svd.ts';
import { createMat3, transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import type { Hull } from '../../shapes/hull.ts';
import type { Solid } from './core.ts';

/** Bodies with an interior: signed distances exist. */
export type InsideSolid = Exclude<Solid, { kind: 'point' | 'segment' }>;

/** Offsets in the result of `pointToSolid`: signed distance [m], the outward unit normal of the surface at the closest point, xyz, and: */
export const POINT_RESULT_LENGTH = 6;
/** along how many axes the point is outside a box or its core: 3 at a corner, 2 at an edge, 1 above a face, 0 inside; and: */
export const BEYOND = 4;
/** how many surface points are equally close, to machine precision: */
export const MULTIPLICITY = 5;
/** one; one with more than one exit direction, as at an edge; several, as at the centre of a body. */
export const UNIQUE_POINT = 0;
export const ONE_EDGE = 1;
const SEVERAL_POINTS = 2;

/** Distances that differ by less than this fraction of the size of the body are equal. */
const EQUAL = 4e-15;
/** Points closer than this fraction of the size are identical: next to an edge two faces are close, at one point. */
const SAME = 1e-6;

/** Writes the signed distance of `queryPoint` to `pointResult`. False if there is no closed form: for points outside a hull. */
export function pointToSolid(pointResult: Float64Array, shape: InsideSolid, queryPoint: Float64Array): boolean {
  pointResult[MULTIPLICITY] = UNIQUE_POINT;
  switch (shape.kind) {
    case 'hull':
      return pointInHull(pointResult, shape, queryPoint);
    case 'sphere':
      pointToBox(pointResult, 0, 0, 0, shape.radius, queryPoint);
      break;
    case 'capsule':
      pointToBox(pointResult, 0, 0, shape.halfHeight, shape.radius, queryPoint);
      break;
    case 'box': {
      const { halfExtents: h, radius: r } = shape;
      pointToBox(pointResult, h.x - r, h.y - r, h.z - r, r, queryPoint);
      break;
    }
    case 'cylinder':
      pointToCylinder(pointResult, shape.radius, shape.halfHeight, queryPoint);
      break;
    case 'cone':
      pointToCone(pointResult, shape.radius, 2 * shape.halfHeight, queryPoint);
      break;
    case 'ellipsoid':
      pointToEllipsoid(pointResult, shape, queryPoint);
  }
  return true;
}

function setResult(pointResult: Float64Array, distance: number, x: number, y: number, z: number): void {
  pointResult[0] = distance;
  pointResult[1] = x;
  pointResult[2] = y;
  pointResult[3] = z;
}

/** The box with these half extents, inflated by `radius`. */
// biome-ignore format: one vector per line
function pointToBox(pointResult: Float64Array, hx: number, hy: number, hz: number, radius: number, queryPoint: Float64Array): void {
  const x = queryPoint[0], y = queryPoint[1], z = queryPoint[2];
  const dx = Math.abs(x) - hx, dy = Math.abs(y) - hy, dz = Math.abs(z) - hz;
  const wx = Math.max(dx, 0), wy = Math.max(dy, 0), wz = Math.max(dz, 0);
  pointResult[BEYOND] = (dx > 0 ? 1 : 0) + (dy > 0 ? 1 : 0) + (dz > 0 ? 1 : 0);
  if (pointResult[BEYOND] > 0) {
    const length = Math.sqrt(wx * wx + wy * wy + wz * wz);
    setResult(pointResult, length - radius, (Math.sign(x) * wx) / length, (Math.sign(y) * wy) / length, (Math.sign(z) * wz) / length);
    if (radius > 0 && length <= EQUAL * (hx + hy + hz + radius)) countClosestFaces(pointResult, hx, hy, hz, radius, queryPoint);
    return;
  }
  countClosestFaces(pointResult, hx, hy, hz, radius, queryPoint);
  if (dx >= dy && dx >= dz) {
    setResult(pointResult, dx - radius, x < 0 ? -1 : 1, 0, 0);
  } else if (dy >= dz) {
    setResult(pointResult, dy - radius, 0, y < 0 ? -1 : 1, 0);
  } else {
    setResult(pointResult, dz - radius, 0, 0, z < 0 ? -1 : 1);
  }
}

/** Inside the core of a box, or within rounding error of it: is one of the six faces closer than the others? */
// biome-ignore format: one axis per line
function countClosestFaces(pointResult: Float64Array, hx: number, hy: number, hz: number, radius: number, queryPoint: Float64Array): void {
  const x = hx - Math.abs(queryPoint[0]), y = hy - Math.abs(queryPoint[1]), z = hz - Math.abs(queryPoint[2]);
  const size = hx + hy + hz + radius, equal = EQUAL * size;
  const min = Math.min(x, y, z);
  // counts the opposite faces too
  const near =
    (x <= min + equal ? 1 : 0) + (hx + Math.abs(queryPoint[0]) <= min + equal ? 1 : 0) +
    (y <= min + equal ? 1 : 0) + (hy + Math.abs(queryPoint[1]) <= min + equal ? 1 : 0) +
    (z <= min + equal ? 1 : 0) + (hz + Math.abs(queryPoint[2]) <= min + equal ? 1 : 0);
  if (near > 1) pointResult[MULTIPLICITY] = min + radius > SAME * size ? SEVERAL_POINTS : ONE_EDGE;
}

/** A rectangle in the plane of the axis and the point: radial distance and height. */
function pointToCylinder(
  pointResult: Float64Array,
  radius: number,
  halfHeight: number,
  queryPoint: Float64Array,
): void {
  const radial = Math.sqrt(queryPoint[0] * queryPoint[0] + queryPoint[1] * queryPoint[1]);
  const up = queryPoint[2] < 0 ? -1 : 1;
  const over = radial - radius;
  const above = Math.abs(queryPoint[2]) - halfHeight;
  if (over > 0 && above > 0) {
    const length = Math.sqrt(over * over + above * above);
    setProfile(pointResult, length, over / length, (up * above) / length, queryPoint);
    return;
  }
  const equal = EQUAL * (radius + halfHeight);
  const isRound = over >= above;
  if (isRound) setProfile(pointResult, over, 1, 0, queryPoint);
  else setProfile(pointResult, above, 0, up, queryPoint);
  const inside = -Math.max(over, above);
  // on the axis, halfway between both ends, or as far from the side as from an end
  const several =
    (over >= above - equal && radial <= equal) || (above >= over - equal && Math.abs(queryPoint[2]) <= equal);
  if (several || Math.abs(over - above) <= equal) {
    pointResult[MULTIPLICITY] = inside > SAME * (radius + halfHeight) ? SEVERAL_POINTS : ONE_EDGE;
  }
}

/** A result in the plane of the axis and the point: radial and axial components of the normal. */
function setProfile(
  pointResult: Float64Array,
  distance: number,
  radial: number,
  along: number,
  queryPoint: Float64Array,
): void {
  const length = Math.sqrt(queryPoint[0] * queryPoint[0] + queryPoint[1] * queryPoint[1]);
  const x = length > 0 ? queryPoint[0] / length : 1;
  const y = length > 0 ? queryPoint[1] / length : 0;
  setResult(pointResult, distance, radial * x, radial * y, along);
}

/** A triangle in the plane of the axis and the point: apex, rim and the centre of the base. */
function pointToCone(pointResult: Float64Array, radius: number, height: number, queryPoint: Float64Array): void {
  const radial = Math.sqrt(queryPoint[0] * queryPoint[0] + queryPoint[1] * queryPoint[1]);
  const depth = 0.75 * height - queryPoint[2];
  // relative to the rim
  const aside = radial - radius;
  const below = -0.25 * height - queryPoint[2];
  const length = Math.sqrt(radius * radius + height * height);
  const outX = height / length;
  const outZ = radius / length;
  // height above the side, from its nearer end, and the distances of the point beyond its upper and lower ends
  const over = 2 * depth < height ? outX * radial - outZ * depth : outX * aside - outZ * below;
  const above = -(outZ * radial + outX * depth);
  const beyond = outZ * aside + outX * below;
  if (over > 0 && above >= 0) {
    const distance = Math.sqrt(radial * radial + depth * depth);
    setProfile(pointResult, distance, radial / distance, -depth / distance, queryPoint);
  } else if (over > 0 && beyond < 0) {
    setProfile(pointResult, over, outX, outZ, queryPoint);
  } else if (aside > 0) {
    const distance = Math.sqrt(aside * aside + below * below);
    setProfile(pointResult, distance, aside / distance, -below / distance, queryPoint);
  } else {
    if (below > over) setProfile(pointResult, below, 0, -1, queryPoint);
    else setProfile(pointResult, over, outX, outZ, queryPoint);
    const equal = EQUAL * (radius + height);
    const inside = -Math.max(below, over);
    const several = Math.abs(below - over) <= equal || (over > below && radial <= equal);
    if (several) pointResult[MULTIPLICITY] = inside > SAME * (radius + height) ? SEVERAL_POINTS : ONE_EDGE;
  }
}

/** Inside: the closest face; no edge or corner is closer. Outside: ends at the first face that sees the point. */
// biome-ignore format: one vector per line
function pointInHull(pointResult: Float64Array, { vertices, faceStarts, faceVertices, normals, boundingRadius }: Hull, queryPoint: Float64Array): boolean {
  // flat hulls have two faces and no inside
  if (faceStarts.length < 4) return false;
  const x = queryPoint[0], y = queryPoint[1], z = queryPoint[2];
  let min = Number.NEGATIVE_INFINITY, second = Number.NEGATIVE_INFINITY;
  let face = 0;
  for (let k = 0; k < faceStarts.length - 1; k++) {
    const v = 3 * faceVertices[faceStarts[k]];
    const height = normals[3 * k] * (x - vertices[v]) + normals[3 * k + 1] * (y - vertices[v + 1]) + normals[3 * k + 2] * (z - vertices[v + 2]);
    // a point in the plane of a face may be outside the face; for a flat hull all of them are
    if (height >= 0) return false;
    if (height > min) { second = min; min = height; face = k; }
    else if (height > second) second = height;
  }
  if (min - second <= EQUAL * boundingRadius) pointResult[MULTIPLICITY] = -min > SAME * boundingRadius ? SEVERAL_POINTS : ONE_EDGE;
  setResult(pointResult, min, normals[3 * face], normals[3 * face + 1], normals[3 * face + 2]);
  return true;
}

const matrix = createMat3();
const axes = createMat3();
const spare = createMat3();
const semiAxes = createVec3();
const local = createVec3();
const r = new Float64Array(3);
const y = new Float64Array(3);
const w = new Float64Array(3);

/** Newton's method needs about six steps, more only for points near the centre of a flat body. */
const MAX_STEPS = 100;
const CONVERGED = 4e-16;

/**
 * With semi-axes e, the smallest m, r = (e/m)² and the point y in principal axes, the closest point is x = r y/(s + r), where s is the
 * largest root of Σ (r z/(s + r))² = 1, z = y/e (Eberly, Robust Computation of Distance from a Point to an Ellipse or an Ellipsoid).
 * For s > -1 the sum decreases and is convex, so Newton's method converges from the left without passing the root.
 */
function pointToEllipsoid(pointResult: Float64Array, shape: Ellipsoid, queryPoint: Float64Array): void {
  const e = singularValues3(semiAxes, axes, spare, ellipsoidMatrix(matrix, shape));
  transformTransposedVec3(local, axes, setVec3(local, queryPoint[0], queryPoint[1], queryPoint[2]));
  const min = e.z;
  y[0] = local.x;
  y[1] = local.y;
  y[2] = local.z;
  // r - 1, without cancellation
  r[0] = ((e.x - min) / min) * ((e.x + min) / min);
  r[1] = ((e.y - min) / min) * ((e.y + min) / min);
  r[2] = 0;
  const zx = Math.abs(y[0]) / e.x;
  const zy = Math.abs(y[1]) / e.y;
  const zz = Math.abs(y[2]) / e.z;
  const root = largestRoot(zx, zy, zz);
  if (root > 0) {
    // x - y = -s y/(s + r), and y/(s + r) is along the normal
    for (let k = 0; k < 3; k++) w[k] = y[k] / (root + r[k]);
  } else {
    leaveMidplane(e.x, e.y, min);
  }
  const length = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  const distance = root > 0 ? (root - 1) * length : -length;
  for (let k = 0; k < 3; k++)
    checkMirrored(pointResult, e.x, y[k], root > 0 ? (y[k] * (1 + r[k])) / (root + r[k]) : w[k] + y[k]);
  transformVec3(local, axes, setVec3(local, w[0] / length, w[1] / length, w[2] / length));
  setResult(pointResult, distance, local.x, local.y, local.z);
}

/** A closest point at `x` along a principal axis and its mirror image differ by 4 x y in their squared distances from y. */
function checkMirrored(pointResult: Float64Array, longest: number, at: number, x: number): void {
  if (Math.abs(x) > SAME * longest && Math.abs(x * at) <= EQUAL * longest * longest)
    pointResult[MULTIPLICITY] = SEVERAL_POINTS;
}

/** s + 1 for the largest root, or 0 if the sum is below 1 down to s = -1. */
function largestRoot(zx: number, zy: number, zz: number): number {
  const ax = (1 + r[0]) * zx;
  const ay = (1 + r[1]) * zy;
  // lower bound of the root: where one of the terms alone is 1
  let sigma = Math.max(ax - r[0], ay - r[1], zz);
  if (!(sigma > 0)) {
    const x = ax > 0 ? ax / r[0] : 0;
    const v = ay > 0 ? ay / r[1] : 0;
    if (x * x + v * v <= 1) return 0;
    sigma = 0;
  }
  for (let step = 0; step < MAX_STEPS; step++) {
    const tx = ax > 0 ? ax / (sigma + r[0]) : 0;
    const ty = ay > 0 ? ay / (sigma + r[1]) : 0;
    const tz = zz > 0 ? zz / sigma : 0;
    const excess = tx * tx + ty * ty + tz * tz - 1;
    const slope =
      (tx > 0 ? (tx * tx) / (sigma + r[0]) : 0) +
      (ty > 0 ? (ty * ty) / (sigma + r[1]) : 0) +
      (tz > 0 ? (tz * tz) / sigma : 0);
    const delta = excess / (2 * slope);
    if (!(delta > CONVERGED * sigma)) break;
    sigma += delta;
  }
  return sigma;
}

/** s = -1: the point is in the plane of symmetry perpendicular to the shortest axis, with an exit on both sides. `w` is the one in front. */
function leaveMidplane(longest: number, intermediate: number, min: number): void {
  // x = r y/(r - 1); a semi-axis as short as the shortest has y = 0 here
  const ux = y[0] === 0 ? 0 : ((1 + r[0]) * y[0]) / r[0] / longest;
  const uy = y[1] === 0 ? 0 : ((1 + r[1]) * y[1]) / r[1] / intermediate;
  w[0] = y[0] === 0 ? 0 : y[0] / r[0];
  w[1] = y[1] === 0 ? 0 : y[1] / r[1];
  w[2] = min * Math.sqrt(Math.max(1 - ux * ux - uy * uy, 0));
}

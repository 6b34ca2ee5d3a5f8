/**
 * Signed distance of a point to a convex body of space in closed form, inside too, all in the frame of the body. Where several places of
 * the surface are equally near, one of them: of a box the face along the first axis, on an axis of rotation the one towards x.
 */
import { singularValues3 } from '../../math/jacobi-svd.ts';
import { createMat3, transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import type { Hull } from '../../shapes/hull.ts';
import type { Solid } from './core.ts';

/** Bodies that points have a signed distance to: all with an inside. */
export type InsideSolid = Exclude<Solid, { kind: 'point' | 'segment' }>;

/** The place asked for, xyz. */
export const asked = new Float64Array(3);
/** Signed distance [m], the outward unit normal of the surface at the nearest place, xyz, and: */
export const answer = new Float64Array(6);
/** along how many axes the place is beyond a box or its core: 3 at a corner, 2 at an edge, 1 over a face, 0 inside; and: */
export const BEYOND = 4;
/** how many places of the surface are as near, to rounding: */
export const PLACES = 5;
/** one; one from which more than one direction leads out, as at an edge; several, as in the middle of a body. */
export const ONE_PLACE = 0;
export const ONE_EDGE = 1;
export const SEVERAL_PLACES = 2;

/** Distances that differ by this share of the size of the body are equal. */
const EQUAL = 4e-15;
/** Places nearer to each other than this share of the size are the same: beside an edge two faces are near, but at one place. */
const SAME = 1e-6;

/** Answers for the place in `asked`. False if there is no closed form: for places outside a hull. */
export function pointToSolid(shape: InsideSolid): boolean {
  answer[PLACES] = ONE_PLACE;
  switch (shape.kind) {
    case 'hull':
      return pointInHull(shape);
    case 'sphere':
      pointToBox(0, 0, 0, shape.radius);
      break;
    case 'capsule':
      pointToBox(0, 0, shape.halfLength, shape.radius);
      break;
    case 'box': {
      const { halfSizes: h, radius: r } = shape;
      pointToBox(h.x - r, h.y - r, h.z - r, r);
      break;
    }
    case 'cylinder':
      pointToCylinder(shape.radius, shape.halfHeight);
      break;
    case 'cone':
      pointToCone(shape.radius, shape.height);
      break;
    case 'ellipsoid':
      pointToEllipsoid(shape);
  }
  return true;
}

function setAnswer(distance: number, x: number, y: number, z: number): void {
  answer[0] = distance;
  answer[1] = x;
  answer[2] = y;
  answer[3] = z;
}

/** The box with these half edges, grown by `radius`. */
// biome-ignore format: one vector per line
function pointToBox(hx: number, hy: number, hz: number, radius: number): void {
  const x = asked[0], y = asked[1], z = asked[2];
  const dx = Math.abs(x) - hx, dy = Math.abs(y) - hy, dz = Math.abs(z) - hz;
  const wx = Math.max(dx, 0), wy = Math.max(dy, 0), wz = Math.max(dz, 0);
  answer[BEYOND] = (dx > 0 ? 1 : 0) + (dy > 0 ? 1 : 0) + (dz > 0 ? 1 : 0);
  if (answer[BEYOND] > 0) {
    const length = Math.sqrt(wx * wx + wy * wy + wz * wz);
    setAnswer(length - radius, (Math.sign(x) * wx) / length, (Math.sign(y) * wy) / length, (Math.sign(z) * wz) / length);
    if (radius > 0 && length <= EQUAL * (hx + hy + hz + radius)) seeMiddleOfBox(hx, hy, hz, radius);
    return;
  }
  seeMiddleOfBox(hx, hy, hz, radius);
  if (dx >= dy && dx >= dz) {
    setAnswer(dx - radius, x < 0 ? -1 : 1, 0, 0);
  } else if (dy >= dz) {
    setAnswer(dy - radius, 0, y < 0 ? -1 : 1, 0);
  } else {
    setAnswer(dz - radius, 0, 0, z < 0 ? -1 : 1);
  }
}

/** Inside the core of a box, or so near to it that the way to it is rounding: is one of the six faces nearer than the others? */
// biome-ignore format: one axis per line
function seeMiddleOfBox(hx: number, hy: number, hz: number, radius: number): void {
  const x = hx - Math.abs(asked[0]), y = hy - Math.abs(asked[1]), z = hz - Math.abs(asked[2]);
  const size = hx + hy + hz + radius, equal = EQUAL * size;
  const min = Math.min(x, y, z);
  // the faces on the other side
  const near =
    (x <= min + equal ? 1 : 0) + (hx + Math.abs(asked[0]) <= min + equal ? 1 : 0) +
    (y <= min + equal ? 1 : 0) + (hy + Math.abs(asked[1]) <= min + equal ? 1 : 0) +
    (z <= min + equal ? 1 : 0) + (hz + Math.abs(asked[2]) <= min + equal ? 1 : 0);
  if (near > 1) answer[PLACES] = min + radius > SAME * size ? SEVERAL_PLACES : ONE_EDGE;
}

/** A rectangle in the plane of the axis and the point, `across` the axis and along it. */
function pointToCylinder(radius: number, halfHeight: number): void {
  const across = Math.sqrt(asked[0] * asked[0] + asked[1] * asked[1]);
  const up = asked[2] < 0 ? -1 : 1;
  const over = across - radius;
  const above = Math.abs(asked[2]) - halfHeight;
  if (over > 0 && above > 0) {
    const length = Math.sqrt(over * over + above * above);
    setProfile(length, over / length, (up * above) / length);
    return;
  }
  const equal = EQUAL * (radius + halfHeight);
  const isRound = over >= above;
  if (isRound) setProfile(over, 1, 0);
  else setProfile(above, 0, up);
  const inside = -Math.max(over, above);
  // on the axis, between both ends, or as far from the side as from an end
  const several = (over >= above - equal && across <= equal) || (above >= over - equal && Math.abs(asked[2]) <= equal);
  if (several || Math.abs(over - above) <= equal) {
    answer[PLACES] = inside > SAME * (radius + halfHeight) ? SEVERAL_PLACES : ONE_EDGE;
  }
}

/** An answer from the plane of the axis and the point: the normal across the axis and along it. */
function setProfile(distance: number, across: number, along: number): void {
  const length = Math.sqrt(asked[0] * asked[0] + asked[1] * asked[1]);
  const x = length > 0 ? asked[0] / length : 1;
  const y = length > 0 ? asked[1] / length : 0;
  setAnswer(distance, across * x, across * y, along);
}

/** A triangle in the plane of the axis and the point: apex, rim and the middle of the base. */
function pointToCone(radius: number, height: number): void {
  const across = Math.sqrt(asked[0] * asked[0] + asked[1] * asked[1]);
  const depth = 0.75 * height - asked[2];
  // seen from the rim
  const aside = across - radius;
  const below = -0.25 * height - asked[2];
  const length = Math.sqrt(radius * radius + height * height);
  const outX = height / length;
  const outZ = radius / length;
  // height over the side from the nearer of its ends, and how far the point is above its upper end and below its lower one
  const over = 2 * depth < height ? outX * across - outZ * depth : outX * aside - outZ * below;
  const above = -(outZ * across + outX * depth);
  const beyond = outZ * aside + outX * below;
  if (over > 0 && above >= 0) {
    const distance = Math.sqrt(across * across + depth * depth);
    setProfile(distance, across / distance, -depth / distance);
  } else if (over > 0 && beyond < 0) {
    setProfile(over, outX, outZ);
  } else if (aside > 0) {
    const distance = Math.sqrt(aside * aside + below * below);
    setProfile(distance, aside / distance, -below / distance);
  } else {
    if (below > over) setProfile(below, 0, -1);
    else setProfile(over, outX, outZ);
    const equal = EQUAL * (radius + height);
    const inside = -Math.max(below, over);
    const several = Math.abs(below - over) <= equal || (over > below && across <= equal);
    if (several) answer[PLACES] = inside > SAME * (radius + height) ? SEVERAL_PLACES : ONE_EDGE;
  }
}

/** Inside, the nearest face; no edge and no corner is nearer. Outside, the first face that sees the place ends the search. */
// biome-ignore format: one vector per line
function pointInHull({ vertices, faceStarts, faceVertices, normals, reach }: Hull): boolean {
  // flat hulls have two faces and no inside
  if (faceStarts.length < 4) return false;
  const x = asked[0], y = asked[1], z = asked[2];
  let min = Number.NEGATIVE_INFINITY, second = Number.NEGATIVE_INFINITY;
  let face = 0;
  for (let k = 0; k < faceStarts.length - 1; k++) {
    const v = 3 * faceVertices[faceStarts[k]];
    const height = normals[3 * k] * (x - vertices[v]) + normals[3 * k + 1] * (y - vertices[v + 1]) + normals[3 * k + 2] * (z - vertices[v + 2]);
    // a place in the plane of a face may be beside it: all places of the plane are so for a flat hull
    if (height >= 0) return false;
    if (height > min) { second = min; min = height; face = k; }
    else if (height > second) second = height;
  }
  if (min - second <= EQUAL * reach) answer[PLACES] = -min > SAME * reach ? SEVERAL_PLACES : ONE_EDGE;
  setAnswer(min, normals[3 * face], normals[3 * face + 1], normals[3 * face + 2]);
  return true;
}

const matrix = createMat3();
const axes = createMat3();
const spare = createMat3();
const semiAxes = createVec3();
const place = createVec3();
const r = new Float64Array(3);
const y = new Float64Array(3);
const w = new Float64Array(3);

/** Newton's method needs about six steps, and more only for places near the middle of a flat body. */
const MAX_STEPS = 100;
const SETTLED = 4e-16;

/**
 * With semi-axes e, the least of them m, r = (e/m)² and the place y in principal axes, the nearest place is x = r y/(s + r), where s is the
 * largest root of Σ (r z/(s + r))² = 1, z = y/e (Eberly, Robust Computation of Distance from a Point to an Ellipse or an Ellipsoid).
 * To the right of s = -1 the sum only falls and is convex, so Newton's method comes from the left and never passes the root.
 */
function pointToEllipsoid(shape: Ellipsoid): void {
  const e = singularValues3(semiAxes, axes, spare, ellipsoidMatrix(matrix, shape));
  transformTransposedVec3(place, axes, setVec3(place, asked[0], asked[1], asked[2]));
  const min = e.z;
  y[0] = place.x;
  y[1] = place.y;
  y[2] = place.z;
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
    leaveFlatMiddle(e.x, e.y, min);
  }
  const length = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  const distance = root > 0 ? (root - 1) * length : -length;
  for (let k = 0; k < 3; k++) seeMirrored(e.x, y[k], root > 0 ? (y[k] * (1 + r[k])) / (root + r[k]) : w[k] + y[k]);
  transformVec3(place, axes, setVec3(place, w[0] / length, w[1] / length, w[2] / length));
  setAnswer(distance, place.x, place.y, place.z);
}

/** A nearest place at `x` along a principal axis and the one mirrored across it differ by 4 x y in their squared distances from y. */
function seeMirrored(longest: number, at: number, x: number): void {
  if (Math.abs(x) > SAME * longest && Math.abs(x * at) <= EQUAL * longest * longest) answer[PLACES] = SEVERAL_PLACES;
}

/** s + 1 for the largest root, or 0 if the sum is below 1 all the way to s = -1. */
function largestRoot(zx: number, zy: number, zz: number): number {
  const ax = (1 + r[0]) * zx;
  const ay = (1 + r[1]) * zy;
  // where one of the terms alone is 1: not beyond the root
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
    const way = excess / (2 * slope);
    if (!(way > SETTLED * sigma)) break;
    sigma += way;
  }
  return sigma;
}

/** s = -1: the place is in the middle plane of the shortest axis, and the way out is on both sides of it. `w` is that way, to the front. */
function leaveFlatMiddle(longest: number, midpoint: number, min: number): void {
  // x = r y/(r - 1); a semi-axis as short as the shortest has y = 0 here
  const ux = y[0] === 0 ? 0 : ((1 + r[0]) * y[0]) / r[0] / longest;
  const uy = y[1] === 0 ? 0 : ((1 + r[1]) * y[1]) / r[1] / midpoint;
  w[0] = y[0] === 0 ? 0 : y[0] / r[0];
  w[1] = y[1] === 0 ? 0 : y[1] / r[1];
  w[2] = min * Math.sqrt(Math.max(1 - ux * ux - uy * uy, 0));
}

/**
 * What a body sweeps that rotates about the axis u of its angular velocity, through the origin of the body that moves: no point leaves
 * its height h = r·u over the origin and its distance ρ from the axis. So in a direction n with c = n·u and s = |n×u|, c² + s² = 1, it
 * reaches no farther than
 *
 *   max over its points of c h + s ρ,
 *
 * whatever the angle. A body is a list of vertices, each one pair (h, ρ), and of round elements, each a sum of
 *
 *   a point (h, ρ), a ball of a radius, an arc of the radius R with heights from `low` to `high` (what a circle about the origin sweeps:
 *   ρ² = R² - h²), and an ellipsoid with M = B Bᵀ: c² uᵀMu + 2|c|s |Mu across u| + s² (largest value of M across u), under the root.
 *
 * The sum bounds what the sum of the parts sweeps; a single part is exact.
 */
import { tiledBodyControlPoints } from '../bounds/tiled-aabb.ts';
import { createMat3, transformTransposedVec3, transformVec3 } from '../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, type ReadonlyVec3, setVec3 } from '../math/vec3.ts';
import type { Box } from '../shapes/box.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../shapes/ellipsoid.ts';
import type { Shape } from '../shapes/shape.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';

export interface RevolvedBody {
  /** A ball about a point that holds the body: h and ρ of the point, and the radius [m], infinite if there is none. */
  readonly sphere: Float64Array;
  /** h and ρ of each vertex [m]. */
  vertices: Float64Array;
  vertexCount: number;
  /** The numbers of each round element. */
  elements: Float64Array;
  elementCount: number;
}

// Places of the numbers of a round element.
const HEIGHT = 0;
const DISTANCE = 1;
const BALL = 2;
const ARC = 3;
const LOW = 4;
const HIGH = 5;
const ALONG = 6;
const SLANT = 7;
const ACROSS = 8;
const ELEMENT = 9;

export function createRevolvedBody(): RevolvedBody {
  return {
    sphere: new Float64Array(3),
    vertices: new Float64Array(64),
    vertexCount: 0,
    elements: new Float64Array(4 * ELEMENT),
    elementCount: 0,
  };
}

/** Loads a shape, which `place` puts into the body that moves; `axis` is the unit vector u in the axes of that body. */
export function loadRevolved(
  body: RevolvedBody,
  shape: Shape,
  place: ReadonlyPose | undefined,
  axis: ReadonlyVec3,
): void {
  body.vertexCount = 0;
  body.elementCount = 0;
  body.sphere[2] = Number.POSITIVE_INFINITY;
  addShape(body, shape, place, axis);
  if (shape.kind === 'tiled') setBall(body, shape, place, axis);
}

const ownAxis = createVec3();
const UNMOVED = createVec3();

function addShape(body: RevolvedBody, shape: Shape, place: ReadonlyPose | undefined, axis: ReadonlyVec3): void {
  if (shape.kind === 'compound') {
    for (const { shape: piece, pose } of shape.pieces) addShape(body, piece, pose, axis);
    return;
  }
  const origin = place?.position ?? UNMOVED;
  const { x, y, z } = place === undefined ? axis : transformTransposedVec3(ownAxis, place.rotation, axis);
  switch (shape.kind) {
    case 'halfspace':
      break;
    case 'point':
      addPoint(body, place, axis, 0, 0, 0, 0);
      break;
    case 'sphere':
      addPoint(body, place, axis, 0, 0, 0, shape.radius);
      break;
    case 'segment':
      addPoint(body, place, axis, shape.start.x, shape.start.y, shape.start.z, 0);
      addPoint(body, place, axis, shape.end.x, shape.end.y, shape.end.z, 0);
      break;
    case 'capsule':
      addPoint(body, place, axis, 0, 0, shape.halfLength, shape.radius);
      addPoint(body, place, axis, 0, 0, -shape.halfLength, shape.radius);
      break;
    case 'box':
      addBox(body, place, axis, shape);
      break;
    case 'hull':
      addPoints(body, place, axis, shape.vertices, 3);
      break;
    case 'trimesh':
      addPoints(body, place, axis, shape.positions, 3);
      break;
    case 'polygon':
      addPoints(body, place, axis, shape.vertices, 2);
      break;
    case 'tiled':
      addPoints(body, place, axis, tiledBodyControlPoints(shape), 3);
      break;
    case 'disc':
      addCircle(body, origin, axis, 0, shape.radius, x, y, z);
      break;
    case 'cylinder':
      addCircle(body, origin, axis, shape.halfHeight, shape.radius, x, y, z);
      addCircle(body, origin, axis, -shape.halfHeight, shape.radius, x, y, z);
      break;
    case 'cone':
      addPoint(body, place, axis, 0, 0, 0.75 * shape.height, 0);
      addCircle(body, origin, axis, -0.25 * shape.height, shape.radius, x, y, z);
      break;
    case 'ellipsoid':
      addEllipsoid(body, origin, axis, shape, x, y, z);
      break;
  }
}

/** The poles of a smooth body lie farther out than its ball, where it is round. */
function setBall(
  body: RevolvedBody,
  { center, radius }: TiledBody,
  place: ReadonlyPose | undefined,
  axis: ReadonlyVec3,
): void {
  setVec3(point, center.x, center.y, center.z);
  if (place !== undefined) toWorld(point, place, point);
  body.sphere[0] = dotVec3(point, axis);
  body.sphere[1] = distanceFromAxis(axis);
  body.sphere[2] = radius;
}

// biome-ignore format: one group per line
function addBox(
  body: RevolvedBody, place: ReadonlyPose | undefined, axis: ReadonlyVec3,
  { halfSizes: h, radius }: Box,
): void {
  for (let signs = 0; signs < 8; signs++) {
    const x = (signs & 1) > 0 ? radius - h.x : h.x - radius;
    const y = (signs & 2) > 0 ? radius - h.y : h.y - radius;
    const z = (signs & 4) > 0 ? radius - h.z : h.z - radius;
    addPoint(body, place, axis, x, y, z, radius);
  }
}

const point = createVec3();
const across = createVec3();

/** Distance of `point` from the line along `axis` through the origin [m]. */
function distanceFromAxis(axis: ReadonlyVec3): number {
  return lengthVec3(crossVec3(across, point, axis));
}

/** A vertex of a shape, grown by `radius`. */
// biome-ignore format: one group per line
function addPoint(
  body: RevolvedBody, place: ReadonlyPose | undefined, axis: ReadonlyVec3,
  x: number, y: number, z: number, radius: number,
): void {
  setVec3(point, x, y, z);
  if (place !== undefined) toWorld(point, place, point);
  const height = dotVec3(point, axis);
  const distance = distanceFromAxis(axis);
  if (radius > 0) {
    const at = newElement(body, height, distance);
    body.elements[at + BALL] = radius;
    return;
  }
  if (body.vertices.length < 2 * body.vertexCount + 2) body.vertices = longer(body.vertices);
  body.vertices[2 * body.vertexCount] = height;
  body.vertices[2 * body.vertexCount + 1] = distance;
  body.vertexCount++;
}

// biome-ignore format: one group per line
function addPoints(
  body: RevolvedBody, place: ReadonlyPose | undefined, axis: ReadonlyVec3,
  points: Float64Array, stride: 2 | 3,
): void {
  for (let i = 0; i < points.length; i += stride) {
    addPoint(body, place, axis, points[i], points[i + 1], stride === 3 ? points[i + 2] : 0, 0);
  }
}

/** A circle at height `level` over the z axis of a shape at `origin`, which sees `axis` as (x, y, z). */
// biome-ignore format: one group per line
function addCircle(
  body: RevolvedBody, origin: ReadonlyVec3, axis: ReadonlyVec3,
  level: number, radius: number, x: number, y: number, z: number,
): void {
  setVec3(point, origin.x, origin.y, origin.z);
  const at = newElement(body, dotVec3(point, axis), distanceFromAxis(axis));
  const tilt = Math.sqrt(x * x + y * y);
  body.elements[at + ARC] = Math.sqrt(level * level + radius * radius);
  body.elements[at + LOW] = level * z - radius * tilt;
  body.elements[at + HIGH] = level * z + radius * tilt;
}

const matrix = createMat3();
const seen = createVec3();
const image = createVec3();

/** An ellipsoid at `origin`, which sees `axis` as (x, y, z). */
// biome-ignore format: one group per line
function addEllipsoid(
  body: RevolvedBody, origin: ReadonlyVec3, axis: ReadonlyVec3,
  shape: Ellipsoid, x: number, y: number, z: number,
): void {
  setVec3(point, origin.x, origin.y, origin.z);
  const at = newElement(body, dotVec3(point, axis), distanceFromAxis(axis));
  const { elements } = body;
  ellipsoidMatrix(matrix, shape);
  setVec3(seen, x, y, z);
  // M u = B (Bᵀ u)
  transformVec3(image, matrix, transformTransposedVec3(image, matrix, seen));
  elements[at + ALONG] = dotVec3(image, seen);
  elements[at + SLANT] = lengthVec3(crossVec3(across, image, seen));
  elements[at + ACROSS] = largestAcross();
}

const first = createVec3();
const second = createVec3();

/** The largest value of e·Me over unit vectors e square to `seen`. */
function largestAcross(): number {
  setVec3(point, Math.abs(seen.x) > 0.7 ? 0 : 1, Math.abs(seen.x) > 0.7 ? 1 : 0, 0);
  crossVec3(first, point, seen);
  const length = lengthVec3(first);
  setVec3(first, first.x / length, first.y / length, first.z / length);
  crossVec3(second, seen, first);
  transformTransposedVec3(first, matrix, first);
  transformTransposedVec3(second, matrix, second);
  const a = dotVec3(first, first);
  const b = dotVec3(second, second);
  const mixed = dotVec3(first, second);
  return 0.5 * (a + b + Math.sqrt((a - b) * (a - b) + 4 * mixed * mixed));
}

/** Where the numbers of a new element begin; all but its point are 0. */
function newElement(body: RevolvedBody, height: number, distance: number): number {
  const at = ELEMENT * body.elementCount++;
  if (body.elements.length < at + ELEMENT) body.elements = longer(body.elements);
  const { elements } = body;
  elements.fill(0, at, at + ELEMENT);
  elements[at + HEIGHT] = height;
  elements[at + DISTANCE] = distance;
  return at;
}

function longer(numbers: Float64Array): Float64Array {
  const copy = new Float64Array(2 * numbers.length);
  copy.set(numbers);
  return copy;
}

/** h and ρ of the point found last, and how far it reaches [m]. */
export const farthest = new Float64Array(3);

/** Puts the point that reaches farthest for c and s, c² + s² = 1, into `farthest`. */
export function findFarthest(body: RevolvedBody, c: number, s: number): void {
  const { vertices, vertexCount } = body;
  farthest[2] = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 2 * vertexCount; i += 2) {
    const reach = c * vertices[i] + s * vertices[i + 1];
    if (!(reach > farthest[2])) continue;
    farthest[0] = vertices[i];
    farthest[1] = vertices[i + 1];
    farthest[2] = reach;
  }
  for (let at = 0; at < ELEMENT * body.elementCount; at += ELEMENT) tryElement(body.elements, at, c, s);
  const { sphere } = body;
  const max = c * sphere[0] + s * sphere[1] + sphere[2];
  if (!(max < farthest[2])) return;
  farthest[0] = sphere[0] + c * sphere[2];
  farthest[1] = sphere[1] + s * sphere[2];
  farthest[2] = max;
}

function tryElement(elements: Float64Array, at: number, c: number, s: number): void {
  const radius = elements[at + ARC];
  const onArc = Math.max(elements[at + LOW], Math.min(elements[at + HIGH], radius * c));
  let height = elements[at + HEIGHT] + elements[at + BALL] * c + onArc;
  let distance =
    elements[at + DISTANCE] + elements[at + BALL] * s + Math.sqrt(Math.max(0, (radius - onArc) * (radius + onArc)));
  const size = Math.abs(c);
  const alongMost = size * elements[at + ALONG] + s * elements[at + SLANT];
  const acrossMost = size * elements[at + SLANT] + s * elements[at + ACROSS];
  const reach = Math.sqrt(size * alongMost + s * acrossMost);
  if (reach > 0) {
    height += (Math.sign(c) * alongMost) / reach;
    distance += acrossMost / reach;
  }
  const max = c * height + s * distance;
  if (!(max > farthest[2])) return;
  farthest[0] = height;
  farthest[1] = distance;
  farthest[2] = max;
}

/**
 * Solid of revolution swept by a body that rotates about the axis u of its angular velocity, through the origin of the moving
 * body: every point retains its height h = r·u and its distance ρ from the axis. So in a direction n with c = n·u and s = |n×u|,
 * c² + s² = 1, its support height is at most
 *
 *   max over its points of c h + s ρ,
 *
 * for any angle. A body is a list of vertices, each one pair (h, ρ), and of round elements, each a Minkowski sum of
 *
 *   a point (h, ρ), a sphere, an arc of the radius R with heights from `low` to `high` (swept by a circle about the origin:
 *   ρ² = R² - h²), and an ellipsoid with M = B Bᵀ: the root of c² uᵀMu + 2|c|s |u×Mu| + s² (largest eigenvalue of M
 *   perpendicular to u).
 *
 * The sum of the terms bounds the swept sum; a single term is exact.
 */
import { tiledBodyControlPoints } from '../bounds/tiled-aabb.ts';
import { createMat3, transformTransposedVec3, transformVec3 } from '../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, type ReadonlyVec3, setVec3 } from '../math/vec3.ts';
import type { Box } from '../shapes/box.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../shapes/ellipsoid.ts';
import type { Shape } from '../shapes/shape.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';

export interface RevolvedBody {
  /** A sphere that contains the body: h and ρ of its centre, and the radius [m], infinite if there is none. */
  readonly sphere: Float64Array;
  /** h and ρ of each vertex [m]. */
  vertices: Float64Array;
  vertexCount: number;
  /** Packed numbers of the round elements. */
  elements: Float64Array;
  elementCount: number;
}

// Offsets of the numbers of a round element.
const HEIGHT = 0;
const DISTANCE = 1;
const SPHERE = 2;
const ARC = 3;
const LOW = 4;
const HIGH = 5;
const AXIAL = 6;
const MIXED = 7;
const RADIAL = 8;
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

/** Loads a shape with the pose `localPose` in the moving body; `axis` is the unit vector u in the axes of that body. */
export function loadRevolved(
  body: RevolvedBody,
  shape: Shape,
  localPose: ReadonlyPose | undefined,
  axis: ReadonlyVec3,
): void {
  body.vertexCount = 0;
  body.elementCount = 0;
  body.sphere[2] = Number.POSITIVE_INFINITY;
  addShape(body, shape, localPose, axis);
  if (shape.kind === 'tiled' || shape.kind === 'brep') setSphere(body, shape, localPose, axis);
}

const ownAxis = createVec3();
const UNMOVED = createVec3();

function addShape(body: RevolvedBody, shape: Shape, localPose: ReadonlyPose | undefined, axis: ReadonlyVec3): void {
  if (shape.kind === 'compound') {
    for (const { shape: piece, pose } of shape.pieces) addShape(body, piece, pose, axis);
    return;
  }
  const origin = localPose?.position ?? UNMOVED;
  const { x, y, z } = localPose === undefined ? axis : transformTransposedVec3(ownAxis, localPose.rotation, axis);
  switch (shape.kind) {
    case 'halfspace':
      break;
    case 'point':
      addPoint(body, localPose, axis, 0, 0, 0, 0);
      break;
    case 'sphere':
      addPoint(body, localPose, axis, 0, 0, 0, shape.radius);
      break;
    case 'segment':
      addPoint(body, localPose, axis, shape.start.x, shape.start.y, shape.start.z, 0);
      addPoint(body, localPose, axis, shape.end.x, shape.end.y, shape.end.z, 0);
      break;
    case 'capsule':
      addPoint(body, localPose, axis, 0, 0, shape.halfHeight, shape.radius);
      addPoint(body, localPose, axis, 0, 0, -shape.halfHeight, shape.radius);
      break;
    case 'box':
      addBox(body, localPose, axis, shape);
      break;
    case 'hull':
      addPoints(body, localPose, axis, shape.vertices, 3);
      break;
    case 'trimesh':
      addPoints(body, localPose, axis, shape.positions, 3);
      break;
    case 'polygon':
      addPoints(body, localPose, axis, shape.vertices, 2);
      break;
    case 'tiled':
      addPoints(body, localPose, axis, tiledBodyControlPoints(shape), 3);
      break;
    case 'brep':
      addPoints(body, localPose, axis, boxCorners(shape), 3);
      break;
    case 'disc':
      addCircle(body, origin, axis, 0, shape.radius, x, y, z);
      break;
    case 'cylinder':
      addCircle(body, origin, axis, shape.halfHeight, shape.radius, x, y, z);
      addCircle(body, origin, axis, -shape.halfHeight, shape.radius, x, y, z);
      break;
    case 'cone':
      addPoint(body, localPose, axis, 0, 0, 1.5 * shape.halfHeight, 0);
      addCircle(body, origin, axis, -0.5 * shape.halfHeight, shape.radius, x, y, z);
      break;
    case 'ellipsoid':
      addEllipsoid(body, origin, axis, shape, x, y, z);
      break;
  }
}

/** Corners of the box of a body of trimmed faces, xyz each. */
function boxCorners({ center: c, halfExtents: h }: Brep): Float64Array {
  const signs = [-1, 1];
  return Float64Array.from(
    signs.flatMap((x) => signs.flatMap((y) => signs.flatMap((z) => [c.x + x * h.x, c.y + y * h.y, c.z + z * h.z]))),
  );
}

/** The control points of a smooth body lie outside its bounding sphere where it is round. */
function setSphere(
  body: RevolvedBody,
  { center, radius }: TiledBody | Brep,
  localPose: ReadonlyPose | undefined,
  axis: ReadonlyVec3,
): void {
  setVec3(point, center.x, center.y, center.z);
  if (localPose !== undefined) toWorld(point, localPose, point);
  body.sphere[0] = dotVec3(point, axis);
  body.sphere[1] = distanceFromAxis(axis);
  body.sphere[2] = radius;
}

// biome-ignore format: one group per line
function addBox(
  body: RevolvedBody, localPose: ReadonlyPose | undefined, axis: ReadonlyVec3,
  { halfExtents: h, radius }: Box,
): void {
  for (let signs = 0; signs < 8; signs++) {
    const x = (signs & 1) > 0 ? radius - h.x : h.x - radius;
    const y = (signs & 2) > 0 ? radius - h.y : h.y - radius;
    const z = (signs & 4) > 0 ? radius - h.z : h.z - radius;
    addPoint(body, localPose, axis, x, y, z, radius);
  }
}

const point = createVec3();
const product = createVec3();

/** Distance of `point` from the line along `axis` through the origin [m]. */
function distanceFromAxis(axis: ReadonlyVec3): number {
  return lengthVec3(crossVec3(product, point, axis));
}

/** A vertex of a shape, inflated by `radius`. */
// biome-ignore format: one group per line
function addPoint(
  body: RevolvedBody, localPose: ReadonlyPose | undefined, axis: ReadonlyVec3,
  x: number, y: number, z: number, radius: number,
): void {
  setVec3(point, x, y, z);
  if (localPose !== undefined) toWorld(point, localPose, point);
  const height = dotVec3(point, axis);
  const distance = distanceFromAxis(axis);
  if (radius > 0) {
    const at = newElement(body, height, distance);
    body.elements[at + SPHERE] = radius;
    return;
  }
  if (body.vertices.length < 2 * body.vertexCount + 2) body.vertices = longer(body.vertices);
  body.vertices[2 * body.vertexCount] = height;
  body.vertices[2 * body.vertexCount + 1] = distance;
  body.vertexCount++;
}

// biome-ignore format: one group per line
function addPoints(
  body: RevolvedBody, localPose: ReadonlyPose | undefined, axis: ReadonlyVec3,
  points: Float64Array, stride: 2 | 3,
): void {
  for (let i = 0; i < points.length; i += stride) {
    addPoint(body, localPose, axis, points[i], points[i + 1], stride === 3 ? points[i + 2] : 0, 0);
  }
}

/** A circle at height `level` on the z axis of a shape at `origin`; (x, y, z) is `axis` in the frame of the shape. */
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
const localAxis = createVec3();
const image = createVec3();

/** An ellipsoid at `origin`; (x, y, z) is `axis` in its frame. */
// biome-ignore format: one group per line
function addEllipsoid(
  body: RevolvedBody, origin: ReadonlyVec3, axis: ReadonlyVec3,
  shape: Ellipsoid, x: number, y: number, z: number,
): void {
  setVec3(point, origin.x, origin.y, origin.z);
  const at = newElement(body, dotVec3(point, axis), distanceFromAxis(axis));
  const { elements } = body;
  ellipsoidMatrix(matrix, shape);
  setVec3(localAxis, x, y, z);
  // M u = B (Bᵀ u)
  transformVec3(image, matrix, transformTransposedVec3(image, matrix, localAxis));
  elements[at + AXIAL] = dotVec3(image, localAxis);
  elements[at + MIXED] = lengthVec3(crossVec3(product, image, localAxis));
  elements[at + RADIAL] = maxRadial();
}

const first = createVec3();
const second = createVec3();

/** The maximum of e·Me over unit vectors e perpendicular to `localAxis`. */
function maxRadial(): number {
  setVec3(point, Math.abs(localAxis.x) > 0.7 ? 0 : 1, Math.abs(localAxis.x) > 0.7 ? 1 : 0, 0);
  crossVec3(first, point, localAxis);
  const length = lengthVec3(first);
  setVec3(first, first.x / length, first.y / length, first.z / length);
  crossVec3(second, localAxis, first);
  transformTransposedVec3(first, matrix, first);
  transformTransposedVec3(second, matrix, second);
  const a = dotVec3(first, first);
  const b = dotVec3(second, second);
  const mixed = dotVec3(first, second);
  return 0.5 * (a + b + Math.sqrt((a - b) * (a - b) + 4 * mixed * mixed));
}

/** Offset of a new element; all its numbers but the point are 0. */
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

/** Writes the support point for c and s, c² + s² = 1, to `support`. */
export function findSupport(support: Float64Array, body: RevolvedBody, c: number, s: number): void {
  const { vertices, vertexCount } = body;
  support[2] = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 2 * vertexCount; i += 2) {
    const height = c * vertices[i] + s * vertices[i + 1];
    if (!(height > support[2])) continue;
    support[0] = vertices[i];
    support[1] = vertices[i + 1];
    support[2] = height;
  }
  for (let at = 0; at < ELEMENT * body.elementCount; at += ELEMENT) tryElement(support, body.elements, at, c, s);
  const { sphere } = body;
  const max = c * sphere[0] + s * sphere[1] + sphere[2];
  if (!(max < support[2])) return;
  support[0] = sphere[0] + c * sphere[2];
  support[1] = sphere[1] + s * sphere[2];
  support[2] = max;
}

function tryElement(support: Float64Array, elements: Float64Array, at: number, c: number, s: number): void {
  const radius = elements[at + ARC];
  const onArc = Math.max(elements[at + LOW], Math.min(elements[at + HIGH], radius * c));
  let height = elements[at + HEIGHT] + elements[at + SPHERE] * c + onArc;
  let distance =
    elements[at + DISTANCE] + elements[at + SPHERE] * s + Math.sqrt(Math.max(0, (radius - onArc) * (radius + onArc)));
  const size = Math.abs(c);
  const axial = size * elements[at + AXIAL] + s * elements[at + MIXED];
  const radial = size * elements[at + MIXED] + s * elements[at + RADIAL];
  const length = Math.sqrt(size * axial + s * radial);
  if (length > 0) {
    height += (Math.sign(c) * axial) / length;
    distance += radial / length;
  }
  const max = c * height + s * distance;
  if (!(max > support[2])) return;
  support[0] = height;
  support[1] = distance;
  support[2] = max;
}

import type { Motion } from '../math/motion.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import type { Polygon } from '../shapes/polygon.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Segment } from '../shapes/segment.ts';
import type { PlanarShape } from '../shapes/shape.ts';

/**
 * One body of a planar search: sharp vertices, a rounding radius, and straight faces whose outward normals may separate
 * it from the other body. Lengths and directions are in the rotating axes of the body, about its own origin.
 *
 *   kind       vertices   faces
 *   polygon    all        its edges
 *   segment    both       its two sides (0, 1) and two at its ends (2, 3)
 *   disc       centre     the tangent towards the nearest vertex of the other body
 *   point      itself     as a disc of radius 0
 *   halfspace  none       its boundary
 */
export interface PlanarBody {
  kind: PlanarShape['kind'];
  /** The other body of the search. */
  other: PlanarBody;
  /** xy xy ... [m] */
  vertices: Float64Array;
  vertexCount: number;
  /** Packed ends of a segment. */
  readonly ends: Float64Array;
  /** Largest distance of a vertex from the origin [m]. */
  boundingRadius: number;
  /** Rounding [m]. */
  radius: number;
  /** Unit outward normals of the faces, xy xy ... */
  normals: Float64Array;
  /** Distance of each face from the origin along its normal [m]. */
  offsets: Float64Array;
  /** Number of faces to be tested. */
  faceCount: number;
  /** Is the only face a tangent, which has to follow the other body? */
  tangent: boolean;
  /** Rotation at the start of the motion. */
  startCos: number;
  startSin: number;
  /** [rad/s] at the start; 0 for a point, a disc and a half-space, as are the following two. */
  startAngularVelocity: number;
  /** [rad/s²] */
  angularAcceleration: number;
  /** [rad/s] At the current time of the search. */
  angularVelocity: number;

  // The following fields belong to the current time of the search.

  /** Rotation to world axes. */
  cos: number;
  sin: number;
  /** Rotation from the other body's axes to these. */
  rotationCos: number;
  rotationSin: number;
  /** Origin of the other body [m] and its velocity [m/s] in these axes. */
  originX: number;
  originY: number;
  rateX: number;
  rateY: number;
  /** Angular velocity of the other body in these axes [rad/s]. */
  relativeAngularVelocity: number;
  /** Relative acceleration [m/s²] in these axes if they do not rotate; else it is part of `accelerationBound`. */
  accelerationX: number;
  accelerationY: number;
  /** A tangent is unchanged while the nearest vertex of the other body is within this distance [m]. */
  holdDistance: number;
  /** Time for which the bounds below hold [s]. */
  horizon: number;
  /** Upper bound of the speed of any point of the other body in these axes [m/s]. */
  speed: number;
  /** Upper bound of its remaining acceleration [m/s²]. */
  accelerationBound: number;
  /** The part of `accelerationBound` that is due to the relative angular velocity [m/s²]. */
  centripetalBound: number;
  /** Below this speed a point is at rest [m/s]. */
  restThreshold: number;
  /** Vertex of the other body at which the last hill climbing ended. */
  startVertex: number;
}

const NO_VERTICES = new Float64Array(0);
const CENTRE = new Float64Array(2);

/** Numbers start as fractions so that the engine stores them as doubles from the first search on. */
function createBody(): Omit<PlanarBody, 'other'> {
  return {
    kind: 'point',
    vertices: CENTRE,
    vertexCount: 1,
    ends: new Float64Array(4),
    boundingRadius: 0.5,
    radius: 0.5,
    normals: new Float64Array(32),
    offsets: new Float64Array(16),
    faceCount: 0,
    tangent: false,
    startCos: 0.5,
    startSin: 0.5,
    startAngularVelocity: 0.5,
    angularAcceleration: 0.5,
    angularVelocity: 0.5,
    cos: 0.5,
    sin: 0.5,
    rotationCos: 0.5,
    rotationSin: 0.5,
    originX: 0.5,
    originY: 0.5,
    rateX: 0.5,
    rateY: 0.5,
    relativeAngularVelocity: 0.5,
    accelerationX: 0.5,
    accelerationY: 0.5,
    holdDistance: 0.5,
    horizon: 0.5,
    speed: 0.5,
    accelerationBound: 0.5,
    centripetalBound: 0.5,
    restThreshold: 0.5,
    startVertex: 0,
  };
}

/** Two bodies that refer to each other. */
export function createPlanarBodies(): [PlanarBody, PlanarBody] {
  const a = createBody() as PlanarBody;
  const b = createBody() as PlanarBody;
  a.other = b;
  b.other = a;
  return [a, b];
}

/** Loads the size of a convex shape and the start of its motion. `loadFaces` loads the faces: many searches end before. */
export function loadBody(body: PlanarBody, shape: PlanarShape, motion: Motion, angularAcceleration: number): void {
  body.kind = shape.kind;
  body.radius = shape.kind === 'disc' ? shape.radius : 0;
  body.boundingRadius = 0;
  body.vertices = CENTRE;
  body.vertexCount = 1;
  if (shape.kind === 'polygon') loadVertices(body, shape);
  else if (shape.kind === 'segment') loadEnds(body, shape);
  else if (shape.kind === 'halfspace') loadHalfspace(body, shape);
  // a point may be rotated out of the plane, without effect
  body.startCos = shape.kind === 'point' ? 1 : motion.pose.rotation.xx;
  body.startSin = shape.kind === 'point' ? 0 : motion.pose.rotation.yx;
  body.angularVelocity = body.startAngularVelocity = body.boundingRadius > 0 ? motion.angularVelocity.z : 0;
  body.angularAcceleration = body.boundingRadius > 0 ? angularAcceleration : 0;
  body.startVertex = 0;
}

function loadVertices(body: PlanarBody, shape: Polygon): void {
  body.vertices = shape.vertices;
  body.vertexCount = shape.vertices.length >> 1;
  measureRadius(body, shape);
}

function loadEnds(body: PlanarBody, shape: Segment): void {
  const { start, end } = shape;
  body.vertices = body.ends;
  body.ends[0] = start.x;
  body.ends[1] = start.y;
  body.ends[2] = end.x;
  body.ends[3] = end.y;
  body.vertexCount = start.x === end.x && start.y === end.y ? 1 : 2;
  measureRadius(body, shape);
}

/** `shapeRadius` inlined: its return value would be boxed. */
function measureRadius(body: PlanarBody, shape: Polygon | Segment): void {
  const { vertices } = body;
  let radiusSq = 0;
  for (let i = 0; i < vertices.length; i += 2) {
    radiusSq = Math.max(radiusSq, vertices[i] * vertices[i] + vertices[i + 1] * vertices[i + 1]);
  }
  body.boundingRadius = radiusSq > 1e-140 && radiusSq < 1e140 ? Math.sqrt(radiusSq) : shapeRadius(shape);
}

function loadHalfspace(body: PlanarBody, { normal }: Halfspace): void {
  body.vertices = NO_VERTICES;
  body.vertexCount = 0;
  setFace(body, 0, normal.x, normal.y, 0);
}

export function isHalfspace(body: PlanarBody): boolean {
  return body.vertexCount === 0;
}

/** Writes the faces that can separate this body from the other; both have been loaded. */
export function loadFaces(body: PlanarBody): void {
  const { other, vertexCount } = body;
  // a sharp point needs a tangent only if the other body is a point: otherwise the faces of the other body suffice
  body.tangent = vertexCount === 1 && !isHalfspace(other) && (body.radius > 0 || other.vertexCount === 1);
  if (isHalfspace(body) || body.tangent) {
    body.faceCount = 1;
  } else if (isHalfspace(other) || vertexCount === 1) {
    body.faceCount = 0;
  } else {
    body.faceCount = vertexCount;
    loadEdges(body);
    if (vertexCount === 2) loadCaps(body);
  }
}

function loadEdges(body: PlanarBody): void {
  const { vertices, vertexCount: count } = body;
  if (body.offsets.length < count) {
    body.normals = new Float64Array(4 * count);
    body.offsets = new Float64Array(2 * count);
  }
  const { normals, offsets } = body;
  let x = vertices[0];
  let y = vertices[1];
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? 2 * i + 2 : 0;
    const nextX = vertices[next];
    const nextY = vertices[next + 1];
    const scale = 1 / Math.sqrt((nextX - x) * (nextX - x) + (nextY - y) * (nextY - y));
    const nx = (nextY - y) * scale;
    const ny = (x - nextX) * scale;
    normals[2 * i] = nx;
    normals[2 * i + 1] = ny;
    offsets[i] = nx * x + ny * y;
    x = nextX;
    y = nextY;
  }
}

/** A segment is a box of zero thickness: its two sides cannot separate collinear segments. */
function loadCaps(body: PlanarBody): void {
  const { ends, normals } = body;
  const x = -normals[1];
  const y = normals[0];
  setFace(body, 2, x, y, x * ends[2] + y * ends[3]);
  setFace(body, 3, -x, -y, -(x * ends[0] + y * ends[1]));
  body.faceCount = 4;
}

function setFace(body: PlanarBody, face: number, x: number, y: number, offset: number): void {
  body.normals[2 * face] = x;
  body.normals[2 * face + 1] = y;
  body.offsets[face] = offset;
}

/** Sets the tangent of a disc (or point) towards the nearest vertex of the other body, unless that is within `holdDistance`. */
export function followNearestVertex(body: PlanarBody): void {
  const { other, rotationCos, rotationSin, holdDistance } = body;
  const { vertices } = other;
  let x = 0;
  let y = 0;
  let distanceSq = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 2 * other.vertexCount; i += 2) {
    const dx = vertices[i] - other.originX;
    const dy = vertices[i + 1] - other.originY;
    if (dx * dx + dy * dy < distanceSq) {
      distanceSq = dx * dx + dy * dy;
      x = dx;
      y = dy;
    }
  }
  if (holdDistance > 0 && distanceSq <= holdDistance * holdDistance) return;
  if (distanceSq === 0) {
    // two coincident points can only separate, along their relative velocity
    x = -other.rateX;
    y = -other.rateY;
  }
  // `Math.hypot` inlined, since it allocates; NaN where there is no direction
  const largest = Math.max(Math.abs(x), Math.abs(y));
  const length = largest * Math.sqrt((x / largest) * (x / largest) + (y / largest) * (y / largest));
  x = length > 0 ? x / length : 1;
  y = length > 0 ? y / length : 0;
  setFace(body, 0, rotationCos * x - rotationSin * y, rotationSin * x + rotationCos * y, body.radius);
}

import type { Motion } from '../math/motion.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import type { Polygon } from '../shapes/polygon.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Segment } from '../shapes/segment.ts';
import type { PlanarShape } from '../shapes/shape.ts';

/**
 * One body of a planar search: sharp vertices, a rounding radius, and straight faces whose outward normals may separate
 * it from the other body. Lengths and directions are in the body's own turning axes, about its own origin.
 *
 *   kind       vertices   faces
 *   polygon    all        its edges
 *   segment    both       its two sides (0, 1) and two across its ends (2, 3)
 *   disc       centre     the tangent towards the nearest vertex of the other body
 *   point      itself     as a disc of radius 0
 *   halfplane  none       the wall
 */
export interface PlanarSide {
  kind: PlanarShape['kind'];
  /** The other body of the search. */
  other: PlanarSide;
  /** xy xy ... [m] */
  vertices: Float64Array;
  vertexCount: number;
  /** Where the ends of a segment are packed. */
  readonly ends: Float64Array;
  /** Largest distance of a vertex from the origin [m]. */
  reach: number;
  /** Rounding [m]. */
  radius: number;
  /** Unit outward normals of the faces, xy xy ... */
  normals: Float64Array;
  /** How far each face lies from the origin along its normal [m]. */
  offsets: Float64Array;
  /** How many faces the search has to look at. */
  faceCount: number;
  /** Whether the only face is a tangent, which has to follow the other body. */
  tangent: boolean;
  /** Rotation at the start of the motion. */
  startCos: number;
  startSin: number;
  /** [rad/s]; 0 for a point, a disc and a wall. */
  angularVelocity: number;

  // What follows belongs to the current time of the search.

  /** Rotation to world axes. */
  cos: number;
  sin: number;
  /** Rotation from the other body's axes to these. */
  rotationCos: number;
  rotationSin: number;
  /** The other body's origin [m] and how it moves [m/s], seen from these axes. */
  originX: number;
  originY: number;
  rateX: number;
  rateY: number;
  /** Spin of the other body seen from these axes [rad/s]. */
  relativeAngularVelocity: number;
  /** Relative acceleration [m/s²] in these axes if they do not turn; else it is part of `bend`. */
  accelerationX: number;
  accelerationY: number;
  /** A tangent stays as it is while the nearest vertex of the other body is this near [m]. */
  keepWithin: number;
  /** How long the bounds below hold [s]. */
  horizon: number;
  /** No point of the other body moves faster than this, seen from these axes [m/s]. */
  speed: number;
  /** Nor is its remaining acceleration above this [m/s²]. */
  bend: number;
  /** The part of `bend` that is due to the relative spin [m/s²]. */
  angularVelocityBound: number;
  /** Slower than this a point of it is at rest [m/s]. */
  restitutionThreshold: number;
  /** Vertex of the other body at which the last climb ended. */
  climbed: number;
}

const NO_VERTICES = new Float64Array(0);
const CENTRE = new Float64Array(2);

/** Numbers start as fractions so that the engine stores them as doubles from the first search on. */
function createSide(): Omit<PlanarSide, 'other'> {
  return {
    kind: 'point',
    vertices: CENTRE,
    vertexCount: 1,
    ends: new Float64Array(4),
    reach: 0.5,
    radius: 0.5,
    normals: new Float64Array(32),
    offsets: new Float64Array(16),
    faceCount: 0,
    tangent: false,
    startCos: 0.5,
    startSin: 0.5,
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
    keepWithin: 0.5,
    horizon: 0.5,
    speed: 0.5,
    bend: 0.5,
    angularVelocityBound: 0.5,
    restitutionThreshold: 0.5,
    climbed: 0,
  };
}

/** Two sides that know each other. */
export function createPlanarSides(): [PlanarSide, PlanarSide] {
  const a = createSide() as PlanarSide;
  const b = createSide() as PlanarSide;
  a.other = b;
  b.other = a;
  return [a, b];
}

/** Reads the size of a convex shape and the start of its motion. The faces wait for `loadFaces`: many searches end before. */
export function loadSide(side: PlanarSide, shape: PlanarShape, motion: Motion): void {
  side.kind = shape.kind;
  side.radius = shape.kind === 'disc' ? shape.radius : 0;
  side.reach = 0;
  side.vertices = CENTRE;
  side.vertexCount = 1;
  if (shape.kind === 'polygon') loadVertices(side, shape);
  else if (shape.kind === 'segment') loadEnds(side, shape);
  else if (shape.kind === 'halfspace') loadHalfspace(side, shape);
  // a point may be rotated out of the plane, which changes nothing
  side.startCos = shape.kind === 'point' ? 1 : motion.pose.rotation.xx;
  side.startSin = shape.kind === 'point' ? 0 : motion.pose.rotation.yx;
  side.angularVelocity = side.reach > 0 ? motion.angularVelocity.z : 0;
  side.climbed = 0;
}

function loadVertices(side: PlanarSide, shape: Polygon): void {
  side.vertices = shape.vertices;
  side.vertexCount = shape.vertices.length >> 1;
  measureReach(side, shape);
}

function loadEnds(side: PlanarSide, shape: Segment): void {
  const { start, end } = shape;
  side.vertices = side.ends;
  side.ends[0] = start.x;
  side.ends[1] = start.y;
  side.ends[2] = end.x;
  side.ends[3] = end.y;
  side.vertexCount = start.x === end.x && start.y === end.y ? 1 : 2;
  measureReach(side, shape);
}

/** `shapeRadius` on the spot: the number it returns would be boxed. */
function measureReach(side: PlanarSide, shape: Polygon | Segment): void {
  const { vertices } = side;
  let reachSq = 0;
  for (let i = 0; i < vertices.length; i += 2) {
    reachSq = Math.max(reachSq, vertices[i] * vertices[i] + vertices[i + 1] * vertices[i + 1]);
  }
  side.reach = reachSq > 1e-140 && reachSq < 1e140 ? Math.sqrt(reachSq) : shapeRadius(shape);
}

function loadHalfspace(side: PlanarSide, { normal }: Halfspace): void {
  side.vertices = NO_VERTICES;
  side.vertexCount = 0;
  setFace(side, 0, normal.x, normal.y, 0);
}

export function isHalfspace(side: PlanarSide): boolean {
  return side.vertexCount === 0;
}

/** Writes the faces that matter against the other body; both sides have been loaded. */
export function loadFaces(side: PlanarSide): void {
  const { other, vertexCount } = side;
  // a sharp point needs a tangent only against another point: elsewhere the other body's faces are enough
  side.tangent = vertexCount === 1 && !isHalfspace(other) && (side.radius > 0 || other.vertexCount === 1);
  if (isHalfspace(side) || side.tangent) {
    side.faceCount = 1;
  } else if (isHalfspace(other) || vertexCount === 1) {
    side.faceCount = 0;
  } else {
    side.faceCount = vertexCount;
    loadEdges(side);
    if (vertexCount === 2) loadCaps(side);
  }
}

function loadEdges(side: PlanarSide): void {
  const { vertices, vertexCount: count } = side;
  if (side.offsets.length < count) {
    side.normals = new Float64Array(4 * count);
    side.offsets = new Float64Array(2 * count);
  }
  const { normals, offsets } = side;
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

/** A segment is a box without thickness: its sides alone cannot tell apart two segments on one line. */
function loadCaps(side: PlanarSide): void {
  const { ends, normals } = side;
  const x = -normals[1];
  const y = normals[0];
  setFace(side, 2, x, y, x * ends[2] + y * ends[3]);
  setFace(side, 3, -x, -y, -(x * ends[0] + y * ends[1]));
  side.faceCount = 4;
}

function setFace(side: PlanarSide, face: number, x: number, y: number, offset: number): void {
  side.normals[2 * face] = x;
  side.normals[2 * face + 1] = y;
  side.offsets[face] = offset;
}

/** Turns the tangent of a disc (or point) towards the nearest vertex of the other body, unless that is within `keepWithin`. */
export function followNearestVertex(side: PlanarSide): void {
  const { other, rotationCos, rotationSin, keepWithin } = side;
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
  if (keepWithin > 0 && distanceSq <= keepWithin * keepWithin) return;
  if (distanceSq === 0) {
    // two points in one place can only part, along their relative velocity
    x = -other.rateX;
    y = -other.rateY;
  }
  // `Math.hypot` on the spot, for it allocates; NaN where there is no direction
  const largest = Math.max(Math.abs(x), Math.abs(y));
  const length = largest * Math.sqrt((x / largest) * (x / largest) + (y / largest) * (y / largest));
  x = length > 0 ? x / length : 1;
  y = length > 0 ? y / length : 0;
  setFace(side, 0, rotationCos * x - rotationSin * y, rotationSin * x + rotationCos * y, side.radius);
}

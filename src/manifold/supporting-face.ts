/**
 * Supporting face of a body in a direction: the flat or straight feature there, i.e. a face, a cap, or the line of contact of a
 * cylinder. All in the frame of the body. A radius offsets the face like the core.
 */

import { BOX, CONE, type Core, type CoreShape, CYLINDER, SIZES, VERTICES } from '../distance/convex/core.ts';
import { supportVertex } from '../distance/convex/support.ts';
import type { Hull } from '../shapes/hull.ts';
import type { Shape } from '../shapes/shape.ts';

/** Bodies with faces, edges or straight lines; all others are smoothly curved. */
export type Faced = Extract<Shape, { kind: 'segment' | 'capsule' | 'box' | 'cylinder' | 'cone' | 'hull' }>;

export function hasFaces(shape: Shape): shape is Faced {
  switch (shape.kind) {
    case 'segment':
    case 'capsule':
    case 'box':
    case 'cylinder':
    case 'cone':
    case 'hull':
      return true;
    default:
      return false;
  }
}

/** Corners and edges have persistent ids within the body. */
export interface SupportingFace {
  /** Number of corners: 0 for a point of a round body, 2 for a line, 3 or more for a face, counter-clockwise seen from outside. */
  count: number;
  /** xyz xyz ... [m] */
  positions: Float64Array;
  /** Unit outward normal of a face. */
  readonly normal: Float64Array;
  corners: Int32Array;
  /** Edge k runs from corner k to the next. */
  edges: Int32Array;
  /** Id of the face itself. */
  face: number;
}

const INITIAL_CAPACITY = 16;

export function createSupportingFace(): SupportingFace {
  return {
    count: 0,
    positions: new Float64Array(3 * INITIAL_CAPACITY),
    normal: new Float64Array(3),
    corners: new Int32Array(INITIAL_CAPACITY),
    edges: new Int32Array(INITIAL_CAPACITY),
    face: 0,
  };
}

/** Writes the supporting face of a body in the unit vector `direction`; none for a round body. */
export function setSupportingFace(out: SupportingFace, shape: CoreShape, core: Core, direction: Float64Array): void {
  out.count = 0;
  out.face = 0;
  switch (core.kind) {
    case BOX:
      setBoxFace(out, core.numbers, direction);
      return;
    case VERTICES:
      if (shape.kind === 'hull') setHullFace(out, shape, core, direction);
      else setLine(out, core.ends);
      return;
    case CYLINDER:
      setCylinderFace(out, core.numbers, direction);
      return;
    case CONE:
      setConeFace(out, core.numbers, direction);
  }
}

function setLine(out: SupportingFace, ends: Float64Array): void {
  for (let k = 0; k < 6; k++) out.positions[k] = ends[k];
  setIds(out, 2, 1, 3);
}

/** A face of `count` corners with successive ids for corners and edges; a line has one edge, used in both directions. */
function setIds(out: SupportingFace, count: number, firstCorner: number, firstEdge: number): void {
  out.count = count;
  for (let k = 0; k < count; k++) {
    out.corners[k] = firstCorner + k;
    out.edges[k] = count === 2 ? firstEdge : firstEdge + k;
  }
}

// ---- boxes: faces 0 to 5, edges 6 to 17, corners 18 to 25

const BOX_EDGES = 6;
const BOX_CORNERS = 18;
/** Id of the box corner with positive coordinates; bit k is set for the others if their coordinate k is negative. */
export const firstBoxCorner: number = BOX_CORNERS;

/** Id of a face of a box: its normal is along `axis`, in the negative direction if `negative` is 1. */
export function boxFaceId(axis: number, negative: number): number {
  return 2 * axis + negative;
}

/** Id of the edge of a box along `axis`; bit k of `bits` is set if its coordinate k is negative, bit `axis` is 0. */
export function boxEdgeId(axis: number, bits: number): number {
  const others = axis === 0 ? bits >> 1 : axis === 1 ? (bits & 1) + ((bits >> 1) & 2) : bits & 3;
  return BOX_EDGES + 4 * axis + others;
}

/**
 * The corners of each face, four per face, counter-clockwise seen from outside; bit k of a corner is set if its coordinate k is
 * negative. Face 2 k has the normal +axis k, face 2 k + 1 the normal -axis k.
 */
const FACE_CORNERS = Int32Array.of(0, 2, 6, 4, 1, 5, 7, 3, 0, 4, 5, 1, 2, 3, 7, 6, 0, 1, 3, 2, 4, 6, 7, 5);
/** The edges that start at these corners: four along each axis. */
const FACE_EDGES = FACE_CORNERS.map((corner, k) => {
  const next = FACE_CORNERS[(k & ~3) + ((k + 1) & 3)];
  return boxEdgeId((corner ^ next) >> 1, corner & next);
});

function setBoxFace(out: SupportingFace, numbers: Float64Array, direction: Float64Array): void {
  const axis = facingAxis(numbers, direction);
  if (axis < 0) return;
  const face = boxFaceId(axis, direction[axis] < 0 ? 1 : 0);
  out.face = face;
  out.normal[0] = 0;
  out.normal[1] = 0;
  out.normal[2] = 0;
  out.normal[axis] = direction[axis] < 0 ? -1 : 1;
  const flat = numbers[SIZES + ((axis + 1) % 3)] === 0 || numbers[SIZES + ((axis + 2) % 3)] === 0;
  const x = numbers[SIZES];
  const y = numbers[SIZES + 1];
  const z = numbers[SIZES + 2];
  let count = 0;
  for (let k = 4 * face; k < 4 * face + 4; k++) {
    const corner = FACE_CORNERS[k];
    // in a face of zero width every second edge has zero length
    if (flat && !(numbers[SIZES + ((corner ^ FACE_CORNERS[(k & ~3) + ((k + 1) & 3)]) >> 1)] > 0)) continue;
    out.positions[3 * count] = (corner & 1) === 0 ? x : -x;
    out.positions[3 * count + 1] = (corner & 2) === 0 ? y : -y;
    out.positions[3 * count + 2] = (corner & 4) === 0 ? z : -z;
    out.corners[count] = BOX_CORNERS + corner;
    out.edges[count] = FACE_EDGES[flat ? 4 * face : k];
    count++;
  }
  out.count = count;
}

/** The axis whose face normal is closest to `direction`. For a core that is a line: an axis perpendicular to it; -1 for a point. */
function facingAxis(numbers: Float64Array, direction: Float64Array): number {
  const lineX = numbers[SIZES + 1] === 0 && numbers[SIZES + 2] === 0;
  const lineY = numbers[SIZES + 2] === 0 && numbers[SIZES] === 0;
  const lineZ = numbers[SIZES] === 0 && numbers[SIZES + 1] === 0;
  const x = lineX ? -1 : Math.abs(direction[0]);
  const y = lineY ? -1 : Math.abs(direction[1]);
  const z = lineZ ? -1 : Math.abs(direction[2]);
  if (x >= y && x >= z) return lineX ? -1 : 0;
  return y >= z ? 1 : 2;
}

// ---- hulls: faces, then edges, then vertices

/** Vertices below the support vertex by less than this fraction of the size count as equally far: rounding. */
const AS_FAR = 1e-12;

/** The face whose normal is closest to `direction`, at the support vertex or at an equally far neighbour. */
function setHullFace(out: SupportingFace, hull: Hull, core: Core, direction: Float64Array): void {
  const { normals, faceStarts, neighbourStarts, neighbours } = hull;
  const vertex = supportVertex(core.vertices, core.startVertices, direction);
  let face = bestFaceAt(hull, vertex, -1, direction);
  for (let k = neighbourStarts[vertex]; k < neighbourStarts[vertex + 1]; k++) {
    if (isAsFar(hull, vertex, neighbours[k], direction)) face = bestFaceAt(hull, neighbours[k], face, direction);
  }
  const start = faceStarts[face];
  const count = faceStarts[face + 1] - start;
  reserve(out, count);
  out.count = count;
  out.face = face;
  for (let k = 0; k < 3; k++) out.normal[k] = normals[3 * face + k];
  for (let k = 0; k < count; k++) addHullCorner(out, hull, start, count, k);
}

function isAsFar({ vertices: v, boundingRadius }: Hull, i: number, j: number, direction: Float64Array): boolean {
  let lower = 0;
  for (let c = 0; c < 3; c++) lower += direction[c] * (v[3 * i + c] - v[3 * j + c]);
  return lower <= AS_FAR * boundingRadius;
}

/** The face whose normal is closest to `direction`, among those around a vertex and `face`, which may be -1. */
function bestFaceAt(
  { normals: n, edges, neighbourStarts, neighbourEdges }: Hull,
  vertex: number,
  face: number,
  direction: Float64Array,
): number {
  let best = face;
  let max = face < 0 ? Number.NEGATIVE_INFINITY : heightOfFace(n, face, direction);
  for (let k = neighbourStarts[vertex]; k < neighbourStarts[vertex + 1]; k++) {
    const e = 4 * neighbourEdges[k];
    const left = edges[e] === vertex ? edges[e + 2] : edges[e + 3];
    const height = heightOfFace(n, left, direction);
    if (height > max) {
      max = height;
      best = left;
    }
  }
  return best;
}

function heightOfFace(n: Float64Array, face: number, direction: Float64Array): number {
  return n[3 * face] * direction[0] + n[3 * face + 1] * direction[1] + n[3 * face + 2] * direction[2];
}

function addHullCorner(out: SupportingFace, hull: Hull, start: number, count: number, k: number): void {
  const { vertices, faceStarts, faceVertices, edges, neighbourStarts, neighbours, neighbourEdges } = hull;
  const corner = faceVertices[start + k];
  const next = faceVertices[start + (k + 1 === count ? 0 : k + 1)];
  let slot = neighbourStarts[corner];
  while (neighbours[slot] !== next) slot++;
  const faceCount = faceStarts.length - 1;
  out.corners[k] = faceCount + (edges.length >> 2) + corner;
  out.edges[k] = faceCount + neighbourEdges[slot];
  for (let c = 0; c < 3; c++) out.positions[3 * k + c] = vertices[3 * corner + c];
}

function reserve(out: SupportingFace, count: number): void {
  if (count <= out.corners.length) return;
  out.positions = new Float64Array(6 * count);
  out.corners = new Int32Array(2 * count);
  out.edges = new Int32Array(2 * count);
}

// ---- cylinders and cones: faces 0 (bottom), 1 (top), 2 (side); then the ids of corners and edges

/** Vertices of the polygon that approximates a cap, on its rim: few enough to be fast, enough to select four from. */
const RIM = 8;
const RIM_X = Float64Array.of(1, Math.SQRT1_2, 0, -Math.SQRT1_2, -1, -Math.SQRT1_2, 0, Math.SQRT1_2);

function setCylinderFace(out: SupportingFace, numbers: Float64Array, direction: Float64Array): void {
  const radial = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
  const bottom = numbers[SIZES + 1];
  const top = numbers[SIZES + 2];
  if (Math.abs(direction[2]) > radial) setCap(out, numbers[SIZES], direction[2] > 0 ? top : bottom, direction[2] > 0);
  else setSide(out, numbers[SIZES], bottom, numbers[SIZES], top, radial, direction);
}

function setConeFace(out: SupportingFace, numbers: Float64Array, direction: Float64Array): void {
  const radial = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
  const radius = numbers[SIZES];
  const bottom = numbers[SIZES + 1];
  const height = numbers[SIZES + 2] - bottom;
  // cosines of the angles to the normals of the base and of the side
  const onSide = (height * radial + radius * direction[2]) / Math.sqrt(height * height + radius * radius);
  if (-direction[2] > onSide) setCap(out, radius, bottom, false);
  else setSide(out, radius, bottom, 0, numbers[SIZES + 2], radial, direction);
}

function setCap(out: SupportingFace, radius: number, z: number, top: boolean): void {
  out.face = top ? 1 : 0;
  out.normal[0] = 0;
  out.normal[1] = 0;
  out.normal[2] = top ? 1 : -1;
  for (let k = 0; k < RIM; k++) {
    const at = top ? k : RIM - 1 - k;
    out.positions[3 * k] = radius * RIM_X[at];
    out.positions[3 * k + 1] = radius * RIM_X[(at + RIM - 2) % RIM];
    out.positions[3 * k + 2] = z;
  }
  setIds(out, RIM, top ? 3 : 3 + RIM, 3 + 2 * RIM);
}

/** The generatrix of the side that is the support line in `direction`, from the bottom up. */
function setSide(
  out: SupportingFace,
  radius: number,
  bottom: number,
  topRadius: number,
  top: number,
  radial: number,
  direction: Float64Array,
): void {
  const x = radial > 0 ? direction[0] / radial : 1;
  const y = radial > 0 ? direction[1] / radial : 0;
  out.face = 2;
  out.positions[0] = radius * x;
  out.positions[1] = radius * y;
  out.positions[2] = bottom;
  out.positions[3] = topRadius * x;
  out.positions[4] = topRadius * y;
  out.positions[5] = top;
  setIds(out, 2, 3 + 4 * RIM, 5 + 4 * RIM);
}

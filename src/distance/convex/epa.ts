/**
 * Penetration depth of two overlapping cores by EPA, the expanding polytope algorithm (van den Bergen), inside the Minkowski difference
 * W = A - B, with bounds. The height of the face closest to the origin is a lower bound of the depth, the height of the support point of W in
 * the direction of its normal an upper bound. The support point is added to the polytope until the bounds agree.
 */
import { type Core, isPolytope } from './core.ts';
import { clearFaces, lowestFace, putFace } from './face-heap.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';
import { EXTREME_A, EXTREME_LENGTH, HEIGHT, supportMinkowski } from './minkowski-difference.ts';

const MAX_VERTICES = 512;
const MAX_FACES = 2 * MAX_VERTICES;
/** Bounds that differ by less than this fraction of the size agree: rounding error. */
const CONVERGED = 2e-15;
/**
 * The same for round bodies. Two or three points reduce the gap of their bounds by a tenth, and half of all points would be spent on the last
 * four digits, without improving the direction: Newton's method finds that from here.
 */
const ROUND_CONVERGED = 1e-11;
/** A point less than this fraction of the size above a face is on it. */
const LEVEL = 1e-15;
/** Faces with less than this fraction of size² in area have no normal. */
const NO_AREA = 1e-15;
/** A polytope thinner than this fraction of the size is flat. */
const FLAT = 1e-14;

/**
 * The result `depth`: the unit normal of minimum depth from A to B, a lower and an upper bound of the depth [m], the number of points added, the
 * witness point of A, and the distance of the point of B from the normal through it [m].
 */
export const DEPTH_LENGTH = 10;
export const DEPTH_LOWER = 3;
export const DEPTH_UPPER = 4;
export const DEPTH_STEPS = 5;
export const DEPTH_POINT = 6;
export const DEPTH_OFF = 9;

/** The last support point of W. */
const extreme = new Float64Array(EXTREME_LENGTH);

/** Vertices of the polytope, and the points of A in these differences; unknown for the first few. */
const vertices = new Float64Array(3 * MAX_VERTICES);
const pointsOfA = new Float64Array(3 * MAX_VERTICES);
let vertexCount = 0;
let size = 0;

// Faces: corners counter-clockwise seen from outside, unit normal and height above the origin, and for each edge k (from corner k
// to k + 1) the adjacent face and the number of the edge there.
const corners = new Int32Array(3 * MAX_FACES);
const planes = new Float64Array(4 * MAX_FACES);
const adjacentFaces = new Int32Array(3 * MAX_FACES);
const adjacentEdges = new Int32Array(3 * MAX_FACES);
/** 1 for removed faces. */
const removed = new Uint8Array(MAX_FACES);
let faceCount = 0;
/** First and last of the new faces along the horizon. */
let firstFace = -1;
let lastFace = -1;

/** Maximum number of restarts after a polytope became inconsistent (folded). */
const RESTARTS = 3;
/** A polytope whose lowest face is this fraction of the size below the certified bound is inconsistent. */
const FOLDED = 1e-9;

/**
 * Writes the penetration depth of cores with a common point to `depth`; the first `count` points of the simplex in `workspace` are those of the preceding GJK search. False: the
 * bounds hold but do not agree, because the polytope is full, or faces are too small to decide on which side a point is.
 */
export function runEpa(
  depth: Float64Array,
  workspace: GjkWorkspace,
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  count: number,
  largest: number,
): boolean {
  const { simplex } = workspace;
  size = largest;
  depth.fill(0);
  depth[0] = 1;
  depth[DEPTH_POINT] = Number.NaN;
  clearPolytope();
  for (let i = 0; i < count; i++) addVertex(simplex, 3 * i, UNKNOWN, 0);
  if (!startPolytope(depth, coreA, coreB, relative)) return true;
  depth[DEPTH_UPPER] = Number.POSITIVE_INFINITY;
  if (expandPolytope(depth, coreA, coreB, relative)) return true;
  // with many points in one plane, to machine precision, the horizon may be inconsistent: restart from other points
  for (let restart = 0; hasFolded && restart < RESTARTS; restart++) {
    clearPolytope();
    supportMinkowski(extreme, coreA, coreB, relative, OTHER_STARTS, 3 * restart);
    addVertex(extreme, 0, extreme, EXTREME_A);
    depth[DEPTH_LOWER] = soundLower;
    saved.set(depth);
    const started = startPolytope(depth, coreA, coreB, relative);
    // the search for a first tetrahedron leaves its directions in `depth`
    depth.set(saved);
    if (!started) return false;
    if (expandPolytope(depth, coreA, coreB, relative)) return true;
  }
  return false;
}

/** Directions of the first points after a restart: none along axes, where many points tie. */
const OTHER_STARTS = Float64Array.of(0.36, 0.48, 0.8, -0.8, 0.36, -0.48, 0.48, -0.8, -0.36);
const saved = new Float64Array(DEPTH_LENGTH);

function clearPolytope(): void {
  vertexCount = 0;
  faceCount = 0;
  clearFaces();
}

/** Is the polytope inconsistent? Until then its lowest face is a lower bound of the depth [m]. */
let hasFolded = false;
let soundLower = 0.5;

/** Adds points until the bounds of the depth agree; false if they cannot. */
function expandPolytope(depth: Float64Array, coreA: Core, coreB: Core, relative: Float64Array): boolean {
  const limit = (isPolytope(coreA) && isPolytope(coreB) ? CONVERGED : ROUND_CONVERGED) * size;
  const before = depth[DEPTH_STEPS];
  let lowest = Number.NEGATIVE_INFINITY;
  hasFolded = false;
  soundLower = depth[DEPTH_LOWER];
  // every step adds a point
  for (let step = 1; ; step++) {
    const face = lowestFace(planes, removed);
    if (face < 0) return false;
    supportMinkowski(extreme, coreA, coreB, relative, planes, 4 * face);
    depth[DEPTH_STEPS] = before + step;
    const height = planes[4 * face + 3];
    hasFolded ||= height < lowest - FOLDED * size;
    lowest = height;
    if (!hasFolded) soundLower = Math.max(soundLower, height);
    depth[DEPTH_LOWER] = Math.max(depth[DEPTH_LOWER], height);
    if (extreme[HEIGHT] < depth[DEPTH_UPPER]) {
      for (let c = 0; c < 3; c++) depth[c] = planes[4 * face + c];
      depth[DEPTH_UPPER] = extreme[HEIGHT];
    }
    if (depth[DEPTH_UPPER] - height <= limit || isCorner(face)) {
      setWitnessPoint(depth, face);
      return true;
    }
    if (vertexCount === MAX_VERTICES || !addPoint(face)) return false;
  }
}

/** Witness point of A: where the ray from the origin along the normal crosses the face, in barycentric coordinates. NaN if unknown. */
// biome-ignore format: one vector per line
function setWitnessPoint(depth: Float64Array, face: number): void {
  const a = 3 * corners[3 * face], b = 3 * corners[3 * face + 1], c = 3 * corners[3 * face + 2];
  const nx = planes[4 * face], ny = planes[4 * face + 1], nz = planes[4 * face + 2];
  // barycentric weights: twice the areas of the triangles of the foot point and an edge, clamped to zero outside
  const weightA = Math.max(areaAlong(nx, ny, nz, b, c), 0), weightB = Math.max(areaAlong(nx, ny, nz, c, a), 0);
  const weightC = Math.max(areaAlong(nx, ny, nz, a, b), 0), all = weightA + weightB + weightC;
  let offSq = 0;
  for (let k = 0; k < 3; k++) {
    depth[DEPTH_POINT + k] = (weightA * pointsOfA[a + k] + weightB * pointsOfA[b + k] + weightC * pointsOfA[c + k]) / all;
    const off = (weightA * vertices[a + k] + weightB * vertices[b + k] + weightC * vertices[c + k]) / all - depth[DEPTH_UPPER] * depth[k];
    offSq += off * off;
  }
  depth[DEPTH_OFF] = Math.sqrt(offSq);
}

/** n·(p×q) for two vertices. */
// biome-ignore format: one product per line
function areaAlong(nx: number, ny: number, nz: number, p: number, q: number): number {
  return nx * (vertices[p + 1] * vertices[q + 2] - vertices[p + 2] * vertices[q + 1])
    + ny * (vertices[p + 2] * vertices[q] - vertices[p] * vertices[q + 2])
    + nz * (vertices[p] * vertices[q + 1] - vertices[p + 1] * vertices[q]);
}

/** Is the support point already a corner of the face? Then W does not extend farther. */
function isCorner(face: number): boolean {
  for (let k = 0; k < 3; k++) {
    const i = 3 * corners[3 * face + k];
    if (vertices[i] === extreme[0] && vertices[i + 1] === extreme[1] && vertices[i + 2] === extreme[2]) return true;
  }
  return false;
}

// ---- the first tetrahedron

/** Adds the point of W at `numbers[at]`, and the point of A at `numbers[atA]`. */
function addVertex(numbers: Float64Array, at: number, ofA: Float64Array, atA: number): void {
  for (let c = 0; c < 3; c++) {
    vertices[3 * vertexCount + c] = numbers[at + c];
    pointsOfA[3 * vertexCount + c] = ofA[atA + c];
  }
  vertexCount++;
}

const UNKNOWN = new Float64Array(3).fill(Number.NaN);

/** Four points need at most three extensions, and as many again after one point of the simplex is dropped. */
const WIDENINGS = 6;

/**
 * Extends the given points to a tetrahedron with a volume, by support points perpendicular to their span. False: W is flat; the result is its
 * normal, with depth 0.
 */
function startPolytope(depth: Float64Array, coreA: Core, coreB: Core, relative: Float64Array): boolean {
  for (let k = 0; k <= WIDENINGS; k++) {
    if (vertexCount === 4) {
      if (!isFlat()) {
        closeTetrahedron();
        return true;
      }
      vertexCount = 3;
    }
    if (!widen(depth, coreA, coreB, relative)) return false;
  }
  return false;
}

/** Height of the fourth vertex above the plane of the others, times twice their area; and the normal of that plane. */
const normal = new Float64Array(3);

// biome-ignore format: one vector per line
function heightOfFourth(): number {
  const ux = vertices[3] - vertices[0], uy = vertices[4] - vertices[1], uz = vertices[5] - vertices[2];
  const wx = vertices[6] - vertices[0], wy = vertices[7] - vertices[1], wz = vertices[8] - vertices[2];
  normal[0] = uy * wz - uz * wy; normal[1] = uz * wx - ux * wz; normal[2] = ux * wy - uy * wx;
  const qx = vertices[9] - vertices[0], qy = vertices[10] - vertices[1], qz = vertices[11] - vertices[2];
  return normal[0] * qx + normal[1] * qy + normal[2] * qz;
}

function isFlat(): boolean {
  const height = heightOfFourth();
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  return !(Math.abs(height) > FLAT * size * length && length > FLAT * size * size);
}

/** Adds the support point of W farthest from the span of the vertices. False: there is none, and `depth` is set. */
function widen(depth: Float64Array, coreA: Core, coreB: Core, relative: Float64Array): boolean {
  if (vertexCount > 1 && maxDifference(vertices[3], vertices[4], vertices[5]) <= FLAT * size) vertexCount = 1;
  let max = FLAT * size;
  for (let k = 0; k < 6; k++) {
    if (!perpendicularDirection(k >> 1)) continue;
    if ((k & 1) === 1) for (let c = 0; c < 3; c++) normal[c] = -normal[c];
    supportMinkowski(extreme, coreA, coreB, relative, normal, 0);
    const rise = extreme[HEIGHT] - (normal[0] * vertices[0] + normal[1] * vertices[1] + normal[2] * vertices[2]);
    if (rise > max) {
      max = rise;
      farthest.set(extreme);
    } else if (max === FLAT * size) {
      for (let c = 0; c < 3; c++) depth[c] = normal[c];
      depth[DEPTH_UPPER] = 0;
    }
  }
  if (max === FLAT * size) return false;
  addVertex(farthest, 0, farthest, EXTREME_A);
  return true;
}

const farthest = new Float64Array(extreme.length);

function maxDifference(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x - vertices[0]), Math.abs(y - vertices[1]), Math.abs(z - vertices[2]));
}

/**
 * Sets the unit vector `normal` perpendicular to the vertices: for three the normal of their plane (if degenerate, the third is dropped);
 * for two the cross product of their edge with a coordinate axis; for one the axis. False if that is no direction.
 */
// biome-ignore format: one vector per line
function perpendicularDirection(axis: number): boolean {
  const ex = axis === 0 ? 1 : 0, ey = axis === 1 ? 1 : 0, ez = axis === 2 ? 1 : 0;
  let x = ex, y = ey, z = ez;
  if (vertexCount > 1) {
    const ux = vertices[3] - vertices[0], uy = vertices[4] - vertices[1], uz = vertices[5] - vertices[2];
    if (vertexCount === 3) {
      heightOfFourth();
      x = normal[0]; y = normal[1]; z = normal[2];
      if (x * x + y * y + z * z <= FLAT * FLAT * size * size * size * size) vertexCount = 2;
    }
    if (vertexCount === 2) { x = uy * ez - uz * ey; y = uz * ex - ux * ez; z = ux * ey - uy * ex; }
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  // an axis along the edge gives no direction; one of the other two is far from it
  if (!(length > 0) || (vertexCount === 2 && length < 0.5 * maxDifference(vertices[3], vertices[4], vertices[5]))) return false;
  normal[0] = x / length; normal[1] = y / length; normal[2] = z / length;
  return true;
}

/** Four faces around the first four vertices, counter-clockwise seen from outside. */
function closeTetrahedron(): void {
  const flip = heightOfFourth() > 0;
  const b = flip ? 2 : 1;
  const c = flip ? 1 : 2;
  addFace(0, b, c);
  addFace(b, 0, 3);
  addFace(c, b, 3);
  addFace(0, c, 3);
  for (let k = 0; k < 3; k++) {
    linkFaces(0, k, 1 + k, 0);
    linkFaces(1 + k, 1, 1 + ((k + 2) % 3), 2);
  }
}

// ---- faces

/** Adds a face to the polytope. */
// biome-ignore format: one vector per line
function addFace(a: number, b: number, c: number): number {
  const face = faceCount++;
  corners[3 * face] = a; corners[3 * face + 1] = b; corners[3 * face + 2] = c;
  removed[face] = 0;
  const ax = vertices[3 * a], ay = vertices[3 * a + 1], az = vertices[3 * a + 2];
  const ux = vertices[3 * b] - ax, uy = vertices[3 * b + 1] - ay, uz = vertices[3 * b + 2] - az;
  const wx = vertices[3 * c] - ax, wy = vertices[3 * c + 1] - ay, wz = vertices[3 * c + 2] - az;
  const nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const k = length > NO_AREA * size * size ? 1 / length : 0;
  planes[4 * face] = nx * k; planes[4 * face + 1] = ny * k; planes[4 * face + 2] = nz * k;
  planes[4 * face + 3] = k > 0 ? (nx * ax + ny * ay + nz * az) * k : Number.POSITIVE_INFINITY;
  // a face without a normal is never the closest
  if (k > 0) putFace(planes, face);
  return face;
}

function linkFaces(face: number, edge: number, other: number, otherEdge: number): void {
  adjacentFaces[3 * face + edge] = other;
  adjacentEdges[3 * face + edge] = otherEdge;
  adjacentFaces[3 * other + otherEdge] = face;
  adjacentEdges[3 * other + otherEdge] = edge;
}

/** Replaces all faces visible from the support point by a fan to their horizon. False: the horizon is no loop, or the polytope is full. */
function addPoint(face: number): boolean {
  addVertex(extreme, 0, extreme, EXTREME_A);
  firstFace = -1;
  lastFace = -1;
  removed[face] = 1;
  for (let k = 0; k < 3; k++) {
    if (!visitFace(adjacentFaces[3 * face + k], adjacentEdges[3 * face + k])) return false;
  }
  if (firstFace < 0 || firstFace === lastFace) return false;
  linkFaces(lastFace, 1, firstFace, 2);
  return true;
}

/**
 * Visits a face through its edge (silhouette search). If the new point does not see the face, the edge is on the horizon and gets a new face;
 * if it does, the face is removed, and the search continues through its two other edges, in the order of the horizon.
 */
function visitFace(face: number, edge: number): boolean {
  if (removed[face] === 1) return true;
  const height =
    planes[4 * face] * extreme[0] +
    planes[4 * face + 1] * extreme[1] +
    planes[4 * face + 2] * extreme[2] -
    planes[4 * face + 3];
  if (!(height > LEVEL * size)) {
    if (faceCount === MAX_FACES) return false;
    const created = addFace(corners[3 * face + ((edge + 1) % 3)], corners[3 * face + edge], vertexCount - 1);
    linkFaces(created, 0, face, edge);
    if (lastFace < 0) firstFace = created;
    else linkFaces(lastFace, 1, created, 2);
    lastFace = created;
    return true;
  }
  removed[face] = 1;
  const next = 3 * face + ((edge + 1) % 3);
  const after = 3 * face + ((edge + 2) % 3);
  return visitFace(adjacentFaces[next], adjacentEdges[next]) && visitFace(adjacentFaces[after], adjacentEdges[after]);
}

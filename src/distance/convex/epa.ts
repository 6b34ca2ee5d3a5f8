/**
 * Depth of two overlapping cores by an expanding polytope inside W = A - B (van den Bergen), with bounds. The face
 * nearest the origin says that the depth is no less than its height; the point of W farthest out along its normal, that it
 * is no more than that point's height. The point joins the polytope until the two bounds meet.
 */
import { type Core, isPolytope } from './core.ts';
import { clearFaces, lowestFace, putFace } from './face-heap.ts';
import { EXTREME_A, extreme, HEIGHT, supportMinkowski } from './minkowski-difference.ts';
import { simplex } from './simplex.ts';

const MAX_VERTICES = 512;
const MAX_FACES = 2 * MAX_VERTICES;
/** Bounds that differ by this share of the size have met: rounding. */
const MET = 2e-15;
/**
 * The same for round bodies. Their bounds come together by a tenth for every two or three points, and half of all points would be spent
 * on the last four digits, which are not even the direction's: that is found from here by Newton's method.
 */
const ROUND_MET = 1e-11;
/** A point this share of the size above a face is on it. */
const LEVEL = 1e-15;
/** Faces of less than this share of size² have no direction. */
const NO_AREA = 1e-15;
/** A polytope thinner than this share of the size is flat. */
const FLAT = 1e-14;

/**
 * The unit normal of least depth from A to B, then a lower and an upper bound of the depth [m], the points added, the point of A
 * below the surface of B there, and how far the point of B is off the normal from it [m].
 */
export const depth = new Float64Array(10);
export const DEPTH_LOWER = 3;
export const DEPTH_UPPER = 4;
export const DEPTH_STEPS = 5;
export const DEPTH_POINT = 6;
export const DEPTH_OFF = 9;

/** Vertices of the polytope, and the points of A that they are differences of; of the first few these are not known. */
const vertices = new Float64Array(3 * MAX_VERTICES);
const pointsOfA = new Float64Array(3 * MAX_VERTICES);
let vertexCount = 0;
let size = 0;

// Faces: corners counter-clockwise seen from outside, unit normal and height over the origin, and across edge k (from corner k
// to k + 1) another face and the number of the edge there.
const corners = new Int32Array(3 * MAX_FACES);
const planes = new Float64Array(4 * MAX_FACES);
const across = new Int32Array(3 * MAX_FACES);
const acrossEdge = new Int32Array(3 * MAX_FACES);
/** 1 for faces that are no longer part of the polytope. */
const gone = new Uint8Array(MAX_FACES);
let faceCount = 0;
/** First and last of the new faces around the horizon. */
let firstFace = -1;
let lastFace = -1;

/** Polytopes begun again after one that has folded. */
const RESTARTS = 3;
/** A polytope whose lowest face is this share of the size below what was proven has folded. */
const FOLDED = 1e-9;

/**
 * Depth of cores that contain a common point; `count` points of the simplex are the last of the search for a distance. False: the bounds
 * hold but have not met, because there is no room for more points, or faces are too small to tell above from below.
 */
export function runEpa(coreA: Core, coreB: Core, relative: Float64Array, count: number, largest: number): boolean {
  size = largest;
  depth.fill(0);
  depth[0] = 1;
  depth[DEPTH_POINT] = Number.NaN;
  clearPolytope();
  for (let i = 0; i < count; i++) addVertex(simplex, 3 * i, UNKNOWN, 0);
  if (!startPolytope(coreA, coreB, relative)) return true;
  depth[DEPTH_UPPER] = Number.POSITIVE_INFINITY;
  if (growPolytope(coreA, coreB, relative)) return true;
  // among many points in one plane, to rounding, the horizon may run the wrong way: from other points it does not
  for (let restart = 0; hasFolded && restart < RESTARTS; restart++) {
    clearPolytope();
    supportMinkowski(coreA, coreB, relative, OTHER_STARTS, 3 * restart);
    addVertex(extreme, 0, extreme, EXTREME_A);
    depth[DEPTH_LOWER] = soundLower;
    kept.set(depth);
    const started = startPolytope(coreA, coreB, relative);
    // the search for a first tetrahedron leaves its directions in `depth`
    depth.set(kept);
    if (!started) return false;
    if (growPolytope(coreA, coreB, relative)) return true;
  }
  return false;
}

/** Directions of the first points of polytopes that are begun again: none along axes, where many points are equally far out. */
const OTHER_STARTS = Float64Array.of(0.36, 0.48, 0.8, -0.8, 0.36, -0.48, 0.48, -0.8, -0.36);
const kept = new Float64Array(depth.length);

function clearPolytope(): void {
  vertexCount = 0;
  faceCount = 0;
  clearFaces();
}

/** Did the polytope grow into itself? Until then its lowest face is a lower bound of the depth [m]. */
let hasFolded = false;
let soundLower = 0.5;

/** Adds points until the bounds of the depth meet; false if they cannot. */
function growPolytope(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  const limit = (isPolytope(coreA) && isPolytope(coreB) ? MET : ROUND_MET) * size;
  const before = depth[DEPTH_STEPS];
  let lowest = Number.NEGATIVE_INFINITY;
  hasFolded = false;
  soundLower = depth[DEPTH_LOWER];
  // every step adds a point
  for (let step = 1; ; step++) {
    const face = lowestFace(planes, gone);
    if (face < 0) return false;
    supportMinkowski(coreA, coreB, relative, planes, 4 * face);
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
      placeOnFace(face);
      return true;
    }
    if (vertexCount === MAX_VERTICES || !addPoint(face)) return false;
  }
}

/** The point of A where the way from the origin straight out crosses the face: not a number where that is not known. */
// biome-ignore format: one vector per line
function placeOnFace(face: number): void {
  const a = 3 * corners[3 * face], b = 3 * corners[3 * face + 1], c = 3 * corners[3 * face + 2];
  const nx = planes[4 * face], ny = planes[4 * face + 1], nz = planes[4 * face + 2];
  // twice the areas of the triangles that the point across from the origin makes with the edges, those outside as none
  const fractionA = Math.max(areaAlong(nx, ny, nz, b, c), 0), fractionB = Math.max(areaAlong(nx, ny, nz, c, a), 0);
  const fractionC = Math.max(areaAlong(nx, ny, nz, a, b), 0), all = fractionA + fractionB + fractionC;
  let offSq = 0;
  for (let k = 0; k < 3; k++) {
    depth[DEPTH_POINT + k] = (fractionA * pointsOfA[a + k] + fractionB * pointsOfA[b + k] + fractionC * pointsOfA[c + k]) / all;
    const off = (fractionA * vertices[a + k] + fractionB * vertices[b + k] + fractionC * vertices[c + k]) / all - depth[DEPTH_UPPER] * depth[k];
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

/** Is the extreme point a corner of the face already? Then W goes no farther out. */
function isCorner(face: number): boolean {
  for (let k = 0; k < 3; k++) {
    const i = 3 * corners[3 * face + k];
    if (vertices[i] === extreme[0] && vertices[i + 1] === extreme[1] && vertices[i + 2] === extreme[2]) return true;
  }
  return false;
}

// ---- the first tetrahedron

/** Adds the point of W that begins at `numbers[at]`, and the point of A that begins at `numbers[atA]`. */
function addVertex(numbers: Float64Array, at: number, ofA: Float64Array, atA: number): void {
  for (let c = 0; c < 3; c++) {
    vertices[3 * vertexCount + c] = numbers[at + c];
    pointsOfA[3 * vertexCount + c] = ofA[atA + c];
  }
  vertexCount++;
}

const UNKNOWN = new Float64Array(3).fill(Number.NaN);

/** Four points take at most three widenings, and as many again after one of the simplex was dropped. */
const WIDENINGS = 6;

/**
 * The points there are, completed to four points with a volume by farthest points across what is there. False: W is flat, and its
 * normal is the answer, with depth 0.
 */
function startPolytope(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  for (let k = 0; k <= WIDENINGS; k++) {
    if (vertexCount === 4) {
      if (!isFlat()) {
        closeTetrahedron();
        return true;
      }
      vertexCount = 3;
    }
    if (!widen(coreA, coreB, relative)) return false;
  }
  return false;
}

/** Height of the fourth vertex over the plane of the others, times twice their area; and the normal of that plane. */
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

/** Adds the point of W farthest across the span of the vertices there are. False: there is none, and `depth` says so. */
function widen(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  if (vertexCount > 1 && distanceAcross(vertices[3], vertices[4], vertices[5]) <= FLAT * size) vertexCount = 1;
  let max = FLAT * size;
  for (let k = 0; k < 6; k++) {
    if (!directionAcross(k >> 1)) continue;
    if ((k & 1) === 1) for (let c = 0; c < 3; c++) normal[c] = -normal[c];
    supportMinkowski(coreA, coreB, relative, normal, 0);
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

function distanceAcross(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x - vertices[0]), Math.abs(y - vertices[1]), Math.abs(z - vertices[2]));
}

/**
 * Unit vector `normal` square to the vertices: for three the normal of their plane (if they have none, the third is dropped);
 * for two the product of their edge with a coordinate axis; for one the axis. False where that is no direction.
 */
// biome-ignore format: one vector per line
function directionAcross(axis: number): boolean {
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
  if (!(length > 0) || (vertexCount === 2 && length < 0.5 * distanceAcross(vertices[3], vertices[4], vertices[5]))) return false;
  normal[0] = x / length; normal[1] = y / length; normal[2] = z / length;
  return true;
}

/** Four faces around the first four vertices, seen counter-clockwise from outside. */
function closeTetrahedron(): void {
  const flip = heightOfFourth() > 0;
  const b = flip ? 2 : 1;
  const c = flip ? 1 : 2;
  addFace(0, b, c);
  addFace(b, 0, 3);
  addFace(c, b, 3);
  addFace(0, c, 3);
  for (let k = 0; k < 3; k++) {
    join(0, k, 1 + k, 0);
    join(1 + k, 1, 1 + ((k + 2) % 3), 2);
  }
}

// ---- faces

/** Adds a face to the polytope. */
// biome-ignore format: one vector per line
function addFace(a: number, b: number, c: number): number {
  const face = faceCount++;
  corners[3 * face] = a; corners[3 * face + 1] = b; corners[3 * face + 2] = c;
  gone[face] = 0;
  const ax = vertices[3 * a], ay = vertices[3 * a + 1], az = vertices[3 * a + 2];
  const ux = vertices[3 * b] - ax, uy = vertices[3 * b + 1] - ay, uz = vertices[3 * b + 2] - az;
  const wx = vertices[3 * c] - ax, wy = vertices[3 * c + 1] - ay, wz = vertices[3 * c + 2] - az;
  const nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const k = length > NO_AREA * size * size ? 1 / length : 0;
  planes[4 * face] = nx * k; planes[4 * face + 1] = ny * k; planes[4 * face + 2] = nz * k;
  planes[4 * face + 3] = k > 0 ? (nx * ax + ny * ay + nz * az) * k : Number.POSITIVE_INFINITY;
  // one without a direction is never the nearest
  if (k > 0) putFace(planes, face);
  return face;
}

function join(face: number, edge: number, other: number, otherEdge: number): void {
  across[3 * face + edge] = other;
  acrossEdge[3 * face + edge] = otherEdge;
  across[3 * other + otherEdge] = face;
  acrossEdge[3 * other + otherEdge] = edge;
}

/** Puts a fan from the extreme point to the horizon in place of all faces it sees. False: the horizon is no loop, or no room. */
function addPoint(face: number): boolean {
  addVertex(extreme, 0, extreme, EXTREME_A);
  firstFace = -1;
  lastFace = -1;
  gone[face] = 1;
  for (let k = 0; k < 3; k++) {
    if (!foldAcross(across[3 * face + k], acrossEdge[3 * face + k])) return false;
  }
  if (firstFace < 0 || firstFace === lastFace) return false;
  join(lastFace, 1, firstFace, 2);
  return true;
}

/**
 * Comes to a face over its edge. If the new point does not see the face, the edge is part of the horizon and gets a new face; if
 * it does, the face goes, and the search goes on over its two other edges, in an order that runs along the horizon.
 */
function foldAcross(face: number, edge: number): boolean {
  if (gone[face] === 1) return true;
  const height =
    planes[4 * face] * extreme[0] +
    planes[4 * face + 1] * extreme[1] +
    planes[4 * face + 2] * extreme[2] -
    planes[4 * face + 3];
  if (!(height > LEVEL * size)) {
    if (faceCount === MAX_FACES) return false;
    const created = addFace(corners[3 * face + ((edge + 1) % 3)], corners[3 * face + edge], vertexCount - 1);
    join(created, 0, face, edge);
    if (lastFace < 0) firstFace = created;
    else join(lastFace, 1, created, 2);
    lastFace = created;
    return true;
  }
  gone[face] = 1;
  const next = 3 * face + ((edge + 1) % 3);
  const after = 3 * face + ((edge + 2) % 3);
  return foldAcross(across[next], acrossEdge[next]) && foldAcross(across[after], acrossEdge[after]);
}

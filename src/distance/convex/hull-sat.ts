/**
 * Separating axis test (SAT) of two polyhedra: the direction of minimum overlap among their face normals and the cross products of their
 * edges. For overlapping bodies that is the minimum over all directions, so it gives the penetration depth. Every face is tested with every
 * vertex, every edge with every edge: for few of them.
 */
import { convexHull3 } from '../../shapes/hull/hull3.ts';
import type { Hull } from '../../shapes/hull.ts';
import { AXIS_SEPARATION } from './box-sat.ts';
import { BOX, type Core, RADIUS, SIZES } from './core.ts';

/** The fields of a hull used here. */
type Polyhedron = Pick<Hull, 'vertices' | 'faceStarts' | 'faceVertices' | 'normals' | 'edges'>;

/** Edges at a smaller angle than this (its sine squared) are parallel: the face normals cover these. */
const PARALLEL_SQ = 1e-18;
/** A cross product of edges must be better than a face normal by this fraction of the size: above the rounding error of either. */
const CLEARLY = 1e-14;
/** Number of tests up to which SAT is faster than GJK and EPA. */
const TEST_LIMIT = 512;

/** A cube of half extent 1, and the box it is scaled to; one per body. */
const cube = convexHull3(
  Float64Array.of(1, 1, 1, -1, 1, 1, 1, -1, 1, -1, -1, 1, 1, 1, -1, -1, 1, -1, 1, -1, -1, -1, -1, -1),
);
const boxA = createBoxHull();
const boxB = createBoxHull();

function createBoxHull(): Polyhedron {
  const faceVertices = Int32Array.from(cube.faces.flatMap((face) => [...face]));
  const faceStarts = Int32Array.from({ length: 7 }, (_, face) => 4 * face);
  return { vertices: cube.vertices.slice(), faceStarts, faceVertices, normals: cube.normals, edges: cube.edges };
}

/** Vertices and normals of B in A's frame. */
let vertices: Float64Array = new Float64Array(96);
let normals: Float64Array = new Float64Array(96);

/**
 * Fills `bestAxis` for two cores, boxes or hulls (null for a box): the direction of minimum overlap, or one in which the bodies, inflated
 * by their radii, are separated by more than `margin` [m], or else the axis of maximum separation. False if it would take
 * too many tests, or a box is flat.
 */
export function hullSat(
  bestAxis: Float64Array,
  hullA: Hull | null,
  coreA: Core,
  hullB: Hull | null,
  coreB: Core,
  relative: Float64Array,
  margin: number,
): boolean {
  const a = hullA ?? scaleBox(boxA, coreA);
  const b = hullB ?? scaleBox(boxB, coreB);
  if (a === null || b === null || testCount(a, b) > TEST_LIMIT) return false;
  transformB(b, relative);
  bestAxis[AXIS_SEPARATION] = Number.NEGATIVE_INFINITY;
  tryFaces(bestAxis, a.vertices, a.normals, a, vertices, b.vertices.length, 1);
  tryFaces(bestAxis, vertices, normals, b, a.vertices, a.vertices.length, -1);
  if (bestAxis[AXIS_SEPARATION] - coreA.numbers[RADIUS] - coreB.numbers[RADIUS] > margin) return true;
  tryEdges(bestAxis, a, b, isFlat(a) || isFlat(b));
  return true;
}

/** A polygon has only a front and a back face; the normals of its edges form half circles from one to the other. */
function isFlat({ faceStarts }: Polyhedron): boolean {
  return faceStarts.length === 3;
}

/** The box as a polyhedron; null if it has no volume. */
function scaleBox(out: Polyhedron, { kind, numbers }: Core): Polyhedron | null {
  if (kind !== BOX || !(numbers[SIZES] > 0 && numbers[SIZES + 1] > 0 && numbers[SIZES + 2] > 0)) return null;
  for (let k = 0; k < 24; k++) out.vertices[k] = cube.vertices[k] * numbers[SIZES + (k % 3)];
  return out;
}

function testCount(a: Polyhedron, b: Polyhedron): number {
  const facesA = a.faceStarts.length - 1;
  const facesB = b.faceStarts.length - 1;
  return (
    facesA * (b.vertices.length / 3) + facesB * (a.vertices.length / 3) + (a.edges.length >> 2) * (b.edges.length >> 2)
  );
}

// biome-ignore format: one vector per line
function transformB(b: Polyhedron, relative: Float64Array): void {
  if (b.vertices.length > vertices.length) vertices = new Float64Array(2 * b.vertices.length);
  if (b.normals.length > normals.length) normals = new Float64Array(2 * b.normals.length);
  rotate(vertices, b.vertices, relative);
  rotate(normals, b.normals, relative);
  const tx = relative[9], ty = relative[10], tz = relative[11];
  for (let k = 0; k < b.vertices.length; k += 3) { vertices[k] += tx; vertices[k + 1] += ty; vertices[k + 2] += tz; }
}

// biome-ignore format: one vector per line
function rotate(out: Float64Array, from: Float64Array, relative: Float64Array): void {
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  for (let k = 0; k < from.length; k += 3) {
    const x = from[k], y = from[k + 1], z = from[k + 2];
    out[k] = r0 * x + r1 * y + r2 * z; out[k + 1] = r3 * x + r4 * y + r5 * z; out[k + 2] = r6 * x + r7 * y + r8 * z;
  }
}

/** Every face of one body, its `corners` and `outward` normals in A's frame, with the vertices of the other. */
// biome-ignore format: one vector per line
function tryFaces(
  bestAxis: Float64Array, corners: Float64Array, outward: Float64Array, { faceStarts, faceVertices }: Polyhedron,
  others: Float64Array, length: number, sign: number,
): void {
  for (let face = 0; face < faceStarts.length - 1; face++) {
    const x = outward[3 * face], y = outward[3 * face + 1], z = outward[3 * face + 2];
    const corner = 3 * faceVertices[faceStarts[face]];
    const height = x * corners[corner] + y * corners[corner + 1] + z * corners[corner + 2];
    let lowest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < length; k += 3) {
      const h = x * others[k] + y * others[k + 1] + z * others[k + 2];
      if (h < lowest) lowest = h;
    }
    if (!(lowest - height > bestAxis[AXIS_SEPARATION])) continue;
    bestAxis[0] = sign * x; bestAxis[1] = sign * y; bestAxis[2] = sign * z;
    bestAxis[AXIS_SEPARATION] = lowest - height;
  }
}

/**
 * Two edges span a face of the Minkowski difference only where their arcs on the Gauss map intersect: n1 n2 of A's and -n3 -n4 of B's. An edge
 * is perpendicular to the plane of its arc, so the signs of four normals relative to two edges decide. The arcs of polygon edges are half
 * circles, which intersect all others; then all vertices are tested.
 */
// biome-ignore format: one vector per line
function tryEdges(bestAxis: Float64Array, a: Polyhedron, b: Polyhedron, flat: boolean): void {
  const { vertices: p, normals: n, edges } = a;
  let size = 0;
  for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(p[k]), Math.abs(vertices[k] - p[k]));
  for (let e = 0; e < edges.length; e += 4) {
    const from = 3 * edges[e], to = 3 * edges[e + 1], left = 3 * edges[e + 2], right = 3 * edges[e + 3];
    const px = p[from], py = p[from + 1], pz = p[from + 2];
    const ex = p[to] - px, ey = p[to + 1] - py, ez = p[to + 2] - pz;
    const ax = n[left], ay = n[left + 1], az = n[left + 2], bx = n[right], by = n[right + 1], bz = n[right + 2];
    for (let f = 0; f < b.edges.length; f += 4) {
      const leftB = 3 * b.edges[f + 2], rightB = 3 * b.edges[f + 3];
      const c = -(normals[leftB] * ex + normals[leftB + 1] * ey + normals[leftB + 2] * ez);
      const d = -(normals[rightB] * ex + normals[rightB + 1] * ey + normals[rightB + 2] * ez);
      if (!flat && !(c * d < 0)) continue;
      const fromB = 3 * b.edges[f], toB = 3 * b.edges[f + 1];
      const gx = vertices[toB] - vertices[fromB], gy = vertices[toB + 1] - vertices[fromB + 1], gz = vertices[toB + 2] - vertices[fromB + 2];
      const i = ax * gx + ay * gy + az * gz, j = bx * gx + by * gy + bz * gz;
      // last condition: both arcs on one hemisphere
      if (!flat && !(i * j < 0 && c * j > 0)) continue;
      const x = ey * gz - ez * gy, y = ez * gx - ex * gz, z = ex * gy - ey * gx;
      const lengthSq = x * x + y * y + z * z;
      if (!(lengthSq > PARALLEL_SQ * (ex * ex + ey * ey + ez * ez) * (gx * gx + gy * gy + gz * gz))) continue;
      // outward on A: along the normals of its faces
      const k = (x * (ax + bx) + y * (ay + by) + z * (az + bz) < 0 ? -1 : 1) / Math.sqrt(lengthSq);
      axis[0] = k * x; axis[1] = k * y; axis[2] = k * z;
      axis[AXIS_SEPARATION] = k * (x * (vertices[fromB] - px) + y * (vertices[fromB + 1] - py) + z * (vertices[fromB + 2] - pz));
      if (flat) measureAxis(p, b.vertices.length);
      if (axis[AXIS_SEPARATION] > bestAxis[AXIS_SEPARATION] + CLEARLY * size) for (let l = 0; l < 4; l++) bestAxis[l] = axis[l];
    }
  }
}

/** The axis of a pair of edges, as `bestAxis`. */
const axis = new Float64Array(4);

/** Separation of all vertices along `axis`, which is reversed if that gives a larger separation. */
// biome-ignore format: one body per line
function measureAxis(p: Float64Array, lengthB: number): void {
  const x = axis[0], y = axis[1], z = axis[2];
  let lowA = Number.POSITIVE_INFINITY, highA = Number.NEGATIVE_INFINITY;
  let lowB = Number.POSITIVE_INFINITY, highB = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < p.length; k += 3) {
    const h = x * p[k] + y * p[k + 1] + z * p[k + 2];
    lowA = Math.min(lowA, h); highA = Math.max(highA, h);
  }
  for (let k = 0; k < lengthB; k += 3) {
    const h = x * vertices[k] + y * vertices[k + 1] + z * vertices[k + 2];
    lowB = Math.min(lowB, h); highB = Math.max(highB, h);
  }
  axis[AXIS_SEPARATION] = Math.max(lowB - highA, lowA - highB);
  if (lowB - highA >= lowA - highB) return;
  axis[0] = -x; axis[1] = -y; axis[2] = -z;
}

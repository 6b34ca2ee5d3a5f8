import type { ReadonlyPose } from '../../math/pose.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { Hull3 } from './hull3.ts';
import { movePoints, offsetBetween, planeTolerance } from './points.ts';

/** A copy for use as the `out` of `transformHull3`: own vertices and normals, the rest shared. */
export function copyHull3(hull: Hull3): Hull3 {
  return { ...hull, vertices: hull.vertices.slice(), normals: hull.normals.slice() };
}

/** The hull after a rigid motion; `out` is a copy of `hull`, or `hull` itself. */
export function transformHull3(out: Hull3, hull: Hull3, pose: ReadonlyPose): Hull3 {
  movePoints(out.vertices, hull.vertices, pose);
  movePoints(out.normals, hull.normals, { position: createVec3(), rotation: pose.rotation });
  return out;
}

/** Volume of a hull [m³], from tetrahedra over vertex 0; 0 for a hull of lower dimension. */
export function hullVolume(hull: Hull3): number {
  const [a, b, c, cross] = [createVec3(), createVec3(), createVec3(), createVec3()];
  let sixfold = 0;
  for (const loop of hull.faces) {
    offsetBetween(a, hull.vertices, 0, loop[0]);
    for (let k = 1; k + 1 < loop.length; k++) {
      offsetBetween(b, hull.vertices, 0, loop[k]);
      offsetBetween(c, hull.vertices, 0, loop[k + 1]);
      sixfold += dotVec3(a, crossVec3(cross, b, c));
    }
  }
  return sixfold / 6;
}

/** Does the hull contain the point, up to the rounding that merging faces allows (four plane tolerances)? */
export function hull3ContainsPoint(hull: Hull3, point: ReadonlyVec3): boolean {
  const { vertices, faces } = hull;
  const tolerance = 4 * planeTolerance(vertices);
  const offset = createVec3();
  const offsetFrom = (vertex: number) => subVec3(offset, point, vertexAt(hull, vertex));
  if (hull.dimension < 2) return lengthVec3(offsetFromSegment(offset, hull, point)) <= tolerance;
  for (let face = 0; face < faces.length; face++) {
    if (dotVec3(normalAt(hull, face), offsetFrom(faces[face][0])) > tolerance) return false;
  }
  if (hull.dimension === 3) return true;
  // a flat hull has passed its front and back: now its outline, seen from the front
  const perpendicular = createVec3();
  const normal = normalAt(hull, 0);
  return faces[0].every((from, k) => {
    const to = faces[0][(k + 1) % faces[0].length];
    crossVec3(perpendicular, offsetBetween(perpendicular, vertices, from, to), normal);
    return dotVec3(perpendicular, offsetFrom(from)) <= tolerance * lengthVec3(perpendicular);
  });
}

/** `point` minus the nearest point of a hull that is a segment or a point. */
function offsetFromSegment(out: Vec3, hull: Hull3, point: ReadonlyVec3): Vec3 {
  const line = offsetBetween(createVec3(), hull.vertices, 0, hull.indices.length - 1);
  subVec3(out, point, vertexAt(hull, 0));
  const lengthSq = dotVec3(line, line);
  const t = lengthSq > 0 ? Math.min(Math.max(dotVec3(out, line) / lengthSq, 0), 1) : 0;
  return addScaledVec3(out, out, line, -t);
}

function vertexAt(hull: Hull3, i: number): Vec3 {
  return createVec3(hull.vertices[3 * i], hull.vertices[3 * i + 1], hull.vertices[3 * i + 2]);
}

function normalAt(hull: Hull3, face: number): Vec3 {
  return createVec3(hull.normals[3 * face], hull.normals[3 * face + 1], hull.normals[3 * face + 2]);
}

/**
 * Do two hulls have a common point? Separating axes: the face normals of both and the cross products of their edges, in
 * O(edges² vertices). A separating axis certifies the separation, so there are no false negatives beyond rounding;
 * touching counts.
 */
export function hullsOverlap3(a: Hull3, b: Hull3): boolean {
  const separated = (axis: ReadonlyVec3) => separatedAlong(a, b, axis);
  const edgesA = edgeVectors(a);
  const edgesB = edgeVectors(b);
  const normals = [...faceNormals(a), ...faceNormals(b)];
  if (normals.some(separated)) return false;
  const cross = createVec3();
  if (edgesA.some((edgeA) => edgesB.some((edgeB) => separated(crossVec3(cross, edgeA, edgeB))))) return false;
  if (a.dimension === 3 || b.dimension === 3) return true;
  return !flatAxes([...edgesA, ...edgesB], normals).some(separated);
}

/**
 * More axes for two hulls without volume, whose Minkowski difference may be flat, a segment or a point: perpendicular to
 * each edge within the plane (of either hull, or of an edge and another one), along each edge, and the coordinate axes.
 */
function flatAxes(edges: readonly Vec3[], normals: readonly Vec3[]): Vec3[] {
  const coordinateAxes = [createVec3(1, 0, 0), createVec3(0, 1, 0), createVec3(0, 0, 1)];
  const crosses = edges.slice(1).map((edge) => crossVec3(createVec3(), edges[0], edge));
  const widest = crosses.reduce((p, q) => (lengthVec3(q) > lengthVec3(p) ? q : p), createVec3());
  const planes = [...normals, widest, ...coordinateAxes];
  const perpendicular = edges.flatMap((edge) => planes.map((plane) => crossVec3(createVec3(), edge, plane)));
  return [...coordinateAxes, ...edges, ...perpendicular];
}

function edgeVectors(hull: Hull3): Vec3[] {
  const vectors: Vec3[] = [];
  for (let e = 0; e < hull.edges.length; e += 4) {
    vectors.push(offsetBetween(createVec3(), hull.vertices, hull.edges[e], hull.edges[e + 1]));
  }
  return vectors;
}

function faceNormals(hull: Hull3): Vec3[] {
  return hull.faces.map((_, face) => normalAt(hull, face));
}

const spanA = { min: 0, max: 0 };
const spanB = { min: 0, max: 0 };
const origin = createVec3();

/** Offsets are relative to one vertex of `a`, so that a far-away origin causes no cancellation. A zero axis never separates. */
function separatedAlong(a: Hull3, b: Hull3, axis: ReadonlyVec3): boolean {
  setVec3(origin, a.vertices[0], a.vertices[1], a.vertices[2]);
  intervalAlong(spanA, a.vertices, axis);
  intervalAlong(spanB, b.vertices, axis);
  return spanA.max < spanB.min || spanB.max < spanA.min;
}

function intervalAlong(out: { min: number; max: number }, vertices: Float64Array, axis: ReadonlyVec3): void {
  out.min = Infinity;
  out.max = -Infinity;
  for (let i = 0; i < vertices.length; i += 3) {
    const x = vertices[i] - origin.x;
    const y = vertices[i + 1] - origin.y;
    const z = vertices[i + 2] - origin.z;
    const s = axis.x * x + axis.y * y + axis.z * z;
    out.min = Math.min(out.min, s);
    out.max = Math.max(out.max, s);
  }
}

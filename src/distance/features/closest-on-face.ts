/** Closest point of a face of three or four corners, which are four indices per face: the last of a triangle is repeated. */
import { createVec3, crossVec3, lengthVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import { closestPointTriangle, createPointTriangle } from './point-triangle.ts';

export function cornerCount(faces: Int32Array, face: number): 3 | 4 {
  return faces[4 * face + 3] === faces[4 * face + 2] ? 3 : 4;
}

/** The closest point of a face to a node. */
export interface FacePoint {
  /** [m]; Infinity for a face without area. */
  distance: number;
  /** Weights of the corners, with sum 1. */
  readonly weights: Float64Array;
  /** Unit vector, outward. */
  readonly normal: Vec3;
}

export function createFacePoint(): FacePoint {
  return { distance: 0, weights: new Float64Array(4), normal: createVec3() };
}

const nearest = createPointTriangle();
const g = createVec3();
const e2 = createVec3();
const e3 = createVec3();
const normal = createVec3();
const centre = new Float64Array(3);

/** Closest point of a face to a node; a quadrilateral is four triangles about its centroid. [VBC24-1.5] */
export function closestOnFace(
  out: FacePoint,
  positions: Float64Array,
  node: number,
  faces: Int32Array,
  face: number,
): FacePoint {
  out.distance = Number.POSITIVE_INFINITY;
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * faces[4 * face + k]);
  if (c === d) {
    const closer = tryTriangle(out, positions, 3 * node, a, b, positions, c);
    if (closer) for (let k = 0; k < 4; k++) out.weights[k] = nearest.weights[k] ?? 0;
    return out;
  }
  const around = [a, b, c, d];
  for (let axis = 0; axis < 3; axis++) {
    centre[axis] = 0.25 * around.reduce((sum, corner) => sum + positions[corner + axis], 0);
  }
  for (let k = 0; k < 4; k++) {
    if (!tryTriangle(out, positions, 3 * node, around[k], around[(k + 1) % 4], centre, 0)) continue;
    out.weights.fill(0.25 * nearest.weights[2]);
    out.weights[k] += nearest.weights[0];
    out.weights[(k + 1) % 4] += nearest.weights[1];
  }
  return out;
}

/** Takes the triangle if it is nearer than the current result; its third corner is in a separate packed array. */
function tryTriangle(
  out: FacePoint,
  x: Float64Array,
  s: number,
  a: number,
  b: number,
  third: Float64Array,
  c: number,
): boolean {
  setVec3(g, x[s] - x[a], x[s + 1] - x[a + 1], x[s + 2] - x[a + 2]);
  setVec3(e2, x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
  setVec3(e3, third[c] - x[a], third[c + 1] - x[a + 1], third[c + 2] - x[a + 2]);
  const length = lengthVec3(crossVec3(normal, e2, e3));
  closestPointTriangle(nearest, g, e2, e3);
  if (!(length > 0 && nearest.distance < out.distance)) return false;
  out.distance = nearest.distance;
  setVec3(out.normal, normal.x / length, normal.y / length, normal.z / length);
  return true;
}

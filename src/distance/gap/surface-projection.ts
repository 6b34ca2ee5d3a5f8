/**
 * Closest-point projection of nodes on a deforming surface, with history: each node keeps the face and the place where it was, starts there in the
 * next step, moves on to neighbouring faces, and sums up its slip. Triangles are flat, quadrilaterals bilinear patches.
 */
import { createVec3, crossVec3, dotVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import { type NodeElements, nodeElements, type SurfaceMesh } from '../../shapes/mesh.ts';
import { createBilinearPoint } from '../features/bilinear-patch.ts';
import { closestPointTriangle, createPointTriangle } from '../features/point-triangle.ts';
import { projectOnBilinear } from '../features/project-bilinear.ts';

/** Contact memory of one node. */
export interface ContactHistory {
  /** Element of the surface (triangles first) that has the closest point; -1 before the first projection. */
  face: number;
  /** Weights of its corners, adding up to 1; the last is 0 on a triangle. */
  readonly weights: [number, number, number, number];
  /** Parameter on a quadrilateral, in [-1, 1], from corner 0 to corner 1; 0 on a triangle. */
  xi: number;
  /** Parameter on a quadrilateral, in [-1, 1], from corner 0 to corner 3; 0 on a triangle. */
  eta: number;
  /** Distance along the normal of the face [m]: negative behind it. */
  gap: number;
  /** Distance from the closest point [m]; larger than |gap| next to the surface. */
  distance: number;
  /** Unit normal of the face at the closest point. */
  readonly normal: Vec3;
  /** Slip since the last projection [m]: tangential distance of the node from the material point where it was. */
  readonly slipIncrement: Vec3;
  /** Sum of the slips since the first projection [m], as a vector. */
  readonly slip: Vec3;
}

/** A new history, without a face. */
export function createContactHistory(): ContactHistory {
  return {
    face: -1,
    weights: [0, 0, 0, 0],
    xi: 0,
    eta: 0,
    gap: 0,
    distance: 0,
    normal: createVec3(),
    slipIncrement: createVec3(),
    slip: createVec3(),
  };
}

/** Projection on one surface. */
export interface SurfaceProjection {
  /**
   * Projects node `node` of `positions` (xyz xyz ... [m], all nodes of the mesh) on the surface, from the place in `history`, which is updated and
   * returned. Without one all faces are compared; with one the nearest face is looked for from neighbour to neighbour, so that a node does not jump to
   * another layer. Faces that contain the node are left out; without any other face the `face` stays -1 and `distance` is Infinity.
   */
  project(history: ContactHistory, positions: Float64Array, node: number): ContactHistory;
}

interface Foot {
  face: number;
  distance: number;
  readonly weights: [number, number, number, number];
  xi: number;
  eta: number;
  readonly normal: Vec3;
}

function createFoot(): Foot {
  return { face: -1, distance: 0, weights: [0, 0, 0, 0], xi: 0, eta: 0, normal: createVec3() };
}

/**
 * Projection of nodes on the surface of a mesh, whose positions may change from call to call.
 *
 * @example
 * ```ts
 * import { createContactHistory, createSurfaceProjection, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0, 0.25, 0.5, 0.5]; // two squares, and a node above the first
 * const mesh = surfaceMesh({ positions, quads: [0, 1, 2, 3, 1, 4, 5, 2] });
 * const projection = createSurfaceProjection(mesh);
 * const history = projection.project(createContactHistory(), mesh.positions, 6);
 * console.log(history.face, history.gap, history.xi, history.eta); // 0 0.5 -0.5 0
 * const moved = mesh.positions.slice();
 * moved[18] = 1.25; // the node moves over the second square
 * projection.project(history, moved, 6);
 * console.log(history.face, history.slip.x); // 1 1
 * ```
 */
export function createSurfaceProjection(mesh: SurfaceMesh): SurfaceProjection {
  const { triangles, quads } = mesh;
  const triangleCount = triangles.length / 3;
  const faceCount = triangleCount + quads.length / 4;
  const facesOfNode: NodeElements = nodeElements(mesh);
  const cornersOf = (face: number) =>
    face < triangleCount
      ? triangles.subarray(3 * face, 3 * face + 3)
      : quads.subarray(4 * (face - triangleCount), 4 * (face - triangleCount) + 4);
  const [best, trial] = [createFoot(), createFoot()];
  const visit = (positions: Float64Array, node: number, face: number, guess?: ContactHistory): boolean => {
    const corners = cornersOf(face);
    if (corners.includes(node)) return false;
    projectOnFace(trial, positions, node, corners, guess);
    if (!(trial.distance < best.distance)) return false;
    copyFoot(best, trial);
    best.face = face;
    return true;
  };
  return {
    project(history, positions, node) {
      best.face = -1;
      best.distance = Number.POSITIVE_INFINITY;
      if (history.face < 0) for (let face = 0; face < faceCount; face++) visit(positions, node, face);
      else {
        visit(positions, node, history.face, history);
        let from = -1;
        do {
          from = best.face;
          for (const corner of cornersOf(from < 0 ? history.face : from)) {
            for (let i = facesOfNode.offsets[corner]; i < facesOfNode.offsets[corner + 1]; i++) {
              if (facesOfNode.elements[i] !== from) visit(positions, node, facesOfNode.elements[i]);
            }
          }
        } while (best.face !== from);
      }
      return writeHistory(history, best, positions, node, cornersOf);
    },
  };
}

const triangle = createPointTriangle();
const patch = createBilinearPoint();
const relative = new Float64Array(12);
const [g, e2, e3] = [createVec3(), createVec3(), createVec3()];

function projectOnFace(
  out: Foot,
  positions: Float64Array,
  node: number,
  corners: Int32Array,
  guess?: ContactHistory,
): void {
  for (let a = 0; a < corners.length; a++) {
    for (let axis = 0; axis < 3; axis++) {
      relative[3 * a + axis] = positions[3 * corners[a] + axis] - positions[3 * node + axis];
    }
  }
  out.xi = out.eta = 0;
  if (corners.length === 4) {
    out.distance = projectOnBilinear(patch, relative, guess);
    for (let a = 0; a < 4; a++) out.weights[a] = patch.weights[a];
    out.xi = patch.xi;
    out.eta = patch.eta;
    setVec3(out.normal, patch.normal.x, patch.normal.y, patch.normal.z);
    return;
  }
  const [p, q, r] = [0, 3, 6];
  setVec3(g, -relative[p], -relative[p + 1], -relative[p + 2]);
  setVec3(e2, relative[q] - relative[p], relative[q + 1] - relative[p + 1], relative[q + 2] - relative[p + 2]);
  setVec3(e3, relative[r] - relative[p], relative[r + 1] - relative[p + 1], relative[r + 2] - relative[p + 2]);
  out.distance = closestPointTriangle(triangle, g, e2, e3).distance;
  for (let a = 0; a < 3; a++) out.weights[a] = triangle.weights[a];
  out.weights[3] = 0;
  const { x, y, z } = crossVec3(out.normal, e2, e3);
  const area = Math.hypot(x, y, z);
  const factor = area > 0 ? 1 / area : 0;
  setVec3(out.normal, factor * x, factor * y, factor * z);
}

function copyFoot(out: Foot, from: Foot): void {
  out.distance = from.distance;
  out.xi = from.xi;
  out.eta = from.eta;
  for (let a = 0; a < 4; a++) out.weights[a] = from.weights[a];
  setVec3(out.normal, from.normal.x, from.normal.y, from.normal.z);
}

const offset = createVec3();

/** The node relative to the point with these weights, at the current positions. */
function offsetFrom(positions: Float64Array, node: number, corners: Int32Array, weights: readonly number[]): Vec3 {
  setVec3(offset, 0, 0, 0);
  for (let a = 0; a < corners.length; a++) {
    offset.x += weights[a] * (positions[3 * node] - positions[3 * corners[a]]);
    offset.y += weights[a] * (positions[3 * node + 1] - positions[3 * corners[a] + 1]);
    offset.z += weights[a] * (positions[3 * node + 2] - positions[3 * corners[a] + 2]);
  }
  return offset;
}

function writeHistory(
  history: ContactHistory,
  foot: Foot,
  positions: Float64Array,
  node: number,
  cornersOf: (face: number) => Int32Array,
): ContactHistory {
  const { normal, slip, slipIncrement } = history;
  const { face: last } = history;
  history.distance = foot.distance;
  setVec3(slipIncrement, 0, 0, 0);
  if (foot.face < 0) return history;
  if (last >= 0) {
    const { x, y, z } = offsetFrom(positions, node, cornersOf(last), history.weights);
    const height = x * foot.normal.x + y * foot.normal.y + z * foot.normal.z;
    setVec3(slipIncrement, x - height * foot.normal.x, y - height * foot.normal.y, z - height * foot.normal.z);
    setVec3(slip, slip.x + slipIncrement.x, slip.y + slipIncrement.y, slip.z + slipIncrement.z);
  }
  history.face = foot.face;
  history.xi = foot.xi;
  history.eta = foot.eta;
  for (let a = 0; a < 4; a++) history.weights[a] = foot.weights[a];
  setVec3(normal, foot.normal.x, foot.normal.y, foot.normal.z);
  history.gap = dotVec3(normal, offsetFrom(positions, node, cornersOf(foot.face), foot.weights));
  return history;
}

/** Gap of a node and a bilinear patch, with derivatives with respect to the five nodes. */
import { setVec3 } from '../../math/vec3.ts';
import { type BilinearPoint, CORNER_ETA, CORNER_XI, createBilinearPoint } from '../features/bilinear-patch.ts';
import { projectOnBilinear } from '../features/project-bilinear.ts';
import { createGapGeometry, type GapFunction, setByDistance, writeDerivatives } from './gap-function.ts';
import { loadEdgeRegion } from './gap-regions.ts';

const geometry = createGapGeometry();
const points = new Float64Array(15);
const corners = new Float64Array(12);
const foot = createBilinearPoint();

/**
 * Gap of node `node` and the bilinear patch with the corners `quad` (indices into the packed `positions` [m]) with gradient and Hessian; the nodes
 * of the result are node and the four corners. Over the inside of the patch the gap is signed along its smooth normal at the foot point, and the
 * Hessian has the curvature of the patch; next to it it is the distance from the nearest edge or corner with the sign of the side of the normal
 * there. `history`, the foot point of the last call for this pair, is followed and updated: of several stationary points the near one is used.
 */
export function nodeBilinearGap(
  out: GapFunction,
  positions: Float64Array,
  node: number,
  quad: ArrayLike<number>,
  history?: { xi: number; eta: number },
): GapFunction {
  for (let axis = 0; axis < 3; axis++) {
    points[axis] = positions[3 * node + axis];
    for (let a = 0; a < 4; a++) {
      points[3 + 3 * a + axis] = positions[3 * quad[a] + axis];
      corners[3 * a + axis] = points[3 + 3 * a + axis] - points[axis];
    }
  }
  projectOnBilinear(foot, corners, history);
  if (history) {
    history.xi = foot.xi;
    history.eta = foot.eta;
  }
  out.regular = true;
  out.weights[0] = 1;
  for (let a = 0; a < 4; a++) out.weights[a + 1] = -foot.weights[a];
  const isInside = Math.abs(foot.xi) < 1 && Math.abs(foot.eta) < 1;
  if (isInside) loadInside(out, foot);
  else {
    const { point, normal } = foot;
    const side = -(point.x * normal.x + point.y * normal.y + point.z * normal.z);
    setByDistance(out, points, side < 0 ? -1 : 1, normal);
    loadEdgeRegion(out, geometry, points, [1, 2, 3, 4]);
  }
  return writeDerivatives(out, geometry);
}

function loadInside(
  out: GapFunction,
  { point, normal, tangentXi, tangentEta, xi, eta, areaDensity }: BilinearPoint,
): void {
  out.region = 'face';
  out.gap = -(point.x * normal.x + point.y * normal.y + point.z * normal.z);
  out.regular = areaDensity > 0;
  setVec3(out.normal, normal.x, normal.y, normal.z);
  geometry.parameters = 2;
  for (let a = 0; a < 4; a++) {
    geometry.slopes[0][a + 1] = -0.25 * CORNER_XI[a] * (1 + CORNER_ETA[a] * eta);
    geometry.slopes[1][a + 1] = -0.25 * CORNER_ETA[a] * (1 + CORNER_XI[a] * xi);
  }
  geometry.slopes[0][0] = geometry.slopes[1][0] = 0;
  setVec3(geometry.tangents[0], tangentXi.x, tangentXi.y, tangentXi.z);
  setVec3(geometry.tangents[1], tangentEta.x, tangentEta.y, tangentEta.z);
  // κ = n·∂²r/∂ξ∂η = -n·∂²x/∂ξ∂η
  const n = [normal.x, normal.y, normal.z];
  geometry.twist = 0;
  for (let axis = 0; axis < 3; axis++) {
    geometry.twist -= 0.25 * n[axis] * (corners[axis] - corners[3 + axis] + corners[6 + axis] - corners[9 + axis]);
  }
}

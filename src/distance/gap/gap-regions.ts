/** Regions next to a face: the foot point is on an edge or in a vertex. */
import { setVec3 } from '../../math/vec3.ts';
import type { GapFunction, GapGeometry } from './gap-function.ts';

/**
 * Loads the geometry of the edge or vertex on which the foot point lies: the corners of a face (places in the nodes of `out`) whose weights are not
 * zero.
 */
export function loadEdgeRegion(
  out: GapFunction,
  geometry: GapGeometry,
  points: Float64Array,
  corners: readonly number[],
): void {
  const used = corners.filter((corner) => out.weights[corner] !== 0);
  for (const slope of geometry.slopes) slope.fill(0);
  for (const tangent of geometry.tangents) setVec3(tangent, 0, 0, 0);
  geometry.twist = 0;
  if (used.length !== 2) {
    // three corners in use: a face without area
    out.regular &&= used.length === 1;
    out.region = 'vertex';
    geometry.parameters = 0;
    return;
  }
  const [a, b] = used;
  const sign = out.weights[a] < 0 ? 1 : -1;
  out.region = 'edge';
  geometry.parameters = 1;
  geometry.slopes[0][a] = sign;
  geometry.slopes[0][b] = -sign;
  setVec3(
    geometry.tangents[0],
    sign * (points[3 * b] - points[3 * a]),
    sign * (points[3 * b + 1] - points[3 * a + 1]),
    sign * (points[3 * b + 2] - points[3 * a + 2]),
  );
}

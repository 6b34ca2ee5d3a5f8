/** Gap of a node and a triangle, with derivatives with respect to the four nodes. */
import { createVec3, crossVec3, dotVec3, lengthVec3, setVec3, subVec3 } from '../../math/vec3.ts';
import { closestPointTriangle, createPointTriangle } from '../features/point-triangle.ts';
import { createGapGeometry, type GapFunction, setByDistance, writeDerivatives } from './gap-function.ts';
import { loadEdgeRegion } from './gap-regions.ts';

/** Weights above this belong to the face: rounding of a foot point on an edge must not switch to the singular formula of the edge. */
const INSIDE = -1e-12;
/** Area relative to the edges below which a triangle has no normal: four roundings. */
const DEGENERATE = 4 * 2 ** -53;

const geometry = createGapGeometry();
const points = new Float64Array(12);
const nearest = createPointTriangle();
const [g, e2, e3, normal, term] = [createVec3(), createVec3(), createVec3(), createVec3(), createVec3()];

/**
 * Gap of node `node` and triangle `a b c` (indices into the packed `positions` [m]) with gradient and Hessian; the nodes of the result are
 * node, a, b, c. Over the face the gap is the signed distance from the plane, positive where (b-a)×(c-a) points; next to it the
 * distance from the nearest edge or vertex, with the sign of the side of the plane.
 *
 * @example
 * ```ts
 * import { createGapFunction, nodeTriangleGap } from 'appulse/meshes';
 *
 * const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.25, 0.5); // a triangle, and a node above it
 * const { gap, region, gradient } = nodeTriangleGap(createGapFunction(4), x, 3, 0, 1, 2);
 * console.log(gap, region, [...gradient.slice(0, 3)]); // 0.5 face [ 0, 0, 1 ]
 * ```
 */
export function nodeTriangleGap(
  out: GapFunction,
  positions: Float64Array,
  node: number,
  a: number,
  b: number,
  c: number,
): GapFunction {
  const nodes = [node, a, b, c];
  nodes.forEach((index, i) => {
    for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = positions[3 * index + axis];
  });
  loadDifference(g, 0, 1);
  loadDifference(e2, 2, 1);
  loadDifference(e3, 3, 1);
  const area = lengthVec3(crossVec3(normal, e2, e3));
  const hasNormal = area > DEGENERATE * lengthVec3(e2) * lengthVec3(e3);
  if (hasNormal) setVec3(normal, normal.x / area, normal.y / area, normal.z / area);
  else setVec3(normal, 0, 0, 0);
  out.regular = true;
  if (hasNormal && loadFace(out, area)) return writeDerivatives(out, geometry);
  closestPointTriangle(nearest, g, e2, e3);
  out.weights[0] = 1;
  for (let i = 0; i < 3; i++) out.weights[i + 1] = -nearest.weights[i];
  setByDistance(out, points, dotVec3(normal, g) < 0 ? -1 : 1, normal);
  loadEdgeRegion(out, geometry, points, [1, 2, 3]);
  return writeDerivatives(out, geometry);
}

function loadDifference(vector: typeof g, i: number, j: number): void {
  setVec3(
    vector,
    points[3 * i] - points[3 * j],
    points[3 * i + 1] - points[3 * j + 1],
    points[3 * i + 2] - points[3 * j + 2],
  );
}

/** The formula of the face, if the foot point is in it. */
function loadFace(out: GapFunction, area: number): boolean {
  const w2 = dotVec3(normal, crossVec3(term, g, e3)) / area;
  const w3 = dotVec3(normal, crossVec3(term, e2, g)) / area;
  const w1 = 1 - w2 - w3;
  if (!(w1 >= INSIDE && w2 >= INSIDE && w3 >= INSIDE)) return false;
  out.weights.set([1, -w1, -w2, -w3]);
  out.gap = dotVec3(normal, g);
  out.region = 'face';
  setVec3(out.normal, normal.x, normal.y, normal.z);
  geometry.parameters = 2;
  geometry.twist = 0;
  geometry.slopes[0].set([0, 1, -1, 0]);
  geometry.slopes[1].set([0, 1, 0, -1]);
  subVec3(geometry.tangents[0], e2, ZERO);
  subVec3(geometry.tangents[1], e3, ZERO);
  return true;
}

const ZERO = createVec3();

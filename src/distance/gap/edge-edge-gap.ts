/** Gap of two edges, with derivatives with respect to their four nodes. */
import { createVec3, crossVec3, dotVec3, lengthVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { closestSegmentSegment, createSegmentSegment } from '../features/segment-segment.ts';
import { createGapGeometry, type GapFunction, setByDistance, writeDerivatives } from './gap-function.ts';
import { loadEdgeRegion } from './gap-regions.ts';

/** Sine of the angle between edges below which their closest points count as not unique. */
const PARALLEL = 1e-7;

const geometry = createGapGeometry();
const points = new Float64Array(12);
const nearest = createSegmentSegment();
const ends = [createVec3(), createVec3(), createVec3(), createVec3()];
const [first, second, normal, between] = [createVec3(), createVec3(), createVec3(), createVec3()];

/**
 * Gap of the edges `p0 p1` and `p2 p3` (indices into the packed `positions` [m]) with gradient and Hessian; the nodes of the result are p0, p1, p2,
 * p3. Where the closest points are inside both edges, the gap is signed: positive where the second edge is on the side of (p1-p0)×(p3-p2). At an
 * end of an edge it is the distance with the sign of that side, and with parallel edges, whose closest points are not unique, the positive
 * distance of one pair of them.
 */
export function edgeEdgeGap(
  out: GapFunction,
  positions: Float64Array,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): GapFunction {
  [p0, p1, p2, p3].forEach((index, i) => {
    for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = positions[3 * index + axis];
  });
  // relative to the first point: no cancellation far from the origin
  ends.forEach((end, i) => {
    setVec3(end, points[3 * i] - points[0], points[3 * i + 1] - points[1], points[3 * i + 2] - points[2]);
  });
  closestSegmentSegment(nearest, ends[0], ends[1], ends[2], ends[3]);
  subVec3(first, ends[1], ends[0]);
  subVec3(second, ends[3], ends[2]);
  const area = lengthVec3(crossVec3(normal, first, second));
  const isOblique = area > PARALLEL * lengthVec3(first) * lengthVec3(second);
  if (isOblique) setVec3(normal, normal.x / area, normal.y / area, normal.z / area);
  else setVec3(normal, 0, 0, 0);
  const { s: u, t: v } = nearest;
  out.regular = true;
  out.weights.set([u - 1, -u, 1 - v, v]);
  if (isOblique && u > 0 && u < 1 && v > 0 && v < 1) return crossing(out);
  const side = dotVec3(normal, subVec3(between, ends[2], ends[0]));
  setByDistance(out, points, side < 0 ? -1 : 1, normal);
  loadEnds(out);
  return writeDerivatives(out, geometry);
}

function crossing(out: GapFunction): GapFunction {
  out.region = 'crossing';
  out.gap = dotVec3(normal, subVec3(between, ends[2], ends[0]));
  setVec3(out.normal, normal.x, normal.y, normal.z);
  geometry.parameters = 2;
  geometry.twist = 0;
  geometry.slopes[0].set([1, -1, 0, 0]);
  geometry.slopes[1].set([0, 0, -1, 1]);
  copy(geometry.tangents[0], first, 1);
  copy(geometry.tangents[1], second, -1);
  return writeDerivatives(out, geometry);
}

function copy(target: Vec3, source: Vec3, factor: number): void {
  setVec3(target, factor * source.x, factor * source.y, factor * source.z);
}

/** The end of one edge next to the other edge, or two ends. */
function loadEnds(out: GapFunction): void {
  const { weights } = out;
  const isEnd = (i: number) => weights[i] === 0 || weights[i + 1] === 0;
  if (isEnd(0)) loadEdgeRegion(out, geometry, points, [2, 3]);
  else if (isEnd(2)) loadEdgeRegion(out, geometry, points, [0, 1]);
  else {
    // parallel edges: an interval of closest pairs
    out.regular = false;
    loadEdgeRegion(out, geometry, points, [0, 1]);
  }
}

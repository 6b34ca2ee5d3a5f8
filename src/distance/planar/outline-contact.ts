import type { ReadonlyPose } from '../../math/pose.ts';
import type { Polygon } from '../../shapes/polygon.ts';
import type { Contact } from '../contact.ts';
import { createPolygonWorkspace, moveToWorld, setRelativePose } from '../convex-polygon/scratch.ts';
import { createSegmentSegment } from '../features/segment-segment.ts';
import { closestConvexParts } from './core-contact.ts';
import { closestEdges } from './edge-pairs.ts';
import { nearestEdgePairs } from './polygon-polygon.ts';
import { polygonRelation } from './polygon-relation.ts';

const workspace = createPolygonWorkspace();
const relative = workspace.relative;

/** A parameter this close to 0 or 1 belongs to the vertex. [CP13-5.3.1] */
const EDGE_END = 1e-12;
const found = createSegmentSegment();

/**
 * Contact of two polygons with many vertices, at least one not convex. Separate: by their edge BVHs, since convex parts would give too many
 * pairs. Intersecting or nested: by convex parts.
 */
export function closestOutlines(
  out: Contact,
  polygonA: Polygon,
  poseA: ReadonlyPose,
  polygonB: Polygon,
  poseB: ReadonlyPose,
): Contact {
  setRelativePose(workspace, poseA, poseB);
  const a = polygonA.vertices;
  const b = inFrameOfA(polygonB.vertices);
  const { distance, pairs } = nearestEdgePairs(a, b);
  if (distance === 0 || polygonRelation(a, b, []) !== 'separate') {
    return closestConvexParts(out, polygonA, poseA, polygonB, poseB);
  }
  const [edgeA, edgeB] = pairs[0];
  closestEdges(found, a, edgeA, b, edgeB);
  out.distance = distance;
  out.pointA.x = found.pointA.x;
  out.pointA.y = found.pointA.y;
  out.unique = found.unique && pairs.every(([i, j]) => hasCommonVertex(a, i, edgeA) && hasCommonVertex(b, j, edgeB));
  setNormal(out, a, edgeA, b, edgeB);
  setOutlineFeature(out, 'A', edgeA, found.s, a.length / 2);
  setOutlineFeature(out, 'B', edgeB, found.t, b.length / 2);
  out.iterations = 0;
  return moveToWorld(out, poseA);
}

/** Perpendicular to the edge whose interior contains a closest point; for two vertices along their difference. */
function setNormal({ normal }: Contact, a: Float64Array, edgeA: number, b: Float64Array, edgeB: number): void {
  const insideB = found.t > 0 && found.t < 1;
  let x = found.pointB.x - found.pointA.x;
  let y = found.pointB.y - found.pointA.y;
  if (insideB || (found.s > 0 && found.s < 1)) {
    const v = insideB ? b : a;
    const i = 2 * (insideB ? edgeB : edgeA);
    const k = (i + 2) % v.length;
    // along the outward normal of A, opposite to that of B
    const sign = insideB ? -1 : 1;
    x = sign * (v[k + 1] - v[i + 1]);
    y = sign * (v[i] - v[k]);
  }
  const length = Math.hypot(x, y);
  normal.x = x / length;
  normal.y = y / length;
}

function inFrameOfA(vertices: Float64Array): Float64Array {
  const [c, s, tx, ty] = relative;
  const moved = new Float64Array(vertices.length);
  for (let i = 0; i < vertices.length; i += 2) {
    moved[i] = tx + c * vertices[i] - s * vertices[i + 1];
    moved[i + 1] = ty + s * vertices[i] + c * vertices[i + 1];
  }
  return moved;
}

/** The same edge or neighbours: ties between these are one closest point, the common vertex. */
function hasCommonVertex(v: Float64Array, i: number, j: number): boolean {
  const count = v.length / 2;
  return i === j || (i + 1) % count === j || (j + 1) % count === i;
}

function setOutlineFeature(out: Contact, body: 'A' | 'B', edge: number, t: number, count: number): void {
  const inside = t > EDGE_END && t < 1 - EDGE_END;
  const feature = inside ? 'edge' : 'vertex';
  const index = inside || t <= EDGE_END ? edge : (edge + 1) % count;
  if (body === 'A') {
    out.featureA = feature;
    out.indexA = index;
  } else {
    out.featureB = feature;
    out.indexB = index;
  }
}

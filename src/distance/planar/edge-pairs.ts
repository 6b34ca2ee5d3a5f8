import { createVec3, setVec3 } from '../../math/vec3.ts';
import { closestPlanarSegments, createSegmentSegment, type SegmentSegment } from '../features/segment-segment.ts';

/** Closest edges of two outlines: every pair within `tie` of the minimum distance. */
export interface NearestEdgePairs {
  /** Minimum distance of the two outlines [m], exactly 0 if they intersect. */
  distance: number;
  /** Edge of A, edge of B; in rising order. */
  pairs: [number, number][];
}

const startA = createVec3();
const endA = createVec3();
const startB = createVec3();
const endB = createVec3();

/** Closest points of edge `i` of the packed outline `a` and edge `j` of `b`. */
export function closestEdges(
  out: SegmentSegment,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): SegmentSegment {
  const k = 2 * i + 2 < a.length ? 2 * i + 2 : 0;
  const l = 2 * j + 2 < b.length ? 2 * j + 2 : 0;
  setVec3(startA, a[2 * i], a[2 * i + 1], 0);
  setVec3(endA, a[k], a[k + 1], 0);
  setVec3(startB, b[2 * j], b[2 * j + 1], 0);
  setVec3(endB, b[l], b[l + 1], 0);
  return closestPlanarSegments(out, startA, endA, startB, endB);
}

const found = createSegmentSegment();

/** Collects edge pairs and returns those that tie for the minimum distance. */
export function createNearestCollector(a: Float64Array, b: Float64Array, tie: number) {
  const candidates: { i: number; j: number; distance: number }[] = [];
  let best = Number.POSITIVE_INFINITY;
  return {
    /** A pair farther than this is irrelevant. */
    limit: () => best + tie,
    offer(i: number, j: number): void {
      const { distance } = closestEdges(found, a, i, b, j);
      if (distance > best + tie) return;
      if (distance < best) best = distance;
      candidates.push({ i, j, distance });
    },
    result(): NearestEdgePairs {
      const nearest = candidates.filter((pair) => pair.distance <= best + tie).sort((p, q) => p.i - q.i || p.j - q.j);
      return { distance: best, pairs: nearest.map(({ i, j }) => [i, j]) };
    },
  };
}

/** Brute force as in the slides: all n m edge pairs. [CP13-2.5] */
export function nearestOfAllEdgePairs(a: Float64Array, b: Float64Array, tie: number): NearestEdgePairs {
  const collector = createNearestCollector(a, b, tie);
  for (let i = 0; 2 * i < a.length; i++) {
    for (let j = 0; 2 * j < b.length; j++) collector.offer(i, j);
  }
  return collector.result();
}

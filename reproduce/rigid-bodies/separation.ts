import { type ReadonlyPose, toWorld } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import type { Polygon } from '../../src/shapes/polygon.ts';

/** Corners in world axes [m]. */
export function worldCorners(polygon: Polygon, pose: ReadonlyPose): [number, number][] {
  const { vertices } = polygon;
  return Array.from({ length: vertices.length / 2 }, (_, i) => {
    const { x, y } = toWorld(createVec3(), pose, createVec3(vertices[2 * i], vertices[2 * i + 1]));
    return [x, y];
  });
}

/**
 * The maximum gap of two convex outlines along any edge normal of either, negative if they overlap [m]: separating axes by
 * plain projections, independent of the library.
 */
export function separation(p: readonly [number, number][], q: readonly [number, number][]): number {
  return Math.max(gapAcrossEdges(p, q), gapAcrossEdges(q, p));
}

/** Maximum distance of `q` beyond an edge of `p`; `p` is counter-clockwise, so (dy, -dx) points out. */
function gapAcrossEdges(p: readonly [number, number][], q: readonly [number, number][]): number {
  let largest = Number.NEGATIVE_INFINITY;
  p.forEach(([x, y], i) => {
    const [nextX, nextY] = p[(i + 1) % p.length];
    const length = Math.hypot(nextX - x, nextY - y);
    const [nx, ny] = [(nextY - y) / length, (x - nextX) / length];
    let min = Number.POSITIVE_INFINITY;
    for (const [u, v] of q) min = Math.min(min, nx * (u - x) + ny * (v - y));
    largest = Math.max(largest, min);
  });
  return largest;
}

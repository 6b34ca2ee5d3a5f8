/** Distance and closest points of the two features of a relative motion at one time. */

import { closestPointTriangle, createPointTriangle } from '../distance/features/point-triangle.ts';
import { closestSegmentSegment, createSegmentSegment } from '../distance/features/segment-segment.ts';
import { createVec3 } from '../math/vec3.ts';
import { E2, E3, G, type RelativeMotion, vectorAt } from './relative-motion.ts';

const ORIGIN = createVec3();
const g = createVec3();
const e2 = createVec3();
const e3 = createVec3();
const pointTriangle = createPointTriangle();
const segments = createSegmentSegment();

/**
 * Distance at τ [m]. Writes the closest point to `weights`: weights of the three corners of the triangle, or the parameters
 * u, v on the two edges.
 */
export function distanceAt(weights: Float64Array, relativeMotion: RelativeMotion, tau: number): number {
  vectorAt(g, relativeMotion, G, tau);
  vectorAt(e2, relativeMotion, E2, tau);
  vectorAt(e3, relativeMotion, E3, tau);
  if (relativeMotion.kind === 'triangle') {
    closestPointTriangle(pointTriangle, g, e2, e3);
    for (let i = 0; i < 3; i++) weights[i] = pointTriangle.weights[i];
    return pointTriangle.distance;
  }
  e3.x += g.x;
  e3.y += g.y;
  e3.z += g.z;
  closestSegmentSegment(segments, ORIGIN, e2, g, e3);
  weights[0] = segments.s;
  weights[1] = segments.t;
  return segments.distance;
}

/** How far apart the two features of a course are at one time, and where they are closest. */
import { createVec3 } from '../../math/vec3.ts';
import { closestSegmentSegment, createSegmentSegment } from '../closest/segment-segment.ts';
import { closestPointTriangle, createPointTriangle } from './point-triangle.ts';
import { E2, E3, G, type RelativeCourse, vectorAt } from './relative-course.ts';

const ORIGIN = createVec3();
const g = createVec3();
const e2 = createVec3();
const e3 = createVec3();
const pointTriangle = createPointTriangle();
const segments = createSegmentSegment();

/**
 * Distance at τ [m]. Writes where to `weights`: of the three corners of the triangle, or the parameters u, v on the two
 * edges.
 */
export function distanceAt(weights: Float64Array, course: RelativeCourse, tau: number): number {
  vectorAt(g, course, G, tau);
  vectorAt(e2, course, E2, tau);
  vectorAt(e3, course, E3, tau);
  if (course.kind === 'triangle') {
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

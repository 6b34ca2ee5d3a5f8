/**
 * Relative motion of a pair of features, with one of its points as the origin, in doubles: three vectors and the change of
 * each over the step.
 *
 *               g           e2          e3
 *   triangle    xs - x1     x2 - x1     x3 - x1        node g and triangle 0, e2, e3
 *   edges       p2 - p0     p1 - p0     p3 - p2        segment 0, e2 and segment g, g + e3
 *
 * Both have the coplanarity function F = g·(e2×e3). [VBC24-1.2], [VBC24-2.7]
 */
import { setVec3, type Vec3 } from '../math/vec3.ts';
import type { PointMotion } from './point-motion.ts';

export interface RelativeMotion {
  kind: 'triangle' | 'edges';
  /** g, e2, e3 at the start, each followed by its change over the step: 18 numbers [m]. */
  readonly vectors: Float64Array;
}

/** Offsets of the three vectors; the change is at offset + 3. */
export const G = 0;
export const E2 = 6;
export const E3 = 12;

export function createRelativeMotion(): RelativeMotion {
  return { kind: 'triangle', vectors: new Float64Array(18) };
}

/** Node `s` and triangle `a b c`, by point indices. */
// biome-ignore format: the points of one feature together
export function loadNodeTriangle(
  out: RelativeMotion, motion: PointMotion, s: number, a: number, b: number, c: number,
): RelativeMotion {
  out.kind = 'triangle';
  loadDifference(out.vectors, G, motion, s, a);
  loadDifference(out.vectors, E2, motion, b, a);
  loadDifference(out.vectors, E3, motion, c, a);
  return out;
}

/** Edges `p0 p1` and `p2 p3`, by point indices. */
// biome-ignore format: the points of one feature together
export function loadEdgeEdge(
  out: RelativeMotion, motion: PointMotion, p0: number, p1: number, p2: number, p3: number,
): RelativeMotion {
  out.kind = 'edges';
  loadDifference(out.vectors, G, motion, p2, p0);
  loadDifference(out.vectors, E2, motion, p1, p0);
  loadDifference(out.vectors, E3, motion, p3, p2);
  return out;
}

/** Node `s` and the triangle of corner `k`, corner `k + 1` and the centroid of a quadrilateral. [VBC24-1.5] */
export function loadNodeQuad(
  out: RelativeMotion,
  motion: PointMotion,
  s: number,
  corners: ArrayLike<number>,
  k: number,
): RelativeMotion {
  const { vectors } = out;
  const a = corners[k];
  out.kind = 'triangle';
  loadDifference(vectors, G, motion, s, a);
  // centroid - a is a quarter of the sum of the differences of the other three corners
  loadDifference(vectors, E3, motion, corners[(k + 2) % 4], a);
  loadDifference(vectors, E2, motion, corners[(k + 3) % 4], a);
  for (let i = 0; i < 6; i++) vectors[E3 + i] += vectors[E2 + i];
  loadDifference(vectors, E2, motion, corners[(k + 1) % 4], a);
  for (let i = 0; i < 6; i++) vectors[E3 + i] = 0.25 * (vectors[E3 + i] + vectors[E2 + i]);
  return out;
}

function loadDifference(out: Float64Array, at: number, motion: PointMotion, to: number, from: number): void {
  const { start, endOrVelocity } = motion;
  for (let axis = 0; axis < 3; axis++) {
    const begin = start[3 * to + axis] - start[3 * from + axis];
    const endOrRate = endOrVelocity[3 * to + axis] - endOrVelocity[3 * from + axis];
    out[at + axis] = begin;
    out[at + 3 + axis] = motion.given === 'ends' ? endOrRate - begin : endOrRate * motion.duration;
  }
}

/** One of the vectors at τ. */
export function vectorAt(out: Vec3, relativeMotion: RelativeMotion, at: number, tau: number): Vec3 {
  const v = relativeMotion.vectors;
  return setVec3(out, v[at] + tau * v[at + 3], v[at + 1] + tau * v[at + 4], v[at + 2] + tau * v[at + 5]);
}

/** Its change over the step. */
export function changeOf(out: Vec3, relativeMotion: RelativeMotion, at: number): Vec3 {
  const v = relativeMotion.vectors;
  return setVec3(out, v[at + 3], v[at + 4], v[at + 5]);
}

/** L: the largest component of the vectors plus that of their changes [m]. */
export function relativeMotionSize(relativeMotion: RelativeMotion): number {
  const v = relativeMotion.vectors;
  let start = 0;
  let change = 0;
  for (let at = 0; at < 18; at += 6) {
    for (let axis = at; axis < at + 3; axis++) {
      start = Math.max(start, Math.abs(v[axis]));
      change = Math.max(change, Math.abs(v[axis + 3]));
    }
  }
  return start + change;
}

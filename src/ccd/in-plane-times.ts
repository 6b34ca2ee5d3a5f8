/**
 * When can contact begin while all points stay in one plane? At the start, or when a point crosses the line of an edge or
 * passes an end of it. [VBC24-2.5]
 */
import { createVec3, dotVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';
import { E2, E3, G, type RelativeMotion } from './relative-motion.ts';

interface MovingVector {
  readonly at: ReadonlyVec3;
  readonly change: ReadonlyVec3;
}

/** The candidates in [0, 1], unsorted: at most 2, and 10 for each edge with a point. */
export function inPlaneTimes(relativeMotion: RelativeMotion): number[] {
  const times = [0, 1];
  for (const [p, q] of edgesWithPoints(relativeMotion)) {
    const { at: p0, change: p1 } = p;
    const { at: q0, change: q1 } = q;
    // the components of p×q, then p·q, all quadratic in τ
    addQuadratic(times, ...products(p0, p1, q0, q1, (a, b) => a.y * b.z - a.z * b.y));
    addQuadratic(times, ...products(p0, p1, q0, q1, (a, b) => a.z * b.x - a.x * b.z));
    addQuadratic(times, ...products(p0, p1, q0, q1, (a, b) => a.x * b.y - a.y * b.x));
    addQuadratic(times, ...products(p0, p1, q0, q1, dotVec3));
    for (const { at, change } of [p, q]) times.push(-dotVec3(at, change) / dotVec3(change, change));
  }
  return times.filter((tau) => tau >= 0 && tau <= 1);
}

/** The ends of each edge, relative to the point that may touch it. */
function edgesWithPoints(relativeMotion: RelativeMotion): [MovingVector, MovingVector][] {
  const combine = (g: number, e2: number, e3: number): MovingVector => ({
    at: combination(relativeMotion, 0, g, e2, e3),
    change: combination(relativeMotion, 3, g, e2, e3),
  });
  if (relativeMotion.kind === 'triangle') {
    const [p, q, r] = [combine(-1, 0, 0), combine(-1, 1, 0), combine(-1, 0, 1)];
    return [
      [p, q],
      [q, r],
      [r, p],
    ];
  }
  const [p, q, r, t] = [combine(1, 0, 0), combine(1, 0, 1), combine(1, -1, 0), combine(1, -1, 1)];
  return [
    [p, q],
    [r, t],
    [p, r],
    [q, t],
  ];
}

function combination({ vectors: v }: RelativeMotion, part: 0 | 3, g: number, e2: number, e3: number): Vec3 {
  const sum = (axis: number) => g * v[G + part + axis] + e2 * v[E2 + part + axis] + e3 * v[E3 + part + axis];
  return createVec3(sum(0), sum(1), sum(2));
}

/** A product of two vectors linear in τ, as coefficients of 1, τ, τ². */
function products(
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  q0: ReadonlyVec3,
  q1: ReadonlyVec3,
  product: (a: ReadonlyVec3, b: ReadonlyVec3) => number,
): [number, number, number] {
  return [product(p0, q0), product(p0, q1) + product(p1, q0), product(p1, q1)];
}

/** Roots of c + b τ + a τ² in the form without cancellation; its extremum if there are no real roots. */
function addQuadratic(times: number[], c: number, b: number, a: number): void {
  const discriminant = b * b - 4 * a * c;
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(Math.max(discriminant, 0)));
  times.push(q / a, c / q);
}

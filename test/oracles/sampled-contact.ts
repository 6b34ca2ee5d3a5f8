/**
 * First contact by brute force, in doubles: walks through the step, refines every change of sign of the volume
 * F = g·(e×f) by bisection, and looks whether the features meet there. For queries without any special position:
 * undefined when something is too close to call.
 */

/** Steps to walk. */
const STEPS = 2000;
/** Weights nearer to the border than this are too close to call. */
const MARGIN = 1e-6;
/** A volume with an extremum nearer to zero than this may have two roots between samples. */
const SHALLOW = 1e-5;

interface Volume {
  readonly value: number;
  /** How far inside the features meet, in parts of e and f; only means something where the volume is zero. */
  readonly inside: number;
}

/** `g e f` as functions of time, and the range of the weights a, b in g = a e + b f. */
export interface SampledPair {
  vectors(time: number): { g: number[]; e: number[]; f: number[] };
  /** Smallest distance of the weights from their limits, below zero outside. */
  inside(a: number, b: number): number;
}

export function sampledNodeTriangle(points0: readonly number[], points1: readonly number[]): SampledPair {
  const at = pointsAt(points0, points1);
  return {
    vectors: (t) => ({ g: at(0, 1, t), e: at(2, 1, t), f: at(3, 1, t) }),
    inside: (a, b) => Math.min(a, b, 1 - a - b),
  };
}

export function sampledEdgeEdge(points0: readonly number[], points1: readonly number[]): SampledPair {
  const at = pointsAt(points0, points1);
  return {
    vectors: (t) => ({ g: at(2, 0, t), e: at(1, 0, t), f: at(3, 2, t) }),
    inside: (a, b) => Math.min(a, 1 - a, -b, 1 + b),
  };
}

/** Point i as seen from point j. */
function pointsAt(points0: readonly number[], points1: readonly number[]) {
  const coordinate = (i: number, t: number) => (1 - t) * points0[i] + t * points1[i];
  return (i: number, j: number, t: number) =>
    [0, 1, 2].map((axis) => coordinate(3 * i + axis, t) - coordinate(3 * j + axis, t));
}

/** Infinity for no contact, undefined when too close to call. */
export function sampledContact(pair: SampledPair): number | undefined {
  const samples = Array.from({ length: STEPS + 1 }, (_, i) => volumeAt(pair, i / STEPS).value);
  for (let i = 1; i <= STEPS; i++) {
    const [before, here, after] = [samples[i - 1], samples[i], samples[i + 1] ?? samples[i]];
    const rotations = (here - before) * (after - here) <= 0;
    if (before * here > 0 && rotations && Math.abs(here) < SHALLOW) return undefined;
    if (before * here > 0) continue;
    const time = bisect((t) => volumeAt(pair, t).value, (i - 1) / STEPS, i / STEPS);
    const { inside } = volumeAt(pair, time);
    if (!(Math.abs(inside) > MARGIN)) return undefined;
    if (inside > 0) return time;
  }
  return Number.POSITIVE_INFINITY;
}

function volumeAt(pair: SampledPair, time: number): Volume {
  const { g, e, f } = pair.vectors(time);
  const normal = cross(e, f);
  const normalSq = dot(normal, normal);
  const inside = pair.inside(dot(cross(g, f), normal) / normalSq, dot(cross(e, g), normal) / normalSq);
  return { value: dot(g, normal), inside };
}

function bisect(value: (t: number) => number, low: number, high: number): number {
  const start = value(low);
  let [a, b] = [low, high];
  for (let i = 0; i < 60; i++) {
    const midpoint = (a + b) / 2;
    if (value(midpoint) * start > 0) a = midpoint;
    else b = midpoint;
  }
  return b;
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

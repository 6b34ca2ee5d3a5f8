import { cos, sin } from '../../../math/trig.ts';
import { relocationSeeds, SEED_NORMAL, SEED_POINT, SEED_SIZE } from '../../../shapes/tiled/seeds.ts';
import { isPlanarPair } from '../witness/contact-form.ts';
import { dotAt } from '../witness/projection-error.ts';
import type { Witness } from '../witness/witness.ts';
import { OFFSET_B, ROTATION_B, type WitnessPair } from '../witness/witness-pair.ts';

/** Candidate directions of the minimum translation of two overlapping bodies: starting points of the search for the depth. */

/** Number of uniformly distributed directions: on the circle, on the sphere. */
const CIRCLE = 32;
const SPHERE = 96;
/** Maximum cosine between two selected directions of the spread, and between two of the bodies' normals. */
const APART = 0.95;
const SAME_NORMAL = 0.9999;

const circle = spreadOverCircle(CIRCLE);
const sphere = spreadOverSphere(SPHERE);

function spreadOverCircle(count: number): Float64Array {
  const table = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * k) / count;
    table.set([cos(angle), sin(angle), 0], 3 * k);
  }
  return table;
}

/** Fibonacci sphere: equal height steps, rotated by the golden angle. */
function spreadOverSphere(count: number): Float64Array {
  const rotation = Math.PI * (3 - Math.sqrt(5));
  const table = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const z = 1 - (2 * k + 1) / count;
    const r = Math.sqrt(1 - z * z);
    table.set([r * cos(rotation * k), r * sin(rotation * k), z], 3 * k);
  }
  return table;
}

/**
 * The directions with the largest gaps between seeds: some of a uniform spread, well separated, and some of the normals of both bodies'
 * seeds, which flat faces need exactly.
 */
export function bestDirections(pair: WitnessPair, count: number): Float64Array[] {
  const pointsA = worldSeeds(pair, pair.a, 0);
  const pointsB = worldSeeds(pair, pair.b, ROTATION_B);
  const spread = isPlanarPair(pair) ? circle : sphere;
  const directions: Float64Array[] = [];
  for (let at = 0; at < spread.length; at += 3) directions.push(spread.subarray(at, at + 3));
  const normals: Float64Array[] = [];
  for (let at = 0; at < pointsA.length; at += 6) normals.push(pointsA.subarray(at + 3, at + 6));
  for (let at = 0; at < pointsB.length; at += 6) normals.push(pointsB.subarray(at + 3, at + 6).map((value) => -value));
  const gap = (m: Float64Array) => lowest(pointsB, m) - highest(pointsA, m);
  return [...largest(directions, count, gap, APART), ...largest(normals, count, gap, SAME_NORMAL)];
}

/** The best `count`, no two of them closer than the cosine `apart`. */
function largest(
  directions: Float64Array[],
  count: number,
  gap: (m: Float64Array) => number,
  apart: number,
): Float64Array[] {
  const ranked = directions.map((m) => ({ m, gap: gap(m) })).sort((first, second) => second.gap - first.gap);
  const chosen: Float64Array[] = [];
  for (const { m } of ranked) {
    if (chosen.length < count && chosen.every((other) => dotAt(m, 0, other, 0) < apart)) chosen.push(m);
  }
  return chosen;
}

/** Points and normals of a body's seeds, world axes, relative to the origin of A: six numbers each. */
function worldSeeds({ frame }: WitnessPair, { shape }: Witness, at: number): Float64Array {
  if (shape.kind === 'point') return Float64Array.of(0, 0, 0, 0, 0, 1);
  const seeds = relocationSeeds(shape);
  const out = new Float64Array((6 * seeds.length) / SEED_SIZE);
  for (let from = 0, to = 0; from < seeds.length; from += SEED_SIZE, to += 6) {
    for (let k = 0; k < 3; k++) {
      const row = at + 3 * k;
      out[to + k] = dotAt(frame, row, seeds, from + SEED_POINT) + (at > 0 ? frame[OFFSET_B + k] : 0);
      out[to + 3 + k] = dotAt(frame, row, seeds, from + SEED_NORMAL);
    }
  }
  return out;
}

function highest(points: Float64Array, m: Float64Array): number {
  let height = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < points.length; at += 6) height = Math.max(height, dotAt(points, at, m, 0));
  return height;
}

function lowest(points: Float64Array, m: Float64Array): number {
  let height = Number.POSITIVE_INFINITY;
  for (let at = 0; at < points.length; at += 6) height = Math.min(height, dotAt(points, at, m, 0));
  return height;
}

import { transformTransposedVec3 } from '../src/math/mat3.ts';
import type { ReadonlyPose } from '../src/math/pose.ts';
import { createVec3, dotVec3, type ReadonlyVec3, scaleVec3 } from '../src/math/vec3.ts';
import { evaluatePatch, PATCH_JET } from '../src/shapes/nurbs/patch.ts';
import type { TiledBody } from '../src/shapes/tiled/tiled-body.ts';

/**
 * Supports of a body by brute force, without any search: its surface is sampled on a grid over the parameters of every face. The largest height of the
 * samples along m is at most the support h(m). At the support point the height has no slope along the surface (along an edge where it lies on
 * one, and every edge has samples of its own), so the nearest sample is lower by at most the second differences over half a cell.
 */
export interface SampledBody {
  readonly points: Float64Array;
  /** h(m) is at most this above the largest sample, for any unit vector m [m]. */
  readonly missing: number;
}

/** Cells along each side of a face. */
const CELLS = 40;
/** On second differences: their maximum over the surface, not only over the grid. */
const SAFETY = 2;

export function sampleBody({ faces }: TiledBody): SampledBody {
  const side = CELLS + 1;
  const points = new Float64Array(3 * faces.length * side * side);
  const jet = new Float64Array(PATCH_JET);
  let missing = 0;
  faces.forEach(({ patch }, face) => {
    const at = (i: number, j: number) => 3 * ((face * side + i) * side + j);
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        evaluatePatch(jet, patch, i / CELLS, j / CELLS);
        points.set(jet.subarray(0, 3), at(i, j));
      }
    }
    const largest = (last: number, cells: (i: number, j: number) => readonly (readonly [number, number])[]) => {
      let max = 0;
      for (let i = 0; i < last; i++) for (let j = 0; j < last; j++) max = Math.max(max, length(points, cells(i, j)));
      return max;
    };
    const inside = CELLS - 1;
    const alongU = largest(inside, (i, j) => [
      [1, at(i, j)],
      [-2, at(i + 1, j)],
      [1, at(i + 2, j)],
    ]);
    const alongV = largest(inside, (i, j) => [
      [1, at(i, j)],
      [-2, at(i, j + 1)],
      [1, at(i, j + 2)],
    ]);
    const mixed = largest(CELLS, (i, j) => [
      [1, at(i, j)],
      [-1, at(i + 1, j)],
      [-1, at(i, j + 1)],
      [1, at(i + 1, j + 1)],
    ]);
    missing = Math.max(missing, (SAFETY * (alongU + 2 * mixed + alongV)) / 8);
  });
  return { points, missing };
}

/** Length of a weighted sum of points, given by weight and offset. */
function length(points: Float64Array, terms: readonly (readonly [number, number])[]): number {
  const sum = [0, 1, 2].map((axis) => terms.reduce((total, [weight, at]) => total + weight * points[at + axis], 0));
  return Math.hypot(...sum);
}

const local = createVec3();

/** Largest height of the samples above the origin of the world along ±m. */
function highest({ points }: SampledBody, { position, rotation }: ReadonlyPose, m: ReadonlyVec3, sign: 1 | -1): number {
  const { x, y, z } = scaleVec3(local, transformTransposedVec3(local, rotation, m), sign);
  let max = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < points.length; k += 3) {
    const height = x * points[k] + y * points[k + 1] + z * points[k + 2];
    if (height > max) max = height;
  }
  return max + sign * dotVec3(m, position);
}

/** The gap between the support planes perpendicular to m is at most this, and at least this less the `missing` of both bodies [m]. */
export function sampledGap(
  a: SampledBody,
  poseA: ReadonlyPose,
  b: SampledBody,
  poseB: ReadonlyPose,
  m: ReadonlyVec3,
): number {
  return -highest(b, poseB, m, -1) - highest(a, poseA, m, 1);
}

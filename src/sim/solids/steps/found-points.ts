import type { ContactPoints } from '../../../manifold/contact-points.ts';
import { MAX_MANIFOLD_ROWS } from '../../../response/solver/solver-memory.ts';
import { ANCHOR_A, ANCHOR_B, POINT } from './contact-cache.ts';

/** Contact points of the pair that was searched last, in the axes of the bodies. */
export interface FoundPoints {
  count: number;
  readonly features: Int32Array;
  /** `POINT` numbers each, as in the cache. */
  readonly numbers: Float64Array;
}

export function createFoundPoints(): FoundPoints {
  return {
    count: 0,
    features: new Int32Array(MAX_MANIFOLD_ROWS),
    numbers: new Float64Array(POINT * MAX_MANIFOLD_ROWS),
  };
}

/** Copies the first points, as many as a manifold can have. */
export function copyFoundPoints(out: FoundPoints, { count, features, normals, pointsA, pointsB }: ContactPoints): void {
  const { numbers } = out;
  out.count = Math.min(count, MAX_MANIFOLD_ROWS);
  for (let k = 0; k < out.count; k++) {
    const at = POINT * k;
    for (let l = 0; l < 3; l++) {
      numbers[at + l] = normals[3 * k + l];
      numbers[at + ANCHOR_A + l] = pointsA[3 * k + l];
      numbers[at + ANCHOR_B + l] = pointsB[3 * k + l];
    }
    out.features[k] = features[k];
  }
}

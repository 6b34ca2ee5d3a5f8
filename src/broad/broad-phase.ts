import { describeValue } from '../math/describe-value.ts';
import { createTree } from './aabb-tree.ts';
import { createBruteForce } from './brute-force.ts';
import { createGrid } from './grid.ts';
import type { PairList } from './pairs.ts';
import { createSweep } from './sweep-and-prune.ts';

/**
 * Search method of a broad phase: all pairs; sorted intervals along an axis; a grid of cells; a tree of boxes (dynamic
 * BVH).
 */
export type BroadPhaseKind = 'brute-force' | 'sweep-and-prune' | 'grid' | 'aabb-tree';

/**
 * Finds the pairs of overlapping boxes. Every kind returns exactly the pairs of the brute-force search, in the same
 * order; state from earlier updates only makes it faster [CP13-1.6].
 */
export interface BroadPhase {
  readonly kind: BroadPhaseKind;
  /**
   * `boxes` holds six numbers for each of `count` boxes: min xyz, max xyz; infinite sides are allowed, NaN is not.
   * Box i is the same body at every update. The broad phase owns the list, which is valid until the next update.
   */
  update(boxes: Float64Array, count: number): PairList;
}

/**
 * A new broad phase; its state makes later updates faster and never changes their result.
 *
 * @example
 * ```ts
 * import { createBroadPhase } from 'appulse/bounds';
 *
 * const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 0.5, 0, 0, 2, 1, 1, 5, 5, 5, 6, 6, 6); // min xyz, max xyz of three boxes
 * const { count, indices } = createBroadPhase('aabb-tree').update(boxes, 3);
 * console.log(count, indices[0], indices[1]); // 1 0 1
 * ```
 */
export function createBroadPhase(kind: BroadPhaseKind): BroadPhase {
  switch (kind) {
    case 'brute-force':
      return { kind, update: createBruteForce() };
    case 'sweep-and-prune':
      return { kind, update: createSweep() };
    case 'grid':
      return { kind, update: createGrid() };
    case 'aabb-tree':
      return { kind, update: createTree() };
    default:
      throw new RangeError(
        `createBroadPhase: kind must be one of brute-force, sweep-and-prune, grid, aabb-tree, got ${describeValue(kind)}`,
      );
  }
}

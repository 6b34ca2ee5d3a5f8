import { createTree } from './aabb-tree.ts';
import { createBruteForce } from './brute-force.ts';
import { createGrid } from './grid.ts';
import type { PairList } from './pairs.ts';
import { createSweep } from './sweep-and-prune.ts';

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
  }
}

import type { BroadPhaseKind } from '../broad-phase.ts';
import { boxesOverlap } from '../pairs.ts';
import { createGridSearch } from './grid-search.ts';
import { createSweepSearch } from './sweep-search.ts';
import { createTreeSearch } from './tree-search.ts';

/** Boxes in a packed array (min xyz, max xyz), and the indices of those that take part. */
export interface BoxSet {
  readonly boxes: Float64Array;
  /** Ascending. */
  readonly members: Int32Array;
}

/**
 * Finds the targets that overlap a query box; boxes are closed, so touching counts. When queries and targets are the
 * same set, only targets with a higher index than the query are found: each pair once.
 */
export interface BoxSearch {
  /** Reads the current target boxes. */
  update(): void;
  /** Writes the indices of the targets that query box i overlaps into `row`, in any order; returns their count. */
  find(row: Int32Array, i: number): number;
}

export function createBoxSearch(kind: BroadPhaseKind, queries: BoxSet, targets: BoxSet): BoxSearch {
  switch (kind) {
    case 'brute-force':
      return createLoopSearch(queries, targets);
    case 'sweep-and-prune':
      return createSweepSearch(queries, targets);
    case 'grid':
      return createGridSearch(queries, targets);
    case 'aabb-tree':
      return createTreeSearch(queries, targets);
  }
}

/** Brute force over all targets: the reference for all other kinds. */
function createLoopSearch(queries: BoxSet, targets: BoxSet): BoxSearch {
  const { members } = targets;
  return {
    update: () => {},
    find: (row, i) => {
      const after = queries === targets ? i : -1;
      let found = 0;
      for (let k = 0; k < members.length; k++) {
        const j = members[k];
        if (j > after && boxesOverlap(queries.boxes, i, targets.boxes, j)) row[found++] = j;
      }
      return found;
    },
  };
}

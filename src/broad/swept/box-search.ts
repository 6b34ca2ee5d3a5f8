import type { BroadPhaseKind } from '../broad-phase.ts';
import { boxesOverlap } from '../pairs.ts';
import type { BoxSearch, BoxSet } from './box-set.ts';
import { createGridSearch } from './grid-search.ts';
import { createSweepSearch } from './sweep-search.ts';
import { createTreeSearch } from './tree-search.ts';

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

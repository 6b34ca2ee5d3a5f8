import type { BoxSearch, BoxSet } from './box-set.ts';
import { createFlatTree, type FlatTree, REBUILD_AREA, refitNodes, reorderTree, treeArea } from './flat-tree.ts';

/** A tree of boxes, refitted to the moved boxes at each update and rebuilt when it has become loose. */
export function createTreeSearch(queries: BoxSet, targets: BoxSet): BoxSearch {
  const tree = createFlatTree(targets.members);
  let builtArea = -1;
  return {
    update: () => {
      if (builtArea >= 0 && refit(tree, targets.boxes) <= REBUILD_AREA * builtArea) return;
      reorderTree(tree, targets.boxes);
      builtArea = refit(tree, targets.boxes);
    },
    find: (row, i) => findInTree(row, tree, queries.boxes, i, queries === targets ? i : -1),
  };
}

/** Refits all nodes to the current boxes; returns their total area [m²]. */
function refit(tree: FlatTree, boxes: Float64Array): number {
  const { order, sorted } = tree;
  for (let l = 0; l < order.length; l++) {
    for (let k = 0; k < 6; k++) sorted[6 * l + k] = boxes[6 * order[l] + k];
  }
  refitNodes(tree);
  return treeArea(tree);
}

/** Targets with an index above `after` that overlap box i. */
function findInTree(row: Int32Array, tree: FlatTree, boxes: Float64Array, i: number, after: number): number {
  const { order, sorted, bounds, starts, ends, skips } = tree;
  const minX = boxes[6 * i];
  const minY = boxes[6 * i + 1];
  const minZ = boxes[6 * i + 2];
  const maxX = boxes[6 * i + 3];
  const maxY = boxes[6 * i + 4];
  const maxZ = boxes[6 * i + 5];
  let found = 0;
  let node = 0;
  while (node < skips.length) {
    const n = 6 * node;
    // biome-ignore format: the two boxes side by side
    if (
      bounds[n] > maxX || bounds[n + 3] < minX || bounds[n + 1] > maxY || bounds[n + 4] < minY ||
      bounds[n + 2] > maxZ || bounds[n + 5] < minZ
    ) {
      node = skips[node];
      continue;
    }
    const end = skips[node] === node + 1 ? ends[node] : 0;
    for (let l = starts[node]; l < end; l++) {
      const b = 6 * l;
      // biome-ignore format: the two boxes side by side
      if (
        sorted[b] <= maxX && sorted[b + 3] >= minX && sorted[b + 1] <= maxY &&
        sorted[b + 4] >= minY && sorted[b + 2] <= maxZ && sorted[b + 5] >= minZ && order[l] > after
      ) {
        row[found++] = order[l];
      }
    }
    node++;
  }
  return found;
}

import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { type BoxTree, buildTree, createBoxTree, insertLeaf, removeLeaf, treeCost } from './box-tree.ts';

const COUNT = 64;

function randomizeLeaf(tree: BoxTree, leaf: number, random: ReturnType<typeof createRandom>): void {
  for (let k = 6 * leaf; k < 6 * leaf + 3; k++) {
    tree.bounds[k] = random.between(-10, 10);
    tree.bounds[k + 3] = tree.bounds[k] + random.next();
  }
}

/** The leaves below a node; checks that parent and child links agree and that boxes are exact unions. */
function leavesBelow(tree: BoxTree, node: number): number[] {
  if (node < tree.leafCapacity) return [node];
  const children = [tree.left[node], tree.right[node]];
  for (let k = 0; k < 3; k++) {
    const ends = children.map((child) => [tree.bounds[6 * child + k], tree.bounds[6 * child + 3 + k]]);
    expect(tree.bounds[6 * node + k]).toBe(Math.min(ends[0][0], ends[1][0]));
    expect(tree.bounds[6 * node + 3 + k]).toBe(Math.max(ends[0][1], ends[1][1]));
  }
  return children.flatMap((child) => {
    expect(tree.parent[child]).toBe(node);
    return leavesBelow(tree, child);
  });
}

describe('box tree', () => {
  it('holds every leaf once and exact unions after a build, and after any leaves are removed and reinserted', () => {
    const random = createRandom(20);
    const tree = createBoxTree(COUNT);
    const leaves = Int32Array.from({ length: COUNT }, (_, i) => i);
    for (const leaf of leaves) randomizeLeaf(tree, leaf, random);
    buildTree(tree, leaves, COUNT);
    const inside = new Set(leaves);
    for (let round = 0; round < 300; round++) {
      expect(leavesBelow(tree, tree.root).sort((i, j) => i - j)).toEqual([...inside].sort((i, j) => i - j));
      const leaf = random.below(COUNT);
      if (inside.delete(leaf)) removeLeaf(tree, leaf);
      else {
        inside.add(leaf);
        randomizeLeaf(tree, leaf, random);
        insertLeaf(tree, leaf);
      }
    }
  });

  it('can be emptied and filled again', () => {
    const random = createRandom(21);
    const tree = createBoxTree(3);
    for (let leaf = 0; leaf < 3; leaf++) {
      randomizeLeaf(tree, leaf, random);
      insertLeaf(tree, leaf);
    }
    for (let leaf = 0; leaf < 3; leaf++) removeLeaf(tree, leaf);
    expect([tree.root, tree.freeCount, treeCost(tree)]).toEqual([-1, 2, 0]);
    insertLeaf(tree, 2);
    expect(tree.root).toBe(2);
  });

  it('cost is the inner surface area over that of the root: two adjacent unit cubes, and a third far away', () => {
    const tree = createBoxTree(3);
    tree.bounds.set([0, 0, 0, 1, 1, 1, 1, 0, 0, 2, 1, 1, 9, 0, 0, 10, 1, 1]);
    for (const leaf of [0, 2, 1]) insertLeaf(tree, leaf);
    // half surfaces: the pair 2 x 1 x 1 has 5, the whole 10 x 1 x 1 has 21
    expect(treeCost(tree)).toBeCloseTo(26 / 21, 14);
  });
});

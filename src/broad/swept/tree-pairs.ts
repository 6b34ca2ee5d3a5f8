import type { CandidateVisitor } from './candidates.ts';
import { isLeaf } from './flat-tree.ts';
import { MASTER, oppositeRoles, SLAVE } from './surface-elements.ts';
import type { SweptTree } from './swept-tree.ts';

/** Pairs that a search has found, which are visited when the list is full. */
export interface PairBuffer {
  readonly pairs: Int32Array;
  filled: number;
  total: number;
  visit: CandidateVisitor;
}

/** Pairs that are visited at a time: few enough that they are still in the cache. */
const BUFFER_PAIRS = 4096;

export function createPairBuffer(): PairBuffer {
  return { pairs: new Int32Array(2 * BUFFER_PAIRS), filled: 0, total: 0, visit: () => {} };
}

/**
 * Visits the pairs of elements of part `part` of `a` with elements of `b` whose boxes overlap (touching counts), that have no
 * common vertex, and whose roles and bodies allow it: the index in `a` and then in `b`, in any order of pairs. Within one tree (a = b) each pair once, the lower index first, in one
 * of the two parts. Returns the number of pairs.
 *
 * The elements of a leaf are close together: one descent finds the leaves of `b` that overlap their common box.
 */
// biome-ignore format: the trees on one line
export function forEachTreePair(
  buffer: PairBuffer, a: SweptTree, b: SweptTree, part: number, visit: CandidateVisitor,
): number {
  const root = a.parts[part];
  buffer.total = 0;
  buffer.visit = visit;
  for (let leaf = root; leaf < a.skips[root]; leaf++) {
    if (!isLeaf(a, leaf)) continue;
    if (a === b) pairsInLeaf(buffer, a, leaf);
    pairsOfLeaf(buffer, a, leaf, b, a === b ? leaf + 1 : 0);
  }
  flush(buffer);
  return buffer.total;
}

function flush(buffer: PairBuffer): void {
  if (buffer.filled === 0) return;
  buffer.total += buffer.filled;
  buffer.visit(buffer.pairs, buffer.filled);
  buffer.filled = 0;
}

/** Pairs of the elements of a leaf with those of the leaves of `b` from node `first` on. */
function pairsOfLeaf(buffer: PairBuffer, a: SweptTree, leaf: number, b: SweptTree, first: number): void {
  const { bounds, skips, starts, ends, sorted } = b;
  const n = 6 * leaf;
  const minX = a.bounds[n];
  const minY = a.bounds[n + 1];
  const minZ = a.bounds[n + 2];
  const maxX = a.bounds[n + 3];
  const maxY = a.bounds[n + 4];
  const maxZ = a.bounds[n + 5];
  let node = first;
  while (node < skips.length) {
    const m = 6 * node;
    // biome-ignore format: the two boxes side by side
    if (
      bounds[m] > maxX || bounds[m + 3] < minX || bounds[m + 1] > maxY || bounds[m + 4] < minY ||
      bounds[m + 2] > maxZ || bounds[m + 5] < minZ
    ) {
      node = skips[node];
      continue;
    }
    if (skips[node] === node + 1) {
      for (let l = starts[node]; l < ends[node]; l++) {
        const s = 6 * l;
        // biome-ignore format: the two boxes side by side
        if (
          sorted[s] <= maxX && sorted[s + 3] >= minX && sorted[s + 1] <= maxY &&
          sorted[s + 4] >= minY && sorted[s + 2] <= maxZ && sorted[s + 5] >= minZ
        ) {
          pairsOfElement(buffer, a, a.starts[leaf], a.ends[leaf], b, l);
        }
      }
    }
    node++;
  }
}

function pairsInLeaf(buffer: PairBuffer, a: SweptTree, leaf: number): void {
  for (let l = a.starts[leaf] + 1; l < a.ends[leaf]; l++) pairsOfElement(buffer, a, a.starts[leaf], l, a, l);
}

/** Pairs of the elements `from` to `to` - 1 of `a` with element l of `b`, all in the order of the trees. */
function pairsOfElement(buffer: PairBuffer, a: SweptTree, from: number, to: number, b: SweptTree, l: number): void {
  const { sorted, order } = a;
  const s = 6 * l;
  const minX = b.sorted[s];
  const minY = b.sorted[s + 1];
  const minZ = b.sorted[s + 2];
  const maxX = b.sorted[s + 3];
  const maxY = b.sorted[s + 4];
  const maxZ = b.sorted[s + 5];
  const j = b.order[l];
  for (let k = from; k < to; k++) {
    const r = 6 * k;
    // biome-ignore format: the two boxes side by side
    if (
      sorted[r] > maxX || sorted[r + 3] < minX || sorted[r + 1] > maxY ||
      sorted[r + 4] < minY || sorted[r + 2] > maxZ || sorted[r + 5] < minZ
    ) continue;
    if (haveCommonNode(a, k, b, l) || isExcluded(a, k, b, l)) continue;
    const i = order[k];
    const swapped = a === b && i > j;
    const at = 2 * buffer.filled;
    buffer.pairs[at] = swapped ? j : i;
    buffer.pairs[at + 1] = swapped ? i : j;
    if (++buffer.filled === BUFFER_PAIRS) flush(buffer);
  }
}

/** `k` and `l` in the order of the trees; elements of `a` have one or two nodes. */
function haveCommonNode(a: SweptTree, k: number, b: SweptTree, l: number): boolean {
  const first = a.nodes[a.nodesPerElement * k];
  const last = a.nodes[a.nodesPerElement * (k + 1) - 1];
  for (let n = b.nodesPerElement * l; n < b.nodesPerElement * (l + 1); n++) {
    if (b.nodes[n] === first || b.nodes[n] === last) return true;
  }
  return false;
}

/** Excluded by roles or bodies: one must be a slave (the first one, unless a = b) and the other a master, of different bodies. */
function isExcluded(a: SweptTree, k: number, b: SweptTree, l: number): boolean {
  if (b.bodies.length > 0 && a.bodies[k] === b.bodies[l]) return true;
  if (b.roles.length === 0 && a.roles.length === 0) return false;
  const first = roleOf(a, k);
  return (roleOf(b, l) & (a === b ? oppositeRoles(first) : first & SLAVE ? MASTER : 0)) === 0;
}

function roleOf({ roles }: SweptTree, l: number): number {
  return roles.length > 0 ? roles[l] : SLAVE | MASTER;
}

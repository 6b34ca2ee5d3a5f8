import type { BroadPhaseKind } from '../broad-phase.ts';
import type { PairList } from '../pairs.ts';
import { type BoxSet, createBoxSearch } from './box-search.ts';
import { sortRow } from './sort-row.ts';
import {
  elementsWithRole,
  hasVertex,
  MASTER,
  oppositeRoles,
  SLAVE,
  type SurfaceElements,
  shareBody,
} from './surface-elements.ts';

/** Gets the next `count` pairs, i j i j ..., in `chunk`, which is filled anew afterwards. */
export type CandidateVisitor = (chunk: Int32Array, count: number) => void;

/** Pairs of elements whose boxes overlap, sorted by the first and then the second. */
export interface CandidateSearch {
  /** To be told when the boxes have changed; the work is done when somebody asks for pairs. */
  boxesChanged(): void;
  /** Hands over the pairs of elements `from` to `to` - 1, at most `chunkPairs` at a time; returns their number. */
  forEach(visit: CandidateVisitor, chunkPairs: number, from: number, to: number): number;
  /** All pairs. The list is filled anew when the boxes have changed. */
  list(): PairList;
}

/** Pairs in a chunk unless told otherwise: 512 kB. */
export const CHUNK_PAIRS = 65_536;

/** Slave elements of `a` against master elements of `b`; within one set (a = b) each pair once, lower number first. */
export function createCandidateSearch(kind: BroadPhaseKind, a: SurfaceElements, b: SurfaceElements): CandidateSearch {
  const queries: BoxSet = { boxes: a.boxes, members: elementsWithRole(a, a === b ? SLAVE | MASTER : SLAVE) };
  const targets: BoxSet = a === b ? queries : { boxes: b.boxes, members: elementsWithRole(b, MASTER) };
  const search = createBoxSearch(kind, queries, targets);
  const row = new Int32Array(targets.members.length);
  const list: PairList = { count: 0, indices: new Int32Array() };
  let chunk = new Int32Array();
  let searchIsCurrent = false;
  let listIsCurrent = false;

  const forEach = (visit: CandidateVisitor, chunkPairs: number, from: number, to: number): number => {
    if (!searchIsCurrent) search.update();
    searchIsCurrent = true;
    if (chunk.length < 2 * chunkPairs) chunk = new Int32Array(2 * chunkPairs);
    let total = 0;
    let filled = 0;
    for (let m = 0; m < queries.members.length; m++) {
      const i = queries.members[m];
      if (i < from || i >= to) continue;
      const count = keepPartners(row, search.find(row, i), a, i, b);
      sortRow(row, 0, count);
      for (let k = 0; k < count; k++) {
        chunk[2 * filled] = i;
        chunk[2 * filled + 1] = row[k];
        if (++filled < chunkPairs) continue;
        visit(chunk, filled);
        filled = 0;
      }
      total += count;
    }
    if (filled > 0) visit(chunk, filled);
    return total;
  };
  const append: CandidateVisitor = (pairs, count) => appendPairs(list, pairs, count);

  return {
    boxesChanged: () => {
      searchIsCurrent = false;
      listIsCurrent = false;
    },
    forEach,
    list: () => {
      if (listIsCurrent) return list;
      list.count = 0;
      forEach(append, CHUNK_PAIRS, 0, Number.POSITIVE_INFINITY);
      listIsCurrent = true;
      return list;
    },
  };
}

/**
 * Of the first `count` numbers in `row`, keeps the elements of `b` that element i of `a` may meet: no vertex in common,
 * one slave and the other master, not of one body. Returns how many.
 */
function keepPartners(row: Int32Array, count: number, a: SurfaceElements, i: number, b: SurfaceElements): number {
  // a vertex or an edge: the first node and the last are all it has
  const first = a.nodes[a.nodesPerElement * i];
  const last = a.nodes[a.nodesPerElement * (i + 1) - 1];
  const sought = oppositeRoles(a.roles[i]);
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const j = row[k];
    if ((b.roles[j] & sought) !== 0 && !shareBody(a, i, b, j) && !hasVertex(b, j, first, last)) row[kept++] = j;
  }
  return kept;
}

/** Puts `count` pairs at the end of a list, which grows as needed and is never made smaller. */
function appendPairs(list: PairList, chunk: Int32Array, count: number): void {
  const filled = 2 * list.count;
  if (filled + 2 * count > list.indices.length) {
    const grown = new Int32Array(2 * (filled + count));
    grown.set(list.indices);
    list.indices = grown;
  }
  for (let k = 0; k < 2 * count; k++) list.indices[filled + k] = chunk[k];
  list.count += count;
}

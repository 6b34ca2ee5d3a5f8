import type { BroadPhaseKind } from '../broad-phase.ts';
import type { PairList } from '../pairs.ts';
import { createBoxSearch } from './box-search.ts';
import type { BoxSet } from './box-set.ts';
import { sortRow } from './sort-row.ts';
import {
  elementsWithRole,
  hasVertex,
  MASTER,
  ofSameBody,
  oppositeRoles,
  SLAVE,
  type SurfaceElements,
} from './surface-elements.ts';

/** Receives the next `count` pairs, i j i j ..., in `chunk`, which is overwritten afterwards. */
export type CandidateVisitor = (chunk: Int32Array, count: number) => void;

/** Pairs of elements whose boxes overlap, sorted by the first and then the second. */
export interface CandidateSearch {
  /** To be called when the boxes have changed; the search runs when pairs are requested. */
  boxesChanged(): void;
  /** Passes the pairs of elements `from` to `to` - 1 to `visit`, at most `chunkPairs` at a time; returns their number. */
  forEach(visit: CandidateVisitor, chunkPairs: number, from: number, to: number): number;
  /** All pairs. The list is overwritten when the boxes have changed. */
  list(): PairList;
}

/** Default number of pairs per chunk: 512 kB. */
export const CHUNK_PAIRS = 65_536;

/** Slave elements of `a` with master elements of `b`; within one set (a = b) each pair once, lower index first. */
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
      const count = filterPartners(row, search.find(row, i), a, i, b);
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
 * Reduces the first `count` entries of `row` to the elements of `b` that can form a pair with element i of `a`: no
 * common vertex, one slave and the other master, not of the same body. Returns their count.
 */
function filterPartners(row: Int32Array, count: number, a: SurfaceElements, i: number, b: SurfaceElements): number {
  // a vertex or an edge has only a first and a last node
  const first = a.nodes[a.nodesPerElement * i];
  const last = a.nodes[a.nodesPerElement * (i + 1) - 1];
  const sought = oppositeRoles(a.roles[i]);
  let written = 0;
  for (let k = 0; k < count; k++) {
    const j = row[k];
    if ((b.roles[j] & sought) !== 0 && !ofSameBody(a, i, b, j) && !hasVertex(b, j, first, last)) row[written++] = j;
  }
  return written;
}

/** Appends `count` pairs to a list, which grows as needed and never shrinks. */
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

import { sortByStart, UNSORTED } from '../sweep-and-prune.ts';
import type { BoxSearch, BoxSet } from './box-set.ts';

/** Targets along one axis. */
interface SweepLine {
  axis: number;
  /** Target indices by ascending lower ends, and copies of their boxes in this order. */
  readonly order: Int32Array;
  readonly sorted: Float64Array;
  /** Of each index in the order: the nearest before it whose box ends later, or -1. */
  readonly longer: Int32Array;
}

/**
 * Sweep along one axis: targets sorted by their lower ends. A query tests those that start before it ends, from the last
 * one back; where one ends before the query starts, so do all since the nearest that ends later, and they are skipped.
 */
export function createSweepSearch(queries: BoxSet, targets: BoxSet): BoxSearch {
  const count = targets.members.length;
  const line: SweepLine = {
    axis: UNSORTED,
    order: targets.members.slice(),
    sorted: new Float64Array(6 * count),
    longer: new Int32Array(count),
  };
  return {
    update: () => {
      line.axis = sortByStart(line.order, targets.boxes, line.axis);
      for (let l = 0; l < count; l++) {
        for (let k = 0; k < 6; k++) line.sorted[6 * l + k] = targets.boxes[6 * line.order[l] + k];
      }
      linkLonger(line);
    },
    find: (row, i) => findOnLine(row, line, queries.boxes, i, queries === targets ? i : -1),
  };
}

function linkLonger({ axis, order, sorted, longer }: SweepLine): void {
  for (let l = 0; l < order.length; l++) {
    const end = sorted[6 * l + 3 + axis];
    let before = l - 1;
    while (before >= 0 && sorted[6 * before + 3 + axis] <= end) before = longer[before];
    longer[l] = before;
  }
}

/** Targets with an index above `after` that overlap box i. */
function findOnLine(row: Int32Array, line: SweepLine, boxes: Float64Array, i: number, after: number): number {
  const { axis, order, sorted, longer } = line;
  const minX = boxes[6 * i];
  const minY = boxes[6 * i + 1];
  const minZ = boxes[6 * i + 2];
  const maxX = boxes[6 * i + 3];
  const maxY = boxes[6 * i + 4];
  const maxZ = boxes[6 * i + 5];
  const start = boxes[6 * i + axis];
  let found = 0;
  let l = countStarts(line, boxes[6 * i + 3 + axis]) - 1;
  while (l >= 0) {
    const b = 6 * l;
    if (sorted[b + 3 + axis] < start) {
      l = longer[l];
      continue;
    }
    // biome-ignore format: the two boxes side by side
    if (
      sorted[b] <= maxX && sorted[b + 3] >= minX && sorted[b + 1] <= maxY &&
      sorted[b + 4] >= minY && sorted[b + 2] <= maxZ && sorted[b + 5] >= minZ && order[l] > after
    ) {
      row[found++] = order[l];
    }
    l--;
  }
  return found;
}

/** Number of targets that start at or before `end`. */
function countStarts({ axis, order, sorted }: SweepLine, end: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const midpoint = (low + high) >> 1;
    if (sorted[6 * midpoint + axis] <= end) low = midpoint + 1;
    else high = midpoint;
  }
  return low;
}

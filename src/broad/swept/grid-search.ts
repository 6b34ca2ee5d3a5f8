import type { BoxSearch, BoxSet } from './box-set.ts';

/** Cell size over the median size of a target along the axis [VBC24-3.1]. */
const CELL_OVER_MEDIAN = 2;

/** The median is that of at most this many targets, uniformly sampled. */
const SAMPLE_SIZE = 1023;

/** Maximum number of cells per box [VBC24-3.1]. */
const CELLS_PER_BOX = 4;

/** Maximum mean number of cells per box; where sizes vary too much for that, cells are made larger. */
const VISITS_PER_BOX = 16;

/** Cells over the common box of the targets; boxes outside belong to the outermost cells. */
interface Grid {
  /** Common box of the targets. */
  readonly domain: Float64Array;
  /** Cells along each axis, and cells per half metre: coordinates are halved so that no difference overflows. */
  readonly counts: Int32Array;
  readonly scales: Float64Array;
  /** The cells that the current box overlaps: from xyz, to xyz. */
  readonly range: Int32Array;
  readonly sample: Float64Array;
  /** Start of the entries of each cell, and the indices of the targets entered, cell by cell. */
  readonly starts: Int32Array;
  entries: Int32Array;
}

/**
 * A uniform grid, filled by counting sort. Each target is entered in all cells that it overlaps, and a query visits its
 * own. The cell index is monotonic in the coordinate, so overlapping boxes both occupy the cell of the lower corner of
 * their intersection; the target is found there, once.
 */
export function createGridSearch(queries: BoxSet, targets: BoxSet): BoxSearch {
  const boxCount = targets.members.length + (queries === targets ? 0 : queries.members.length);
  const grid: Grid = {
    domain: new Float64Array(6),
    counts: new Int32Array(3),
    scales: new Float64Array(3),
    range: new Int32Array(6),
    sample: new Float64Array(Math.min(targets.members.length, SAMPLE_SIZE)),
    starts: new Int32Array(CELLS_PER_BOX * boxCount + 2),
    entries: new Int32Array(),
  };
  return {
    update: () => {
      fitDomain(grid.domain, targets);
      for (let axis = 0; axis < 3; axis++) layCells(grid, targets, axis, CELLS_PER_BOX * boxCount);
      while (cellCount(grid) > Math.max(CELLS_PER_BOX * boxCount, 1)) coarsen(grid);
      let visits = countVisits(grid, targets);
      const allVisits = () => visits + (queries === targets ? 0 : countVisits(grid, queries));
      while (cellCount(grid) > 1 && allVisits() > VISITS_PER_BOX * boxCount) {
        coarsen(grid);
        visits = countVisits(grid, targets);
      }
      if (grid.entries.length < visits) grid.entries = new Int32Array(visits + (visits >> 2));
      fillCells(grid, targets);
    },
    find: (row, i) => findInCells(row, grid, queries.boxes, targets.boxes, i, queries === targets ? i : -1),
  };
}

function fitDomain(domain: Float64Array, { boxes, members }: BoxSet): void {
  domain.fill(Infinity, 0, 3);
  domain.fill(-Infinity, 3, 6);
  for (let m = 0; m < members.length; m++) {
    const b = 6 * members[m];
    for (let k = 0; k < 3; k++) {
      domain[k] = Math.min(domain[k], boxes[b + k]);
      domain[k + 3] = Math.max(domain[k + 3], boxes[b + 3 + k]);
    }
  }
}

/** Cells of twice the median size along one axis, at most `limit`; `limit` where more than half have zero size. */
function layCells(grid: Grid, { boxes, members }: BoxSet, axis: number, limit: number): void {
  const { sample, domain } = grid;
  for (let s = 0; s < sample.length; s++) {
    const b = 6 * members[Math.floor((s * members.length) / sample.length)];
    sample[s] = 0.5 * boxes[b + 3 + axis] - 0.5 * boxes[b + axis];
  }
  sample.sort();
  const span = 0.5 * domain[axis + 3] - 0.5 * domain[axis];
  const cell = CELL_OVER_MEDIAN * sample[sample.length >> 1];
  setCells(grid, axis, span > 0 ? Math.min(span / cell, limit) : 1);
}

function setCells(grid: Grid, axis: number, wanted: number): void {
  const { domain, counts, scales } = grid;
  const count = Math.max(Math.floor(wanted), 1);
  const scale = count / (0.5 * domain[axis + 3] - 0.5 * domain[axis]);
  // an extent near the smallest numbers cannot be divided
  const divided = count > 1 && scale < Infinity;
  counts[axis] = divided ? count : 1;
  scales[axis] = divided ? scale : 0;
}

function cellCount({ counts }: Grid): number {
  return counts[0] * counts[1] * counts[2];
}

/** Halves the number of cells along the axis with the most. */
function coarsen(grid: Grid): void {
  const { counts } = grid;
  let axis = counts[1] > counts[0] ? 1 : 0;
  if (counts[2] > counts[axis]) axis = 2;
  setCells(grid, axis, counts[axis] / 2);
}

function cellOf({ domain, counts, scales }: Grid, axis: number, coordinate: number): number {
  const cell = (0.5 * coordinate - 0.5 * domain[axis]) * scales[axis];
  return cell < 0 ? 0 : cell < counts[axis] ? Math.floor(cell) : counts[axis] - 1;
}

function setRange(grid: Grid, boxes: Float64Array, i: number): void {
  for (let axis = 0; axis < 3; axis++) {
    grid.range[axis] = cellOf(grid, axis, boxes[6 * i + axis]);
    grid.range[axis + 3] = cellOf(grid, axis, boxes[6 * i + 3 + axis]);
  }
}

/** Total number of cells that the boxes of a set overlap. */
function countVisits(grid: Grid, { boxes, members }: BoxSet): number {
  const { range } = grid;
  let visits = 0;
  for (let m = 0; m < members.length; m++) {
    setRange(grid, boxes, members[m]);
    visits += (range[3] - range[0] + 1) * (range[4] - range[1] + 1) * (range[5] - range[2] + 1);
  }
  return visits;
}

/** Counting sort: entries per cell, their cumulative sums, and then the entries, filled from the end of each cell. */
function fillCells(grid: Grid, { boxes, members }: BoxSet): void {
  const { starts } = grid;
  const cells = cellCount(grid);
  starts.fill(0, 0, cells + 1);
  for (let m = 0; m < members.length; m++) enterCells(grid, boxes, members[m], false);
  for (let cell = 1; cell <= cells; cell++) starts[cell] += starts[cell - 1];
  for (let m = 0; m < members.length; m++) enterCells(grid, boxes, members[m], true);
}

function enterCells(grid: Grid, boxes: Float64Array, i: number, isWriting: boolean): void {
  const { counts, range, starts, entries } = grid;
  setRange(grid, boxes, i);
  for (let z = range[2]; z <= range[5]; z++) {
    for (let y = range[1]; y <= range[4]; y++) {
      const line = (z * counts[1] + y) * counts[0];
      for (let cell = line + range[0]; cell <= line + range[3]; cell++) {
        if (isWriting) entries[--starts[cell]] = i;
        else starts[cell]++;
      }
    }
  }
}

/** Targets with an index above `after` that overlap query box i. */
// biome-ignore format: the boxes on one line
function findInCells(
  row: Int32Array, grid: Grid, queryBoxes: Float64Array, boxes: Float64Array, i: number, after: number,
): number {
  const { counts, range, starts, entries } = grid;
  const minX = queryBoxes[6 * i];
  const minY = queryBoxes[6 * i + 1];
  const minZ = queryBoxes[6 * i + 2];
  const maxX = queryBoxes[6 * i + 3];
  const maxY = queryBoxes[6 * i + 4];
  const maxZ = queryBoxes[6 * i + 5];
  setRange(grid, queryBoxes, i);
  const fromX = range[0];
  const fromY = range[1];
  const fromZ = range[2];
  const toX = range[3];
  const toY = range[4];
  const toZ = range[5];
  let found = 0;
  for (let z = fromZ; z <= toZ; z++) {
    for (let y = fromY; y <= toY; y++) {
      for (let x = fromX; x <= toX; x++) {
        const cell = (z * counts[1] + y) * counts[0] + x;
        for (let e = starts[cell]; e < starts[cell + 1]; e++) {
          const j = entries[e];
          const b = 6 * j;
          if (
            j > after && boxes[b] <= maxX && boxes[b + 3] >= minX && boxes[b + 1] <= maxY &&
            boxes[b + 4] >= minY && boxes[b + 2] <= maxZ && boxes[b + 5] >= minZ &&
            // the intersection starts in this cell: where the query does not, the target must
            (x === fromX || cellOf(grid, 0, boxes[b]) === x) &&
            (y === fromY || cellOf(grid, 1, boxes[b + 1]) === y) &&
            (z === fromZ || cellOf(grid, 2, boxes[b + 2]) === z)
          ) {
            row[found++] = j;
          }
        }
      }
    }
  }
  return found;
}

import {
  addPair,
  addPairsApart,
  boxesOverlap,
  createPairList,
  createPairSorter,
  isFiniteBox,
  longestSide,
  type PairList,
} from './pairs.ts';

/** Cell size over the longest side of a box in the grid [CP13-1.6]: a box then overlaps at most two cells per axis. */
const CELL_OVER_SIDE = 1.5;

/** A box this many times longer than the mean stays outside the grid: at most one in eight can be. */
const LARGE_OVER_MEAN = 8;

/** A box enters at most 2 x 2 x 2 cells. */
const CELLS_PER_BOX = 8;

/**
 * A uniform grid over a hash table. Boxes are tested against those in the cells they overlap; infinite and very large
 * boxes stay outside the grid and are tested against all. The cell index is monotonic in the coordinate, so overlapping
 * boxes both occupy the cell of the lower corner of their intersection; the pair is reported there, once.
 */
export function createGrid(): (boxes: Float64Array, count: number) => PairList {
  const pairs = createPairList();
  const sortPairs = createPairSorter();
  const table = createCellTable();
  let apart = new Uint8Array();
  return (boxes, count) => {
    if (apart.length < count) apart = new Uint8Array(count);
    const longest = setLargeApart(apart, boxes, count);
    clearCells(table, count, longest > 0 ? CELL_OVER_SIDE * longest : pointSpacing(apart, boxes, count));
    pairs.count = 0;
    for (let i = 0; i < count; i++) {
      if (apart[i] === 0) enterCells(pairs, table, boxes, i);
      else addPairsApart(pairs, apart, boxes, count, i);
    }
    sortPairs(pairs, count);
    return pairs;
  };
}

/** Marks the boxes that stay outside the grid and returns the longest side of the others [m]. */
function setLargeApart(apart: Uint8Array, boxes: Float64Array, count: number): number {
  for (let i = 0; i < count; i++) apart[i] = isFiniteBox(boxes, i) && longestSide(boxes, i) < Infinity ? 0 : 1;
  for (;;) {
    let members = 0;
    let mean = 0;
    let longest = 0;
    for (let i = 0; i < count; i++) {
      if (apart[i] !== 0) continue;
      const side = longestSide(boxes, i);
      members++;
      mean += (side - mean) / members;
      longest = Math.max(longest, side);
    }
    if (longest <= LARGE_OVER_MEAN * mean) return longest;
    for (let i = 0; i < count; i++) if (longestSide(boxes, i) > LARGE_OVER_MEAN * mean) apart[i] = 1;
  }
}

/** Cell size for points: their largest extent over their count, or any size if they all coincide [m]. */
function pointSpacing(apart: Uint8Array, boxes: Float64Array, count: number): number {
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < count; i++) {
      if (apart[i] !== 0) continue;
      min = Math.min(min, boxes[6 * i + axis]);
      max = Math.max(max, boxes[6 * i + axis]);
    }
    extent = Math.max(extent, max - min);
  }
  return extent / count || 1;
}

/** Entries (a box in a cell) in linked lists, one for each bucket of a hash table. */
interface CellTable {
  /** [m] */
  cell: number;
  entryCount: number;
  /** First entry of each bucket, -1 for none; the length is a power of two. */
  heads: Int32Array;
  /** Of each entry: the next in its bucket, its box, and the three indices of its cell. */
  next: Int32Array;
  box: Int32Array;
  cells: Float64Array;
}

function createCellTable(): CellTable {
  return {
    cell: 1,
    entryCount: 0,
    heads: new Int32Array(),
    next: new Int32Array(),
    box: new Int32Array(),
    cells: new Float64Array(),
  };
}

function clearCells(table: CellTable, boxCount: number, cell: number): void {
  const entries = CELLS_PER_BOX * boxCount;
  if (table.next.length < entries) {
    table.heads = new Int32Array(2 ** Math.ceil(Math.log2(entries)));
    table.next = new Int32Array(entries);
    table.box = new Int32Array(entries);
    table.cells = new Float64Array(3 * entries);
  }
  table.heads.fill(-1);
  table.entryCount = 0;
  table.cell = cell;
}

/** Index of the cell that contains a coordinate. */
function cellOf(table: CellTable, coordinate: number): number {
  return Math.floor(coordinate / table.cell);
}

/** Enters a box into every cell it overlaps: the lower, the upper or both along each axis. */
function enterCells(pairs: PairList, table: CellTable, boxes: Float64Array, i: number): void {
  const b = 6 * i;
  const lowX = cellOf(table, boxes[b]);
  const lowY = cellOf(table, boxes[b + 1]);
  const lowZ = cellOf(table, boxes[b + 2]);
  const highX = cellOf(table, boxes[b + 3]);
  const highY = cellOf(table, boxes[b + 4]);
  const highZ = cellOf(table, boxes[b + 5]);
  for (let corner = 0; corner < CELLS_PER_BOX; corner++) {
    const right = (corner & 1) !== 0;
    const up = (corner & 2) !== 0;
    const front = (corner & 4) !== 0;
    if ((right && highX === lowX) || (up && highY === lowY) || (front && highZ === lowZ)) continue;
    enterCell(pairs, table, boxes, i, right ? highX : lowX, up ? highY : lowY, front ? highZ : lowZ);
  }
}

/** Tests the box against all boxes already in the cell, then adds it. */
// biome-ignore format: the cell on one line
function enterCell(
  pairs: PairList, table: CellTable, boxes: Float64Array, i: number, x: number, y: number, z: number,
): void {
  const { heads, next, box, cells } = table;
  const bucket = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (heads.length - 1);
  for (let e = heads[bucket]; e >= 0; e = next[e]) {
    if (cells[3 * e] !== x || cells[3 * e + 1] !== y || cells[3 * e + 2] !== z) continue;
    const a = 6 * i;
    const b = 6 * box[e];
    if (
      boxesOverlap(boxes, i, boxes, box[e]) &&
      cellOf(table, Math.max(boxes[a], boxes[b])) === x &&
      cellOf(table, Math.max(boxes[a + 1], boxes[b + 1])) === y &&
      cellOf(table, Math.max(boxes[a + 2], boxes[b + 2])) === z
    ) {
      addPair(pairs, i, box[e]);
    }
  }
  const entry = table.entryCount++;
  cells[3 * entry] = x;
  cells[3 * entry + 1] = y;
  cells[3 * entry + 2] = z;
  box[entry] = i;
  next[entry] = heads[bucket];
  heads[bucket] = entry;
}

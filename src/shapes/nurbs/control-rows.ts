/**
 * Control points along one direction. A packed array of control points is a sequence of `blocks`, each of `count` rows of
 * `width` numbers: along u a surface is one block whose rows are its rows of control points, along v every row is a block
 * of single control points, and a curve is one block. Operations along one direction (subdivision, knot insertion) then
 * need only one implementation.
 */
export interface ControlRows {
  readonly blocks: number;
  readonly count: number;
  readonly width: number;
}

export type Direction = 'u' | 'v';

export function curveRows(count: number): ControlRows {
  return { blocks: 1, count, width: 4 };
}

export function surfaceRows(direction: Direction, countU: number, countV: number): ControlRows {
  return direction === 'u'
    ? { blocks: 1, count: countU, width: 4 * countV }
    : { blocks: countU, count: countV, width: 4 };
}

/** Writes (1 - t) a + t b at offset `outAt`, for the rows at offsets `a` and `b`; `outAt` may be `a` of the same array. */
export function mixRows(
  out: Float64Array,
  outAt: number,
  from: Float64Array,
  a: number,
  b: number,
  width: number,
  t: number,
): void {
  const s = 1 - t;
  for (let k = 0; k < width; k++) out[outAt + k] = s * from[a + k] + t * from[b + k];
}

/** Rows `first` to `first + count - 1` of every block. */
export function takeRows(control: Float64Array, rows: ControlRows, first: number, count: number): Float64Array {
  const { blocks, width } = rows;
  const taken = new Float64Array(blocks * count * width);
  for (let block = 0; block < blocks; block++) {
    const at = (block * rows.count + first) * width;
    taken.set(control.subarray(at, at + count * width), block * count * width);
  }
  return taken;
}

/** The same rows in reverse order. */
export function reverseRows(control: Float64Array, rows: ControlRows): Float64Array {
  const { blocks, count, width } = rows;
  const reversed = new Float64Array(control.length);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < count; i++) {
      const at = (block * count + i) * width;
      reversed.set(control.subarray(at, at + width), (block * count + count - 1 - i) * width);
    }
  }
  return reversed;
}

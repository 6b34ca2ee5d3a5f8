/**
 * Cells of a scalar Bezier polynomial over the unit square, halved by de Casteljau's scheme. A cell is its coefficients over a rectangle of
 * the square; last in, first out. One allocation serves all certificates.
 */
export interface CellStack {
  /** `width` numbers per cell, coefficient (i, j) at i sizeV + j. */
  coefficients: Float64Array;
  width: number;
  /** The rectangle of each cell: u from, u to, v from, v to. */
  readonly rectangles: Float64Array;
  sizeU: number;
  sizeV: number;
  count: number;
  /** Position of the next split as a fraction of the rectangle; in an array so that it is not boxed. */
  readonly fraction: Float64Array;
}

/** Every halving of the top cell adds one cell: enough for rectangles of 2^-30 in each direction. */
const CAPACITY = 64;

export function createCellStack(): CellStack {
  return {
    coefficients: new Float64Array(9 * CAPACITY),
    width: 9,
    rectangles: new Float64Array(4 * CAPACITY),
    sizeU: 3,
    sizeV: 3,
    count: 0,
    fraction: new Float64Array(1),
  };
}

/**
 * Makes the whole square the only cell, with the given numbers of coefficients along u and v (a curve has one along v). Returns the array
 * for the caller to fill, from index 0.
 */
export function resetCells(cells: CellStack, sizeU: number, sizeV: number): Float64Array {
  const width = sizeU * sizeV;
  if (width * CAPACITY > cells.coefficients.length) cells.coefficients = new Float64Array(width * CAPACITY);
  cells.width = width;
  cells.sizeU = sizeU;
  cells.sizeV = sizeV;
  cells.count = 1;
  const { rectangles } = cells;
  rectangles[0] = 0;
  rectangles[1] = 1;
  rectangles[2] = 0;
  rectangles[3] = 1;
  return cells.coefficients;
}

/** Is there capacity for one more cell? */
export function hasCapacity({ count }: CellStack): boolean {
  return count < CAPACITY;
}

/** Splits the top cell at `fraction` of its rectangle: the upper part, and above it on the stack the lower part. */
export function splitCell(cells: CellStack, alongU: boolean): void {
  const { coefficients: c, rectangles, width, sizeU, sizeV, count } = cells;
  const t = cells.fraction[0];
  const from = (count - 1) * width;
  const to = count * width;
  const lines = alongU ? sizeV : sizeU;
  const size = alongU ? sizeU : sizeV;
  const stride = alongU ? sizeV : 1;
  const between = alongU ? 1 : sizeV;
  for (let line = 0; line < lines; line++) {
    const start = from + line * between;
    for (let k = 0; k < size; k++) {
      c[to + line * between + k * stride] = c[start];
      for (let i = 0; i < size - 1 - k; i++) {
        const at = start + i * stride;
        c[at] += t * (c[at + stride] - c[at]);
      }
    }
  }
  const low = alongU ? 0 : 2;
  const r = 4 * (count - 1);
  const s = 4 * count;
  for (let k = 0; k < 4; k++) rectangles[s + k] = rectangles[r + k];
  const midpoint = rectangles[r + low] + t * (rectangles[r + low + 1] - rectangles[r + low]);
  rectangles[s + low + 1] = midpoint;
  rectangles[r + low] = midpoint;
  cells.count++;
}

/** Does the polynomial of the top cell change more along u than along v, coefficient by coefficient? */
export function steeperAlongU({ coefficients: c, width, sizeU, sizeV, count }: CellStack): boolean {
  const from = (count - 1) * width;
  let alongU = 0;
  let alongV = 0;
  for (let i = 0; i < sizeU; i++) {
    for (let j = 0; j < sizeV; j++) {
      const at = from + i * sizeV + j;
      if (i + 1 < sizeU) alongU = Math.max(alongU, Math.abs(c[at + sizeV] - c[at]));
      if (j + 1 < sizeV) alongV = Math.max(alongV, Math.abs(c[at + 1] - c[at]));
    }
  }
  return alongU >= alongV;
}

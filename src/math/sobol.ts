/**
 * Points of the Sobol sequence by index, 32 bits per coordinate, with the direction numbers of Joe and Kuo (2008, set
 * new-joe-kuo-6).
 */

/** Per dimension from the second: coefficients of the primitive polynomial, without its first and last, and initial numbers. */
const JOE_KUO: readonly (readonly [polynomial: number, ...initial: number[]])[] = [
  [0, 1],
  [1, 1, 3],
  [1, 1, 3, 1],
  [2, 1, 1, 1],
  [1, 1, 1, 3, 3],
  [4, 1, 3, 5, 13],
  [2, 1, 1, 5, 5, 17],
  [4, 1, 1, 5, 5, 5],
  [7, 1, 1, 7, 11, 19],
  [11, 1, 1, 5, 1, 1],
  [13, 1, 1, 1, 3, 11],
  [14, 1, 3, 5, 5, 31],
  [1, 1, 3, 3, 9, 7, 49],
  [13, 1, 1, 1, 15, 21, 21],
  [16, 1, 3, 1, 13, 27, 49],
  [19, 1, 1, 1, 15, 7, 5],
  [22, 1, 3, 1, 15, 13, 25],
  [25, 1, 1, 5, 5, 19, 61],
  [1, 1, 3, 7, 11, 23, 15, 103],
  [4, 1, 3, 7, 13, 13, 15, 69],
];

/** Number of dimensions with direction numbers. */
export const MAX_SOBOL_DIMENSIONS = JOE_KUO.length + 1;

/** Number of different points. */
export const MAX_SOBOL_POINTS = 2 ** 32;

const BITS = 32;

/** Direction numbers of one dimension, as 32-bit words: bit k of the index selects number k. */
export function sobolDirections(dimension: number): Uint32Array {
  const directions = new Uint32Array(BITS);
  if (dimension === 0) return directions.map((_, k) => 2 ** (BITS - 1 - k));
  const [polynomial, ...initial] = JOE_KUO[dimension - 1];
  const degree = initial.length;
  for (let k = 0; k < BITS; k++) {
    if (k < degree) {
      directions[k] = initial[k] * 2 ** (BITS - 1 - k);
      continue;
    }
    let word = directions[k - degree] ^ (directions[k - degree] >>> degree);
    for (let j = 1; j < degree; j++) {
      if ((polynomial >>> (degree - 1 - j)) & 1) word ^= directions[k - j];
    }
    directions[k] = word;
  }
  return directions;
}

/** Coordinate of point `index`, as a 32-bit word: the coordinate is this over 2^32. */
export function sobolWord(directions: Uint32Array, index: number): number {
  let word = 0;
  let gray = (index ^ (index >>> 1)) >>> 0;
  for (let k = 0; gray !== 0; k++, gray >>>= 1) if (gray & 1) word ^= directions[k];
  return word >>> 0;
}

import type { SearchCell } from './search-cell.ts';

/**
 * Polynomials of a cell for squared distances. With homogeneous control points X = (x - c) w relative to the centre c of the cell, |x - y|²
 * of two rational cells is a quotient of Bernstein polynomials whose coefficients have the quotients
 *
 *   a_i + a_k - 2 b_i·b_k,   a = (X·X)/(w w),  b = (X w)/(w w),
 *
 * with products of polynomials of twice the degree. The smallest of them bounds the squared distance from below. `squares` holds a and b
 * of every coefficient: four numbers each.
 */
export const SQUARE = 4;

const rows = new Map<number, Float64Array>();

/** C(n,i) C(n,k) / C(2n,i+k) at i (n + 1) + k. */
export function productFactors(n: number): Float64Array {
  let factors = rows.get(n);
  if (factors === undefined) {
    const row = binomials(n);
    const twice = binomials(2 * n);
    factors = new Float64Array((n + 1) ** 2);
    for (let i = 0; i <= n; i++)
      for (let k = 0; k <= n; k++) factors[i * (n + 1) + k] = (row[i] * row[k]) / twice[i + k];
    rows.set(n, factors);
  }
  return factors;
}

function binomials(n: number): Float64Array {
  const row = new Float64Array(n + 1).fill(1);
  for (let i = 1; i <= n; i++) row[i] = (row[i - 1] * (n - i + 1)) / i;
  return row;
}

export function squaresOf(cell: SearchCell): Float64Array {
  cell.squares ??= computeSquares(cell);
  return cell.squares;
}

function computeSquares({ control, center, degreeU, degreeV }: SearchCell): Float64Array {
  const local = control.slice();
  for (let at = 0; at < local.length; at += 4) {
    for (let k = 0; k < 3; k++) local[at + k] -= center[k] * local[at + 3];
  }
  const row = 2 * degreeV + 1;
  const count = (2 * degreeU + 1) * row;
  const out = new Float64Array(SQUARE * count);
  const weights = new Float64Array(count);
  const overU = productFactors(degreeU);
  const overV = productFactors(degreeV);
  const [sizeU, sizeV] = [degreeU + 1, degreeV + 1];
  for (let i = 0; i < sizeU; i++) {
    for (let k = 0; k < sizeU; k++) {
      for (let j = 0; j < sizeV; j++) {
        for (let l = 0; l < sizeV; l++) {
          const factor = overU[i * sizeU + k] * overV[j * sizeV + l];
          const p = 4 * (i * sizeV + j);
          const q = 4 * (k * sizeV + l);
          const at = (i + k) * row + j + l;
          const w = factor * local[q + 3];
          out[SQUARE * at] +=
            factor * (local[p] * local[q] + local[p + 1] * local[q + 1] + local[p + 2] * local[q + 2]);
          out[SQUARE * at + 1] += w * local[p];
          out[SQUARE * at + 2] += w * local[p + 1];
          out[SQUARE * at + 3] += w * local[p + 2];
          weights[at] += w * local[p + 3];
        }
      }
    }
  }
  for (let at = 0; at < count; at++) for (let k = 0; k < SQUARE; k++) out[SQUARE * at + k] /= weights[at];
  return out;
}

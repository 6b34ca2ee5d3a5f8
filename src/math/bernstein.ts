/**
 * Polynomials over the unit square in Bernstein form, Σ c_ij B_i(u) B_j(v). Values lie between the minimum and the maximum
 * coefficient, the corner coefficients are values, and subdivision makes the bounds converge quadratically; so signs can be
 * certified. A polynomial of one variable has degreeV = 0.
 */
export interface Bernstein {
  readonly degreeU: number;
  readonly degreeV: number;
  /** c_ij at i (degreeV + 1) + j. */
  readonly coefficients: Float64Array;
}

/** Cells that `isNonNegative` tests before it gives up. */
const MAX_CELLS = 4000;

export function createBernstein(degreeU: number, degreeV: number): Bernstein {
  return { degreeU, degreeV, coefficients: new Float64Array((degreeU + 1) * (degreeV + 1)) };
}

/** Row n of Pascal's triangle. */
function binomials(n: number): Float64Array {
  const row = new Float64Array(n + 1).fill(1);
  for (let i = 1; i <= n; i++) row[i] = (row[i - 1] * (n - i + 1)) / i;
  return row;
}

/** a b: coefficients scaled by their binomials multiply like those of the monomial basis. */
export function multiplyBernstein(a: Bernstein, b: Bernstein): Bernstein {
  const product = createBernstein(a.degreeU + b.degreeU, a.degreeV + b.degreeV);
  const scaledA = scaleByBinomials(a, false);
  const scaledB = scaleByBinomials(b, false);
  const [rowA, rowB, row] = [a.degreeV + 1, b.degreeV + 1, product.degreeV + 1];
  for (let i = 0; i <= a.degreeU; i++) {
    for (let j = 0; j < rowA; j++) {
      const factor = scaledA.coefficients[i * rowA + j];
      if (factor === 0) continue;
      for (let k = 0; k <= b.degreeU; k++) {
        for (let l = 0; l < rowB; l++) {
          product.coefficients[(i + k) * row + j + l] += factor * scaledB.coefficients[k * rowB + l];
        }
      }
    }
  }
  return scaleByBinomials(product, true);
}

function scaleByBinomials(a: Bernstein, divide: boolean): Bernstein {
  const overU = binomials(a.degreeU);
  const overV = binomials(a.degreeV);
  const row = a.degreeV + 1;
  const coefficients = a.coefficients.map((c, at) => {
    const factor = overU[Math.floor(at / row)] * overV[at % row];
    return divide ? c / factor : c * factor;
  });
  return { ...a, coefficients };
}

/** a + k b, with the larger of the two degrees in each direction. */
export function addScaledBernstein(a: Bernstein, b: Bernstein, k: number): Bernstein {
  const degreeU = Math.max(a.degreeU, b.degreeU);
  const degreeV = Math.max(a.degreeV, b.degreeV);
  const [raisedA, raisedB] = [raise(a, degreeU, degreeV), raise(b, degreeU, degreeV)];
  return {
    degreeU,
    degreeV,
    coefficients: raisedA.coefficients.map((c, at) => c + k * raisedB.coefficients[at]),
  };
}

/** Degree elevation: multiplication by 1, all of whose coefficients are 1. */
function raise(a: Bernstein, degreeU: number, degreeV: number): Bernstein {
  if (a.degreeU === degreeU && a.degreeV === degreeV) return a;
  const one = createBernstein(degreeU - a.degreeU, degreeV - a.degreeV);
  one.coefficients.fill(1);
  return multiplyBernstein(a, one);
}

/** ∂a/∂u: n (c_{i+1} - c_i) */
export function differentiateU(a: Bernstein): Bernstein {
  const derivative = createBernstein(Math.max(a.degreeU - 1, 0), a.degreeV);
  if (a.degreeU === 0) return derivative;
  const row = a.degreeV + 1;
  derivative.coefficients.forEach((_, at) => {
    derivative.coefficients[at] = a.degreeU * (a.coefficients[at + row] - a.coefficients[at]);
  });
  return derivative;
}

/** ∂a/∂v */
export function differentiateV(a: Bernstein): Bernstein {
  const derivative = createBernstein(a.degreeU, Math.max(a.degreeV - 1, 0));
  if (a.degreeV === 0) return derivative;
  derivative.coefficients.forEach((_, at) => {
    const from = at + Math.floor(at / a.degreeV);
    derivative.coefficients[at] = a.degreeV * (a.coefficients[from + 1] - a.coefficients[from]);
  });
  return derivative;
}

/** The maximum absolute coefficient: a bound of |a|. */
export function largestCoefficient(a: Bernstein): number {
  return a.coefficients.reduce((largest, c) => Math.max(largest, Math.abs(c)), 0);
}

/**
 * Is a >= -tolerance on the whole square? True is certified. False means that a value below was found, or that the cell
 * limit was reached.
 */
export function isNonNegative(a: Bernstein, tolerance: number): boolean {
  const cells = [a.coefficients];
  for (let count = 0; count < MAX_CELLS; count++) {
    const cell = cells.pop();
    if (cell === undefined) return true;
    if (cell.every((c) => c >= -tolerance)) continue;
    const row = a.degreeV + 1;
    const corners = [cell[0], cell[a.degreeV], cell[a.degreeU * row], cell[cell.length - 1]];
    if (Math.min(...corners) < -tolerance) return false;
    cells.push(...halve(a, cell));
  }
  return false;
}

/** Bisects a cell in the direction in which its coefficients differ more. */
function halve(a: Bernstein, cell: Float64Array): [Float64Array, Float64Array] {
  const row = a.degreeV + 1;
  let [alongU, alongV] = [0, 0];
  cell.forEach((c, at) => {
    if (at >= row) alongU = Math.max(alongU, Math.abs(c - cell[at - row]));
    if (at % row > 0) alongV = Math.max(alongV, Math.abs(c - cell[at - 1]));
  });
  const inU = alongU * a.degreeU >= alongV * a.degreeV;
  const lines = inU ? row : a.degreeU + 1;
  const degree = inU ? a.degreeU : a.degreeV;
  const [start, stride] = inU ? [1, row] : [row, 1];
  const above = cell.slice();
  const below = cell.slice();
  for (let line = 0; line < lines; line++) {
    // de Casteljau at one half: the first entry of every round belongs to the lower half
    for (let step = 1; step <= degree; step++) {
      for (let i = 0; i <= degree - step; i++) {
        const at = line * start + i * stride;
        above[at] = 0.5 * (above[at] + above[at + stride]);
      }
      below[line * start + step * stride] = above[line * start];
    }
  }
  return [below, above];
}

/**
 * Exact roots in [0, 1] of integer polynomials of any degree: isolated, ordered and substituted into other polynomials without
 * rounding. Cubics, on which most queries depend, have a faster file of their own: `algebraic-number.ts`.
 */
import {
  commonDivisor,
  constantSign,
  countSignChanges,
  derivativeOf,
  divideByRoot,
  type ExactPolynomial,
  polynomialInCell,
  polynomialQuotient,
} from './exact-polynomial.ts';
import { degreeOf, isZeroPolynomial, signAtFraction, signOf } from './integer-polynomial.ts';
import {
  approximateCoefficients,
  type CellArithmetic,
  cellToNumber,
  compareCells,
  NARROW,
  narrowCell,
  type RootCell,
} from './root-cell.ts';

/** A root of an integer polynomial. */
export type PolynomialRoot = RootCell<ExactPolynomial>;

const POLYNOMIALS: CellArithmetic<ExactPolynomial> = {
  restrict: polynomialInCell,
  valueAtOne: (f) => f.reduce((sum, c) => sum + c, 0n),
  guess,
  // in two cells of which one contains the other a common root is the root of both
  areEqual: (a, b) => isCommonRoot(a.polynomial, b) && isCommonRoot(b.polynomial, a) && haveCommonRoot(a, b),
};

/** [bits] Roots that are still together in a cell of this width may be a multiple root, so that factors are looked for. */
const CLOSE = 16;

function fraction(numerator: bigint, denominator: bigint, polynomial: ExactPolynomial): PolynomialRoot {
  return { isFraction: true, numerator, denominator, bits: 0, polynomial, inCell: polynomial };
}

/** Zero as a root, for queries at t = 0. */
export function zeroRoot(): PolynomialRoot {
  return fraction(0n, 1n, [0n, 1n]);
}

/** All distinct roots of f in [0, 1] in ascending order; f must not be the zero polynomial. */
export function polynomialRootsInUnit(f: ExactPolynomial): PolynomialRoot[] {
  const roots: PolynomialRoot[] = [];
  let rest: ExactPolynomial = f.slice(0, degreeOf(f) + 1);
  if (rest[0] === 0n) roots.push(fraction(0n, 1n, f));
  while (rest[0] === 0n) rest = rest.slice(1);
  const isRootAtOne = () => rest.reduce((sum, c) => sum + c, 0n) === 0n;
  if (isRootAtOne()) roots.push(fraction(1n, 1n, f));
  while (isRootAtOne()) rest = divideByRoot(rest, 1n, 1n);
  roots.push(...(isolate(rest, CLOSE) ?? isolate(withoutMultipleRoots(rest), Number.POSITIVE_INFINITY) ?? []));
  return roots.length > 1 ? roots.sort(compareRoots) : roots;
}

function withoutMultipleRoots(f: ExactPolynomial): ExactPolynomial {
  return polynomialQuotient(f, commonDivisor(f, derivativeOf(f)));
}

/**
 * The roots of f in (0, 1), for f without a root at 0 or 1: bisects until each cell contains at most one. Undefined if that would
 * take more than `maxBits` bisections.
 */
function isolate(f: ExactPolynomial, maxBits: number): PolynomialRoot[] | undefined {
  const roots: PolynomialRoot[] = [];
  const parts = [{ polynomial: f, bits: 0, numerator: 0n, inCell: f }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { polynomial, bits, numerator, inCell } = part;
    const changes = countSignChanges(inCell);
    if (changes === 1) roots.push({ isFraction: false, denominator: 0n, ...part });
    if (changes <= 1) continue;
    if (bits >= maxBits) return undefined;
    const right = polynomialInCell(inCell, 1, 1n);
    if (right[0] === 0n) {
      // the midpoint is a root: divide it out, so that no later cell has a root at its end
      const [n, m] = [2n * numerator + 1n, 1n << BigInt(bits + 1)];
      roots.push(fraction(n, m, polynomial));
      let rest = polynomial;
      while (signAtFraction(rest, n, m) === 0) rest = divideByRoot(rest, n, m);
      parts.push({ polynomial: rest, bits, numerator, inCell: polynomialInCell(rest, bits, numerator) });
      continue;
    }
    parts.push({ polynomial, bits: bits + 1, numerator: 2n * numerator, inCell: polynomialInCell(inCell, 1, 0n) });
    parts.push({ polynomial, bits: bits + 1, numerator: 2n * numerator + 1n, inCell: right });
  }
  return roots;
}

/** Where in [0, 1] the polynomial changes sign, in doubles: Newton's method safeguarded by bisection. */
function guess(f: ExactPolynomial): number {
  const c = approximateCoefficients(f);
  const sign = c[0] < 0 ? -1 : 1;
  let low = 0;
  let high = 1;
  let y = -c[0] / c.slice(1).reduce((sum, value) => sum + value, 0);
  for (let i = 0; i < 60; i++) {
    if (!(y > low && y < high)) y = 0.5 * (low + high);
    let [value, slope] = [0, 0];
    for (let k = c.length - 1; k >= 0; k--) {
      slope = slope * y + value;
      value = value * y + c[k];
    }
    if (sign * value > 0) low = y;
    else high = y;
    const step = value / slope;
    // also stops where value and slope both vanish in doubles and the step is NaN: the guess is accurate enough
    if (!(Math.abs(step) >= 1e-15)) break;
    y -= step;
  }
  return Math.min(Math.max(y, 0), 1);
}

/** Sign of q at the root. */
export function signAtRoot(q: ExactPolynomial, root: PolynomialRoot): -1 | 0 | 1 {
  if (isZeroPolynomial(q)) return 0;
  for (let bits = NARROW, tested = false; !root.isFraction; bits += NARROW) {
    const sign = constantSign(polynomialInCell(q, root.bits, root.numerator));
    if (sign !== 0) return sign;
    if (root.bits >= NARROW && !tested) {
      if (isCommonRoot(q, root)) return 0;
      tested = true;
    }
    narrowCell(root, bits, POLYNOMIALS);
  }
  return signAtFraction(q, root.numerator, root.denominator);
}

/** Is the root in a cell also one of q? Decided by the common factor, whose only root in the cell could be this simple one. */
function isCommonRoot(q: ExactPolynomial, root: PolynomialRoot): boolean {
  const common = commonDivisor(root.polynomial, q);
  if (degreeOf(common) < 1) return false;
  const inCell = polynomialInCell(common, root.bits, root.numerator);
  return signOf(inCell[0]) * signOf(inCell.reduce((sum, c) => sum + c, 0n)) < 0;
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compareRoots(a: PolynomialRoot, b: PolynomialRoot): number {
  return compareCells(a, b, POLYNOMIALS);
}

/** Does the common factor of two polynomials have a root where their cells overlap? */
function haveCommonRoot(a: PolynomialRoot, b: PolynomialRoot): boolean {
  // both cells are dyadic, so that one contains the other
  const inner = a.bits >= b.bits ? a : b;
  const common = polynomialInCell(commonDivisor(a.polynomial, b.polynomial), inner.bits, inner.numerator);
  return signOf(common[0]) * signOf(common.reduce((sum, c) => sum + c, 0n)) < 0;
}

/** The double nearest to the root; below 2^-900 one of its neighbours. */
export function rootToNumber(root: PolynomialRoot): number {
  return cellToNumber(root, POLYNOMIALS);
}

/**
 * Exact roots in [0, 1] of integer polynomials of any degree: isolated, ordered and substituted into other polynomials without
 * rounding. Cubics, on which most queries depend, have a faster file of their own: `algebraic-number.ts`.
 *
 * A root is either the fraction numerator / denominator, or the only root of `polynomial` in the open cell between
 * numerator / 2^bits and (numerator + 1) / 2^bits. It is simple there, and neither end is a root. Cells are narrowed in place, so
 * later queries start from the narrower cell.
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
import { dyadicToNumber, fractionToNumber } from './fraction-to-number.ts';
import { degreeOf, isZeroPolynomial, signAtFraction, signOf } from './integer-polynomial.ts';

export interface PolynomialRoot {
  isFraction: boolean;
  numerator: bigint;
  /** Above zero; fractions only. */
  denominator: bigint;
  /** Cells only: width 2^-bits. */
  bits: number;
  readonly polynomial: ExactPolynomial;
  /** The same in the coordinate y of the cell, times a power of two. */
  inCell: ExactPolynomial;
}

/** Cell width [bits] that decides most nonzero signs. */
const NARROW = 40;
/** Bits that decide the rounding of most numbers to a double. */
const SIGNIFICANT = 64;
/** Numbers below 2^-900 are not refined further. */
const MIN_BITS = 900;
/** Bits by which a guess in doubles narrows a cell at once: fewer than 53, or the guess fails too often. */
const LEAP = 40;
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

/** Narrows a cell to 2^-bits or less, or finds that its root is a fraction. */
function narrowRoot(root: PolynomialRoot, bits: number): void {
  let leap = LEAP;
  while (!root.isFraction && root.bits < bits) {
    const part = BigInt(Math.min(Math.floor(guess(root.inCell) * 2 ** leap), 2 ** leap - 1));
    if (enter(root, leap, part)) leap = LEAP;
    else if (leap > 1) leap >>= 2;
    else enter(root, 1, 1n - part);
    if (leap === 0) leap = 1;
  }
}

/** Narrows the cell to one of its 2^bits parts if the root is in it. */
function enter(root: PolynomialRoot, bits: number, part: bigint): boolean {
  const inPart = polynomialInCell(root.inCell, bits, part);
  const left = signOf(inPart[0]);
  const right = signOf(inPart.reduce((sum, c) => sum + c, 0n));
  if (left * right > 0) return false;
  root.bits += bits;
  root.numerator = (root.numerator << BigInt(bits)) + part;
  root.inCell = inPart;
  if (left === 0 || right === 0) {
    if (right === 0) root.numerator += 1n;
    root.isFraction = true;
    root.denominator = 1n << BigInt(root.bits);
  }
  return true;
}

/** Where in [0, 1] the polynomial changes sign, in doubles: Newton's method safeguarded by bisection. */
function guess(f: ExactPolynomial): number {
  const c = approximate(f);
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

/** The coefficients as doubles, all divided by a common power of two if too large. */
function approximate(f: ExactPolynomial): number[] {
  let scaled = f;
  while (!scaled.every((c) => Math.abs(Number(c)) < 1e300)) scaled = scaled.map((c) => c >> 512n);
  return scaled.map(Number);
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
    narrowRoot(root, bits);
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
  for (let bits = NARROW, tested = false; !a.isFraction && !b.isFraction; bits += NARROW) {
    const [left, right] = [a.numerator << BigInt(b.bits), b.numerator << BigInt(a.bits)];
    if (left + (1n << BigInt(b.bits)) <= right) return -1;
    if (right + (1n << BigInt(a.bits)) <= left) return 1;
    if (bits > 2 * NARROW && !tested) {
      // in two cells of which one contains the other a common root is the root of both
      if (isCommonRoot(a.polynomial, b) && isCommonRoot(b.polynomial, a) && haveCommonRoot(a, b)) return 0;
      tested = true;
    }
    narrowRoot(a, bits);
    narrowRoot(b, bits);
  }
  if (a.isFraction && b.isFraction) return signOf(a.numerator * b.denominator - b.numerator * a.denominator);
  return a.isFraction ? compareFraction(a, b) : -compareFraction(b, a);
}

/** Does the common factor of two polynomials have a root where their cells overlap? */
function haveCommonRoot(a: PolynomialRoot, b: PolynomialRoot): boolean {
  // both cells are dyadic, so that one contains the other
  const inner = a.bits >= b.bits ? a : b;
  const common = polynomialInCell(commonDivisor(a.polynomial, b.polynomial), inner.bits, inner.numerator);
  return signOf(common[0]) * signOf(common.reduce((sum, c) => sum + c, 0n)) < 0;
}

/** Order of a fraction and a root in a cell. */
function compareFraction(a: PolynomialRoot, b: PolynomialRoot): number {
  const scaled = a.numerator << BigInt(b.bits);
  if (scaled <= b.numerator * a.denominator) return -1;
  if (scaled >= (b.numerator + 1n) * a.denominator) return 1;
  const here = signAtFraction(b.polynomial, a.numerator, a.denominator);
  const left = signAtFraction(b.polynomial, b.numerator, 1n << BigInt(b.bits));
  return here === 0 ? 0 : here === left ? -1 : 1;
}

/** The double nearest to the root; below 2^-900 one of its neighbours. */
export function rootToNumber(root: PolynomialRoot): number {
  narrowRoot(root, SIGNIFICANT);
  // terminates: a number half-way between two doubles is dyadic, so narrowing reduces its cell to a fraction
  for (;;) {
    if (root.isFraction) return fractionToNumber(root.numerator, root.denominator);
    const nearest = dyadicToNumber(root.numerator + 1n, root.bits);
    if (dyadicToNumber(root.numerator, root.bits) === nearest || root.bits > MIN_BITS) return nearest;
    narrowRoot(root, root.bits + SIGNIFICANT);
  }
}

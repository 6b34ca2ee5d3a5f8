/**
 * An exact root in [0, 1]: either the fraction numerator / denominator, or the only root of `polynomial` in the open cell between
 * numerator / 2^bits and (numerator + 1) / 2^bits, where the polynomial changes sign and neither end is a root. Cells are narrowed
 * in place, so later queries start from the narrower cell.
 */
import { dyadicToNumber, fractionToNumber } from './fraction-to-number.ts';
import { signAtFraction, signOf } from './integer-polynomial.ts';

export interface RootCell<P extends readonly bigint[]> {
  isFraction: boolean;
  numerator: bigint;
  /** Above zero; fractions only. */
  denominator: bigint;
  /** Cells only: width 2^-bits. */
  bits: number;
  /** The polynomial that has this root. */
  readonly polynomial: P;
  /** The same in the coordinate y of the cell, times a power of two. */
  inCell: P;
}

/** What narrowing needs of polynomials of one kind. */
export interface CellArithmetic<P extends readonly bigint[]> {
  /** The polynomial in the coordinate of one of the 2^bits parts of the cell, times a power of two. */
  restrict(f: P, bits: number, part: bigint): P;
  /** f(1) */
  valueAtOne(f: P): bigint;
  /** Where in [0, 1] the polynomial changes sign, in doubles. */
  guess(f: P): number;
  /** Are two numbers in overlapping cells the same? */
  areEqual(a: RootCell<P>, b: RootCell<P>): boolean;
}

/** Cell width [bits] that decides most nonzero signs. */
export const NARROW = 40;
/** Bits that decide the rounding of most numbers to a double. */
const SIGNIFICANT = 64;
/** Numbers below 2^-900 are not refined further. */
const MIN_BITS = 900;
/** Bits by which a guess in doubles narrows a cell at once: fewer than 53, or the guess fails too often. */
const LEAP = 40;

/** Narrows a cell to 2^-bits or less, or finds that its root is a fraction. */
export function narrowCell<P extends readonly bigint[]>(
  root: RootCell<P>,
  bits: number,
  arithmetic: CellArithmetic<P>,
): void {
  let leap = LEAP;
  while (!root.isFraction && root.bits < bits) {
    const part = BigInt(Math.min(Math.floor(arithmetic.guess(root.inCell) * 2 ** leap), 2 ** leap - 1));
    if (enter(root, leap, part, arithmetic)) leap = LEAP;
    else if (leap > 1) leap >>= 2;
    else enter(root, 1, 1n - part, arithmetic);
    if (leap === 0) leap = 1;
  }
}

/** Narrows the cell to one of its 2^bits parts if the root is in it. */
function enter<P extends readonly bigint[]>(
  root: RootCell<P>,
  bits: number,
  part: bigint,
  { restrict, valueAtOne }: CellArithmetic<P>,
): boolean {
  const inPart = restrict(root.inCell, bits, part);
  const left = signOf(inPart[0]);
  const right = signOf(valueAtOne(inPart));
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

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compareCells<P extends readonly bigint[]>(
  a: RootCell<P>,
  b: RootCell<P>,
  arithmetic: CellArithmetic<P>,
): number {
  for (let bits = NARROW, tested = false; !a.isFraction && !b.isFraction; bits += NARROW) {
    const [left, right] = [a.numerator << BigInt(b.bits), b.numerator << BigInt(a.bits)];
    if (left + (1n << BigInt(b.bits)) <= right) return -1;
    if (right + (1n << BigInt(a.bits)) <= left) return 1;
    if (bits > 2 * NARROW && !tested) {
      if (arithmetic.areEqual(a, b)) return 0;
      tested = true;
    }
    narrowCell(a, bits, arithmetic);
    narrowCell(b, bits, arithmetic);
  }
  if (a.isFraction && b.isFraction) return signOf(a.numerator * b.denominator - b.numerator * a.denominator);
  return a.isFraction ? compareFraction(a, b) : -compareFraction(b, a);
}

/** Order of a fraction and a number in a cell. */
export function compareFraction<P extends readonly bigint[]>(a: RootCell<P>, b: RootCell<P>): number {
  const scaled = a.numerator << BigInt(b.bits);
  if (scaled <= b.numerator * a.denominator) return -1;
  if (scaled >= (b.numerator + 1n) * a.denominator) return 1;
  const here = signAtFraction(b.polynomial, a.numerator, a.denominator);
  return here === 0 ? 0 : here === signOf(b.inCell[0]) ? -1 : 1;
}

/** The double nearest to the number; below 2^-900 one of its neighbours. */
export function cellToNumber<P extends readonly bigint[]>(root: RootCell<P>, arithmetic: CellArithmetic<P>): number {
  narrowCell(root, SIGNIFICANT, arithmetic);
  // terminates: a number half-way between two doubles is dyadic, so narrowing reduces its cell to a fraction
  for (;;) {
    if (root.isFraction) return fractionToNumber(root.numerator, root.denominator);
    const nearest = dyadicToNumber(root.numerator + 1n, root.bits);
    if (dyadicToNumber(root.numerator, root.bits) === nearest || root.bits > MIN_BITS) return nearest;
    narrowCell(root, root.bits + SIGNIFICANT, arithmetic);
  }
}

/** The coefficients as doubles, all divided by a common power of two if too large. */
export function approximateCoefficients(f: readonly bigint[]): number[] {
  let scaled = f;
  while (!scaled.every((c) => Math.abs(Number(c)) < 1e300)) scaled = scaled.map((c) => c >> 512n);
  return scaled.map(Number);
}

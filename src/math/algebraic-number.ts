/**
 * Exact roots of integer cubics in [0, 1]: isolated, ordered and substituted into quadratics without rounding.
 * [VBC24-6.4]
 */
import {
  cubicInCell,
  degreeOf,
  discriminant,
  divideOutRoot,
  type IntegerCubic,
  type IntegerQuadratic,
  isZeroPolynomial,
  pseudoRemainder,
  quadraticInCell,
  signAtFraction,
  signOf,
  signOnUnit,
  signVariations,
} from './integer-polynomial.ts';
import {
  approximateCoefficients,
  type CellArithmetic,
  cellToNumber,
  compareCells,
  compareFraction,
  NARROW,
  narrowCell,
  type RootCell,
} from './root-cell.ts';

/** A root of an integer cubic. */
export type AlgebraicNumber = RootCell<IntegerCubic>;

/** Arithmetic of cubics, written out: most queries depend on it. */
const CUBICS: CellArithmetic<IntegerCubic> = {
  restrict: cubicInCell,
  valueAtOne: (f) => f[0] + f[1] + f[2] + f[3],
  guess,
  areEqual,
};

function fraction(numerator: bigint, denominator: bigint, cubic: IntegerCubic): AlgebraicNumber {
  const sign = denominator < 0n ? -1n : 1n;
  return {
    isFraction: true,
    numerator: sign * numerator,
    denominator: sign * denominator,
    bits: 0,
    polynomial: cubic,
    inCell: cubic,
  };
}

/** Zero as an algebraic number, for queries at t = 0. */
export function algebraicZero(): AlgebraicNumber {
  return fraction(0n, 1n, [0n, 1n, 0n, 0n]);
}

/** All distinct roots of f in [0, 1] in ascending order; f must not be the zero polynomial. */
export function rootsInUnit(f: IntegerCubic): AlgebraicNumber[] {
  const roots: AlgebraicNumber[] = [];
  let rest = f;
  if (rest[0] === 0n) roots.push(fraction(0n, 1n, f));
  while (rest[0] === 0n) rest = divideOutRoot(rest, 0n, 1n);
  const atOne = () => rest[0] + rest[1] + rest[2] + rest[3] === 0n;
  if (atOne()) roots.push(fraction(1n, 1n, f));
  while (atOne()) rest = divideOutRoot(rest, 1n, 1n);
  inner(roots, rest);
  return roots.length > 1 ? roots.sort(compareAlgebraic) : roots;
}

/** The roots of f in (0, 1), for f without a root at 0 or 1. */
function inner(roots: AlgebraicNumber[], f: IntegerCubic): void {
  const variations = signVariations(f);
  if (variations === 0) return;
  if (degreeOf(f) === 1) roots.push(fraction(-f[0], f[1], f));
  else if (variations === 1) roots.push(cell(f, 0, 0n, f));
  else if (discriminant(f) === 0n) multiple(roots, f);
  else split(roots, f);
}

function cell(cubic: IntegerCubic, bits: number, numerator: bigint, inCell: IntegerCubic): AlgebraicNumber {
  return { isFraction: false, numerator, denominator: 0n, bits, polynomial: cubic, inCell };
}

/** A multiple root is rational, and so is the remaining simple root. */
function multiple(roots: AlgebraicNumber[], f: IntegerCubic): void {
  const [d, c, b, a] = f;
  const pushInner = (n: bigint, m: bigint) => {
    const root = fraction(n, m, f);
    if (root.numerator > 0n && root.numerator < root.denominator) roots.push(root);
  };
  const h = b * b - 3n * a * c;
  if (a === 0n) pushInner(-c, 2n * b);
  else if (h === 0n) pushInner(-b, 3n * a);
  else {
    pushInner(9n * a * d - b * c, 2n * h);
    pushInner(4n * a * b * c - 9n * a * a * d - b * b * b, a * h);
  }
}

/** A cell that may contain several roots. */
type Part = Pick<AlgebraicNumber, 'polynomial' | 'bits' | 'numerator' | 'inCell'>;

/**
 * Bisects (0, 1) until each cell contains at most one root of f. Roots of f are simple. A stack instead of recursion: two roots
 * can share thousands of bits.
 */
function split(roots: AlgebraicNumber[], f: IntegerCubic): void {
  const parts: Part[] = [{ polynomial: f, bits: 0, numerator: 0n, inCell: f }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { polynomial, bits, numerator, inCell } = part;
    const variations = signVariations(inCell);
    if (variations === 1) roots.push(cell(polynomial, bits, numerator, inCell));
    if (variations <= 1) continue;
    const right = cubicInCell(inCell, 1, 1n);
    if (right[0] === 0n) {
      // the midpoint is a root: divide it out, so that no later cell has a root at its end
      const [n, m] = [2n * numerator + 1n, 1n << BigInt(bits + 1)];
      roots.push(fraction(n, m, polynomial));
      const rest = divideOutRoot(polynomial, n, m);
      parts.push({ polynomial: rest, bits, numerator, inCell: cubicInCell(rest, bits, numerator) });
      continue;
    }
    parts.push({ polynomial, bits: bits + 1, numerator: 2n * numerator, inCell: cubicInCell(inCell, 1, 0n) });
    parts.push({ polynomial, bits: bits + 1, numerator: 2n * numerator + 1n, inCell: right });
  }
}

/** Where in [0, 1] the cubic changes sign, in doubles: Newton's method safeguarded by bisection. */
function guess(f: IntegerCubic): number {
  const [c0, c1, c2, c3] = approximateCoefficients(f);
  const sign = c0 < 0 ? -1 : 1;
  let low = 0;
  let high = 1;
  let y = c0 / -(c1 + c2 + c3);
  for (let i = 0; i < 60; i++) {
    if (!(y > low && y < high)) y = 0.5 * (low + high);
    const value = sign * (c0 + y * (c1 + y * (c2 + y * c3)));
    if (value > 0) low = y;
    else high = y;
    const step = value / (sign * (c1 + y * (2 * c2 + y * 3 * c3)));
    // also stops where value and slope both vanish in doubles and the step is NaN: the guess is accurate enough
    if (!(Math.abs(step) >= 1e-15)) break;
    y -= step;
  }
  return Math.min(Math.max(y, 0), 1);
}

/** Sign of the quadratic q at the number. */
export function signAt(q: IntegerQuadratic, root: AlgebraicNumber): -1 | 0 | 1 {
  if (isZeroPolynomial(q)) return 0;
  for (let bits = NARROW, tested = false; !root.isFraction; bits += NARROW) {
    const sign = signOnUnit(quadraticInCell(q, root.bits, root.numerator));
    if (sign !== 0) return sign;
    if (root.bits >= NARROW && !tested) {
      if (isRootOf(q, root)) return 0;
      tested = true;
    }
    narrowCell(root, bits, CUBICS);
  }
  return signAtFraction(q, root.numerator, root.denominator);
}

/** Is the number in a cell a root of q, which is not the zero polynomial? Decided by the common factor of its cubic and q. */
function isRootOf(q: IntegerQuadratic, root: AlgebraicNumber): boolean {
  const degree = degreeOf(q);
  if (degree === 0) return false;
  if (degree === 1) return inCell(root, -q[0], q[1]) && isFractionRoot(root.polynomial, -q[0], q[1]);
  const [r0, r1] = pseudoRemainder(root.polynomial, q);
  if (r1 !== 0n) return inCell(root, -r0, r1) && isFractionRoot(q, -r0, r1);
  if (r0 !== 0n) return false;
  // q divides the cubic, whose only root in the cell is simple
  const [c0, c1, c2] = quadraticInCell(q, root.bits, root.numerator);
  return signOf(c0) * signOf(c0 + c1 + c2) < 0;
}

function isFractionRoot(f: readonly bigint[], n: bigint, m: bigint): boolean {
  return m > 0n ? signAtFraction(f, n, m) === 0 : signAtFraction(f, -n, -m) === 0;
}

/** Does n/m, m ≠ 0, lie inside the cell? */
function inCell(root: AlgebraicNumber, n: bigint, m: bigint): boolean {
  const sign = m < 0n ? -1n : 1n;
  const scaled = (sign * n) << BigInt(root.bits);
  return scaled > root.numerator * sign * m && scaled < (root.numerator + 1n) * sign * m;
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compareAlgebraic(a: AlgebraicNumber, b: AlgebraicNumber): number {
  return compareCells(a, b, CUBICS);
}

/** Are two numbers in overlapping cells the same? Then a is a root of b's cubic too, and in b's cell. */
function areEqual(a: AlgebraicNumber, b: AlgebraicNumber): boolean {
  if (degreeOf(a.polynomial) < degreeOf(b.polynomial)) return areEqual(b, a);
  // b's cubic minus its multiple of a's: a quadratic with the same value at a, up to a factor
  const [f, g] = [a.polynomial, b.polynomial];
  const q = [0, 1, 2].map((i) => f[3] * g[i] - g[3] * f[i]) as unknown as IntegerQuadratic;
  const common = f[3] === 0n ? (g.slice(0, 3) as unknown as IntegerQuadratic) : q;
  if (!isZeroPolynomial(common) && !isRootOf(common, a)) return false;
  // the shared root of b's cubic is b itself where both lie in b's cell
  while (!a.isFraction && !isWithin(a, b) && overlaps(a, b)) narrowCell(a, a.bits + 1, CUBICS);
  return a.isFraction ? compareFraction(a, b) === 0 : isWithin(a, b);
}

function isWithin(a: AlgebraicNumber, b: AlgebraicNumber): boolean {
  const [left, right] = [a.numerator << BigInt(b.bits), b.numerator << BigInt(a.bits)];
  return left >= right && left + (1n << BigInt(b.bits)) <= right + (1n << BigInt(a.bits));
}

function overlaps(a: AlgebraicNumber, b: AlgebraicNumber): boolean {
  const [left, right] = [a.numerator << BigInt(b.bits), b.numerator << BigInt(a.bits)];
  return left < right + (1n << BigInt(a.bits)) && right < left + (1n << BigInt(b.bits));
}

/** The double nearest to the number; below 2^-900 one of its neighbours. */
export function algebraicToNumber(root: AlgebraicNumber): number {
  return cellToNumber(root, CUBICS);
}

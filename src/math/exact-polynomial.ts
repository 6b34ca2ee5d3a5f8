/**
 * Polynomials of any degree with integer coefficients of any size, low order first; leading coefficients may be zero. Those of
 * degree three, on which every query of constant velocities depends, have faster functions in `integer-polynomial.ts`.
 */
import { degreeOf, signOf } from './integer-polynomial.ts';

export type ExactPolynomial = readonly bigint[];

export function addPolynomials(a: ExactPolynomial, b: ExactPolynomial): bigint[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((c, i) => (i < short.length ? c + short[i] : c));
}

export function subtractPolynomials(a: ExactPolynomial, b: ExactPolynomial): bigint[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0n) - (b[i] ?? 0n));
}

export function multiplyPolynomials(a: ExactPolynomial, b: ExactPolynomial): bigint[] {
  const product = new Array<bigint>(a.length + b.length - 1).fill(0n);
  for (let i = 0; i < a.length; i++) {
    if (a[i] === 0n) continue;
    for (let j = 0; j < b.length; j++) product[i + j] += a[i] * b[j];
  }
  return product;
}

export function scalePolynomial(a: ExactPolynomial, factor: bigint): bigint[] {
  return a.map((c) => c * factor);
}

export function derivativeOf(a: ExactPolynomial): bigint[] {
  return a.slice(1).map((c, i) => c * BigInt(i + 1));
}

/** 2^(bits n) f((cell + y) / 2^bits) as a polynomial of y, for f of length n + 1. */
export function polynomialInCell(f: ExactPolynomial, bits: number, cell: bigint): bigint[] {
  const n = f.length - 1;
  const c = f.map((value, i) => value << BigInt(bits * (n - i)));
  if (cell === 0n) return c;
  // Taylor shift by repeated synthetic division
  for (let i = 0; i < n; i++) for (let j = n - 1; j >= i; j--) c[j] += cell * c[j + 1];
  return c;
}

/** Bernstein coefficients of f on [0, 1], coefficient j times n over j: the signs are those of the coefficients. */
function scaledBernstein(f: ExactPolynomial): bigint[] {
  // sum over i of (n-i over j-i) f_i: the Taylor shift by 1 of the reversed polynomial, reversed
  const c = f.slice().reverse();
  const n = c.length - 1;
  for (let i = 0; i < n; i++) for (let j = n - 1; j >= i; j--) c[j] += c[j + 1];
  return c.reverse();
}

/** Sign changes of the Bernstein coefficients on [0, 1]: an upper bound of the roots in (0, 1), exact if it is 0 or 1. */
export function countSignChanges(f: ExactPolynomial): number {
  let last = 0;
  let changes = 0;
  for (const value of scaledBernstein(f)) {
    const sign = signOf(value);
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) changes++;
    last = sign;
  }
  return changes;
}

/** The constant sign of f on [0, 1], ends included, if its Bernstein coefficients show one; else 0. */
export function constantSign(f: ExactPolynomial): -1 | 0 | 1 {
  const coefficients = scaledBernstein(f);
  const first = signOf(coefficients[0]);
  return coefficients.every((value) => signOf(value) === first) ? first : 0;
}

/** f / (m t - n) for a root n/m in lowest terms, m > 0: the quotient has integer coefficients by Gauss' lemma. */
export function divideByRoot(f: ExactPolynomial, n: bigint, m: bigint): bigint[] {
  const quotient = new Array<bigint>(Math.max(f.length - 1, 1)).fill(0n);
  for (let i = f.length - 1, carry = 0n; i > 0; i--) {
    carry = (f[i] + n * carry) / m;
    quotient[i - 1] = carry;
  }
  return quotient;
}

/** A prime below 2^26: products of two residues are exact doubles. */
const PRIME = 67_108_859;

/** The common divisor of highest degree of f and g, up to a constant factor; neither is the zero polynomial. */
export function commonDivisor(f: ExactPolynomial, g: ExactPolynomial): ExactPolynomial {
  if (areCoprimeModulo(f, g)) return [1n];
  let a = primitivePart(f);
  let b = primitivePart(g);
  while (degreeOf(b) >= 0) [a, b] = [b, primitivePart(pseudoRemainderOf(a, b))];
  return a;
}

/** f / g up to a constant factor, for g that divides f. */
export function polynomialQuotient(f: ExactPolynomial, g: ExactPolynomial): ExactPolynomial {
  const rest = f.slice(0, degreeOf(f) + 1);
  const n = degreeOf(g);
  const lead = g[n];
  const quotient = new Array<bigint>(Math.max(rest.length - n, 1)).fill(0n);
  for (let top = rest.length - 1; top >= n; top--) {
    const factor = rest[top];
    for (let i = 0; i < quotient.length; i++) quotient[i] *= lead;
    quotient[top - n] = factor;
    for (let i = 0; i < top; i++) rest[i] = rest[i] * lead - (i >= top - n ? factor * g[i - top + n] : 0n);
    rest[top] = 0n;
  }
  return primitivePart(quotient);
}

/** Remainder of a, times a power of the leading coefficient of b, on division by b. */
function pseudoRemainderOf(a: ExactPolynomial, b: ExactPolynomial): bigint[] {
  const n = degreeOf(b);
  const lead = b[n];
  const rest = a.slice(0, degreeOf(a) + 1);
  for (let top = rest.length - 1; top >= n; top--) {
    const factor = rest[top];
    if (factor === 0n) continue;
    for (let i = 0; i < top; i++) rest[i] = rest[i] * lead - (i >= top - n ? factor * b[i - top + n] : 0n);
    rest[top] = 0n;
  }
  return rest.slice(0, Math.max(n, 1));
}

/** Without leading zeros and without the common factor of its coefficients. */
function primitivePart(f: ExactPolynomial): bigint[] {
  const trimmed = f.slice(0, degreeOf(f) + 1);
  const content = trimmed.reduce(commonFactor, 0n);
  return content > 1n ? trimmed.map((c) => c / content) : trimmed;
}

function commonFactor(a: bigint, b: bigint): bigint {
  let [p, q] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (q !== 0n) [p, q] = [q, p % q];
  return p;
}

/** Are f and g certainly without a common factor? Decided modulo one prime, where a common factor would remain one. */
function areCoprimeModulo(f: ExactPolynomial, g: ExactPolynomial): boolean {
  const residues = (p: ExactPolynomial) => p.slice(0, degreeOf(p) + 1).map((c) => Number(c % BigInt(PRIME)));
  let [a, b] = [residues(f), residues(g)];
  // a leading coefficient that vanishes could hide a factor
  if (a[a.length - 1] === 0 || b[b.length - 1] === 0) return false;
  while (b.length > 1) {
    const inverse = inverseModulo(b[b.length - 1]);
    for (let top = a.length - 1; top >= b.length - 1; top--) {
      const factor = (a[top] * inverse) % PRIME;
      for (let i = 0; i < b.length; i++) {
        const at = top - b.length + 1 + i;
        a[at] = (a[at] - ((factor * b[i]) % PRIME)) % PRIME;
      }
    }
    let length = b.length - 1;
    while (length > 0 && a[length - 1] === 0) length--;
    [a, b] = [b, a.slice(0, length)];
  }
  return b.length === 1;
}

function inverseModulo(value: number): number {
  let [r, next] = [PRIME, ((value % PRIME) + PRIME) % PRIME];
  let [s, following] = [0, 1];
  while (next !== 0) {
    const quotient = Math.floor(r / next);
    [r, next] = [next, r - quotient * next];
    [s, following] = [following, s - quotient * following];
  }
  return s;
}

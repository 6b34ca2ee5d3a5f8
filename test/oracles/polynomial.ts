/**
 * Polynomials with whole-number coefficients, low order first, without leading zeros; [] is the zero polynomial.
 * What matters here are roots and signs, so several functions give their result times some number above zero.
 */
export type Polynomial = readonly bigint[];

export function trimmed(coefficients: readonly bigint[]): Polynomial {
  const last = coefficients.findLastIndex((coefficient) => coefficient !== 0n);
  return coefficients.slice(0, last + 1);
}

export function isZero(p: Polynomial): boolean {
  return p.length === 0;
}

export function add(p: Polynomial, q: Polynomial): Polynomial {
  const length = Math.max(p.length, q.length);
  return trimmed(Array.from({ length }, (_, i) => (p[i] ?? 0n) + (q[i] ?? 0n)));
}

export function negative(p: Polynomial): Polynomial {
  return p.map((coefficient) => -coefficient);
}

export function subtract(p: Polynomial, q: Polynomial): Polynomial {
  return add(p, negative(q));
}

export function multiply(p: Polynomial, q: Polynomial): Polynomial {
  const product = new Array<bigint>(Math.max(0, p.length + q.length - 1)).fill(0n);
  for (const [i, a] of p.entries()) {
    for (const [j, b] of q.entries()) product[i + j] += a * b;
  }
  return trimmed(product);
}

export function derivative(p: Polynomial): Polynomial {
  return p.slice(1).map((coefficient, i) => coefficient * BigInt(i + 1));
}

/** Sign of p at n / 2^k: -1, 0 or 1. */
export function signAt(p: Polynomial, n: bigint, k: number): number {
  return sign(scaledValue(p, n, k));
}

/** Sign that `p` has all over [n / 2^k, (n + 1) / 2^k], a part of [0, 1], or 0 if that is not certain. */
export function signOver(p: Polynomial, n: bigint, k: number): number {
  // in [0, 1] no slope is steeper than the sum of the derivative's coefficients
  const steepest = derivative(p).reduce((total, coefficient) => total + absolute(coefficient), 0n);
  const value = scaledValue(p, n, k);
  return absolute(value) > steepest << BigInt(k * Math.max(0, p.length - 2)) ? sign(value) : 0;
}

/** p(n / 2^k) times 2^(k degree), by Horner's rule. */
function scaledValue(p: Polynomial, n: bigint, k: number): bigint {
  let value = 0n;
  let shift = 0n;
  for (const coefficient of p.toReversed()) {
    value = value * n + (coefficient << shift);
    shift += BigInt(k);
  }
  return value;
}

/** Quotient and remainder of `p` by `q`, both times the same number above zero that keeps them whole. */
export function divide(p: Polynomial, q: Polynomial): { quotient: Polynomial; remainder: Polynomial } {
  const lead = q[q.length - 1];
  const scale = [absolute(lead)];
  let quotient: Polynomial = [];
  let remainder = p;
  while (remainder.length >= q.length) {
    const shift = new Array<bigint>(remainder.length - q.length).fill(0n);
    const top = remainder[remainder.length - 1];
    const term = [...shift, lead < 0n ? -top : top];
    quotient = add(multiply(quotient, scale), term);
    remainder = subtract(multiply(remainder, scale), multiply(term, q));
  }
  return { quotient, remainder };
}

/** A greatest common divisor, by Euclid's algorithm. */
export function commonDivisor(p: Polynomial, q: Polynomial): Polynomial {
  return isZero(q) ? primitive(p) : commonDivisor(q, primitive(divide(p, q).remainder));
}

/**
 * Sturm's chain: p, p', then each the negative remainder of the two before, all divided by the last (a greatest common
 * divisor of p and p'). Its first member has the roots of `p`, each of them once.
 */
export type SturmChain = readonly Polynomial[];

export function sturmChain(p: Polynomial): SturmChain {
  const chain = [primitive(p)];
  for (let next = primitive(derivative(p)); !isZero(next); ) {
    const before = chain[chain.length - 1];
    chain.push(next);
    next = primitive(negative(divide(before, next).remainder));
  }
  const last = chain[chain.length - 1];
  return last.length === 1 ? chain : chain.map((member) => primitive(divide(member, last).quotient));
}

/** Number of different roots of a chain's polynomial with n0 / 2^k < t <= n1 / 2^k (Sturm's theorem). */
export function rootCount(chain: SturmChain, n0: bigint, n1: bigint, k: number): number {
  return signChanges(chain, n0, k) - signChanges(chain, n1, k);
}

function signChanges(chain: SturmChain, n: bigint, k: number): number {
  const signs = chain.map((member) => signAt(member, n, k)).filter((s) => s !== 0);
  return signs.filter((s, i) => i > 0 && s !== signs[i - 1]).length;
}

/** `p` without the common factor of its coefficients, which keeps the numbers short. */
function primitive(p: Polynomial): Polynomial {
  const content = p.reduce(greatestCommonFactor, 0n);
  return content > 1n ? p.map((coefficient) => coefficient / content) : p;
}

function greatestCommonFactor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [absolute(a), absolute(b)];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function sign(value: bigint): number {
  if (value === 0n) return 0;
  return value > 0n ? 1 : -1;
}

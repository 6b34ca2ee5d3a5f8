/**
 * Polynomials of degree at most three with integer coefficients of any size, low order first. [VBC24-6.4]
 *
 * A quadratic always has three coefficients and a cubic four, whatever their degree: leading ones may be zero.
 */
export type IntegerQuadratic = readonly [bigint, bigint, bigint];
export type IntegerCubic = readonly [bigint, bigint, bigint, bigint];

export function signOf(value: bigint): -1 | 0 | 1 {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

export function isZeroPolynomial(f: readonly bigint[]): boolean {
  return f.every((coefficient) => coefficient === 0n);
}

/** -1 for the zero polynomial. */
export function degreeOf(f: readonly bigint[]): number {
  let degree = f.length - 1;
  while (degree >= 0 && f[degree] === 0n) degree--;
  return degree;
}

export function cubicOf(q: IntegerQuadratic): IntegerCubic {
  return [q[0], q[1], q[2], 0n];
}

/** Sign of f at n/m, m > 0. */
export function signAtFraction(f: readonly bigint[], n: bigint, m: bigint): -1 | 0 | 1 {
  let value = 0n;
  let power = 1n;
  for (let i = f.length - 1; i >= 0; i--) {
    value = value * n + f[i] * power;
    power *= m;
  }
  return signOf(value);
}

/** f / (m t - n) for a root n/m in lowest terms: the quotient has integer coefficients by Gauss' lemma. */
export function divideOutRoot(f: IntegerCubic, n: bigint, m: bigint): IntegerCubic {
  const c2 = f[3] / m;
  const c1 = (f[2] + n * c2) / m;
  const c0 = (f[1] + n * c1) / m;
  return [c0, c1, c2, 0n];
}

/** 8^bits f((cell + y) / 2^bits) as a cubic of y: f in the coordinate y of one of 2^bits equal cells of [0, 1]. */
export function cubicInCell(f: IntegerCubic, bits: number, cell: bigint): IntegerCubic {
  const shift = BigInt(bits);
  const a = f[3];
  // Taylor shift by repeated synthetic division
  const b2 = (f[2] << shift) + a * cell;
  const b1 = (f[1] << (2n * shift)) + b2 * cell;
  const c0 = (f[0] << (3n * shift)) + b1 * cell;
  const d2 = b2 + a * cell;
  return [c0, b1 + d2 * cell, d2 + a * cell, a];
}

/** 4^bits q((cell + y) / 2^bits) as a quadratic of y. */
export function quadraticInCell(q: IntegerQuadratic, bits: number, cell: bigint): IntegerQuadratic {
  const shift = BigInt(bits);
  const b1 = (q[1] << shift) + q[2] * cell;
  return [(q[0] << (2n * shift)) + b1 * cell, b1 + q[2] * cell, q[2]];
}

/** The constant sign of q on [0, 1], ends included, if its Bernstein coefficients show one; else 0. */
export function signOnUnit(q: IntegerQuadratic): -1 | 0 | 1 {
  const left = signOf(q[0]);
  if (left === 0 || signOf(q[0] + q[1] + q[2]) !== left || signOf(2n * q[0] + q[1]) !== left) return 0;
  return left;
}

/**
 * Sign changes of the Bernstein coefficients on [0, 1]: an upper bound of the roots in (0, 1), exact if it is 0 or 1.
 */
export function signVariations(f: IntegerCubic): number {
  const [c0, c1, c2, c3] = f;
  let last = 0;
  let changes = 0;
  for (const value of [c0, 3n * c0 + c1, 3n * c0 + 2n * c1 + c2, c0 + c1 + c2 + c3]) {
    const sign = signOf(value);
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) changes++;
    last = sign;
  }
  return changes;
}

/** Zero exactly when f, of degree two or three, has a multiple root. */
export function discriminant(f: IntegerCubic): bigint {
  const [d, c, b, a] = f;
  if (a === 0n) return c * c - 4n * b * d;
  return 18n * a * b * c * d - 4n * b * b * b * d + b * b * c * c - 4n * a * c * c * c - 27n * a * a * d * d;
}

/** Remainder of f, times a power of the leading coefficient of q, on division by q of degree two. */
export function pseudoRemainder(f: IntegerCubic, q: IntegerQuadratic): readonly [bigint, bigint] {
  const [d, c, b, a] = f;
  const [q0, q1, q2] = q;
  const e2 = q2 * b - a * q1;
  const e1 = q2 * c - a * q0;
  return [q2 * q2 * d - e2 * q0, q2 * e1 - e2 * q1];
}

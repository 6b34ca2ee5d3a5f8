import {
  commonDivisor,
  isZero,
  type Polynomial,
  rootCount,
  type SturmChain,
  signAt,
  signOver,
  sturmChain,
} from './polynomial.ts';

/**
 * A root in [0, 1] of a polynomial: the only one with n / 2^k < t <= (n + width) / 2^k, or, when width is 0, the number
 * n / 2^k itself.
 */
export interface RealRoot {
  readonly chain: SturmChain;
  readonly n: bigint;
  readonly k: number;
  readonly width: 0n | 1n;
}

/** All different roots of a polynomial in [0, 1], in order. */
export function rootsInUnit(p: Polynomial): RealRoot[] {
  if (isZero(p)) throw new RangeError('rootsInUnit: every number is a root of the zero polynomial');
  const chain = sturmChain(p);
  const inside = isolate(chain, 0n, 0);
  return p[0] === 0n ? [{ chain, n: 0n, k: 0, width: 0n }, ...inside] : inside;
}

/** The number 0, as a root of t. */
export const ZERO: RealRoot = { chain: sturmChain([0n, 1n]), n: 0n, k: 0, width: 0n };

function isolate(chain: SturmChain, n: bigint, k: number): RealRoot[] {
  const count = rootCount(chain, n, n + 1n, k);
  if (count === 0) return [];
  if (count > 1) return [...isolate(chain, 2n * n, k + 1), ...isolate(chain, 2n * n + 1n, k + 1)];
  const isUpperEnd = signAt(chain[0], n + 1n, k) === 0;
  return [isUpperEnd ? { chain, n: n + 1n, k, width: 0n } : { chain, n, k, width: 1n }];
}

/** The same root in half the interval. */
export function refine(root: RealRoot): RealRoot {
  if (root.width === 0n) return root;
  const { chain, n } = root;
  const [low, midpoint, k] = [2n * n, 2n * n + 1n, root.k + 1];
  const atMiddle = signAt(chain[0], midpoint, k);
  if (atMiddle === 0) return { chain, n: midpoint, k, width: 0n };
  // the lower end may itself be a root, of those outside; then only counting decides
  const atLow = signAt(chain[0], low, k);
  const isLower = atLow === 0 ? rootCount(chain, low, midpoint, k) === 1 : atLow !== atMiddle;
  return { chain, n: isLower ? low : midpoint, k, width: 1n };
}

/** The same root, known so well that it rounds to one double, and that double. */
export function rounded(root: RealRoot): { root: RealRoot; value: number } {
  // this ends: a root halfway between two doubles has finitely many binary digits, so that refine() meets it
  let fine = root;
  while (toNumber(fine.n, fine.k) !== toNumber(fine.n + fine.width, fine.k)) fine = refine(fine);
  return { root: fine, value: toNumber(fine.n, fine.k) };
}

/** Sign of a polynomial at a root of another: -1, 0 or 1. */
export function signAtRoot(p: Polynomial, root: RealRoot): number {
  if (root.width === 0n) return signAt(p, root.n, root.k);
  let clear = signOver(p, root.n, root.k);
  if (clear !== 0) return clear;
  // a common root in this interval can be no other than `root`
  const common = sturmChain(commonDivisor(root.chain[0], p));
  if (rootCount(common, root.n, root.n + 1n, root.k) > 0) return 0;
  let fine = root;
  while (clear === 0) {
    fine = refine(fine);
    clear = fine.width === 0n ? signAt(p, fine.n, fine.k) : signOver(p, fine.n, fine.k);
  }
  return clear;
}

/** Numbers in [0, 1] below 2^-1000 come out as 0 or 2^-1000. */
const FINEST = 1000;

function toNumber(n: bigint, k: number): number {
  return k <= FINEST ? Number(n) * 2 ** -k : Number(n >> BigInt(k - FINEST)) * 2 ** -FINEST;
}

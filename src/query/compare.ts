import type { Finding } from './query-operation.ts';

/** Exact answers are decimal strings, or lists and matrices of them. */
function flatten(value: unknown): number[] {
  return Array.isArray(value) ? value.flatMap(flatten) : [Number(value)];
}

/** Maximum difference of two numbers, vectors or matrices; the limit is `tolerance` times max(1, size of the exact one, `size`). */
export function near(what: string, got: unknown, exact: unknown, tolerance: number, size = 0): Finding {
  const wanted = flatten(exact);
  const found = flatten(got);
  const scale = Math.max(1, size, ...wanted.map(Math.abs));
  return { what, error: largestDifference(found, wanted), limit: tolerance * scale };
}

/** The same with an absolute limit. */
export function within(what: string, got: unknown, exact: unknown, limit: number): Finding {
  return { what, error: largestDifference(flatten(got), flatten(exact)), limit };
}

/** The same with a limit relative to the length of the exact answer. */
export function relative(what: string, got: unknown, exact: unknown, fraction: number): Finding {
  const squares = flatten(exact).reduce((sum, value) => sum + value * value, 0);
  return within(what, got, exact, fraction * Math.sqrt(squares));
}

/** Yes/no answers, modes, indices and counts: equal or not. */
export function same(what: string, got: unknown, exact: unknown): Finding {
  return { what, error: JSON.stringify(got) === JSON.stringify(exact) ? 0 : 1, limit: 0 };
}

/** The found and the exact items are equal as sets. */
export function sameSet(what: string, got: readonly unknown[], exact: readonly unknown[], limit: number): Finding {
  const farthest = (from: readonly unknown[], to: readonly unknown[]) =>
    Math.max(
      0,
      ...from.map((item) => Math.min(...to.map((other) => largestDifference(flatten(item), flatten(other))))),
    );
  return { what, error: Math.max(farthest(exact, got), farthest(got, exact)), limit };
}

function largestDifference(found: readonly number[], wanted: readonly number[]): number {
  if (found.length !== wanted.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < wanted.length; i++) {
    const difference = Math.abs(found[i] - wanted[i]);
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return largest;
}

/**
 * The closest points of two segments as printed in the slides, errors included. [CP13-2.3], E2 to E5
 * With d1, d2, r = A1 - A2, a = d1·d1, e = d2·d2, b = d1·d2, c = d1·r, f = d2·r.
 */
import { addScaledVec3, createVec3, dotVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../src/math/vec3.ts';

export interface SegmentPair {
  readonly startA: ReadonlyVec3;
  readonly endA: ReadonlyVec3;
  readonly startB: ReadonlyVec3;
  readonly endB: ReadonlyVec3;
}

export interface PrintedAnswer {
  readonly s: number;
  readonly t: number;
  readonly distance: number;
}

/** s free; t = (f - b c)/(e a - b²), which lacks a factor a; t is clamped, and s follows from it without clamping. */
export function printedMainRecipe(pair: SegmentPair): PrintedAnswer {
  return printedRecipe(pair, ({ a, b, c, e, f }) => (f - b * c) / (e * a - b * b));
}

/** s free; t = (b s + f)/e from the s that was not clamped; then as above. */
export function printedBackupRecipe(pair: SegmentPair): PrintedAnswer {
  return printedRecipe(pair, ({ b, e, f }, s) => (b * s + f) / e);
}

interface Products {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly e: number;
  readonly f: number;
}

function printedRecipe(pair: SegmentPair, secondOf: (products: Products, s: number) => number): PrintedAnswer {
  const d1 = subVec3(createVec3(), pair.endA, pair.startA);
  const d2 = subVec3(createVec3(), pair.endB, pair.startB);
  const r = subVec3(createVec3(), pair.startA, pair.startB);
  const products: Products = {
    a: dotVec3(d1, d1),
    b: dotVec3(d1, d2),
    c: dotVec3(d1, r),
    e: dotVec3(d2, d2),
    f: dotVec3(d2, r),
  };
  const { a, b, c, e, f } = products;
  // "parallel" by an exact zero: one parameter is fixed, the other follows
  const isParallel = a * e - b * b === 0;
  let s = isParallel ? 0 : (b * f - c * e) / (a * e - b * b);
  let t = isParallel ? f / e : secondOf(products, s);
  if (t < 0 || t > 1) {
    t = t < 0 ? 0 : 1;
    s = (b * t - c) / a;
  }
  addScaledVec3(r, r, d1, s);
  return { s, t, distance: lengthVec3(addScaledVec3(r, r, d2, -t)) };
}

/**
 * Distance of two segments in exact integer arithmetic. The end points are integers (multiples of a
 * grid size chosen by the caller); the squared distance is a quotient of two integers and is rounded once, at the end.
 *
 * The minimum of the convex quadratic |r + s d1 - t d2|² over the unit square lies inside, or on one of four sides, where it
 * is the distance of an end to the other segment.
 */

type Point = readonly bigint[];

/** Numerator and denominator above zero. */
interface Fraction {
  n: bigint;
  d: bigint;
}

export function exactSegmentDistance(a1: Point, b1: Point, a2: Point, b2: Point): number {
  const candidates = [
    pointSegment(a1, a2, b2),
    pointSegment(b1, a2, b2),
    pointSegment(a2, a1, b1),
    pointSegment(b2, a1, b1),
  ];
  const inside = insideMinimum(a1, b1, a2, b2);
  if (inside !== null) candidates.push(inside);
  return squareRoot(candidates.reduce((best, f) => (f.n * best.d < best.n * f.d ? f : best)));
}

/** Squared distance of a point to a segment. */
function pointSegment(p: Point, a: Point, b: Point): Fraction {
  const d = subtract(b, a);
  const g = subtract(p, a);
  const along = dot(g, d);
  const lengthSq = dot(d, d);
  if (along <= 0n) return { n: dot(g, g), d: 1n };
  if (along >= lengthSq) return { n: dot(subtract(p, b), subtract(p, b)), d: 1n };
  return { n: dot(g, g) * lengthSq - along * along, d: lengthSq };
}

/** Squared distance of the two lines if its feet are strictly inside both segments, else null. */
function insideMinimum(a1: Point, b1: Point, a2: Point, b2: Point): Fraction | null {
  const d1 = subtract(b1, a1);
  const d2 = subtract(b2, a2);
  const r = subtract(a1, a2);
  const a = dot(d1, d1);
  const e = dot(d2, d2);
  const b = dot(d1, d2);
  const c = dot(d1, r);
  const f = dot(d2, r);
  const det = a * e - b * b;
  const s = b * f - c * e;
  const t = a * f - b * c;
  if (det === 0n || s <= 0n || t <= 0n || s >= det || t >= det) return null;
  // the Gram determinant of (r, d1, d2) over that of (d1, d2)
  return { n: dot(r, r) * det - (c * c * e - 2n * b * c * f + f * f * a), d: det };
}

function subtract(a: Point, b: Point): bigint[] {
  return a.map((value, k) => value - b[k]);
}

function dot(a: Point, b: Point): bigint {
  return a.reduce((sum, value, k) => sum + value * b[k], 0n);
}

/** √(n/d); the quotient has the unit 2^-120, so that only the last step rounds. */
function squareRoot({ n, d }: Fraction): number {
  return Math.sqrt(Number((n << 120n) / d)) / 2 ** 60;
}

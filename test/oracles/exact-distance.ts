import { cross, difference, dot, type ExactVector, side } from './exact-points.ts';

/** A point, a segment or a triangle, in exact world coordinates. */
export type ExactSimplex = readonly ExactVector[];

/** A squared distance as a fraction, in squared units of the coordinates. */
export interface Fraction {
  readonly numerator: bigint;
  /** Above zero. */
  readonly denominator: bigint;
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

const whole = (numerator: bigint): Fraction => ({ numerator, denominator: 1n });

function smaller(a: Fraction, b: Fraction): Fraction {
  return isLess(b, a) ? b : a;
}

/** Squared distance of two points, segments or triangles: 0 if they meet, else the smallest of all their pairs of features. */
export function squaredDistance(a: ExactSimplex, b: ExactSimplex): Fraction {
  if (simplicesMeet(a, b)) return whole(0n);
  let min: Fraction | undefined;
  const take = (value: Fraction | undefined) => {
    if (value) min = min ? smaller(min, value) : value;
  };
  for (const p of a) take(vertexToBoundary(p, b));
  for (const p of b) take(vertexToBoundary(p, a));
  for (const [p, q] of edgesOf(a)) for (const [r, s] of edgesOf(b)) take(crossingEdges(p, q, r, s));
  return min ?? whole(0n);
}

export function edgesOf(simplex: ExactSimplex): [ExactVector, ExactVector][] {
  if (simplex.length < 2) return [];
  if (simplex.length === 2) return [[simplex[0], simplex[1]]];
  return simplex.map((p, k) => [p, simplex[(k + 1) % 3]]);
}

/** A vertex against the vertices, edges and face of another simplex. */
function vertexToBoundary(p: ExactVector, simplex: ExactSimplex): Fraction {
  const corner = difference(p, simplex[0]);
  let min = whole(dot(corner, corner));
  for (const [q, r] of edgesOf(simplex)) min = smaller(min, vertexToEdge(p, q, r));
  if (simplex.length < 3) return min;
  const [a, b, c] = simplex;
  const n = cross(difference(b, a), difference(c, a));
  const square = dot(n, n);
  const over =
    square > 0n && edgesOf(simplex).every(([q, r]) => dot(cross(n, difference(r, q)), difference(p, q)) >= 0n);
  if (!over) return min;
  const height = dot(n, difference(p, a));
  return smaller(min, { numerator: height * height, denominator: square });
}

function vertexToEdge(p: ExactVector, start: ExactVector, end: ExactVector): Fraction {
  const [along, from] = [difference(end, start), difference(p, start)];
  const [square, t] = [dot(along, along), dot(from, along)];
  if (t <= 0n) return whole(dot(from, from));
  const to = difference(p, end);
  if (t >= square) return whole(dot(to, to));
  const area = cross(from, along);
  return { numerator: dot(area, area), denominator: square };
}

/** Edges whose lines are nearest inside both; undefined if they are not. */
function crossingEdges(p: ExactVector, q: ExactVector, r: ExactVector, s: ExactVector): Fraction | undefined {
  const [d, e, w] = [difference(q, p), difference(s, r), difference(p, r)];
  const n = cross(d, e);
  const square = dot(n, n);
  if (square === 0n) return undefined;
  const [along, across] = [dot(cross(e, w), n), dot(cross(d, w), n)];
  if (along < 0n || along > square || across < 0n || across > square) return undefined;
  const height = dot(n, w);
  return { numerator: height * height, denominator: square };
}

/** Do two simplices have a point in common? Triangles need not have an area. */
export function simplicesMeet(a: ExactSimplex, b: ExactSimplex): boolean {
  if (a.length > b.length) return simplicesMeet(b, a);
  if (b.length === 3 && isFlatLine(b)) return edgesOf(b).some((edge) => simplicesMeet(a, edge));
  if (a.length === 3 && isFlatLine(a)) return edgesOf(a).some((edge) => simplicesMeet(edge, b));
  if (b.length < 3) return edgesMeet(a, b);
  if (a.length === 1) return holdsPoint(b, a[0]);
  const edges = edgesOf(a);
  if (edges.some(([p, q]) => edgeMeetsTriangle(p, q, b))) return true;
  return a.length === 3 && edgesOf(b).some(([p, q]) => edgeMeetsTriangle(p, q, a));
}

function isFlatLine([a, b, c]: ExactSimplex): boolean {
  const n = cross(difference(b, a), difference(c, a));
  return dot(n, n) === 0n;
}

/** Points and segments: their distance is zero. */
function edgesMeet(a: ExactSimplex, b: ExactSimplex): boolean {
  const isZero = ({ numerator }: Fraction) => numerator === 0n;
  if (a.some((p) => isZero(vertexToBoundary(p, b))) || b.some((p) => isZero(vertexToBoundary(p, a)))) return true;
  if (a.length < 2 || b.length < 2) return false;
  const crossing = crossingEdges(a[0], a[1], b[0], b[1]);
  return crossing !== undefined && isZero(crossing);
}

function holdsPoint([a, b, c]: ExactSimplex, p: ExactVector): boolean {
  const n = cross(difference(b, a), difference(c, a));
  if (dot(n, difference(p, a)) !== 0n) return false;
  const corners = [a, b, c];
  return corners.every((q, k) => dot(cross(n, difference(corners[(k + 1) % 3], q)), difference(p, q)) >= 0n);
}

function edgeMeetsTriangle(p: ExactVector, q: ExactVector, triangle: ExactSimplex): boolean {
  const [a, b, c] = triangle;
  const [from, to] = [side(a, b, c, p), side(a, b, c, q)];
  if (from * to > 0) return false;
  if (from === 0 && to === 0) {
    return holdsPoint(triangle, p) || edgesOf(triangle).some((edge) => edgesMeet([p, q], edge));
  }
  const [u, v, w] = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/** Directions of rays, none along an axis or a diagonal; one of them meets no edge. */
const RAYS: readonly ExactVector[] = [
  [1013n, 17n, 3n],
  [-29n, 997n, 11n],
  [7n, -13n, -1009n],
  [641n, 523n, 331n],
  [-419n, 617n, -283n],
  [104_729n, -7_919n, 15_485_863n],
  [-32_452_843n, 49_979_687n, 67_867_967n],
];

/** Is a point inside a closed surface of triangles? The point must not be on the surface. */
export function isEnclosed(p: ExactVector, triangles: readonly ExactSimplex[]): boolean {
  for (const ray of RAYS) {
    const crossings = countCrossings(p, ray, triangles);
    if (crossings !== undefined) return crossings % 2 === 1;
  }
  throw new Error('exact membership: every ray meets an edge');
}

/** How many triangles a ray passes; undefined if it meets an edge. */
function countCrossings(p: ExactVector, ray: ExactVector, triangles: readonly ExactSimplex[]): number | undefined {
  let count = 0;
  for (const corners of triangles) {
    if (isFlatLine(corners)) continue;
    const [a, b, c] = corners.map((corner) => difference(corner, p));
    const [u, v, w] = [dot(ray, cross(a, b)), dot(ray, cross(b, c)), dot(ray, cross(c, a))];
    const positive = u >= 0n && v >= 0n && w >= 0n;
    const negative = u <= 0n && v <= 0n && w <= 0n;
    if (!positive && !negative) continue;
    // outside the triangle in its plane, or behind it: is it in front at all?
    const height = dot(a, cross(difference(b, a), difference(c, a)));
    const slope = dot(ray, cross(difference(b, a), difference(c, a)));
    if (slope === 0n) {
      if (u === 0n && v === 0n && w === 0n) return undefined;
      continue;
    }
    if (height > 0n !== slope > 0n) continue;
    if (u === 0n || v === 0n || w === 0n) return undefined;
    count++;
  }
  return count;
}

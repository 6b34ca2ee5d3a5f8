import { inBox, orientation, segmentsIntersect } from '../../math/orientation.ts';
import { pointInPolygon } from './point-polygon.ts';

/** Relation of two simple polygons; the last three overlap. */
export type PolygonRelation = 'separate' | 'touching' | 'crossing' | 'A-in-B' | 'B-in-A';

/**
 * Relation of two counter-clockwise outlines, decided on exact signs. `candidates` are the edge pairs that may intersect (edge of A, edge of
 * B), none if the outlines are separate. [CP13-2.5]
 */
export function polygonRelation(
  a: Float64Array,
  b: Float64Array,
  candidates: readonly (readonly [number, number])[],
): PolygonRelation {
  const kinds = candidates.map(([i, j]) => edgesIntersect(a, i, b, j));
  if (kinds.includes('cross')) return 'crossing';
  const touching = candidates.filter((_, k) => kinds[k] === 'touch');
  if (touching.length === 0) {
    if (pointInPolygon(b, a[0], a[1]) === 'inside') return 'A-in-B';
    return pointInPolygon(a, b[0], b[1]) === 'inside' ? 'B-in-A' : 'separate';
  }
  const partsOfA = classifyOutline(a, b, touching);
  const partsOfB = classifyOutline(
    b,
    a,
    touching.map(([i, j]) => [j, i]),
  );
  const enters = (parts: ReadonlySet<PieceClass>) => parts.has('inside') || parts.has('same');
  const leaves = (parts: ReadonlySet<PieceClass>) => parts.has('outside') || parts.has('opposite');
  if (!enters(partsOfA) && !enters(partsOfB)) return 'touching';
  if (!leaves(partsOfA)) return 'A-in-B';
  return leaves(partsOfB) ? 'crossing' : 'B-in-A';
}

/** A piece of one outline is inside or outside the other polygon, or along its boundary in the same or opposite direction. */
type PieceClass = 'inside' | 'outside' | 'same' | 'opposite';

function edgesIntersect(a: Float64Array, i: number, b: Float64Array, j: number): 'apart' | 'touch' | 'cross' {
  const k = (2 * i + 2) % a.length;
  const l = (2 * j + 2) % b.length;
  // biome-ignore format: one edge per line
  return segmentsIntersect(
    a[2 * i], a[2 * i + 1], a[k], a[k + 1],
    b[2 * j], b[2 * j + 1], b[l], b[l + 1],
  );
}

/** Classes of all pieces of outline `a`, cut at the vertices of `b` on its edges. No edges cross properly. */
function classifyOutline(
  a: Float64Array,
  b: Float64Array,
  touching: readonly (readonly [number, number])[],
): Set<PieceClass> {
  const partners = new Map<number, Set<number>>();
  for (const [i, j] of touching) partners.set(i, (partners.get(i) ?? new Set<number>()).add(j));
  const classes = new Set<PieceClass>();
  for (let i = 0; 2 * i < a.length; i++) {
    const cuts = cutEdge(a, i, b, partners.get(i) ?? new Set());
    for (let k = 0; k + 1 < cuts.length; k++) classes.add(classifyPiece(b, cuts[k], cuts[k + 1]));
  }
  return classes;
}

type Point = readonly [number, number];

/** Start of edge `i`, vertices of the touching edges of `b` on it, its end; sorted, without duplicates. */
function cutEdge(a: Float64Array, i: number, b: Float64Array, partners: ReadonlySet<number>): Point[] {
  const start: Point = [a[2 * i], a[2 * i + 1]];
  const k = (2 * i + 2) % a.length;
  const end: Point = [a[k], a[k + 1]];
  const cuts: Point[] = [start, end];
  for (const j of partners) {
    for (const v of [2 * j, (2 * j + 2) % b.length]) {
      const p: Point = [b[v], b[v + 1]];
      if (liesOn(p, start, end) && !cuts.some((cut) => samePoint(cut, p))) cuts.push(p);
    }
  }
  // all points are collinear: sort by x, then y
  const sign = Math.sign(comparePoints(end, start));
  return cuts.sort((p, q) => sign * comparePoints(p, q));
}

const comparePoints = (p: Point, q: Point) => p[0] - q[0] || p[1] - q[1];
const samePoint = (p: Point, q: Point) => p[0] === q[0] && p[1] === q[1];
const side = (p: Point, q: Point, r: Point) => orientation(p[0], p[1], q[0], q[1], r[0], r[1]);

function liesOn(p: Point, start: Point, end: Point): boolean {
  return inBox(p[0], p[1], start[0], start[1], end[0], end[1]) && side(start, end, p) === 0;
}

/**
 * Class of the piece from p to q, which touches the outline `b` only with its ends or lies along one of its edges. Its midpoint would be
 * rounded and is not used: an end off the boundary decides, else the corner of `b` at p.
 */
function classifyPiece(b: Float64Array, p: Point, q: Point): PieceClass {
  let corner: { before: Point; at: Point; next: Point } | undefined;
  for (let i = 0; i < b.length; i += 2) {
    const start: Point = [b[i], b[i + 1]];
    const end: Point = [b[(i + 2) % b.length], b[(i + 3) % b.length]];
    if (!liesOn(p, start, end)) continue;
    if (liesOn(q, start, end)) return comparePoints(q, p) * comparePoints(end, start) > 0 ? 'same' : 'opposite';
    if (samePoint(p, end)) corner = { before: start, at: end, next: [b[(i + 4) % b.length], b[(i + 5) % b.length]] };
    else corner ??= { before: start, at: p, next: end };
  }
  if (corner === undefined) return pointInPolygon(b, p[0], p[1]) === 'inside' ? 'inside' : 'outside';
  const { before, at, next } = corner;
  const leftOfFirst = side(before, at, q) > 0;
  const leftOfSecond = side(at, next, q) > 0;
  const convex = side(before, at, next) >= 0;
  return (convex ? leftOfFirst && leftOfSecond : leftOfFirst || leftOfSecond) ? 'inside' : 'outside';
}

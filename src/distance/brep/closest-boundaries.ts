import { popHeap, pushHeap } from '../../math/heap.ts';
import { faceParameter, isInsideLoops } from '../../shapes/brep/trimmed-cell.ts';
import { cellGap } from './cell-gap.ts';
import { chooseDivision, createDivision } from './choose-division.ts';
import { createLocalPair, distanceAt, findLocalMinimum, findValley } from './local-minimum.ts';
import type { RelativeFrame } from './relative-frame.ts';
import { halvesOf, type SearchCell, type SearchFeature } from './search-cell.ts';
import { mayBeStationary } from './slope-test.ts';
import { copyValley, createValley, type Valleys } from './valley.ts';

/** Result of a search over two boundaries. */
export interface BoundarySearch {
  /** Distance of the best pair of points found [m], an upper bound. */
  distance: number;
  /** Certified lower bound of the distance [m]. */
  lowerBound: number;
  /** The best pair: its features, null before the first, their parameters and points in the axes of A [m]. */
  featureA: SearchFeature | null;
  featureB: SearchFeature | null;
  readonly x: Float64Array;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** False if another pair of points, elsewhere, was found at the same distance to machine precision. */
  unique: boolean;
  /** Cell pairs tested. */
  cells: number;
}

interface CellPair {
  readonly a: SearchCell;
  readonly b: SearchCell;
  readonly bound: number;
}

function precedes(p: CellPair, q: CellPair): boolean {
  return p.bound < q.bound;
}

/** Cell pairs tested before a search stops with the bounds reached. */
const MAX_CELLS = 60_000;

export function createBoundarySearch(): BoundarySearch {
  return {
    distance: Number.POSITIVE_INFINITY,
    lowerBound: 0,
    featureA: null,
    featureB: null,
    x: new Float64Array(4),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    unique: true,
    cells: 0,
  };
}

/** Cell pairs after which a valley is looked for at the best pair, and again after each doubling. */
const FIRST_VALLEY = 256;
/** Distances in one valley differ by less than this fraction. */
const SAME_VALLEY = 1e-6;
const nextValley = { cells: FIRST_VALLEY };
const valleys: Valleys = { straight: createValley(), circular: createValley() };
const candidate = createValley();
const queue: CellPair[] = [];
const normal = new Float64Array(3);
const start = new Float64Array(4);
const local = createLocalPair();
const division = createDivision();

/**
 * Distance of two boundaries to within `tolerance` [m] by branch and bound over pairs of cells, nearest lower bound first. A pair of cells whose
 * lower bound reaches the best distance is discarded, as is one without a stationary pair of points, because the edges of a face and the
 * vertices of an edge are features of their own. Other pairs are searched from their midpoints and divided. Pairs farther apart than `limit` [m]
 * are not searched: if all are, the distance is Infinity or that of some pair, both above the limit.
 */
export function closestBoundaries(
  out: BoundarySearch,
  rootA: SearchCell,
  rootB: SearchCell,
  relative: RelativeFrame,
  tolerance: number,
  limit = Number.POSITIVE_INFINITY,
): BoundarySearch {
  out.distance = Number.POSITIVE_INFINITY;
  out.featureA = out.featureB = null;
  out.cells = 0;
  out.unique = true;
  elsewhere.size = rootA.size + rootB.size;
  normal.fill(0);
  valleys.straight.kind = valleys.circular.kind = 'none';
  nextValley.cells = FIRST_VALLEY;
  queue.length = 0;
  queue.push({
    a: rootA,
    b: rootB,
    bound: cellGap(relative, rootA, rootB, normal, valleys, 0, Number.POSITIVE_INFINITY),
  });
  while (queue.length > 0 && queue[0].bound < enoughFor(out, tolerance) && out.cells < MAX_CELLS) {
    if (queue[0].bound > limit) break;
    const top = popHeap(queue, precedes);
    if (top === undefined) break;
    if (top.a.feature !== null && top.b.feature !== null) {
      if (!mayBeStationary(relative, top.a, top.b)) continue;
      explore(out, relative, top.a, top.b);
      if (top.bound >= enoughFor(out, tolerance)) continue;
    }
    if (out.cells >= nextValley.cells) {
      // a search that takes long may be in a valley
      lookForValleys(out, relative, top.a, top.b);
      nextValley.cells *= 2;
    }
    divide(out, relative, top, tolerance);
  }
  const open = queue.length > 0 ? queue[0].bound : Number.POSITIVE_INFINITY;
  out.lowerBound = Math.max(0, Math.min(enoughFor(out, tolerance), open));
  if (!(out.lowerBound < Number.POSITIVE_INFINITY)) out.lowerBound = 0;
  queue.length = 0;
  return out;
}

/** Valleys at the local minimum of the nearest pair of cells, else at the best pair of points. */
function lookForValleys(out: BoundarySearch, relative: RelativeFrame, a: SearchCell, b: SearchCell): void {
  if (a.feature !== null && b.feature !== null) {
    setMidpoint(a, 0);
    setMidpoint(b, 2);
    const found = findLocalMinimum(local, relative, a.feature, b.feature, start);
    // a nearer pair lies outside the loops of a face
    const isNearest = Math.abs(found - out.distance) <= SAME_VALLEY * out.distance;
    if (isNearest && storeValleys(relative, a.feature, b.feature, start)) return;
  }
  if (out.featureA !== null && out.featureB !== null) storeValleys(relative, out.featureA, out.featureB, out.x);
}

function storeValleys(relative: RelativeFrame, a: SearchFeature, b: SearchFeature, x: Float64Array): boolean {
  let found = false;
  for (const along of ['u', 'v'] as const) {
    findValley(candidate, relative, a, b, x, along);
    if (candidate.kind === 'none') continue;
    copyValley(candidate.kind === 'straight' ? valleys.straight : valleys.circular, candidate);
    found = true;
  }
  return found;
}

function divide(out: BoundarySearch, relative: RelativeFrame, { a, b, bound }: CellPair, tolerance: number): void {
  const group = a.children !== null && (b.children === null || a.size >= b.size) ? a : b.children !== null ? b : null;
  if (group === null) {
    if (chooseDivision(division, relative, a, b, valleys.straight)) {
      const { ofA, alongU } = division;
      for (const part of halvesOf(ofA ? a : b, alongU)) {
        offer(out, relative, ofA ? part : a, ofA ? b : part, bound, tolerance);
      }
    }
    return;
  }
  for (const part of group.children ?? []) {
    offer(out, relative, group === a ? part : a, group === a ? b : part, bound, tolerance);
  }
}

/** Rounding of bounds, relative to the distance: it exceeds the tolerance where bodies are far apart. */
const ROUNDING = 2e-14;

/** Pairs of cells with this lower bound need not be searched [m]. */
function enoughFor({ distance }: BoundarySearch, tolerance: number): number {
  return distance < Number.POSITIVE_INFINITY ? distance - tolerance - ROUNDING * distance : distance;
}

function offer(
  out: BoundarySearch,
  relative: RelativeFrame,
  a: SearchCell,
  b: SearchCell,
  inherited: number,
  tolerance: number,
): void {
  out.cells++;
  const enough = enoughFor(out, tolerance);
  const bound = cellGap(relative, a, b, normal, valleys, inherited, enough);
  if (bound < enough) pushHeap(queue, { a, b, bound }, precedes);
}

/** Looks for a pair of points nearer than the best one, from the midpoints of two cells. */
function explore(out: BoundarySearch, relative: RelativeFrame, a: SearchCell, b: SearchCell): void {
  const { feature: featureA } = a;
  const { feature: featureB } = b;
  if (featureA === null || featureB === null) return;
  setMidpoint(a, 0);
  setMidpoint(b, 2);
  const midpoints = distanceAt(local, relative, featureA, featureB, start);
  if (midpoints < out.distance && isOnFace(featureA, 0) && isOnFace(featureB, 2)) store(out, featureA, featureB);
  // a minimum in these cells is at most their size nearer than their midpoints
  if (midpoints - 2 * (a.size + b.size) >= out.distance || (featureA.dimension === 0 && featureB.dimension === 0))
    return;
  const found = findLocalMinimum(local, relative, featureA, featureB, start);
  if (found > out.distance + SAME * elsewhere.size || !(isOnFace(featureA, 0) && isOnFace(featureB, 2))) return;
  noteUniqueness(out, found);
  if (found < out.distance) store(out, featureA, featureB);
}

/** Relative to the size: distances that differ by less than the first are equal, points that differ by more than the second are distinct. */
const SAME = 1e-14;
const DISTINCT = 1e-6;
const elsewhere = { size: 0.5 };

function noteUniqueness(out: BoundarySearch, found: number): void {
  if (found < out.distance - SAME * elsewhere.size) {
    out.unique = true;
    return;
  }
  for (let k = 0; k < 3; k++) {
    const apart = Math.abs(local.pointA[k] - out.pointA[k]) + Math.abs(local.pointB[k] - out.pointB[k]);
    if (apart > DISTINCT * elsewhere.size) out.unique = false;
  }
}

function setMidpoint({ range, feature }: SearchCell, at: number): void {
  const dimension = feature?.dimension ?? 0;
  start[at] = dimension > 0 ? 0.5 * (range[0] + range[1]) : 0;
  start[at + 1] = dimension > 1 ? 0.5 * (range[2] + range[3]) : 0;
}

/** Is the point at `start` inside the loops of its face? */
function isOnFace({ face, piece, dimension }: SearchFeature, at: number): boolean {
  if (face === null || piece === null || dimension < 2) return true;
  const { fromU, toU, fromV, toV } = piece;
  return isInsideLoops(face, faceParameter(fromU, toU, start[at]), faceParameter(fromV, toV, start[at + 1]));
}

function store(out: BoundarySearch, featureA: SearchFeature, featureB: SearchFeature): void {
  out.distance = local.distance;
  out.featureA = featureA;
  out.featureB = featureB;
  out.x.set(start);
  out.pointA.set(local.pointA);
  out.pointB.set(local.pointB);
  for (let k = 0; k < 3; k++) normal[k] = local.pointB[k] - local.pointA[k];
}

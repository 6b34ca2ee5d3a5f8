import { popHeap, pushHeap } from '../../../math/heap.ts';
import type { ReadonlyPose } from '../../../math/pose.ts';
import { relocationSeeds, SEED_POINT, SEED_SIZE } from '../../../shapes/tiled/seeds.ts';
import { correctPair, FULL_SOLVE } from '../witness/corrector.ts';
import { createPairWorkspace, type PairWorkspace } from '../witness/pair-workspace.ts';
import { cellHalves, cellSize, type PieceCell, rootCells } from '../witness/piece-cells.ts';
import { dotAt } from '../witness/projection-error.ts';
import { setWitness, type TrackedShape, type Witness } from '../witness/witness.ts';
import {
  evaluatePair,
  OFFSET_B,
  offsetInBody,
  pairDistance,
  ROTATION_B,
  setPairPoses,
  type WitnessPair,
} from '../witness/witness-pair.ts';

/** Two cells and a lower bound of their distance [m]. */
interface CellPair {
  readonly a: PieceCell;
  readonly b: PieceCell;
  readonly bound: number;
}

function hasLowerBound(p: CellPair, q: CellPair): boolean {
  return p.bound < q.bound;
}

/**
 * Distance of bodies that need not be convex, or of sets of open patches, to a guaranteed tolerance. [PG05-6.7]
 *
 * Branch and bound over pairs of pieces: the safeguarded corrector, constrained to two pieces, finds a local minimum, an upper bound. Lower
 * bounds come from the control points. Pairs are processed in the order of their lower bounds; those not excluded by the best distance are
 * searched and halved until the bounds agree. The distance is that of the surfaces: intersecting bodies have no depth, and nested ones the
 * distance of their boundaries.
 */
export interface CandidateSearch {
  readonly work: PairWorkspace;
  /** The best local minima of the last search, nearest first: starting points of the next one. */
  readonly minima: Candidate[];
  /** Frame of B in that of A: rotation by rows, then the origin. */
  readonly relative: Float64Array;
  /** From the witness of A to that of B in the best local minimum so far, axes of A. */
  readonly normal: Float64Array;
  /** Cell pairs by lower bound: a binary heap. */
  readonly queue: CellPair[];

  /** `certified`: no pair of points is nearer than `lowerBound`. `uncertified`: cell limit reached before the bounds agreed. */
  status: 'certified' | 'uncertified';
  /** Distance of the witnesses [m], an upper bound. */
  distance: number;
  /** Certified lower bound of the distance [m]. */
  lowerBound: number;
  /** Number of local searches. */
  solves: number;
  /** Number of cell pairs tested. */
  cells: number;
}

/** A local minimum: features, parameters (u v of A, u v of B) and distance [m]. */
export interface Candidate {
  featureA: number;
  featureB: number;
  readonly x: Float64Array;
  distance: number;
}

/** Maximum number of local minima stored for the next search. */
const MAX_MINIMA = 4;
/** Number of seed pairs from which a new pair of pieces is searched. [PG05-6.7] */
const STARTS = 2;
/** Maximum number of cell pairs. */
const MAX_CELLS = 40000;

/**
 * Workspace of `searchCandidates` for two shapes: use one for each pair. Its `distance`, `lowerBound` [m] and `status`
 * are the result.
 */
export function createCandidateSearch(shapeA: TrackedShape, shapeB: TrackedShape): CandidateSearch {
  const work = createPairWorkspace(shapeA, shapeB);
  work.pair.a.open = true;
  work.pair.b.open = true;
  return {
    work,
    minima: [],
    relative: new Float64Array(12),
    normal: new Float64Array(3),
    queue: [],
    status: 'uncertified',
    distance: Number.POSITIVE_INFINITY,
    lowerBound: 0,
    solves: 0,
    cells: 0,
  };
}

/**
 * Finds the closest points at these poses to within `tolerance` [m] and sets the witnesses of `search.work.pair`. The
 * minima of the last search are solved first: in a motion they give the upper bound at the start.
 *
 * @example
 * ```ts
 * import { pose } from 'appulse';
 * import { tiledSphere, tiledTorus } from 'appulse/nurbs';
 * import { createCandidateSearch, searchCandidates } from 'appulse/tracking';
 *
 * const search = createCandidateSearch(tiledTorus(2, 0.5), tiledSphere(1)); // a sphere in the hole of a ring
 * searchCandidates(search, pose(), pose([0.2, 0.1, 0.3]), 1e-9);
 * console.log(search.status, search.distance.toFixed(6)); // certified 0.301547
 * ```
 */
export function searchCandidates(
  search: CandidateSearch,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
  tolerance: number,
): void {
  const { work, relative, queue } = search;
  const { pair } = work;
  setPairPoses(pair, poseA, poseB);
  relativeFrame(relative, pair);
  search.solves = 0;
  search.cells = 0;
  search.distance = Number.POSITIVE_INFINITY;
  search.normal.fill(0);
  resumeMinima(search);

  queue.length = 0;
  for (const a of rootCells(pair.a.shape)) for (const b of rootCells(pair.b.shape)) offer(search, a, b, 0, tolerance);
  while (queue.length > 0 && queue[0].bound < search.distance - tolerance && search.cells < MAX_CELLS) {
    const top = popHeap(queue, hasLowerBound);
    if (top === undefined) break;
    explore(search, top);
    if (top.bound < search.distance - tolerance) divide(search, top, tolerance);
  }
  const open = queue.length > 0 ? queue[0].bound : Number.POSITIVE_INFINITY;
  search.lowerBound = Math.max(0, Math.min(search.distance - tolerance, open));
  search.status = open >= search.distance - tolerance ? 'certified' : 'uncertified';
  placeCandidate(pair, search.minima[0]);
  evaluatePair(pair);
}

/** R = R_Aᵀ R_B and o = R_Aᵀ (p_B - p_A), the transform from B to A. */
function relativeFrame(out: Float64Array, { frame }: WitnessPair): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += frame[3 * k + i] * frame[ROTATION_B + 3 * k + j];
      out[3 * i + j] = sum;
    }
    out[9 + i] = frame[i] * frame[OFFSET_B] + frame[3 + i] * frame[OFFSET_B + 1] + frame[6 + i] * frame[OFFSET_B + 2];
  }
}

/** Queues a pair of cells if its lower bound, at least that of its parent, is below the best distance. */
function offer(search: CandidateSearch, a: PieceCell, b: PieceCell, inherited: number, tolerance: number): void {
  search.cells++;
  const bound = Math.max(inherited, cellGap(search, a, b));
  if (bound < search.distance - tolerance) pushHeap(search.queue, { a, b, bound }, hasLowerBound);
}

const between = new Float64Array(3);
const inB = new Float64Array(3);

/**
 * A lower bound of the distance of two cells: that of their boxes, or of two planes, one in front of all control points of A and one behind
 * all of B, perpendicular to the line between the centres or to the best segment so far. The error of the planes is quadratic in the size
 * of the cells.
 */
function cellGap({ relative, normal }: CandidateSearch, a: PieceCell, b: PieceCell): number {
  let apartSq = 0;
  for (let i = 0; i < 3; i++) {
    between[i] = dotAt(relative, 3 * i, b.center, 0) + relative[9 + i] - a.center[i];
    let extent = a.half[i];
    for (let j = 0; j < 3; j++) extent += Math.abs(relative[3 * i + j]) * b.half[j];
    apartSq += Math.max(0, Math.abs(between[i]) - extent) ** 2;
  }
  return Math.max(Math.sqrt(apartSq), slabGap(relative, a, b, between), slabGap(relative, a, b, normal));
}

/** min over B minus max over A of the control points' heights along m (axes of A, any length): the gap between the planes. */
function slabGap(relative: Float64Array, a: PieceCell, b: PieceCell, m: Float64Array): number {
  const length = Math.sqrt(dotAt(m, 0, m, 0));
  if (!(length > 0)) return 0;
  for (let j = 0; j < 3; j++) inB[j] = relative[j] * m[0] + relative[3 + j] * m[1] + relative[6 + j] * m[2];
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < b.controlPoints.length; at += 3) lowest = Math.min(lowest, dotAt(b.controlPoints, at, inB, 0));
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < a.controlPoints.length; at += 3) highest = Math.max(highest, dotAt(a.controlPoints, at, m, 0));
  return (lowest + dotAt(relative, 9, m, 0) - highest) / length;
}

/** Searches an undivided pair of pieces from its best seeds, a pair of parts from its midpoints if nearer than the best distance. */
function explore(search: CandidateSearch, { a, b }: CellPair): void {
  const { pair } = search.work;
  if (isWhole(a) && isWhole(b)) {
    for (const [seedA, seedB] of bestSeeds(search, a.feature, b.feature)) {
      setWitness(pair.a, a.feature, seedA[1], seedA[2]);
      setWitness(pair.b, b.feature, seedB[1], seedB[2]);
      solveHere(search);
    }
    return;
  }
  placeAtMidpoint(pair.a, a);
  placeAtMidpoint(pair.b, b);
  evaluatePair(pair);
  if (pairDistance(pair) < search.distance) solveHere(search);
}

function isWhole({ range }: PieceCell): boolean {
  return range[1] - range[0] === 1 && range[3] - range[2] === 1;
}

function placeAtMidpoint(witness: Witness, { feature, range: [u0, u1, v0, v1] }: PieceCell): void {
  setWitness(witness, feature, 0.5 * (u0 + u1), 0.5 * (v0 + v1));
}

type Seed = Float64Array;
const POINT_SEED = new Float64Array(SEED_SIZE);

function seedsOf(shape: TrackedShape, feature: number): Seed[] {
  if (shape.kind === 'point') return [POINT_SEED];
  const table = relocationSeeds(shape);
  const seeds: Seed[] = [];
  for (let at = 0; at < table.length; at += SEED_SIZE) {
    if (table[at] === feature) seeds.push(table.subarray(at, at + SEED_SIZE));
  }
  return seeds;
}

/** The nearest seed pairs of two pieces. */
function bestSeeds({ work, relative }: CandidateSearch, featureA: number, featureB: number): [Seed, Seed][] {
  const { a, b } = work.pair;
  const pairs: { seeds: [Seed, Seed]; distanceSq: number }[] = [];
  for (const seedB of seedsOf(b.shape, featureB)) {
    const [x, y, z] = [0, 1, 2].map((i) => dotAt(relative, 3 * i, seedB, SEED_POINT) + relative[9 + i]);
    for (const seedA of seedsOf(a.shape, featureA)) {
      const distanceSq = (x - seedA[3]) ** 2 + (y - seedA[4]) ** 2 + (z - seedA[5]) ** 2;
      pairs.push({ seeds: [seedA, seedB], distanceSq });
    }
  }
  pairs.sort((p, q) => p.distanceSq - q.distanceSq);
  return pairs.slice(0, STARTS).map(({ seeds }) => seeds);
}

/** Runs the corrector from the current witnesses and stores the minimum. */
function solveHere(search: CandidateSearch): void {
  const { work } = search;
  correctPair(work, FULL_SOLVE);
  search.solves++;
  storeMinimum(search);
}

/** Stores the current witnesses among the best local minima; one per pair of pieces. */
function storeMinimum(search: CandidateSearch): void {
  const { a, b } = search.work.pair;
  const { minima } = search;
  const distance = pairDistance(search.work.pair);
  let at = minima.findIndex(({ featureA, featureB }) => featureA === a.feature && featureB === b.feature);
  if (at >= 0 && minima[at].distance <= distance) return;
  if (at < 0) at = minima.push({ featureA: a.feature, featureB: b.feature, x: new Float64Array(4), distance }) - 1;
  minima[at].x.set(a.x, 0);
  minima[at].x.set(b.x, 2);
  minima[at].distance = distance;
  minima.sort((p, q) => p.distance - q.distance);
  if (minima.length > MAX_MINIMA) minima.length = MAX_MINIMA;
  if (minima[0].distance < search.distance) offsetInBody(search.normal, search.work.pair, 'a');
  search.distance = minima[0].distance;
}

function placeCandidate({ a, b }: WitnessPair, { featureA, featureB, x }: Candidate): void {
  setWitness(a, featureA, x[0], x[1]);
  setWitness(b, featureB, x[2], x[3]);
}

/** Solves the minima of the last search again, at the new poses. */
function resumeMinima(search: CandidateSearch): void {
  const { minima, work } = search;
  const old = minima.splice(0);
  for (const candidate of old) {
    placeCandidate(work.pair, candidate);
    evaluatePair(work.pair);
    solveHere(search);
  }
}

/** Halves the larger of the two cells. */
function divide(search: CandidateSearch, { a, b, bound }: CellPair, tolerance: number): void {
  const halvesA = cellSize(a) >= cellSize(b) ? cellHalves(a) : null;
  if (halvesA !== null) {
    for (const half of halvesA) offer(search, half, b, bound, tolerance);
    return;
  }
  for (const half of cellHalves(b) ?? []) offer(search, a, half, bound, tolerance);
}

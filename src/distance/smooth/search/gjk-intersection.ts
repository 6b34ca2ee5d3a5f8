import { SEED_POINT } from '../../../shapes/tiled/seeds.ts';
import { highestSeed } from '../witness/seed-positions.ts';
import { climbWitness } from '../witness/support-witness.ts';
import { createWitness, setWitnessAt, type TrackedShape, type Witness } from '../witness/witness.ts';
import { OFFSET_B, ROTATION_B, type WitnessPair } from '../witness/witness-pair.ts';

/**
 * A common point of two convex bodies, on their surfaces or inside. GJK on the Minkowski difference w = b - a: the nearest point v of the
 * simplex of up to four differences moves towards the origin by adding the support point in direction -v, until v is the origin (then the
 * same convex combination of the points of A is the common point) or a separating plane is found.
 */
export interface HullSearch {
  /** Simplex: up to four differences, and their points of A; three numbers each, world axes from the origin of A [m]. */
  readonly differences: Float64Array;
  readonly points: Float64Array;
  readonly weights: Float64Array;
  count: number;
  /** v, then the common point. */
  readonly nearest: Float64Array;
  readonly common: Float64Array;
  /** Witnesses that move from a seed to the support point of the body itself. */
  readonly climberA: Witness;
  readonly climberB: Witness;
}

export function createHullSearch(shapeA: TrackedShape, shapeB: TrackedShape): HullSearch {
  return {
    climberA: createWitness(shapeA),
    climberB: createWitness(shapeB),
    differences: new Float64Array(12),
    points: new Float64Array(12),
    weights: new Float64Array(4),
    count: 0,
    nearest: new Float64Array(3),
    common: new Float64Array(3),
  };
}

/** Maximum iterations; hulls of a few hundred points need about ten. */
const ITERATIONS = 60;
/** All differences lie this fraction of |v|² beyond the origin: a separating plane. */
const APART = 1e-12;
/** Below this fraction of the size v is the origin: rounding. */
const ORIGIN = 1e-13;

/**
 * Do two convex bodies have a common point? Writes it to `common`. First tests the hulls of the seeds (from `startSeeds`) and the two
 * witnesses, then the bodies themselves.
 */
export function haveCommonPoint(
  search: HullSearch,
  pair: WitnessPair,
  seedsA: Float64Array,
  seedsB: Float64Array,
): boolean {
  return hullsIntersect(search, pair, seedsA, seedsB, false) || hullsIntersect(search, pair, seedsA, seedsB, true);
}

function hullsIntersect(
  search: HullSearch,
  pair: WitnessPair,
  seedsA: Float64Array,
  seedsB: Float64Array,
  climb: boolean,
): boolean {
  const { nearest: v } = search;
  search.count = 0;
  v.set(START);
  addDifference(search, pair, seedsA, seedsB, climb);
  for (let k = 0; k < ITERATIONS; k++) {
    if (!moveToNearest(search)) return false;
    const lengthSq = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (lengthSq <= (ORIGIN * pair.size) ** 2) {
      blend(search.common, search, search.points);
      return true;
    }
    if (search.count === 4) return false;
    const at = 3 * search.count;
    addDifference(search, pair, seedsA, seedsB, climb);
    const { differences: w } = search;
    const height = v[0] * w[at] + v[1] * w[at + 1] + v[2] * w[at + 2];
    // separating plane
    if (height > APART * lengthSq) return false;
  }
  return false;
}

/** Any direction will do. */
const START = Float64Array.of(1, 0, 0);

const pointA = new Float64Array(3);
const pointB = new Float64Array(3);

/** Appends b - a, with the support points a of A in direction v and b of B in direction -v. */
function addDifference(
  search: HullSearch,
  { a, b, frame }: WitnessPair,
  seedsA: Float64Array,
  seedsB: Float64Array,
  climb: boolean,
): void {
  const { nearest, differences, points, count, climberA, climberB } = search;
  supportPoint(pointA, a, seedsA, frame, 0, nearest, 1, climb ? climberA : null);
  supportPoint(pointB, b, seedsB, frame, ROTATION_B, nearest, -1, climb ? climberB : null);
  for (let k = 0; k < 3; k++) {
    points[3 * count + k] = pointA[k];
    differences[3 * count + k] = frame[OFFSET_B + k] + pointB[k] - pointA[k];
  }
  search.count++;
}

const candidate = new Float64Array(3);
const direction = new Float64Array(3);

/**
 * Writes the support point in direction sign · v, in world axes by the rotation at `at`: the witness's point or the best seed (or the point
 * to which a climber moves from there).
 */
function supportPoint(
  out: Float64Array,
  { bodyJet }: Witness,
  seeds: Float64Array,
  frame: Float64Array,
  at: number,
  v: Float64Array,
  sign: 1 | -1,
  climber: Witness | null,
): void {
  rotate(out, bodyJet, 0, frame, at);
  const best = highestSeed(seeds, frame, at, v, sign);
  if (best < 0) return;
  if (climber === null) {
    rotate(candidate, seeds, best + SEED_POINT, frame, at);
  } else {
    const scale = sign / Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (let k = 0; k < 3; k++) {
      direction[k] = scale * (frame[at + k] * v[0] + frame[at + 3 + k] * v[1] + frame[at + 6 + k] * v[2]);
    }
    setWitnessAt(climber, seeds, best);
    climbWitness(climber, direction);
    rotate(candidate, climber.bodyJet, 0, frame, at);
  }
  let gain = 0;
  for (let k = 0; k < 3; k++) gain += sign * v[k] * (candidate[k] - out[k]);
  if (gain > 0) out.set(candidate);
}

/** R p, with the rotation at `at` of the frame and the point at `from`. */
function rotate(out: Float64Array, p: Float64Array, from: number, frame: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const row = at + 3 * k;
    out[k] = frame[row] * p[from] + frame[row + 1] * p[from + 1] + frame[row + 2] * p[from + 2];
  }
}

/** Weights of the best subset so far, and of the current one. */
const best = new Float64Array(4);
const trial = new Float64Array(4);
const trialPoint = new Float64Array(3);

/**
 * Sets v to the nearest point of the simplex to the origin and drops vertices of zero weight. The newest difference is always part of the
 * subset, so at most eight subsets are tried. False if all of them are degenerate.
 */
function moveToNearest(search: HullSearch): boolean {
  const { nearest, weights, differences, points } = search;
  const newest = search.count - 1;
  let min = Number.POSITIVE_INFINITY;
  for (let subset = 0; subset < 1 << newest; subset++) {
    if (!solveSubset(search, subset, newest)) continue;
    blend(trialPoint, search, differences, trial);
    const lengthSq = trialPoint[0] ** 2 + trialPoint[1] ** 2 + trialPoint[2] ** 2;
    if (!(lengthSq < min)) continue;
    min = lengthSq;
    best.set(trial);
    nearest.set(trialPoint);
  }
  let retained = 0;
  for (let i = 0; i <= newest; i++) {
    if (!(best[i] > 0)) continue;
    weights[retained] = best[i];
    for (let k = 0; k < 3; k++) {
      differences[3 * retained + k] = differences[3 * i + k];
      points[3 * retained + k] = points[3 * i + k];
    }
    retained++;
  }
  search.count = retained;
  return min < Number.POSITIVE_INFINITY;
}

/** Σ weights · vectors */
function blend(out: Float64Array, search: HullSearch, vectors: Float64Array, weights = search.weights): void {
  out.fill(0);
  for (let i = 0; i < search.count; i++) {
    for (let k = 0; k < 3; k++) out[k] += weights[i] * vectors[3 * i + k];
  }
}

/** A pivot below this fraction of the largest is zero: the subset is flat. */
const FLAT = 1e-14;
const gram = new Float64Array(9);
const right = new Float64Array(3);
const members = new Int32Array(3);

/**
 * Writes into `trial` the weights of the point nearest to the origin on the plane through the newest difference and those of the
 * subset; false if it lies outside them. Normal equations by Cholesky: e_i·e_j μ_j = -e_i·w, e_i from the newest, w, to member i.
 */
function solveSubset({ differences: w }: HullSearch, subset: number, newest: number): boolean {
  let n = 0;
  for (let i = 0; i < newest; i++) if (subset & (1 << i)) members[n++] = i;
  for (let i = 0; i < n; i++) {
    right[i] = -edgeDot(w, members[i], newest, -1);
    for (let j = 0; j <= i; j++) gram[3 * i + j] = edgeDot(w, members[i], newest, members[j]);
  }
  for (let i = 0; i < n; i++) {
    const diagonal = gram[4 * i];
    for (let j = 0; j <= i; j++) {
      for (let k = 0; k < j; k++) gram[3 * i + j] -= gram[3 * i + k] * gram[3 * j + k];
      if (j < i) gram[3 * i + j] /= gram[4 * j];
    }
    if (!(gram[4 * i] > FLAT * diagonal)) return false;
    gram[4 * i] = Math.sqrt(gram[4 * i]);
    for (let k = 0; k < i; k++) right[i] -= gram[3 * i + k] * right[k];
    right[i] /= gram[4 * i];
  }
  trial.fill(0);
  trial[newest] = 1;
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) right[i] -= gram[3 * k + i] * right[k];
    right[i] /= gram[4 * i];
    if (!(right[i] > 0)) return false;
    trial[members[i]] = right[i];
    trial[newest] -= right[i];
  }
  return trial[newest] > 0;
}

/** (w_i - w_o)·(w_j - w_o), or (w_i - w_o)·w_o for j = -1. */
function edgeDot(w: Float64Array, i: number, o: number, j: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const second = j < 0 ? w[3 * o + k] : w[3 * j + k] - w[3 * o + k];
    sum += (w[3 * i + k] - w[3 * o + k]) * second;
  }
  return sum;
}

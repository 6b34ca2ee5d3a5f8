/** Manifold reduction: selects at most four candidate points and assigns their feature ids. */

import { GAP } from './candidate-points.ts';
import type { ManifoldWorkspace } from './manifold-workspace.ts';
import { pairFeature } from './point-list.ts';
import { LENGTH_SQ, type ProjectedFace } from './projected-face.ts';

/** Squared distance within which a point belongs to a corner or an edge [m²]. */
const near = new Float64Array(1);

/** A point closer to a corner or an edge than this fraction of the smaller face (squared) belongs to it. */
const NEAR_SQ = 1e-4;
/** Candidates within this fraction of the spread of the deepest count as equally deep. */
const AS_DEEP = 1e-10;
/** Areas with a smaller relative difference are equal: the deeper candidate wins. Parallel edges cause many such ties. */
const EQUAL = 1e-9;
/** Triangles with an area below this fraction of their longest side squared are degenerate. */
const IN_LINE = 1e-9;

/** Selects up to four candidates, the deepest first. Returns their count. */
export function reduceManifold(manifold: ManifoldWorkspace): number {
  const { count } = manifold.candidates;
  return count > 4 ? chooseBest(manifold, 0) : selectAll(manifold);
}

/** Selects all candidates, the deepest first, and returns their number. */
export function selectAll(manifold: ManifoldWorkspace): number {
  const { count } = manifold.candidates;
  if (count > manifold.chosen.length) {
    manifold.chosen = new Int32Array(2 * count);
    manifold.features = new Int32Array(2 * count);
  }
  const { chosen } = manifold;
  chosen[0] = deepest(manifold);
  for (let k = 0, at = 1; k < count; k++) if (k !== chosen[0]) chosen[at++] = k;
  return count;
}

function deepest(manifold: ManifoldWorkspace): number {
  const { candidates } = manifold;
  const { count, numbers } = candidates;
  let best = 0;
  for (let k = 1; k < count; k++) if (numbers[4 * k + GAP] < numbers[4 * best + GAP]) best = k;
  return best;
}

/** Relative depth of a candidate whose gap is the margin; that of the deepest one is 1. */
const MIN_DEPTH = 0.05;
/** Square of the relative depth, by candidate. */
let weights = new Float64Array(64);

/**
 * Selects the deepest candidate (the outermost of equally deep ones), the farthest from it, the one that forms the largest
 * triangle with them, and the one that adds most area to it; fewer if candidates are collinear or coincide, that is no farther
 * apart than the root of `tinySq` [m²]. Distances and areas are weighted by depth: of faces at a small angle the points that carry load
 * are the deep ones. If one of them were left out for a wider point that is open, the faces would rotate until it is the deepest,
 * then back, without end.
 */
export function chooseBest(manifold: ManifoldWorkspace, tinySq: number): number {
  const { chosen } = manifold;
  setWeights(manifold);
  chosen[0] = outerDeepest(manifold);
  max[0] = tinySq;
  chosen[1] = farthest(manifold, chosen[0]);
  if (chosen[1] < 0) return 1;
  max[0] *= IN_LINE;
  line[0] = max[0];
  chosen[2] = widest(manifold, chosen[0], chosen[1]);
  if (chosen[2] < 0) return 2;
  max[0] = line[0];
  chosen[3] = outermost(manifold, chosen[0], chosen[1], chosen[2]);
  return chosen[3] < 0 ? 3 : 4;
}

function setWeights({ candidates: { count, numbers, limit } }: ManifoldWorkspace): void {
  if (weights.length < count) weights = new Float64Array(2 * count);
  let min = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) min = Math.min(min, numbers[4 * k + GAP]);
  const range = limit[0] - min;
  const scale = range > 0 ? (1 - MIN_DEPTH) / range : 0;
  for (let k = 0; k < count; k++) {
    const depth = 1 - scale * (numbers[4 * k + GAP] - min);
    weights[k] = depth * depth;
  }
}

/** In: the value to exceed; out: the best value. Then the area below which a triangle is degenerate. Arrays: numbers get boxed. */
const max = new Float64Array(1);
const line = new Float64Array(1);

/** Of the candidates as deep as the deepest, within rounding error, the one farthest from the mean of all. */
// biome-ignore format: one vector per line
function outerDeepest(manifold: ManifoldWorkspace): number {
  const { candidates } = manifold;
  const { count, numbers } = candidates;
  let min = Number.POSITIVE_INFINITY, u = 0, v = 0;
  for (let k = 0; k < count; k++) {
    min = Math.min(min, numbers[4 * k + GAP]);
    u += numbers[4 * k] / count; v += numbers[4 * k + 1] / count;
  }
  let widestSq = 0;
  for (let k = 0; k < count; k++) widestSq = Math.max(widestSq, (numbers[4 * k] - u) ** 2 + (numbers[4 * k + 1] - v) ** 2);
  const level = min + AS_DEEP * Math.sqrt(widestSq);
  let best = 0, farthestSq = -1;
  for (let k = 0; k < count; k++) {
    const lengthSq = (numbers[4 * k] - u) ** 2 + (numbers[4 * k + 1] - v) ** 2;
    if (numbers[4 * k + GAP] <= level && lengthSq > farthestSq) { farthestSq = lengthSq; best = k; }
  }
  return best;
}

/** The candidate farthest from candidate i, if the weighted squared distance exceeds `max`; else -1. */
// biome-ignore format: one vector per line
function farthest(manifold: ManifoldWorkspace, i: number): number {
  const { candidates } = manifold;
  const { count, numbers } = candidates;
  const u = numbers[4 * i], v = numbers[4 * i + 1];
  let best = -1, longestSq = max[0];
  for (let k = 0; k < count; k++) {
    const du = numbers[4 * k] - u, dv = numbers[4 * k + 1] - v;
    const lengthSq = weights[k] * (du * du + dv * dv);
    if (lengthSq > longestSq) { longestSq = lengthSq; best = k; }
  }
  max[0] = longestSq;
  return best;
}

/** The candidate that forms the largest triangle with i and j, if twice its weighted area exceeds `max`; else -1. */
// biome-ignore format: one vector per line
function widest(manifold: ManifoldWorkspace, i: number, j: number): number {
  const { candidates } = manifold;
  const { count, numbers } = candidates;
  const u = numbers[4 * i], v = numbers[4 * i + 1];
  const eu = numbers[4 * j] - u, ev = numbers[4 * j + 1] - v;
  let best = -1, largest = max[0];
  for (let k = 0; k < count; k++) {
    const area = weights[k] * Math.abs(eu * (numbers[4 * k + 1] - v) - ev * (numbers[4 * k] - u));
    const equal = best >= 0 && Math.abs(area - largest) <= EQUAL * largest;
    if (equal ? numbers[4 * k + GAP] < numbers[4 * best + GAP] : area > largest) { largest = area; best = k; }
  }
  return best;
}

/** The candidate farthest outside the triangle i, j, l, by the weighted area beyond one of its sides, if above `max`; else -1. */
// biome-ignore format: one vector per line
function outermost(manifold: ManifoldWorkspace, i: number, j: number, l: number): number {
  const { candidates } = manifold;
  const { count, numbers } = candidates;
  const iu = numbers[4 * i], iv = numbers[4 * i + 1];
  const ju = numbers[4 * j], jv = numbers[4 * j + 1];
  const lu = numbers[4 * l], lv = numbers[4 * l + 1];
  const sign = (ju - iu) * (lv - iv) - (jv - iv) * (lu - iu) < 0 ? -1 : 1;
  let best = -1, largest = max[0];
  for (let k = 0; k < count; k++) {
    const u = numbers[4 * k], v = numbers[4 * k + 1];
    const first = (ju - iu) * (v - iv) - (jv - iv) * (u - iu);
    const second = (lu - ju) * (v - jv) - (lv - jv) * (u - ju);
    const third = (iu - lu) * (v - lv) - (iv - lv) * (u - lu);
    const beyond = weights[k] * Math.max(-sign * first, -sign * second, -sign * third);
    const equal = best >= 0 && Math.abs(beyond - largest) <= EQUAL * largest;
    if (equal ? numbers[4 * k + GAP] < numbers[4 * best + GAP] : beyond > largest) { largest = beyond; best = k; }
  }
  return best;
}

/**
 * Assigns feature ids to `count` selected candidates. Ids depend on the position, so that a point retains its id when faces of
 * equal size slide slightly and another corner or edge becomes the clipping one. Of two points with the same id the shallower is
 * dropped; returns the remaining count.
 */
export function assignFeatureIds(manifold: ManifoldWorkspace, count: number): number {
  const { projectedA, projectedB, chosen, features, candidates } = manifold;
  const lengthSqA = projectedA.numbers[LENGTH_SQ];
  const lengthSqB = projectedB.numbers[LENGTH_SQ];
  const ofA = projectedB.count === 0 || (projectedA.count > 0 && lengthSqA < lengthSqB);
  near[0] = NEAR_SQ * (ofA ? lengthSqA : lengthSqB);
  let size = 0;
  for (let k = 0; k < count; k++) {
    const candidate = chosen[k];
    const feature = pairFeature(
      featureOver(manifold, projectedA, candidate),
      featureOver(manifold, projectedB, candidate),
    );
    const twin = indexOfFeature(manifold, feature, size);
    if (twin < 0) {
      features[size] = feature;
      chosen[size++] = candidate;
    } else if (candidates.numbers[4 * candidate + GAP] < candidates.numbers[4 * chosen[twin] + GAP]) {
      chosen[twin] = candidate;
    }
  }
  return size;
}

function indexOfFeature(manifold: ManifoldWorkspace, feature: number, count: number): number {
  const { features } = manifold;
  for (let k = 0; k < count; k++) if (features[k] === feature) return k;
  return -1;
}

/** The corner of a projected face closest to a point, or the edge, or the face if neither is near. */
// biome-ignore format: one vector per line
function featureOver(manifold: ManifoldWorkspace, projected: ProjectedFace, candidate: number): number {
  const { candidates } = manifold;
  const { count, positions } = projected;
  const u = candidates.numbers[4 * candidate], v = candidates.numbers[4 * candidate + 1];
  let feature = projected.face, nearest = near[0];
  for (let k = 0; k < count; k++) {
    const du = positions[2 * k] - u, dv = positions[2 * k + 1] - v;
    const lengthSq = du * du + dv * dv;
    if (lengthSq < nearest) { nearest = lengthSq; feature = projected.corners[k]; }
  }
  if (nearest < near[0]) return feature;
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const u0 = positions[2 * k], v0 = positions[2 * k + 1];
    const du = positions[2 * next] - u0, dv = positions[2 * next + 1] - v0;
    const area = du * (v - v0) - dv * (u - u0);
    const lengthSq = du * du + dv * dv;
    if (area * area < nearest * lengthSq) { nearest = area * area / lengthSq; feature = projected.edges[k]; }
  }
  return feature;
}

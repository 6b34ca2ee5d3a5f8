/** Of many pairs of points the four that hold a body best, and the numbers they are known by. */
import { LENGTH_SQ, type Outline } from './outline.ts';
import { pairFeature } from './point-list.ts';
import { GAP, outlineA, outlineB, spots } from './spots.ts';

/** Numbers of the chosen pairs, the deepest first, and the features they belong to. */
export const chosen = new Int32Array(4);
export const features = new Int32Array(4);

/** The square of what is near a corner or an edge [m²]. */
const near = new Float64Array(1);

/** A point nearer to a corner or an edge than this share of the smaller patch (squared) belongs to it. */
const NEAR_SQ = 1e-4;
/** Triangles with less than this share of the square of their longest side are lines. */
const IN_LINE = 1e-9;

/** Chooses up to four of the pairs, the deepest first. Returns how many there are. */
export function chooseSpots(): number {
  const { count } = spots;
  if (count > 4) return chooseBest();
  chosen[0] = deepest();
  for (let k = 0, at = 1; k < count; k++) if (k !== chosen[0]) chosen[at++] = k;
  return count;
}

function deepest(): number {
  const { count, numbers } = spots;
  let best = 0;
  for (let k = 1; k < count; k++) if (numbers[4 * k + GAP] < numbers[4 * best + GAP]) best = k;
  return best;
}

/**
 * Of any number of pairs the deepest, the farthest from it, the one that makes the largest triangle with them, and the one that adds
 * most to it; fewer if pairs are in one place or on one line.
 */
export function chooseBest(): number {
  const { count } = spots;
  const first = deepest();
  chosen[0] = first;
  let longestSq = 0;
  for (let k = 0; k < count; k++) {
    const lengthSq = distanceSq(first, k);
    if (!(lengthSq > longestSq)) continue;
    longestSq = lengthSq;
    chosen[1] = k;
  }
  if (!(longestSq > 0)) return 1;
  const second = chosen[1];
  const line = IN_LINE * longestSq;
  let largest = line;
  let turn = 0;
  for (let k = 0; k < count; k++) {
    const area = doubleArea(first, second, k);
    if (!(Math.abs(area) > largest)) continue;
    largest = Math.abs(area);
    turn = area < 0 ? -1 : 1;
    chosen[2] = k;
  }
  if (turn === 0) return 2;
  const third = chosen[2];
  let most = line;
  for (let k = 0; k < count; k++) {
    const beyondFirst = -turn * doubleArea(first, second, k);
    const beyondSecond = -turn * doubleArea(second, third, k);
    const beyondThird = -turn * doubleArea(third, first, k);
    const beyond = Math.max(beyondFirst, beyondSecond, beyondThird);
    if (!(beyond > most)) continue;
    most = beyond;
    chosen[3] = k;
  }
  return most > line ? 4 : 3;
}

function distanceSq(i: number, j: number): number {
  const u = spots.numbers[4 * j] - spots.numbers[4 * i];
  const v = spots.numbers[4 * j + 1] - spots.numbers[4 * i + 1];
  return u * u + v * v;
}

/** Twice the area of a triangle, above zero if it turns to the left. */
// biome-ignore format: one corner per line
function doubleArea(i: number, j: number, k: number): number {
  const { numbers } = spots;
  const u = numbers[4 * i], v = numbers[4 * i + 1];
  return (numbers[4 * j] - u) * (numbers[4 * k + 1] - v) - (numbers[4 * j + 1] - v) * (numbers[4 * k] - u);
}

/**
 * Gives `count` chosen pairs their numbers. Told by where it is, a point keeps its number when patches of the same size slide a
 * little over each other and another corner or edge cuts first. Of two points with one number the shallower one is dropped; returns
 * how many are left. `withClosest`: the last pair found is no corner of the common part, but the closest pair of the bodies.
 */
export function nameSpots(count: number, withClosest: boolean): number {
  const closest = withClosest ? spots.count - 1 : -1;
  const lengthSqA = outlineA.numbers[LENGTH_SQ];
  const lengthSqB = outlineB.numbers[LENGTH_SQ];
  near[0] = NEAR_SQ * (outlineB.count === 0 || lengthSqA < lengthSqB ? lengthSqA : lengthSqB);
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const spot = chosen[k];
    const onFaces = spot === closest;
    const ofA = onFaces ? outlineA.face : featureOver(outlineA, spot);
    const ofB = onFaces ? outlineB.face : featureOver(outlineB, spot);
    const feature = pairFeature(ofA, ofB);
    const twin = placeOf(feature, kept);
    if (twin < 0) {
      features[kept] = feature;
      chosen[kept++] = spot;
    } else if (spots.numbers[4 * spot + GAP] < spots.numbers[4 * chosen[twin] + GAP]) {
      chosen[twin] = spot;
    }
  }
  return kept;
}

function placeOf(feature: number, count: number): number {
  for (let k = 0; k < count; k++) if (features[k] === feature) return k;
  return -1;
}

/** The corner of an outline next to a point, or the edge, or the face if neither is near. */
// biome-ignore format: one vector per line
function featureOver(outline: Outline, spot: number): number {
  const { count, places } = outline;
  const u = spots.numbers[4 * spot], v = spots.numbers[4 * spot + 1];
  let feature = outline.face, nearest = near[0];
  for (let k = 0; k < count; k++) {
    const du = places[2 * k] - u, dv = places[2 * k + 1] - v;
    const lengthSq = du * du + dv * dv;
    if (lengthSq < nearest) { nearest = lengthSq; feature = outline.corners[k]; }
  }
  if (nearest < near[0]) return feature;
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const u0 = places[2 * k], v0 = places[2 * k + 1];
    const du = places[2 * next] - u0, dv = places[2 * next + 1] - v0;
    const area = du * (v - v0) - dv * (u - u0);
    const lengthSq = du * du + dv * dv;
    if (area * area < nearest * lengthSq) { nearest = area * area / lengthSq; feature = outline.edges[k]; }
  }
  return feature;
}

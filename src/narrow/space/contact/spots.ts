/**
 * Pairs of points that face each other along the normal n of a contact. Whatever the pair, it is no closer than the bodies
 * are along n, for n·pB - n·pA ≥ min n·B - max n·A; so the closest pair is the deepest of all.
 */
import { type Core, type Cored, RADIUS, REACH, VERTICES } from '../core.ts';
import { direction, point, supportCore } from '../support.ts';
import { createOutline, setLevel, setOutline } from './outline.ts';
import { isInside, overlay, overlayOutlines, overlayWhole } from './overlay.ts';
import { createPatch, setPatch } from './patch.ts';
import { type Sight, setSightOfA, setSights, sightA, sightB } from './sight.ts';
import { line, OUT_BY, surfaceAlong } from './surface-along.ts';

/** The pairs found last. */
export interface Spots {
  count: number;
  /** Four numbers a pair: its place (u, v) across n, the height of the point of A along n, and the signed gap [m]. */
  numbers: Float64Array;
}

export const spots: Spots = { count: 0, numbers: new Float64Array(64) };
export const HEIGHT_A = 2;
export const GAP = 3;
/** While a pair is being made, the height of the point of B stands where its gap will be. */
const HEIGHT_B = GAP;

/** The parts of A and of B that face each other, seen along n. */
export const outlineA = createOutline();
export const outlineB = createOutline();
const patchA = createPatch();
const patchB = createPatch();

/** The smallest gap found [m]: in an array, because numbers a call returns get boxed. */
const least = new Float64Array(1);

/** A pair this share of the size shallower than the closest one is as deep: rounding. */
const AS_DEEP = 1e-12;
/** Pairs nearer to each other than this share of the size are one: normals of round bodies are known to 1e-7. */
const SAME_PLACE = 1e-5;

/**
 * Finds the pairs of two bodies along `normal`, a unit vector in A's frame, that are no farther apart than `margin` [m]: at the
 * corners of where their patches lie over each other.
 */
export function findSpots(
  shapeA: Cored,
  coreA: Core,
  shapeB: Cored,
  coreB: Core,
  relative: Float64Array,
  normal: Float64Array,
  margin: number,
): void {
  clearSpots();
  setSights(normal, relative);
  lookAlong(sightA, 1);
  setPatch(patchA, shapeA, coreA);
  setOutline(outlineA, patchA, sightA, false);
  lookAlong(sightB, -1);
  setPatch(patchB, shapeB, coreB);
  setOutline(outlineB, patchB, sightB, true);
  // bare lines meet nowhere else than where they cross
  const lines = outlineA.count === 2 && outlineB.count === 2;
  if (lines && (coreA.kind === VERTICES || coreB.kind === VERTICES)) return;
  overlayOutlines(outlineA, outlineB);
  addOverlay(coreA, lines || coreA.numbers[RADIUS] > 0, coreB, lines || coreB.numbers[RADIUS] > 0, margin);
}

/** Finds the pairs of a body with the half space that begins at the height `wall[0]` [m] along `normal`. */
export function findSpotsOnWall(
  shape: Cored,
  core: Core,
  normal: Float64Array,
  wall: Float64Array,
  margin: number,
): void {
  clearSpots();
  setSightOfA(normal);
  lookAlong(sightA, 1);
  setPatch(patchA, shape, core);
  setOutline(outlineA, patchA, sightA, false);
  setLevel(outlineB, wall);
  overlayWhole(outlineA);
  addOverlay(core, core.numbers[RADIUS] > 0, core, false, margin);
}

/** Adds a pair for every corner of the overlay. `growA`: the surface of A is not its patch, which a radius grows, or which is a line. */
function addOverlay(coreA: Core, growA: boolean, coreB: Core, growB: boolean, margin: number): void {
  const { count, places } = overlay;
  reserveSpots(count);
  const { numbers } = spots;
  const a = outlineA.numbers;
  const b = outlineB.numbers;
  for (let k = 0; k < count; k++) {
    const at = 4 * spots.count;
    const u = places[2 * k];
    const v = places[2 * k + 1];
    numbers[at] = u;
    numbers[at + 1] = v;
    numbers[at + HEIGHT_A] = a[0] + a[1] * u + a[2] * v;
    numbers[at + HEIGHT_B] = b[0] + b[1] * u + b[2] * v;
    if (growA && !growHeight(coreA, sightA, 1, HEIGHT_A)) continue;
    if (growB && !growHeight(coreB, sightB, -1, HEIGHT_B)) continue;
    keepSpot(margin);
  }
}

/** Did the search find a pair as close as the bodies are? `distance` is one number. */
export function hasClosest(coreA: Core, coreB: Core, distance: Float64Array): boolean {
  return least[0] <= distance[0] + AS_DEEP * (coreA.numbers[REACH] + coreB.numbers[REACH]);
}

/**
 * Puts the closest pair of the bodies in: the point of A's core at `places[at]` and on, raised by its radius. It replaces a pair in
 * the same place that is not quite as deep.
 */
// biome-ignore format: one vector per line
export function addClosestSpot(
  places: Float64Array, at: number, coreA: Core, coreB: Core, distance: Float64Array,
): void {
  const { numbers, count } = spots;
  const x = places[at], y = places[at + 1], z = places[at + 2];
  const u = sightA[3] * x + sightA[4] * y + sightA[5] * z, v = sightA[6] * x + sightA[7] * y + sightA[8] * z;
  const near = SAME_PLACE * (coreA.numbers[REACH] + coreB.numbers[REACH]);
  let to = count;
  for (let k = 0; k < count; k++) {
    if (Math.abs(numbers[4 * k] - u) < near && Math.abs(numbers[4 * k + 1] - v) < near) to = k;
  }
  numbers[4 * to] = u;
  numbers[4 * to + 1] = v;
  numbers[4 * to + HEIGHT_A] = sightA[0] * x + sightA[1] * y + sightA[2] * z + coreA.numbers[RADIUS];
  numbers[4 * to + GAP] = distance[0];
  if (to === count) spots.count = count + 1;
}

/** Adds the pair of the point of B that is farthest against n, if it is over the face of A and no pair is as deep. */
// biome-ignore format: one vector per line
export function addLowestSpot(coreA: Core, coreB: Core, margin: number): void {
  const { numbers } = spots;
  lookAlong(sightB, -1);
  supportCore(coreB);
  const x = point[0], y = point[1], z = point[2];
  const at = 4 * spots.count;
  const u = sightB[3] * x + sightB[4] * y + sightB[5] * z + sightB[10];
  const v = sightB[6] * x + sightB[7] * y + sightB[8] * z + sightB[11];
  const a = outlineA.numbers;
  numbers[at] = u;
  numbers[at + 1] = v;
  numbers[at + HEIGHT_A] = a[0] + a[1] * u + a[2] * v;
  numbers[at + HEIGHT_B] = sightB[0] * x + sightB[1] * y + sightB[2] * z + sightB[9] - coreB.numbers[RADIUS];
  lowest[0] = numbers[at + HEIGHT_B] - numbers[at + HEIGHT_A];
  if (!hasClosest(coreA, coreB, lowest) && isInside(outlineA, u, v)) keepSpot(margin);
}

/** The gap of that pair. */
const lowest = new Float64Array(1);

export function clearSpots(): void {
  spots.count = 0;
  least[0] = Number.POSITIVE_INFINITY;
}

/** Makes room for `count` pairs and one on top. */
export function reserveSpots(count: number): void {
  if (4 * (count + 1) > spots.numbers.length) spots.numbers = new Float64Array(8 * (count + 1));
}

/** Keeps the pair that was written after the last one, with the height of the point of B in the place of the gap. */
function keepSpot(margin: number): void {
  const { numbers, count } = spots;
  const gap = numbers[4 * count + HEIGHT_B] - numbers[4 * count + HEIGHT_A];
  if (!(gap <= margin)) return;
  numbers[4 * count + GAP] = gap;
  if (gap < least[0]) least[0] = gap;
  spots.count = count + 1;
}

/** The way out of a body: n for A, against it for B. */
function lookAlong(sight: Sight, sign: number): void {
  direction[0] = sign * sight[0];
  direction[1] = sign * sight[1];
  direction[2] = sign * sight[2];
}

/** Takes a height of the pair after the last one out from the patch to the surface. False: there is none over this place. */
// biome-ignore format: one vector per line
function growHeight(core: Core, sight: Sight, sign: number, which: number): boolean {
  const { numbers } = spots;
  const at = 4 * spots.count;
  const h = numbers[at + which] - sight[9], u = numbers[at] - sight[10], v = numbers[at + 1] - sight[11];
  for (let k = 0; k < 3; k++) {
    line[k] = h * sight[k] + u * sight[3 + k] + v * sight[6 + k];
    line[3 + k] = sign * sight[k];
  }
  if (!surfaceAlong(core)) return false;
  numbers[at + which] += sign * line[OUT_BY];
  return true;
}

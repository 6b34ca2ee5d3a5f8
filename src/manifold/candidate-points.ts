/**
 * Pairs of points that face each other along the normal n of a contact. Whatever the pair, it is no closer than the bodies
 * are along n, for n·pB - n·pA ≥ min n·B - max n·A; so the closest pair is the deepest of all.
 */
import { type Core, type Cored, RADIUS, REACH, VERTICES } from '../distance/convex/core.ts';
import { direction, point, supportCore } from '../distance/convex/support.ts';
import { clipPolygons, clipped, clipWhole, isInside } from './clip-polygons.ts';
import { type ContactFrame, frameA, frameB, setContactFrameOfA, setContactFrames } from './contact-frame.ts';
import { createProjectedFace, setLevel, setProjectedFace } from './projected-face.ts';
import { createSupportingFace, setSupportingFace } from './supporting-face.ts';
import { line, OUT_BY, surfaceAlong } from './surface-along.ts';

/** The pairs found last. */
export interface CandidatePoints {
  count: number;
  /** Four numbers a pair: its place (u, v) across n, the height of the point of A along n, and the signed gap [m]. */
  numbers: Float64Array;
}

export const candidates: CandidatePoints = { count: 0, numbers: new Float64Array(64) };
export const HEIGHT_A = 2;
export const GAP = 3;
/** While a pair is being made, the height of the point of B stands where its gap will be. */
const HEIGHT_B = GAP;

/** The parts of A and of B that face each other, seen along n. */
export const projectedA = createProjectedFace();
export const projectedB = createProjectedFace();
const faceA = createSupportingFace();
const faceB = createSupportingFace();

/** The smallest gap found [m]: in an array, because numbers a call returns get boxed. */
const min = new Float64Array(1);

/** A pair this share of the size shallower than the closest one is as deep: rounding. */
const AS_DEEP = 1e-12;
/** Pairs nearer to each other than this share of the size are one: normals of round bodies are known to 1e-7. */
const SAME_PLACE = 1e-5;

/**
 * Finds the pairs of two bodies along `normal`, a unit vector in A's frame, that are no farther apart than `margin` [m]: at the
 * corners of where their patches lie over each other.
 */
export function findCandidates(
  shapeA: Cored,
  coreA: Core,
  shapeB: Cored,
  coreB: Core,
  relative: Float64Array,
  normal: Float64Array,
  margin: number,
): void {
  clearCandidates();
  setContactFrames(normal, relative);
  lookAlong(frameA, 1);
  setSupportingFace(faceA, shapeA, coreA);
  setProjectedFace(projectedA, faceA, frameA, false);
  lookAlong(frameB, -1);
  setSupportingFace(faceB, shapeB, coreB);
  setProjectedFace(projectedB, faceB, frameB, true);
  // bare lines meet nowhere else than where they cross
  const lines = projectedA.count === 2 && projectedB.count === 2;
  if (lines && (coreA.kind === VERTICES || coreB.kind === VERTICES)) return;
  clipPolygons(projectedA, projectedB);
  addOverlay(coreA, lines || coreA.numbers[RADIUS] > 0, coreB, lines || coreB.numbers[RADIUS] > 0, margin);
}

/** Finds the pairs of a body with the half space that begins at the height `halfspace[0]` [m] along `normal`. */
export function findCandidatesOnHalfspace(
  shape: Cored,
  core: Core,
  normal: Float64Array,
  halfspace: Float64Array,
  margin: number,
): void {
  clearCandidates();
  setContactFrameOfA(normal);
  lookAlong(frameA, 1);
  setSupportingFace(faceA, shape, core);
  setProjectedFace(projectedA, faceA, frameA, false);
  setLevel(projectedB, halfspace);
  clipWhole(projectedA);
  addOverlay(core, core.numbers[RADIUS] > 0, core, false, margin);
}

/** Adds a pair for every corner of the overlay. `growA`: the surface of A is not its patch, which a radius grows, or which is a line. */
function addOverlay(coreA: Core, growA: boolean, coreB: Core, growB: boolean, margin: number): void {
  const { count, places } = clipped;
  reserveCandidates(count);
  const { numbers } = candidates;
  const a = projectedA.numbers;
  const b = projectedB.numbers;
  for (let k = 0; k < count; k++) {
    const at = 4 * candidates.count;
    const u = places[2 * k];
    const v = places[2 * k + 1];
    numbers[at] = u;
    numbers[at + 1] = v;
    numbers[at + HEIGHT_A] = a[0] + a[1] * u + a[2] * v;
    numbers[at + HEIGHT_B] = b[0] + b[1] * u + b[2] * v;
    if (growA && !growHeight(coreA, frameA, 1, HEIGHT_A)) continue;
    if (growB && !growHeight(coreB, frameB, -1, HEIGHT_B)) continue;
    keepCandidate(margin);
  }
}

/** Did the search find a pair as close as the bodies are? `distance` is one number. */
export function hasClosest(coreA: Core, coreB: Core, distance: Float64Array): boolean {
  return min[0] <= distance[0] + AS_DEEP * (coreA.numbers[REACH] + coreB.numbers[REACH]);
}

/**
 * Puts the closest pair of the bodies in: the point of A's core at `places[at]` and on, raised by its radius. It replaces a pair in
 * the same place that is not quite as deep.
 */
// biome-ignore format: one vector per line
export function addClosestCandidate(
  places: Float64Array, at: number, coreA: Core, coreB: Core, distance: Float64Array,
): void {
  const { numbers, count } = candidates;
  const x = places[at], y = places[at + 1], z = places[at + 2];
  const u = frameA[3] * x + frameA[4] * y + frameA[5] * z, v = frameA[6] * x + frameA[7] * y + frameA[8] * z;
  const near = SAME_PLACE * (coreA.numbers[REACH] + coreB.numbers[REACH]);
  let to = count;
  for (let k = 0; k < count; k++) {
    if (Math.abs(numbers[4 * k] - u) < near && Math.abs(numbers[4 * k + 1] - v) < near) to = k;
  }
  numbers[4 * to] = u;
  numbers[4 * to + 1] = v;
  numbers[4 * to + HEIGHT_A] = frameA[0] * x + frameA[1] * y + frameA[2] * z + coreA.numbers[RADIUS];
  numbers[4 * to + GAP] = distance[0];
  if (to === count) candidates.count = count + 1;
}

/** Adds the pair of the point of B that is farthest against n, if it is over the face of A and no pair is as deep. */
// biome-ignore format: one vector per line
export function addLowestCandidate(coreA: Core, coreB: Core, margin: number): void {
  const { numbers } = candidates;
  lookAlong(frameB, -1);
  supportCore(coreB);
  const x = point[0], y = point[1], z = point[2];
  const at = 4 * candidates.count;
  const u = frameB[3] * x + frameB[4] * y + frameB[5] * z + frameB[10];
  const v = frameB[6] * x + frameB[7] * y + frameB[8] * z + frameB[11];
  const a = projectedA.numbers;
  numbers[at] = u;
  numbers[at + 1] = v;
  numbers[at + HEIGHT_A] = a[0] + a[1] * u + a[2] * v;
  numbers[at + HEIGHT_B] = frameB[0] * x + frameB[1] * y + frameB[2] * z + frameB[9] - coreB.numbers[RADIUS];
  lowest[0] = numbers[at + HEIGHT_B] - numbers[at + HEIGHT_A];
  if (!hasClosest(coreA, coreB, lowest) && isInside(projectedA, u, v)) keepCandidate(margin);
}

/** The gap of that pair. */
const lowest = new Float64Array(1);

export function clearCandidates(): void {
  candidates.count = 0;
  min[0] = Number.POSITIVE_INFINITY;
}

/** Makes room for `count` pairs and one on top. */
export function reserveCandidates(count: number): void {
  if (4 * (count + 1) > candidates.numbers.length) candidates.numbers = new Float64Array(8 * (count + 1));
}

/** Keeps the pair that was written after the last one, with the height of the point of B in the place of the gap. */
function keepCandidate(margin: number): void {
  const { numbers, count } = candidates;
  const gap = numbers[4 * count + HEIGHT_B] - numbers[4 * count + HEIGHT_A];
  if (!(gap <= margin)) return;
  numbers[4 * count + GAP] = gap;
  if (gap < min[0]) min[0] = gap;
  candidates.count = count + 1;
}

/** The way out of a body: n for A, against it for B. */
function lookAlong(frame: ContactFrame, sign: number): void {
  direction[0] = sign * frame[0];
  direction[1] = sign * frame[1];
  direction[2] = sign * frame[2];
}

/** Takes a height of the pair after the last one out from the patch to the surface. False: there is none over this place. */
// biome-ignore format: one vector per line
function growHeight(core: Core, frame: ContactFrame, sign: number, which: number): boolean {
  const { numbers } = candidates;
  const at = 4 * candidates.count;
  const h = numbers[at + which] - frame[9], u = numbers[at] - frame[10], v = numbers[at + 1] - frame[11];
  for (let k = 0; k < 3; k++) {
    line[k] = h * frame[k] + u * frame[3 + k] + v * frame[6 + k];
    line[3 + k] = sign * frame[k];
  }
  if (!surfaceAlong(core)) return false;
  numbers[at + which] += sign * line[OUT_BY];
  return true;
}

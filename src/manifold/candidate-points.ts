/**
 * Candidate manifold points: pairs of points with equal tangential coordinates. The gap of any pair is at least the distance of
 * the bodies along n, since n·pB - n·pA ≥ min n·B - max n·A; so the closest pair is the deepest candidate.
 */
import { BOUNDING_RADIUS, type Core, type CoreShape, RADIUS, VERTICES } from '../distance/convex/core.ts';
import { supportCore } from '../distance/convex/support.ts';
import { clipPolygons, copyPolygon, isInside } from './clip-polygons.ts';
import { setContactFrameOfA, setContactFrames } from './contact-frame.ts';
import type { ManifoldWorkspace } from './manifold-workspace.ts';
import { type ContactFrame, setLevel, setProjectedFace } from './projected-face.ts';
import { createSupportingFace, setSupportingFace } from './supporting-face.ts';
import { OUT_BY, surfaceAlong } from './surface-along.ts';

const point = new Float64Array(3);
const direction = new Float64Array(3);

export const HEIGHT_A = 2;
export const GAP = 3;
/** While a pair is being computed, the height of the point of B occupies the slot of the gap. */
const HEIGHT_B = GAP;
const faceA = createSupportingFace();
const faceB = createSupportingFace();

/** The minimum gap [m]: in an array, because returned numbers get boxed. */
const min = new Float64Array(1);

/** A pair whose gap exceeds the minimum by less than this fraction of the size counts as equally deep: rounding. */
const AS_DEEP = 1e-12;
/** Pairs closer together than this fraction of the size are merged: normals of round bodies are accurate to 1e-7. */
const SAME_POINT = 1e-5;

/**
 * Finds the candidates of two bodies along `normal`, a unit vector in A's frame, with gaps up to `margin` [m]: at the vertices of
 * the intersection of their projected faces.
 */
export function findCandidates(
  manifold: ManifoldWorkspace,
  shapeA: CoreShape,
  coreA: Core,
  shapeB: CoreShape,
  coreB: Core,
  relative: Float64Array,
  normal: Float64Array,
  margin: number,
): void {
  const { frameA, projectedA, frameB, projectedB } = manifold;
  clearCandidates(manifold, margin);
  setContactFrames(manifold, normal, relative);
  setDirection(frameA, 1);
  setSupportingFace(faceA, shapeA, coreA, direction);
  setProjectedFace(projectedA, faceA, frameA, false);
  setDirection(frameB, -1);
  setSupportingFace(faceB, shapeB, coreB, direction);
  setProjectedFace(projectedB, faceB, frameB, true);
  // two lines intersect only where they cross
  const lines = projectedA.count === 2 && projectedB.count === 2;
  if (lines && (coreA.kind === VERTICES || coreB.kind === VERTICES)) return;
  clipPolygons(manifold, projectedA, projectedB);
  addClippedVertices(
    manifold,
    coreA,
    lines || coreA.numbers[RADIUS] > 0,
    coreB,
    lines || coreB.numbers[RADIUS] > 0,
    margin,
  );
}

/** Finds the candidates of a body on the half-space whose surface is at the height `halfspace[0]` [m] along `normal`. */
export function findCandidatesOnHalfspace(
  manifold: ManifoldWorkspace,
  shape: CoreShape,
  core: Core,
  normal: Float64Array,
  halfspace: Float64Array,
  margin: number,
): void {
  const { frameA, projectedA, projectedB } = manifold;
  clearCandidates(manifold, margin);
  setContactFrameOfA(manifold, normal);
  setDirection(frameA, 1);
  setSupportingFace(faceA, shape, core, direction);
  setProjectedFace(projectedA, faceA, frameA, false);
  setLevel(projectedB, halfspace);
  copyPolygon(manifold, projectedA);
  addClippedVertices(manifold, core, core.numbers[RADIUS] > 0, core, false, margin);
}

/** Adds a pair for every vertex of the clipped polygon. `offsetA`: the surface of A differs from its face (radius, or a line). */
function addClippedVertices(
  manifold: ManifoldWorkspace,
  coreA: Core,
  offsetA: boolean,
  coreB: Core,
  offsetB: boolean,
  margin: number,
): void {
  const { clipped, candidates, projectedA, projectedB, frameA, frameB } = manifold;
  const { count, positions } = clipped;
  reserveCandidates(manifold, count);
  const { numbers } = candidates;
  const a = projectedA.numbers;
  const b = projectedB.numbers;
  for (let k = 0; k < count; k++) {
    const at = 4 * candidates.count;
    const u = positions[2 * k];
    const v = positions[2 * k + 1];
    numbers[at] = u;
    numbers[at + 1] = v;
    numbers[at + HEIGHT_A] = a[0] + a[1] * u + a[2] * v;
    numbers[at + HEIGHT_B] = b[0] + b[1] * u + b[2] * v;
    if (offsetA && !offsetHeight(manifold, coreA, frameA, 1, HEIGHT_A)) continue;
    if (offsetB && !offsetHeight(manifold, coreB, frameB, -1, HEIGHT_B)) continue;
    acceptCandidate(manifold, margin);
  }
}

/** Is the minimum gap as small as `distance[0]`, the distance of the bodies? */
export function hasClosest(coreA: Core, coreB: Core, distance: Float64Array): boolean {
  return min[0] <= distance[0] + AS_DEEP * (coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS]);
}

/**
 * Adds the closest pair of the bodies: the point of A's core at `positions[at]`, offset by its radius. It replaces a shallower
 * pair at the same point.
 */
// biome-ignore format: one vector per line
export function addClosestCandidate(
  manifold: ManifoldWorkspace, positions: Float64Array, at: number, coreA: Core, coreB: Core, distance: Float64Array,
): void {
  const { candidates, frameA } = manifold;
  const { numbers, count } = candidates;
  const x = positions[at], y = positions[at + 1], z = positions[at + 2];
  const u = frameA[3] * x + frameA[4] * y + frameA[5] * z, v = frameA[6] * x + frameA[7] * y + frameA[8] * z;
  const near = SAME_POINT * (coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS]);
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

/** Adds the support point of B in direction -n, if it lies over the face of A and no pair is as deep. */
// biome-ignore format: one vector per line
export function addLowestCandidate(manifold: ManifoldWorkspace, coreA: Core, coreB: Core, margin: number): void {
  const { candidates, frameB, projectedA } = manifold;
  const { numbers } = candidates;
  setDirection(frameB, -1);
  supportCore(point, coreB, direction);
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
  if (!hasClosest(coreA, coreB, lowest) && isInside(projectedA, u, v)) acceptCandidate(manifold, margin);
}

/** The gap of that pair. */
const lowest = new Float64Array(1);

/** No candidates; those to come have gaps up to `margin` [m]. */
export function clearCandidates(manifold: ManifoldWorkspace, margin: number): void {
  const { candidates } = manifold;
  candidates.count = 0;
  candidates.limit[0] = margin;
  min[0] = Number.POSITIVE_INFINITY;
}

/** Ensures capacity for `count` pairs and one more. */
export function reserveCandidates(manifold: ManifoldWorkspace, count: number): void {
  const { candidates } = manifold;
  if (4 * (count + 1) > candidates.numbers.length) candidates.numbers = new Float64Array(8 * (count + 1));
}

/** Accepts the pair after the last one if its gap is at most `margin`; its gap slot holds the height of the point of B. */
function acceptCandidate(manifold: ManifoldWorkspace, margin: number): void {
  const { candidates } = manifold;
  const { numbers, count } = candidates;
  const gap = numbers[4 * count + HEIGHT_B] - numbers[4 * count + HEIGHT_A];
  if (!(gap <= margin)) return;
  numbers[4 * count + GAP] = gap;
  if (gap < min[0]) min[0] = gap;
  candidates.count = count + 1;
}

/** Sets the support direction: n for A, -n for B. */
function setDirection(frame: ContactFrame, sign: number): void {
  direction[0] = sign * frame[0];
  direction[1] = sign * frame[1];
  direction[2] = sign * frame[2];
}

/** Offsets a height of the pair after the last one from the face to the surface. False: no surface at this point. */
// biome-ignore format: one vector per line
function offsetHeight(manifold: ManifoldWorkspace, core: Core, frame: ContactFrame, sign: number, which: number): boolean {
  const { candidates, line } = manifold;
  const { numbers } = candidates;
  const at = 4 * candidates.count;
  const h = numbers[at + which] - frame[9], u = numbers[at] - frame[10], v = numbers[at + 1] - frame[11];
  for (let k = 0; k < 3; k++) {
    line[k] = h * frame[k] + u * frame[3 + k] + v * frame[6 + k];
    line[3 + k] = sign * frame[k];
  }
  if (!surfaceAlong(manifold, core)) return false;
  numbers[at + which] += sign * line[OUT_BY];
  return true;
}

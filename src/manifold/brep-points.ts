/**
 * Contact points of bodies of trimmed faces. They start from triangles within a chord error of the faces, with the methods for meshes. Points on
 * planes and straight edges are exact there; points on curved faces and edges are moved to the exact surface.
 */
import type { ReadonlyPose } from '../math/pose.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import { contactMeshOf } from '../shapes/brep/contact-mesh.ts';
import type { Shape } from '../shapes/shape.ts';
import { addClosestPoint } from './convex-points.ts';
import { mergePoints, sortByDepth } from './merge-points.ts';
import type { PairCache } from './pair-cache.ts';
import { gatherPartPoints, sizeOfSmaller } from './part-points.ts';
import { type ContactPoints, flipPoints, movePoint, reservePoints } from './point-list.ts';
import { refinePoint, type Unmatched } from './refine-brep-point.ts';

const unmatched: Unmatched = { gap: Infinity };

/** Adds the points of two bodies, of which at least one consists of trimmed faces. */
export function addBrepPoints(
  out: ContactPoints,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  margin: number,
  cache: PairCache,
): void {
  if (isSmooth(shapeA) || isSmooth(shapeB)) {
    addClosestPoint(out, shapeA, poseA, shapeB, poseB, margin, cache);
    return;
  }
  const chordError = chordErrorOf(shapeA) + chordErrorOf(shapeB);
  gatherPartPoints(out, asMesh(shapeA), poseA, asMesh(shapeB), poseB, margin + chordError);
  const size = sizeOfSmaller(shapeA, shapeB);
  let isCurved = false;
  unmatched.gap = Infinity;
  if (shapeA.kind === 'brep') isCurved = refineAll(out, shapeA, poseA, shapeB, poseB) || isCurved;
  if (shapeB.kind === 'brep') {
    flipPoints(out, 0);
    isCurved = refineAll(out, shapeB, poseB, shapeA, poseA) || isCurved;
    flipPoints(out, 0);
  }
  dropFarPoints(out, margin);
  // the points above are pairs of points of both, but on curved faces they need not include the closest. The certified
  // distance of two parts takes too long for every step
  const areBoth = shapeA.kind === 'brep' && shapeB.kind === 'brep';
  if (isCurved && !areBoth && (isClosestMissing(out, margin, size) || isRound(shapeA) || isRound(shapeB))) {
    addClosestPoint(out, shapeA, poseA, shapeB, poseB, margin, cache);
  }
  if (shapeA.kind === 'sphere' || shapeB.kind === 'sphere') {
    dropRepeatedPoints(out, SAME_POINT * size);
    spreadDirections(out, margin);
    sortByDepth(out);
  } else mergePoints(out, size, margin);
}

/** Gaps that differ by less than this fraction of the size are equal. */
const SAME_GAP = 1e-5;

/** May a pair of points be nearer than all those found? */
function isClosestMissing({ count, distances }: ContactPoints, margin: number, size: number): boolean {
  let least = margin;
  for (let k = 0; k < count; k++) least = Math.min(least, distances[k]);
  return unmatched.gap < least - SAME_GAP * size;
}

/** Points closer together than this fraction of the size are one. */
const SAME_POINT = 1e-4;

/** Bodies without faces, edges or corners touch at one point, the closest. */
function isSmooth({ kind }: Shape): boolean {
  return kind === 'ellipsoid' || kind === 'tiled' || kind === 'point' || kind === 'disc' || kind === 'polygon';
}

/** Bodies with faces that are curved in part. */
function isRound(shape: Shape): boolean {
  return shape.kind === 'cylinder' || shape.kind === 'cone' || shape.kind === 'capsule';
}

function asMesh(shape: Shape): Shape {
  return shape.kind === 'brep' ? contactMeshOf(shape).mesh : shape;
}

function chordErrorOf(shape: Shape): number {
  return shape.kind === 'brep' ? contactMeshOf(shape).chordError : 0;
}

/** Moves the points of body A, which consists of trimmed faces, to its exact surface. Was any on a curved face or edge? */
function refineAll(out: ContactPoints, brep: Brep, pose: ReadonlyPose, other: Shape, otherPose: ReadonlyPose): boolean {
  if (contactMeshOf(brep).chordError === 0) return false;
  let isCurved = false;
  for (let k = 0; k < out.count; k++)
    isCurved = refinePoint(out, k, brep, pose, other, otherPose, unmatched) || isCurved;
  return isCurved;
}

function dropFarPoints(out: ContactPoints, margin: number): void {
  let near = 0;
  for (let k = 0; k < out.count; k++) if (out.distances[k] <= margin) movePoint(out, k, near++);
  out.count = near;
}

/** Drops points at the place of another. */
function dropRepeatedPoints(out: ContactPoints, near: number): void {
  const { pointsA: p } = out;
  let count = 0;
  for (let k = 0; k < out.count; k++) {
    let known = 0;
    while (
      known < count &&
      Math.hypot(p[3 * k] - p[3 * known], p[3 * k + 1] - p[3 * known + 1], p[3 * k + 2] - p[3 * known + 2]) > near
    ) {
      known++;
    }
    if (known === count) movePoint(out, k, count++);
    else if (out.distances[k] < out.distances[known]) movePoint(out, k, known);
  }
  out.count = count;
}

/** Points of a sphere, at most: it may touch a rim all around. */
const MAX_DIRECTIONS = 8;
/** Weight of a point whose gap is the margin; that of the deepest one is 1. */
const LEAST_WEIGHT = 0.05;
/** For each point, the largest cosine between its normal and those of the points selected before. */
let cosines = new Float64Array(64);

/** Selects the deepest point, then the ones whose normals differ most from those selected, weighted by depth. */
function spreadDirections(out: ContactPoints, margin: number): void {
  if (out.count <= MAX_DIRECTIONS) return;
  reservePoints(out, 1);
  const { count, distances, normals: n } = out;
  if (cosines.length < count) cosines = new Float64Array(2 * count);
  cosines.fill(-1, 0, count);
  sortByDepth(out);
  const range = Math.max(margin - distances[0], Number.MIN_VALUE);
  for (let selected = 0; selected < MAX_DIRECTIONS; selected++) {
    let [best, most] = [selected, -1];
    for (let k = selected; k < count; k++) {
      const weight = 1 - (1 - LEAST_WEIGHT) * Math.min((distances[k] - distances[0]) / range, 1);
      // all are equally far from none
      const value = weight * (1 - cosines[k]);
      if (value > most) [best, most] = [k, value];
    }
    swapPoints(out, selected, best);
    for (let k = selected + 1; k < count; k++) {
      let cosine = 0;
      for (let i = 0; i < 3; i++) cosine += n[3 * k + i] * n[3 * selected + i];
      cosines[k] = Math.max(cosines[k], cosine);
    }
  }
  out.count = MAX_DIRECTIONS;
}

function swapPoints(out: ContactPoints, a: number, b: number): void {
  if (a === b) return;
  movePoint(out, a, out.count);
  movePoint(out, b, a);
  movePoint(out, out.count, b);
  [cosines[a], cosines[b]] = [cosines[b], cosines[a]];
}

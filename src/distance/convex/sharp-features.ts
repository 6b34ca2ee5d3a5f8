/**
 * Closest points of two sharp features: corners, edges and rims. Near contact the normal does not determine the points, nor their difference
 * the normal. So first the points, by Newton's method for the slides λ of A and μ of B that minimise |r|, r = pB - pA,
 *
 *   (1 + cA g) λ - (e·f) μ = e·r,    -(e·f) λ + (1 + cB g) μ = -f·r,
 *
 * g the gap, c the rotation rates of the directions e and f; then the normal: perpendicular to e and f, as accurate as they are, or along r
 * if there is only one of them, or none.
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { ContactFeature } from './contact-feature.ts';
import { type ContactFeatures, rotateNormals } from './contact-features.ts';
import type { Solid } from './core.ts';
import { loadPair, setPairNormal } from './feature-pair.ts';
import { followNormal } from './find-feature.ts';

const STEPS = 12;
/** Slides shorter than this fraction of the size are rounding errors. */
const CONVERGED = 1e-16;
/** Squared sine of the angle below which two directions are parallel. */
const PARALLEL_SQ = 1e-12;
/** Points closer than this fraction of the size have no direction between them. */
const NEAR = 1e-15;

/** Is the feature a corner, an edge or a rim? */
function isSharp({ surface, straightCount }: ContactFeature): boolean {
  return surface === 'rim' || (surface === 'flat' && straightCount < 2);
}

/** Are both features of the pair sharp? */
export function areSharp(features: ContactFeatures): boolean {
  const { featureA, featureB } = features;
  return isSharp(featureA) && isSharp(featureB);
}

const slides = new Float64Array(2);
const normal = new Float64Array(3);

/** Moves both points; the normal stays. False: the directions are parallel, or the search diverges. */
export function convergeSharpPoints(
  features: ContactFeatures,
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
): boolean {
  const { pair, featureA, featureB, normalA, normalB } = features;
  let last = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS; step++) {
    loadPair(pair, featureA, poseA, featureB, poseB);
    if (!solveSlides(features)) return false;
    const longest = Math.max(Math.abs(slides[0]), Math.abs(slides[1]));
    if (!(longest < pair.size)) return false;
    slide(featureA, slides[0]);
    slide(featureB, slides[1]);
    followNormal(featureA, shapeA, normalA);
    followNormal(featureB, shapeB, normalB);
    if (longest <= CONVERGED * pair.size || (step > 2 && longest >= last)) break;
    last = longest;
  }
  loadPair(pair, featureA, poseA, featureB, poseB);
  return true;
}

// biome-ignore format: one equation per line
function solveSlides(features: ContactFeatures): boolean {
  const { pair } = features;
  const { points: p, straight: s, rotationRates, count, countA, gap } = pair;
  const rx = p[3] - p[0], ry = p[4] - p[1], rz = p[5] - p[2];
  const hasA = countA > 0, hasB = count > countA, b = 3 * countA;
  const er = hasA ? s[0] * rx + s[1] * ry + s[2] * rz : 0;
  const fr = hasB ? s[b] * rx + s[b + 1] * ry + s[b + 2] * rz : 0;
  const ef = hasA && hasB ? s[0] * s[b] + s[1] * s[b + 1] + s[2] * s[b + 2] : 0;
  const aa = hasA ? 1 + rotationRates[0] * gap : 1;
  const bb = hasB ? 1 + rotationRates[countA] * gap : 1;
  const determinant = aa * bb - ef * ef;
  if (!(determinant > PARALLEL_SQ)) return false;
  slides[0] = (bb * er - ef * fr) / determinant;
  slides[1] = (ef * er - aa * fr) / determinant;
  return true;
}

function slide({ point, straight, straightCount }: ContactFeature, distance: number): void {
  if (straightCount === 0) return;
  for (let c = 0; c < 3; c++) point[c] += distance * straight[c];
}

/**
 * Sets the normal at the points: perpendicular to both directions; else from point to point (`fromPoints`) or the previous normal, made
 * perpendicular to the one direction.
 */
// biome-ignore format: one vector per line
export function setSharpNormal(features: ContactFeatures, poseA: ReadonlyPose, poseB: ReadonlyPose, fromPoints: boolean): boolean {
  const { pair } = features;
  const { points: p, straight: s, axes: n, count, size } = pair;
  const rx = p[3] - p[0], ry = p[4] - p[1], rz = p[5] - p[2];
  if (count === 2) {
    normal[0] = s[1] * s[5] - s[2] * s[4]; normal[1] = s[2] * s[3] - s[0] * s[5]; normal[2] = s[0] * s[4] - s[1] * s[3];
    if (normal[0] * n[0] + normal[1] * n[1] + normal[2] * n[2] < 0) for (let c = 0; c < 3; c++) normal[c] = -normal[c];
  } else {
    const isFar = rx * rx + ry * ry + rz * rz > NEAR * NEAR * size * size && rx * n[0] + ry * n[1] + rz * n[2] > 0;
    if (fromPoints && !isFar) return false;
    normal[0] = fromPoints ? rx : n[0]; normal[1] = fromPoints ? ry : n[1]; normal[2] = fromPoints ? rz : n[2];
    // twice: the second pass removes the rounding error of the first
    for (let k = 0; k < 2 * count; k++) {
      const along = normal[0] * s[0] + normal[1] * s[1] + normal[2] * s[2];
      for (let c = 0; c < 3; c++) normal[c] -= along * s[c];
    }
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return false;
  setPairNormal(pair, normal[0] / length, normal[1] / length, normal[2] / length);
  rotateNormals(features, poseA, poseB);
  pair.gap = rx * n[0] + ry * n[1] + rz * n[2];
  return true;
}

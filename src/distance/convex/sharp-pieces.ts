/**
 * Closest points of two sharp pieces: corners, edges and rims. Near contact the normal says little about their place, and their difference
 * little about the normal. So the places come first, by Newton's method for the slides λ of A and μ of B that make r = pB - pA shortest,
 *
 *   (1 + cA g) λ - (e·f) μ = e·r,    -(e·f) λ + (1 + cB g) μ = -f·r,
 *
 * g the gap, c the rates at which the directions e and f turn; and then the normal: across e and f, which is as certain as they are, or along r
 * where there is only one of them, or none.
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import { normalA, normalB, pair, pieceA, pieceB, rotateNormals } from './contact-faces.ts';
import type { ContactFeature } from './contact-feature.ts';
import type { Solid } from './core.ts';
import { loadPair, setPairNormal } from './feature-pair.ts';
import { followNormal } from './find-feature.ts';

const STEPS = 12;
/** Slides shorter than this share of the size are rounding. */
const SETTLED = 1e-16;
/** Squared sine of the angle below which two directions are parallel. */
const PARALLEL_SQ = 1e-12;
/** Points nearer than this share of the size have no direction from one to the other. */
const NEAR = 1e-15;

/** Is the piece a corner, an edge or a rim? */
function isSharp({ piece, straightCount }: ContactFeature): boolean {
  return piece === 'rim' || (piece === 'flat' && straightCount < 2);
}

/** Are both pieces of the pair sharp? */
export function areSharp(): boolean {
  return isSharp(pieceA) && isSharp(pieceB);
}

const slides = new Float64Array(2);
const across = new Float64Array(3);

/** Moves both points; the normal stays. False: the directions are parallel, or the search leads away. */
export function settleSharpPoints(shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  let last = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS; step++) {
    loadPair(pair, pieceA, poseA, pieceB, poseB);
    if (!solveSlides()) return false;
    const longest = Math.max(Math.abs(slides[0]), Math.abs(slides[1]));
    if (!(longest < pair.size)) return false;
    slide(pieceA, slides[0]);
    slide(pieceB, slides[1]);
    followNormal(pieceA, shapeA, normalA);
    followNormal(pieceB, shapeB, normalB);
    if (longest <= SETTLED * pair.size || (step > 2 && longest >= last)) break;
    last = longest;
  }
  loadPair(pair, pieceA, poseA, pieceB, poseB);
  return true;
}

// biome-ignore format: one equation per line
function solveSlides(): boolean {
  const { points: p, straight: s, turning, count, countA, gap } = pair;
  const rx = p[3] - p[0], ry = p[4] - p[1], rz = p[5] - p[2];
  const hasA = countA > 0, hasB = count > countA, b = 3 * countA;
  const er = hasA ? s[0] * rx + s[1] * ry + s[2] * rz : 0;
  const fr = hasB ? s[b] * rx + s[b + 1] * ry + s[b + 2] * rz : 0;
  const ef = hasA && hasB ? s[0] * s[b] + s[1] * s[b + 1] + s[2] * s[b + 2] : 0;
  const aa = hasA ? 1 + turning[0] * gap : 1;
  const bb = hasB ? 1 + turning[countA] * gap : 1;
  const determinant = aa * bb - ef * ef;
  if (!(determinant > PARALLEL_SQ)) return false;
  slides[0] = (bb * er - ef * fr) / determinant;
  slides[1] = (ef * er - aa * fr) / determinant;
  return true;
}

function slide({ point, straight, straightCount }: ContactFeature, way: number): void {
  if (straightCount === 0) return;
  for (let c = 0; c < 3; c++) point[c] += way * straight[c];
}

/**
 * Sets the normal of the points found: that across both directions; else that from point to point (`fromPoints`) or the one that was there, made
 * perpendicular to the one direction.
 */
// biome-ignore format: one vector per line
export function setSharpNormal(poseA: ReadonlyPose, poseB: ReadonlyPose, fromPoints: boolean): boolean {
  const { points: p, straight: s, axes: n, count, size } = pair;
  const rx = p[3] - p[0], ry = p[4] - p[1], rz = p[5] - p[2];
  if (count === 2) {
    across[0] = s[1] * s[5] - s[2] * s[4]; across[1] = s[2] * s[3] - s[0] * s[5]; across[2] = s[0] * s[4] - s[1] * s[3];
    if (across[0] * n[0] + across[1] * n[1] + across[2] * n[2] < 0) for (let c = 0; c < 3; c++) across[c] = -across[c];
  } else {
    const isFar = rx * rx + ry * ry + rz * rz > NEAR * NEAR * size * size && rx * n[0] + ry * n[1] + rz * n[2] > 0;
    if (fromPoints && !isFar) return false;
    across[0] = fromPoints ? rx : n[0]; across[1] = fromPoints ? ry : n[1]; across[2] = fromPoints ? rz : n[2];
    // twice: what the first time leaves is rounding of what it removed
    for (let k = 0; k < 2 * count; k++) {
      const along = across[0] * s[0] + across[1] * s[1] + across[2] * s[2];
      for (let c = 0; c < 3; c++) across[c] -= along * s[c];
    }
  }
  const length = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
  if (!(length > 0)) return false;
  setPairNormal(pair, across[0] / length, across[1] / length, across[2] / length);
  rotateNormals(poseA, poseB);
  pair.gap = rx * n[0] + ry * n[1] + rz * n[2];
  return true;
}

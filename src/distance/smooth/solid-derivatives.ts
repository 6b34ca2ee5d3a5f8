/**
 * Derivatives of the distance of two convex bodies, of its witness points and its normal with respect to both poses, from the contact features.
 * With the matrix H = g + WA + WB of [PATH98-3.2], arms a, b from the origins to the points and rotations δθ about these,
 *
 *   H dn + Σ λ e - Σ μ f = δxB + δθB×b - δxA - δθA×a + WA (δθA×n) + WB (δθB×n)   (tangential)
 *   e·dn = e·(δθA×n),   f·dn = f·(δθB×n)
 *   dpA = δxA + δθA×a + WA (dn - δθA×n) + Σ λ e,   dpB = δxB + δθB×b - WB (dn - δθB×n) + Σ μ f
 *
 * for the cores; radii follow the normal. Pose coordinates are those of `PairDerivatives`.
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import { copyVec3 } from '../../math/vec3.ts';
import { type Contact, createContact } from '../contact.ts';
import { coreRadius, type FeatureLimits } from '../convex/contact-feature.ts';
import { createContactFeatures, findContactFeatures } from '../convex/contact-features.ts';
import type { Solid } from '../convex/core.ts';
import { alongAxis, loadPair, MAX_UNKNOWNS, multiplyRadii, solvePair } from '../convex/feature-pair.ts';
import { type ClosestWithDerivatives, NO_NORMAL, SLIDING } from './search/signed-closest.ts';
import { clearHigherDerivatives, writeGradient, writeHessian } from './witness/derivatives.ts';

const features = createContactFeatures();
const pair = features.pair;
const featureA = features.featureA;
const featureB = features.featureB;

/** Points within this fraction of the size from the end of a feature belong to the end: rounding error of witness points. */
const NEAR = 1e-9;
const limits: FeatureLimits = { near: 0.5, parallelAngle: 1e-10 };
/** Cores closer than this fraction of the size touch; corners and edges then have no unique normal. */
const TOUCHING = 1e-12;

/** Coordinates of both poses. */
const COORDINATES = 12;

const contact = createContact();
const armA = new Float64Array(3);
const armB = new Float64Array(3);
const right = new Float64Array(MAX_UNKNOWNS * COORDINATES);
const rotated = new Float64Array(3);

/** `closest` for this pair, from the pair table. */
type Closest = (out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose) => Contact;

/** Closest points and all derivatives of two convex bodies of `size` [m] together. */
export function solidDerivatives(
  out: ClosestWithDerivatives,
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
  size: number,
  closest: Closest,
): ClosestWithDerivatives {
  closest(contact, shapeA, poseA, shapeB, poseB);
  limits.near = NEAR * size;
  findContactFeatures(features, contact, shapeA, poseA, shapeB, poseB, limits);
  pair.size = size;
  loadPair(pair, featureA, poseA, featureB, poseB);
  const { points } = pair;
  armA.set(points.subarray(0, 3));
  armB[0] = points[3] - (poseB.position.x - poseA.position.x);
  armB[1] = points[4] - (poseB.position.y - poseA.position.y);
  armB[2] = points[5] - (poseB.position.z - poseA.position.z);

  const lone = shapeA.kind === 'point' || shapeB.kind === 'point';
  out.status = contact.distance >= 0 ? 'certified' : lone ? 'inside' : 'overlapping';
  out.distance = contact.distance;
  copyVec3(out.pointA, contact.pointA);
  copyVec3(out.pointB, contact.pointB);
  copyVec3(out.normal, contact.normal);
  out.parameterCount = 0;
  const normal = pair.axes.subarray(0, 3);
  writeGradient(out, armA, armB, normal);
  const sharp = featureA.surface === 'flat' && featureB.surface === 'flat';
  if (sharp && pair.count < 2 && !(Math.abs(pair.gap) > TOUCHING * size)) return reject(out, NO_NORMAL);
  writeRightSides();
  if (!solvePair(pair, right, COORDINATES)) return reject(out, SLIDING);
  out.unique = true;
  out.unavailable = '';
  out.parameters.fill(0);
  writeRates(out, coreRadius(shapeA), coreRadius(shapeB));
  // from the cores to the surfaces
  for (let c = 0; c < 3; c++) {
    armA[c] += coreRadius(shapeA) * normal[c];
    armB[c] -= coreRadius(shapeB) * normal[c];
  }
  writeHessian(out, armA, armB, normal);
  return out;
}

function reject(out: ClosestWithDerivatives, reason: string): ClosestWithDerivatives {
  out.unique = false;
  out.unavailable = reason;
  clearHigherDerivatives(out);
  return out;
}

/** e_k × v, into `rotated`. */
function rotateAxis(k: number, v: Float64Array): Float64Array {
  rotated.fill(0);
  rotated[(k + 1) % 3] = -v[(k + 2) % 3];
  rotated[(k + 2) % 3] = v[(k + 1) % 3];
  return rotated;
}

function writeRightSides(): void {
  const { axes, straight, count, countA } = pair;
  right.fill(0);
  for (let body = 0; body < 2; body++) {
    const sign = body === 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) {
      const shift = 6 * body + k;
      const rotation = shift + 3;
      for (let i = 0; i < 2; i++) {
        right[COORDINATES * i + shift] = sign * axes[3 * (1 + i) + k];
        right[COORDINATES * i + rotation] = sign * alongAxis(pair, 1 + i, rotateAxis(k, body === 0 ? armA : armB), 0);
      }
      const product = multiplyRadii(pair, body, rotateAxis(k, axes), 0);
      for (let i = 0; i < 2; i++) right[COORDINATES * i + rotation] += alongAxis(pair, 1 + i, product, 0);
      rotateAxis(k, axes);
      for (let s = body === 0 ? 0 : countA; s < (body === 0 ? countA : count); s++) {
        right[COORDINATES * (2 + s) + rotation] =
          straight[3 * s] * rotated[0] + straight[3 * s + 1] * rotated[1] + straight[3 * s + 2] * rotated[2];
      }
    }
  }
}

const dn = new Float64Array(3);
/** dn - δθ×n of one body. */
const apart = new Float64Array(3);

function writeRates(out: ClosestWithDerivatives, radiusA: number, radiusB: number): void {
  const { axes } = pair;
  for (let q = 0; q < COORDINATES; q++) {
    for (let c = 0; c < 3; c++) {
      dn[c] = right[q] * axes[3 + c] + right[COORDINATES + q] * axes[6 + c];
      out.normalByPose[COORDINATES * c + q] = dn[c];
    }
    writePointRate(out.pointAByPose, q, 0, radiusA);
    writePointRate(out.pointBByPose, q, 1, radiusB);
  }
}

/** Column q of dpA or dpB: motion of the body, rotation of its feature, slides, and the radius along the normal. */
function writePointRate(rate: Float64Array, q: number, body: number, radius: number): void {
  const { axes, straight, count, countA } = pair;
  const own = q - 6 * body;
  const sign = body === 0 ? 1 : -1;
  const rotations = own >= 3 && own < 6;
  apart.set(dn);
  if (rotations) {
    rotateAxis(own - 3, axes);
    for (let c = 0; c < 3; c++) apart[c] -= rotated[c];
  }
  const product = multiplyRadii(pair, body, apart, 0);
  for (let c = 0; c < 3; c++) rate[COORDINATES * c + q] = sign * (product[c] + radius * dn[c]) + (own === c ? 1 : 0);
  if (rotations) {
    rotateAxis(own - 3, body === 0 ? armA : armB);
    for (let c = 0; c < 3; c++) rate[COORDINATES * c + q] += rotated[c];
  }
  for (let s = body === 0 ? 0 : countA; s < (body === 0 ? countA : count); s++) {
    const slide = right[COORDINATES * (2 + s) + q];
    for (let c = 0; c < 3; c++) rate[COORDINATES * c + q] += slide * straight[3 * s + c];
  }
}

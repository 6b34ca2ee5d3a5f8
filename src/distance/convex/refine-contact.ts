/**
 * Witness points and normals of round bodies to machine precision. GJK ends when its bounds agree, but at a minimum the distance has
 * twice as many correct digits as the points: from there Newton's method on the contact features converges for the points as well. Its
 * result is used only with an equal certificate: both points belong to their bodies and are support points along the normal.
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import { addScaledVec3, setVec3 } from '../../math/vec3.ts';
import type { Contact } from '../contact.ts';
import { type ContactFeature, coreRadius, type FeatureLimits } from './contact-feature.ts';
import { createContactFeatures, findContactFeatures, rotateNormals } from './contact-features.ts';
import { findWitness, isSupportPoint, isWitnessIn } from './contact-point-test.ts';
import { BOUNDING_RADIUS, type CoreShape, createCore, type Solid, setCore } from './core.ts';
import { isFace, isLevel, setFaceNormal, setPointsOnFace } from './face-contact.ts';
import { alongAxis, loadPair, MAX_UNKNOWNS, setPairNormal, solvePair } from './feature-pair.ts';
import { followNormal } from './find-feature.ts';
import { EXACT } from './gjk-result.ts';
import { areSharp, convergeSharpPoints, setSharpNormal } from './sharp-features.ts';

const features = createContactFeatures();
const pair = features.pair;
const featureA = features.featureA;
const featureB = features.featureB;
const normalB = features.normalB;
const normalA = features.normalA;
const witness = features.witness;

/** Axes this close to perpendicular to the normal are tangential. */
const PERPENDICULAR = 1e-10;
/** Tolerances that select the contact features, tried in order: `near` relative to the size, and `parallelAngle`. */
const TRIALS: readonly Readonly<FeatureLimits>[] = [
  { near: 1e-6, parallelAngle: 1e-10 },
  { near: 1e-6, parallelAngle: 0 },
  { near: 1e-9, parallelAngle: 1e-10 },
  { near: 1e-4, parallelAngle: 0 },
];
/** Corners and edges of boxes and hulls are known to machine precision, relative to the size. */
const KNOWN = 1e-9;
const STEPS = 12;
/** Maximum step of the normal: the start is better than this. */
const LONGEST = 0.1;
/** Steps of the normal smaller than this are rounding errors. */
const CONVERGED = 2e-16;
/** Allowed distance of points from their bodies, and from the support plane, relative to the size. */
const CERTIFIED = 2e-15;

const coreA = createCore();
const coreB = createCore();
const right = new Float64Array(MAX_UNKNOWNS);
const limits: FeatureLimits = { near: 0.5, parallelAngle: 0.5 };

/**
 * Improves points and normal of two convex bodies, at least one of them a cylinder, a cone or an ellipsoid; those of others are already
 * accurate. Where features are parallel, the closest points are not unique, and `unique` becomes false.
 */
export function refineContact(
  out: Contact,
  shapeA: CoreShape,
  poseA: ReadonlyPose,
  shapeB: CoreShape,
  poseB: ReadonlyPose,
): Contact {
  if (shapeA.kind === 'tiled' || shapeB.kind === 'tiled') return out;
  if (isRound(shapeA) || isRound(shapeB)) {
    refineRound(out, shapeA, poseA, shapeB, poseB);
    return out;
  }
  if (out.unique && isFeatureTangential(out, shapeA, poseA) && isFeatureTangential(out, shapeB, poseB)) {
    out.unique = !isSliding(out, shapeA, poseA, shapeB, poseB);
  }
  return out;
}

function isRound({ kind }: CoreShape): boolean {
  return kind === 'cylinder' || kind === 'cone' || kind === 'ellipsoid';
}

/** Is an edge or face of the body perpendicular to the normal? A cheap test; may return true for hulls and segments that are not. */
function isFeatureTangential({ normal }: Contact, shape: Solid, { rotation: r }: ReadonlyPose): boolean {
  const { x, y, z } = normal;
  const alongZ = Math.abs(r.xz * x + r.yz * y + r.zz * z) < PERPENDICULAR;
  if (shape.kind === 'capsule') return alongZ;
  if (shape.kind !== 'box') return shape.kind === 'segment' || shape.kind === 'hull';
  const alongX = Math.abs(r.xx * x + r.yx * y + r.zx * z) < PERPENDICULAR;
  const alongY = Math.abs(r.xy * x + r.yy * y + r.zy * z) < PERPENDICULAR;
  return alongX || alongY || alongZ;
}

function isSliding(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  setPairSize(shapeA, shapeB);
  limits.near = KNOWN * pair.size;
  limits.parallelAngle = PERPENDICULAR;
  findContactFeatures(features, out, shapeA, poseA, shapeB, poseB, limits);
  loadPair(pair, featureA, poseA, featureB, poseB);
  right.fill(0);
  const both = featureA.straightCount > 0 && featureB.straightCount > 0;
  // three tangential directions are always linearly dependent
  return both && (pair.count > 2 || !solvePair(pair, right, 1));
}

function setPairSize(shapeA: Solid, shapeB: Solid): void {
  setCore(coreA, shapeA);
  setCore(coreB, shapeB);
  pair.size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS];
}

/** The same for a cylinder, a cone or an ellipsoid with any other body; false if nothing better was found, and for tiled bodies. */
export function refineRound(
  out: Contact,
  shapeA: CoreShape,
  poseA: ReadonlyPose,
  shapeB: CoreShape,
  poseB: ReadonlyPose,
): boolean {
  if (shapeA.kind === 'tiled' || shapeB.kind === 'tiled') return false;
  setPairSize(shapeA, shapeB);
  for (let trial = 0; trial < TRIALS.length; trial++) {
    limits.near = TRIALS[trial].near * pair.size;
    limits.parallelAngle = TRIALS[trial].parallelAngle;
    findContactFeatures(features, out, shapeA, poseA, shapeB, poseB, limits);
    if (isFace(featureA) || isFace(featureB)) {
      if (refineFaces(out, shapeA, poseA, shapeB, poseB)) return true;
      findContactFeatures(features, out, shapeA, poseA, shapeB, poseB, limits);
    }
    if (areSharp(features)) {
      if (refineSharp(out, shapeA, poseA, shapeB, poseB)) return true;
      findContactFeatures(features, out, shapeA, poseA, shapeB, poseB, limits);
    }
    if (!convergeFeatures(shapeA, poseA, shapeB, poseB)) continue;
    const limit = CERTIFIED * (pair.size + Math.abs(pair.gap));
    if (!findWitness(features, shapeA, poseA, shapeB, poseB, limit)) continue;
    if (
      isCertified(limit)
        ? takeContact(out, shapeA, poseA, shapeB, limit)
        : takePoints(out, shapeA, poseA, shapeB, limit)
    ) {
      return true;
    }
  }
  return false;
}

/**
 * The same for a face of a body and the support point of the other towards it: the normal is exactly that of the face. Nearly parallel
 * faces touch at an edge or a corner, which may be far from where GJK ended.
 */
function refineFaces(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  for (let body = 0; body < 2; body++) {
    if (!setFaceNormal(features, body, poseA, poseB)) continue;
    sliding = isLevel(body === 0 ? featureB : featureA, body === 0 ? normalB : normalA);
    for (let attempt = 0; attempt < 2; attempt++) {
      // the support point of a corner or rim is more accurate than the GJK point; on a feature parallel to the face any point will do
      setPointsOnFace(features, body, (attempt === 0) === sliding ? null : body === 0 ? coreB : coreA, poseA, poseB);
      const limit = CERTIFIED * (pair.size + Math.abs(pair.gap));
      const isInBoth =
        isWitnessIn(features, shapeA, poseA, poseA, 0, limit) &&
        isWitnessIn(features, shapeB, poseB, poseA, pair.gap, limit);
      if (isInBoth && isCertified(limit) && takeContact(out, shapeA, poseA, shapeB, limit)) return true;
    }
  }
  return false;
}

/** The same for corners, edges and rims: first their closest points, then the normal. */
function refineSharp(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  sliding = false;
  if (!convergeSharpPoints(features, shapeA, poseA, shapeB, poseB)) return false;
  for (let attempt = 0; attempt < 2; attempt++) {
    if (!setSharpNormal(features, poseA, poseB, attempt === 0)) continue;
    const limit = CERTIFIED * (pair.size + Math.abs(pair.gap));
    const certified = findWitness(features, shapeA, poseA, shapeB, poseB, limit) && isCertified(limit);
    if (certified && takeContact(out, shapeA, poseA, shapeB, limit)) return true;
  }
  return false;
}

/** Are both points support points along the normal? */
function isCertified(limit: number): boolean {
  return isSupportPoint(featureA, coreA, normalA, limit) && isSupportPoint(featureB, coreB, normalB, limit);
}

/** Was the last solution free to slide? */
let sliding = false;

/** Newton's method for the normal and the slides along straight directions; false if it diverges. */
function convergeFeatures(shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  let last = LONGEST;
  let hold = false;
  sliding = false;
  for (let step = 0; step < STEPS; step++) {
    loadPair(pair, featureA, poseA, featureB, poseB);
    writeResidual();
    const solved = solvePair(pair, right, 1, hold);
    const rotation = solved ? Math.sqrt(right[0] * right[0] + right[1] * right[1]) : Number.POSITIVE_INFINITY;
    if (!(rotation <= LONGEST)) {
      if (hold) return false;
      // touching corners, or parallel features
      sliding = !solved && featureA.straightCount > 0 && featureB.straightCount > 0;
      hold = true;
      continue;
    }
    takeStep(shapeA, poseA, shapeB, poseB);
    // quadratic convergence until rounding error: then steps get no shorter
    if (rotation <= CONVERGED || (step > 2 && rotation >= last && !hold)) break;
    last = rotation;
  }
  loadPair(pair, featureA, poseA, featureB, poseB);
  return true;
}

/** Residual: tangential offset of the points, and deviation of the straight directions from perpendicular to the normal. */
function writeResidual(): void {
  const { points, straight, count } = pair;
  for (let i = 0; i < 2; i++) right[i] = alongAxis(pair, 1 + i, points, 3) - alongAxis(pair, 1 + i, points, 0);
  for (let k = 0; k < count; k++) right[2 + k] = -alongAxis(pair, 0, straight, 3 * k);
}

function takeStep(shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): void {
  const { axes } = pair;
  const x = axes[0] + right[0] * axes[3] + right[1] * axes[6];
  const y = axes[1] + right[0] * axes[4] + right[1] * axes[7];
  const z = axes[2] + right[0] * axes[5] + right[1] * axes[8];
  const length = Math.sqrt(x * x + y * y + z * z);
  setPairNormal(pair, x / length, y / length, z / length);
  rotateNormals(features, poseA, poseB);
  slide(featureA, 2);
  slide(featureB, 2 + featureA.straightCount);
  followNormal(featureA, shapeA, normalA);
  followNormal(featureB, shapeB, normalB);
}

function slide({ point: p, straight, straightCount }: ContactFeature, first: number): void {
  for (let k = 0; k < straightCount; k++) {
    for (let c = 0; c < 3; c++) p[c] += right[first + k] * straight[3 * k + c];
  }
}

/** Writes the contact if the distance is not smaller than before, within its bound: the certificate must not get weaker. */
function takeContact(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, limit: number): boolean {
  const { axes, gap } = pair;
  const distance = gap - coreRadius(shapeA) - coreRadius(shapeB);
  // the distance of an exact contact has a rounding error
  const bound = out.status === 'exact' ? EXACT * (pair.size + Math.abs(gap)) : out.errorBound;
  if (!(distance - out.distance >= -bound - limit)) return false;
  if (sliding) out.unique = false;
  setVec3(out.normal, axes[0], axes[1], axes[2]);
  if (gap > 0) {
    // two parallel support planes through the points: a complete certificate
    out.distance = distance;
    out.errorBound = 0;
    out.status = 'exact';
  } else if (distance > out.distance) {
    out.errorBound = Math.max(out.errorBound - (distance - out.distance), 0);
    out.distance = distance;
  }
  writePoints(out, coreRadius(shapeA), poseA);
  return true;
}

/** Touching corners have one contact point and many normals: takes the points, and the normal stays. */
function takePoints(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, limit: number): boolean {
  const core = out.distance + coreRadius(shapeA) + coreRadius(shapeB);
  if (!(Math.abs(pair.gap) <= limit && Math.abs(core) <= out.errorBound + limit)) return false;
  writePoints(out, coreRadius(shapeA), poseA);
  return true;
}

function writePoints(out: Contact, radius: number, { position: o }: ReadonlyPose): void {
  const { normal, pointA } = out;
  const p = witness;
  setVec3(pointA, o.x + p[0] + radius * normal.x, o.y + p[1] + radius * normal.y, o.z + p[2] + radius * normal.z);
  addScaledVec3(out.pointB, pointA, normal, out.distance);
}

import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact, FeatureKind } from '../contact.ts';
import type { SimplexCache } from '../simplex-cache.ts';
import {
  BOUNDING_RADIUS,
  type Core,
  type CoreShape,
  createCore,
  isPolytope,
  RADIUS,
  RELATIVE_LENGTH,
  setCore,
  setRelative,
} from './core.ts';
import { coreDistance } from './gjk.ts';
import {
  COUNT,
  DISTANCE,
  EXACT,
  LOWER,
  NORMAL,
  OFF,
  OVERLAP,
  POINT_A,
  STEPS,
  UNCONVERGED,
  UNIQUE_WITNESS,
  UPPER,
} from './gjk-result.ts';
import { createGjkWorkspace } from './gjk-workspace.ts';
import { corePenetration, refinePenetration } from './penetration.ts';
import { refineContact, refineRound } from './refine-contact.ts';
import { isSegmentCore, segmentCoreDistance } from './segment-cores.ts';
import { distinctVertexCount } from './simplex.ts';
import { closestSphere } from './sphere-contact.ts';
import { DEPTH, DEPTH_BOUND, isUniquePenetration, TRANSLATION_LENGTH } from './unique-penetration.ts';
import { isUniqueWitness } from './unique-witness.ts';

const minimumTranslation = new Float64Array(TRANSLATION_LENGTH);
const workspace = createGjkWorkspace();
const result = workspace.result;
const vertexNumbers = workspace.vertexNumbers;

const coreA = createCore();
const coreB = createCore();
const relative = new Float64Array(RELATIVE_LENGTH);

/**
 * Contact of two convex 3-D bodies, written into `out`: the distance of their cores by GJK, or the penetration depth by
 * SAT or EPA where these overlap, then the radii. The exact distance is within `errorBound` [m] of the result. Use one
 * `cache` for each pair; arguments are not checked.
 *
 * @example
 * ```ts
 * import { createContact, createSimplexCache, pose, sphere } from 'appulse';
 * import { closestSolids } from 'appulse/kernels';
 *
 * const contact = createContact();
 * closestSolids(contact, sphere(1), pose(), sphere(2), pose([0, 7, 0]), createSimplexCache());
 * console.log(contact.distance, contact.normal.y); // 4 1
 * ```
 */
export function closestSolids(
  out: Contact,
  shapeA: CoreShape,
  poseA: ReadonlyPose,
  shapeB: CoreShape,
  poseB: ReadonlyPose,
  cache: SimplexCache,
): Contact {
  if (closestSphere(out, shapeA, poseA, shapeB, poseB)) return out;
  setCore(coreA, shapeA);
  setCore(coreB, shapeB);
  setRelative(relative, poseA, poseB);
  if (isSegmentCore(coreA) && isSegmentCore(coreB) && segmentCoreDistance(workspace, coreA, coreB, relative)) {
    setFeatures(out, 1, 1, result[COUNT] === 1);
    return writeContact(out, poseA, true);
  }
  const status = coreDistance(workspace, coreA, coreB, relative, cache);
  if (status === OVERLAP) {
    overlapSolids(out, shapeA, poseA, shapeB, poseB);
    if (out.unique) checkUniquePenetration(out, poseA);
    return out;
  }
  // an integer: a double would be boxed for every call
  const count = result[COUNT] | 0;
  const countA = distinctVertexCount(workspace, 0, count);
  const countB = distinctVertexCount(workspace, 4, count);
  // parallel features have more vertices (countA + countB) than the simplex needs (count + 1)
  const flat = isPolytope(coreA) && isPolytope(coreB);
  setFeatures(out, countA, countB, !flat || countA + countB <= count + 1);
  writeContact(out, poseA, status !== UNCONVERGED);
  if (!flat) {
    if (!refineRound(out, shapeA, poseA, shapeB, poseB)) includePointErrors(out);
    return out;
  }
  if (result[OFF] > 0) includePointErrors(out);
  if (status === UNIQUE_WITNESS) return out;
  if (isUniqueWitness(workspace, shapeA, coreA, countA, shapeB, coreB, countB, relative)) return out;
  return refineContact(out, shapeA, poseA, shapeB, poseB);
}

/** For overlapping round bodies Newton's method finds the direction to machine precision; where it cannot, a slower search does. */
function overlapSolids(
  out: Contact,
  shapeA: CoreShape,
  poseA: ReadonlyPose,
  shapeB: CoreShape,
  poseB: ReadonlyPose,
): Contact {
  const converged = corePenetration(workspace, coreA, coreB, relative);
  setFeatures(out, 3, 3, true);
  writeContact(out, poseA, converged);
  if (!isPolytope(coreA) || !isPolytope(coreB)) {
    if (refineRound(out, shapeA, poseA, shapeB, poseB)) return out;
    refinePenetration(workspace, coreA, coreB, relative);
    writeContact(out, poseA, converged);
    if (!refineRound(out, shapeA, poseA, shapeB, poseB)) includePointErrors(out);
    return out;
  }
  includePointErrors(out);
  return refineContact(out, shapeA, poseA, shapeB, poseB);
}

/** Widens the error bound where the points are farther from their bodies than the error of the distance. */
function includePointErrors(out: Contact): void {
  const off = result[OFF];
  if (!(off > out.errorBound)) return;
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS] + Math.abs(result[DISTANCE]);
  if (!(off > EXACT * size)) return;
  out.errorBound = off;
  if (out.status === 'exact') out.status = 'bounded';
}

// biome-ignore format: one vector per line
function checkUniquePenetration(out: Contact, { rotation: r }: ReadonlyPose): void {
  const { x, y, z } = out.normal;
  minimumTranslation[0] = r.xx * x + r.yx * y + r.zx * z; minimumTranslation[1] = r.xy * x + r.yy * y + r.zy * z; minimumTranslation[2] = r.xz * x + r.yz * y + r.zz * z;
  minimumTranslation[DEPTH] = -out.distance; minimumTranslation[DEPTH_BOUND] = out.errorBound;
  out.unique = isUniquePenetration(coreA, coreB, relative, minimumTranslation);
}

/** By the number of vertices that span a feature. */
const FEATURES: readonly FeatureKind[] = ['vertex', 'vertex', 'edge', 'face'];

/** Features from the numbers of vertices that span them. On a round or inflated core every point is on a face. */
function setFeatures(out: Contact, countA: number, countB: number, unique: boolean): void {
  const kindA = hasCorners(coreA) ? countA : 3;
  const kindB = hasCorners(coreB) ? countB : 3;
  out.featureA = FEATURES[kindA];
  out.featureB = FEATURES[kindB];
  out.indexA = kindA === 1 ? vertexNumbers[0] : -1;
  out.indexB = kindB === 1 ? vertexNumbers[4] : -1;
  out.unique = unique;
}

function hasCorners(core: Core): boolean {
  return isPolytope(core) && core.numbers[RADIUS] === 0;
}

/** Distance and points in world axes from the result for the cores, inflated by their radii; `converged`: no limit ended the search. */
// biome-ignore format: one vector per line
function writeContact(out: Contact, poseA: ReadonlyPose, converged: boolean): Contact {
  const { pointA, pointB, normal } = out;
  const { position, rotation: r } = poseA;
  const radiusA = coreA.numbers[RADIUS], radiusB = coreB.numbers[RADIUS];
  const core = result[DISTANCE], distance = core - radiusA - radiusB;
  const bound = Math.max(result[UPPER] - core, core - result[LOWER], 0);
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS] + Math.abs(core);
  const mx = result[NORMAL], my = result[NORMAL + 1], mz = result[NORMAL + 2];
  const px = result[POINT_A], py = result[POINT_A + 1], pz = result[POINT_A + 2];
  let nx = r.xx * mx + r.xy * my + r.xz * mz;
  let ny = r.yx * mx + r.yy * my + r.yz * mz;
  let nz = r.zx * mx + r.zy * my + r.zz * mz;
  // a product of rotations may scale slightly
  const k = 1.5 - 0.5 * (nx * nx + ny * ny + nz * nz);
  nx *= k; ny *= k; nz *= k;
  const ax = position.x + (r.xx * px + r.xy * py + r.xz * pz) + radiusA * nx;
  const ay = position.y + (r.yx * px + r.yy * py + r.yz * pz) + radiusA * ny;
  const az = position.z + (r.zx * px + r.zy * py + r.zz * pz) + radiusA * nz;
  normal.x = nx; normal.y = ny; normal.z = nz;
  pointA.x = ax; pointA.y = ay; pointA.z = az;
  pointB.x = ax + distance * nx; pointB.y = ay + distance * ny; pointB.z = az + distance * nz;
  out.distance = distance;
  const isExact = bound <= EXACT * size;
  out.status = isExact ? 'exact' : converged ? 'bounded' : 'iteration-limit';
  out.errorBound = isExact ? 0 : bound;
  out.iterations = result[STEPS] | 0;
  return out;
}

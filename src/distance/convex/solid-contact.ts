import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact, FeatureKind } from '../contact.ts';
import type { SimplexCache } from '../simplex-cache.ts';
import {
  type Core,
  type Cored,
  createCore,
  isPolytope,
  RADIUS,
  REACH,
  RELATIVE_LENGTH,
  setCore,
  setRelative,
} from './core.ts';
import { coreDistance } from './gjk.ts';
import {
  COUNT,
  DISTANCE,
  EXACT,
  found,
  LOWER,
  NORMAL,
  OFF,
  ONE_PLACE,
  OVERLAP,
  POINT_A,
  STEPS,
  UNSETTLED,
  UPPER,
} from './gjk-result.ts';
import { corePenetration, refinePenetration } from './penetration.ts';
import { polishContact, polishRound } from './refine-contact.ts';
import { isThin, thinDistance } from './segment-cores.ts';
import { differentVertices, vertexNumbers } from './simplex.ts';
import { closestSphere } from './sphere-contact.ts';
import { DEPTH, DEPTH_BOUND, isOnlyWayOut, wayOut } from './unique-penetration.ts';
import { isOnlyPlace } from './unique-witness.ts';

const coreA = createCore();
const coreB = createCore();
const relative = new Float64Array(RELATIVE_LENGTH);

/**
 * Contact of two convex bodies of space: the distance of their cores by GJK, or the least depth where these overlap, then
 * radii (spec general-pairs 1 to 3). The true distance is within `errorBound` of the one given.
 */
export function closestSolids(
  out: Contact,
  shapeA: Cored,
  poseA: ReadonlyPose,
  shapeB: Cored,
  poseB: ReadonlyPose,
  cache: SimplexCache,
): Contact {
  if (closestSphere(out, shapeA, poseA, shapeB, poseB)) return out;
  setCore(coreA, shapeA);
  setCore(coreB, shapeB);
  setRelative(relative, poseA, poseB);
  if (isThin(coreA) && isThin(coreB) && thinDistance(coreA, coreB, relative)) {
    setFeatures(out, 1, 1, found[COUNT] === 1);
    return writeContact(out, poseA, true);
  }
  const verdict = coreDistance(coreA, coreB, relative, cache);
  if (verdict === OVERLAP) {
    overlapSolids(out, shapeA, poseA, shapeB, poseB);
    if (out.unique) seeOtherWaysOut(out, poseA);
    return out;
  }
  // a whole number: as a double it would be boxed for every call
  const count = found[COUNT] | 0;
  const countA = differentVertices(0, count);
  const countB = differentVertices(4, count);
  // a vertex, edge or face on each side that the simplex does not need is one too many: they are parallel
  const flat = isPolytope(coreA) && isPolytope(coreB);
  setFeatures(out, countA, countB, !flat || countA + countB <= count + 1);
  writeContact(out, poseA, verdict !== UNSETTLED);
  if (!flat) {
    if (!polishRound(out, shapeA, poseA, shapeB, poseB)) coverPoints(out);
    return out;
  }
  if (found[OFF] > 0) coverPoints(out);
  if (verdict === ONE_PLACE) return out;
  if (isOnlyPlace(shapeA, coreA, countA, shapeB, coreB, countB, relative)) return out;
  return polishContact(out, shapeA, poseA, shapeB, poseB);
}

/** Of overlapping round bodies Newton's method finds the last digits of the direction; where it cannot, a search does, more slowly. */
function overlapSolids(out: Contact, shapeA: Cored, poseA: ReadonlyPose, shapeB: Cored, poseB: ReadonlyPose): Contact {
  const settled = corePenetration(coreA, coreB, relative);
  setFeatures(out, 3, 3, true);
  writeContact(out, poseA, settled);
  if (!isPolytope(coreA) || !isPolytope(coreB)) {
    if (polishRound(out, shapeA, poseA, shapeB, poseB)) return out;
    refinePenetration(coreA, coreB, relative);
    writeContact(out, poseA, settled);
    if (!polishRound(out, shapeA, poseA, shapeB, poseB)) coverPoints(out);
    return out;
  }
  coverPoints(out);
  return polishContact(out, shapeA, poseA, shapeB, poseB);
}

/** Where the points are off their bodies by more than the distance is by, that counts. */
function coverPoints(out: Contact): void {
  const off = found[OFF];
  if (!(off > out.errorBound)) return;
  const size = coreA.numbers[REACH] + coreB.numbers[REACH] + Math.abs(found[DISTANCE]);
  if (!(off > EXACT * size)) return;
  out.errorBound = off;
  if (out.status === 'exact') out.status = 'bounded';
}

// biome-ignore format: one vector per line
function seeOtherWaysOut(out: Contact, { rotation: r }: ReadonlyPose): void {
  const { x, y, z } = out.normal;
  wayOut[0] = r.xx * x + r.yx * y + r.zx * z; wayOut[1] = r.xy * x + r.yy * y + r.zy * z; wayOut[2] = r.xz * x + r.yz * y + r.zz * z;
  wayOut[DEPTH] = -out.distance; wayOut[DEPTH_BOUND] = out.errorBound;
  out.unique = isOnlyWayOut(coreA, coreB, relative);
}

/** By the number of vertices that carry a place. */
const FEATURES: readonly FeatureKind[] = ['vertex', 'vertex', 'edge', 'face'];

/** Features from the numbers of vertices that carry them. Where a core is round or grown, every place is like any other. */
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

/** Distance and points in world axes from what was found for the cores, which grow by their radii; `settled`: no limit ended the search. */
// biome-ignore format: one vector per line
function writeContact(out: Contact, poseA: ReadonlyPose, settled: boolean): Contact {
  const { pointA, pointB, normal } = out;
  const { position, rotation: r } = poseA;
  const radiusA = coreA.numbers[RADIUS], radiusB = coreB.numbers[RADIUS];
  const core = found[DISTANCE], distance = core - radiusA - radiusB;
  const bound = Math.max(found[UPPER] - core, core - found[LOWER], 0);
  const size = coreA.numbers[REACH] + coreB.numbers[REACH] + Math.abs(core);
  const mx = found[NORMAL], my = found[NORMAL + 1], mz = found[NORMAL + 2];
  const px = found[POINT_A], py = found[POINT_A + 1], pz = found[POINT_A + 2];
  let nx = r.xx * mx + r.xy * my + r.xz * mz;
  let ny = r.yx * mx + r.yy * my + r.yz * mz;
  let nz = r.zx * mx + r.zy * my + r.zz * mz;
  // a rotation that is a product of others may stretch a little
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
  out.status = isExact ? 'exact' : settled ? 'bounded' : 'iteration-limit';
  out.errorBound = isExact ? 0 : bound;
  out.iterations = found[STEPS] | 0;
  return out;
}

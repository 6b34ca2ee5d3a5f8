import { createContactPoints, solidContactPoints } from '../../../manifold/contact-points.ts';
import { PAIR_CACHE_LENGTH, packPairCache, unpackPairCache } from '../../../manifold/pair-cache.ts';
import { createPose, type ReadonlyPose } from '../../../math/pose.ts';
import { setVec3, subVec3 } from '../../../math/vec3.ts';
import type { ContactSearch, SearchWorkspace } from './contact-search.ts';
import { copyFoundPoints } from './found-points.ts';
import { writePose } from './poses.ts';
import { addPredictedPlanes, mayRollInHollow } from './predicted-planes.ts';

/** In world axes, then in those of the bodies. */
const points = createContactPoints();
/** Poses of the two bodies in the search: world axes, with the centre of A as origin. */
const poseA = createPose();
const poseB = createPose();

/** Finds the points of any pair, in the axes of the bodies. True: a body rolls in a hollow, the first point is followed by predicted ones. */
export function findPairPoints(
  { found, pairCache, margin }: SearchWorkspace,
  search: ContactSearch,
  slot: number,
  a: number,
  b: number,
): boolean {
  const { cache, bodies, shapes } = search;
  unpackPairCache(pairCache, cache.caches, PAIR_CACHE_LENGTH * slot);
  setPoses(bodies, a, b);
  solidContactPoints(points, shapes[a], poseA, shapes[b], poseB, margin[0], pairCache);
  const isHollow = points.count === 1 && cache.capacities[slot] > 1 && mayRollInHollow(shapes[a], shapes[b]);
  if (isHollow) {
    setDisplacement(search, a, b);
    addPredictedPlanes(points, shapes[a], poseA, shapes[b], poseB, displacement, margin[0]);
  }
  packPairCache(cache.caches, PAIR_CACHE_LENGTH * slot, pairCache);
  for (let k = 0; k < points.count; k++) {
    moveToAxes(points.pointsA, poseA, k);
    moveToAxes(points.pointsB, poseB, k);
    // A is at the origin: positions and directions are the same
    moveToAxes(points.normals, poseA, k);
  }
  copyFoundPoints(found, points);
  return isHollow;
}

/** v = Rᵀ (v - x), of packed vectors. */
// biome-ignore format: one vector per line
function moveToAxes(v: Float64Array, { position, rotation: r }: ReadonlyPose, k: number): void {
  const x = v[3 * k] - position.x, y = v[3 * k + 1] - position.y, z = v[3 * k + 2] - position.z;
  v[3 * k] = r.xx * x + r.yx * y + r.zx * z;
  v[3 * k + 1] = r.xy * x + r.yy * y + r.zy * z;
  v[3 * k + 2] = r.xz * x + r.yz * y + r.zz * z;
}

/** Displacement of B in a step as seen from A, world axes [m]. */
const displacement = new Float64Array(3);

/** The centre of B moves with its velocity, less that of the point of A there. */
// biome-ignore format: one vector per line
function setDisplacement({ bodies, scene }: ContactSearch, a: number, b: number): void {
  const { velocities: v, angularVelocities: w } = bodies;
  const { x, y, z } = poseB.position;
  const { step } = scene.time;
  const wx = w[3 * a], wy = w[3 * a + 1], wz = w[3 * a + 2];
  displacement[0] = step * (v[3 * b] - v[3 * a] - (wy * z - wz * y));
  displacement[1] = step * (v[3 * b + 1] - v[3 * a + 1] - (wz * x - wx * z));
  displacement[2] = step * (v[3 * b + 2] - v[3 * a + 2] - (wx * y - wy * x));
}

/** Poses are recomputed from the packed numbers: that is cheaper than loading the pose objects of all bodies from memory. */
function setPoses(bodies: ContactSearch['bodies'], a: number, b: number): void {
  writePose(poseA, bodies, a);
  writePose(poseB, bodies, b);
  subVec3(poseB.position, poseB.position, poseA.position);
  setVec3(poseA.position, 0, 0, 0);
}

import type { ReadonlyPose } from '../../math/pose.ts';
import { safeScale } from '../../math/scale.ts';
import { addScaledVec3, lengthVec3, setVec3 } from '../../math/vec3.ts';
import type { Ellipsoid } from '../../shapes/ellipsoid.ts';
import type { Halfspace } from '../../shapes/halfspace.ts';
import type { Contact } from '../contact.ts';
import { CERTIFIED, createEllipsoidPairs, DEEP, ellipsoidPair } from './ellipsoid-pair.ts';
import { ellipsoidPairByAngles } from './four-angles.ts';
import { ELLIPSOID_STRIDE, packPosedEllipsoid } from './packed-ellipsoid.ts';

export interface EllipsoidPairOptions {
  /** Start from the normal that `out` holds from the last query of this pair. */
  readonly warm?: boolean;
  /** `sphere`: Newton for the normal. `angles`: the four angles of the source, for comparison; only with a warm start. */
  readonly method?: 'sphere' | 'angles';
}

/** Error bounds below this fraction of the size are rounding errors. */
const EXACT = 1e-13;

/** A and B of a query, relative to the centre of A and divided by the scale of the query. */
const bodies = new Float64Array(2 * ELLIPSOID_STRIDE);
const entry = createEllipsoidPairs(1);

/**
 * Contact of two ellipsoids. The distance has an error below 1e-15 of the size where they are apart or overlap by less than
 * their smallest radii of curvature; deeper, the depth is the smallest one found (`approximate`). [PATH98-3.2]
 */
export function closestEllipsoids(
  out: Contact,
  shapeA: Ellipsoid,
  poseA: ReadonlyPose,
  shapeB: Ellipsoid,
  poseB: ReadonlyPose,
  options?: EllipsoidPairOptions,
): Contact {
  packPosedEllipsoid(bodies, 0, shapeA, poseA);
  packPosedEllipsoid(bodies, 1, shapeB, poseB);
  const search = options?.method === 'angles' ? ellipsoidPairByAngles : ellipsoidPair;
  return solve(out, poseA, options?.warm === true, search);
}

/** Centres closer than this fraction of the size coincide. */
const CONCENTRIC = 4e-15;

/** Completes the contact of the two packed bodies. */
function solve(out: Contact, poseA: ReadonlyPose, warm: boolean, search: typeof ellipsoidPair): Contact {
  const { normal, pointA, pointB } = out;
  for (let k = 0; k < 3; k++) {
    bodies[ELLIPSOID_STRIDE + k] -= bodies[k];
    bodies[k] = 0;
  }
  let size = 0;
  for (let k = 0; k < bodies.length; k++) size = Math.max(size, Math.abs(bodies[k]));
  const scale = safeScale(size);
  if (scale !== 1) for (let k = 0; k < bodies.length; k++) bodies[k] /= scale;
  entry[1] = warm ? normal.x : 0;
  entry[2] = warm ? normal.y : 0;
  entry[3] = warm ? normal.z : 0;
  let offset = 0;
  for (let k = 0; k < 3; k++) offset = Math.max(offset, Math.abs(bodies[ELLIPSOID_STRIDE + k]));
  const status = search(entry, 0, bodies, 0, bodies, 1);
  const distance = scale * entry[0];
  const { x, y, z } = poseA.position;
  setVec3(normal, entry[1], entry[2], entry[3]);
  setVec3(pointA, x + scale * entry[4], y + scale * entry[5], z + scale * entry[6]);
  addScaledVec3(pointB, pointA, normal, distance);
  out.distance = distance;
  out.featureA = 'face';
  out.featureB = 'face';
  out.indexA = -1;
  out.indexB = -1;
  // concentric bodies have two opposite minimum translations
  out.unique = offset > (CONCENTRIC * size) / scale;
  const bound = scale * entry[10];
  const isExact = status === CERTIFIED && bound <= EXACT * size;
  out.status = isExact ? 'exact' : status === DEEP ? 'approximate' : 'bounded';
  out.errorBound = isExact ? 0 : bound;
  out.iterations = entry[11];
  return out;
}

/** Ellipsoid A and half-space B: the support point of A into the half-space, |Bᵀm| below its centre. Exact. */
// biome-ignore format: one vector per line
export function closestEllipsoidToHalfspace(
  out: Contact, shape: Ellipsoid, pose: ReadonlyPose, halfspace: Halfspace, halfspacePose: ReadonlyPose,
): Contact {
  const { rotation: r, position: foot } = halfspacePose;
  const { x: wx, y: wy, z: wz } = halfspace.normal;
  let nx = r.xx * wx + r.xy * wy + r.xz * wz;
  let ny = r.yx * wx + r.yy * wy + r.yz * wz;
  let nz = r.zx * wx + r.zy * wy + r.zz * wz;
  // a product of rotations may scale slightly
  const k = 1.5 - 0.5 * (nx * nx + ny * ny + nz * nz);
  nx *= k; ny *= k; nz *= k;
  packPosedEllipsoid(bodies, 0, shape, pose);
  const xx = bodies[3], xy = bodies[4], xz = bodies[5];
  const yx = bodies[6], yy = bodies[7], yz = bodies[8];
  const zx = bodies[9], zy = bodies[10], zz = bodies[11];
  const vx = xx * nx + yx * ny + zx * nz;
  const vy = xy * nx + yy * ny + zy * nz;
  const vz = xz * nx + yz * ny + zz * nz;
  const { pointA, normal } = out;
  const h = lengthVec3(setVec3(pointA, vx, vy, vz));
  const { x, y, z } = pose.position;
  setVec3(pointA, x - (xx * vx + xy * vy + xz * vz) / h, y - (yx * vx + yy * vy + yz * vz) / h, z - (zx * vx + zy * vy + zz * vz) / h);
  out.distance = (x - foot.x) * nx + (y - foot.y) * ny + (z - foot.z) * nz - h;
  addScaledVec3(out.pointB, pointA, setVec3(normal, -nx, -ny, -nz), out.distance);
  out.featureA = 'face'; out.indexA = -1;
  out.featureB = 'edge'; out.indexB = 0;
  out.unique = true;
  out.status = 'exact'; out.errorBound = 0; out.iterations = 0;
  return out;
}

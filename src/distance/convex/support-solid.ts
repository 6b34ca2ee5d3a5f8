import { transformTransposedVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import {
  addScaledVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { Halfspace } from '../../shapes/halfspace.ts';
import type { Contact } from '../contact.ts';
import { createCore, RADIUS, type Solid, setCore } from './core.ts';
import { supportCore } from './support.ts';

const point = new Float64Array(3);
const direction = new Float64Array(3);

const core = createCore();

/** Support point of the body in direction `d`, any length, both in the frame of the shape: that of the core plus the radius. */
export function supportSolid(out: Vec3, shape: Solid, d: ReadonlyVec3): Vec3 {
  setCore(core, shape);
  direction[0] = d.x;
  direction[1] = d.y;
  direction[2] = d.z;
  supportCore(point, core, direction);
  const length = lengthVec3(d);
  return addScaledVec3(
    out,
    setVec3(out, point[0], point[1], point[2]),
    d,
    length > 0 ? core.numbers[RADIUS] / length : 0,
  );
}

const inward = createVec3();
const lowest = createVec3();

/** Convex body A and half-space B. Exact. */
export function closestSolidToHalfspace(
  out: Contact,
  shape: Solid,
  pose: ReadonlyPose,
  halfspace: Halfspace,
  halfspacePose: ReadonlyPose,
): Contact {
  return supportIntoHalfspace(out, shape, pose, halfspace, halfspacePose, supportSolid);
}

/** Any body A and half-space B: the support point of A into the half-space, by the body's own `support`. Exact. */
export function supportIntoHalfspace<S>(
  out: Contact,
  shape: S,
  pose: ReadonlyPose,
  halfspace: Halfspace,
  halfspacePose: ReadonlyPose,
  support: (out: Vec3, shape: S, d: ReadonlyVec3) => Vec3,
): Contact {
  const { normal, pointA } = out;
  const { rotation: r } = halfspacePose;
  const { x, y, z } = halfspace.normal;
  setVec3(
    normal,
    -(r.xx * x + r.xy * y + r.xz * z),
    -(r.yx * x + r.yy * y + r.yz * z),
    -(r.zx * x + r.zy * y + r.zz * z),
  );
  // a product of rotations may scale slightly
  scaleVec3(normal, normal, 1.5 - 0.5 * dotVec3(normal, normal));
  transformTransposedVec3(inward, pose.rotation, normal);
  support(lowest, shape, inward);
  // the height of the centre plus that of the support point relative to it: avoids cancellation
  out.distance = -dotVec3(normal, subVec3(pointA, pose.position, halfspacePose.position)) - dotVec3(inward, lowest);
  addScaledVec3(out.pointB, toWorld(pointA, pose, lowest), normal, out.distance);
  out.featureA = 'face';
  out.indexA = -1;
  out.featureB = 'edge';
  out.indexB = 0;
  out.unique = true;
  out.status = 'exact';
  out.errorBound = 0;
  out.iterations = 0;
  return out;
}

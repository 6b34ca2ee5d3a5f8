import { transformVec3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3 } from '../../math/vec3.ts';
import type { Halfspace } from '../../shapes/halfspace.ts';
import { createPoint } from '../../shapes/point.ts';
import type { Contact } from '../contact.ts';
import { closestSolidToHalfspace } from './support-solid.ts';

/** Half-spaces at a smaller angle than this [rad] face each other: rounding error of a rotation. */
const PARALLEL = 1e-15;

const POINT = createPoint();
const normalA = createVec3();
const cross = createVec3();

/**
 * Two half-spaces: a gap or an overlap of constant width if they face each other exactly, else an unbounded overlap,
 * reported as -Infinity at the origins of the two half-spaces.
 */
export function closestSpatialHalfspaces(
  out: Contact,
  halfspaceA: Halfspace,
  poseA: ReadonlyPose,
  halfspaceB: Halfspace,
  poseB: ReadonlyPose,
): Contact {
  closestSolidToHalfspace(out, POINT, poseA, halfspaceB, poseB);
  transformVec3(normalA, poseA.rotation, halfspaceA.normal);
  const parallel = lengthVec3(crossVec3(cross, normalA, out.normal)) <= PARALLEL;
  out.featureA = 'edge';
  out.indexA = 0;
  out.unique = false;
  if (!(parallel && dotVec3(normalA, out.normal) > 0)) out.distance = Number.NEGATIVE_INFINITY;
  return out;
}

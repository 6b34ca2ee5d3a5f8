import { transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import { addScaledVec3, createVec3, dotVec3, scaleVec3, setVec3, subVec3 } from '../../math/vec3.ts';
import type { Halfplane } from '../../shapes/halfplane.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import type { Contact } from '../contact.ts';
import { SUPPORT_SLACK, supportWitness } from './support-tiled.ts';
import { nameFeature } from './tracker-contact.ts';

const inward = createVec3();
const lowest = createVec3();
const offset = createVec3();

/** Smooth body A and the half plane (in space: half space) B: the point of A deepest in the wall, or nearest to it. */
export function closestTiledToWall(
  out: Contact,
  body: TiledBody,
  pose: ReadonlyPose,
  wall: Halfplane,
  wallPose: ReadonlyPose,
): Contact {
  const { normal, pointA } = out;
  transformVec3(normal, wallPose.rotation, wall.normal);
  scaleVec3(normal, normal, -1);
  const witness = supportWitness(body, transformTransposedVec3(inward, pose.rotation, normal));
  const { bodyJet } = witness;
  transformVec3(lowest, pose.rotation, setVec3(lowest, bodyJet[0], bodyJet[1], bodyJet[2]));
  subVec3(offset, wallPose.position, pose.position);
  out.distance = dotVec3(offset, normal) - dotVec3(lowest, normal);
  addScaledVec3(pointA, lowest, pose.position, 1);
  addScaledVec3(out.pointB, pointA, normal, out.distance);
  nameFeature(out, 'A', witness);
  out.featureB = 'edge';
  out.indexB = 0;
  out.unique = true;
  // a body that is not convex is proven to lie behind the plane, to a slack
  out.status = body.convex ? 'exact' : 'bounded';
  out.errorBound = body.convex ? 0 : SUPPORT_SLACK * body.radius;
  out.iterations = 0;
  return out;
}

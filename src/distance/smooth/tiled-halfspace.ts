import { transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import { addScaledVec3, createVec3, dotVec3, type ReadonlyVec3, scaleVec3, setVec3, subVec3 } from '../../math/vec3.ts';
import type { Halfspace } from '../../shapes/halfspace.ts';
import { SEED_POINT, SEED_SIZE, startSeeds } from '../../shapes/tiled/seeds.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import type { Contact } from '../contact.ts';
import { nameFeature } from './tracking/tracker-contact.ts';
import { SUPPORT_SLACK, supportWitness } from './witness/support-tiled.ts';

const inward = createVec3();
const lowest = createVec3();
const offset = createVec3();

/** Smooth body A and half-space B: the support point of A in the direction of B. */
export function closestTiledToHalfspace(
  out: Contact,
  body: TiledBody,
  pose: ReadonlyPose,
  halfspace: Halfspace,
  halfspacePose: ReadonlyPose,
): Contact {
  const { normal, pointA } = out;
  transformVec3(normal, halfspacePose.rotation, halfspace.normal);
  scaleVec3(normal, normal, -1);
  const witness = supportWitness(body, transformTransposedVec3(inward, pose.rotation, normal));
  const { bodyJet } = witness;
  transformVec3(lowest, pose.rotation, setVec3(lowest, bodyJet[0], bodyJet[1], bodyJet[2]));
  subVec3(offset, halfspacePose.position, pose.position);
  out.distance = dotVec3(offset, normal) - dotVec3(lowest, normal);
  addScaledVec3(pointA, lowest, pose.position, 1);
  addScaledVec3(out.pointB, pointA, normal, out.distance);
  nameFeature(out, 'A', witness);
  out.featureB = 'edge';
  out.indexB = 0;
  out.unique = !touchesElsewhere(body, bodyJet, inward);
  // a non-convex body is certified to lie behind its support plane, to a slack
  out.status = body.convex ? 'exact' : 'bounded';
  out.errorBound = body.convex ? 0 : SUPPORT_SLACK * body.radius;
  out.iterations = 0;
  return out;
}

/** Tolerances relative to the radius: points this near to the support plane are on it; points this far from each other are distinct. */
const LEVEL = 1e-13;
const ELSEWHERE = 1e-6;

/** Does a flat face or a straight edge lie parallel to the half-space? Then another vertex or seed is as low as the support point. */
function touchesElsewhere(body: TiledBody, lowestPoint: Float64Array, along: ReadonlyVec3): boolean {
  const { vertices, radius } = body;
  const isOther = (x: number, y: number, z: number) => {
    const [dx, dy, dz] = [x - lowestPoint[0], y - lowestPoint[1], z - lowestPoint[2]];
    const height = along.x * dx + along.y * dy + along.z * dz;
    return Math.abs(height) < LEVEL * radius && Math.sqrt(dx * dx + dy * dy + dz * dz) > ELSEWHERE * radius;
  };
  for (const { point } of vertices) if (isOther(point.x, point.y, point.z)) return true;
  const seeds = startSeeds(body);
  for (let at = SEED_POINT; at < seeds.length; at += SEED_SIZE) {
    if (isOther(seeds[at], seeds[at + 1], seeds[at + 2])) return true;
  }
  return false;
}

import { createPose, type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { setVec3 } from '../../math/vec3.ts';
import { createPoint } from '../../shapes/point.ts';
import { relocationSeeds, SEED_POINT, SEED_SIZE } from '../../shapes/tiled/seeds.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import { type Contact, copyContact, createContact, flipContact } from '../contact.ts';
import type { TrackedShape } from './witness.ts';

type SignedDistance = (
  out: Contact,
  shapeA: TrackedShape,
  poseA: ReadonlyPose,
  shapeB: TrackedShape,
  poseB: ReadonlyPose,
) => Contact;

const POINT = createPoint();
const place = createPose();
const trial = createContact();

/**
 * A lower bound of the depth of two bodies whose boundaries cross, convex or not: the deepest of the seeds of either inside the
 * other has to come out, whatever else does. False, and `out` of no meaning, if none is inside: they may just touch.
 */
export function deepestSeed(
  out: Contact,
  bodyA: TiledBody,
  poseA: ReadonlyPose,
  bodyB: TiledBody,
  poseB: ReadonlyPose,
  signedDistance: SignedDistance,
): boolean {
  out.distance = 0;
  trySeeds(out, bodyA, poseA, bodyB, poseB, signedDistance, false);
  trySeeds(out, bodyB, poseB, bodyA, poseA, signedDistance, true);
  out.status = 'approximate';
  return out.distance < 0;
}

// biome-ignore format: one body per pair of arguments
function trySeeds(
  out: Contact, body: TiledBody, pose: ReadonlyPose, other: TiledBody, otherPose: ReadonlyPose,
  signedDistance: SignedDistance, exchanged: boolean,
): void {
  if (!other.closed) return;
  const seeds = relocationSeeds(body);
  for (let at = SEED_POINT; at < seeds.length; at += SEED_SIZE) {
    toWorld(place.position, pose, setVec3(place.position, seeds[at], seeds[at + 1], seeds[at + 2]));
    signedDistance(trial, POINT, place, other, otherPose);
    if (!(trial.distance < out.distance)) continue;
    trial.featureA = body.dimension === 2 ? 'edge' : 'interior';
    trial.indexA = seeds[at - SEED_POINT];
    copyContact(out, trial);
    if (exchanged) flipContact(out);
  }
}

import { createPose, type ReadonlyPose, toWorld } from '../../../math/pose.ts';
import { setVec3 } from '../../../math/vec3.ts';
import { createPoint } from '../../../shapes/point.ts';
import { relocationSeeds, SEED_POINT, SEED_SIZE } from '../../../shapes/tiled/seeds.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { isBehindSurface, moveToBoundaryFeature } from '../witness/surface-side.ts';
import { evaluatePair } from '../witness/witness-pair.ts';
import { type CandidateSearch, createCandidateSearch, searchCandidates } from './candidates.ts';

/** Tolerance for comparing the depths of seeds, as a fraction of the size. */
const COARSE = 1e-3;

const POINT = createPoint();
const seedPose = createPose();
const searches = new WeakMap<TiledBody, CandidateSearch>();

/**
 * Offset in the table of `relocationSeeds` of the seed of `body` deepest inside `other`, convex or not; -1 if none is inside. Its depth is
 * a lower bound of the depth of the bodies.
 */
export function deepestSeed(body: TiledBody, pose: ReadonlyPose, other: TiledBody, otherPose: ReadonlyPose): number {
  if (!other.closed) return -1;
  const search = searchOf(other);
  const { pair } = search.work;
  const seeds = relocationSeeds(body);
  let deepest = 0;
  let best = -1;
  search.minima.length = 0;
  for (let at = 0; at < seeds.length; at += SEED_SIZE) {
    searchCandidates(search, poseAtSeed(seeds, at, pose), otherPose, COARSE * other.radius);
    if (!(search.distance > deepest)) continue;
    moveToBoundaryFeature(pair.b);
    evaluatePair(pair);
    if (!isBehindSurface(pair, 'b')) continue;
    deepest = search.distance;
    best = at;
  }
  return best;
}

/** Pose of a point at a seed; returns a shared pose, overwritten by the next call. */
export function poseAtSeed(seeds: Float64Array, at: number, pose: ReadonlyPose): ReadonlyPose {
  const { position } = seedPose;
  setVec3(position, seeds[at + SEED_POINT], seeds[at + SEED_POINT + 1], seeds[at + SEED_POINT + 2]);
  toWorld(position, pose, position);
  return seedPose;
}

function searchOf(body: TiledBody): CandidateSearch {
  let search = searches.get(body);
  if (search === undefined) {
    search = createCandidateSearch(POINT, body);
    searches.set(body, search);
  }
  return search;
}

import { transformVec3 } from '../../../math/mat3.ts';
import { toWorld } from '../../../math/pose.ts';
import { createVec3, dotVec3, setVec3, subVec3, type Vec3 } from '../../../math/vec3.ts';
import { ANCHOR_A, ANCHOR_B, POINT } from './contact-cache.ts';
import type { StepWorld } from './step-world.ts';

/** The minimum gap of a pair [m]. */
export function minGap({ cache, pairs, poses }: StepWorld, slot: number): number {
  const poseA = poses[pairs.first[slot]];
  const poseB = poses[pairs.second[slot]];
  let min = Infinity;
  for (let point = cache.blocks[slot]; point < cache.blocks[slot] + cache.counts[slot]; point++) {
    const a = toWorld(pointA, poseA, vectorAt(pointA, cache.points, POINT * point + ANCHOR_A));
    const b = toWorld(pointB, poseB, vectorAt(pointB, cache.points, POINT * point + ANCHOR_B));
    const n = transformVec3(normal, poseA.rotation, vectorAt(normal, cache.points, POINT * point));
    min = Math.min(min, dotVec3(n, subVec3(b, b, a)));
  }
  return min;
}

const pointA = createVec3();
const pointB = createVec3();
const normal = createVec3();

function vectorAt(out: Vec3, packed: Float64Array, k: number): Vec3 {
  return setVec3(out, packed[k], packed[k + 1], packed[k + 2]);
}

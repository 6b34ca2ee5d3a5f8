import { transformTransposedVec3 } from '../../math/mat3.ts';
import { toWorld } from '../../math/pose.ts';
import { copyVec3, createVec3, dotVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import type { Compound } from '../../shapes/compound.ts';
import { supportSolid } from './support-solid.ts';

const direction = createVec3();
const candidate = createVec3();

/** Support point of the compound in direction `d`, any length, both in its frame: the extreme one of its pieces. */
export function compoundSupport(out: Vec3, { pieces }: Compound, d: ReadonlyVec3): Vec3 {
  let top = Number.NEGATIVE_INFINITY;
  for (const { shape, pose } of pieces) {
    supportSolid(candidate, shape, transformTransposedVec3(direction, pose.rotation, d));
    const height = dotVec3(toWorld(candidate, pose, candidate), d);
    if (height <= top) continue;
    top = height;
    copyVec3(out, candidate);
  }
  return out;
}

import { createPose, type Pose } from '../../src/math/pose.ts';
import { createContact } from '../../src/narrow/contact.ts';
import { createSimplexCache } from '../../src/narrow/convex/simplex-cache.ts';
import { closestInto } from '../../src/narrow/query.ts';
import { readScene } from '../../src/scene/read.ts';
import type { Jobs } from './jobs.ts';

type Gaps = Jobs['gaps'];

/** Numbers of a recorded place: x y z qw qx qy qz. */
const PLACE = 7;

/** The pair table asked at every recorded place. Welded bodies, and others of one mover, overlap by what they share. */
export function findGaps({ text, pairs, poses }: Gaps['input']): Gaps['output'] {
  const scene = readScene(text, 'scene');
  if (scene.world === 'meshes' || scene.world === 'vehicles') throw new Error(`no gaps in a world of ${scene.world}`);
  const contact = createContact();
  return pairs.map(([a, b], i) => {
    const [placesA, placesB] = poses[i];
    const cache = createSimplexCache();
    return Float64Array.from({ length: placesA.length / PLACE }, (_, k) => {
      const { distance } = closestInto(
        contact,
        scene.bodies[a].shape,
        poseAt(placesA, k),
        scene.bodies[b].shape,
        poseAt(placesB, k),
        cache,
      );
      return Number.isFinite(distance) ? distance : Number.NaN;
    });
  });
}

function poseAt(places: Float64Array, k: number): Pose {
  const [x, y, z, ...turn] = places.subarray(PLACE * k, PLACE * (k + 1));
  return createPose([x, y, z], turn);
}

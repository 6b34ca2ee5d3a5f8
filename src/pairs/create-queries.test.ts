import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid } from '../../test/solids.ts';
import { createMotion } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { createBox } from '../shapes/box.ts';
import { createDisc } from '../shapes/disc.ts';
import { tiledSphere } from '../shapes/tiled/revolved-bodies.ts';
import { createClosest, createPairQueries } from './create-queries.ts';
import { planarRows } from './planar-rows.ts';
import { closest, impact, pairTable } from './query.ts';
import { SOLID_KINDS, solidRows } from './solid-rows.ts';

describe('queries from chosen rows', () => {
  it('give the same bits as those of the whole table', () => {
    const ofSolids = createPairQueries([solidRows]);
    const random = createRandom(7);
    for (let trial = 0; trial < 100; trial++) {
      const kind = () => SOLID_KINDS[random.below(SOLID_KINDS.length)];
      const [a, b] = [drawSolid(random, kind(), 1), drawSolid(random, kind(), 1)];
      const [poseA, poseB] = [drawPose(random, 2), drawPose(random, 2)];
      expect(ofSolids.closest(a, poseA, b, poseB)).toEqual(closest(a, poseA, b, poseB));
    }
    const [near, far] = [createMotion(createPose()), createMotion(createPose([3, 0, 0]), createVec3(-1))];
    const box = createBox([0.5, 0.5, 0.5]);
    expect(ofSolids.impact(box, near, box, far, 4)).toEqual(impact(box, near, box, far, 4));
  });

  it('reject pairs of other rows', () => {
    const ofSolids = createClosest([solidRows]);
    const ask = () => ofSolids(createBox([0.5, 0.5, 0.5]), createPose(), tiledSphere(1), createPose([3, 0, 0]));
    expect(ask).toThrow(/no method for the pair box and tiled/);
    expect(() => ofSolids(createDisc(1), createPose(), createDisc(1), createPose([3, 0]))).toThrow(/disc and disc/);
  });

  it('have the rows of all groups given', () => {
    const { table } = createPairQueries([planarRows, solidRows]);
    const kinds = table.map((row) => row.kinds.join(' '));
    expect(pairTable.map((row) => row.kinds.join(' ')).filter((pair) => kinds.includes(pair))).toHaveLength(
      kinds.length,
    );
  });
});

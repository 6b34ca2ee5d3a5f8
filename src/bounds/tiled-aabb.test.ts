import { describe, expect, it } from 'vitest';
import { namedTiledBodies } from '../../test/tiled-bodies.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { tiledBox, tiledRoundedBox } from '../shapes/tiled/box-bodies.ts';
import { tiledLens } from '../shapes/tiled/lens-body.ts';
import { SEED_POINT, SEED_SIZE, spreadSeeds } from '../shapes/tiled/seeds.ts';
import { aabbContainsPoint, createAabb } from './aabb.ts';
import { tiledAabb, tiledBodyControlPoints } from './tiled-aabb.ts';

describe('tiledAabb', () => {
  it('property: contains every point and vertex of the body at any pose, also a thousand kilometres away', () => {
    const random = createRandom(17);
    for (const { body } of namedTiledBodies()) {
      const seeds = spreadSeeds(body, 4);
      for (const far of [1, 1e6]) {
        const position = [
          far * random.normal(),
          far * random.normal(),
          body.dimension === 2 ? 0 : far * random.normal(),
        ];
        const rotation = body.dimension === 2 ? random.between(0, 6) : [0, 0, 0, 0].map(() => random.normal());
        const pose = createPose(position, rotation);
        const box = tiledAabb(createAabb(), body, pose);
        const points = body.vertices.map(({ point }) => point);
        for (let at = SEED_POINT; at < seeds.length; at += SEED_SIZE)
          points.push(createVec3(seeds[at], seeds[at + 1], seeds[at + 2]));
        for (const point of points) expect(aabbContainsPoint(box, toWorld(createVec3(), pose, point))).toBe(true);
        if (body.dimension === 2) expect(Math.abs(box.max.z - box.min.z)).toBeLessThan(1e-7);
      }
    }
  });

  it('worked example: tight for boxes, rounded or not, at rest', () => {
    for (const body of [tiledBox([1, 2, 3]), tiledRoundedBox([1, 2, 3], 0.4)]) {
      const { min, max } = tiledAabb(createAabb(), body, createPose([10, 0, 0]));
      expect([min.x, min.y, min.z, max.x, max.y, max.z]).toEqual(
        [9, -2, -3, 11, 2, 3].map((value) => expect.closeTo(value, 12)),
      );
    }
  });

  it('where control points lie far outside the body its bounding sphere is the tighter bound', () => {
    const lens = tiledLens(1.5, 0.75, [1, 1, 1]);
    const { min, max } = tiledAabb(createAabb(), lens, createPose());
    expect(Math.min(...tiledBodyControlPoints(lens))).toBeCloseTo(-4.5, 12);
    expect(max.x - min.x).toBeLessThan(2.02 * Math.sqrt(1.5 ** 2 - 0.75 ** 2));
  });
});

import { describe, expect, it } from 'vitest';
import { namedTiledBodies } from '../../../test/tiled-bodies.ts';
import { evaluateCurve } from '../nurbs/curve.ts';
import { evaluatePatch } from '../nurbs/patch.ts';
import { tiledDisc } from './outline-bodies.ts';
import { tiledSphere } from './revolved-bodies.ts';
import { relocationSeeds, SEED_NORMAL, SEED_POINT, SEED_SIZE, startSeeds } from './seeds.ts';

describe('seeds', () => {
  it('nine per face and three per curve at 1/6, 1/2, 5/6 to leave a back side; sixteen and eight to start', () => {
    const [sphere, disc] = [tiledSphere(1), tiledDisc(1)];
    const counts = [sphere, disc].flatMap((body) =>
      [relocationSeeds(body), startSeeds(body)].map((table) => table.length / SEED_SIZE),
    );
    expect(counts).toEqual([8 * 9, 8 * 16, 4 * 3, 4 * 8]);
    expect([...relocationSeeds(disc).filter((_, i) => i % SEED_SIZE === 1)].slice(0, 3)).toEqual([
      0.5 / 3,
      0.5,
      2.5 / 3,
    ]);
    expect([...startSeeds(sphere).filter((_, i) => i % SEED_SIZE === 2)].slice(0, 4)).toEqual([
      0.125, 0.375, 0.625, 0.875,
    ]);
  });

  it('a row holds the feature, its parameters, the point there and the outward normal', () => {
    for (const { body } of namedTiledBodies()) {
      const seeds = relocationSeeds(body);
      for (let at = 0; at < seeds.length; at += SEED_SIZE) {
        const [feature, u, v] = seeds.subarray(at, at + SEED_POINT);
        const jet = new Float64Array(18);
        if (body.dimension === 2) evaluateCurve(jet, body.edges[feature].curve, u);
        else evaluatePatch(jet, body.faces[feature].patch, u, v);
        expect(seeds.slice(at + SEED_POINT, at + SEED_NORMAL)).toEqual(jet.slice(0, 3));
        const [nx, ny, nz] = seeds.subarray(at + SEED_NORMAL, at + SEED_SIZE);
        expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 14);
        // perpendicular to the tangents, whose length is about 1 m
        expect(nx * jet[3] + ny * jet[4] + nz * jet[5]).toBeCloseTo(0, 14);
      }
    }
  });

  it('are computed once per body', () => {
    const body = tiledSphere(1);
    expect(startSeeds(body)).toBe(startSeeds(body));
    expect(startSeeds(tiledSphere(1))).not.toBe(startSeeds(body));
  });
});

import { describe, expect, it } from 'vitest';
import { drawPair, firstSampleBelow, GAP, gapAt, MEASURED, moving, SOLIDS, sizeOf } from '../../test/solid-motions.ts';
import type { Solid } from '../distance/convex/core.ts';
import { createMotion, poseAt } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { closest, impact } from '../pairs/query.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';

const ROUND: Readonly<Record<string, (random: Random) => Solid>> = {
  cylinder: (random) => createCylinder(random.between(0.2, 0.8), random.between(0.1, 1)),
  cone: (random) => createCone(random.between(0.2, 0.8), random.between(0.3, 1.5) / 2),
  ellipsoid: (random) => createEllipsoid([0, 0, 0].map(() => random.between(0.2, 1))),
};

describe('round bodies that rotate', () => {
  const partners = { ...ROUND, ...SOLIDS };

  it.each(Object.keys(ROUND))('a %s touches everything else neither late nor early', (kind) => {
    const random = createRandom(41);
    let hits = 0;
    for (const partner of Object.keys(partners)) {
      for (let k = 0; k < 4; k++) {
        const pair = drawPair(random, ROUND[kind](random), partners[partner](random), 4);
        const [a, b] = pair;
        const size = sizeOf(pair);
        const found = impact(a.shape, a.motion, b.shape, b.motion, 1);
        expect(['hit', 'none']).toContain(found.status);
        // advancement may be late by its tolerance, which is the gap at which it stops
        expect(firstSampleBelow(pair, found.time, 30, -GAP * size)).toBeUndefined();
        if (found.status !== 'hit') continue;
        hits++;
        expect(Math.abs(gapAt(pair, found.time))).toBeLessThanOrEqual((GAP + MEASURED) * size);
      }
    }
    expect(hits).toBeGreaterThan(10);
  });
});

describe('solids and a half-space', () => {
  it('a ball falls onto the floor as s = g t²/2', () => {
    const floor = createHalfspace([0, 1]);
    const falling = createMotion(
      createPose([0, 6, 0]),
      createVec3(1, 0, 2),
      createVec3(1, 2, 3),
      createVec3(0, -10, 0),
    );
    const found = impact(createSphere(1), falling, floor, createMotion(createPose()), 5);
    expect(found.status).toBe('hit');
    expect(found.time).toBeCloseTo(1, 8);
  });

  it('a tumbling body arrives neither late nor early', () => {
    const random = createRandom(42);
    const wall = createHalfspace([0, 1]);
    const still = createMotion(createPose());
    for (const shape of Object.values({ ...ROUND, ...SOLIDS }).map((draw) => draw(random))) {
      const motion = moving(
        [0, 3, 0],
        [0.5, -3, 0.2],
        [random.between(-4, 4), random.between(-4, 4), random.between(-4, 4)],
      );
      const found = impact(shape, motion, wall, still, 2);
      expect(found.status).toBe('hit');
      const heightAt = (t: number) => closest(shape, poseAt(createPose(), motion, t), wall, createPose()).distance;
      // bodies are smaller than 2 m
      expect(Math.abs(heightAt(found.time))).toBeLessThan(2 * GAP);
      for (let k = 0; k < 200; k++) expect(heightAt((found.time * k) / 200)).toBeGreaterThan(0);
    }
  });
});

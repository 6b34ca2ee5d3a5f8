import { expect, it } from 'vitest';
import { floorAt, stepScene } from '../../../../test/step-scenes.ts';
import { createContactPoints, createPairCache, solidContactPoints } from '../../../manifold/contact-points.ts';
import { createRandom } from '../../../math/random.ts';
import { createBox } from '../../../shapes/box.ts';
import { createCapsule } from '../../../shapes/capsule.ts';
import { createCylinder } from '../../../shapes/cylinder.ts';
import { advanceStep } from './advance-step.ts';
import { minGap } from './min-gap.ts';
import { SPECULATIVE_MARGIN } from './pair-motion.ts';
import { markChanged } from './step-bodies.ts';
import { createStepWorld } from './step-world.ts';

it('a pair that is known to be apart is searched again before it can touch', () => {
  const random = createRandom(11);
  const shapes = [
    createBox([0.5, 0.5, 0.5]),
    createBox([0.2, 0.5, 0.8]),
    createCapsule(0.3, 0.5),
    createCylinder(0.4, 1),
  ];
  const bodies = Array.from({ length: 27 }, (_, k) => ({
    shape: shapes[k % shapes.length],
    at: [1.9 * (k % 3), 1.9 * (Math.floor(k / 3) % 3), 1.5 + 1.9 * Math.floor(k / 9)],
    rotated: [1, random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
    velocity: [random.between(-4, 4), random.between(-4, 4), 0],
    angularVelocity: [random.between(-6, 6), random.between(-6, 6), random.between(-6, 6)],
  }));
  const world = createStepWorld(stepScene([floorAt(), ...bodies], { time: { substeps: 4 } }));
  const { pairs, cache, poses } = world;
  const points = createContactPoints();
  const near = SPECULATIVE_MARGIN * world.settings.slop;
  let [apart, missed] = [0, 0];
  for (let step = 0; step < 60; step++) {
    advanceStep(world);
    for (let k = 0; k < pairs.count; k++) {
      const slot = pairs.slots[k];
      const [a, b] = [pairs.first[slot], pairs.second[slot]];
      // stopped bodies have become pairs at the end of the step: they are searched in the next
      if (cache.visited[slot] !== world.stepCount - 1 || cache.counts[slot] > 0) continue;
      apart++;
      // the same pair from scratch, at the poses of the start of the step
      solidContactPoints(points, world.shapes[a], poses[a], world.shapes[b], poses[b], near, createPairCache());
      if (points.count > 0) missed++;
    }
  }
  expect(missed).toBe(0);
  expect(apart).toBeGreaterThan(500);
});

it('in a settling pile of boxes, every touching pair has contact points, and its deepest gap is that of a search from scratch, within 0.4 % of the radius', () => {
  const random = createRandom(13);
  const bodies = Array.from({ length: 64 }, (_, k) => ({
    shape: createBox([0.5, 0.5, k % 2 === 0 ? 0.5 : 0.3]),
    at: [1.2 * (k % 4), 1.2 * (Math.floor(k / 4) % 4), 0.8 + 1.3 * Math.floor(k / 16)],
    rotated: [1, random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
  }));
  const world = createStepWorld(stepScene([floorAt(), ...bodies], { time: { substeps: 4 } }));
  const { pairs, cache, poses, radii } = world;
  const points = createContactPoints();
  const near = SPECULATIVE_MARGIN * world.settings.slop;
  let [missed, compared, exact, worst] = [0, 0, 0, 0];
  for (let step = 0; step < 240; step++) {
    advanceStep(world);
    for (let k = 0; k < pairs.count; k++) {
      const slot = pairs.slots[k];
      const [a, b] = [pairs.first[slot], pairs.second[slot]];
      if (a === 0 || cache.visited[slot] !== world.stepCount - 1) continue;
      solidContactPoints(points, world.shapes[a], poses[a], world.shapes[b], poses[b], near, createPairCache());
      if (points.count === 0) continue;
      if (cache.counts[slot] === 0) missed++;
      const error = Math.abs(minGap(world, slot) - points.distances[0]) / Math.min(radii[a], radii[b]);
      compared++;
      if (error < 1e-10) exact++;
      worst = Math.max(worst, error);
    }
  }
  expect(missed).toBe(0);
  expect(compared).toBeGreaterThan(5000);
  // points stay the same while the pose changes by less than 1e-3 radii along each axis and 1e-3 rad
  expect(worst).toBeLessThan(4e-3);
  expect(exact).toBeGreaterThan(0.2 * compared);
});

it('pairs that have hardly moved are not searched, which changes no bit of the motion, also after one has been moved from outside', () => {
  const random = createRandom(5);
  const bodies = Array.from({ length: 36 }, (_, k) => ({
    shape: k % 5 === 4 ? createCapsule(0.3, 0.4) : createBox([0.5, 0.4, 0.3]),
    at: [1.2 * (k % 3), 1.2 * (Math.floor(k / 3) % 3), 0.6 + 1.1 * Math.floor(k / 9)],
    rotated: [1, random.between(-0.3, 0.3), random.between(-0.3, 0.3), random.between(-0.3, 0.3)],
  }));
  const scene = stepScene([floorAt(), ...bodies], { time: { substeps: 4, timeToSleep: Number.POSITIVE_INFINITY } });
  const [plain, everyPair] = [createStepWorld(scene), createStepWorld(scene)];
  let [searched, all] = [0, 0];
  for (let step = 0; step < 400; step++) {
    if (step === 250) {
      for (const world of [plain, everyPair]) {
        world.bodies.positions[3 * 30] += 0.02;
        markChanged(world, 30);
      }
    }
    advanceStep(plain);
    everyPair.cache.slacks.fill(-1);
    advanceStep(everyPair);
    expect(plain.bodies.positions).toEqual(everyPair.bodies.positions);
    expect(plain.cache.impulses).toEqual(everyPair.cache.impulses);
    if (step < 350) continue;
    searched += plain.searchList.count;
    all += everyPair.searchList.count;
  }
  expect(searched).toBeLessThan(0.75 * all);
});

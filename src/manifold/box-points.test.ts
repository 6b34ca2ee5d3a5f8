import { describe, expect, it } from 'vitest';
import { drawPose } from '../../test/solids.ts';
import { RELATIVE_LENGTH, setRelative } from '../distance/convex/core.ts';
import { createPose, type Pose, toWorld } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3, setVec3 } from '../math/vec3.ts';
import { type Box, createBox } from '../shapes/box.ts';
import { BOX_MEMORY_LENGTH, boxContactPoints, NOT_FACING, SAME_FEATURES } from './box-points.ts';
import { type ContactPoints, createContactPoints, createPairCache, solidContactPoints } from './contact-points.ts';

const numbersOf = ({ halfExtents: { x, y, z } }: Box) => Float64Array.of(0, x, y, z);

/** The points of two boxes in the axes of the bodies; null if they have to be searched in general. */
function touch(boxA: Box, poseA: Pose, boxB: Box, poseB: Pose, margin: number): ContactPoints | null {
  const out = createContactPoints();
  const relative = new Float64Array(RELATIVE_LENGTH);
  setRelative(relative, poseA, poseB);
  const count = boxContactPoints(
    out,
    numbersOf(boxA),
    numbersOf(boxB),
    relative,
    Float64Array.of(margin),
    new Float64Array(4),
    new Float64Array(BOX_MEMORY_LENGTH),
    0,
  );
  if (count === NOT_FACING) return null;
  expect(count).toBe(out.count);
  return out;
}

const vectorAt = (packed: Float64Array, k: number) => createVec3(packed[3 * k], packed[3 * k + 1], packed[3 * k + 2]);

/** Random boxes near each other: freely rotated, nearly aligned, or exactly aligned. */
function drawBoxes(random: Random, trial: number, k: number): [Box, Pose, Box, Pose] {
  const draw = () => createBox([0, 0, 0].map(() => k * random.between(0.2, 1)));
  const [boxA, boxB, poseA, poseB] = [draw(), draw(), drawPose(random, 0.8 * k), drawPose(random, 0.8 * k)];
  if (trial % 3 === 0) return [boxA, poseA, boxB, poseB];
  const rotation = [1, 0, 0, 0];
  rotation[1 + random.below(3)] = random.below(3) - 1;
  if (trial % 3 === 1) rotation[1 + random.below(3)] += 1e-3 * random.normal();
  const { x, y, z } = poseB.position;
  return [boxA, createPose(), boxB, createPose([x, y, z], rotation)];
}

describe('boxContactPoints', () => {
  it('property: the points of two boxes are those of the general search, in the axes of the bodies', () => {
    const random = createRandom(67);
    const reference = createContactPoints();
    const world = createVec3();
    const seen = { apart: 0, touching: 0, 'not facing': 0, different: 0 };
    for (let trial = 0; trial < 6000; trial++) {
      const k = [1, 1e-6, 1e6][random.below(3)];
      const [boxA, poseA, boxB, poseB] = drawBoxes(random, trial, k);
      const margin = 0.05 * k;
      const points = touch(boxA, poseA, boxB, poseB, margin);
      solidContactPoints(reference, boxA, poseA, boxB, poseB, margin, createPairCache());
      if (points === null) {
        seen['not facing']++;
        continue;
      }
      seen[points.count === 0 ? 'apart' : 'touching']++;
      expect(points.count > 0).toBe(reference.count > 0);
      if (points.count === 0) continue;
      expect(Math.abs(Math.min(...points.distances.subarray(0, points.count)) - reference.distances[0])).toBeLessThan(
        3e-10 * k,
      );
      const known = [...reference.features.subarray(0, reference.count)];
      const same =
        points.count === reference.count &&
        known.every((feature) => points.features.subarray(0, points.count).includes(feature));
      if (!same) {
        // the choice among equally good points depends on rounding
        seen.different++;
        continue;
      }
      for (let at = 0; at < points.count; at++) {
        const to = known.indexOf(points.features[at]);
        const near = (one: number, other: number, size: number) =>
          expect(Math.abs(one - other)).toBeLessThan(1e-12 * size);
        near(points.distances[at], reference.distances[to], k);
        const a = toWorld(world, poseA, vectorAt(points.pointsA, at));
        near(a.x, reference.pointsA[3 * to], 10 * k);
        near(a.y, reference.pointsA[3 * to + 1], 10 * k);
        near(a.z, reference.pointsA[3 * to + 2], 10 * k);
        const b = toWorld(world, poseB, vectorAt(points.pointsB, at));
        near(b.x, reference.pointsB[3 * to], 10 * k);
        near(b.y, reference.pointsB[3 * to + 1], 10 * k);
        near(b.z, reference.pointsB[3 * to + 2], 10 * k);
      }
    }
    expect(seen.touching).toBeGreaterThan(3000);
    expect(seen.different).toBeLessThan(0.02 * seen.touching);
  });

  it('property: with the memory of the previous pose, a search finds the same points as without', () => {
    const random = createRandom(71);
    const relative = new Float64Array(RELATIVE_LENGTH);
    const [first, next, fresh] = [createContactPoints(), createContactPoints(), createContactPoints()];
    const seen = { same: 0, other: 0 };
    for (let trial = 0; trial < 3000; trial++) {
      const [boxA, poseA, boxB, poseB] = drawBoxes(random, trial, 1);
      const [a, b, margin, memory] = [numbersOf(boxA), numbersOf(boxB), Float64Array.of(0.05), new Float64Array(5)];
      const search = (out: ContactPoints, known: number, cached: Float64Array) =>
        boxContactPoints(out, a, b, relative, margin, new Float64Array(4), cached, known);
      setRelative(relative, poseA, poseB);
      const known = search(first, 0, memory);
      if (known <= 0) continue;
      const { position } = poseB;
      setVec3(position, position.x, position.y + random.between(-0.03, 0.03), position.z + random.between(-0.03, 0.03));
      setRelative(relative, poseA, poseB);
      const count = search(next, known, memory);
      const expected = search(fresh, 0, new Float64Array(BOX_MEMORY_LENGTH));
      if (expected === NOT_FACING || count === NOT_FACING) continue;
      seen[count === SAME_FEATURES ? 'same' : 'other']++;
      // a point that has come close to another one keeps its feature, so there may be one more than without memory
      expect(next.count).toBeGreaterThanOrEqual(fresh.count);
      for (let k = 0; k < fresh.count; k++) {
        const errors = [...next.distances.subarray(0, next.count)].map((gap) => Math.abs(gap - fresh.distances[k]));
        expect(Math.min(...errors)).toBeLessThan(1e-13);
      }
    }
    expect(seen.same).toBeGreaterThan(1000);
    expect(seen.other).toBeGreaterThan(100);
  });
});

import { describe, expect, it } from 'vitest';
import { brutePolytopeDepth, brutePolytopeDistance, placeHull } from '../../../test/oracles/polytope-distance.ts';
import { drawPose, hullOfBox } from '../../../test/solids.ts';
import { createPose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createBox } from '../../shapes/box.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import type { Hull } from '../../shapes/hull.ts';
import { AXIS_SEPARATION } from './box-sat.ts';
import { createCore, RELATIVE_LENGTH, setCore, setRelative } from './core.ts';
import { hullSat } from './hull-sat.ts';

const bestAxis = new Float64Array(4);

const relative = new Float64Array(RELATIVE_LENGTH);
const [coreA, coreB] = [createCore(), createCore()];

const drawHull = (random: Random): Hull =>
  createHull(Array.from({ length: 5 + random.below(3) }, () => [0, 0, 0].map(() => random.between(-1, 1))));

describe('hullSat', () => {
  it('property: the axis gives the minimum overlap of all faces and edges; apart, its separation does not exceed the distance', () => {
    const random = createRandom(81);
    let deep = 0;
    for (let trial = 0; trial < 400; trial++) {
      const [a, b] = [drawHull(random), drawHull(random)];
      const box = createBox([0, 0, 0].map(() => random.between(0.3, 1.5) / 2));
      const [poseA, poseB] = [drawPose(random, 0.5), drawPose(random, 0.5)];
      const other = trial % 2 === 0 ? b : hullOfBox(box);
      setRelative(relative, poseA, poseB);
      setCore(coreA, a);
      setCore(coreB, trial % 2 === 0 ? b : box);
      expect(hullSat(bestAxis, a, coreA, trial % 2 === 0 ? b : null, coreB, relative, Number.POSITIVE_INFINITY)).toBe(
        true,
      );
      const [placedA, placedB] = [placeHull(a, poseA), placeHull(other, poseB)];
      const apart = bestAxis[AXIS_SEPARATION];
      expect(Math.abs(Math.hypot(bestAxis[0], bestAxis[1], bestAxis[2]) - 1)).toBeLessThan(4e-15);
      if (apart < 0) {
        deep++;
        // rounding error, and the margin by which faces have priority over edge cross products
        expect(Math.abs(apart + brutePolytopeDepth(placedA, placedB))).toBeLessThan(3e-14);
      } else {
        expect(apart).toBeLessThan(brutePolytopeDistance(placedA, placedB) + 1e-14);
      }
    }
    expect(deep).toBeGreaterThan(200);
  });

  it('a body with many faces is left to EPA', () => {
    const random = createRandom(82);
    const many = createHull(Array.from({ length: 60 }, () => [0, 0, 0].map(() => random.normal())));
    setRelative(relative, createPose(), createPose());
    expect(hullSat(bestAxis, many, setCore(coreA, many), many, setCore(coreB, many), relative, 0)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { createSphere } from '../../src/shapes/sphere.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { floorAt, stepScene } from '../step-scenes.ts';

/**
 * A sleeping body was woken at the start of a step in which the other one could reach it, but the impacts of a step reach half a substep
 * farther: a ball that hit it there rebounded as from a wall, with a closed balance.
 */

const ball = createSphere(0.1);

describe('a ball that hits two touching balls at rest', () => {
  it.each([0.5, Number.POSITIVE_INFINITY])(
    'passes all its momentum to the last one, with a time to sleep of %d s',
    (timeToSleep) => {
      const scene = stepScene(
        [
          floorAt(),
          { shape: ball, at: [-2, 0, 0.1], velocity: [1, 0, 0] },
          { shape: ball, at: [0, 0, 0.1] },
          { shape: ball, at: [0.2, 0, 0.1] },
        ],
        { time: { step: 0.01, substeps: 8, timeToSleep }, material: { restitution: 1, staticFriction: 0 } },
      );
      const world = createStepWorld(scene);
      for (let k = 0; k < 220; k++) advanceStep(world);
      const { velocities } = world.bodies;
      // the rows of the elastic rebound end within rounding; resting on the floor adds impulses along z only
      for (const [i, expected] of [
        [1, 0],
        [2, 0],
        [3, 1],
      ])
        expect(Math.abs(velocities[3 * i] - expected)).toBeLessThan(1e-6);
    },
  );
});

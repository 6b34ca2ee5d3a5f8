import { describe, expect, it } from 'vitest';
import { createSphere } from '../../src/shapes/sphere.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { floorAt, stepScene } from '../step-scenes.ts';

describe('friction of an impact found ahead of it', () => {
  it.each([0.001, 0.005, 0.01])(
    'a ball that slides during a bounce gets the spin of the impact law, with a gap of %d m at the start of the step',
    (gap) => {
      const [speedX, speedZ, restitution, friction, radius] = [2, -2, 0.6, 0.1, 0.05];
      const scene = stepScene(
        [floorAt(), { shape: createSphere(radius), at: [0, 0, radius + gap], velocity: [speedX, 0, speedZ] }],
        {
          gravity: [0, 0, 0],
          material: { restitution, staticFriction: friction },
          time: { step: 0.01, substeps: 8 },
        },
      );
      const world = createStepWorld(scene);
      advanceStep(world);
      // Δω = μ (1 + e) m w r/(2/5 m r²)
      const exact = (2.5 * friction * (1 + restitution) * -speedZ) / radius;
      expect(Math.abs(world.bodies.angularVelocities[4] / exact - 1)).toBeLessThan(1e-9);
      expect(Math.abs(world.bodies.velocities[5] + restitution * speedZ)).toBeLessThan(1e-9);
    },
  );
});

import { expect, it } from 'vitest';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import { createWorld } from '../../src/world/create-world.ts';

/** The gap of a row without a contact, divided by the length of a substep, was infinite, and its product with a mass of zero not a number. */
it('a capsule that rotates fast, and touches the floor at one point instead of two, keeps a finite state', () => {
  const world = createWorld({ timeStep: 0.01 });
  world.addBody({ shape: createHalfspace([0, 0, 1]), friction: 0.5 });
  const capsule = world.addBody({
    shape: createCapsule(0.1, 0.2),
    position: [0, 0, 0.11118106986396015],
    orientation: [1, -0.9805301586166024, -0.49013535445556045, -0.07873919606208801],
    velocity: [-2.4741329150274396, 1.3260217881761491, 1.8333717416971922],
    angularVelocity: [-148.52436440996826, -176.0287187062204, -61.363687785342336],
    mass: 1.24,
    friction: 0.5,
  });
  for (let k = 0; k < 60; k++) world.step();
  const { position, velocity } = world.state(capsule);
  expect([...Object.values(position), ...Object.values(velocity)].every(Number.isFinite)).toBe(true);
  expect(position.z).toBeGreaterThan(0.09);
});

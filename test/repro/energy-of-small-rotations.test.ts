import { expect, it } from 'vitest';
import { createBox } from '../../src/shapes/box.ts';
import { createWorld } from '../../src/world/create-world.ts';

/** Rotations below 0.02 rad per substep were integrated with an energy error of second order, which impacts let add up over long runs. */
it('a box that rotates by a hundredth of a radian per substep has the same energy after every step', () => {
  const world = createWorld({ timeStep: 0.01, gravity: [0, 0, 0] });
  world.addBody({ shape: createBox([0.2, 0.15, 0.1]), mass: 1, angularVelocity: [4, 6, 3] });
  let largest = 0;
  for (let k = 0; k < 500; k++) {
    world.step();
    const { energyError, angularMomentumError } = world.balance();
    largest = Math.max(largest, energyError, angularMomentumError);
  }
  // rounding of 4500 rotations
  expect(largest).toBeLessThan(1e-11);
});

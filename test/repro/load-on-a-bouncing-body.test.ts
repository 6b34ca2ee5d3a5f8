import { describe, expect, it } from 'vitest';
import { createWorld, halfspace, sphere } from '../../src/index.ts';

describe('a ball that bounces while a force pulls it down', () => {
  it('has the work of the force in its balance, also in the steps of its impacts', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01, restitution: 0.9, friction: 0 });
    world.addBody({ shape: halfspace([0, 0, 1]) });
    const ball = world.addBody({ shape: sphere(0.1), position: [0, 0, 1], mass: 2 });
    for (let k = 0; k < 300; k++) {
      world.applyForce(ball, [0, 0, -20]);
      world.step();
    }
    expect(world.balance().energyError).toBeLessThan(1e-12);
  });
});

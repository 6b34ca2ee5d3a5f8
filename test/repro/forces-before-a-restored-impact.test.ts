import { expect, it } from 'vitest';
import { createWorld } from '../../src/index.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import { createSphere } from '../../src/shapes/sphere.ts';

it('a ball that bounces right after a restored snapshot does not feel the forces of the steps taken back', () => {
  const world = createWorld({ gravity: [0, 0, -9.81], timeStep: 0.01 });
  world.addBody({ shape: createHalfspace([0, 0, 1]), type: 'static', restitution: 0.8 });
  // touches the floor within the first half substep
  const ball = world.addBody({
    shape: createSphere(0.1),
    position: [0, 0, 0.1001],
    velocity: [0, 0, -5],
    density: 100,
    restitution: 0.8,
  });
  const start = world.snapshot();
  world.step();
  const { velocity } = world.state(ball);
  world.restore(start);
  world.applyForce(ball, [0, 0, 1e4]);
  world.step();
  world.restore(start);
  world.step();
  expect(world.state(ball).velocity).toEqual(velocity);
});

import { expect, it } from 'vitest';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import { createWorld } from '../../src/world/create-world.ts';

/** A capsule across a gap that is 1 mm too narrow; friction holds it in that orientation, so no velocity separates it from both walls. */
it('the forces on a body that is jammed between two walls do not grow without end', () => {
  const world = createWorld({ timeStep: 0.01, timeToSleep: 0 });
  const angle = 0.3;
  const reach = 0.2 * Math.cos(angle) + 0.1;
  for (const side of [-1, 1]) {
    world.addBody({ shape: createHalfspace([-side, 0, 0]), position: [side * (reach - 0.001), 0, 0], friction: 1 });
  }
  const capsule = world.addBody({
    shape: createCapsule(0.1, 0.2),
    orientation: [Math.cos(Math.PI / 4 + angle / 2), 0, Math.sin(Math.PI / 4 + angle / 2), 0],
    mass: 1.4,
    friction: 1,
  });
  const largest = [0, 1, 2, 3].map(() => {
    for (let k = 0; k < 500; k++) world.step();
    return Math.max(...world.contacts(capsule).flatMap(({ points }) => points.map((point) => point.normalImpulse)));
  });
  expect(Math.min(...largest)).toBeGreaterThan(0);
  // [N s] per step; without a limit 2.6e7, from where rounding errors alone would throw the body out
  expect(Math.max(...largest)).toBeLessThan(1e5);
  const { velocity, angularVelocity } = world.state(capsule);
  for (const { x, y, z } of [velocity, angularVelocity]) expect(Math.hypot(x, y, z)).toBeLessThan(1e-3);
});

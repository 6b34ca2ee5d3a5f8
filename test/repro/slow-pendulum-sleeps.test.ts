import { expect, it } from 'vitest';
import { createWorld, sphere } from '../../src/index.ts';

it('a pendulum that swings slowly does not fall asleep', () => {
  const world = createWorld({ gravity: [0, 0, -9.81], timeStep: 1 / 240 });
  const [length, angle] = [0.8, 0.005];
  const position = [length * Math.sin(angle), 0, -length * Math.cos(angle)] as const;
  const bob = world.addBody({ shape: sphere(0.3), position, mass: 3 });
  world.addJoint({ kind: 'hinge', bodies: [undefined, bob], position: [0, 0, 0], axis: [0, 1, 0] });
  const reached: number[] = [];
  // five periods of 1.8 s
  while (world.time < 9) {
    world.step();
    if (world.time > 7.2) reached.push(world.state(bob).position.x);
  }
  expect(Math.max(...reached)).toBeGreaterThan(0.95 * length * angle);
  expect(Math.min(...reached)).toBeLessThan(-0.95 * length * angle);
});

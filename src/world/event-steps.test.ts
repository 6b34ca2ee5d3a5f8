import { describe, expect, it } from 'vitest';
import { createBox } from '../shapes/box.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

const run = (world: World, end: number) => {
  while (world.time < end - 1e-9) world.step();
};

describe('a world in code by exact events', () => {
  it('a bouncing ball hits the floor at the times of the closed form, whatever the step', () => {
    const world = createWorld({
      method: 'events',
      gravity: [0, 0, -10],
      timeStep: 0.037,
      restitution: 0.8,
      friction: 0,
    });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    world.addBody({ shape: createSphere(0.5), position: [0, 0, 5.5] });
    const times: number[] = [];
    world.on('impulse', ({ time }) => times.push(time));
    run(world, 7);
    let [time, pause] = [1, 2];
    for (const hit of times) {
      expect(hit).toBeCloseTo(time, 7);
      pause *= 0.8;
      time += pause;
    }
    expect(times.length).toBeGreaterThan(4);
    expect(world.balance().energyError).toBeLessThan(1e-12);
  });

  it('elastic tumbling boxes in a room conserve their energy', () => {
    const world = createWorld({ method: 'events', gravity: [0, 0, 0], timeStep: 0.1, restitution: 1, friction: 0 });
    for (const side of [-1, 1]) {
      world.addBody({ shape: createHalfspace([-side, 0, 0]), position: [2 * side, 0, 0] });
      world.addBody({ shape: createHalfspace([0, -side, 0]), position: [0, 2 * side, 0] });
      world.addBody({ shape: createHalfspace([0, 0, -side]), position: [0, 0, 2 * side] });
    }
    for (const x of [-1, 1]) {
      world.addBody({
        shape: createBox([0.2, 0.5, 0.8]),
        position: [x, 0, 0],
        velocity: [-x, 0.5, 0.3],
        angularVelocity: [1, 2 * x, 3],
        mass: 1,
      });
    }
    const start = world.ledger().kineticEnergy;
    let hits = 0;
    world.on('impulse', () => hits++);
    run(world, 10);
    expect(hits).toBeGreaterThan(10);
    expect(world.ledger().kineticEnergy / start).toBeCloseTo(1, 11);
  });

  it('a ball that comes to rest continues with fixed steps, and stays at rest', () => {
    const world = createWorld({ method: 'events', restitution: 0.5, timeStep: 0.01 });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const ball = world.addBody({ shape: createSphere(0.1), position: [0, 0, 0.5] });
    run(world, 3);
    expect(world.state(ball).position.z).toBeCloseTo(0.1, 3);
    expect(Math.abs(world.state(ball).velocity.z)).toBeLessThan(1e-3);
    expect(world.contacts(ball)).toHaveLength(1);
    expect(world.balance().momentumError).toBeLessThan(1e-12);
  });

  it('forces act, bodies come and go, and a restored snapshot gives the same bits', () => {
    const world = createWorld({ method: 'events', timeStep: 0.01, restitution: 0.9, friction: 0 });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const ball = world.addBody({ shape: createSphere(0.1), position: [0, 0, 1], mass: 1, gravityScale: 0.5 });
    world.applyForce(ball, [2, 0, 0]);
    world.step();
    expect(world.state(ball).velocity).toEqual({ x: 0.02, y: 0, z: expect.closeTo(-0.5 * 9.81 * 0.01, 12) });
    const saved = world.snapshot();
    const runs = [0, 1].map(() => {
      world.restore(saved);
      run(world, 0.4);
      const other = world.addBody({ shape: createSphere(0.1), position: [0.3, 0, 2] });
      run(world, 0.8);
      world.removeBody(ball);
      run(world, 1.2);
      return world.state(other);
    });
    expect(runs[0]).toEqual(runs[1]);
    expect(world.balance().energyError).toBeLessThan(1e-12);
  });

  it('a trigger reports who enters and leaves, once', () => {
    const world = createWorld({ method: 'events', gravity: [0, 0, 0], timeStep: 0.01 });
    world.addBody({ shape: createBox([0.1, 1, 1]), type: 'static', trigger: true });
    world.addBody({ shape: createSphere(0.1), position: [-1, 0, 0], velocity: [2, 0, 0] });
    const log: [string, number][] = [];
    for (const type of ['contact-begin', 'contact-end'] as const)
      world.on(type, (event: { time: number }) => log.push([type, event.time]));
    run(world, 1);
    expect(log).toEqual([
      ['contact-begin', expect.closeTo(0.4, 8)],
      ['contact-end', expect.closeTo(0.6, 8)],
    ]);
  });

  it('says what it cannot do', () => {
    const step = (change: (world: World) => void) => () => {
      const world = createWorld({ method: 'events' });
      world.addBody({ shape: createSphere(0.1), name: 'ball' });
      change(world);
      world.step();
    };
    expect(step((world) => world.addForceField(() => undefined))).toThrow(
      'a force field needs createWorld with method "steps"',
    );
    expect(step((world) => world.set(world.bodies()[0], { linearDamping: 1 }))).toThrow('damping needs createWorld');
    expect(() => createWorld({ method: 'exact' as 'events' })).toThrow('createWorld: method must be steps or events');
  });
});
